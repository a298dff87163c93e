#include <array>
#include <optional>

#include "engine/algorithm/simplex/theory/vertex_averages.h"
#include "engine/experiment/file/experiment.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

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

/// Numbers or, where a bound says nothing, null.
template <typename Items, typename Value>
Json bound_column(const Items& items, const Value& value) {
  std::vector<Json> numbers;
  for (const auto& item : items) numbers.push_back(finite_or_null(value(item)));
  return Json::array(std::move(numbers));
}

Json averages_json(const std::vector<Average>& all) {
  const auto error = [&](auto member) {
    return column(all, [member](const Average& one) { return one.error.*member; });
  };
  const auto bound = [&](auto member) {
    return bound_column(all, [member](const Average& one) { return one.bounds.*member; });
  };
  return Json::object(
      {{"draws", column(all, [](const Average& one) { return static_cast<double>(one.draws); })},
       {"plateau", column(all, &Average::plateau)},
       {"plateauLoss", column(all, &Average::plateau_loss)},
       {"bias", error(&AverageError::slope_bias)},
       {"biasBound", bound(&AverageBounds::slope_bias)},
       {"firstOrderBiasBound", bound(&AverageBounds::first_order_slope_bias)},
       {"meanSquare", error(&AverageError::mean_square)},
       {"meanSquareBound", bound(&AverageBounds::mean_square)},
       {"firstOrderMeanSquareBound", bound(&AverageBounds::first_order_mean_square)},
       {"valueBias", error(&AverageError::value_bias)},
       {"valueBiasBound", bound(&AverageBounds::value_bias)}});
}

/// One entry for each M = 0, 1, ... Its bias is that of the average of 2^(M+1) vertices.
Json levels_json(const BiasQuestion& question, const std::vector<Average>& all) {
  const LevelMoments moments(question, question.point(), question.max_level);
  std::vector<Index> levels;
  for (Index level = 0; level <= question.max_level; ++level) levels.push_back(level);
  const auto average = [&](Index level) -> const Average& {
    return all[static_cast<std::size_t>(level + 1)];
  };
  const auto moment = [&](LevelEstimator estimator) {
    return column(levels, [&moments, estimator](Index level) {
      return moments.second_moment(level, estimator);
    });
  };
  const auto cost = [&](LevelEstimator estimator) {
    return column(levels,
                  [estimator](Index level) { return leveled_draws_cost(level, estimator); });
  };
  const auto weight = [&](LevelEstimator estimator) {
    return column(levels,
                  [estimator](Index level) { return worst_level_weight(level, estimator); });
  };
  return Json::object(
      {{"maxLevel", counting(0, levels.size())},
       {"bias", column(levels, [&](Index level) { return average(level).error.slope_bias; })},
       {"biasBound",
        bound_column(levels, [&](Index level) { return average(level).bounds.slope_bias; })},
       {"secondMoment", moment(LevelEstimator::plain)},
       {"antitheticSecondMoment", moment(LevelEstimator::antithetic)},
       {"secondMomentBound", bound_column(levels,
                                          [&](Index level) {
                                            return second_moment_bound(question.regularity(),
                                                                       question.vertices, level);
                                          })},
       {"meanDraws",
        column(levels, [](Index level) { return 2.0 * expected_level_size(level) + 1.0; })},
       {"weight", weight(LevelEstimator::plain)},
       {"antitheticWeight", weight(LevelEstimator::antithetic)},
       {"cost", cost(LevelEstimator::plain)},
       {"antitheticCost", cost(LevelEstimator::antithetic)},
       {"evenCost",
        column(levels, [](Index level) { return even_draws_cost(2.0 * level_size(level)); })}});
}

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  std::vector<Average> averages;
  for (Index power = 0; power <= question->max_level + 1; ++power)
    averages.push_back(average_of(*question, Index{1} << power));
  const SimplexRegularity known = question->regularity();
  return Json::object({{"weight", question->point()},
                       {"lipschitz", known.lipschitz},
                       {"smoothness", known.smoothness},
                       {"hessianLipschitz", finite_or_null(known.hessian_lipschitz)},
                       {"averages", averages_json(averages)},
                       {"levels", levels_json(*question, averages)}});
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
          .answer = &answer};
}

}  // namespace noisy
