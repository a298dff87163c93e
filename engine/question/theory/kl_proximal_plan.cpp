#include <optional>

#include "engine/algorithm/kl/theory/proximal_schedule.h"
#include "engine/question/theory/kl_question.h"

namespace noisy {
namespace {

using record::counted, record::each, record::in_or_null, record::kNumbersOrNull, record::of,
    record::Seen::nobody;

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

constexpr record::Table kInner{
    "KlInnerSolver",
    "The inner solver, the same in every outer step.",
    {{"iterations", of<&ProximalSchedule::inner, &InnerDescent::iterations>()},
     {"wasCapped", of<&ProximalSchedule::inner, &InnerDescent::was_capped>()},
     {"rho", of<&ProximalSchedule::inner_rho>()},
     {"failureProbability", of<&ProximalSchedule::inner_failure_probability>()},
     {"noise", of<&ProximalSchedule::inner, &InnerDescent::noise>()}}};

constexpr record::Table kSteps{
    "KlProximalSteps",
    "One entry for each outer step.",
    {{"step", counted<ProximalStep, 1>()},
     {"target", each<&ProximalStep::target>()},
     {"weight", each<&ProximalStep::weight>()},
     {"radius", each<&ProximalStep::radius>()},
     {"innerGap", each<&ProximalStep::inner_gap>(kNumbersOrNull), nobody,
      "How far from minimal the inner result is at most, likely; null for the printed inner "
      "steps."}}};

struct ProximalAnswer {
  ProximalSchedule schedule;
  KlSetting setting;

  const ProximalSchedule* inner() const { return schedule.is_vacuous ? nullptr : &schedule; }
  Index outer_steps() const { return std::ssize(schedule.steps); }
  std::vector<std::string> contradictions() const { return kl_contradictions(setting); }
  double least_rate() const { return lower_bound_rate(normalized(setting)); }
  const std::vector<ProximalStep>* drawn() const {
    const bool is_drawn = static_cast<double>(outer_steps()) <= TheoryLimits::kFigureIterations;
    return is_drawn ? &schedule.steps : nullptr;
  }
};

constexpr record::Table kPlan{
    "KlProximalPlan",
    "",
    {{"provenGap", of<&ProximalAnswer::schedule, &ProximalSchedule::proven_gap>("number | null"),
      nobody, "The gap that is proven with probability 1 - beta; null where none is."},
     {"isVacuous", of<&ProximalAnswer::schedule, &ProximalSchedule::is_vacuous>(), nobody,
      "The budget is too small for any outer step."},
     {"startGap", of<&ProximalAnswer::schedule, &ProximalSchedule::start_gap>()},
     {"contradictions", of<&ProximalAnswer::contradictions>()},
     {"contraction",
      of<&ProximalAnswer::schedule, &ProximalSchedule::contraction>("number | null")},
     {"outerSteps", of<&ProximalAnswer::outer_steps>()},
     {"inner", in_or_null<kInner, &ProximalAnswer::inner>()},
     {"passes", of<&ProximalAnswer::schedule, &ProximalSchedule::passes>(), nobody,
      "Gradients over all records."},
     {"cost", of<&ProximalAnswer::schedule, &ProximalSchedule::true_cost>()},
     {"radius", of<&ProximalAnswer::schedule, &ProximalSchedule::radius>(), nobody,
      "How far from the start the plan can lead at most."},
     {"publicRadius", of<&ProximalAnswer::schedule, &ProximalSchedule::public_radius>(), nobody,
      "A ball around the start that holds all exact proximal points where the minimizer is "
      "unique."},
     {"printedRadius",
      of<&ProximalAnswer::schedule, &ProximalSchedule::paper_radius>("number | null"), nobody,
      "Theorem 2's radius without constants and logarithms; null without a weight."},
     {"paperRate", of<&ProximalAnswer::schedule, &ProximalSchedule::paper_rate>(), nobody,
      "Theorem 2's gap without constants and logarithms."},
     {"lowerBoundRate", of<&ProximalAnswer::least_rate>()},
     {"schedule", in_or_null<kSteps, &ProximalAnswer::drawn>(), nobody,
      "Null beyond 10 000 outer steps."}}};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  const KlSetting setting = question->setting();
  const auto schedule =
      proximal_schedule(setting, question->weak_convexity, question->mode, question->options());
  if (!schedule) return std::unexpected(schedule.error());
  return record::json_of<kPlan>(ProximalAnswer{*schedule, setting});
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
          .records = {&kPlan},
          .answer = &answer};
}

}  // namespace noisy
