#include "engine/problem/saddle/robust_regression.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/saddle_specs.h"

#include "engine/problem/saddle/derivative_bounds.h"
#include "engine/problem/saddle/shifted_record.h"

namespace noisy {

Result<RobustRegressionLoss> RobustRegressionLoss::make(const RobustParameters& parameters) {
  if (auto ok = check_robust(parameters); !ok) return std::unexpected(ok.error());
  if (!(parameters.shift_weight >= parameters.radius * parameters.radius)) {
    return fail(ErrorCode::invalid_value, "shiftWeight",
                "the inner problem is not concave: shiftWeight must be at least radius^2");
  }
  return RobustRegressionLoss(parameters);
}

Domain RobustRegressionLoss::primal_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::l2_ball, .radius = parameters_.radius};
}

Domain RobustRegressionLoss::dual_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::l2_ball, .radius = parameters_.shift_radius};
}

double RobustRegressionLoss::value(const SaddleRecord& record, const Vector& z) const {
  const double error = shifted_score(record, z) - record.target;
  return error * error / 2 - parameters_.shift_weight / 2 * shift_square(z);
}

void RobustRegressionLoss::operator_at(const SaddleRecord& record, const Vector& z,
                                       Vector& out) const {
  const double error = shifted_score(record, z) - record.target;
  shifted_operator(record, z, error, parameters_.shift_weight, out);
}

SaddleBounds RobustRegressionLoss::bounds(const FeatureBounds& records, Index features) const {
  const auto [r_w, r_v, weight] = parameters_;
  const double length = records.l2 + r_v;
  const double target = largest_target(records);
  const double error = r_w * length + target;
  const double width = records.target_upper - records.target_lower;
  SaddleSmoothness smoothness{
      .primal = length * length, .dual = weight, .coupling = length * r_w + error};
  smoothness.joint = joint_smoothness(smoothness.primal, smoothness.dual, smoothness.coupling);
  return {.primal_dimension = features,
          .dual_dimension = features,
          .lipschitz = length_of(error * length, error * r_w + weight * r_v),
          .primal_difference = r_w * length * length + 2 * target * length,
          .dual_difference = r_w * (2 * r_w * records.l2 + width),
          .smoothness = smoothness,
          .dual_modulus = weight - r_w * r_w,
          .primal_radius = r_w,
          .dual_radius = r_v};
}

LossEntry robust_regression_entry() {
  return {.id = "robust-regression",
          .title = "Shift-robust least squares",
          .description =
              "(w'(u + v) - t)^2 / 2 - (c / 2) ||v||^2: a regression that withstands the worst "
              "common shift v of all features, which costs c = r^2 + concavity.",
          .form = LossForm::saddle,
          .parameters = {length_spec("radius", "Radius", 1, "r: ||w||_2 <= r."),
                         length_spec("shiftRadius", "Shift radius", 0.5, "||v||_2 <= this."),
                         length_spec("concavity", "Concavity", 0.5,
                                     "mu_y: how much more a shift costs than keeps the problem "
                                     "concave in it, which is r^2.")},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            const double r = *given.number("radius");
            return std::make_shared<RobustRegressionLoss>(
                RobustRegressionLoss::make({.radius = r,
                                            .shift_radius = *given.number("shiftRadius"),
                                            .shift_weight = r * r + *given.number("concavity")})
                    .value());
          }};
}

}  // namespace noisy
