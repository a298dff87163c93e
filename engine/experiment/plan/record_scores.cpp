#include "engine/experiment/plan/record_scores.h"

#include <vector>

#include "engine/math/reduce.h"
#include "engine/math/row_block.h"

namespace noisy {
namespace {

double sparse_score(const SparseData& rows, Index i, const Vector& weights) {
  const auto columns = rows.columns(i);
  const auto values = rows.values(i);
  return math::sum_of(values.size(), [&](std::size_t k) {
    return values[k] * weights[static_cast<Index>(columns[k])];
  });
}

/// Blocks of rows times the matrix of all classes' weights.
void class_scores(const DenseData& rows, Index classes, const Vector& weights, Index first,
                  std::span<double> out) {
  const Index records = std::ssize(out) / classes;
  math::RowBlock block(rows.features(), records);
  std::vector<double> scores(static_cast<std::size_t>(classes * block.capacity()));
  for (Index done = 0; done < records; done += block.count()) {
    block.clear();
    while (!block.is_full() && done + block.count() < records) {
      const Index row = first + done + block.count();
      rows.copy_row(row, block.append());
    }
    block.scores(weights.data(), classes, scores.data());
    for (Index i = 0; i < block.count(); ++i) {
      for (Index k = 0; k < classes; ++k) {
        out[static_cast<std::size_t>((done + i) * classes + k)] =
            scores[static_cast<std::size_t>(k * block.capacity() + i)];
      }
    }
  }
}

}  // namespace

void record_scores(const DenseData& rows, Index classes, const Vector& weights, Index first,
                   std::span<double> out) {
  if (classes > 0) return class_scores(rows, classes, weights, first, out);
  std::vector<double> row(static_cast<std::size_t>(rows.features()));
  for (double& score : out) {
    rows.copy_row(first++, row);
    score = math::dot(row, math::view(weights));
  }
}

void record_scores(const SparseData& rows, const Vector& weights, Index first,
                   std::span<double> out) {
  for (double& score : out) score = sparse_score(rows, first++, weights);
}

}  // namespace noisy
