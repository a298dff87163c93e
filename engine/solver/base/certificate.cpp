#include "engine/solver/base/certificate.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr double kUnit = 0x1p-53;

/// How large the numbers are that a certificate is computed from.
struct Magnitudes {
  double norm = 0;             ///< ||z||
  double weighted_norm = 0;    ///< ||z||_W
  double weighted_offset = 0;  ///< ||z - c||_W
};

Magnitudes magnitudes_of(const Block& block, const Vector& z) {
  return {math::l2_norm(z), block.norm(z), block.norm(z - block.centre())};
}

double step_size(const Block& block) {
  // Of a minimization this is the Euclidean step 1 / (l + lambda).
  return 1 / (block.condition_number() + 1);
}

/// What rounding may take from ||w||_{W^-1}: the errors of A and 8 u ||W (z - c)|| of the
/// regularizer at two points, and (8 u / e) ||z||_W for a projection that is exact to a few units
/// in the last place of its coordinates; twice what they come to.
double rounding_at(const Block& block, const Magnitudes& largest) {
  const double evaluated =
      block.sum().rounding_error(largest.norm) / std::sqrt(block.least_weight());
  const double regularized = 8 * kUnit * largest.weighted_offset;
  const double projected =
      block.is_unconstrained() ? 0 : 8 * kUnit / step_size(block) * largest.weighted_norm;
  return 4 * (evaluated + regularized) + 2 * projected;
}

double rounding_of(const Block& block, const Vector& z, const Vector& next) {
  const Magnitudes a = magnitudes_of(block, z);
  const Magnitudes b = magnitudes_of(block, next);
  return rounding_at(block, {std::max(a.norm, b.norm), std::max(a.weighted_norm, b.weighted_norm),
                             std::max(a.weighted_offset, b.weighted_offset)});
}

Certificate certificate_of(const Block& block, const Vector& z, const Vector& b, Vector next,
                           const Vector& next_b) {
  Certificate out{.point = {}, .rounding = rounding_of(block, z, next)};
  // Where nothing is cut off, w is B(z+) itself.
  const double exact = block.is_unconstrained()
                           ? block.dual_norm(next_b)
                           : block.step_residual(z - next, step_size(block), next_b - b);
  const double residual = exact + out.rounding;
  if (std::isfinite(residual) && next.allFinite()) out.residual.value = residual;
  out.point = std::move(next);
  return out;
}

}  // namespace

WeightedDistance WeightedDistance::of_euclidean(double distance, const Block& block) {
  return {std::sqrt(block.primal_weight()) * distance};
}

double public_rounding(const Block& block, WeightedDistance first_distance) {
  Vector start = block.centre();
  block.project(start);
  const Magnitudes at = magnitudes_of(block, start);
  const double way = 2 * first_distance.value;
  return rounding_at(block, {at.norm + way / std::sqrt(block.least_weight()),
                             at.weighted_norm + way, at.weighted_offset + way});
}

Task<Certificate> certify(SolverLoop& loop, const Block& block, Vector z) {
  block.project(z);
  OperatorMean mean;
  co_await loop.operator_at(z, mean);
  Task<Certificate> rest = certify(loop, block, std::move(z), std::move(mean.value));
  co_return co_await rest;
}

Task<Certificate> certify(SolverLoop& loop, const Block& block, Vector z, Vector a) {
  Vector b(z.size());
  block.add_regularizer(z, a, b);
  Vector next = z;
  block.descend(next, b, step_size(block));
  block.project(next);
  OperatorMean mean;
  co_await loop.operator_at(next, mean);
  Vector next_b(z.size());
  block.add_regularizer(next, mean.value, next_b);
  co_return certificate_of(block, z, b, std::move(next), next_b);
}

}  // namespace noisy
