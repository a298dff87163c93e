#include <optional>

#include "engine/algorithm/kl/theory/fixed_round_schedule.h"
#include "engine/algorithm/kl/theory/spider_planner.h"
#include "engine/question/theory/kl_question.h"

namespace noisy {
namespace {

using record::counted, record::each, record::in_or_null, record::of, record::or_null,
    record::Seen::nobody;

struct SpiderQuestion : KlQuestion {
  double smoothness = 0.0;
  std::optional<double> risk_smoothness;
  SpiderMode mode = SpiderMode::accuracy_driven;
  double error_fraction = 0.125;
  double step_fraction = 0.25;
  Index most_steps = kUsualSpiderSteps;

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
    allow_optimal_start(table);
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
    table.push_back({kl_most_steps_spec(), &store<&SpiderQuestion::most_steps>});
    return table;
  }();
  return kFields;
}

constexpr record::Table kRounds{
    "KlSpiderRounds",
    "What one round of KL Spider does: a fresh noisy gradient, then steps with noisy differences "
    "between them.",
    {{"round", counted<SpiderRound, 1>()},
     {"target", each<&SpiderRound::target>(), nobody, "Phi_k, the gap at the round's end."},
     {"steps", each<&SpiderRound::steps>()},
     {"stepLength", each<&SpiderRound::step_length>()},
     {"threshold", each<&SpiderRound::threshold>(), nobody,
      "An estimate that is shorter proves the target and ends the round."},
     {"freshNoise", each<&SpiderRound::fresh_noise>(), nobody,
      "Standard deviation per coordinate."},
     {"differenceNoise", each<&SpiderRound::difference_noise>(), nobody,
      "The same; a round of one step has no differences, and 0."},
     {"cost", each<&SpiderRound::cost>(), nobody, "zCDP of the round."}}};

/// The gap that holds at the end with probability 1 - beta.
double promised_gap(const SpiderSchedule& schedule) {
  if (schedule.is_vacuous || schedule.rounds.empty()) return schedule.start_gap;
  return schedule.mode == SpiderMode::accuracy_driven ? schedule.rounds.back().target
                                                      : schedule.floor;
}

struct EqualRounds {
  Index rounds = 0;
  SpiderRound first;
};

constexpr record::Table kEqualRounds{
    "KlEqualRounds",
    "What Spider with equal rounds promises of one of its iterates with the same budget.",
    {{"rounds", of<&EqualRounds::rounds>()},
     {"stepsOfARound", of<&EqualRounds::first, &SpiderRound::steps>()},
     {"gapOfSomeIterate", of<&EqualRounds::first, &SpiderRound::target>()}}};

/// What one round would take, where none fits.
struct NeededForARound {
  double rho = 0.0;
  double samples = 0.0;
};

constexpr record::Table kNeeded{
    "KlNeededForARound",
    "What KL Spider would need to promise anything: either of the two is enough.",
    {{"rho", of<&NeededForARound::rho>(), nobody, "The least zCDP, with these records."},
     {"samples", of<&NeededForARound::samples>(), nobody, "The fewest records, with this zCDP."}}};

struct SpiderAnswer {
  const SpiderQuestion* question;
  KlSetting setting;
  SpiderSchedule schedule;

