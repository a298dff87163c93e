#include "engine/problem/saddle/auc.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/saddle_specs.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/saddle/derivative_bounds.h"
#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {
namespace {

double square(double x) {
  return x * x;
}

/// What a record's class decides, at one point.
struct ClassTerms {
  double weight = 0;  ///< q
  double sign = 0;    ///< of 2 (1 + alpha) q s
  Index centre = 0;   ///< where its mean score stands in z
  double score = 0;   ///< s
  double error = 0;   ///< s - a, s - b
  double ascent = 0;  ///< 1 + alpha
};

ClassTerms terms_of(double positive_share, const SaddleRecord& record, const Vector& z) {
  const std::size_t d = record.features.size();
  const bool is_positive = record.target > 0;
  ClassTerms out{.weight = is_positive ? 1 - positive_share : positive_share,
                 .sign = is_positive ? -1.0 : 1.0,
                 .centre = static_cast<Index>(d) + (is_positive ? 0 : 1)};
  out.score = math::dot(math::view(z).first(d), record.features);
  out.error = out.score - z[out.centre];
  out.ascent = 1 + z[z.size() - 1];
  return out;
}

}  // namespace

Result<AucLoss> AucLoss::make(const AucParameters& parameters) {
  if (!(parameters.positive_share > 0 && parameters.positive_share < 1)) {
    return fail(ErrorCode::invalid_value, "positiveShare", "use a number between 0 and 1");
  }
  if (auto ok = check_positive(parameters.radius, "radius"); !ok) {
    return std::unexpected(ok.error());
  }
  return AucLoss(parameters);
}

double AucLoss::curvature() const {
  return parameters_.positive_share * (1 - parameters_.positive_share);
}

double AucLoss::larger_share() const {
  return std::max(parameters_.positive_share, 1 - parameters_.positive_share);
}

Domain AucLoss::primal_domain(Index features) const {
  const double r = parameters_.radius;
  return {.kind = Domain::Kind::product,
          .factors = {{.domain = {.kind = Domain::Kind::l2_ball, .radius = r}, .size = features},
                      {.domain = {.kind = Domain::Kind::linf_ball, .radius = r}, .size = 2}}};
}

Domain AucLoss::dual_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::linf_ball, .radius = 2 * parameters_.radius};
}

double AucLoss::value(const SaddleRecord& record, const Vector& z) const {
  const ClassTerms at = terms_of(parameters_.positive_share, record, z);
  return at.weight * square(at.error) + 2 * at.sign * at.weight * at.ascent * at.score -
         curvature() * square(at.ascent - 1);
}

void AucLoss::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  const ClassTerms at = terms_of(parameters_.positive_share, record, z);
  const double along_features = 2 * at.weight * (at.error + at.sign * at.ascent);
  const Index d = static_cast<Index>(record.features.size());
  for (Index j = 0; j < d; ++j) {
    out[j] = along_features * record.features[static_cast<std::size_t>(j)];
  }
  out[d] = out[d + 1] = 0;
  out[at.centre] = -2 * at.weight * at.error;
  out[d + 2] = 2 * curvature() * (at.ascent - 1) - 2 * at.sign * at.weight * at.score;
}

double AucLoss::lipschitz(double length) const {
  const double r = parameters_.radius;
  double largest = 0;
  for (const double q : {parameters_.positive_share, 1 - parameters_.positive_share}) {
    for (const double s : {-r * length, r * length}) {
      for (const double a : {-r, r}) {
        for (const double alpha : {-2 * r, 2 * r}) {
          const double primal = square(length * (s - a - 1 - alpha)) + square(s - a);
          const double dual = square(2 * q * s + 2 * curvature() * alpha);
          largest = std::max(largest, 4 * q * q * primal + dual);
        }
      }
    }
  }
  return std::sqrt(largest);
}

double AucLoss::primal_difference(double length) const {
  const double r = parameters_.radius;
  const double p = parameters_.positive_share;
  const double rank_one = 2 * larger_share() * r * square(length);
  const double linear = 2 * length * (1 + 3 * r);
  const double one_class =
      square(rank_one + 2 * larger_share() * linear) + square(4 * larger_share() * r * length);
  const double two_classes =
      square(rank_one + linear) + square(2 * r * (1 + length)) * (square(p) + square(1 - p));
  return std::sqrt(std::max(one_class, two_classes));
}

SaddleBounds AucLoss::bounds(const FeatureBounds& records, Index features) const {
  const double r = parameters_.radius;
  const double b = records.l2;
  const double q = larger_share();
  SaddleSmoothness smoothness{
      .primal = 2 * q * (1 + b * b), .dual = 2 * curvature(), .coupling = 2 * q * b};
  smoothness.joint = joint_smoothness(smoothness.primal, smoothness.dual, smoothness.coupling);
  return {.primal_dimension = primal_dimension(features),
          .dual_dimension = 1,
          .lipschitz = lipschitz(b),
          .primal_difference = primal_difference(b),
          .dual_difference = 4 * q * r * b,
          .smoothness = smoothness,
          .dual_modulus = 2 * curvature(),
          .primal_radius = std::sqrt(3.0) * r,
          .dual_radius = 2 * r};
}

LossEntry auc_entry() {
  return {.id = "auc",
          .title = "AUC maximization",
          .description =
              "(1-p) (w'u - a)^2 on positives, p (w'u - b)^2 on negatives, and (1 + alpha) times "
              "how far their scores are apart: a linear score that ranks positives above "
              "negatives. Scale rows to ||u|| <= 1.",
          .form = LossForm::saddle,
          .takes_labels = true,
          .parameters = {share_spec("positiveShare", "Share of positives",
                                    "p, a public prior; do not count it in the private data."),
                         length_spec("radius", "Radius", 1, "r: ||w||_2 <= r.")},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<AucLoss>(
                AucLoss::make({.positive_share = *given.number("positiveShare"),
                               .radius = *given.number("radius")})
                    .value());
          }};
}

}  // namespace noisy
