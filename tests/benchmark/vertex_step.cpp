// A whole step of mirror descent that draws vertices, on sparse records, beside a copy of as many
// doubles: its block's gradients, the scores, the draws, the point and the sum of points, as the
// private oracle and the descent do them. In bytes of one such copy per second, as "mirror step"
// has it.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "engine/algorithm/frame/run.h"
#include "engine/algorithm/simplex/vertex_descent.h"
#include "engine/data/sparse_generator.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/problem/saddle/saddle_risk.h"
#include "engine/problem/saddle/sparse_group_risk.h"
#include "tests/benchmark/measure.h"

namespace {

using namespace noisy;
using noisy::benchmark::fastest_seconds;
using noisy::benchmark::keep;

constexpr Index kRecords = 200'000;

/// Of a copy of so many doubles.
void report(const std::string& row, Index size, double seconds) {
  const auto bytes = static_cast<double>(2 * sizeof(double)) * static_cast<double>(size);
  noisy::benchmark::report("vertex step", row, "GB/s", bytes / seconds / 1e9);
}

Run descend(GradientOracle& data, VertexDescent& descent) {
  while (true) {
    const Vector& drawn = co_await data.ask(descent.next());
    descent.add(drawn);
    co_yield UnseenIterate{descent};
  }
}

/// To the next iterate.
void step(Run& run, GradientOracle& oracle) {
  static ThreadPool pool(1);
  for (run.resume(); !run.unseen_iterate(); run.resume()) {
    while (oracle.has_work() && !oracle.advance(pool, Deadline::never())) {
    }
  }
}

void measure_copy(Index size, const std::string& name) {
  std::vector<double> from(static_cast<std::size_t>(size), 1.0), to(from.size());
  report("copy, d = " + name, size, fastest_seconds([&] {
           std::memcpy(to.data(), from.data(), from.size() * sizeof(double));
           keep(to.data());
         }));
}

void measure_step(const SaddleRisk& risk, Index block, const std::string& row) {
  const SaddleBounds& bounds = *risk.saddle();
  MirrorDescentSetting setting{.steps = risk.samples() / block,
                               .block_size = block,
                               .draws = {.per_point = 1},
                               .step_size = 1e-3,
                               .primal_size = bounds.primal_dimension,
                               .dual_size = bounds.dual_dimension};
  const double width = bounds.coordinates.difference;
  const Release release = descent_release(setting, {.x = width, .y = width}, risk.samples());
  const auto streams = StreamFactory::reproducible({.seed = 1, .algorithm = "benchmark"});
  PrivateOracle oracle(risk, {}, streams, Cost{CostUnit::rho, 1e30});
  Stream first = oracle.output_stream();
  VertexDescent descent(setting, release, first);
  Run run = descend(oracle, descent);
  report(row, risk.dimension(), fastest_seconds([&] { step(run, oracle); }));
}

void measure(Index words, const std::string& name) {
  auto made =
      make_sparse_synthetic({.name = "text-like", .samples = kRecords, .features = words}).value();
  const auto loss = std::make_shared<SparseGroupRisk>(SparseGroupRisk::make({}).value());
  const SaddleRisk risk(loss, made.data, made.bounds);
  measure_copy(risk.dimension(), name);
  measure_step(risk, 1, "record by record, d = " + name);
  measure_step(risk, 20, "blocks of 20, d = " + name);
}

}  // namespace

int main() {
  measure(50'000, "100,000");
  measure(1'000'000, "2,000,000");
}