  std::optional<double> when(bool is_shown, double value) const {
    return is_shown ? std::optional(value) : std::nullopt;
  }
  /// A plan without rounds has no constants, and only of an optimal start it is true that it needs
  /// nothing.
  bool has_rounds() const { return !schedule.rounds.empty(); }
  std::optional<double> contraction() const {
    return when(schedule.contraction > 0, schedule.contraction);
  }
  bool is_driven() const { return question->mode == SpiderMode::accuracy_driven; }
  double promise() const { return promised_gap(schedule); }
  std::vector<std::string> contradictions() const { return kl_contradictions(setting); }
  Index rounds() const { return std::ssize(schedule.rounds); }
  double distance() const { return kl_distance(question->condition(), schedule.start_gap); }
  std::optional<double> printed_cost() const {
    return when(!is_driven() && has_rounds(), schedule.literal_cost);
  }
  std::optional<double> printed_radius() const {
    return when(!is_driven() && has_rounds(), schedule.paper_radius);
  }
  std::optional<double> least_cost() const {
    return when(is_driven() && !schedule.is_vacuous, schedule.need);
  }
  std::optional<double> noise_radius() const {
    return when(is_driven() && has_rounds(), schedule.chi_radius);
  }
  std::optional<NeededForARound> needed() const {
    if (!is_driven() || !schedule.is_vacuous) return std::nullopt;
    const double target = schedule.start_gap / schedule.contraction;
    if (!(target < schedule.start_gap)) return std::nullopt;
    const double e = question->error_fraction, s = question->step_fraction;
    const auto rho = rho_for_target(setting, target, e, s, question->most_steps);
    const auto samples = n_for_target(setting, target, e, s, question->most_steps);
    if (!rho || !samples) return std::nullopt;
    return NeededForARound{*rho, *samples};
  }
  double least_rate() const { return lower_bound_rate(normalized(setting)); }
  std::optional<EqualRounds> equal_rounds() const {
    const auto equal = fixed_round_schedule(setting, question->error_fraction,
                                            question->step_fraction, question->most_steps);
    if (!equal || equal->rounds.empty()) return std::nullopt;
    return EqualRounds{std::ssize(equal->rounds), equal->rounds.front()};
  }
  const std::vector<SpiderRound>* drawn() const {
    const bool is_drawn =
        has_rounds() && static_cast<double>(rounds()) <= TheoryLimits::kFigureIterations;
    return is_drawn ? &schedule.rounds : nullptr;
  }
};

constexpr record::Table kPlan{
    "KlSpiderPlan",
    "",
    {{"promisedGap", of<&SpiderAnswer::promise>(), nobody,
      "The gap that holds at the end with probability 1 - beta; startGap where the plan is "
      "vacuous."},
     {"isVacuous", of<&SpiderAnswer::schedule, &SpiderSchedule::is_vacuous>(), nobody,
      "Nothing better than the start is promised, which is not known to be optimal."},
     {"startGap", of<&SpiderAnswer::schedule, &SpiderSchedule::start_gap>(), nobody,
      "F_0, at most (gamma L_0)^kappa."},
     {"contradictions", of<&SpiderAnswer::contradictions>(), nobody,
      "In which ways the constants contradict each other, one sentence each."},
     {"contraction", or_null<&SpiderAnswer::contraction>("number | null"), nobody,
      "c, the factor between two targets; null where one round does all, or the start is optimal."},
     {"rounds", of<&SpiderAnswer::rounds>()},
     {"steps", of<&SpiderAnswer::schedule, &SpiderSchedule::total_steps>(), nobody,
      "Sum of the rounds' steps: the most gradients over all records."},
     {"radius", of<&SpiderAnswer::schedule, &SpiderSchedule::radius>(), nobody,
      "How far from the start the plan can lead at most."},
     {"distance", of<&SpiderAnswer::distance>("number | null"), nobody,
      "How far the minimizers can be by Lemma 7; null for kappa = 1."},
     {"cost", of<&SpiderAnswer::schedule, &SpiderSchedule::true_cost>(), nobody,
      "zCDP of all rounds."},
     {"printedCost", or_null<&SpiderAnswer::printed_cost>("number | null"), nobody,
      "Modes of the paper: the cost of the loop as printed; null where it has no round."},
     {"printedRadius", or_null<&SpiderAnswer::printed_radius>("number | null"), nobody,
      "Modes of the paper: its formula for the radius, likewise."},
     {"leastCost", or_null<&SpiderAnswer::least_cost>("number | null"), nobody,
      "Mode accuracy-driven: the least zCDP that these rounds need, 0 of an optimal start; null "
      "where none fits."},
     {"noiseRadius", or_null<&SpiderAnswer::noise_radius>("number | null"), nobody,
      "Mode accuracy-driven: q, how many standard deviations long no noise is; null without "
      "rounds."},
     {"needed", in_or_null<kNeeded, &SpiderAnswer::needed>(), nobody,
      "Mode accuracy-driven, where nothing is promised: what one round takes."},
     {"lowerBoundRate", of<&SpiderAnswer::least_rate>(), nobody,
      "Corollary 1 without its constant and logarithms."},
     {"equalRounds", in_or_null<kEqualRounds, &SpiderAnswer::equal_rounds>(), nobody,
      "Null where they promise nothing."},
     {"schedule", in_or_null<kRounds, &SpiderAnswer::drawn>(), nobody,
      "Null beyond 10 000 rounds, and without any."}}};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  const KlSetting setting = question->spider_setting();
  const auto schedule = spider_schedule(setting, question->mode, question->error_fraction,
                                        question->step_fraction, question->most_steps);
  if (!schedule) return std::unexpected(schedule.error());
  return record::json_of<kPlan>(SpiderAnswer{&*question, setting, *schedule});
}

}  // namespace

TheoryQuery kl_spider_plan_query() {
  return {
      .name = "kl-spider-plan",
      .title = "Plan of KL Spider",
      .description =
          "What KL Spider will do under the Kurdyka-Lojasiewicz condition with kappa <= 2: the "
          "target, steps, noise and cost of every round, how far it moves, and the gap that it "
          "promises; beside that what equal rounds promise, and the lower bound's rate. A start "
          "that is optimal, with a gap of 0, is returned and costs nothing.",
      .source = "Menart, Ullah, Arora, Bassily, Guzman, Algorithm 1 and Theorem 1",
      .parameters = specs_of(fields()),
      .rules = {},
      .records = {&kPlan},
      .answer = &answer};
}

}  // namespace noisy
