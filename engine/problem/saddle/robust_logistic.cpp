#include "engine/problem/saddle/robust_logistic.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/saddle_specs.h"

#include "engine/math/elementary.h"
#include "engine/problem/saddle/derivative_bounds.h"
#include "engine/problem/saddle/shifted_record.h"

namespace noisy {

Result<RobustLogisticLoss> RobustLogisticLoss::make(const RobustParameters& parameters) {
  if (auto ok = check_robust(parameters); !ok) return std::unexpected(ok.error());
  if (!(parameters.shift_weight >= parameters.radius * parameters.radius / 4)) {
    return fail(ErrorCode::invalid_value, "shiftWeight",
                "the inner problem is not concave: shiftWeight must be at least radius^2 / 4");
  }
  return RobustLogisticLoss(parameters);
}

Domain RobustLogisticLoss::primal_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::l2_ball, .radius = parameters_.radius};
}

Domain RobustLogisticLoss::dual_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::l2_ball, .radius = parameters_.shift_radius};
}

double RobustLogisticLoss::value(const SaddleRecord& record, const Vector& z) const {
  const double score = shifted_score(record, z);
  return math::softplus(record.target > 0 ? -score : score) -
         parameters_.shift_weight / 2 * shift_square(z);
}

void RobustLogisticLoss::operator_at(const SaddleRecord& record, const Vector& z,
                                     Vector& out) const {
  const double score = shifted_score(record, z);
  const double slope = record.target > 0 ? -math::sigmoid(-score) : math::sigmoid(score);
  shifted_operator(record, z, slope, parameters_.shift_weight, out);
}

SaddleBounds RobustLogisticLoss::bounds(const FeatureBounds& records, Index features) const {
  const auto [r_w, r_v, weight] = parameters_;
  const double length = records.l2 + r_v;
  const LogisticBounds of = logistic_bounds(r_w, length);
  SaddleSmoothness smoothness{
      .primal = length * length / 4, .dual = weight, .coupling = length * r_w / 4 + of.slope};
  smoothness.joint = joint_smoothness(smoothness.primal, smoothness.dual, smoothness.coupling);
  return {.primal_dimension = features,
          .dual_dimension = features,
          .lipschitz = length_of(of.gradient, of.slope * r_w + weight * r_v),
          .primal_difference = of.gradient_difference,
          .dual_difference = 2 * r_w * math::sigmoid(r_w * records.l2),
          .smoothness = smoothness,
          .dual_modulus = weight - r_w * r_w / 4,
          .primal_radius = r_w,
          .dual_radius = r_v};
}

LossEntry robust_logistic_entry() {
  return {
      .id = "robust-logistic",
      .title = "Shift-robust logistic",
      .description =
          "log(1 + exp(-t w'(u + v))) - (c / 2) ||v||^2: a classifier that withstands the worst "
          "common shift v of all features, which costs c = r^2 / 4 + concavity.",
      .form = LossForm::saddle,
      .takes_labels = true,
      .parameters = {length_spec("radius", "Radius", 1, "r: ||w||_2 <= r."),
                     length_spec("shiftRadius", "Shift radius", 0.5, "||v||_2 <= this."),
                     length_spec("concavity", "Concavity", 0.5,
                                 "mu_y: how much more a shift costs than keeps the problem "
                                 "concave in it, which is r^2 / 4.")},
      .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
        const double r = *given.number("radius");
        return std::make_shared<RobustLogisticLoss>(
            RobustLogisticLoss::make({.radius = r,
                                      .shift_radius = *given.number("shiftRadius"),
                                      .shift_weight = r * r / 4 + *given.number("concavity")})
                .value());
      }};
}

}  // namespace noisy
