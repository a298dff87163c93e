#include "engine/problem/saddle/query_family.h"

namespace noisy {

std::vector<Index> query_levels(const QueryShape& shape) {
  std::vector<Index> levels = shape.levels;
  if (shape.target_levels > 0) levels.push_back(shape.target_levels);
  return levels;
}

QueryCounts query_counts(const QueryShape& shape) {
  QueryCounts counts;
  // by_size[k]: queries about k of the columns so far.
  std::vector<double> by_size(static_cast<std::size_t>(shape.order) + 1);
  by_size[0] = 1;
  for (const Index levels : query_levels(shape)) {
    const double each = shape.kind == QueryKind::parities ? 1 : static_cast<double>(levels);
    counts.cells *= static_cast<double>(levels);
    for (std::size_t k = by_size.size() - 1; k > 0; --k) by_size[k] += each * by_size[k - 1];
  }
  for (std::size_t k = 1; k < by_size.size(); ++k) counts.queries += by_size[k];
  return counts;
}

}  // namespace noisy
