#pragma once

#include "engine/math/kernel_table.h"
#include "engine/math/lanes.h"

/// The two products of the pass over panels of rows: margins, and sums of rows times derivatives.
///
/// Each lane adds its columns, or the block's panels, in order; then the lanes are added as
/// ((0+4)+(2+6)) + ((1+5)+(3+7)). Nothing of this depends on the width or on how points share a
/// tile, so neither do the bits. Accumulators live in registers; the tile shapes were measured.
namespace noisy::math::row_kernel {

/// What of the features is kept in the innermost cache while several points are multiplied with it.
inline constexpr Index kChunkDoubles = 2048;

/// @tparam Owner  not used: it keeps this code apart from that of object files with other owners,
///                which may be compiled for other instruction sets (see row_kernel.h)
/// @tparam Width  of the code vector, in doubles
template <class Owner, int Width>
class Sweeps {
 public:
  using V = typename Lanes<Width>::Double;
  static constexpr int kParts = static_cast<int>(kPanelRows) / Width;  ///< vectors per panel

  /// out[q * 256 + row] = u_row . x_q for the rows of one block.
  [[gnu::always_inline]] static void margins(const double* features, const PanelView& view,
                                             Index panels, const RowQuery* queries, int count,
                                             double* out) {
    if (count == 1) {
      margins_of_panels<1, kLonePanelTile>(features, view, panels, queries, 1, out);
    } else {
      margins_of_panels<kPointTile, kPanelTile>(features, view, panels, queries, count, out);
    }
  }

  /// Adds the gradient sums of all columns: for each few columns all points, so that the second
  /// sweep reads the block once.
  [[gnu::always_inline]] static void gradient(const double* features, const PanelView& view,
                                              Index panels, const RowQuery* queries, int count,
                                              const double* derivatives) {
    Index j = 0;
    if (count == 1) {
      for (; j + kLoneColumnTile <= view.dimension; j += kLoneColumnTile) {
        gradient_tile<kLoneColumnTile, 1>(features + j * kPanelRows, view.stride, panels,
                                          derivatives, queries, j);
      }
    }
    for (; j + kColumnTile <= view.dimension; j += kColumnTile) {
      gradient_at_points<kColumnTile>(features, view, panels, queries, count, derivatives, j);
    }
    for (; j < view.dimension; ++j) {
      gradient_at_points<1>(features, view, panels, queries, count, derivatives, j);
    }
  }

  /// Written as a loop, zeros go straight to registers instead of through memory.
  [[gnu::always_inline]] static void clear(V* values, int count) {
    for (int i = 0; i < count; ++i) values[i] = V{};
  }

  /// ((0+4) + (2+6)) + ((1+5) + (3+7)) of the panel's lanes.
  [[gnu::always_inline]] static double add_lanes(const V* parts) {
    if constexpr (kParts == 4) {
      const V pair = (parts[0] + parts[2]) + (parts[1] + parts[3]);
      return pair[0] + pair[1];
    } else if constexpr (kParts == 2) {
      const V four = parts[0] + parts[1];
      return (four[0] + four[2]) + (four[1] + four[3]);
    } else {
      const V all = parts[0];
      return ((all[0] + all[4]) + (all[2] + all[6])) + ((all[1] + all[5]) + (all[3] + all[7]));
    }
  }

 private:
  static constexpr int kPointTile = Width == 2 ? 2 : 4;          ///< points per margin tile
  static constexpr int kPanelTile = Width == 8 ? 4 : 1;          ///< panels per margin tile
  static constexpr int kLonePanelTile = 8 / kParts;              ///< the same for a lone point
  static constexpr int kGradientPointTile = Width == 8 ? 4 : 2;  ///< points per gradient tile
  static constexpr int kColumnTile = 4;                          ///< columns per gradient tile
  static constexpr int kLoneColumnTile = 8;                      ///< the same for a lone point
  using FourSums = typename Lanes<4>::Double;

