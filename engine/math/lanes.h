#pragma once

#include <cstdint>
#include <type_traits>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <immintrin.h>
#endif

/// Unrolls the loop that follows where that was measured to help: g++, not wasm.
#if defined(__GNUC__) && !defined(__clang__)
#define NOISY_PRAGMA(text) _Pragma(#text)
#define NOISY_UNROLL(times) NOISY_PRAGMA(GCC unroll times)
#else
#define NOISY_UNROLL(times)
#endif

namespace noisy::math {

/// The vector types of one code width, in doubles. Width 1 is plain double.
///
/// Formulas written against these names compile to one double, to SSE2 and wasm (2 lanes), to AVX2
/// (4 lanes) or to AVX-512 (8 lanes) and give the same bits in every lane, because each operation
/// is one IEEE operation per lane.
template <int Width>
struct Lanes {
  typedef double Double __attribute__((vector_size(Width * 8)));
  typedef std::int64_t Int64 __attribute__((vector_size(Width * 8)));
};

template <>
struct Lanes<1> {
  using Double = double;
  using Int64 = std::int64_t;
};

template <class V>
inline constexpr int kWidth = static_cast<int>(sizeof(V) / sizeof(double));

template <class V>
using BitsOf = typename Lanes<kWidth<V>>::Int64;

template <class V>
[[gnu::always_inline]] inline BitsOf<V> to_bits(V x) {
  return __builtin_bit_cast(BitsOf<V>, x);
}

template <class V>
[[gnu::always_inline]] inline V from_bits(BitsOf<V> bits) {
  return __builtin_bit_cast(V, bits);
}

/// The same number in every lane.
template <class V>
[[gnu::always_inline]] inline V broadcast(double x) {
  if constexpr (std::is_same_v<V, double>) {
    return x;
  } else {
    return x - V{};
  }
}

/// All lanes from consecutive memory without alignment.
template <class V>
[[gnu::always_inline]] inline V load(const double* from) {
  V value;
  __builtin_memcpy(&value, from, sizeof(V));
  return value;
}

template <class V>
[[gnu::always_inline]] inline void store(double* to, V value) {
  __builtin_memcpy(to, &value, sizeof(V));
}

/// One lane of a vector, or the number itself.
template <class V>
[[gnu::always_inline]] inline auto lane(V x, [[maybe_unused]] int index) {
  if constexpr (std::is_arithmetic_v<V>) {
    return x;
  } else {
    return x[index];
  }
}

template <class V, class Value>
[[gnu::always_inline]] inline void set_lane(V& x, [[maybe_unused]] int index, Value value) {
  if constexpr (std::is_arithmetic_v<V>) {
    x = value;
  } else {
    x[index] = value;
  }
}

/// |x|, by clearing the sign.
template <class V>
[[gnu::always_inline]] inline V absolute(V x) {
  return from_bits<V>(to_bits(x) & 0x7fffffffffffffff);
}

/// sqrt(x) in each lane; correctly rounded, so the same bits everywhere.
template <class V>
[[gnu::always_inline]] inline V square_root(V x) {
  if constexpr (std::is_arithmetic_v<V>) {
    return __builtin_sqrt(x);
  } else {
    for (std::size_t i = 0; i < sizeof(V) / sizeof(double); ++i) x[i] = __builtin_sqrt(x[i]);
    return x;
  }
}

/// a where the mask is set, b elsewhere; a mask is what a comparison gives.
template <class V, class Mask>
[[gnu::always_inline]] inline V select(Mask mask, V a, V b) {
  return mask ? a : b;
}

/// a > b ? a : b in each lane, as one instruction where there is one; b when either is NaN.
template <class V>
[[gnu::always_inline]] inline V larger(V a, V b) {
#if defined(__wasm_simd128__)
  if constexpr (sizeof(V) == 16) {
    typedef double Pair __attribute__((vector_size(16)));
    return (V)wasm_f64x2_pmax((v128_t)(Pair)b, (v128_t)(Pair)a);
  }
#elif defined(__SSE2__)
  if constexpr (sizeof(V) == 16) return (V)_mm_max_pd((__m128d)a, (__m128d)b);
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32) return (V)_mm256_max_pd((__m256d)a, (__m256d)b);
#endif
#endif
  return a > b ? a : b;
}

}  // namespace noisy::math
