#pragma once

#include <cmath>
#include <vector>

#include "engine/random/distributions.h"
#include "tests/solver/support/solve.h"

/// Base solvers once more, as bring-your-own-minimax prints them: plain loops and Euclidean steps,
/// written from the text alone.
namespace noisy::testing::naive {

/// Phi(x) = (1/m) sum_i phi_i(x) + (lambda / 2) ||x - c||^2 over X (1.3).
struct Problem {
  explicit Problem(const Block& block)
      : sum(block.sum()),
        m(block.sum().components()),
        l(block.sum().smoothness().joint),
        lambda(block.terms().primal_weight),
        c(block.terms().centre),
        domain(block.terms().primal_domain),
        start(block.terms().start) {}

  /// grad phi_i(x)
  Vector component(Index i, const Vector& x) const {
    Vector out(x.size());
    sum.component_at(i, x, out);
    return out;
  }

  /// (1/m) sum_i grad phi_i(x)
  Vector mean_component(const Vector& x) const { return naive_operator(sum, x); }

  /// grad Phi(x)
  Vector gradient(const Vector& x) const { return mean_component(x) + lambda * (x - c); }

  /// P_X(x)
  Vector project(Vector x) const {
    domain.project(x);
    return x;
  }

  /// P_X((z + eta lambda c) / (1 + eta lambda))
  Vector prox(const Vector& z, double eta) const {
    return project((z + eta * lambda * c) / (1 + eta * lambda));
  }

  const ComponentSum& sum;
  Index m;
  double l;
  double lambda;
  Vector c;
  Domain domain;
  Vector start;
};

/// i uniform on 0 .. count - 1.
inline Index draw_index(Stream& draws, Index count) {
  return static_cast<Index>(bounded_integer(draws, static_cast<std::uint64_t>(count)));
}

/// What the certificate of one point says (3.4), rounding left out.
struct Check {
  Vector point;     ///< z+
  double residual;  ///< ||w|| / sqrt(lambda)
};

/// The points that a method would like to have certified, up to so many.
class Checks {
 public:
  Checks(const Problem& problem, std::size_t wanted) : problem_(problem), wanted_(wanted) {}

  /// `if (checks.ask(x)) return;`
  bool ask(const Vector& x) {
    const Vector z = problem_.project(x);
    const double e = 1 / (problem_.l + problem_.lambda);
    const Vector b = problem_.gradient(z);
    const Vector next = problem_.project(z - e * b);
    const Vector w = (z - next) / e - b + problem_.gradient(next);
    found_.push_back({next, w.norm() / std::sqrt(problem_.lambda)});
    return found_.size() == wanted_;
  }

  const std::vector<Check>& found() const { return found_; }

 private:
  const Problem& problem_;
  std::size_t wanted_;
  std::vector<Check> found_;
};

}  // namespace noisy::testing::naive
