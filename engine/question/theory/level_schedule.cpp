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

using record::columns, record::each, record::in, record::of, record::Seen::nobody;

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

struct RuleAnswer {
  BiasReducedParameters parameters;
  double weight = 0.0;
};

constexpr record::Table kRule{
    "LevelRule",
    "",
    {{"maxLevel",
      of<&RuleAnswer::parameters, &BiasReducedParameters::rule, &LevelRule::max_level>(), nobody,
      "M."},
     {"levelBudget",
      of<&RuleAnswer::parameters, &BiasReducedParameters::rule, &LevelRule::level_budget>(), nobody,
      "U."},
     {"batchDivisor",
      of<&RuleAnswer::parameters, &BiasReducedParameters::rule, &LevelRule::batch_divisor>(),
      nobody, "alpha."},
     {"momentScale", of<&RuleAnswer::parameters, &BiasReducedParameters::moment_scale>(), nobody,
      "C."},
     {"kappa", of<&RuleAnswer::parameters, &BiasReducedParameters::kappa>()},
     {"weight", of<&RuleAnswer::weight>(), nobody, "Lambda."}}};

/// How often a level was drawn, beside how often its law says.
struct LevelCount {
  Index level = 0;
  double count = 0.0;
  double expected = 0.0;
};

constexpr record::Table kHistogram{"LevelHistogram",
                                   "",
                                   {{"level", each<&LevelCount::level>()},
                                    {"count", each<&LevelCount::count>()},
                                    {"expected", each<&LevelCount::expected>()}}};

std::vector<LevelCount> histogram_of(const LevelSchedule& schedule) {
  const Index most = schedule.rule.max_level;
  std::vector<LevelCount> out;
  for (Index level = 0; level <= most; ++level) {
    out.push_back(
        {level, 0.0,
         static_cast<double>(schedule.steps()) / (level_size(level) * level_normalizer(most))});
  }
  for (const std::uint8_t level : schedule.levels) ++out[level].count;
  return out;
}

/// The dearest block of a stretch of the run, and what the cheapest costs.
struct Stretch {
  std::size_t step = 0;
  double level = 0.0, records = 0.0, rho = 0.0, least_rho = 0.0;
};

/// A few stretches; every block where they are few.
struct Blocks {
  std::vector<Stretch> stretches;
  std::size_t length = 0;

  template <auto member>
  std::vector<double> column() const {
    std::vector<double> out;
    for (const Stretch& one : stretches) out.push_back(static_cast<double>(one.*member));
    return out;
  }
};

constexpr record::Table kBlocks{
    "LevelBlocks",
    "The dearest block of each `stretch` steps, and what the cheapest there costs.",
    {{"step", of<&Blocks::column<&Stretch::step>>()},
     {"level", of<&Blocks::column<&Stretch::level>>()},
     {"records", of<&Blocks::column<&Stretch::records>>()},
     {"rho", of<&Blocks::column<&Stretch::rho>>()},
     {"leastRho", of<&Blocks::column<&Stretch::least_rho>>()},
     {"stretch", of<&Blocks::length>()}}};

