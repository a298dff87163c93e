// Certified epsilons of subsampled Gaussian training: both directions, both bounds.
#include <string>

#include "engine/privacy/accountant/pld.h"
#include "tests/benchmark/measure.h"

namespace {

using namespace noisy;

void measure(const std::string& row, double noise, double rate, Index steps) {
  const LossSetting setting{LossMechanism::gaussian(noise).value(), steps, LossSampling::poisson,
                            rate};
  double gap = 0.0;
  const double seconds = noisy::benchmark::fastest_seconds([&] {
    gap = pld_epsilon({&setting, 1}, Neighbours::add_remove, 1e-5).value().gap();
  });
  noisy::benchmark::report("privacy loss distribution", row, "answers/s", 1.0 / seconds);
  noisy::benchmark::report("privacy loss distribution", row + ", accuracy", "1/gap", 1.0 / gap);
}

}  // namespace

int main() {
  measure("10,000 steps, noise 1, rate 0.01", 1.0, 0.01, 10000);
  measure("10,000 steps, noise 1, rate 0.001", 1.0, 0.001, 10000);
  measure("10,000 steps, noise 0.7, rate 0.004", 0.7, 0.004, 10000);
}
