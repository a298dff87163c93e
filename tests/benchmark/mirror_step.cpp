// One step of mirror descent on the simplex beside a copy of as many doubles: scores, their
// exponentials and sums, one vertex. All in bytes of one such copy (d doubles read, d written) per
// second, so that rates compare: the step moves three times as many, and exponentials take longer
// than memory does. And vertices by every method.
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "engine/math/log_weights.h"
#include "engine/math/vector_functions.h"
#include "engine/random/inverse_cdf.h"
#include "engine/random/vertex_sampler.h"
#include "tests/benchmark/measure.h"
#include "tests/math/bits.h"

namespace {

using namespace noisy;
using noisy::benchmark::fastest_seconds;
using noisy::benchmark::keep;

constexpr double kStep = 1e-3;

std::vector<double> random_gradient(std::size_t dimension, std::uint64_t seed) {
  testing::TestNumbers numbers(seed);
  std::vector<double> out(dimension);
  for (double& value : out) value = numbers.uniform(-1, 1);
  return out;
}

Stream stream() {
  return StreamFactory::reproducible({.seed = 1, .algorithm = "benchmark"})
      .stream(StreamPurpose::noise, 0);
}

void report(const std::string& row, const std::string& unit, double value) {
  noisy::benchmark::report("mirror step", row, unit, value);
}

void measure_step(std::size_t dimension, const std::string& name) {
  const std::vector<double> gradient = random_gradient(dimension, 1);
  std::vector<double> out(dimension);
  math::LogWeights weights(dimension);
  for (int t = 0; t < 100; ++t) weights.add(10 * kStep, gradient);
  Stream source = stream();
  const auto measure = [&](const std::string& row, const auto& work) {
    const double seconds = fastest_seconds([&] {
      work();
      keep(out.data());
    });
    const auto bytes = static_cast<double>(2 * dimension * sizeof(double));
    report(row + ", d = " + name, "GB/s", bytes / seconds / 1e9);
  };
  const auto step = [&] { weights.add(kStep, gradient); };
  const auto draw = [&] {
    const std::size_t j = draw_by_inverse_cdf(source, weights.weights());
    keep(&j);
  };

  measure("copy", [&] { std::memcpy(out.data(), gradient.data(), dimension * sizeof(double)); });
  measure("exponentials", [&] { math::exp_each(gradient, out); });
  measure("step", step);
  measure("step and vertex", [&] {
    step();
    draw();
  });
  measure("step, softmax and vertex", [&] {
    step();
    weights.softmax(out);
    draw();
  });
}

void measure_draws(const std::string& name, VertexMethod method, int draws) {
  const VertexSampler sampler(random_gradient(100'000, 2), method);
  Stream source = stream();
  const double seconds = fastest_seconds([&] {
    for (int i = 0; i < draws; ++i) {
      const Index j = sampler.draw(source);
      keep(&j);
    }
  });
  report(name + ", d = 100,000", "k/s", draws / seconds / 1e3);
}

}  // namespace

int main() {
  measure_step(100'000, "100,000");
  measure_step(2'000'000, "2,000,000");
  measure_draws("inverse CDF", VertexMethod::inverse_cdf, 1000);
  measure_draws("alias table", VertexMethod::alias_table, 1000);
  measure_draws("Gumbel-max", VertexMethod::gumbel_max, 1);
  measure_draws("exact rejection", VertexMethod::exact_rejection, 1000);
}
