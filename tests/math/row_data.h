#pragma once

#include <vector>

#include "engine/math/aligned.h"
#include "engine/math/panel_packing.h"
#include "engine/math/row_links.h"
#include "engine/math/row_pass.h"
#include "tests/math/bits.h"

namespace noisy::testing {

/// A loss for passes over rows.
struct Loss {
  math::BlockPass pass;
  const void* link;
};

inline Loss logistic_loss() {
  static constexpr math::LogisticLink kLink;
  return {math::kernel_table().logistic, &kLink};
}

inline Loss squared_loss() {
  static constexpr math::SquaredLink kLink;
  return {math::kernel_table().squared, &kLink};
}

inline void sum_rows(const Loss& loss, const math::PanelView& view, const math::RowQuery* queries,
                     Index count) {
  math::sum_rows(loss.pass, loss.link, view, {queries, static_cast<std::size_t>(count)});
}

/// Random rows, row-major and in panels, with targets +1 and -1.
struct RowData {
  RowData(Index row_count, Index dimension, std::uint64_t seed = 1)
      : rows(static_cast<std::size_t>(row_count * dimension)),
        targets(static_cast<std::size_t>(row_count)) {
    TestNumbers numbers(seed);
    for (double& value : rows) value = numbers.uniform(-1, 1);
    for (double& target : targets) target = numbers.uniform(-1, 1) < 0 ? -1 : 1;
    view = {.rows = row_count, .dimension = dimension, .stride = math::panel_stride(dimension)};
    panels.resize(static_cast<std::size_t>(view.panels() * view.stride));
    math::pack_panels(rows.data(), dimension, dimension, row_count, panels.data(), view.stride);
    view.features = panels.data();
    view.targets = targets.data();
  }

  std::vector<double> rows;
  math::AlignedDoubles panels;
  std::vector<double> targets;
  math::PanelView view;
};

/// Points with their answers: query q has point q, gradient q and value q.
struct Queries {
  static constexpr double kUntouched = -7;  ///< every answer before it is computed

  Queries(Index count, Index dimension, std::uint64_t seed = 2)
      : points(static_cast<std::size_t>(count * dimension)),
        gradients(points.size(), kUntouched),
        values(static_cast<std::size_t>(count), kUntouched) {
    TestNumbers numbers(seed);
    for (double& value : points) value = numbers.uniform(-0.5, 0.5);
    for (Index q = 0; q < count; ++q) {
      list.push_back({&points[static_cast<std::size_t>(q * dimension)],
                      &gradients[static_cast<std::size_t>(q * dimension)],
                      &values[static_cast<std::size_t>(q)]});
    }
  }

  std::vector<double> points, gradients, values;
  std::vector<math::RowQuery> list;
};

}  // namespace noisy::testing
