#include <algorithm>
#include <optional>

#include "engine/algorithm/accelerated/theory/quadratic_bound.h"
#include "engine/math/reduce.h"
#include "engine/question/theory/quadratic_question.h"

namespace noisy {
namespace {

using record::columns, record::counted, record::each, record::in_or_null, record::kNumbersOrNull,
    record::of, record::or_null, record::Seen::nobody;

struct QuadraticLab : QuadraticQuestion {
  double noise_variance = 0.0;
};

const std::vector<Field<QuadraticLab>>& fields() {
  static const std::vector<Field<QuadraticLab>> kFields = [] {
    auto table = quadratic_fields<QuadraticLab>();
    table.push_back(
        {or_default(not_negative_spec("noiseVariance", "Noise variance",
                                      "Of every coordinate of every gradient: 2 b^2 for Laplace "
                                      "noise of scale b."),
                    0.0),
         &store<&QuadraticLab::noise_variance>});
    return table;
  }();
  return kFields;
}

constexpr record::Table kCurve{"QuadraticCurve",
                               "The exact expected error of iterations 0 to T.",
                               {{"iteration", counted<QuadraticError>()},
                                {"bias", each<&QuadraticError::bias>(kNumbersOrNull)},
                                {"variance", each<&QuadraticError::variance>(kNumbersOrNull)},
                                {"total", each<&QuadraticError::total>(kNumbersOrNull)}}};

constexpr record::Table kBound{"QuadraticBoundCurve",
                               "Theorem 3.5, corrected.",
                               {{"iteration", counted<QuadraticBound>()},
                                {"transient", each<&QuadraticBound::transient>(kNumbersOrNull)},
                                {"floor", each<&QuadraticBound::floor>(kNumbersOrNull)},
                                {"total", each<&QuadraticBound::total>(kNumbersOrNull)}}};

struct LabAnswer {
  bool is_stable = false;
  double rate = 0.0;
  double largest_stable_step = 0.0;
  std::optional<double> best_momentum;
  Result<double> noise_floor;
  Result<double> stationary_trace;
  std::vector<QuadraticError> curve;
  Result<std::vector<QuadraticBound>> bound;
};

const std::vector<QuadraticBound>* known_bound(const LabAnswer& lab) {
  return lab.bound ? &*lab.bound : nullptr;
}

constexpr record::Table kLab{
    "QuadraticLab",
    "",
    {{"stable", of<&LabAnswer::is_stable>()},
     {"rate", of<&LabAnswer::rate>("number | null")},
     {"largestStableStep", of<&LabAnswer::largest_stable_step>()},
     {"rateOptimalMomentum", or_null<&LabAnswer::best_momentum>("number | null"), nobody,
      "Null for steps above 1/L."},
     {"noiseFloor", or_null<&LabAnswer::noise_floor>("number | null"), nobody,
      "E F - F* as t grows; null when unstable."},
     {"stationaryTrace", or_null<&LabAnswer::stationary_trace>("number | null"), nobody,
      "The trace of the covariance as t grows; null when unstable."},
     {"curve", columns<kCurve, &LabAnswer::curve>()},
     {"bound", in_or_null<kBound, &known_bound>(), nobody,
      "Null for Nesterov and when unstable."}}};

// Its formula holds up to 1/L.
std::optional<double> best_momentum(const QuadraticLab& lab) {
  constexpr double kSlack = 1.0 + 1e-12;
  if (lab.step_size * lab.smoothness() > kSlack) return {};
  return rate_optimal_momentum(lab.method, lab.step_size, lab.strong_convexity());
}

Result<Json> answer(const Json& given) {
  const auto lab = read_question(given, fields(), kQuadraticRules);
  if (!lab) return std::unexpected(lab.error());
  if (auto checked = check_quadratic(*lab); !checked) return std::unexpected(checked.error());
  const QuadraticSetting setting = lab->setting();
  const double variance = lab->noise_variance;
  const auto curve = quadratic_error_curve(lab->quadratic(), lab->method,
                                           {{lab->iterations, lab->step_size, lab->momentum}},
                                           [&](Index) { return variance; });
  if (!curve) return std::unexpected(curve.error());
  const bool stable = std::ranges::all_of(
      lab->eigenvalues, [&](double eigenvalue) { return is_stable(setting, eigenvalue); });
  return record::json_of<kLab>(LabAnswer{
      .is_stable = stable,
      .rate = quadratic_rate(setting, lab->strong_convexity(), lab->smoothness()),
      .largest_stable_step = largest_stable_step(lab->method, lab->momentum, lab->smoothness()),
      .best_momentum = best_momentum(*lab),
      .noise_floor = noise_floor(setting, lab->eigenvalues, variance),
      .stationary_trace = stationary_trace(setting, lab->eigenvalues, variance),
      .curve = *curve,
      .bound = quadratic_bound_curve(setting, lab->eigenvalues, math::squared_norm(lab->start),
                                     variance, lab->iterations)});
}

}  // namespace

TheoryQuery quadratic_lab_query() {
  return {.name = "quadratic-lab",
          .title = "Quadratic lab",
          .description =
              "The exact expected error of one method on one quadratic with noisy gradients, by "
              "bias and variance, its rate, its noise floor, and the bound of Theorem 3.5.",
          .source = "Thm 3.5, corrected",
          .parameters = specs_of(fields()),
          .rules = kQuadraticRules,
          .records = {&kLab},
          .answer = &answer};
}

}  // namespace noisy
