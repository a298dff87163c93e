#include <algorithm>

#include "engine/algorithm/accelerated/theory/quadratic_bound.h"
#include "engine/math/reduce.h"
#include "engine/question/theory/quadratic_question.h"

namespace noisy {
namespace {

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

Json curve_json(const std::vector<QuadraticError>& curve) {
  return Json::object({{"iteration", counting(0, curve.size())},
                       {"bias", column(curve, &QuadraticError::bias)},
                       {"variance", column(curve, &QuadraticError::variance)},
                       {"total", column(curve, &QuadraticError::total)}});
}

Json bound_json(const QuadraticLab& lab) {
  const auto bound =
      quadratic_bound_curve(lab.setting(), lab.eigenvalues, math::squared_norm(lab.start),
                            lab.noise_variance, lab.iterations);
  if (!bound) return {};
  return Json::object({{"iteration", counting(0, bound->size())},
                       {"transient", column(*bound, &QuadraticBound::transient)},
                       {"floor", column(*bound, &QuadraticBound::floor)},
                       {"total", column(*bound, &QuadraticBound::total)}});
}

// Its formula holds up to 1/L.
Json best_momentum(const QuadraticLab& lab) {
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
  return Json::object(
      {{"stable", stable},
       {"rate", quadratic_rate(setting, lab->strong_convexity(), lab->smoothness())},
       {"largestStableStep", largest_stable_step(lab->method, lab->momentum, lab->smoothness())},
       {"rateOptimalMomentum", best_momentum(*lab)},
       {"noiseFloor", number_or_null(noise_floor(setting, lab->eigenvalues, variance))},
       {"stationaryTrace", number_or_null(stationary_trace(setting, lab->eigenvalues, variance))},
       {"curve", curve_json(*curve)},
       {"bound", bound_json(*lab)}});
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
          .answer = &answer};
}

}  // namespace noisy
