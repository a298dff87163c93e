#pragma once

#include "engine/math/kernel_table.h"
#include "engine/math/row_links.h"
#include "engine/math/row_sweeps.h"

/// The pass over panels of rows, a template over the link and the code vector's width in doubles.
///
/// Two sweeps over each block of 256 rows, for up to 16 points at once: the first forms the margins
/// u_i . x, the second the gradient sum_i phi'_i u_i (see row_sweeps.h). Blocks are added in order.
/// Nothing of this depends on the width, on how points share a tile, or on threads, so neither do
/// the bits.
///
/// Everything here is a template over the width or forced inline, because each instruction set has
/// its own object file and they must not share code.
namespace noisy::math::row_kernel {

/// Points that share one sweep; the derivatives of a block then take 32 KiB.
inline constexpr int kGroup = 16;

/// @tparam Owner  whose sweeps these are: all links with the same owner share them, so they must be
///                compiled for the same instruction set (see row_sweeps.h)
template <class Link, int Width, class Owner = Link>
class Pass {
 public:
  /// The BlockPass of this link and width.
  static void run(const void* link, const PanelView& view, Index first_block, Index last_block,
                  const RowQuery* queries, Index count, Index gradient_step, Index value_step) {
    for (Index block = first_block; block < last_block; ++block) {
      int group = 0;
      for (Index first = 0; first < count; first += group) {
        group = group_size(queries + first, count - first);
        RowQuery moved[kGroup];
        for (int q = 0; q < group; ++q) {
          moved[q] = queries[first + q];
          if (moved[q].gradient) moved[q].gradient += (block - first_block) * gradient_step;
          if (moved[q].value) moved[q].value += (block - first_block) * value_step;
        }
        if (moved[0].anchor) {
          run_difference(*static_cast<const Link*>(link), view, block, moved[0]);
        } else {
          run_block(*static_cast<const Link*>(link), view, block, moved, group);
        }
      }
    }
  }

 private:
  using Sweep = Sweeps<Owner, Width>;
  using V = typename Sweep::V;
  static constexpr int kParts = Sweep::kParts;

  /// As many queries as are worked on together: a difference goes alone.
  [[gnu::always_inline]] static int group_size(const RowQuery* queries, Index count) {
    const int most = static_cast<int>(count < kGroup ? count : kGroup);
    int size = 0;
    while (size < most && !queries[size].anchor) ++size;
    return size > 0 ? size : 1;
  }

  /// One block of a difference. Subtracting the derivatives instead of the gradients loses nothing
  /// where x is near the anchor, and multiplies with the rows once.
  [[gnu::noinline]] static void run_difference(const Link& link, const PanelView& view, Index block,
                                               const RowQuery& query) {
    alignas(64) double work[2 * kBlockRows];
    const double* features = view.features + block * kBlockPanels * view.stride;
    const Index first_row = block * kBlockRows;
    const Index rows = view.rows - first_row < kBlockRows ? view.rows - first_row : kBlockRows;
    const Index panels = (rows + kPanelRows - 1) / kPanelRows;
    const RowQuery points[2] = {{.point = query.point}, {.point = query.anchor}};
    Sweep::margins(features, view, panels, points, 2, work);
    apply_link<true, false>(link, view, first_row, rows, work);
    apply_link<true, false>(link, view, first_row, rows, work + kBlockRows);
    for (Index row = 0; row < panels * kPanelRows; ++row) work[row] -= work[kBlockRows + row];
    Sweep::gradient(features, view, panels, &query, 1, work);
  }

