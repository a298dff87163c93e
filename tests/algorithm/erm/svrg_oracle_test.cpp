// What DP-SVRG asks of the data: how many gradients and draws, of which records, and that the
// answers are unbiased.
#include <gtest/gtest.h>

#include <array>

#include "engine/privacy/form/anchored.h"
#include "tests/algorithm/erm/svrg_runs.h"
#include "tests/random/goodness_of_fit.h"

namespace noisy::testing {
namespace {

/// Passes everything on, and counts which records batches held.
class CountingSum final : public FiniteSum {
 public:
  explicit CountingSum(const FiniteSum& data)
      : data_(data), counts_(static_cast<std::size_t>(data.samples()), 0.0) {}

  Index samples() const override { return data_.samples(); }
  Index dimension() const override { return data_.dimension(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override {
    full_passes_ += std::ssize(queries);
    return data_.begin_pass(queries);
  }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override {
    for (const Index i : records) ++counts_[static_cast<std::size_t>(i)];
    last_ = records.front();
    data_.answer_batch(records, query, scratch);
  }
  GradientBounds gradient_bounds() const override { return data_.gradient_bounds(); }
  double l1_sensitivity_at(const Vector& point) const override {
    return data_.l1_sensitivity_at(point);
  }
  double smoothness_bound() const override { return data_.smoothness_bound(); }

  const std::vector<double>& counts() const { return counts_; }
  Index full_passes() const { return full_passes_; }
  std::size_t last() const { return static_cast<std::size_t>(last_); }

 private:
  const FiniteSum& data_;
  mutable std::vector<double> counts_;
  mutable Index full_passes_ = 0;
  mutable Index last_ = 0;
};

/// A setting whose data are watched.
struct Watched {
  SvrgSetting setting;
  std::unique_ptr<FiniteSum> inner;
  const CountingSum* counter = nullptr;
};

Watched watched(SvrgSetting setting) {
  Watched out{.setting = std::move(setting), .inner = {}};
  out.inner = std::move(out.setting.data);
  auto counter = std::make_unique<CountingSum>(*out.inner);
  out.counter = counter.get();
  out.setting.data = std::move(counter);
  return out;
}

StreamFactory streams(std::uint64_t seed) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "dp-svrg"});
}

const naive::Numbers kStart = {0.3, -0.2, 0.1, -0.4};

TEST(SvrgCounters, CountGradientsReleasesAndAnchors) {
  for (const bool doubles : {false, true}) {
    for (const Index batch_size : {1, 5}) {
      for (const char* rule : {"constant", "bb-private", "bb-exact"}) {
        const Watched data = watched(svrg_logistic());
        const naive::Svrg method{.doubles = doubles,
                                 .epochs = 4,
                                 .length = 5,
                                 .step_size = 0.05,
                                 .step_rule = rule,
                                 .term = {.l2 = 0.1}};
        const Index n = data.setting.data->samples();
        const Index inner_steps = doubles ? (32 - 2) * 5 : 4 * 5;
        const auto plan = svrg_plan(data.setting, method, batch_size, theorem_privacy(1));
        ASSERT_TRUE(plan);
        const SvrgRun run = run_svrg(data.setting, *plan, streams(1), kStart);
        EXPECT_EQ(std::ssize(run.path), inner_steps);
        EXPECT_EQ(run.oracle->ledger().releases(), inner_steps);
        EXPECT_EQ(data.counter->full_passes(), 4);
        EXPECT_EQ(run.oracle->gradient_evaluations(), 4 * n + 2 * inner_steps * batch_size);
        EXPECT_EQ(plan->summary().gradient_evaluations,
                  static_cast<double>(run.oracle->gradient_evaluations()));
        EXPECT_EQ(plan->summary().iterations, inner_steps);
      }
    }
  }
}

TEST(SvrgCounters, EveryReleaseIsCharged) {
  const SvrgSetting setting = svrg_logistic();
  const naive::Svrg method{.epochs = 3, .length = 7, .step_size = 0.05, .term = {.l2 = 0.1}};
  const auto plan = svrg_plan(setting, method, 5, theorem_privacy(1));
  ASSERT_TRUE(plan);
  const SvrgRun run = run_svrg(setting, *plan, streams(1), kStart);
  EXPECT_NEAR(run.oracle->ledger().spent().value, plan->rule().cap().value,
              1e-12 * plan->rule().cap().value);
}

TEST(SvrgCounters, EqualSeedsGiveEqualPathsAndOthersDoNot) {
  const SvrgSetting setting = svrg_logistic();
  const naive::Svrg method{.epochs = 2, .length = 6, .step_size = 0.05, .term = {.l2 = 0.1}};
  const auto plan = svrg_plan(setting, method, 1, theorem_privacy(1));
  ASSERT_TRUE(plan);
  const auto first = run_svrg(setting, *plan, streams(1), kStart).path;
  EXPECT_EQ(path_distance(first, run_svrg(setting, *plan, streams(1), kStart).path), 0);
  EXPECT_GT(path_distance(first, run_svrg(setting, *plan, streams(2), kStart).path), 0);
}

TEST(SvrgSampling, DrawsEveryRecordAlikeAtFalseAlarmRate1e9) {
  for (const Index batch_size : {1, 6}) {
    const Watched data = watched(svrg_logistic());
    const naive::Svrg method{.epochs = 4, .length = 5000, .step_size = 0.01, .term = {.l2 = 0.1}};
    const auto plan = svrg_plan(data.setting, method, batch_size, theorem_privacy(1e-3));
    ASSERT_TRUE(plan);
    run_svrg(data.setting, *plan, streams(3), kStart);
    const std::vector<double>& counts = data.counter->counts();
    const double n = static_cast<double>(counts.size());
    const double b = static_cast<double>(batch_size);
    // Within a batch records exclude each other: a count has the variance N (b/n)(1 - b/n) and
    // pairs the covariance -1/(n-1) of it, so the statistic shrinks by (n - b)/(n - 1).
    const double statistic = chi_square(counts, 20000 * b) * (n - 1) / (n - b);
    // 24 records, 23 degrees of freedom: bounded by the tail of 24 above and of 22 below.
    EXPECT_GT(chi_square_tail(statistic, 24), kOneSide);
    EXPECT_LT(chi_square_tail(statistic, 22), 1 - kOneSide);
  }
}

TEST(SvrgRelease, FirstOneOfAnEpochIsTheFullGradientWhateverIsDrawn) {
  const std::array settings = {svrg_logistic(), svrg_clipped_squared()};
  for (const SvrgSetting& setting : settings) {
    const Vector x = vector(kStart);
    std::vector<std::size_t> all(setting.problem.samples);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const Vector full = vector(setting.problem.batch_gradient(all, kStart));
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      NonPrivateOracle oracle(*setting.data, Regularizer{}, streams(seed));
      const auto ask = [&]() -> noisy::Run {
        Anchor anchor;
        co_await oracle.advance(anchor.at(x));
        const Release release{.form = variance_reduced_form(), .batch_size = 1};
        const Vector& v = co_await oracle.ask(variance_reduced_at(x, anchor, release));
        co_yield Iterate{v};
      };
      const Vector answer = drive(*setting.data, oracle, ask()).back();
      EXPECT_LT((answer - full).cwiseAbs().maxCoeff(), 1e-15) << setting.name;
    }
  }
}

