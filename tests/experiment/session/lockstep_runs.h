#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>
#include <vector>

#include "engine/experiment/session/lockstep.h"
#include "engine/privacy/form/anchored.h"
#include "engine/privacy/form/gradient.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "tests/experiment/session/meters.h"

namespace noisy::testing {

inline constexpr Index kSamples = 40;
inline constexpr Index kDimension = 3;

/// Counts passes and the queries that they answer.
class CountingSum final : public FiniteSum {
 public:
  explicit CountingSum(const FiniteSum& inner) : inner_(inner) {}
  Index samples() const override { return inner_.samples(); }
  Index dimension() const override { return inner_.dimension(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override {
    ++passes;
    for (const PointQuery& query : queries) (query.gradient ? gradients : values) += 1;
    return inner_.begin_pass(queries);
  }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override {
    inner_.answer_batch(records, query, scratch);
  }
  GradientBounds gradient_bounds() const override { return inner_.gradient_bounds(); }
  double l1_sensitivity_at(const Vector& x) const override { return inner_.l1_sensitivity_at(x); }
  RegionBounds bounds_within(double radius) const override { return inner_.bounds_within(radius); }
  double smoothness_bound() const override { return inner_.smoothness_bound(); }

  mutable int passes = 0;
  mutable int gradients = 0;
  mutable int values = 0;

 private:
  const FiniteSum& inner_;
};

/// A plan whose run is given by a function, for what no real algorithm does.
class FakePlan final : public AlgorithmPlan {
 public:
  using Body = Run (*)(GradientOracle&, Vector, const FakePlan&);

  FakePlan(Body body, Index iterations, double budget)
      : body_(body), rule_({}, {CostUnit::epsilon, budget}, {.notion = Notion::pure}) {
    summary_.iterations = iterations;
    release.batch_size = kSamples;
    release.mechanism = Mechanism::laplace;
    release.cost = {CostUnit::epsilon, 0.5};
    release.noise_scale = 1;  // S_1 / (n b) = 2 / 40: far below the stated cost
    summary_.claim.guarantee = Guarantee::proven;
  }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  bool leaks() const override { return says_that_it_leaks; }
  Run start(GradientOracle& data, Vector start) const override {
    return body_(data, std::move(start), *this);
  }

  /// Its releases are of this form.
  void plan_releases_of(const ReleaseForm* form) {
    release.form = form;
    rule_ = FixedSchedule({{.first = release, .last = release, .count = summary_.iterations}},
                          rule_.cap(), {.notion = Notion::pure});
  }

  Release release;
  bool says_that_it_leaks = false;

 private:
  Body body_;
  FixedSchedule rule_;
  PlanSummary summary_;
};

/// Gradient descent with the plan's rule in every step.
inline Run descend(GradientOracle& data, Vector x, const FakePlan& plan) {
  for (Index t = 0; t < plan.summary().iterations; ++t) {
    const Vector& gradient = co_await data.ask(gradient_at(x, plan.release));
    x -= 0.1 * gradient;
    co_yield Iterate{x};
  }
}

/// Epochs of many small batches between exact anchors; a run with a larger budget has longer ones.
inline Run anchored(GradientOracle& data, Vector x, const FakePlan& plan) {
  Anchor anchor;
  Release batch = plan.release;
  batch.batch_size = 1;
  const Index length = static_cast<Index>(plan.rule().cap().value);
  for (Index t = 0; t < plan.summary().iterations; ++t) {
    co_await data.advance(anchor.at(x));
    for (Index step = 0; step < length; ++step) {
      const Vector& gradient = co_await data.ask(gradient_at(x, batch));
      x -= 0.001 * gradient;
    }
    co_yield Iterate{x};
  }
}

/// Asks for the exact gradient and publishes it.
inline Run leak(GradientOracle& data, Vector x, const FakePlan&) {
  Anchor anchor;
  co_await data.advance(anchor.at(x));
  const Vector& exact = co_await data.leak(anchor);
  co_yield Iterate{exact};
}

/// Its second point is beyond the range of doubles.
inline Run explode(GradientOracle& data, Vector x, const FakePlan& plan) {
  for (Index t = 0; t < plan.summary().iterations; ++t) {
    const Vector& gradient = co_await data.ask(gradient_at(x, plan.release));
    x = 1e155 * (gradient + 1e155 * Vector::Ones(x.size()));
    co_yield Iterate{x};
  }
}

/// Memory runs out after the first iterate.
inline Run run_out_of_memory(GradientOracle& data, Vector x, const FakePlan& plan) {
  const Vector& gradient = co_await data.ask(gradient_at(x, plan.release));
  x -= gradient;
  co_yield Iterate{x};
  throw std::bad_alloc();
}

/// Runs on a small quadratic, by real algorithms and by fake ones.
class Lockstep : public ::testing::Test {
 protected:
  Lockstep() : risk_(*make_risk()), counting_(risk_) {}

  static Result<LinearQuadraticRisk> make_risk() {
    Eigen::MatrixXd hessian = Eigen::MatrixXd::Identity(kDimension, kDimension);
    hessian(0, 0) = 0.5;
    Eigen::MatrixXd records(kDimension, kSamples);
    for (Index i = 0; i < kSamples; ++i) {
      for (Index j = 0; j < kDimension; ++j) {
        records(j, i) = static_cast<double>((7 * i + 3 * j) % 11) / 40 - 0.1;
      }
    }
    return LinearQuadraticRisk::create(hessian, records, 1);
  }

  RunSetup real(Index number, const std::string& id, Index batch_size, Index iterations = 30) {
    PlanInput input;
    input.facts.samples = kSamples;
    input.facts.dimension = kDimension;
    input.facts.smoothness = 1;
    input.facts.strong_convexity = 0.5;
    input.facts.l1_sensitivity = 2;
    input.facts.l2_sensitivity = 2;
    input.privacy.epsilon = 1;
    input.parameters.set("iterations", static_cast<double>(iterations));
    input.parameters.set("batchSize", static_cast<double>(batch_size));
    auto plan = find_algorithm(id)->plan(input);
    EXPECT_TRUE(plan) << plan.error().message;
    return setup(number, std::move(*plan), id);
  }

  RunSetup fake(Index number, FakePlan::Body body, Index iterations, double budget = 1e9) {
    return setup(number, std::make_shared<FakePlan>(body, iterations, budget), "fake");
  }

  RunSetup setup(Index number, std::shared_ptr<const AlgorithmPlan> plan, const std::string& id) {
    return {.run = number,
            .plan = std::move(plan),
            .is_private = true,
            .start = Vector::Ones(kDimension),
            .streams = StreamFactory::reproducible(
                {.seed = 5, .algorithm = id, .repeat = static_cast<std::uint64_t>(number)}),
            .trace_points = 7};
  }

  std::vector<RunSetup> six_runs() {
    std::vector<RunSetup> setups;
    setups.push_back(real(0, "dp-gd", kSamples));
    setups.push_back(real(1, "dp-gd", 4));
    setups.push_back(real(2, "dp-nag", kSamples, 45));
    setups.push_back(real(3, "dp-nag-opt", 10));
    setups.push_back(real(4, "dp-hb", kSamples));
    setups.push_back(real(5, "dp-masg", 1));
    return setups;
  }

  /// The runs together, measured or not.
  LockstepGroup group_of(std::vector<RunSetup> setups, bool is_measured = true) {
    const MeasuredProblem problem{
        .sum = &counting_, .regularizer = &regularizer_, .reference = &reference_};
    for (RunSetup& setup : setups) {
      if (is_measured) setup.meters = meters_of({"objective", "suboptimality"}, problem);
    }
    return LockstepGroup(counting_, regularizer_, std::move(setups));
  }

  /// Runs to the end in slices of this length, and gives the fingerprints.
  std::vector<std::string> run(std::vector<RunSetup> setups, double slice, int threads) {
    LockstepGroup group = group_of(std::move(setups));
    math::ThreadPool pool(threads);
    while (!group.advance(pool, math::Deadline::after_seconds(slice))) {
    }
    std::vector<std::string> fingerprints;
    for (const auto& active : group.runs()) {
      EXPECT_EQ(active->status(), RunStatus::completed);
      fingerprints.push_back(active->fingerprint());
    }
    return fingerprints;
  }

  LinearQuadraticRisk risk_;
  CountingSum counting_;
  Regularizer regularizer_;
  ReferenceOptimum reference_{.value = -1.5};
};

}  // namespace noisy::testing
