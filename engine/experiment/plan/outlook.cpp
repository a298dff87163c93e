#include "engine/experiment/plan/outlook.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/experiment/file/fields.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

/// The expected E F(x_T) - F*, NaN where the plan says nothing.
double expected_end(const PlanSummary& summary) {
  if (!summary.bound.value.empty()) return summary.bound.value.back();
  return summary.guessed_end;
}

/// The same method with another input; NaN where that cannot be planned.
double end_of(const PlannedAlgorithm& planned, const PlanInput& input) {
  const auto plan = planned.entry->plan(input);
  return plan ? expected_end((*plan)->summary()) : std::numeric_limits<double>::quiet_NaN();
}

/// The parameter that counts steps, and how many the plan takes; empty for those that take none.
struct Steps {
  std::string name;
  double count = 0;
};

Steps steps_of(const PlannedAlgorithm& planned) {
  const ParameterSet& resolved = planned.plan->summary().parameters;
  for (const std::string name : {"iterations", "epochs"}) {
    const auto& specs = planned.entry->parameters;
    if (std::ranges::find(specs, name, &ParameterSpec::name) == specs.end()) continue;
    if (const auto count = resolved.number(name)) return {name, *count};
  }
  return {};
}

/// Longer runs are not planned again for advice: planning walks over their steps.
constexpr double kMostSteps = 20'000;

struct Option {
  double value = 0;  ///< of the parameter or budget
  double end = 0;
};

/// The number of steps, among halves and doubles of the plan's, that ends lowest and below the gap.
std::optional<Option> better_steps(const PlannedAlgorithm& planned, const Steps& steps,
                                   double gap) {
  constexpr double kMostMore = 64;
  std::optional<Option> best;
  const auto attempt = [&](double count) {
    PlanInput input = planned.input;
    input.parameters.set(steps.name, count);
    const double end = end_of(planned, input);
    if (end < (best ? best->end : gap)) best = Option{count, end};
  };
  const double half = std::min(std::floor(steps.count / 2), kMostSteps);
  for (double count = half; count >= 1; count = std::floor(count / 2)) attempt(count);
  const bool fewer_help = best.has_value();
  for (double factor = 2; factor <= kMostMore && !fewer_help; factor *= 2) {
    if (steps.count * factor <= kMostSteps) attempt(steps.count * factor);
  }
  return best;
}

/// Two significant digits, rounded up.
double rounded_up(double value) {
  double unit = 1;
  while (value >= 100 * unit) unit *= 10;
  while (value < 10 * unit) unit /= 10;
  return std::ceil(value / unit) * unit;
}

/// The least budget, to two digits, with which the same steps end below the gap.
std::optional<Option> better_budget(const PlannedAlgorithm& planned, double gap) {
  constexpr double kLargestBudget = 1e4;
  constexpr double kLargestFactor = 1e6;
  const bool in_rho = planned.input.privacy.notion == Notion::zcdp;
  const double budget = in_rho ? planned.input.privacy.rho : planned.input.privacy.epsilon;
  const auto end_with = [&](double value) {
    PlanInput input = planned.input;
    (in_rho ? input.privacy.rho : input.privacy.epsilon) = value;
    return end_of(planned, input);
  };
  double low = budget;
  double high = budget;
  do {
    low = high;
    high *= 4;
    if (high > kLargestBudget || high > budget * kLargestFactor) return std::nullopt;
  } while (!(end_with(high) < gap));
  for (int halving = 0; halving < 5; ++halving) {
    const double middle = std::sqrt(low * high);
    (end_with(middle) < gap ? high : low) = middle;
  }
  const double value = rounded_up(high);
  return Option{value, end_with(value)};
}

std::string gap_text(const InitialGap& gap) {
  const std::string value = figure_text(gap.value);
  switch (gap.source) {
    case GapSource::stated:
      return "its start, by the stated initial gap of " + value;
    case GapSource::start:
      return "its start, which is at most " + value + " above it";
    case GapSource::known:
      return "its start, which is at most " + value +
             " above it for records such as the problem is made for";
    case GapSource::assumed:
      break;
  }
  return "its start, for which an initial gap of " + value + " is assumed";
}

std::string help_text(const PlannedAlgorithm& planned, double gap) {
  const Steps steps = steps_of(planned);
  std::vector<std::string> helps;
  if (!steps.name.empty()) {
    if (const auto better = better_steps(planned, steps, gap)) {
      helps.push_back(steps.name + " " + number_text(better->value) + " instead of " +
                      number_text(steps.count) + " (then " + figure_text(better->end) + ")");
    }
  }
  const bool is_short = planned.plan->summary().iterations <= static_cast<Index>(kMostSteps);
  const auto budget = is_short ? better_budget(planned, gap) : std::nullopt;
  if (const auto& better = budget) {
    const bool in_rho = planned.input.privacy.notion == Notion::zcdp;
    helps.push_back((in_rho ? "rho " : "epsilon ") + figure_text(better->value) +
                    " with the steps as they are (then " + figure_text(better->end) + ")");
  }
  if (helps.empty()) {
    return "Nothing that was tried, other numbers of steps and larger budgets, brings it below: it "
           "needs more records or a better conditioned problem.";
  }
  std::string text = "What would help: " + helps.front();
  for (std::size_t i = 1; i < helps.size(); ++i) text += ", or " + helps[i];
  return text + ".";
}

}  // namespace

std::optional<std::string> outlook_warning(const PlannedAlgorithm& planned, bool advises) {
  if (!planned.is_private) return std::nullopt;
  const PlanSummary& summary = planned.plan->summary();
  const double end = expected_end(summary);
  const double gap = planned.input.facts.initial_gap;
  if (!(end > gap)) return std::nullopt;
  const std::string source = summary.bound.value.empty() ? "guess" : "bound";
  return "By its " + source + " this plan may end " + figure_text(end) +
         " above the optimum, farther than " + gap_text(planned.gap) +
         ": it may be worse than doing nothing." + (advises ? " " + help_text(planned, gap) : "");
}

}  // namespace noisy
