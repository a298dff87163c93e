#include "engine/problem/saddle/moment_loss.h"

#include <cmath>
#include <string>

#include "engine/math/reduce.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/derivative_bounds.h"
#include "engine/problem/saddle/saddle_specs.h"

namespace noisy {
namespace {

/// A row and the point that it is asked about.
struct MomentRow {
  MomentRow(const SaddleRecord& record, const Vector& z, Index moments)
      : k(static_cast<std::size_t>(moments)),
        d(record.features.size() / k - 1),
        all(record.features),
        x(math::view(z).first(d)),
        y(math::view(z).subspan(d)) {}

  /// Row i of M.
  std::span<const double> row(std::size_t i) const { return all.subspan(i * d, d); }
  /// (M x - b)_i
  double residual(std::size_t i) const { return math::dot(row(i), x) - all[k * d + i]; }

  std::size_t k, d;
  std::span<const double> all, x, y;
};

}  // namespace

Domain MomentLoss::primal_domain(Index) const {
  return {.kind = Domain::Kind::l2_ball, .radius = parameters_.radius};
}

Domain MomentLoss::dual_domain(Index) const {
  return {.kind = Domain::Kind::linf_ball, .radius = 1};
}

double MomentLoss::value(const SaddleRecord& record, const Vector& z) const {
  const MomentRow at(record, z, parameters_.moments);
  return math::sum_of(at.k, [&](std::size_t i) { return at.y[i] * at.residual(i); });
}

void MomentLoss::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  const MomentRow at(record, z, parameters_.moments);
  const auto d = static_cast<Index>(at.d);
  out.setZero(d + parameters_.moments);
  for (std::size_t i = 0; i < at.k; ++i) {
    out.head(d) += at.y[i] * Eigen::Map<const Vector>(at.row(i).data(), d);
    out[d + static_cast<Index>(i)] = -at.residual(i);
  }
}

SaddleBounds MomentLoss::bounds(const FeatureBounds& records, Index features) const {
  const double length = records.l2;
  const double radius = parameters_.radius;
  const auto k = static_cast<double>(parameters_.moments);
  const double largest = joint_smoothness(k + radius * radius, 1, radius);
  return {.primal_dimension = primal_dimension(features),
          .dual_dimension = parameters_.moments,
          .lipschitz = length * std::sqrt(largest),
          .primal_difference = 2 * length * std::sqrt(k),
          .dual_difference = 2 * length * length_of(radius, 1),
          .smoothness = {.joint = length, .coupling = length},
          .primal_radius = radius,
          .dual_radius = std::sqrt(k)};
}

Result<void> MomentLoss::check_features(Index features) const {
  const Index k = parameters_.moments;
  if (features >= 2 * k && features % k == 0) return {};
  return fail(ErrorCode::invalid_value, "moments",
              "a row holds " + std::to_string(k) +
                  " rows of M and then as many numbers b: use a multiple of that as the number of "
                  "columns, at least two times it");
}

LossEntry moment_matching_entry() {
  return {.id = "moment-matching",
          .title = "Moment matching",
          .description =
              "y'(M x - b), x in a ball and y in a cube: min of ||mean M x - mean b||_1, which is "
              "not smooth. A row holds the k rows of M, one after the other, and then b.",
          .form = LossForm::saddle,
          .parameters = {{.name = "moments",
                          .title = "Moments",
                          .type = ParameterType::integer,
                          .minimum = 1,
                          .maximum = 1000,
                          .default_value = 3.0,
                          .description = "k, the coordinates of y."},
                         length_spec("radius", "Radius", 1, "D: ||x||_2 <= D.")},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<MomentLoss>(
                MomentLossParameters{.moments = static_cast<Index>(*given.number("moments")),
                                     .radius = *given.number("radius")});
          }};
}

}  // namespace noisy