  /// Margins of all panels. A few panels that fit the innermost cache are worked on at a time, for
  /// all points, so that each is read from memory once.
  template <int Points, int Panels>
  [[gnu::always_inline]] static void margins_of_panels(const double* features,
                                                       const PanelView& view, Index panels,
                                                       const RowQuery* queries, int count,
                                                       double* out) {
    const Index fitting = kChunkDoubles / (kPanelRows * view.dimension) / Panels * Panels;
    const Index chunk = fitting > Panels ? fitting : Panels;
    for (Index p = 0; p < panels; p += chunk) {
      const Index here = panels - p < chunk ? panels - p : chunk;
      const Index tiled = here / Panels * Panels;
      const double* from = features + p * view.stride;
      if constexpr (Points > 1) fetch(from, here * view.stride);
      margins_at_points<Points, Panels>(from, view, tiled, queries, count, out + p * kPanelRows);
      if constexpr (Panels > 1) {
        margins_at_points<Points, 1>(from + tiled * view.stride, view, here - tiled, queries, count,
                                     out + (p + tiled) * kPanelRows);
      }
    }
  }

  /// Keeps the memory busy: tiles come back to each panel of a chunk several times, and in between
  /// the hardware would prefetch nothing. Narrow vectors gain most when the chunk is read once in
  /// order beforehand (wasm has no prefetch instruction), wide ones when the next chunk is asked
  /// for.
  [[gnu::noinline]] static void fetch(const double* chunk, Index doubles) {
    if constexpr (Width == 2) {
      std::int64_t all = 0;
      for (Index i = 0; i < doubles; i += kPanelRows) all ^= to_bits(chunk[i]);
      [[maybe_unused]] const volatile std::int64_t used = all;  // so that the reading happens
    } else {
      for (Index i = 0; i < doubles; i += kPanelRows) __builtin_prefetch(chunk + doubles + i);
    }
  }

  template <int Points, int Panels>
  [[gnu::always_inline]] static void margins_at_points(const double* features,
                                                       const PanelView& view, Index panels,
                                                       const RowQuery* queries, int count,
                                                       double* out) {
    int q = 0;
    for (; q + Points <= count; q += Points) {
      margin_tiles<Points, Panels>(features, view, panels, queries + q, out + q * kBlockRows);
    }
    if constexpr (Points > 1) {
      for (; q < count; ++q) {
        margin_tiles<1, Panels>(features, view, panels, queries + q, out + q * kBlockRows);
      }
    }
  }

  /// out[q * 256 + row] = u_row . x_q, `Panels` panels and `Points` points at a time.
  template <int Points, int Panels>
  [[gnu::noinline]] static void margin_tiles(const double* features, const PanelView& view,
                                             Index panels, const RowQuery* queries, double* out) {
    const Index stride = view.stride;
    const Index dimension = view.dimension;
    const double* point[Points];
    for (int q = 0; q < Points; ++q) point[q] = queries[q].point;
    for (Index first = 0; first < panels; first += Panels) {
      V sum[Panels][kParts][Points];
      clear(&sum[0][0][0], Panels * kParts * Points);
      NOISY_UNROLL(2)
      for (Index j = 0; j < dimension; ++j) {
        V x[Points];
        for (int q = 0; q < Points; ++q) x[q] = broadcast<V>(point[q][j]);
        for (int p = 0; p < Panels; ++p) {
          for (int part = 0; part < kParts; ++part) {
            const V u = load<V>(features + p * stride + j * kPanelRows + part * Width);
            for (int q = 0; q < Points; ++q) sum[p][part][q] += u * x[q];
          }
        }
      }
      for (int p = 0; p < Panels; ++p) {
        for (int part = 0; part < kParts; ++part) {
          for (int q = 0; q < Points; ++q) {
            store(out + q * kBlockRows + p * kPanelRows + part * Width, sum[p][part][q]);
          }
        }
      }
      features += Panels * stride;
      out += Panels * kPanelRows;
    }
  }

