// One step of mirror descent on the simplex beside a copy of as many doubles: scores, their
// exponentials and sums, one vertex. And vertices by every method.
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

constexpr std::size_t kDimension = 100'000;
constexpr double kStep = 1e-3;

std::vector<double> random_gradient(std::uint64_t seed) {
  testing::TestNumbers numbers(seed);
  std::vector<double> out(kDimension);
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

/// Seconds, printed as a rate and, for reading, as a ratio to a copy.
void report_step(const std::string& row, double seconds, double copy_seconds) {
  report(row, "steps/s", 1 / seconds);
  std::fprintf(stderr, "%-32s %9.1f us  %6.2f copies\n", row.c_str(), seconds * 1e6,
               seconds / copy_seconds);
}

void measure_step() {
  const std::vector<double> gradient = random_gradient(1);
  std::vector<double> out(kDimension);
  math::LogWeights weights(kDimension);
  for (int t = 0; t < 1000; ++t) weights.add(kStep, gradient);
  Stream source = stream();

  const double copy = fastest_seconds([&] {
    std::memcpy(out.data(), gradient.data(), kDimension * sizeof(double));
    keep(out.data());
  });
  report_step("copy of 100,000 doubles", copy, copy);
  report_step("exp of 100,000 doubles", fastest_seconds([&] {
                math::exp_each(gradient, out);
                keep(out.data());
              }),
              copy);
  report_step("step", fastest_seconds([&] { weights.add(kStep, gradient); }), copy);
  report_step("step and one vertex", fastest_seconds([&] {
                weights.add(kStep, gradient);
                const std::size_t j = draw_by_inverse_cdf(source, weights.weights());
                keep(&j);
              }),
              copy);
  report_step("step, softmax and one vertex", fastest_seconds([&] {
                weights.add(kStep, gradient);
                weights.softmax(out);
                const std::size_t j = draw_by_inverse_cdf(source, weights.weights());
                keep(&j);
              }),
              copy);
}

void measure_draws(const std::string& name, VertexMethod method, int draws) {
  const VertexSampler sampler(random_gradient(2), method);
  Stream source = stream();
  const double seconds = fastest_seconds([&] {
    for (int i = 0; i < draws; ++i) {
      const Index j = sampler.draw(source);
      keep(&j);
    }
  });
  report(name, "vertices/s", draws / seconds);
}

}  // namespace

int main() {
  measure_step();
  measure_draws("inverse CDF", VertexMethod::inverse_cdf, 1000);
  measure_draws("alias table", VertexMethod::alias_table, 1000);
  measure_draws("Gumbel-max", VertexMethod::gumbel_max, 1);
  measure_draws("exact rejection", VertexMethod::exact_rejection, 1000);
}
