#include "engine/privacy/calibration/level_schedule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/algorithm/simplex/theory/bias_reduced_solution.h"
#include "engine/experiment/file/experiment.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

constexpr Index kMostSteps = 2'000'000;   ///< of the schedule that is shown
constexpr double kMostDrawnLevels = 4e6;  ///< of all schedules
constexpr Index kMostStretches = 400;     ///< of blocks that are told apart
constexpr Index kMostSeeds = 2000;
constexpr Index kMostBins = 40;
constexpr double kMostScale = 1e6;  ///< of derivatives and factors, and one over the least

struct ScheduleQuestion : BiasReducedSetting, SimplexRegularity {
  double epsilon = 1.0;
  double delta = 1e-6;
  Index primal_vertices = 16;
  Index dual_vertices = 16;
  BiasReducedCalibration calibration = BiasReducedCalibration::zcdp_schedule;
  LevelEstimator estimator = LevelEstimator::plain;
  Index seed = 1;
  Index seeds = 200;

  ScheduleQuestion()
      : SimplexRegularity{.lipschitz = 1.0, .smoothness = 1.0, .hessian_lipschitz = 1.0} {}

  BiasReducedSetting setting() const {
    BiasReducedSetting out = *this;
    out.regularity = *this;
    out.draws = {.widths = {lipschitz, lipschitz}, .estimator = estimator};
    out.log_dimension = *noisy::log_dimension(primal_vertices, dual_vertices);
    return out;
  }
};

}  // namespace

template <>
std::span<const Word<BiasReduction>> vocabulary() {
  static constexpr std::array<Word<BiasReduction>, 2> kWords = {{
      {BiasReduction::second_order, "second-order", "Second order",
       "Rests on third derivatives, as Theorem 3.14."},
      {BiasReduction::first_order, "first-order", "First order",
       "Rests on second derivatives only: derived, not in the paper, unreviewed."},
  }};
  return kWords;
}

template <>
std::span<const Word<BiasReducedCalibration>> vocabulary() {
  static constexpr std::array<Word<BiasReducedCalibration>, 3> kWords = {{
      {BiasReducedCalibration::zcdp_schedule, "zcdp-schedule", "For the levels drawn",
       "In zCDP, for the levels that were drawn, which are public."},
      {BiasReducedCalibration::zcdp, "zcdp", "For any levels", "In zCDP, whatever the levels are."},
      {BiasReducedCalibration::paper, "paper", "As printed",
       "Prop. 3.17, whatever the levels are."},
  }};
  return kWords;
}

template <>
std::span<const Word<LevelEstimator>> vocabulary() {
  static constexpr std::array<Word<LevelEstimator>, 2> kWords = {{
      {LevelEstimator::plain, "plain", "Plain", "Less the gradient at the first half's average."},
      {LevelEstimator::antithetic, "antithetic", "Antithetic",
       "Less the mean of the gradients at both halves' averages."},
  }};
  return kWords;
}

