#include "engine/experiment/plan/record_scores.h"

#include <vector>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

double sparse_score(const SparseData& rows, Index i, const Vector& weights) {
  const auto columns = rows.columns(i);
  const auto values = rows.values(i);
  return math::sum_of(values.size(), [&](std::size_t k) {
    return values[k] * weights[static_cast<Index>(columns[k])];
  });
}

}  // namespace

void record_scores(const LoadedData& data, const Vector& weights, Index first,
                   std::span<double> out) {
  if (const auto* sparse = std::get_if<SparseRecords>(&data.records)) {
    for (double& score : out) score = sparse_score(sparse->rows, first++, weights);
    return;
  }
  const auto& dense = std::get<DenseData>(data.records);
  std::vector<double> row(static_cast<std::size_t>(dense.features()));
  for (double& score : out) {
    dense.copy_row(first++, row);
    score = math::dot(row, math::view(weights));
  }
}

}  // namespace noisy
