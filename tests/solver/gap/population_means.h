#pragma once

#include "engine/problem/saddle/auc_population.h"
#include "engine/problem/saddle/coupled_quadratic.h"
#include "engine/problem/saddle/moment_matching.h"
#include "engine/problem/saddle/separable_bilinear.h"
#include "tests/solver/gap/gap_support.h"

namespace noisy::testing {

/// Slopes of a population's value from two differences of it, which are exact up to rounding for
/// functions that are at most quadratic in each variable.
inline std::function<Vector(const Vector&)> slopes_by_differences(
    const std::function<double(const Vector&)>& value, Index primal) {
  return [value, primal](const Vector& z) {
    Vector out(z.size());
    for (Index j = 0; j < z.size(); ++j) {
      const Vector step = Vector::Unit(z.size(), j);
      out[j] = (j < primal ? 0.5 : -0.5) * (value(z + step) - value(z - step));
    }
    return out;
  };
}

/// Linear in each variable, where nothing else is said.
template <class Problem>
ClosedForm population(const Problem& problem, const Domain& primal_domain,
                      const Domain& dual_domain, Index primal, Index dual) {
  const auto value = [problem, primal](const Vector& z) {
    return problem.value({z.head(primal), z.tail(z.size() - primal)});
  };
  return {.value = value,
          .slopes = slopes_by_differences(value, primal),
          .primal_domain = primal_domain,
          .dual_domain = dual_domain,
          .smoothness = {},
          .primal = primal,
          .dual = dual};
}

template <class Problem>
ClosedForm population(const Problem& problem) {
  return population(problem, problem.primal_domain(), problem.dual_domain(),
                    problem.primal_dimension(), problem.dual_dimension());
}

inline ClosedForm auc_population(const AucPopulation& problem) {
  const AucLoss loss = problem.loss();
  const Index d = problem.parameters().positive_mean.size();
  ClosedForm out = population(problem, loss.primal_domain(d), loss.dual_domain(d), d + 2, 1);
  out.smoothness = loss.bounds({.l2 = 1}, d).smoothness;
  return out;
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
