#pragma once

#include "tests/solver/naive/problem.h"

namespace noisy::testing::naive {

/// One outer loop of M7 with J >= 1.
inline Vector sarah_inner(const Problem& problem, Stream& draws, const Vector& x, Index J) {
  const double eta = 1 / (2 * (problem.l + problem.lambda));
  const auto psi_gradient = [&](Index i, const Vector& w) -> Vector {
    return problem.component(i, w) + problem.lambda * (w - problem.c);
  };
  Vector before = x;
  Vector v = problem.gradient(before);
  Vector w = problem.project(before - eta * v);
  for (Index t = 1; t <= J - 1; ++t) {
    const Index i = draw_index(draws, problem.m);
    v = psi_gradient(i, w) - psi_gradient(i, before) + v;
    before = w;
    w = problem.project(w - eta * v);
  }
  return w;
}

/// M7
inline void sarah(const Problem& problem, Stream& draws, Checks& checks) {
  const double M = problem.l + problem.lambda;
  const Index q = static_cast<Index>(std::ceil(4.5 * M / problem.lambda));
  Vector x = problem.start;
  while (!checks.ask(x)) {
    const Index J = draw_index(draws, q + 1);
    if (J > 0) x = sarah_inner(problem, draws, x, J);
  }
}

/// M8, with the weights theta^j as they stand: none of these problems lets them overflow.
inline void katyusha(const Problem& problem, Stream& draws, Checks& checks) {
  const double l = problem.l;
  const Index q = 2 * problem.m;
  const double t2 = 0.5;
  const double t1 = std::min(std::sqrt(static_cast<double>(q) * problem.lambda / (3 * l)), 0.5);
  const double a = 1 / (3 * t1 * l);
  const double theta = 1 + a * problem.lambda;
  Vector x_ref = problem.start;
  Vector y = x_ref;
  Vector z = x_ref;
  while (!checks.ask(x_ref)) {
    const Vector G = problem.mean_component(x_ref);
    Vector weighted = Vector::Zero(y.size());
    double weights = 0;
    for (Index j = 0; j < q; ++j) {
      const Vector x = t1 * z + t2 * x_ref + (1 - t1 - t2) * y;
      const Index i = draw_index(draws, problem.m);
      const Vector v = problem.component(i, x) - problem.component(i, x_ref) + G;
      z = problem.prox(z - a * v, a);
      y = problem.prox(x - v / (3 * l), 1 / (3 * l));
      const double weight = std::pow(theta, static_cast<double>(j));
      weighted += weight * y;
      weights += weight;
    }
    x_ref = weighted / weights;
  }
}

}  // namespace noisy::testing::naive
