#include <array>
#include <optional>

#include "engine/algorithm/simplex/theory/vertex_averages.h"
#include "engine/experiment/file/experiment.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::columns, record::each, record::kNumbersOrNull, record::of, record::Seen::nobody;

/// A level has draws for four times as many sums as the one below it.
constexpr Index kMostAsked = 14;

struct BiasQuestion : CoordinateLoss {
  std::optional<double> weight;
  double vertices = 16.0;
  Index max_level = 10;

  double point() const { return weight.value_or(minimizer); }
};

}  // namespace

template <>
std::span<const Word<CoordinateShape>> vocabulary() {
  static constexpr std::array<Word<CoordinateShape>, 3> kWords = {{
      {CoordinateShape::exponential, "exponential", "Exponential",
       "e^(b (u - 1)) / b - e^(b (p - 1)) u, as in the loss bias-stress: smooth of any order."},
      {CoordinateShape::kinked, "kinked", "Kinked",
       "b (u - p)^2 / 2 above p and 0 below: its gradient has a kink, so that first-order bounds "
       "alone hold."},
      {CoordinateShape::quadratic, "quadratic", "Quadratic",
       "b (u - p)^2 / 2: gradients at averages are unbiased."},
  }};
  return kWords;
}

namespace {

ParameterSpec unit_spec(std::string name, std::string title, std::string description) {
  ParameterSpec spec = not_negative_spec(std::move(name), std::move(title), std::move(description));
  spec.maximum = 1;
  return spec;
}

const std::vector<Field<BiasQuestion>>& fields() {
  static const std::vector<Field<BiasQuestion>> kFields = [] {
    ParameterSpec curvature = or_default(
        positive_spec("curvature", "Curvature", "b: the largest second derivative, L_1."), 5.0);
    curvature.minimum = 0.01;
    curvature.exclusive_minimum = false;
    curvature.maximum = 1000;
    return std::vector<Field<BiasQuestion>>{
        {or_default(choice_spec<CoordinateShape>("function", "Function",
                                                 "The loss as a function of one coordinate u."),
                    word_for(CoordinateShape::exponential)),
         &store<&CoordinateLoss::shape>},
        {std::move(curvature), &store<&CoordinateLoss::curvature>},
        {or_default(unit_spec("minimizer", "Minimizer", "p, where the loss is least."), 0.8),
         &store<&CoordinateLoss::minimizer>},
        {or_rule(unit_spec("weight", "Weight",
                           "The coordinate of the point at whose drawn vertices gradients are "
                           "taken: the probability of its vertex."),
                 "the minimizer"),
         &store<&BiasQuestion::weight>},
        {or_default(whole_spec("vertices", "Vertices", 2, FormatLimits::kFeatures,
                               "d of each simplex; bounds alone depend on it."),
                    16.0),
         &store<&BiasQuestion::vertices>},
        {or_default(whole_spec("maxLevel", "Largest level", 0, static_cast<double>(kMostAsked),
                               "The largest M; up to 2^(M+1) vertices are averaged."),
                    10.0),
         &store<&BiasQuestion::max_level>}};
  }();
  return kFields;
}

/// Averages of K vertices, K = 1, 2, 4, ...
struct Average {
  Index draws = 1;
  double plateau = 0.0;
  double plateau_loss = 0.0;
  AverageError error;
  AverageBounds bounds;
};

Average average_of(const BiasQuestion& question, Index draws) {
  const double rest = plateau(question, draws);
  return {draws, rest, question.value(rest) - question.value(question.minimizer),
          average_error(question, question.point(), draws),
          average_bounds(question.regularity(), question.vertices, draws)};
}

constexpr record::Table kAverages{
    "VertexAverages",
    "One entry for averages of 1, 2, 4, ... vertices; a bound is null where there is none.",
    {{"draws", each<&Average::draws>()},
     {"plateau", each<&Average::plateau>(), nobody,
      "Where mirror descent with so many vertices for each gradient comes to rest."},
     {"plateauLoss", each<&Average::plateau_loss>(), nobody, "Its loss."},
     {"bias", each<&Average::error, &AverageError::slope_bias>(), nobody,
      "Of the gradient: its mean's error."},
     {"biasBound", each<&Average::bounds, &AverageBounds::slope_bias>(kNumbersOrNull)},
     {"firstOrderBiasBound",
      each<&Average::bounds, &AverageBounds::first_order_slope_bias>(kNumbersOrNull)},
     {"meanSquare", each<&Average::error, &AverageError::mean_square>(), nobody,
      "Of the gradient: its mean square error."},
     {"meanSquareBound", each<&Average::bounds, &AverageBounds::mean_square>(kNumbersOrNull)},
     {"firstOrderMeanSquareBound",
      each<&Average::bounds, &AverageBounds::first_order_mean_square>(kNumbersOrNull)},
     {"valueBias", each<&Average::error, &AverageError::value_bias>()},
     {"valueBiasBound", each<&Average::bounds, &AverageBounds::value_bias>(kNumbersOrNull)}}};

/// Gradients of the largest level M. Their bias is that of the average of 2^(M+1) vertices.
struct Level {
  const BiasQuestion* question;
  const LevelMoments* moments;
  Average average;
  Index level = 0;

