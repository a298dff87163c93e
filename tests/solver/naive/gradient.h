#pragma once

#include "tests/solver/naive/problem.h"

namespace noisy::testing::naive {

/// M1; its free certificate is one for x.
inline void gradient_descent(const Problem& problem, Stream&, Checks& checks) {
  const double M = problem.l + problem.lambda;
  const double eta = 2 / (M + problem.lambda);
  Vector x = problem.start;
  while (!checks.ask(x)) x = problem.project(x - eta * problem.gradient(x));
}

/// M2; its free certificate is one for x_next.
inline void accelerated_gradient(const Problem& problem, Stream&, Checks& checks) {
  const double M = problem.l + problem.lambda;
  const double root = std::sqrt(M / problem.lambda);
  const double beta = (root - 1) / (root + 1);
  Vector x = problem.start;
  Vector x_prev = x;
  for (;;) {
    const Vector y = x + beta * (x - x_prev);
    x_prev = x;
    x = problem.project(y - problem.gradient(y) / M);
    if (checks.ask(x)) return;
  }
}

/// M3: the projection is first that onto the ball of radius L / lambda around P_X(c), then onto X.
inline void sgd(const Problem& problem, Stream& draws, Checks& checks) {
  const double radius = problem.sum.lipschitz() / problem.lambda;
  const Vector middle = problem.project(problem.c);
  Vector x = problem.start;
  for (Index t = 1;; ++t) {
    const Index i = draw_index(draws, problem.m);
    const Vector v = problem.component(i, x) + problem.lambda * (x - problem.c);
    Vector u = x - v / (problem.lambda * static_cast<double>(t));
    const double distance = (u - middle).norm();
    if (distance > radius) u = middle + radius / distance * (u - middle);
    x = problem.project(u);
    if (t % (2 * problem.m) == 0 && checks.ask(x)) return;
  }
}

}  // namespace noisy::testing::naive
