#include "engine/algorithm/simplex/vertex_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// Larger than any bound on derivatives that an algorithm goes by.
constexpr double kUnknown = kLargest;

/// L_1 in lambda: of phi(u'x) no entry phi'' u_j u_k of the Hessian is above L sup||u||_inf^2 /
/// sup||u||_2^2, L its largest eigenvalue; gradients phi' u have the same ratio of norms.
double smoothness_of(const RiskFacts& facts, double r1, double r2, double by_length) {
  const double eigenvalue = facts.record_curvature;
  const double ratio = facts.linf_sensitivity / facts.l2_sensitivity;
  const bool is_known = std::isfinite(eigenvalue) && std::isfinite(ratio);
  const double by_entry = is_known ? eigenvalue * ratio * ratio * r1 * r1 : kUnknown;
  return std::min(by_entry, by_length * r2 * r2);
}

/// Whether one record's Hessian is the same at all points, so that it has no third derivatives: of
/// losses c (u'x)^2 / 2 + ..., never clipped (QuadraticBounds), and of those that are as convex as
/// they are smooth, which leaves the one Hessian mu I.
bool is_quadratic(const RiskFacts& facts, double smoothness) {
  return std::isfinite(facts.quadratic.curvature) ||
         (facts.record_convexity > 0 && facts.record_convexity == smoothness);
}

SimplexRegularity regularity_of(const PlanInput& input, double move) {
  const RiskFacts& facts = input.facts;
  const Index d = facts.dimension;
  const double r1 = input.domain.l1_radius(d), r2 = input.domain.l2_radius(d);
  const RegionBounds everywhere = facts.bounds_within(std::numeric_limits<double>::infinity());
  // Where nothing that records have in common cancels, C is twice the largest coordinate.
  const bool is_twice = facts.l2_sensitivity / 2 == everywhere.record_gradient;
  const double smoothness = smoothness_of(facts, r1, r2, everywhere.record_smoothness);
  const bool has_none = smoothness == 0 || is_quadratic(facts, everywhere.record_smoothness);
  return {.lipschitz = is_twice ? move / 2 : r2 * everywhere.record_gradient,
          .smoothness = smoothness,
          .hessian_lipschitz = has_none ? 0 : kUnknown};
}

}  // namespace

double VertexProblem::log_dimension() const {
  return math::log(static_cast<double>(vertices.count()));
}

bool VertexProblem::is_second_order() const {
  return regularity.hessian_lipschitz < kUnknown;
}

WholeGradient whole_products(const VertexProblem& problem) {
  return {.largest = problem.regularity.lipschitz,
          .rounding = std::numeric_limits<double>::infinity()};
}

Result<VertexProblem> vertex_problem(const PlanInput& input) {
  auto vertices = VertexSet::create(input.domain, input.facts.dimension);
  if (!vertices) return std::unexpected(vertices.error());
  if (vertices->count() < 2) {
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "a domain of one vertex leaves nothing to choose");
  }
  const GradientBounds bounds{.l1 = input.facts.l1_sensitivity,
                              .l2 = input.facts.l2_sensitivity,
                              .linf = input.facts.linf_sensitivity};
  VertexProblem out{.vertices = *std::move(vertices),
                    .radius = input.domain.l1_radius(input.facts.dimension)};
  out.move = out.vertices.score_sensitivity(bounds).value();
  if (!(out.move > 0) || !std::isfinite(out.move)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem",
                "a finite bound on how far two records' gradients can be apart is required: bound "
                "the rows (data.preprocess with clip-rows or scale-columns)");
  }
  out.regularity = regularity_of(input, out.move);
  if (out.regularity.lipschitz < kUnknown && out.regularity.smoothness < kUnknown) return out;
  return fail(ErrorCode::invalid_value, "problem.constants.smoothness",
              "no bound on second derivatives follows from bounds on the rows: bound them "
              "(data.preprocess), or choose a smooth loss");
}

}  // namespace noisy
