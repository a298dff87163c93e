#include "engine/experiment/session/run_trial.h"

#include <gtest/gtest.h>

#include "tests/experiment/session/lockstep_runs.h"

namespace noisy::testing {
namespace {

/// So many slices end in each of its passes, which take at least kSliceSeconds each.
class SlicedSum final : public FiniteSum {
 public:
  static constexpr int kSlices = 4;
  static constexpr double kSliceSeconds = 0.001;

  explicit SlicedSum(const FiniteSum& inner) : inner_(inner) {}
  Index samples() const override { return inner_.samples(); }
  Index dimension() const override { return inner_.dimension(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override {
    return std::make_unique<Sliced>(inner_.begin_pass(queries));
  }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override {
    inner_.answer_batch(records, query, scratch);
  }
  GradientBounds gradient_bounds() const override { return inner_.gradient_bounds(); }
  double l1_sensitivity_at(const Vector& x) const override { return inner_.l1_sensitivity_at(x); }
  RegionBounds bounds_within(double radius) const override { return inner_.bounds_within(radius); }
  double smoothness_bound() const override { return inner_.smoothness_bound(); }

 private:
  class Sliced final : public Pass {
   public:
    explicit Sliced(std::unique_ptr<Pass> inner) : inner_(std::move(inner)) {}
    bool advance(ThreadPool& pool, const Deadline& deadline) override {
      const Deadline slice = Deadline::after_seconds(kSliceSeconds);
      while (!slice.passed()) {
      }
      return ++done_ >= kSlices && inner_->advance(pool, deadline);
    }

   private:
    std::unique_ptr<Pass> inner_;
    int done_ = 0;
  };

  const FiniteSum& inner_;
};

class Trial : public Lockstep {
 protected:
  static constexpr Index kSteps = 10;
  static constexpr RunWork kWork{.points = 7, .steps = 2, .measuring = 4};

  /// Full gradients at two runs, without measuring.
  std::unique_ptr<LockstepGroup> two_runs(const FiniteSum& sum) {
    std::vector<RunSetup> setups;
    for (Index i = 0; i < 2; ++i) setups.push_back(fake(i, descend, kSteps));
    return std::make_unique<LockstepGroup>(sum, Regularizer{}, std::move(setups));
  }
};

/// A slice that sees the end of a long pass alone must not be taken for all of it.
TEST_F(Trial, CountsAPassWithAllItsSlices) {
  const SlicedSum sliced(risk_);
  RunTrial trial(two_runs(sliced), kWork, 0);
  ThreadPool pool(1);
  const double pass = SlicedSum::kSlices * SlicedSum::kSliceSeconds;
  for (int steps = 1; steps <= 2; ++steps) {
    const double before = trial.share();
    while (trial.share() == before) trial.advance(pool, 0);
    EXPECT_DOUBLE_EQ(trial.share(), static_cast<double>(steps) / kSteps);
    // Two runs share each pass, so that half of it is one run's.
    EXPECT_GE(trial.rates({}).steps * kWork.steps, 0.999 * kSteps * pass / 2);
  }
}

TEST_F(Trial, KnowsNothingBeforeAPassIsOver) {
  const SlicedSum sliced(risk_);
  RunTrial trial(two_runs(sliced), kWork, 0.5);
  ThreadPool pool(1);
  for (int slice = 1; slice < SlicedSum::kSlices; ++slice) trial.advance(pool, 0);
  EXPECT_EQ(trial.share(), 0);
  EXPECT_FALSE(trial.has_measured());
  const WorkRates rates = trial.rates({.steps = 7, .measuring = 9});
  EXPECT_EQ(rates.begin, 0.25);
  EXPECT_EQ(rates.steps, 7);
  EXPECT_EQ(rates.measuring, 9);
}

/// The work that is counted against what the runs themselves report.
TEST_F(Trial, SaysAtTheEndWhatTheRunsTook) {
  auto group = two_runs(risk_);
  const LockstepGroup& runs = *group;
  RunTrial trial(std::move(group), kWork, 0);
  ThreadPool pool(1);
  while (!trial.is_over()) trial.advance(pool, 0);
  double seconds = 0;
  for (const auto& run : runs.runs()) seconds += run->seconds();
  EXPECT_EQ(trial.share(), 1);
  EXPECT_DOUBLE_EQ(trial.rates({}).steps * kWork.steps, seconds / 2);
}

}  // namespace
}  // namespace noisy::testing