  template <LevelEstimator estimator>
  double moment() const {
    return moments->second_moment(level, estimator);
  }
  template <LevelEstimator estimator>
  double cost() const {
    return leveled_draws_cost(level, estimator);
  }
  template <LevelEstimator estimator>
  double weight() const {
    return worst_level_weight(level, estimator);
  }
  double moment_bound() const {
    return second_moment_bound(question->regularity(), question->vertices, level);
  }
  double mean_draws() const { return 2.0 * expected_level_size(level) + 1.0; }
  double even_cost() const { return even_draws_cost(2.0 * level_size(level)); }
};

constexpr auto kPlain = LevelEstimator::plain, kAntithetic = LevelEstimator::antithetic;

constexpr record::Table kLevels{
    "BiasReducedLevels",
    "One entry for bias-reduced gradients with largest level M = 0, 1, 2, ...",
    {{"maxLevel", each<&Level::level>()},
     {"bias", each<&Level::average, &Average::error, &AverageError::slope_bias>(), nobody,
      "That of 2^(M+1) vertices."},
     {"biasBound",
      each<&Level::average, &Average::bounds, &AverageBounds::slope_bias>(kNumbersOrNull)},
     {"secondMoment", each<&Level::moment<kPlain>>()},
     {"antitheticSecondMoment", each<&Level::moment<kAntithetic>>()},
     {"secondMomentBound", each<&Level::moment_bound>(kNumbersOrNull)},
     {"meanDraws", each<&Level::mean_draws>(), nobody, "Vertices of each player and step."},
     {"weight", each<&Level::weight<kPlain>>(), nobody, "Lambda."},
     {"antitheticWeight", each<&Level::weight<kAntithetic>>()},
     {"cost", each<&Level::cost<kPlain>>(), nobody,
      "zCDP of equally many steps over equally many records."},
     {"antitheticCost", each<&Level::cost<kAntithetic>>()},
     {"evenCost", each<&Level::even_cost>(), nobody, "The same of 2^(M+1) vertices in each."}}};

struct BiasAnswer {
  double weight = 0.0;
  SimplexRegularity known;
  std::vector<Average> averages;
  std::vector<Level> levels;
};

constexpr record::Table kBias{
    "BiasVariance",
    "",
    {{"weight", of<&BiasAnswer::weight>(), nobody,
      "The coordinate of the point whose vertices are drawn."},
     {"lipschitz", of<&BiasAnswer::known, &SimplexRegularity::lipschitz>(), nobody,
      "L_0 of the function."},
     {"smoothness", of<&BiasAnswer::known, &SimplexRegularity::smoothness>(), nobody, "L_1."},
     {"hessianLipschitz",
      of<&BiasAnswer::known, &SimplexRegularity::hessian_lipschitz>("number | null"), nobody,
      "L_2; a kink has none."},
     {"averages", columns<kAverages, &BiasAnswer::averages>()},
     {"levels", columns<kLevels, &BiasAnswer::levels>()}}};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  BiasAnswer out{
      .weight = question->point(), .known = question->regularity(), .averages = {}, .levels = {}};
  for (Index power = 0; power <= question->max_level + 1; ++power)
    out.averages.push_back(average_of(*question, Index{1} << power));
  const LevelMoments moments(*question, question->point(), question->max_level);
  for (Index level = 0; level <= question->max_level; ++level) {
    const Average& average = out.averages[static_cast<std::size_t>(level + 1)];
    out.levels.push_back({&*question, &moments, average, level});
  }
  return record::json_of<kBias>(out);
}

}  // namespace

TheoryQuery bias_variance_query() {
  return {.name = "bias-variance",
          .title = "Bias and variance of vertex sampling",
          .description =
              "How gradients at averages of drawn vertices are misled, by how many are drawn: "
              "where Algorithm 1 comes to rest, bias and mean square beside their bounds; and of "
              "the bias-reduced gradients of Algorithm 2 by their largest level. All exact, by "
              "sums over binomial laws.",
          .source = "Gonzalez, Guzman, Paquette, sections 2 and 3.2, constants corrected",
          .parameters = specs_of(fields()),
          .rules = {},
          .records = {&kBias},
          .answer = &answer};
}

}  // namespace noisy
