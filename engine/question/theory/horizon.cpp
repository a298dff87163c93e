#include "engine/algorithm/accelerated/theory/horizon.h"

#include <array>
#include <numeric>
#include <optional>

#include "engine/algorithm/accelerated/theory/masg_schedule.h"
#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/algorithm/accelerated/theory/noise_weights.h"
#include "engine/algorithm/accelerated/theory/quadratic_modes.h"
#include "engine/algorithm/accelerated/theory/sampling_noise.h"
#include "engine/experiment/file/experiment.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/privacy/calibration/division.h"
#include "engine/privacy/calibration/laplace.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::columns, record::counted, record::each, record::in, record::kNumbersOrNull,
    record::of, record::Seen::nobody;

enum class HorizonMethod { nesterov, multistage_nesterov, gradient_descent, heavy_ball };

struct HorizonQuestion {
  HorizonMethod method = HorizonMethod::nesterov;
  double strong_convexity = 0.0;
  double smoothness = 0.0;
  double step_scale = 1.0;
  Index iterations = 0;
  HorizonMode mode = HorizonMode::corrected;
  double initial_gap = 10.0;
  Index dimension = 0;
  Index samples = 0;
  double l1_sensitivity = 0.0;
  double epsilon = 0.0;
  std::optional<Index> batch_size;
  std::optional<double> momentum;
  bool include_sampling_noise = false;

  double step_size() const { return step_scale / smoothness; }
  Index batch() const { return batch_size.value_or(samples); }
};

}  // namespace

template <>
std::span<const Word<HorizonMethod>> vocabulary() {
  static constexpr std::array<Word<HorizonMethod>, 4> kWords = {{
      {HorizonMethod::nesterov, "nag", "Nesterov", "As dp-nag-opt."},
      {HorizonMethod::multistage_nesterov, "masg", "Multi-stage Nesterov", "As dp-masg-opt."},
      {HorizonMethod::gradient_descent, "gd", "Gradient descent", "As dp-gd-opt."},
      {HorizonMethod::heavy_ball, "hb", "Heavy ball", "As dp-hb-opt."},
  }};
  return kWords;
}

