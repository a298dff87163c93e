#include <optional>

#include "engine/algorithm/kl/theory/proximal_schedule.h"
#include "engine/question/theory/kl_question.h"

namespace noisy {
namespace {

struct ProximalQuestion : KlQuestion {
  double weak_convexity = 0.0;
  ProximalMode mode = ProximalMode::growing_weight;
  std::optional<InnerStepRule> step_rule;
  std::optional<InnerNoise> noise;
  std::optional<InnerLength> length;
  Index most_inner_iterations = 10'000'000;

  ProximalOptions options() const {
    ProximalOptions chosen;
    if (mode == ProximalMode::paper) chosen.inner = InnerChoices::printed();
    chosen.inner.step_rule = step_rule.value_or(chosen.inner.step_rule);
    chosen.inner.noise = noise.value_or(chosen.inner.noise);
    chosen.inner.length = length.value_or(chosen.inner.length);
    chosen.inner.most_iterations = most_inner_iterations;
    return chosen;
  }
};

constexpr double kMostInner = 1e15;

std::vector<Field<ProximalQuestion>> inner_fields() {
  return {{or_rule(choice_spec<InnerStepRule>("stepRule", "Inner steps", "Of the inner solver."),
                   "linear-weight, in mode paper the paper's"),
           &store<&ProximalQuestion::step_rule>},
          {or_rule(choice_spec<InnerNoise>("noise", "Inner noise", "Of the inner solver."),
                   "exact, in mode paper the paper's"),
           &store<&ProximalQuestion::noise>},
          {or_rule(choice_spec<InnerLength>("length", "Inner length", "Of the inner solver."),
                   "sufficient, in mode paper the paper's"),
           &store<&ProximalQuestion::length>},
          {or_default(whole_spec("maxInnerIterations", "Most inner iterations", 2, kMostInner,
                                 "Cap on the inner solver's length; what is promised is what the "
                                 "shorter one reaches."),
                      10'000'000.0),
           &store<&ProximalQuestion::most_inner_iterations>}};
}

const std::vector<Field<ProximalQuestion>>& fields() {
  static const std::vector<Field<ProximalQuestion>> kFields = [] {
    auto table = kl_private_fields<ProximalQuestion>();
    table.front().spec.minimum = 2;
    table.push_back({not_negative_spec("weakConvexity", "Weak convexity",
                                       "w with F + (w/2) ||x||^2 convex; any upper bound is valid, "
                                       "and 0 is for convex risks."),
                     &store<&ProximalQuestion::weak_convexity>});
    table.push_back({or_default(choice_spec<ProximalMode>("mode", "Mode", "How weights are set."),
                                word_for(ProximalMode::growing_weight)),
                     &store<&ProximalQuestion::mode>});
    for (auto& field : inner_fields()) table.push_back(std::move(field));
    return table;
  }();
  return kFields;
}

Json inner_json(const ProximalSchedule& schedule) {
  if (schedule.is_vacuous) return {};
  return Json::object({{"iterations", schedule.inner.iterations},
                       {"wasCapped", schedule.inner.was_capped},
                       {"rho", schedule.inner_rho},
                       {"failureProbability", schedule.inner_failure_probability},
                       {"noise", schedule.inner.noise}});
}

/// One entry for each outer step; null where there are too many to draw.
Json steps_json(const std::vector<ProximalStep>& steps) {
  if (static_cast<double>(steps.size()) > TheoryLimits::kFigureIterations) return {};
  return Json::object({{"step", counting(1, steps.size())},
                       {"target", column(steps, &ProximalStep::target)},
                       {"weight", column(steps, &ProximalStep::weight)},
                       {"radius", column(steps, &ProximalStep::radius)},
                       {"innerGap", column(steps, &ProximalStep::inner_gap)}});
}

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  const KlSetting setting = question->setting();
  const auto schedule =
      proximal_schedule(setting, question->weak_convexity, question->mode, question->options());
  if (!schedule) return std::unexpected(schedule.error());
  return Json::object({{"provenGap", finite_or_null(schedule->proven_gap)},
                       {"isVacuous", schedule->is_vacuous},
                       {"startGap", schedule->start_gap},
                       {"contradictions", contradictions_json(setting)},
                       {"contraction", finite_or_null(schedule->contraction)},
                       {"outerSteps", static_cast<Index>(schedule->steps.size())},
                       {"inner", inner_json(*schedule)},
                       {"passes", schedule->passes},
                       {"cost", schedule->true_cost},
                       {"radius", schedule->radius},
                       {"publicRadius", schedule->public_radius},
                       {"printedRadius", finite_or_null(schedule->paper_radius)},
                       {"paperRate", schedule->paper_rate},
                       {"lowerBoundRate", lower_bound_rate(normalized(setting))},
                       {"schedule", steps_json(schedule->steps)}});
}

}  // namespace

TheoryQuery kl_proximal_plan_query() {
  return {.name = "kl-proximal-plan",
          .title = "Plan of the KL proximal point method",
          .description =
              "What the proximal point method will do under the Kurdyka-Lojasiewicz condition with "
              "kappa >= 2, where risks need not be smooth: targets and weights of its outer steps, "
              "the length and noise of its inner solver, and the gap that is proven. A gap of null "
              "is none: mode practical promises nothing, and the printed inner steps only a mean.",
          .source = "Menart, Ullah, Arora, Bassily, Guzman, Algorithms 2 and 4, Theorems 2 and 9",
          .parameters = specs_of(fields()),
          .rules = {},
          .answer = &answer};
}

}  // namespace noisy