  /// One block for one group of points.
  [[gnu::noinline]] static void run_block(const Link& link, const PanelView& view, Index block,
                                          const RowQuery* queries, int count) {
    alignas(64) double work[kGroup * kBlockRows];  // margins, then derivatives, point by point
    const double* features = view.features + block * kBlockPanels * view.stride;
    const Index first_row = block * kBlockRows;
    const Index rows = view.rows - first_row < kBlockRows ? view.rows - first_row : kBlockRows;
    const Index panels = (rows + kPanelRows - 1) / kPanelRows;
    Sweep::margins(features, view, panels, queries, count, work);
    int gradients = 0;
    for (int q = 0; q < count; ++q) {
      double* margins = work + q * kBlockRows;
      const bool derive = queries[q].gradient || queries[q].derivatives;
      if (derive && queries[q].value) {
        *queries[q].value += apply_link<true, true>(link, view, first_row, rows, margins);
      } else if (derive) {
        apply_link<true, false>(link, view, first_row, rows, margins);
      } else if (queries[q].value) {
        *queries[q].value += apply_link<false, true>(link, view, first_row, rows, margins);
      }
      if (queries[q].derivatives) {
        double* derivatives = queries[q].derivatives + first_row;
        for (Index row = 0; row < rows; ++row) derivatives[row] = margins[row];
      }
      if (queries[q].gradient) ++gradients;
    }
    if (gradients > 0) Sweep::gradient(features, view, panels, queries, gradients, work);
  }

  /// Turns margins into derivatives in place and returns the sum of values, as far as either is
  /// wanted.
  template <bool kGradient, bool kValue>
  [[gnu::noinline]] static double apply_link(const Link& link, const PanelView& view,
                                             Index first_row, Index rows, double* margins) {
    V total[kParts];
    Sweep::clear(total, kParts);
    const double* targets = view.targets + first_row;
    const double* caps = view.residual_caps ? view.residual_caps + first_row : nullptr;
    Index row = 0;
    for (; row + kPanelRows <= rows; row += kPanelRows) {
      for (int part = 0; part < kParts; ++part) {
        const Index at = row + part * Width;
        const LinkResult<V> result = link.evaluate(load<V>(margins + at), load<V>(targets + at));
        if constexpr (kValue) total[part] += result.value;
        if constexpr (kGradient) {
          V derivative = result.derivative;
          if (caps) derivative = clamp(derivative, load<V>(caps + at));
          store(margins + at, derivative);
        }
      }
    }
    if (row < rows) {
      apply_to_partial_panel<kGradient, kValue>(link, view, first_row + row, rows - row,
                                                margins + row, total);
    }
    return Sweep::add_lanes(total);
  }

  /// The panel that is not full: rows past the end get derivative and value zero.
  template <bool kGradient, bool kValue>
  [[gnu::always_inline]] static void apply_to_partial_panel(const Link& link, const PanelView& view,
                                                            Index first_row, Index rows,
                                                            double* margins, V* total) {
    double target[kPanelRows] = {}, cap[kPanelRows] = {}, present[kPanelRows] = {};
    for (Index r = 0; r < rows; ++r) {
      target[r] = view.targets[first_row + r];
      cap[r] = view.residual_caps ? view.residual_caps[first_row + r] : __builtin_inf();
      present[r] = 1.0;
    }
    for (int part = 0; part < kParts; ++part) {
      const Index at = part * Width;
      const LinkResult<V> result = link.evaluate(load<V>(margins + at), load<V>(target + at));
      const auto inside = load<V>(present + at) > 0.0;
      if constexpr (kValue) total[part] += select(inside, result.value, V{});
      if constexpr (kGradient) {
        const V derivative = clamp(result.derivative, load<V>(cap + at));
        store(margins + at, select(inside, derivative, V{}));
      }
    }
  }

  /// derivative within [-cap, cap]; NaN (a margin that overflowed) becomes cap, so that no record
  /// exceeds its bound and none can be told from all others by spoiling the sum.
  [[gnu::always_inline]] static V clamp(V derivative, V cap) {
    const V below_cap = select(derivative < cap, derivative, cap);
    return select(below_cap < -cap, -cap, below_cap);
  }
};

}  // namespace noisy::math::row_kernel
