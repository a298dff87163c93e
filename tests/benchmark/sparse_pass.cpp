// The gradient pass over sparse records: two walks over the stored values, 24 bytes for both,
// beside the rate at which this machine reads memory that is used once.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "engine/data/sparse_columns.h"
#include "engine/data/sparse_generator.h"
#include "engine/problem/risk/sparse_risk.h"
#include "tests/benchmark/measure.h"

namespace {

using namespace noisy;

/// Reads all of the memory once, with the widest vectors that every build has.
[[gnu::noinline]] void read(const std::vector<double>& memory) {
  typedef std::int64_t Lanes __attribute__((vector_size(16)));
  Lanes sums[4] = {};
  for (std::size_t at = 0; at + 8 <= memory.size(); at += 8) {
    for (std::size_t k = 0; k < 4; ++k) {
      Lanes part;
      std::memcpy(&part, &memory[at + 2 * k], sizeof part);
      sums[k] ^= part;
    }
  }
  benchmark::keep(sums);
}

void report_read_rate() {
  const std::vector<double> memory(std::size_t{32} << 20, 1.0);
  const double seconds = benchmark::fastest_seconds([&] { read(memory); }, 0.7);
  benchmark::report("sparse pass", "read memory", "GB/s",
                    8.0 * static_cast<double>(memory.size()) / seconds / 1e9);
}

void measure(const std::string& name, Index samples, Index features) {
  auto made =
      make_sparse_synthetic({.name = name, .samples = samples, .features = features}).value();
  const SparseRecords records(std::move(made.data));
  const SparseRisk risk(records, made.bounds, logistic_loss());
  const double stored = static_cast<double>(records.rows.stored());
  ThreadPool pool(1);
  for (const std::size_t points : {1, 4, 20}) {
    std::vector<Vector> at(points, Vector::Constant(risk.dimension(), 0.01));
    std::vector<Vector> gradients(points, Vector::Zero(risk.dimension()));
    std::vector<PointQuery> queries;
    for (std::size_t q = 0; q < points; ++q) {
      queries.push_back({.point = &at[q], .gradient = &gradients[q], .value = nullptr});
    }
    const double seconds = benchmark::fastest_seconds([&] {
      const auto pass = risk.begin_pass(queries);
      while (!pass->advance(pool, Deadline::never())) {
      }
    });
    const std::string row =
        name + ", " + std::to_string(points) + (points == 1 ? " point" : " points");
    if (points == 1) {
      benchmark::report("sparse pass", row + ", traffic", "GB/s", 24.0 * stored / seconds / 1e9);
    }
    benchmark::report("sparse pass", row, "GF/s",
                      4.0 * stored * static_cast<double>(points) / seconds / 1e9);
  }
  std::vector<Index> batch;
  for (Index i = 0; i < 100; ++i) batch.push_back(i * 7919 % samples);
  const Vector at = Vector::Constant(risk.dimension(), 0.01);
  Vector gradient(risk.dimension());
  BatchScratch scratch;
  const double seconds = benchmark::fastest_seconds([&] {
    risk.answer_batch(batch, {.point = &at, .gradient = &gradient, .value = nullptr}, scratch);
  });
  benchmark::report("sparse pass", name + ", batch of 100", "k/s", 1e-3 / seconds);
}

}  // namespace

int main() {
  report_read_rate();
  measure("text-like", 100'000, 50'000);
  measure("a9a-like", 32'561, kA9aFeatures);
}
