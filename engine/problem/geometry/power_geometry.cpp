#include "engine/problem/geometry/power_geometry.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/math/search.h"
#include "engine/problem/domain/projection.h"
#include "engine/problem/geometry/gauge.h"

namespace noisy {

namespace {

using Set = Domain::Kind;

double largest_of(const std::vector<double>& values) {
  return *std::ranges::max_element(values);
}

/// The gradient of (1 / 2) ||n||_e^2 for n >= 0: ||n||_e^(2 - e) n_i^(e - 1), with the largest
/// entry taken out first, since e may be large and powers underflow.
std::vector<double> half_square_gradient(const std::vector<double>& n, double exponent) {
  std::vector<double> out(n.size(), 0.0);
  const double largest = largest_of(n);
  if (!(largest > 0)) return out;
  for (std::size_t i = 0; i < n.size(); ++i) out[i] = math::pow(n[i] / largest, exponent - 1);
  const double sum =
      math::sum_of(n.size(), [&](std::size_t i) { return out[i] * (n[i] / largest); });
  const double factor = largest * math::pow(sum, 2 / exponent - 1);
  for (double& value : out) value *= factor;
  return out;
}

double power_norm(const std::vector<double>& n, double exponent) {
  const double largest = largest_of(n);
  if (!(largest > 0)) return 0;
  const double sum =
      math::sum_of(n.size(), [&](std::size_t i) { return math::pow(n[i] / largest, exponent); });
  return largest * math::pow(sum, 1 / exponent);
}

void scale_all(std::vector<double>& values, double factor) {
  for (double& value : values) value *= factor;
}

}  // namespace

PowerGeometry::PowerGeometry(const Domain& ball, Index dimension)
    : Geometry(ball, Generator::p_norm, dimension),
      block_(ball.kind == Set::group_ball ? static_cast<std::size_t>(ball.group_size) : 1) {
  const double square = ball.radius * ball.radius;
  if (ball.kind == Set::lp_ball) {
    q_ = ball.exponent;
    s_ = q_ / (q_ - 1);
    k_ = 1 / ((q_ - 1) * square);
    return;
  }
  const std::size_t blocks = (static_cast<std::size_t>(dimension) + block_ - 1) / block_;
  const double m = static_cast<double>(blocks);
  s_ = std::max(2.0, 2 * math::log(m));
  q_ = s_ / (s_ - 1);
  k_ = (s_ - 1) * math::pow(m, 2 / s_) / square;
}

std::vector<double> PowerGeometry::block_norms(const Vector& x) const {
  std::vector<double> norms;
  for_each_group(math::view(x), block_, [&](std::span<const double> block) {
    norms.push_back(block.size() == 1 ? std::fabs(block[0]) : scaled_l2_norm(block));
  });
  return norms;
}

void PowerGeometry::set_block_norms(const std::vector<double>& now,
                                    const std::vector<double>& wanted, Vector& x) const {
  std::size_t index = 0;
  for_each_group(std::span<double>(x.data(), static_cast<std::size_t>(x.size())), block_,
                 [&](std::span<double> block) {
                   const double length = now[index];
                   for (double& value : block) {
                     value = length > 0 ? value / length * wanted[index] : 0;
                   }
                   ++index;
                 });
}

Vector PowerGeometry::gradient_at(const Vector& point) const {
  const std::vector<double> norms = block_norms(point);
  std::vector<double> dual = half_square_gradient(norms, q_);
  scale_all(dual, k_);
  Vector out = point;
  set_block_norms(norms, dual, out);
  return out;
}

Vector PowerGeometry::centre_state() const {
  return Vector::Zero(dimension());
}

void PowerGeometry::point_of(const Vector& state, Vector& point) const {
  point = state;
}

void PowerGeometry::mirror_step(double weight, const Vector& gradient, Vector& state) const {
  const Vector before = gradient_at(state);
  state = before - weight * gradient;
  const std::vector<double> dual = block_norms(state);
  std::vector<double> primal = half_square_gradient(dual, s_);
  scale_all(primal, 1 / k_);
  enter_ball(dual, primal);
  set_block_norms(dual, primal, state);
}

void PowerGeometry::enter_ball(const std::vector<double>& dual, std::vector<double>& primal) const {
  const double radius = set().radius;
  if (set().kind == Set::lp_ball) {
    const double norm = power_norm(primal, q_);
    if (norm > radius) scale_all(primal, radius / norm);
    return;
  }
  if (!(math::sum(primal) > radius)) return;
  // With all norms reduced by nu the largest one is `left`, and the l1 norm grows with it. It lies
  // between left / K and m left / K, which brackets the solution.
  const double largest = largest_of(dual);
  const auto reduced = [&](double left) {
    std::vector<double> n(dual.size());
    for (std::size_t i = 0; i < n.size(); ++i) n[i] = std::max(0.0, left - (largest - dual[i]));
    n = half_square_gradient(n, s_);
    scale_all(n, 1 / k_);
    return n;
  };
  const double m = static_cast<double>(dual.size());
  const math::Edge edge{.holds = k_ * radius / (2 * m),
                        .fails = std::min(largest, 2 * k_ * radius)};
  const double left =
      math::narrow(edge, 1e-14, [&](double x) { return math::sum(reduced(x)) <= radius; }).holds;
  primal = reduced(left);
}

double PowerGeometry::distance(const Vector& primal) const {
  const double norm = power_norm(block_norms(primal), q_);
  return 0.5 * k_ * norm * norm;
}

double PowerGeometry::divergence(const Vector& primal, const Vector& state) const {
  return distance(primal) - distance(state) - math::dot(gradient_at(state), Vector(primal - state));
}

double PowerGeometry::bregman_radius(const Vector& state) const {
  const double radius = set().radius;
  return 0.5 * k_ * radius * radius + distance(state) + dual_norm(set(), gradient_at(state));
}

}  // namespace noisy
