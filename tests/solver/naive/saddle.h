#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/random/distributions.h"
#include "engine/solver/base/block.h"

/// The saddle solvers of bring-your-own-minimax 2.8 a second time, written from its text alone: x
/// and y stand apart, every full operator is a plain loop over the components, and nothing of
/// Block's arithmetic is used.
namespace noisy::testing::naive_saddle {

struct Pair {
  Vector x, y;
};

inline Pair operator+(const Pair& a, const Pair& b) {
  return {a.x + b.x, a.y + b.y};
}
inline Pair operator-(const Pair& a, const Pair& b) {
  return {a.x - b.x, a.y - b.y};
}
inline Pair operator*(double factor, const Pair& a) {
  return {factor * a.x, factor * a.y};
}

/// Steps are never longer (8, hazard 13).
inline double capped(double step) {
  return std::min(step, 1e6);
}

/// The block problem of 1.3 with everything that the methods' formulas name.
struct Problem {
  const ComponentSum* sum;
  double weight_x, weight_y;  ///< lambda_x, lambda_y
  Pair centre;                ///< c
  Pair start;
  Domain domain_x, domain_y;

  Index components() const { return sum->components(); }  ///< m
  double m() const { return static_cast<double>(components()); }

  /// k_w: the smaller of the two forms of 1.3.
  double condition() const {
    const OperatorSmoothness l = sum->smoothness();
    const double by_blocks = std::max(l.primal / weight_x, l.dual / weight_y) +
                             l.coupling / std::sqrt(weight_x * weight_y);
    return std::min(by_blocks, l.joint / std::min(weight_x, weight_y));
  }

  /// A_i(z)
  Pair component(Index i, const Pair& z) const {
    Vector joined(z.x.size() + z.y.size());
    for (Index j = 0; j < z.x.size(); ++j) joined[j] = z.x[j];
    for (Index j = 0; j < z.y.size(); ++j) joined[z.x.size() + j] = z.y[j];
    Vector value(joined.size());
    sum->component_at(i, joined, value);
    return {value.head(z.x.size()), value.tail(z.y.size())};
  }

  /// A(z)
  Pair full(const Pair& z) const {
    Pair total = 0.0 * z;
    for (Index i = 0; i < components(); ++i) total = total + component(i, z);
    return (1 / m()) * total;
  }

  /// B(z) = A(z) + W (z - c)
  Pair regularized(const Pair& z) const {
    const Pair a = full(z);
    return {a.x + weight_x * (z.x - centre.x), a.y + weight_y * (z.y - centre.y)};
  }

  Pair projected(Pair z) const {
    domain_x.project(z.x);
    domain_y.project(z.y);
    return z;
  }

  /// W^-1 v
  Pair unweighted(const Pair& v) const { return {v.x / weight_x, v.y / weight_y}; }

  /// prox_W(z - eta W^-1 v, eta), prox_W(z, eta) = P((z + eta c) / (1 + eta))
  Pair moved(const Pair& z, const Pair& v, double eta) const {
    return projected(1 / (1 + eta) * (z - eta * unweighted(v) + eta * centre));
  }

  /// ||z||_W
  double norm(const Pair& z) const {
    return std::sqrt(weight_x * z.x.squaredNorm() + weight_y * z.y.squaredNorm());
  }
};

inline Problem problem_of(const Block& block) {
  const BlockTerms& terms = block.terms();
  const Index d_x = block.sum().primal_dimension();
  const Index d_y = block.sum().dual_dimension();
  return {.sum = &block.sum(),
          .weight_x = terms.primal_weight,
          .weight_y = terms.dual_weight,
          .centre = {terms.centre.head(d_x), terms.centre.tail(d_y)},
          .start = {terms.start.head(d_x), terms.start.tail(d_y)},
          .domain_x = terms.primal_domain,
          .domain_y = terms.dual_domain};
}

/// z+ and its residual R, without an allowance for rounding.
struct Certified {
  Pair point;
  double residual;
};

/// 3.4 with e = 1 / (k_w + 1): w = W (z - z+) / e - B(z) + B(z+), z+ = P(z - e W^-1 B(z)).
inline Certified certificate(const Problem& problem, const Pair& asked) {
  const Pair z = problem.projected(asked);
  const double e = 1 / (problem.condition() + 1);
  const Pair b = problem.regularized(z);
  const Pair next = problem.projected(z - e * problem.unweighted(b));
  const Pair b_next = problem.regularized(next);
  const Vector w_x = problem.weight_x * (z.x - next.x) / e - b.x + b_next.x;
  const Vector w_y = problem.weight_y * (z.y - next.y) / e - b.y + b_next.y;
  return {next,
          std::sqrt(w_x.squaredNorm() / problem.weight_x + w_y.squaredNorm() / problem.weight_y)};
}

/// What a method does where it would ask for a certificate of a point: true ends it.
using Ask = std::function<bool(const Pair&)>;

/// The random numbers, in the order that solvers and twins agreed on.
struct Coins {
  Stream& stream;

  Index component(const Problem& problem) {
    return static_cast<Index>(
        bounded_integer(stream, static_cast<std::uint64_t>(problem.components())));
  }
  bool falls(double probability) { return uniform(stream) < probability; }
};

}  // namespace noisy::testing::naive_saddle
