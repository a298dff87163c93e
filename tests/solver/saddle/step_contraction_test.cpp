// The proven contraction of deterministic saddle solvers, step by step (O15).
#include "tests/solver/support/solve.h"
#include "tests/solver/support/watched_sum.h"

namespace noisy::testing {
namespace {

/// phi(x, y) = x' diag(1, 0.3, 0) y: no slack between the coupling and its bound, unlike in T6,
/// whose mean coupling is half of what its components may have.
class TightCoupling final : public ComponentSum {
 public:
  Index components() const override { return 1; }
  Index primal_dimension() const override { return 3; }
  Index dual_dimension() const override { return 3; }
  OperatorSmoothness smoothness() const override {
    return {.joint = 1, .primal = 0, .dual = 0, .coupling = 1};
  }
  double lipschitz() const override { return 100; }
  void component_at(Index, const Vector& z, Vector& out) const override {
    out << z[3], 0.3 * z[4], 0, -z[0], -0.3 * z[1], 0;
  }
};

/// Where the solver takes the first full operators, when it never asks for a certificate: of
/// one-operator methods these are the iterates, of two-operator ones every second is.
std::vector<Vector> operator_points(const WatchedSum& sum, const Block& block, const char* id,
                                    std::size_t count, std::uint64_t seed = 1) {
  SolverLoop loop(sum);
  Stream draws = component_draws(seed);
  SolverWork work(loop, block, draws, [](const Certificate&) { return false; }, {-1});
  Task<> task = solvers().find(id)->solve(work);
  task.begin(loop);
  ThreadPool pool(1);
  while (sum.passes().size() < count && !loop.advance(pool, Deadline::after_seconds(0))) {
  }
  return sum.passes();
}

/// D(z_t) = ||z_t - z*||_W^2 of every `stride`-th point, down to 1e-8 of the first: what
/// naive_solution() misses does not show above.
std::vector<double> squared_distances(const char* id, const ComponentSum& of,
                                      const BlockSetting& setting, std::size_t stride) {
  const WatchedSum sum(of);
  const Block block = block_of(sum, setting);
  const Vector exact = naive_solution(block_of(of, setting));
  std::vector<double> out;
  const auto points = operator_points(sum, block, id, 600);
  for (std::size_t t = 0; t < points.size(); t += stride) {
    const double distance = block.norm(points[t] - exact);
    out.push_back(distance * distance);
    if (out.back() < 1e-8 * out.front()) break;
  }
  return out;
}

std::vector<BlockSetting> settings() {
  std::vector<BlockSetting> out;
  for (const double weight : {1.25, 0.25, 0.05}) {
    for (const double ratio : {1.0, 30.0}) {
      out.push_back({.primal_weight = weight, .dual_weight = weight * ratio, .centre = 0.5});
      out.push_back(out.back());
      out.back().radius = 0.3;
    }
  }
  return out;
}

/// Calls test(sum, setting) on T6, with its losses and without, and on the tight coupling.
template <class Test>
void for_each_problem(Test&& test) {
  const CoupledSum coupled(12, 4, 7);
  const CoupledSum bilinear(12, 4, 7, false);
  const TightCoupling tight;
  for (const ComponentSum* sum :
       {static_cast<const ComponentSum*>(&coupled), static_cast<const ComponentSum*>(&bilinear),
        static_cast<const ComponentSum*>(&tight)}) {
    for (const BlockSetting& setting : settings()) test(*sum, setting);
  }
}

/// Asserts D(z_{t+1}) <= D(z_t) / (1 + gain(kappa_w)) + 1e-11 D(z_0).
void expect_contraction(const char* id, std::size_t stride, double (*gain)(double condition)) {
  for_each_problem([&](const ComponentSum& sum, const BlockSetting& setting) {
    const double shrinks = 1 + gain(block_of(sum, setting).condition_number());
    const std::vector<double> d = squared_distances(id, sum, setting, stride);
    ASSERT_GT(d.size(), 2U);
    for (std::size_t t = 0; t + 1 < d.size(); ++t) {
      ASSERT_LE(d[t + 1], d[t] / shrinks + 1e-11 * d[0]) << id << ", step " << t;
    }
  });
}

TEST(StepContraction, OfDescentAscent) {
  expect_contraction("gradient-descent-ascent", 1, [](double k) { return 1 / (k * k); });
}

TEST(StepContraction, OfExtragradient) {
  expect_contraction("extragradient", 2, [](double k) { return 1 / k; });
}

TEST(StepContraction, OfPrimalDualExtragradient) {
  expect_contraction("primal-dual-extragradient", 2, [](double k) { return 1 / (1 + k); });
}

TEST(StepContraction, OfOptimisticGradient) {
  for_each_problem([](const ComponentSum& sum, const BlockSetting& setting) {
    const double shrinks = 1 + 0.4 / block_of(sum, setting).condition_number();
    const auto d = squared_distances("optimistic-gradient", sum, setting, 1);
    ASSERT_GT(d.size(), 2U);
    for (std::size_t t = 0; t < d.size(); ++t) {
      const double bound = 4.0 / 3 * std::pow(shrinks, -static_cast<double>(t)) * d[0];
      ASSERT_LE(d[t], bound + 1e-11 * d[0]) << "step " << t;
    }
  });
}

/// E D shrinks by 0.55 or more an epoch. svrg-saddle asks at each reference, so that every second
/// full operator is taken at one; the mean of 40 runs stands for the expectation.
TEST(StepContraction, OfAnEpochOfSvrgInTheMean) {
  constexpr int kRuns = 40;
  constexpr std::size_t kEpochs = 3;
  for (const bool with_losses : {true, false}) {
    const CoupledSum of(12, 4, 7, with_losses);
    for (const double weight : {1.0, 0.2, 0.1}) {
      const BlockSetting setting{.primal_weight = weight, .dual_weight = weight, .centre = 0.5};
      const Vector exact = naive_solution(block_of(of, setting));
      std::vector<double> mean(kEpochs + 1, 0);
      for (int run = 0; run < kRuns; ++run) {
        const WatchedSum sum(of);
        const Block block = block_of(sum, setting);
        const auto points =
            operator_points(sum, block, "svrg-saddle", 2 * kEpochs + 1, std::uint64_t(run));
        for (std::size_t epoch = 0; epoch <= kEpochs; ++epoch) {
          mean[epoch] += std::pow(block.norm(points[2 * epoch] - exact), 2) / kRuns;
        }
      }
      for (std::size_t epoch = 0; epoch < kEpochs; ++epoch) {
        EXPECT_LE(mean[epoch + 1], 0.55 * mean[epoch]) << "epoch " << epoch;
      }
    }
  }
}

}  // namespace
}  // namespace noisy::testing