TEST(SvrgRelease, IsUnbiasedOverTheRecords) {
  std::array settings = {svrg_logistic(), svrg_clipped_squared()};
  for (SvrgSetting& setting : settings) {
    const Watched data = watched(std::move(setting));
    const naive::Problem& problem = data.setting.problem;
    const Vector anchor_point = vector(kStart);
    const Vector x = anchor_point + Vector::Constant(4, 0.7);
    NonPrivateOracle oracle(*data.setting.data, Regularizer{}, streams(5));
    std::vector<Vector> answers(problem.samples);
    const auto ask = [&]() -> noisy::Run {
      Anchor anchor;
      co_await oracle.advance(anchor.at(anchor_point));
      const Release release{.form = variance_reduced_form(), .batch_size = 1};
      for (int draw = 0; draw < 1000; ++draw) {
        const Vector& v = co_await oracle.ask(variance_reduced_at(x, anchor, release));
        answers[data.counter->last()] = v;
      }
      co_yield Iterate{x};
    };
    drive(*data.setting.data, oracle, ask());
    std::vector<std::size_t> all(problem.samples);
    Vector mean = Vector::Zero(4);
    double spread = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = i;
      ASSERT_EQ(answers[i].size(), 4) << "record " << i << " was never drawn";
      mean += answers[i] / static_cast<double>(problem.samples);
      spread = std::max(spread, (answers[i] - answers[0]).cwiseAbs().maxCoeff());
    }
    const Vector full = vector(problem.batch_gradient(all, numbers(x)));
    EXPECT_LT((mean - full).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_GT(spread, 0.01);  // single answers differ: the mean says something
  }
}

}  // namespace
}  // namespace noisy::testing
