#pragma once

#include <vector>

#include "engine/math/panel_view.h"
#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// The same question, as the row kernels take it.
inline math::RowQuery row_query(const PointQuery& query) {
  return {.point = query.point->data(),
          .gradient = query.gradient ? query.gradient->data() : nullptr,
          .value = query.value,
          .anchor = query.anchor ? query.anchor->data() : nullptr};
}

inline std::vector<math::RowQuery> row_queries(std::span<const PointQuery> queries) {
  std::vector<math::RowQuery> out;
  for (const PointQuery& query : queries) out.push_back(row_query(query));
  return out;
}

/// From sums over `records` rows to means.
inline void divide(const PointQuery& query, double records) {
  if (query.gradient) *query.gradient /= records;
  if (query.value) *query.value /= records;
}

}  // namespace noisy
