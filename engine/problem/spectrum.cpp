#include "engine/problem/spectrum.h"

#include <cmath>
#include <vector>

#include "engine/math/reduce.h"
#include "engine/problem/empirical_risk.h"

namespace noisy {
namespace {

constexpr int kMostIterations = 1000;
constexpr double kTolerance = 1e-10;

/// The squared loss has gradient G x - b, so G x is the difference of two gradients of one pass.
Vector gram_times(const EmpiricalRisk& risk, const Vector& x, math::ThreadPool& pool) {
  const Vector origin = Vector::Zero(x.size());
  Vector at_x(x.size());
  Vector at_origin(x.size());
  const std::vector<PointQuery> queries = {{.point = &x, .gradient = &at_x},
                                           {.point = &origin, .gradient = &at_origin}};
  risk.begin_pass(queries)->advance(pool, Deadline::never());
  return at_x - at_origin;
}

}  // namespace

double top_gram_eigenvalue(const DenseData& data, math::ThreadPool& pool) {
  const EmpiricalRisk risk(data, {}, squared_loss());
  Vector direction = Vector::Constant(data.features(), 1);
  // Not the ones vector itself, which may be orthogonal to the top eigenvector of centred data.
  for (Index j = 0; j < data.features(); ++j) direction[j] += 1.0 / static_cast<double>(j + 2);
  double eigenvalue = 0;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    direction /= math::l2_norm(math::view(direction));
    const Vector image = gram_times(risk, direction, pool);
    const double estimate = math::dot(math::view(direction), math::view(image));
    const bool settled = std::fabs(estimate - eigenvalue) <= kTolerance * estimate;
    eigenvalue = estimate;
    if (settled || !(estimate > 0)) break;
    direction = image;
  }
  return eigenvalue;
}

}  // namespace noisy
