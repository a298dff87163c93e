#pragma once

#include "tests/solver/naive/problem.h"

namespace noisy::testing::naive {

/// M4 with q inner steps of size eta; the next reference is their average, or the last one.
inline void svrg_epochs(const Problem& problem, Stream& draws, Checks& checks, double eta, Index q,
                        bool is_averaged) {
  Vector x_ref = problem.start;
  while (!checks.ask(x_ref)) {
    const Vector G = problem.mean_component(x_ref);
    Vector z = x_ref;
    Vector average = Vector::Zero(z.size());
    for (Index j = 1; j <= q; ++j) {
      const Index i = draw_index(draws, problem.m);
      const Vector v = problem.component(i, z) - problem.component(i, x_ref) + G;
      z = problem.prox(z - eta * v, eta);
      average += z / static_cast<double>(q);
    }
    x_ref = is_averaged ? average : z;
  }
}

/// M4, provable: at least 100 l / lambda + 1 steps (10, point 4).
inline void svrg(const Problem& problem, Stream& draws, Checks& checks) {
  const double steps = std::ceil(100 * problem.l / problem.lambda + 1);
  const Index q = std::max(2 * problem.m, static_cast<Index>(steps));
  svrg_epochs(problem, draws, checks, 1 / (20 * problem.l), q, true);
}

/// M4, practical, with fewer steps than 2 m where 8 (l / lambda + 1) are fewer.
inline void svrg_practical(const Problem& problem, Stream& draws, Checks& checks) {
  const double steps = std::ceil(8 * problem.l / problem.lambda + 8);
  const Index q = std::min(2 * problem.m, static_cast<Index>(steps));
  svrg_epochs(problem, draws, checks, 1 / (4 * problem.l), q, false);
}

/// M5
inline void loopless_svrg(const Problem& problem, Stream& draws, Checks& checks) {
  const double eta = 1 / (6 * problem.l);
  const double p = 1 / static_cast<double>(problem.m);
  Vector x = problem.start;
  Vector w = x;
  Vector G = problem.mean_component(w);
  for (Index t = 1;; ++t) {
    const Index i = draw_index(draws, problem.m);
    const Vector v = problem.component(i, x) - problem.component(i, w) + G;
    const Vector x_new = problem.prox(x - eta * v, eta);
    if (uniform(draws) < p) {
      w = x;
      G = problem.mean_component(w);
    }
    x = x_new;
    if (t % (2 * problem.m) == 0 && checks.ask(x)) return;
  }
}

inline Vector mean_of(const std::vector<Vector>& table) {
  Vector total = Vector::Zero(table[0].size());
  for (const Vector& entry : table) total += entry;
  return total / static_cast<double>(table.size());
}

/// M6
inline void saga(const Problem& problem, Stream& draws, Checks& checks) {
  const double eta = 1 / (3 * problem.l);
  Vector x = problem.start;
  std::vector<Vector> table;
  for (Index i = 0; i < problem.m; ++i) table.push_back(problem.component(i, x));
  Vector mean = mean_of(table);
  for (Index t = 1;; ++t) {
    const Index i = draw_index(draws, problem.m);
    Vector& g = table[static_cast<std::size_t>(i)];
    const Vector fresh = problem.component(i, x);
    const Vector v = fresh - g + mean;
    x = problem.prox(x - eta * v, eta);
    mean += (fresh - g) / static_cast<double>(problem.m);
    g = fresh;
    if (t % problem.m == 0) mean = mean_of(table);
    if (t % (2 * problem.m) == 0 && checks.ask(x)) return;
  }
}

}  // namespace noisy::testing::naive