Blocks blocks_of(const LevelSchedule& schedule, const std::vector<double>& rhos) {
  const std::size_t count = rhos.size();
  Blocks out{.stretches = {},
             .length = static_cast<std::size_t>((count + kMostStretches - 1) / kMostStretches)};
  for (std::size_t first = 0; first < count; first += out.length) {
    const auto begin = rhos.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end =
        rhos.begin() + static_cast<std::ptrdiff_t>(std::min(first + out.length, count));
    const auto at = static_cast<std::size_t>(std::max_element(begin, end) - rhos.begin());
    out.stretches.push_back({.step = at + 1,
                             .level = static_cast<double>(schedule.levels[at]),
                             .records = schedule.batch_size(static_cast<Index>(at)),
                             .rho = rhos[at],
                             .least_rho = *std::min_element(begin, end)});
  }
  return out;
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

constexpr record::Table kSummary{"SeedSummary",
                                 "Of numbers from several seeds.",
                                 {{"mean", of<&Summary::mean>()},
                                  {"standardError", of<&Summary::standard_error>()},
                                  {"least", of<&Summary::least>()},
                                  {"most", of<&Summary::most>()}}};

/// Counts of whole numbers in bins of equal whole width.
struct Bins {
  std::vector<double> from;
  double width = 0.0;
  std::vector<double> count;
};

constexpr record::Table kBins{
    "SeedBins",
    "How many seeds have `from` to `from + width - 1` steps.",
    {{"from", of<&Bins::from>()}, {"width", of<&Bins::width>()}, {"count", of<&Bins::count>()}}};

Bins bins_of(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  const double width =
      std::max(1.0, std::ceil((most - least + 1.0) / static_cast<double>(kMostBins)));
  Bins out{.from = {},
           .width = width,
           .count = std::vector<double>(static_cast<std::size_t>((most - least) / width) + 1)};
  for (const double value : values) ++out.count[static_cast<std::size_t>((value - least) / width)];
  for (std::size_t bin = 0; bin < out.count.size(); ++bin)
    out.from.push_back(least + width * static_cast<double>(bin));
  return out;
}

struct Repeats {
  Index seeds = 0;
  Summary steps;
  Bins bins;
  Summary records;
  double without_records = 0.0;
};

constexpr record::Table kRepeats{"LevelRepeats",
                                 "Schedules of many seeds.",
                                 {{"seeds", of<&Repeats::seeds>()},
                                  {"steps", in<kSummary, &Repeats::steps>()},
                                  {"bins", in<kBins, &Repeats::bins>()},
                                  {"records", in<kSummary, &Repeats::records>()},
                                  {"withoutRecords", of<&Repeats::without_records>(), nobody,
                                   "Seeds that would need more records than there are."}}};

/// Schedules of other seeds; how many records they would need, where n is no limit.
Result<Repeats> repeats_of(const ScheduleQuestion& question, const PublicLevels& levels) {
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
  return Repeats{.seeds = question.seeds,
                 .steps = summary_of(steps),
                 .bins = bins_of(steps),
                 .records = summary_of(records),
                 .without_records = beyond};
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
struct Shown {
  LevelSchedule schedule;
  double step_size = 0.0, budget = 0.0, rho = 0.0, worst_rho = 0.0;
  std::vector<LevelCount> histogram;
  Blocks blocks;
};

constexpr record::Table kShown{
    "ShownLevels",
    "The schedule of the seed that was given.",
    {{"steps", of<&Shown::schedule, &LevelSchedule::steps>()},
     {"spent", of<&Shown::schedule, &LevelSchedule::spent>(), nobody, "The sum of 2^N, at most U."},
     {"records", of<&Shown::schedule, &LevelSchedule::records>()},
     {"stepSize", of<&Shown::step_size>()},
     {"budget", of<&Shown::budget>(), nobody, "zCDP: what may be spent."},
     {"rho", of<&Shown::rho>(), nobody, "What the dearest block costs."},
     {"worstRho", of<&Shown::worst_rho>(), nobody, "What any levels might have cost."},
     {"histogram", columns<kHistogram, &Shown::histogram>()},
     {"blocks", in<kBlocks, &Shown::blocks>()}}};

Result<Shown> shown_of(const BiasReducedSetting& setting, const BiasReducedParameters& solved,
                       const PublicLevels& levels, const VertexBudget& budget,
                       BiasReducedCalibration calibration) {
  const auto schedule = public_level_schedule(levels, setting.samples, kMostSteps);
  if (!schedule) return std::unexpected(schedule.error());
  const auto step_size = realized_step_size(solved, setting, *schedule, budget, calibration);
  if (!step_size) return std::unexpected(step_size.error());
  const std::vector<double> rhos = schedule_batch_rhos(*schedule, setting.draws, *step_size);
  return Shown{.schedule = *schedule,
               .step_size = *step_size,
               .budget = budget.rho,
               .rho = *std::ranges::max_element(rhos),
               .worst_rho = worst_levels_rho(levels.rule, setting.draws, *step_size),
               .histogram = histogram_of(*schedule),
               .blocks = blocks_of(*schedule, rhos)};
}

constexpr record::Table kExpected{
    "ExpectedSteps",
    "Bounds on the mean number of steps, by Wald's identity.",
    {{"least", of<&ExpectedSteps::least>()}, {"most", of<&ExpectedSteps::most>()}}};

struct ScheduleAnswer {
  RuleAnswer rule;
  ExpectedSteps expected;
  Shown shown;
  Repeats repeats;
};

constexpr record::Table kSchedule{"LevelSchedule",
                                  "",
                                  {{"rule", in<kRule, &ScheduleAnswer::rule>()},
                                   {"expectedSteps", in<kExpected, &ScheduleAnswer::expected>()},
                                   {"schedule", in<kShown, &ScheduleAnswer::shown>()},
                                   {"repeats", in<kRepeats, &ScheduleAnswer::repeats>()}}};

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
  const auto shown = shown_of(setting, *solved, levels, *budget, question->calibration);
  if (!shown) return std::unexpected(shown.error());
  const auto repeats = repeats_of(*question, levels);
  if (!repeats) return std::unexpected(repeats.error());
  const double weight = worst_level_weight(solved->rule.max_level, question->estimator);
  return record::json_of<kSchedule>(ScheduleAnswer{.rule = {*solved, weight},
                                                   .expected = expected_steps(solved->rule),
                                                   .shown = *shown,
                                                   .repeats = *repeats});
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
          .records = {&kSchedule},
          .answer = &answer};
}

}  // namespace noisy
