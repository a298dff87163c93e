#include "engine/math/sparse_products.h"

#include "engine/math/lanes.h"

namespace noisy::math {
namespace {

/// One place of all vectors: a double, or code vectors of two.
template <int Width>
struct Group {
  using V = typename Lanes<Width == 1 ? 1 : 2>::Double;
  static constexpr int kParts = Width == 4 ? 2 : 1;
};

constexpr int kLanes = 4;
constexpr Index kChunk = 64;

template <int Width>
using Sums = typename Group<Width>::V[kLanes][Group<Width>::kParts];

/// sums[lane] += value * x[place]
template <int Width>
[[gnu::always_inline]] inline void add_term(const SparseView& lines, Index entry,
                                            const double* vectors, int lane, Sums<Width>& sums) {
  using V = typename Group<Width>::V;
  const V value = broadcast<V>(lines.values[entry]);
  const double* at = vectors + static_cast<Index>(lines.places[entry]) * Width;
  for (int part = 0; part < Group<Width>::kParts; ++part) {
    sums[lane][part] += value * load<V>(at + part * kWidth<V>);
  }
}

/// totals += the sum of the entries from `entry` to `end` - 1, at most kChunk.
template <int Width>
[[gnu::always_inline]] inline void add_chunk(const SparseView& lines, Index entry, Index end,
                                             const double* vectors,
                                             typename Group<Width>::V* totals) {
  Sums<Width> sums = {};
  for (; entry + kLanes <= end; entry += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      add_term<Width>(lines, entry + lane, vectors, lane, sums);
    }
  }
  // Written out, so that the sums stay in registers.
  if (entry < end) add_term<Width>(lines, entry, vectors, 0, sums);
  if (entry + 1 < end) add_term<Width>(lines, entry + 1, vectors, 1, sums);
  if (entry + 2 < end) add_term<Width>(lines, entry + 2, vectors, 2, sums);
  for (int part = 0; part < Group<Width>::kParts; ++part) {
    totals[part] += (sums[0][part] + sums[2][part]) + (sums[1][part] + sums[3][part]);
  }
}

template <int Width>
[[gnu::noinline]] void multiply(const SparseView& lines, Index first, Index last,
                                const double* vectors, double* out) {
  using V = typename Group<Width>::V;
  for (Index line = first; line < last; ++line, out += Width) {
    V totals[Group<Width>::kParts] = {};
    const Index end = lines.offsets[line + 1];
    for (Index entry = lines.offsets[line]; entry < end; entry += kChunk) {
      add_chunk<Width>(lines, entry, entry + kChunk < end ? entry + kChunk : end, vectors, totals);
    }
    for (int part = 0; part < Group<Width>::kParts; ++part) {
      store(out + part * kWidth<V>, totals[part]);
    }
  }
}

}  // namespace

void sparse_products(const SparseView& lines, Index first, Index last, const double* vectors,
                     int width, double* out) {
  if (width == 1) return multiply<1>(lines, first, last, vectors, out);
  if (width == 2) return multiply<2>(lines, first, last, vectors, out);
  multiply<4>(lines, first, last, vectors, out);
}

}  // namespace noisy::math
