#include "engine/algorithm/minimax/theory/method_bounds.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/algorithm/minimax/theory/naive_bound.h"
#include "engine/algorithm/minimax/theory/phased_bound.h"

namespace noisy {
namespace {

Result<MethodBound> phased_bound(ComparedMethod method, const SolutionSetting& setting) {
  const auto bound = PhasedBound::create(setting);
  if (!bound) return std::unexpected(bound.error());
  const double regularization = bound->best_regularization();
  return MethodBound{method, regularization, bound->at(regularization)};
}

Result<MethodBound> naive_bound(const SolutionSetting& setting, double own_modulus) {
  const auto bound = NaiveBound::create(setting);
  if (!bound) return std::unexpected(bound.error());
  const double regularization = bound->best_regularization(own_modulus);
  return MethodBound{ComparedMethod::naive, regularization, bound->at(regularization, own_modulus)};
}

/// How many phases the schedule has by default, where that is not phase_count().
std::optional<Index> phases_of(const SolutionSetting& setting, const ComparedChoices& choices) {
  if (setting.schedule != PhaseSchedule::geometric || !choices.most_geometric_phases) return {};
  return std::min(*choices.most_geometric_phases,
                  phase_count(setting.samples, PhaseSchedule::geometric));
}

}  // namespace

Result<std::vector<MethodBound>> method_bounds(const SolutionSetting& given,
                                               const ComparedChoices& choices) {
  constexpr std::array kSchedules = {
      std::pair{ComparedMethod::phased_equal, PhaseSchedule::equal},
      std::pair{ComparedMethod::phased_balanced, PhaseSchedule::balanced},
      std::pair{ComparedMethod::phased_geometric, PhaseSchedule::geometric}};
  SolutionSetting setting = given;
  std::vector<MethodBound> bounds;
  const auto add = [&](const Result<MethodBound>& found) -> Result<void> {
    if (!found) return std::unexpected(found.error());
    bounds.push_back(*found);
    return {};
  };
  for (const auto& [method, schedule] : kSchedules) {
    setting.schedule = schedule;
    setting.phases = phases_of(setting, choices);
    if (auto added = add(phased_bound(method, setting)); !added)
      return std::unexpected(added.error());
  }
  setting.phases.reset();
  if (setting.method != SolutionMethod::convex) return bounds;
  if (auto added = add(naive_bound(setting, choices.own_modulus)); !added)
    return std::unexpected(added.error());
  return bounds;
}

MethodBound better_method(const std::vector<MethodBound>& bounds) {
  return *std::ranges::min_element(bounds, {}, &MethodBound::bound);
}

}  // namespace noisy
