#include "engine/algorithm/minimax/theory/method_bounds.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/algorithm/minimax/theory/naive_bound.h"
#include "engine/algorithm/minimax/theory/phased_bound.h"

namespace noisy {
namespace {

template <typename Bound>
Result<void> add(ComparedMethod method, const SolutionSetting& setting,
                 std::vector<MethodBound>& bounds) {
  const auto bound = Bound::create(setting);
  if (!bound) return std::unexpected(bound.error());
  const double regularization = bound->best_regularization();
  bounds.push_back({method, regularization, bound->at(regularization)});
  return {};
}

}  // namespace

Result<std::vector<MethodBound>> method_bounds(const SolutionSetting& given) {
  constexpr std::array kSchedules = {
      std::pair{ComparedMethod::phased_equal, PhaseSchedule::equal},
      std::pair{ComparedMethod::phased_balanced, PhaseSchedule::balanced},
      std::pair{ComparedMethod::phased_geometric, PhaseSchedule::geometric}};
  SolutionSetting setting = given;
  setting.phases.reset();
  std::vector<MethodBound> bounds;
  for (const auto& [method, schedule] : kSchedules) {
    setting.schedule = schedule;
    if (auto added = add<PhasedBound>(method, setting, bounds); !added)
      return std::unexpected(added.error());
  }
  if (setting.method != SolutionMethod::convex) return bounds;
  if (auto added = add<NaiveBound>(ComparedMethod::naive, setting, bounds); !added)
    return std::unexpected(added.error());
  return bounds;
}

MethodBound better_method(const std::vector<MethodBound>& bounds) {
  return *std::ranges::min_element(bounds, {}, &MethodBound::bound);
}

}  // namespace noisy
