#include <cpuid.h>
#include <immintrin.h>

#include "engine/random/sha256_kernels.h"

namespace noisy {
namespace {

__m128i load(const void* words) {
  return _mm_loadu_si128(static_cast<const __m128i*>(words));
}

/// The words 4i .. 4i+3 of a block, which are big-endian.
__m128i load_message(const std::uint8_t* block, int i) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  return _mm_shuffle_epi8(load(block + 16 * i), order);
}

/// Four words of the schedule, by the sixteen before them, oldest first.
__m128i next_message(__m128i first, __m128i second, __m128i third, __m128i fourth) {
  const __m128i sums =
      _mm_add_epi32(_mm_sha256msg1_epu32(first, second), _mm_alignr_epi8(fourth, third, 4));
  return _mm_sha256msg2_epu32(sums, fourth);
}

/// The working variables as the instructions take them.
struct Variables {
  __m128i abef;
  __m128i cdgh;
};

void four_rounds(Variables& v, __m128i message, int round) {
  const __m128i sums = _mm_add_epi32(message, load(kSha256RoundConstants + round));
  v.cdgh = _mm_sha256rnds2_epu32(v.cdgh, v.abef, sums);
  v.abef = _mm_sha256rnds2_epu32(v.abef, v.cdgh, _mm_shuffle_epi32(sums, 0x0e));
}

Variables compressed(Variables v, const std::uint8_t* block) {
  __m128i m0 = load_message(block, 0), m1 = load_message(block, 1);
  __m128i m2 = load_message(block, 2), m3 = load_message(block, 3);
  for (int round = 0;; round += 16) {
    four_rounds(v, m0, round);
    four_rounds(v, m1, round + 4);
    four_rounds(v, m2, round + 8);
    four_rounds(v, m3, round + 12);
    if (round == 48) return v;
    m0 = next_message(m0, m1, m2, m3);
    m1 = next_message(m1, m2, m3, m0);
    m2 = next_message(m2, m3, m0, m1);
    m3 = next_message(m3, m0, m1, m2);
  }
}

}  // namespace

void sha256_x86(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count) {
  const __m128i badc = _mm_shuffle_epi32(load(state), 0xb1);
  const __m128i hgfe = _mm_shuffle_epi32(load(state + 4), 0x1b);
  Variables v = {.abef = _mm_alignr_epi8(badc, hgfe, 8), .cdgh = _mm_blend_epi16(hgfe, badc, 0xf0)};
  for (; count > 0; --count, blocks += 64) {
    const Variables mixed = compressed(v, blocks);
    v.abef = _mm_add_epi32(v.abef, mixed.abef);
    v.cdgh = _mm_add_epi32(v.cdgh, mixed.cdgh);
  }
  const __m128i feba = _mm_shuffle_epi32(v.abef, 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(v.cdgh, 0xb1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state), _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

bool sha256_x86_is_available() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

}  // namespace noisy
