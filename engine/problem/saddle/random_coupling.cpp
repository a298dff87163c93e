#include "engine/problem/saddle/random_coupling.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// The coupling's diagonal, 1 and 0.3, halved.
constexpr double kDiagonal[] = {0.5, 0.15};

/// The slope of softplus(-label t).
double loss_slope(double label, double t) {
  return -label * math::sigmoid(-label * t);
}

}  // namespace

Result<RandomCoupling> RandomCoupling::make(const RandomCouplingParameters& parameters) {
  if (auto ok = check_count(parameters.dimension, 2, "dimension"); !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_positive(parameters.radius, "radius"); !ok) {
    return std::unexpected(ok.error());
  }
  return RandomCoupling(parameters);
}

Domain RandomCoupling::primal_domain() const {
  return {.kind = Domain::Kind::l2_ball, .radius = parameters_.radius};
}

CouplingRecords RandomCoupling::draw(Index count, std::uint64_t seed) const {
  const Index d = parameters_.dimension;
  const Eigen::MatrixXd empty(d, count);
  CouplingRecords out{empty, empty, empty, empty, Vector(count), Vector(count)};
  const StreamFactory streams = StreamFactory::synthetic_data(seed, "random-coupling");
  for (Index i = 0; i < count; ++i) {
    const bool is_first = i % 2 == 0;
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    out.primal_row.col(i) = draw_unit_vector(stream, d);
    out.dual_row.col(i) = draw_unit_vector(stream, d);
    out.label[i] = draw_sign(stream);
    out.sign[i] = is_first ? 1 : -1;
    out.left.col(i) = is_first ? draw_unit_vector(stream, d) : Vector(out.left.col(i - 1));
    out.right.col(i) = is_first ? draw_unit_vector(stream, d) : Vector(out.right.col(i - 1));
  }
  return out;
}

double RandomCoupling::lipschitz() const {
  return std::sqrt(2.0) * (parameters_.radius + (parameters_.has_losses ? 1 : 0));
}

SaddleSmoothness RandomCoupling::smoothness() const {
  const double loss = parameters_.has_losses ? 0.25 : 0;
  return {.joint = 1 + loss, .primal = loss, .dual = loss, .coupling = 1};
}

void RandomCoupling::operator_at(const Records& records, Index i, const Vector& z,
                                 Vector& out) const {
  const Index d = parameters_.dimension;
  const std::span<const double> x = math::view(z).first(static_cast<std::size_t>(d));
  const std::span<const double> y = math::view(z).subspan(x.size());
  const double half_sign = 0.5 * records.sign[i];
  out.head(d) = half_sign * math::dot(column(records.right, i), y) * records.left.col(i);
  out.tail(d) = -half_sign * math::dot(column(records.left, i), x) * records.right.col(i);
  for (Index j = 0; j < 2; ++j) {
    out[j] += kDiagonal[j] * z[d + j];
    out[d + j] -= kDiagonal[j] * z[j];
  }
  if (!parameters_.has_losses) return;
  const double towards_x =
      loss_slope(records.label[i], math::dot(column(records.primal_row, i), x));
  const double towards_y = loss_slope(1, math::dot(column(records.dual_row, i), y));
  out.head(d) += towards_x * records.primal_row.col(i);
  out.tail(d) += towards_y * records.dual_row.col(i);
}

}  // namespace noisy