  template <int Columns>
  [[gnu::always_inline]] static void gradient_at_points(const double* features,
                                                        const PanelView& view, Index panels,
                                                        const RowQuery* queries, int count,
                                                        const double* derivatives, Index j) {
    int q = 0;
    for (; q + kGradientPointTile <= count; q += kGradientPointTile) {
      gradient_tile<Columns, kGradientPointTile>(features + j * kPanelRows, view.stride, panels,
                                                 derivatives + q * kBlockRows, queries + q, j);
    }
    for (; q < count; ++q) {
      gradient_tile<Columns, 1>(features + j * kPanelRows, view.stride, panels,
                                derivatives + q * kBlockRows, queries + q, j);
    }
  }

  /// gradient_q[j + c] += sum over the block's rows of derivative_q * u_(j + c).
  template <int Columns, int Points>
  [[gnu::noinline]] static void gradient_tile(const double* features, Index stride, Index panels,
                                              const double* derivatives, const RowQuery* queries,
                                              Index j) {
    V parts[Columns][Points][kParts];
    for (int part = 0; part < kParts; ++part) {
      V sum[Columns][Points];
      clear(&sum[0][0], Columns * Points);
      const double* u = features + part * Width;
      const double* derivative = derivatives + part * Width;
      NOISY_UNROLL(4)
      for (Index p = 0; p < panels; ++p, u += stride, derivative += kPanelRows) {
        V factor[Points];
        for (int q = 0; q < Points; ++q) factor[q] = load<V>(derivative + q * kBlockRows);
        for (int c = 0; c < Columns; ++c) {
          const V value = load<V>(u + c * kPanelRows);
          for (int q = 0; q < Points; ++q) sum[c][q] += value * factor[q];
        }
      }
      for (int c = 0; c < Columns; ++c) {
        for (int q = 0; q < Points; ++q) parts[c][q][part] = sum[c][q];
      }
    }
    for (int q = 0; q < Points; ++q) {
      int c = 0;
      for (; c + 4 <= Columns; c += 4) {
        double* to = queries[q].gradient + j + c;
        const auto sums = add_lanes(parts[c][q], parts[c + 1][q], parts[c + 2][q], parts[c + 3][q]);
        store(to, load<FourSums>(to) + sums);
      }
      for (; c < Columns; ++c) queries[q].gradient[j + c] += add_lanes(parts[c][q]);
    }
  }

  /// The same of four panels' lanes at once, with the same additions in a quarter of the steps.
  [[gnu::always_inline]] static FourSums add_lanes(const V* a, const V* b, const V* c, const V* d) {
    if constexpr (kParts == 1) {
      const V ab = __builtin_shufflevector(*a, *b, 0, 1, 2, 3, 8, 9, 10, 11) +
                   __builtin_shufflevector(*a, *b, 4, 5, 6, 7, 12, 13, 14, 15);
      const V cd = __builtin_shufflevector(*c, *d, 0, 1, 2, 3, 8, 9, 10, 11) +
                   __builtin_shufflevector(*c, *d, 4, 5, 6, 7, 12, 13, 14, 15);
      const V all = __builtin_shufflevector(ab, cd, 0, 1, 4, 5, 8, 9, 12, 13) +
                    __builtin_shufflevector(ab, cd, 2, 3, 6, 7, 10, 11, 14, 15);
      return __builtin_shufflevector(all, all, 0, 2, 4, 6) +
             __builtin_shufflevector(all, all, 1, 3, 5, 7);
    } else if constexpr (kParts == 2) {
      const V ab = add_pairs(a[0] + a[1], b[0] + b[1]);
      const V cd = add_pairs(c[0] + c[1], d[0] + d[1]);
      return __builtin_shufflevector(ab, cd, 0, 2, 4, 6) +
             __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
    } else {
      return FourSums{add_lanes(a), add_lanes(b), add_lanes(c), add_lanes(d)};
    }
  }

  /// (a0+a2, a1+a3, b0+b2, b1+b3) of two vectors of four.
  [[gnu::always_inline]] static V add_pairs(V a, V b) {
    return __builtin_shufflevector(a, b, 0, 1, 4, 5) + __builtin_shufflevector(a, b, 2, 3, 6, 7);
  }
};

}  // namespace noisy::math::row_kernel
