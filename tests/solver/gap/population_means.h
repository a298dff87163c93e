#pragma once

#include "engine/problem/saddle/coupled_quadratic.h"
#include "engine/problem/saddle/moment_matching.h"
#include "engine/problem/saddle/separable_bilinear.h"
#include "tests/solver/gap/gap_support.h"

namespace noisy::testing {

/// The population of a problem of engine/problem/saddle: its value, and slopes from two differences
/// of it, which are exact up to rounding for functions that are at most quadratic in each variable.
template <class Problem>
ClosedForm population(const Problem& problem) {
  const Index primal = problem.primal_dimension();
  const auto value = [problem, primal](const Vector& z) {
    return problem.value({z.head(primal), z.tail(z.size() - primal)});
  };
  const auto slopes = [value, primal](const Vector& z) {
    Vector out(z.size());
    for (Index j = 0; j < z.size(); ++j) {
      const Vector step = Vector::Unit(z.size(), j);
      out[j] = (j < primal ? 0.5 : -0.5) * (value(z + step) - value(z - step));
    }
    return out;
  };
  return {.value = value,
          .slopes = slopes,
          .primal_domain = problem.primal_domain(),
          .dual_domain = problem.dual_domain(),
          .smoothness = {},
          .primal = primal,
          .dual = problem.dual_dimension()};
}

/// On balls that hold all best responses to moderate points.
inline ClosedForm coupled_population(const CoupledQuadratic& problem, double radius) {
  ClosedForm out = population(problem);
  out.primal_domain = out.dual_domain = {.kind = Domain::Kind::l2_ball, .radius = radius};
  out.smoothness = {.primal = problem.parameters().primal_modulus,
                    .dual = problem.parameters().dual_modulus};
  return out;
}

}  // namespace noisy::testing
