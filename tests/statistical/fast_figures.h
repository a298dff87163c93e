#pragma once

#include <algorithm>
#include <string>

#include "engine/data/generator.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/solver/reference.h"
#include "tests/algorithm/method_input.h"
#include "tests/algorithm/naive/numbers.h"
#include "tests/statistical/lockstep.h"

namespace noisy::testing {

/// The logistic regression of Figures 3 and 4, m = n, in the fast form: the noise depends on n
/// epsilon alone, so n = 10^4 with epsilon = 10 stands for the published n = 10^5 with epsilon = 1.
class FastFigures {
 public:
  static constexpr double kEpsilon = 10;
  static constexpr int kRepeats = 20;

  explicit FastFigures(std::uint64_t seed)
      : synthetic_(make_synthetic({.name = "logistic",
                                   .samples = kSamples,
                                   .features = kFeatures,
                                   .seed = seed,
                                   .positive_fraction = 0.9})
                       .value()),
        risk_(synthetic_.data, synthetic_.bounds, logistic_loss()) {
    facts_ = {.samples = kSamples,
              .dimension = kFeatures,
              .smoothness = top_eigenvalue() + kStrength,
              .strong_convexity = kStrength,
              .l1_sensitivity = risk_.gradient_bounds().l1,
              .l2_sensitivity = risk_.gradient_bounds().l2};
    ReferenceSolver solver(risk_, regularizer_, facts_.smoothness, kStrength);
    ThreadPool pool(1);
    while (!solver.advance(pool, Deadline::never())) {
    }
    optimum_ = solver.result().value().value;
  }

  const naive::Facts& facts() const { return facts_; }
  static Vector start() { return Vector::Constant(kFeatures, 10); }

  double positive_fraction() const {
    const auto targets = synthetic_.data.targets();
    return static_cast<double>(std::ranges::count(targets, 1.0)) / kSamples;
  }

  /// F(x) - F* of each point.
  std::vector<double> gaps(const std::vector<Vector>& points) const {
    std::vector<double> values(points.size());
    std::vector<PointQuery> queries;
    for (std::size_t i = 0; i < points.size(); ++i) {
      queries.push_back({.point = &points[i], .gradient = nullptr, .value = &values[i]});
    }
    ThreadPool pool(1);
    const auto pass = risk_.begin_pass(queries);
    while (!pass->advance(pool, Deadline::never())) {
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      values[i] += regularizer_.value(points[i]) - optimum_;
    }
    return values;
  }

  /// Mean final gaps over the repeats of every method, all run together.
  std::vector<double> mean_gaps(const std::vector<naive::Method>& methods) const {
    std::vector<std::unique_ptr<AlgorithmPlan>> plans;
    std::vector<LockstepRun> runs;
    for (const naive::Method& method : methods) {
      plans.push_back(engine_plan(method, facts_));
      for (std::uint64_t repeat = 0; repeat < kRepeats; ++repeat) {
        runs.push_back(new_run(*plans.back(), method, repeat));
      }
    }
    drive_together(risk_, runs);
    std::vector<Vector> last;
    for (const LockstepRun& member : runs) last.push_back(member.last);
    const std::vector<double> all = gaps(last);
    std::vector<double> means(methods.size());
    for (std::size_t i = 0; i < all.size(); ++i) means[i / kRepeats] += all[i] / kRepeats;
    return means;
  }

 private:
  LockstepRun new_run(const AlgorithmPlan& plan, const naive::Method& method,
                      std::uint64_t repeat) const {
    const auto streams = StreamFactory::reproducible(
        {.seed = 1,
         .algorithm = method.id,
         .sweep = std::to_string(method.step_scale) + " " + std::to_string(method.iterations),
         .repeat = repeat});
    auto oracle = std::make_unique<PrivateOracle>(risk_, regularizer_, streams, plan.rule().cap());
    Run run = plan.start(*oracle, start());
    return {.oracle = std::move(oracle), .run = std::move(run)};
  }

  /// Of U'U / n, by the power method.
  double top_eigenvalue() const {
    naive::Numbers direction(kFeatures, 1.0);
    double eigenvalue = 0;
    for (int step = 0; step < 50; ++step) {
      naive::Numbers product(kFeatures, 0.0);
      naive::Numbers row(kFeatures);
      for (Index i = 0; i < kSamples; ++i) {
        synthetic_.data.copy_row(i, row);
        product = naive::plus(product, naive::dot(row, direction) / kSamples, row);
      }
      eigenvalue = naive::norm(product) / naive::norm(direction);
      direction = naive::plus(naive::Numbers(kFeatures, 0.0), 1 / naive::norm(product), product);
    }
    return eigenvalue;
  }

  static constexpr Index kSamples = 10'000;
  static constexpr Index kFeatures = 20;
  static constexpr double kStrength = 0.02;

  SyntheticData synthetic_;
  EmpiricalRisk risk_;
  Regularizer regularizer_{.kind = Regularizer::Kind::l2, .strength = kStrength};
  naive::Facts facts_;
  double optimum_ = 0;
};

}  // namespace noisy::testing
