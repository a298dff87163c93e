#include "engine/problem/saddle/coupling_loss.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/derivative_bounds.h"
#include "engine/problem/saddle/saddle_specs.h"

namespace noisy {
namespace {

/// The coupling's diagonal, 1 and 0.3, halved.
constexpr double kDiagonal[] = {0.5, 0.15};

/// A record's quarters and their products with the point.
struct CouplingTerms {
  CouplingTerms(const SaddleRecord& record, const Vector& z)
      : d(record.features.size() / 4),
        a(record.features.first(d)),
        e(record.features.subspan(d, d)),
        p(record.features.subspan(2 * d, d)),
        q(record.features.subspan(3 * d, d)),
        x(math::view(z).first(d)),
        y(math::view(z).subspan(d)),
        margin(-record.target * math::dot(a, x)),
        answer(-math::dot(e, y)) {}

  std::size_t d;
  std::span<const double> a, e, p, q, x, y;
  double margin, answer;  ///< -t a.x and -e.y
};

}  // namespace

Domain CouplingLoss::primal_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::l2_ball, .radius = radius_};
}

double CouplingLoss::value(const SaddleRecord& record, const Vector& z) const {
  const CouplingTerms at(record, z);
  double coupled = math::dot(at.p, at.x) * math::dot(at.q, at.y) / 2;
  for (std::size_t j = 0; j < std::min<std::size_t>(at.d, 2); ++j) {
    coupled += kDiagonal[j] * at.x[j] * at.y[j];
  }
  return math::softplus(at.margin) + coupled - math::softplus(at.answer);
}

void CouplingLoss::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  const CouplingTerms at(record, z);
  const double along_a = -record.target * math::sigmoid(at.margin);
  const double along_e = -math::sigmoid(at.answer);
  const double along_p = math::dot(at.q, at.y) / 2;
  const double along_q = -math::dot(at.p, at.x) / 2;
  const auto d = static_cast<Index>(at.d);
  out.resize(2 * d);
  for (std::size_t j = 0; j < at.d; ++j) {
    const double diagonal = j < 2 ? kDiagonal[j] : 0;
    const auto k = static_cast<Index>(j);
    out[k] = along_a * at.a[j] + along_p * at.p[j] + diagonal * at.y[j];
    out[d + k] = along_e * at.e[j] + along_q * at.q[j] - diagonal * at.x[j];
  }
}

SaddleBounds CouplingLoss::bounds(const FeatureBounds& records, Index features) const {
  const double length = records.l2;
  const double slope = math::sigmoid(length * radius_) * length;
  const double coupling = (1 + length * length / 2) / 2;
  const double difference = 2 * slope + radius_ * length * length / 2;
  const double curvature = length * length / 4;
  return {.primal_dimension = primal_dimension(features),
          .dual_dimension = dual_dimension(features),
          .lipschitz = std::sqrt(2.0) * (slope + coupling * radius_),
          .primal_difference = difference,
          .dual_difference = difference,
          .smoothness = {.joint = joint_smoothness(curvature, curvature, coupling),
                         .primal = curvature,
                         .dual = curvature,
                         .coupling = coupling},
          .primal_radius = radius_,
          .dual_radius = radius_};
}

Result<void> CouplingLoss::check_features(Index features) const {
  if (features >= 4 && features % 4 == 0) return {};
  return fail(ErrorCode::invalid_value, "name",
              "a row holds four vectors of the same size: use a multiple of 4 as the number of "
              "columns");
}

LossEntry random_coupling_entry() {
  return {.id = "random-coupling",
          .title = "Random coupling",
          .description =
              "softplus(-t a'x) + x'C y - softplus(-e'y), C = (diag(1, 0.3, 0, ...) + p q') / 2, "
              "for the quarters a, e, p, q of a row and its label t: a problem to compare solvers "
              "on.",
          .form = LossForm::saddle,
          .takes_labels = true,
          .parameters = {length_spec("radius", "Radius", 1, "||x||_2, ||y||_2 <= this.")},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<CouplingLoss>(*given.number("radius"));
          }};
}

}  // namespace noisy
