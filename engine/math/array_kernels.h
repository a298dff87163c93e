#pragma once

#include "engine/math/elementary.h"
#include "engine/math/elementary_kernels.h"
#include "engine/math/index.h"

/// The functions of vector_functions.h for one code vector: the regular range by vectors,
/// everything else by the plain functions, whose bits are the same.
namespace noisy::math {

template <int Width>
struct ArrayKernels {
  using V = typename Lanes<Width>::Double;

  static void exp(const double* x, double* results, Index count) {
    Index i = 0;
    for (; i + Width <= count; i += Width) {
      const V part = load<V>(x + i);
      if (all(absolute(part) <= 690.0)) {
        store(results + i, kernel::exp_regular<V>(part));
      } else {
        for (Index k = i; k < i + Width; ++k) results[k] = math::exp(x[k]);
      }
    }
    for (; i < count; ++i) results[i] = math::exp(x[i]);
  }

  static void log(const double* x, double* results, Index count) {
    Index i = 0;
    for (; i + Width <= count; i += Width) {
      const V part = load<V>(x + i);
      if (all(part >= 0x1p-1022) && all(part <= 0x1.fffffffffffffp+1023)) {
        store(results + i, kernel::log_regular<V>(part));
      } else {
        for (Index k = i; k < i + Width; ++k) results[k] = math::log(x[k]);
      }
    }
    for (; i < count; ++i) results[i] = math::log(x[i]);
  }

  static void sin_cos(const double* x, double* sines, double* cosines, Index count) {
    Index i = 0;
    for (; i + Width <= count; i += Width) {
      const V part = load<V>(x + i);
      V sine, cosine;
      if (all(absolute(part) <= 0x1p20) && all(absolute(part) >= 0x1p-27)) {
        kernel::sin_cos_regular<V>(part, sine, cosine);
      } else {
        for (int k = 0; k < Width; ++k) {
          sine[k] = math::sin(part[k]);
          cosine[k] = math::cos(part[k]);
        }
      }
      store(sines + i, sine);
      store(cosines + i, cosine);
    }
    for (; i < count; ++i) {
      const double angle = x[i];
      sines[i] = math::sin(angle);
      cosines[i] = math::cos(angle);
    }
  }

 private:
  /// Whether a comparison holds in every lane.
  template <class Mask>
  [[gnu::always_inline]] static bool all(Mask mask) {
    std::int64_t every = -1;
    for (int k = 0; k < Width; ++k) every &= mask[k];
    return every != 0;
  }
};

}  // namespace noisy::math
