// Base solvers on l2-regularized logistic regression, from nothing to a certified gradient, on one
// thread; solvers.mjs sets them beside scikit_solvers.py, which makes the same records.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>

#include "engine/math/reduce.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/solver/base/certified_solve.h"
#include "engine/solver/problem/record_sum.h"
#include "tests/benchmark/measure.h"

namespace {

using namespace noisy;

constexpr Index kRows = 100'000;
constexpr Index kFeatures = 100;
constexpr double kWeight = 1e-4;   // lambda: l / lambda is 2500
constexpr double kLongest = 1e-6;  // of the gradient at the answer

/// Uniform on [-1, 1), by SplitMix64 of a number: the same in every language.
double number(std::uint64_t of) {
  std::uint64_t x = of * 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
}

/// Rows of length 1, labels by the first feature and noise; stored as `solve` stores them.
DenseData records() {
  DenseData data = DenseData::allocate({.samples = kRows, .features = kFeatures}).value();
  Vector row(kFeatures);
  for (Index i = 0; i < kRows; ++i) {
    for (Index j = 0; j < kFeatures; ++j) {
      row[j] = number(static_cast<std::uint64_t>(i * (kFeatures + 1) + j + 1));
    }
    row /= math::l2_norm(row);
    data.set_row(i, math::view(row));
    const double noise = number(static_cast<std::uint64_t>(i * (kFeatures + 1) + kFeatures + 1));
    data.targets()[static_cast<std::size_t>(i)] = row[0] + 0.1 * noise > 0 ? 1 : -1;
  }
  return data;
}

/// One solve from nothing; its gradients per record.
double solve(const Block& block, const SolverEntry& solver, math::ThreadPool& pool) {
  const StreamFactory streams = StreamFactory::reproducible({.seed = 1, .algorithm = solver.id});
  CertifiedSolve solving(block, solver, streams.stream(StreamPurpose::sampling, 0),
                         {.target = {kLongest / std::sqrt(kWeight)}});
  while (!solving.advance(pool, math::Deadline::never())) {
  }
  const auto found = solving.result();
  if (!found || found->is_fallback) std::abort();
  return static_cast<double>(found->evaluations) / static_cast<double>(kRows);
}

/// Of this program's one thread: unlike time, nothing that waits for the processor is in it.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void measure(const Block& block, const SolverEntry& solver, math::ThreadPool& pool) {
  const std::string title = "logistic regression to a certified gradient of 1e-6, 1e5 x 100";
  double passes = 0;
  double seconds = std::numeric_limits<double>::infinity();
  for (int call = 0; call < 5; ++call) {
    const double start = processor_seconds();
    passes = solve(block, solver, pool);
    seconds = std::min(seconds, processor_seconds() - start);
  }
  noisy::benchmark::report(title, solver.id, "solves/s", 1 / seconds);
  noisy::benchmark::report(title, solver.id, "gradients per record", passes);
}

}  // namespace

int main() {
  const DenseData data = records();
  const EmpiricalRisk risk(data, {.l2 = 1}, logistic_loss());
  const auto sum = LinearRecordSum::make(risk, data, logistic_loss()).value();
  BlockTerms terms;
  terms.primal_weight = kWeight;
  terms.centre = Vector::Zero(kFeatures);
  const Block block = Block::make(*sum, terms).value();
  math::ThreadPool pool(1);
  for (const char* id :
       {"svrg-practical", "loopless-svrg", "saga", "katyusha", "accelerated-gradient"}) {
    measure(block, *solvers().find(id), pool);
  }
}
