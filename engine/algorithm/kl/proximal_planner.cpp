#include "engine/algorithm/kl/proximal_planner.h"

#include <algorithm>
#include <optional>

#include "engine/algorithm/kl/kl_report.h"
#include "engine/algorithm/kl/proximal_specs.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

/// The least power of two times a setting or an option that lets a step be planned.
template <typename Plan>
std::optional<double> least_factor(const Plan& plan_with_factor) {
  constexpr double kMost = 0x1p20;
  for (double factor = 2; factor <= kMost; factor *= 2) {
    const auto schedule = plan_with_factor(factor);
    if (schedule && !schedule->steps.empty()) return factor;
  }
  return std::nullopt;
}

/// The same with a larger cap on inner iterations.
ProximalOptions longer(const ProximalOptions& options, double factor) {
  ProximalOptions out = options;
  out.inner.most_iterations =
      std::min(kMostInnerIterations, out.inner.most_iterations * static_cast<Index>(factor));
  return out;
}

}  // namespace

ProximalPlanner::ProximalPlanner(const PlanInput& input, const ProximalInputs& inputs)
    : input_(input),
      setting_(inputs.setting),
      weak_convexity_(inputs.weak_convexity),
      data_slope_(inputs.setting.lipschitz / inputs.slope),
      options_{.inner = proximal_choices(input.parameters),
               .has_fixed_weight = input.parameters.flag("fixedWeight").value_or(false)} {
  // The regularizer adds to the objective's slope, and is the same for neighbours: a release moves
  // as far as without it.
  setting_.lipschitz = inputs.slope;
}

Result<ProximalSchedule> ProximalPlanner::schedule(const KlSetting& setting,
                                                   const ProximalOptions& options) const {
  return proximal_schedule(setting, weak_convexity_, proximal_mode(input_.parameters), options);
}

/// The least multiple, a power of two, of the cap on inner iterations that lets a step be planned;
/// unchanged where none does.
ProximalOptions ProximalPlanner::promising(const KlSetting& setting) const {
  const auto first = schedule(setting, options_);
  if (!first || !first->steps.empty()) return options_;
  const auto factor =
      least_factor([&](double times) { return schedule(setting, longer(options_, times)); });
  return factor ? longer(options_, *factor) : options_;
}

std::unexpected<Error> ProximalPlanner::too_small(const KlSetting& setting,
                                                  const ProximalOptions& options,
                                                  double start_gap) const {
  std::string text = nothing_fits(start_gap);
  const auto times =
      least_factor([&](double factor) { return schedule(setting, longer(options, factor)); });
  const auto larger = least_factor([&](double factor) {
    KlSetting more = setting;
    more.samples *= factor;
    ProximalOptions longest = options;
    longest.inner.most_iterations = kMostInnerIterations;
    return schedule(more, longest);
  });
  const double most = static_cast<double>(options.inner.most_iterations);
  if (times) {
    text += "; innerIterations = " + figure_text(*times * most) + " would do";
  } else if (larger) {
    text += "; n = " + figure_text(*larger * setting.samples) + " records would do";
  }
  return fail(ErrorCode::no_certificate, times ? "innerIterations" : budget_field(input_.privacy),
              std::move(text));
}

Result<ProximalOutline> ProximalPlanner::plan(double adjacency) const {
  KlSetting setting = setting_;
  setting.adjacency = adjacency * data_slope_;
  const ProximalOptions options =
      input_.parameters.has("innerIterations") ? options_ : promising(setting);
  auto planned = schedule(setting, options);
  if (!planned) return std::unexpected(planned.error());
  if (planned->steps.empty()) return too_small(setting, options, planned->start_gap);
  return ProximalOutline{
      .schedule = *std::move(planned), .options = options, .adjacency = adjacency};
}

}  // namespace noisy
