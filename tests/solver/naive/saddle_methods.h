#pragma once

#include <vector>

#include "tests/solver/naive/saddle.h"

/// X1 to X5, X7, X8 and X10 of bring-your-own-minimax 2.8.
namespace noisy::testing::naive_saddle {

/// X1
inline void gradient_descent_ascent(const Problem& problem, const Ask& ask) {
  const double k = problem.condition();
  const double eta = capped(1 / (k * k));
  for (Pair z = problem.start; !ask(z);) z = problem.moved(z, problem.full(z), eta);
}

/// X2; asked from the second iteration on.
inline void extragradient(const Problem& problem, const Ask& ask) {
  const double eta = capped(1 / problem.condition());
  Pair z = problem.start;
  do {
    const Pair half = problem.moved(z, problem.full(z), eta);
    z = problem.moved(z, problem.full(half), eta);
  } while (!ask(z));
}

/// X3
inline void optimistic_gradient(const Problem& problem, const Ask& ask) {
  const double eta = capped(1 / (4 * problem.condition()));
  Pair z = problem.start;
  Pair before = problem.full(z);
  while (!ask(z)) {
    const Pair a = problem.full(z);
    z = problem.moved(z, 2.0 * a - before, eta);
    before = a;
  }
}

/// X4
inline void svrg(const Problem& problem, Coins coins, const Ask& ask) {
  const double k = problem.condition();
  const double eta = capped(1 / (5 * k * k));
  const auto inner_length = static_cast<Index>(std::ceil(std::log(4) / eta));
  Pair reference = problem.start;
  while (!ask(reference)) {
    const Pair full = problem.full(reference);
    Pair z = reference;
    for (Index step = 0; step < inner_length; ++step) {
      const Index i = coins.component(problem);
      const Pair v = problem.component(i, z) - problem.component(i, reference) + full;
      z = problem.moved(z, v, eta);
    }
    reference = z;
  }
}

/// X5; the mean is added up from the whole table at every step.
inline void saga(const Problem& problem, Coins coins, const Ask& ask) {
  const double k = problem.condition();
  const double eta = capped(1 / std::max(1.5 * problem.m() - 1, 4 * k * k));
  Pair z = problem.start;
  std::vector<Pair> table;
  for (Index i = 0; i < problem.components(); ++i) table.push_back(problem.component(i, z));
  do {
    for (Index step = 0; step < 2 * problem.components(); ++step) {
      Pair mean = 0.0 * z;
      for (const Pair& entry : table) mean = mean + (1 / problem.m()) * entry;
      const Index i = coins.component(problem);
      const Pair fresh = problem.component(i, z);
      Pair& entry = table[static_cast<std::size_t>(i)];
      z = problem.moved(z, fresh - entry + mean, eta);
      entry = fresh;
    }
  } while (!ask(z));
}

/// X7: after a step, the coin decides whether the point before it becomes the reference.
inline void loopless_svrg_gda(const Problem& problem, Coins coins, const Ask& ask) {
  const double k = problem.condition();
  const double eta = std::min(1 / (7 * k * k), 0.3);
  Pair z = problem.start;
  Pair reference = z;
  Pair full = problem.full(z);
  do {
    for (Index step = 0; step < 2 * problem.components(); ++step) {
      const Index i = coins.component(problem);
      const Pair v = problem.component(i, z) - problem.component(i, reference) + full;
      const Pair before = z;
      z = problem.moved(z, v, eta);
      if (coins.falls(1 / problem.m())) {
        reference = before;
        full = problem.full(before);
      }
    }
  } while (!ask(z));
}

/// X8: the coin decides whether the point just reached becomes the reference.
inline void loopless_svr_extragradient(const Problem& problem, Coins coins, const Ask& ask) {
  const double p = std::min(1.0, 2 / problem.m());
  const double eta = capped(0.99 * std::sqrt(p) / problem.condition());
  Pair z = problem.start;
  Pair reference = z;
  Pair full = problem.full(z);
  do {
    for (Index step = 0; step < 2 * problem.components(); ++step) {
      const Pair between = (1 - p) * z + p * reference;
      const Pair half = problem.moved(between, full, eta);
      const Index i = coins.component(problem);
      const Pair v = full + problem.component(i, half) - problem.component(i, reference);
      z = problem.moved(between, v, eta);
      if (coins.falls(p)) {
        reference = z;
        full = problem.full(z);
      }
    }
  } while (!ask(z));
}

/// X10 where f and g are the quadratic regularizers alone, so that fb = gb = 0 and lam = 1 + k_w.
///
/// The text projects only the step's end. With an active constraint B(z*) is not 0, so that the
/// half step from z* would leave z*, and z* were no fixed point: the half step is projected too,
/// as each of the two proximal steps of the paper is one over the domain.
inline void primal_dual_extragradient(const Problem& problem, const Ask& ask) {
  const double lam = 1 + problem.condition();
  Pair z = problem.start;
  while (!ask(z)) {
    const Pair half = problem.projected(z - (1 / lam) * problem.unweighted(problem.regularized(z)));
    const Pair a = problem.unweighted(problem.full(half));
    z = problem.projected(1 / (1 + lam) * (lam * z + problem.centre - a));
  }
}

}  // namespace noisy::testing::naive_saddle