namespace {

std::vector<Field<HorizonQuestion>> method_fields() {
  ParameterSpec scale =
      or_default(positive_spec("stepScale", "Step scale", "c in step = c / L, at most 1."), 1.0);
  scale.maximum = 1.0;
  ParameterSpec momentum = or_rule(momentum_spec(), "Nesterov's formula");
  momentum.default_value.reset();
  momentum.description = "beta of the heavy ball; the other methods have their own.";
  return {{choice_spec<HorizonMethod>("method", "Method", "Whose bound chooses the horizon."),
           &store<&HorizonQuestion::method>},
          {positive_spec("strongConvexity", "Strong convexity", "mu."),
           &store<&HorizonQuestion::strong_convexity>},
          {positive_spec("smoothness", "Smoothness", "L, at least mu."),
           &store<&HorizonQuestion::smoothness>},
          {std::move(scale), &store<&HorizonQuestion::step_scale>},
          {std::move(momentum), &store<&HorizonQuestion::momentum>},
          {iterations_spec(), &store<&HorizonQuestion::iterations>},
          {or_default(choice_spec<HorizonMode>("mode", "Mode", "Which form of the bound is used."),
                      word_for(HorizonMode::corrected)),
           &store<&HorizonQuestion::mode>},
          {or_default(positive_spec("initialGap", "Initial gap",
                                    "E_0, a guess of F(x_0) - F*, on which the horizon depends."),
                      10.0),
           &store<&HorizonQuestion::initial_gap>}};
}

std::vector<Field<HorizonQuestion>> privacy_fields() {
  return {
      {whole_spec("dimension", "Dimension", 1, FormatLimits::kFeatures, "d."),
       &store<&HorizonQuestion::dimension>},
      {whole_spec("samples", "Records", 2, FormatLimits::kSamples, "n, public."),
       &store<&HorizonQuestion::samples>},
      {positive_spec("l1Sensitivity", "L1 sensitivity",
                     "S1, the largest L1 distance of two records' gradients."),
       &store<&HorizonQuestion::l1_sensitivity>},
      {positive_spec("epsilon", "Epsilon", "The whole budget, pure DP, replace-one neighbours."),
       &store<&HorizonQuestion::epsilon, ErrorCode::invalid_budget>},
      {or_rule(whole_spec("batchSize", "Batch size", 1, FormatLimits::kSamples,
                          "m, drawn without replacement."),
               "n"),
       &store<&HorizonQuestion::batch_size>},
      {{.name = "includeSamplingNoise",
        .title = "Count sampling noise",
        .type = ParameterType::boolean,
        .default_value = false,
        .description = "Whether the batches' own error counts in the score; the paper leaves it "
                       "out."},
       &store<&HorizonQuestion::include_sampling_noise>}};
}

const std::vector<Field<HorizonQuestion>>& fields() {
  static const std::vector<Field<HorizonQuestion>> kFields = [] {
    auto table = method_fields();
    for (auto& field : privacy_fields()) table.push_back(std::move(field));
    return table;
  }();
  return kFields;
}

Result<ErrorRecursion> recursion_of(const HorizonQuestion& question) {
  const double mu = question.strong_convexity, smoothness = question.smoothness;
  const double step = question.step_size(), beta = nesterov_momentum(step, mu);
  switch (question.method) {
    case HorizonMethod::nesterov:
      return nesterov_recursion({{question.iterations, step, beta}}, mu, smoothness);
    case HorizonMethod::multistage_nesterov: {
      const auto schedule = masg_schedule({.iterations = question.iterations,
                                           .strong_convexity = mu,
                                           .smoothness = smoothness,
                                           .step_scale = question.step_scale});
      if (!schedule) return std::unexpected(schedule.error());
      return nesterov_recursion(*schedule, mu, smoothness);
    }
    case HorizonMethod::heavy_ball: {
      const QuadraticSetting setting{QuadraticMethod::heavy_ball, step,
                                     question.momentum.value_or(beta)};
      return heavy_ball_recursion(question.iterations, step, smoothness,
                                  quadratic_rate(setting, mu, smoothness));
    }
    case HorizonMethod::gradient_descent:
      break;
  }
  return gradient_descent_recursion(question.iterations, step, mu, smoothness);
}

Result<HorizonParameters> parameters_of(const HorizonQuestion& question) {
  HorizonParameters parameters{
      .mode = question.mode,
      .initial_gap_guess = question.initial_gap,
      .noise_coefficient = noise_coefficient(question.dimension, question.l1_sensitivity,
                                             question.samples, question.epsilon)};
  const auto trace =
      sampling_noise_bound(question.l1_sensitivity, question.batch(), question.samples);
  if (!trace) return std::unexpected(trace.error());
  if (question.include_sampling_noise) parameters.sampling_noise_trace = *trace;
  return parameters;
}

/// Laplace scales b_t of a run that ends at the horizon.
struct Scales {
  double uniform = 0.0;
  std::vector<double> divided;
};

Result<Scales> scales_of(const HorizonQuestion& question, const std::vector<WeightSegment>& weights,
                         Index horizon) {
  const auto scale = [&](double step_epsilon) {
    return laplace_scale(question.l1_sensitivity, question.batch(), question.samples, step_epsilon);
  };
  const auto uniform = scale(question.epsilon / static_cast<double>(horizon));
  if (!uniform) return std::unexpected(uniform.error());
  const auto division = divide_pure_budget(Division::exact_subsampled, weights, question.epsilon,
                                           question.batch(), question.samples);
  if (!division) return std::unexpected(division.error());
  Scales scales{.uniform = *uniform, .divided = {}};
  Result<void> outcome;
  division->for_each([&](Index, double step_epsilon) {
    const auto divided = scale(step_epsilon);
    if (divided) {
      scales.divided.push_back(*divided);
    } else {
      outcome = std::unexpected(divided.error());
    }
  });
  if (!outcome) return std::unexpected(outcome.error());
  return scales;
}

struct NoiseTerms {
  double uniform = 0.0;
  double divided = 0.0;
};

/// sum_t a_t d b_t^2, for both ways to spend the budget.
Result<NoiseTerms> noise_terms(const std::vector<WeightSegment>& segments, const Scales& scales,
                               Index dimension) {
  const auto weights = GeometricWeights::create(segments);
  if (!weights) return std::unexpected(weights.error());
  math::CompensatedSum uniform, divided;
  weights->for_each([&](Index t, double relative) {
    const double weight =
        math::exp(relative + weights->log_largest()) * static_cast<double>(dimension);
    const double scale = scales.divided[static_cast<std::size_t>(t - 1)];
    uniform.add(weight * scales.uniform * scales.uniform);
    divided.add(weight * scale * scale);
  });
  return NoiseTerms{uniform.value(), divided.value()};
}

constexpr record::Table kCurve{"HorizonCurve",
                               "The score of a run that ends after 1 to T iterations.",
                               {{"iteration", counted<ErrorBound, 1>()},
                                {"initial", each<&ErrorBound::initial>(kNumbersOrNull)},
                                {"privacy", each<&ErrorBound::privacy>(kNumbersOrNull)},
                                {"sampling", each<&ErrorBound::sampling>(kNumbersOrNull)},
                                {"total", each<&ErrorBound::total>(kNumbersOrNull)}}};

constexpr record::Table kTerms{
    "HorizonNoise",
    "The privacy noise's part of the bound at the horizon, by how the budget is spent.",
    {{"uniform", of<&NoiseTerms::uniform>("number | null")},
     {"divided", of<&NoiseTerms::divided>("number | null")}}};

constexpr record::Table kScales{
    "HorizonScales",
    "Laplace scales at the horizon: one for all iterations, or one for each.",
    {{"uniform", of<&Scales::uniform>()}, {"divided", of<&Scales::divided>()}}};

struct HorizonAnswer {
  HorizonChoice choice;
  bool is_bound = false;
  std::vector<ErrorBound> curve;
  NoiseTerms noise_terms;
  Scales scales;
};

constexpr record::Table kHorizon{
    "Horizon",
    "",
    {{"horizon", of<&HorizonAnswer::choice, &HorizonChoice::horizon>(), nobody,
      "The number of iterations with the least score."},
     {"singleStep", of<&HorizonAnswer::choice, &HorizonChoice::single_step>(), nobody,
      "One iteration reaches the minimum, so it gets the whole budget."},
     {"isBound", of<&HorizonAnswer::is_bound>(), nobody,
      "Whether the score is a proven bound; for `hb` it is a guess from the spectral rate."},
     {"curve", columns<kCurve, &HorizonAnswer::curve>()},
     {"noiseTerms", in<kTerms, &HorizonAnswer::noise_terms>()},
     {"scales", in<kScales, &HorizonAnswer::scales>()}}};

Result<Json> answer_for(const HorizonQuestion& question) {
  const auto recursion = recursion_of(question);
  if (!recursion) return std::unexpected(recursion.error());
  const auto parameters = parameters_of(question);
  if (!parameters) return std::unexpected(parameters.error());
  const auto choice = select_horizon(*recursion, *parameters);
  if (!choice) return std::unexpected(choice.error());
  std::vector<Index> iterations(static_cast<std::size_t>(question.iterations));
  std::iota(iterations.begin(), iterations.end(), Index{1});
  const auto curve = horizon_curve(*recursion, *parameters, iterations);
  if (!curve) return std::unexpected(curve.error());
  const auto weights = noise_weights(*recursion, choice->horizon);
  if (!weights) return std::unexpected(weights.error());
  auto scales = scales_of(question, *weights, choice->horizon);
  if (!scales) return std::unexpected(scales.error());
  const auto terms = noise_terms(*weights, *scales, question.dimension);
  if (!terms) return std::unexpected(terms.error());
  return record::json_of<kHorizon>(
      HorizonAnswer{.choice = *choice,
                    .is_bound = question.method != HorizonMethod::heavy_ball,
                    .curve = *curve,
                    .noise_terms = *terms,
                    .scales = *std::move(scales)});
}

constexpr FieldRule kRules[] = {refuses(
    "momentum", ErrorCode::unsupported_option,
    "only the method \"hb\" takes a momentum; the others have their own", "method", "nag masg gd")};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields(), kRules);
  if (!question) return std::unexpected(question.error());
  if (auto checked = check_convexity(question->strong_convexity, question->smoothness); !checked) {
    return std::unexpected(checked.error());
  }
  return answer_for(*question);
}

}  // namespace

TheoryQuery horizon_query() {
  return {.name = "horizon",
          .title = "Horizon",
          .description =
              "How many of T iterations a divided budget is best spent on: the score of every "
              "length, the chosen one, its noise scales, and the gain over an even division.",
          .source = "Remark 4.1, Prop. 4.2, Thm 4.1 and 4.3 corrected",
          .parameters = specs_of(fields()),
          .rules = kRules,
          .records = {&kHorizon},
          .answer = &answer};
}

}  // namespace noisy
