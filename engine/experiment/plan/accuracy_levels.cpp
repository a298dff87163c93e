#include "engine/experiment/plan/accuracy_levels.h"

#include <algorithm>
#include <array>
#include <span>
#include <variant>

namespace noisy {

double majority_share(const LoadedData& data) {
  const auto* sparse = std::get_if<SparseRecords>(&data.records);
  const std::span<const double> targets =
      sparse ? sparse->rows.targets() : std::get<DenseData>(data.records).targets();
  const auto positive =
      static_cast<double>(std::ranges::count_if(targets, [](double target) { return target > 0; }));
  const auto all = static_cast<double>(targets.size());
  return std::max(positive, all - positive) / all;
}

double accuracy_at(const FiniteSum& errors, const Vector& point, math::ThreadPool& pool) {
  double share = 0;
  const std::array queries{PointQuery{.point = &point, .gradient = nullptr, .value = &share}};
  const auto pass = errors.begin_pass(queries);
  while (!pass->advance(pool, Deadline::never())) {
  }
  return 1 - share;
}

}  // namespace noisy
