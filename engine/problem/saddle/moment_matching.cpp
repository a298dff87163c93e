#include "engine/problem/saddle/moment_matching.h"

#include <cmath>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr const char* kName = "moment-matching";

Result<void> check_spread(double spread, const char* field) {
  if (spread >= 0 && std::isfinite(spread)) return {};
  return fail(ErrorCode::invalid_value, field, "use a finite number of at least 0");
}

Result<void> check(const MomentMatchingParameters& parameters) {
  if (auto ok = check_count(parameters.dual_dimension, 1, "dualDimension"); !ok) return ok;
  if (parameters.primal_dimension < parameters.dual_dimension) {
    return fail(ErrorCode::invalid_value, "primalDimension", "use at least the dual dimension");
  }
  if (auto ok = check_positive(parameters.strength, "strength"); !ok) return ok;
  if (auto ok = check_spread(parameters.matrix_spread, "matrixSpread"); !ok) return ok;
  if (auto ok = check_spread(parameters.target_spread, "targetSpread"); !ok) return ok;
  return check_positive(parameters.radius, "radius");
}

/// The first rows of scale (I - 2 n n'), one per column.
Eigen::MatrixXd reflected_rows(const Vector& normal, Index rows, double scale) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(normal.size(), rows);
  for (Index k = 0; k < rows; ++k) {
    out.col(k) = -2 * scale * normal[k] * normal;
    out(k, k) += scale;
  }
  return out;
}

}  // namespace

Result<MomentMatching> MomentMatching::make(const MomentMatchingParameters& parameters) {
  if (auto ok = check(parameters); !ok) return std::unexpected(ok.error());
  return MomentMatching(parameters);
}

MomentMatching::MomentMatching(const MomentMatchingParameters& parameters)
    : parameters_(parameters) {
  const StreamFactory streams = StreamFactory::synthetic_data(parameters.seed, kName);
  Stream stream = streams.stream(StreamPurpose::model, 0);
  const Vector normal = draw_unit_vector(stream, parameters.primal_dimension);
  rows_ = reflected_rows(normal, parameters.dual_dimension, parameters.strength);
  solution_ = parameters.radius / 2 * draw_unit_vector(stream, parameters.primal_dimension);
  target_ = forward(math::view(solution_));
}

Domain MomentMatching::primal_domain() const {
  return {.kind = Domain::Kind::l2_ball, .radius = parameters_.radius};
}

Domain MomentMatching::dual_domain() const {
  return {.kind = Domain::Kind::linf_ball, .radius = 1};
}

MomentRecords MomentMatching::draw(Index count, std::uint64_t seed) const {
  MomentRecords out{Eigen::MatrixXd(dual_dimension(), count),
                    Eigen::MatrixXd(primal_dimension(), count),
                    Eigen::MatrixXd(dual_dimension(), count)};
  const StreamFactory streams = StreamFactory::synthetic_data(seed, kName);
  for (Index i = 0; i < count; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    out.left.col(i) = draw_unit_vector(stream, dual_dimension());
    out.right.col(i) = draw_unit_vector(stream, primal_dimension());
    out.target.col(i) =
        target_ + parameters_.target_spread * draw_unit_vector(stream, dual_dimension());
  }
  return out;
}

/// ||b|| <= ||A||_op ||x0||
double MomentMatching::target_bound() const {
  return parameters_.strength * parameters_.radius / 2 + parameters_.target_spread;
}

double MomentMatching::lipschitz() const {
  const double a = operator_bound();
  const double towards_dual = a * parameters_.radius + target_bound();
  return std::sqrt(a * a * static_cast<double>(dual_dimension()) + towards_dual * towards_dual);
}

SaddleSmoothness MomentMatching::smoothness() const {
  return {.joint = operator_bound(), .coupling = operator_bound()};
}

Vector MomentMatching::forward(std::span<const double> x) const {
  Vector out(dual_dimension());
  for (Index k = 0; k < dual_dimension(); ++k) out[k] = math::dot(column(rows_, k), x);
  return out;
}

Vector MomentMatching::backward(std::span<const double> y) const {
  Vector out = Vector::Zero(primal_dimension());
  for (Index k = 0; k < dual_dimension(); ++k) out += y[static_cast<std::size_t>(k)] * rows_.col(k);
  return out;
}

void MomentMatching::operator_at(const Records& records, Index i, const Vector& z,
                                 Vector& out) const {
  const std::span<const double> x =
      math::view(z).first(static_cast<std::size_t>(primal_dimension()));
  const std::span<const double> y = math::view(z).subspan(x.size());
  const double along_left = parameters_.matrix_spread * math::dot(column(records.left, i), y);
  const double along_right = parameters_.matrix_spread * math::dot(column(records.right, i), x);
  out.head(primal_dimension()) = backward(y) + along_left * records.right.col(i);
  out.tail(dual_dimension()) =
      records.target.col(i) - forward(x) - along_right * records.left.col(i);
}

SaddlePoint MomentMatching::saddle() const {
  return {solution_, Vector::Zero(dual_dimension())};
}

double MomentMatching::value(const SaddlePoint& z) const {
  return math::dot(z.dual, Vector(forward(math::view(z.primal)) - target_));
}

double MomentMatching::gap(const SaddlePoint& z) const {
  return math::l1_norm(Vector(forward(math::view(z.primal)) - target_)) +
         parameters_.radius * math::l2_norm(backward(math::view(z.dual))) +
         math::dot(target_, z.dual);
}

}  // namespace noisy
