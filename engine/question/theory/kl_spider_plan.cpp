#include <optional>

#include "engine/algorithm/kl/theory/fixed_round_schedule.h"
#include "engine/algorithm/kl/theory/spider_schedule.h"
#include "engine/question/theory/kl_question.h"

namespace noisy {
namespace {

struct SpiderQuestion : KlQuestion {
  double smoothness = 0.0;
  std::optional<double> risk_smoothness;
  SpiderMode mode = SpiderMode::accuracy_driven;
  double error_fraction = 0.125;
  double step_fraction = 0.25;

  KlSetting spider_setting() const {
    KlSetting known = setting();
    known.smoothness_sample = smoothness;
    known.smoothness_risk = risk_smoothness.value_or(smoothness);
    return known;
  }
};

ParameterSpec fraction(std::string name, std::string title, double most, double value,
                       std::string description) {
  ParameterSpec spec = positive_spec(std::move(name), std::move(title), std::move(description));
  spec.maximum = most;
  return or_default(std::move(spec), value);
}

const std::vector<Field<SpiderQuestion>>& fields() {
  static const std::vector<Field<SpiderQuestion>> kFields = [] {
    auto table = kl_private_fields<SpiderQuestion>(2.0);
    table.push_back({kl_smoothness_spec(), &store<&SpiderQuestion::smoothness>});
    table.push_back({or_rule(positive_spec("riskSmoothness", "Smoothness of the risk",
                                           "L_1 of F alone, which may be smaller."),
                             "smoothness"),
                     &store<&SpiderQuestion::risk_smoothness>});
    table.push_back({or_default(choice_spec<SpiderMode>("mode", "Mode", "Whose constants."),
                                word_for(SpiderMode::accuracy_driven)),
                     &store<&SpiderQuestion::mode>});
    table.push_back({fraction("errorFraction", "Error fraction", 0.5, 0.125,
                              "e of mode accuracy-driven: by which share of the gradient that a "
                              "round looks for its estimates may be wrong; below 1/2."),
                     &store<&SpiderQuestion::error_fraction>});
    table.push_back({fraction("stepFraction", "Step fraction", 2.0, 0.25,
                              "s of mode accuracy-driven: steps are s / L_1 times that gradient "
                              "long; below 2 (1 - 2 e)."),
                     &store<&SpiderQuestion::step_fraction>});
    return table;
  }();
  return kFields;
}

/// One entry for each round; null where there are too many to draw.
Json rounds_json(const std::vector<SpiderRound>& rounds) {
  if (static_cast<double>(rounds.size()) > TheoryLimits::kFigureIterations) return {};
  const auto steps = [](const SpiderRound& round) { return static_cast<double>(round.steps); };
  return Json::object({{"round", counting(1, rounds.size())},
                       {"target", column(rounds, &SpiderRound::target)},
                       {"steps", column(rounds, steps)},
                       {"stepLength", column(rounds, &SpiderRound::step_length)},
                       {"threshold", column(rounds, &SpiderRound::threshold)},
                       {"freshNoise", column(rounds, &SpiderRound::fresh_noise)},
                       {"differenceNoise", column(rounds, &SpiderRound::difference_noise)},
                       {"cost", column(rounds, &SpiderRound::cost)}});
}

/// The gap that holds at the end with probability 1 - beta.
double promised_gap(const SpiderSchedule& schedule) {
  if (schedule.is_vacuous) return schedule.start_gap;
  return schedule.mode == SpiderMode::accuracy_driven ? schedule.rounds.back().target
                                                      : schedule.floor;
}

/// What equal rounds promise of one of their iterates with the same budget.
Json equal_rounds_json(const SpiderQuestion& question) {
  const auto equal = fixed_round_schedule(question.spider_setting(), question.error_fraction,
                                          question.step_fraction);
  if (!equal || equal->is_vacuous) return {};
  return Json::object({{"rounds", static_cast<Index>(equal->rounds.size())},
                       {"stepsOfARound", equal->rounds.front().steps},
                       {"gapOfSomeIterate", equal->rounds.front().target}});
}

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  const KlSetting setting = question->spider_setting();
  const auto schedule =
      spider_schedule(setting, question->mode, question->error_fraction, question->step_fraction);
  if (!schedule) return std::unexpected(schedule.error());
  const bool is_driven = question->mode == SpiderMode::accuracy_driven;
  return Json::object(
      {{"promisedGap", promised_gap(*schedule)},
       {"isVacuous", schedule->is_vacuous},
       {"startGap", schedule->start_gap},
       {"contradictions", contradictions_json(setting)},
       {"contraction", schedule->contraction},
       {"rounds", static_cast<Index>(schedule->rounds.size())},
       {"steps", schedule->total_steps},
       {"radius", schedule->radius},
       {"distance", finite_or_null(kl_distance(question->condition(), schedule->start_gap))},
       {"cost", schedule->true_cost},
       {"printedCost", is_driven ? Json() : Json(schedule->literal_cost)},
       {"printedRadius", is_driven ? Json() : Json(schedule->paper_radius)},
       {"leastCost", is_driven ? Json(schedule->need) : Json()},
       {"noiseRadius", is_driven ? Json(schedule->chi_radius) : Json()},
       {"lowerBoundRate", lower_bound_rate(normalized(setting))},
       {"equalRounds", equal_rounds_json(*question)},
       {"schedule", rounds_json(schedule->rounds)}});
}

}  // namespace

TheoryQuery kl_spider_plan_query() {
  return {.name = "kl-spider-plan",
          .title = "Plan of KL Spider",
          .description =
              "What KL Spider will do under the Kurdyka-Lojasiewicz condition with kappa <= 2: the "
              "target, steps, noise and cost of every round, how far it moves, and the gap that it "
              "promises; beside that what equal rounds promise, and the lower bound's rate.",
          .source = "Menart, Ullah, Arora, Bassily, Guzman, Algorithm 1 and Theorem 1",
          .parameters = specs_of(fields()),
          .rules = {},
          .answer = &answer};
}

}  // namespace noisy