namespace {

/// A number whose square, and that of one over it, is far from the ends of what doubles hold.
ParameterSpec scale_spec(std::string name, std::string title, std::string description) {
  ParameterSpec spec = not_negative_spec(std::move(name), std::move(title), std::move(description));
  spec.minimum = 1 / kMostScale;
  spec.maximum = kMostScale;
  return spec;
}

ParameterSpec curvature_spec(std::string name, std::string title, std::string description) {
  ParameterSpec spec = scale_spec(std::move(name), std::move(title), std::move(description));
  spec.minimum = 0;
  return spec;
}

std::vector<Field<ScheduleQuestion>> problem_fields() {
  return {
      {whole_spec("samples", "Records", 1, FormatLimits::kSamples, "n."),
       &store<&BiasReducedSetting::samples>},
      {or_default(positive_spec("epsilon", "Epsilon", "Of the whole run."), 1.0),
       &store<&ScheduleQuestion::epsilon, ErrorCode::invalid_budget>},
      {or_default(positive_spec("delta", "Delta", "Of the whole run, below 1."), 1e-6),
       &store<&ScheduleQuestion::delta, ErrorCode::invalid_budget>},
      {or_default(whole_spec("primalVertices", "Vertices of x", 2, FormatLimits::kFeatures, "d_x."),
                  16.0),
       &store<&ScheduleQuestion::primal_vertices>},
      {or_default(whole_spec("dualVertices", "Vertices of y", 2, FormatLimits::kFeatures, "d_y."),
                  16.0),
       &store<&ScheduleQuestion::dual_vertices>},
      {or_default(scale_spec("lipschitz", "Largest derivative",
                             "L_0: the largest partial derivative of a record's loss."),
                  1.0),
       &store<&SimplexRegularity::lipschitz>},
      {or_default(curvature_spec("smoothness", "Largest second derivative", "L_1."), 1.0),
       &store<&SimplexRegularity::smoothness>},
      {or_default(curvature_spec("hessianLipschitz", "Largest third derivative", "L_2."), 1.0),
       &store<&SimplexRegularity::hessian_lipschitz>}};
}

std::vector<Field<ScheduleQuestion>> method_fields() {
  ParameterSpec factor =
      or_default(scale_spec("momentFactor", "Moment factor",
                            "Scales C, the second moment, whose constant the theorem leaves open."),
                 1.0);
  ParameterSpec budget = or_rule(
      positive_spec("levelBudget", "Level budget", "U: no sum of 2^N over the steps passes it."),
      "min(n sqrt(kappa C) / (2 sqrt(l) L_0), n / 2)");
  budget.minimum = 1;
  budget.exclusive_minimum = false;
  return {
      {std::move(factor), &store<&BiasReducedSetting::moment_factor>},
      {std::move(budget), &store<&BiasReducedSetting::level_budget>},
      {or_rule(whole_spec("maxLevel", "Largest level", 0, static_cast<double>(kMostLevel), "M."),
               "the largest with 4^M <= U"),
       &store<&BiasReducedSetting::max_level>},
      {or_rule(positive_spec("batchDivisor", "Batch divisor",
                             "alpha: a step of level N gets 2^N / alpha records, rounded up."),
               "the theorem's; 2 U / n where U is given"),
       &store<&BiasReducedSetting::batch_divisor>},
      {or_default(choice_spec<BiasReduction>("biasReduction", "Bias reduction",
                                             "What the parameters rest on."),
                  word_for(BiasReduction::second_order)),
       &store<&BiasReducedSetting::reduction>},
      {or_default(choice_spec<LevelEstimator>("estimator", "Estimator",
                                              "What a gradient's difference is taken from."),
                  word_for(LevelEstimator::plain)),
       &store<&ScheduleQuestion::estimator>},
      {or_default(choice_spec<BiasReducedCalibration>("calibration", "Calibration",
                                                      "For which levels the step size is private."),
                  word_for(BiasReducedCalibration::zcdp_schedule)),
       &store<&ScheduleQuestion::calibration>},
      {or_default(whole_spec("seed", "Seed", 1, 1e15, "Of the schedule that is shown."), 1.0),
       &store<&ScheduleQuestion::seed>},
      {or_default(whole_spec("seeds", "Seeds", 1, static_cast<double>(kMostSeeds),
                             "Schedules that are drawn: of this seed and those after it."),
                  200.0),
       &store<&ScheduleQuestion::seeds>}};
}

const std::vector<Field<ScheduleQuestion>>& fields() {
  static const std::vector<Field<ScheduleQuestion>> kFields = [] {
    auto all = problem_fields();
    auto more = method_fields();
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return kFields;
}

Json rule_json(const BiasReducedParameters& parameters, LevelEstimator estimator) {
  const LevelRule& rule = parameters.rule;
  return Json::object({{"maxLevel", rule.max_level},
                       {"levelBudget", rule.level_budget},
                       {"batchDivisor", rule.batch_divisor},
                       {"momentScale", parameters.moment_scale},
                       {"kappa", parameters.kappa},
                       {"weight", worst_level_weight(rule.max_level, estimator)}});
}

/// How often each level was drawn, beside how often its law says.
Json histogram_json(const LevelSchedule& schedule) {
  const Index most = schedule.rule.max_level;
  std::vector<double> counts(static_cast<std::size_t>(most + 1));
  for (const std::uint8_t level : schedule.levels) ++counts[level];
  std::vector<double> expected;
  for (Index level = 0; level <= most; ++level) {
    expected.push_back(static_cast<double>(schedule.steps()) /
                       (level_size(level) * level_normalizer(most)));
  }
  return Json::object({{"level", counting(0, counts.size())},
                       {"count", Json::numbers(std::move(counts))},
                       {"expected", Json::numbers(std::move(expected))}});
}

/// The dearest block of each of a few stretches of the run, and what the cheapest costs; every
/// block where they are few.
Json blocks_json(const LevelSchedule& schedule, const std::vector<double>& rhos) {
  const std::size_t count = rhos.size();
  const std::size_t length = (count + kMostStretches - 1) / kMostStretches;
  std::vector<double> steps, levels, batches, dearest, cheapest;
  for (std::size_t first = 0; first < count; first += length) {
    const auto begin = rhos.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = rhos.begin() + static_cast<std::ptrdiff_t>(std::min(first + length, count));
    const auto at = static_cast<std::size_t>(std::max_element(begin, end) - rhos.begin());
    steps.push_back(static_cast<double>(at + 1));
    levels.push_back(schedule.levels[at]);
    batches.push_back(schedule.batch_size(static_cast<Index>(at)));
    dearest.push_back(rhos[at]);
    cheapest.push_back(*std::min_element(begin, end));
  }
  return Json::object({{"step", Json::numbers(std::move(steps))},
                       {"level", Json::numbers(std::move(levels))},
                       {"records", Json::numbers(std::move(batches))},
                       {"rho", Json::numbers(std::move(dearest))},
                       {"leastRho", Json::numbers(std::move(cheapest))},
                       {"stretch", static_cast<double>(length)}});
}

/// zCDP by the worst-case calibration: 3 U (tau alpha L_0 Lambda)^2, as in level_kappa.
double worst_levels_rho(const LevelRule& rule, const BiasReducedDraws& draws, double step_size) {
  const double change =
      step_size * rule.batch_divisor * worst_level_weight(rule.max_level, draws.estimator);
  return 3.0 * rule.level_budget * change * change * 0.5 * draws.widths.squared();
}

struct Summary {
  double mean = 0.0;
  double standard_error = 0.0;
  double least = 0.0;
  double most = 0.0;
};

Summary summary_of(const std::vector<double>& values) {
  const double count = static_cast<double>(values.size());
  const auto [least, most] = std::ranges::minmax(values);
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / count;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = count > 1 ? std::sqrt(squares / (count - 1) / count) : 0.0;
  return {mean, error, least, most};
}

Json summary_json(const Summary& summary) {
  return Json::object({{"mean", summary.mean},
                       {"standardError", summary.standard_error},
                       {"least", summary.least},
                       {"most", summary.most}});
}

/// Counts of whole numbers in bins of equal whole width.
Json bins_json(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  const double width =
      std::max(1.0, std::ceil((most - least + 1.0) / static_cast<double>(kMostBins)));
  std::vector<double> counts(static_cast<std::size_t>((most - least) / width) + 1);
  for (const double value : values) ++counts[static_cast<std::size_t>((value - least) / width)];
  std::vector<double> from;
  for (std::size_t bin = 0; bin < counts.size(); ++bin)
    from.push_back(least + width * static_cast<double>(bin));
  return Json::object({{"from", Json::numbers(std::move(from))},
                       {"width", width},
                       {"count", Json::numbers(std::move(counts))}});
}

/// Schedules of other seeds; how many records they would need, where n is no limit.
Result<Json> repeats_json(const ScheduleQuestion& question, const PublicLevels& levels) {
  std::vector<double> steps, records;
  double beyond = 0.0;
  for (Index i = 0; i < question.seeds; ++i) {
    PublicLevels next = levels;
    next.seed += i;
    const auto one = public_level_schedule(next, std::numeric_limits<Index>::max(), kMostSteps);
    if (!one) return std::unexpected(one.error());
    steps.push_back(static_cast<double>(one->steps()));
    records.push_back(static_cast<double>(one->records));
    beyond += one->records > question.samples ? 1.0 : 0.0;
  }
  return Json::object({{"seeds", question.seeds},
                       {"steps", summary_json(summary_of(steps))},
                       {"bins", bins_json(steps)},
                       {"records", summary_json(summary_of(records))},
                       {"withoutRecords", beyond}});
}

Result<void> check_work(const ScheduleQuestion& question, const LevelRule& rule) {
  const double all = static_cast<double>(question.seeds + 1) * expected_steps(rule).most;
  if (all <= kMostDrawnLevels) return {};
  return fail(ErrorCode::limit_exceeded, "seeds",
              "schedules of about " + number_text(std::round(expected_steps(rule).most)) +
                  " steps are too many levels to draw, more than " + number_text(kMostDrawnLevels) +
                  ": use fewer seeds or a smaller levelBudget");
}

/// The schedule that is shown, with what its blocks cost at its step size.
Result<Json> schedule_json(const BiasReducedSetting& setting, const BiasReducedParameters& solved,
                           const PublicLevels& levels, const VertexBudget& budget,
                           BiasReducedCalibration calibration) {
  const auto schedule = public_level_schedule(levels, setting.samples, kMostSteps);
  if (!schedule) return std::unexpected(schedule.error());
  const auto step_size = realized_step_size(solved, setting, *schedule, budget, calibration);
  if (!step_size) return std::unexpected(step_size.error());
  const std::vector<double> rhos = schedule_batch_rhos(*schedule, setting.draws, *step_size);
  return Json::object({{"steps", schedule->steps()},
                       {"spent", schedule->spent},
                       {"records", schedule->records},
                       {"stepSize", *step_size},
                       {"budget", budget.rho},
                       {"rho", *std::ranges::max_element(rhos)},
                       {"worstRho", worst_levels_rho(levels.rule, setting.draws, *step_size)},
                       {"histogram", histogram_json(*schedule)},
                       {"blocks", blocks_json(*schedule, rhos)}});
}

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  const auto budget = approximate_vertex_budget(question->epsilon, question->delta);
  if (!budget) return std::unexpected(budget.error());
  const BiasReducedSetting setting = question->setting();
  const auto solved = bias_reduced_parameters(setting, *budget, question->calibration);
  if (!solved) return std::unexpected(solved.error());
  if (auto checked = check_work(*question, solved->rule); !checked)
    return std::unexpected(checked.error());
  const PublicLevels levels{
      .rule = solved->rule, .seed = question->seed, .estimator = question->estimator};
  auto shown = schedule_json(setting, *solved, levels, *budget, question->calibration);
  if (!shown) return shown;
  auto repeats = repeats_json(*question, levels);
  if (!repeats) return repeats;
  const ExpectedSteps expected = expected_steps(solved->rule);
  return Json::object(
      {{"rule", rule_json(*solved, question->estimator)},
       {"expectedSteps", Json::object({{"least", expected.least}, {"most", expected.most}})},
       {"schedule", *std::move(shown)},
       {"repeats", *std::move(repeats)}});
}

}  // namespace

TheoryQuery level_schedule_query() {
  return {.name = "level-schedule",
          .title = "Schedules of levels",
          .description =
              "Parameters of bias-reduced mirror descent, and the public levels that a seed gives: "
              "how often each, how many steps and records, and what each block costs beside what "
              "any levels may cost; over many seeds, how many steps and records there are.",
          .source = "Gonzalez, Guzman, Paquette, Algorithm 3 and Theorem 3.14, corrected",
          .parameters = specs_of(fields()),
          .rules = {},
          .answer = &answer};
}

}  // namespace noisy
