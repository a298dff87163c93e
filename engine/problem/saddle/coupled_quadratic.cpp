#include "engine/problem/saddle/coupled_quadratic.h"

#include <cmath>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

double square(double x) {
  return x * x;
}

bool is_spread(double spread) {
  return spread >= 0 && std::isfinite(spread);
}

bool is_law(const LinearLaw& law) {
  return law.mean.primal.size() > 0 && law.mean.primal.size() == law.mean.dual.size() &&
         law.mean.primal.allFinite() && law.mean.dual.allFinite() && is_spread(law.primal_spread) &&
         is_spread(law.dual_spread);
}

}  // namespace

Result<CoupledQuadratic> CoupledQuadratic::make(CoupledQuadraticParameters parameters) {
  if (auto ok = check_positive(parameters.primal_modulus, "primalModulus"); !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_positive(parameters.dual_modulus, "dualModulus"); !ok) {
    return std::unexpected(ok.error());
  }
  if (!std::isfinite(parameters.coupling)) {
    return fail(ErrorCode::invalid_value, "coupling", "use a finite number");
  }
  if (!is_law(parameters.law)) {
    return fail(ErrorCode::invalid_value, "law",
                "use finite means of equally many coordinates, and spreads of at least 0");
  }
  return CoupledQuadratic(std::move(parameters));
}

LinearRecords CoupledQuadratic::draw(Index count, std::uint64_t seed) const {
  return parameters_.law.draw(count, seed, "coupled-quadratic");
}

SaddleSmoothness CoupledQuadratic::smoothness() const {
  const double a = std::abs(parameters_.coupling);
  return {.joint = a, .coupling = a};
}

void CoupledQuadratic::operator_at(const Records& records, Index i, const Vector& z,
                                   Vector& out) const {
  const Index d = primal_dimension();
  const double a = parameters_.coupling;
  for (Index j = 0; j < d; ++j) {
    out[j] = records.primal(j, i) + a * z[d + j];
    out[d + j] = records.dual(j, i) - a * z[j];
  }
}

double CoupledQuadratic::determinant() const {
  return parameters_.primal_modulus * parameters_.dual_modulus + square(parameters_.coupling);
}

double CoupledQuadratic::primal_growth() const {
  return determinant() / parameters_.dual_modulus;
}

double CoupledQuadratic::dual_growth() const {
  return determinant() / parameters_.primal_modulus;
}

SaddlePoint CoupledQuadratic::saddle(const SaddlePoint& means) const {
  const auto& [b, c] = means;
  const double a = parameters_.coupling;
  return {(a * c - parameters_.dual_modulus * b) / determinant(),
          -(a * b + parameters_.primal_modulus * c) / determinant()};
}

double CoupledQuadratic::value(const SaddlePoint& z) const {
  const auto& [b, c] = parameters_.law.mean;
  const auto& [x, y] = z;
  return math::dot(b, x) - math::dot(c, y) + parameters_.coupling * math::dot(x, y) +
         parameters_.primal_modulus / 2 * math::squared_norm(x) -
         parameters_.dual_modulus / 2 * math::squared_norm(y);
}

double CoupledQuadratic::gap(const SaddlePoint& z) const {
  const SaddlePoint best = saddle();
  return (primal_growth() * math::squared_norm(Vector(z.primal - best.primal)) +
          dual_growth() * math::squared_norm(Vector(z.dual - best.dual))) /
         2;
}

/// Each coordinate of the records' saddle point has the variance of a mean of n:
/// Var x = (a^2 s_c^2 + mu_y^2 s_b^2) / (n Delta^2), Var y = (a^2 s_b^2 + mu_x^2 s_c^2) / (n
/// Delta^2).
ExpectedGaps CoupledQuadratic::expected_gaps(Index records, double primal_noise,
                                             double dual_noise) const {
  const auto& [mu_x, mu_y, a, law] = parameters_;
  const double scale = static_cast<double>(records) * square(determinant());
  const double b = square(law.primal_spread);
  const double c = square(law.dual_spread);
  const double in_x = square(primal_noise) + (a * a * c + mu_y * mu_y * b) / scale;
  const double in_y = square(dual_noise) + (a * a * b + mu_x * mu_x * c) / scale;
  const double half = static_cast<double>(primal_dimension()) / 2;
  return {.strong = half * (primal_growth() * in_x + dual_growth() * in_y),
          .weak = half * (mu_x * in_x + mu_y * in_y)};
}

}  // namespace noisy
