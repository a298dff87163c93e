#pragma once

#include <gtest/gtest.h>

#include "engine/random/stream.h"
#include "engine/solver/base/certified_solve.h"
#include "tests/solver/support/problems.h"

namespace noisy::testing {

/// The stream that solvers and their naive twins draw components from.
inline Stream component_draws(std::uint64_t seed = 1) {
  const StreamFactory streams = StreamFactory::synthetic_data(seed, "solver");
  return streams.stream(StreamPurpose::data, 0);
}

/// Runs in the shortest slices that there are.
inline Result<CertifiedSolution> solve(const Block& block, const SolverEntry& solver,
                                       const CertifiedSolveOptions& options,
                                       std::uint64_t seed = 1) {
  CertifiedSolve solving(block, solver, component_draws(seed), options);
  ThreadPool pool(1);
  while (!solving.advance(pool, Deadline::after_seconds(0))) {
  }
  return solving.result();
}

/// Runs any task on a loop of its own.
template <class Value>
Value run_task(SolverLoop& loop, Task<Value> task) {
  task.begin(loop);
  ThreadPool pool(1);
  while (!loop.advance(pool, Deadline::never())) {
  }
  return task.result();
}

/// A(z), component by component.
inline Vector naive_operator(const ComponentSum& sum, const Vector& z) {
  Vector total = Vector::Zero(z.size());
  Vector component(z.size());
  for (Index i = 0; i < sum.components(); ++i) {
    sum.component_at(i, z, component);
    total += component;
  }
  return total / static_cast<double>(sum.components());
}

/// z* to about 1e-13, by so many plain proximal extragradient steps that no more change it.
inline Vector naive_solution(const Block& block) {
  const double eta = 1 / (block.condition_number() + 1);
  Vector z = block.start();
  for (int step = 0; step < 200'000; ++step) {
    Vector half = z;
    block.step(half, naive_operator(block.sum(), z), eta);
    Vector next = z;
    block.step(next, naive_operator(block.sum(), half), eta);
    const bool is_done = block.norm(next - z) <= 1e-15 * (block.norm(z) + 1e-3);
    z = next;
    if (is_done) break;
  }
  return z;
}

}  // namespace noisy::testing
