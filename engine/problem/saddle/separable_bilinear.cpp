#include "engine/problem/saddle/separable_bilinear.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// argmax over y of the scalar problem without its bounds.
double free_response(const ScalarSaddle& of, double x) {
  return (of.a * x - of.c + of.dual_weight * of.dual_centre) / of.dual_weight;
}

/// argmin over x without bounds, where y is held.
double minimizer_at(const ScalarSaddle& of, double y) {
  return (of.primal_weight * of.primal_centre - of.b - of.a * y) / of.primal_weight;
}

/// argmin over x without bounds of max over |y| <= r: y is within its bounds there, or at the one
/// that answers it.
double free_minimizer(const ScalarSaddle& of) {
  const double pull = of.c - of.dual_weight * of.dual_centre;
  const double x = (of.primal_weight * of.primal_centre - of.b + of.a * pull / of.dual_weight) /
                   (of.primal_weight + of.a * of.a / of.dual_weight);
  if (std::abs(free_response(of, x)) <= of.radius) return x;
  const double upper = minimizer_at(of, of.radius);
  return free_response(of, upper) >= of.radius ? upper : minimizer_at(of, -of.radius);
}

}  // namespace

/// The function that x minimizes is convex, so bounds only cut its minimizer off.
ScalarPoint solve(const ScalarSaddle& problem) {
  const double r = problem.radius;
  const double x = std::clamp(free_minimizer(problem), -r, r);
  return {x, std::clamp(free_response(problem, x), -r, r)};
}

Result<SeparableBilinear> SeparableBilinear::make(const SeparableBilinearParameters& parameters) {
  if (auto ok = check_count(parameters.dimension, 1, "dimension"); !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_positive(parameters.strength, "strength"); !ok) {
    return std::unexpected(ok.error());
  }
  if (!(parameters.radius >= 0.25 && std::isfinite(parameters.radius))) {
    return fail(ErrorCode::invalid_value, "radius",
                "use at least 0.25, so that the saddle point lies within the boxes");
  }
  return SeparableBilinear(parameters);
}

double SeparableBilinear::root_dimension() const {
  return std::sqrt(static_cast<double>(parameters_.dimension));
}

double SeparableBilinear::offset() const {
  return 0.25 * parameters_.strength / root_dimension();
}

Domain SeparableBilinear::primal_domain() const {
  return {.kind = Domain::Kind::linf_ball, .radius = half_width()};
}

LinearLaw SeparableBilinear::law() const {
  const double spread = 0.5 / root_dimension();
  return {.mean = {Vector::Constant(parameters_.dimension, offset()),
                   Vector::Constant(parameters_.dimension, -offset())},
          .primal_spread = spread,
          .dual_spread = spread};
}

LinearRecords SeparableBilinear::draw(Index count, std::uint64_t seed) const {
  return law().draw(count, seed, "separable-bilinear");
}

double SeparableBilinear::lipschitz() const {
  const double h = parameters_.strength;
  return std::sqrt(2.0) * (h * parameters_.radius + 0.25 * h + 0.5);
}

SaddleSmoothness SeparableBilinear::smoothness() const {
  return {.joint = parameters_.strength, .coupling = parameters_.strength};
}

void SeparableBilinear::operator_at(const Records& records, Index i, const Vector& z,
                                    Vector& out) const {
  const Index d = parameters_.dimension;
  for (Index j = 0; j < d; ++j) {
    out[j] = parameters_.strength * z[d + j] + records.primal(j, i);
    out[d + j] = records.dual(j, i) - parameters_.strength * z[j];
  }
}

SaddlePoint SeparableBilinear::saddle() const {
  const double ratio = offset() / parameters_.strength;
  return {Vector::Constant(parameters_.dimension, -ratio),
          Vector::Constant(parameters_.dimension, -ratio)};
}

double SeparableBilinear::value(const SaddlePoint& z) const {
  return parameters_.strength * math::dot(z.primal, z.dual) +
         offset() * (math::sum(z.primal) + math::sum(z.dual));
}

double SeparableBilinear::gap(const SaddlePoint& z) const {
  const double h = parameters_.strength;
  const double b = offset();
  return math::sum_of(static_cast<std::size_t>(parameters_.dimension), [&](std::size_t k) {
    const double x = z.primal[static_cast<Index>(k)];
    const double y = z.dual[static_cast<Index>(k)];
    return half_width() * (std::abs(h * x + b) + std::abs(h * y + b)) + b * x - b * y;
  });
}

SaddlePoint SeparableBilinear::regularized_saddle(const SaddlePoint& means,
                                                  const SaddleRegularizer& regularizer) const {
  SaddlePoint out{Vector(parameters_.dimension), Vector(parameters_.dimension)};
  for (Index j = 0; j < parameters_.dimension; ++j) {
    const ScalarPoint found = solve(ScalarSaddle{.a = parameters_.strength,
                                                 .b = means.primal[j],
                                                 .c = means.dual[j],
                                                 .primal_weight = regularizer.primal_weight,
                                                 .dual_weight = regularizer.dual_weight,
                                                 .primal_centre = regularizer.centre.primal[j],
                                                 .dual_centre = regularizer.centre.dual[j],
                                                 .radius = half_width()});
    out.primal[j] = found.x;
    out.dual[j] = found.y;
  }
  return out;
}

}  // namespace noisy
