// DP-SGD on Poisson batches where a record is zeroed out: what its noise costs by a line integral
// and by the moments of Mironov, Talwar and Zhang, which batches it draws, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/execute.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/form/poisson_gradient.h"
#include "engine/random/distributions.h"
#include "engine/random/poisson_subset.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/support/line_integral.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

constexpr double kPoissonSteps = 30;
constexpr double kExpected = 4;  ///< records of a batch
constexpr Index kPoissonRecords = 40;
constexpr double kLongest = 1.5;  ///< L_0 of logistic_setting

StreamFactory poisson_streams() {
  return StreamFactory::reproducible({.seed = 3, .algorithm = "poisson"});
}

PrivacyRequest zeroed_request() {
  return {.notion = Notion::approximate,
          .epsilon = 1.5,
          .delta = 1e-5,
          .mechanism = std::nullopt,
          .neighbours = Neighbours::zero_out};
}

struct PoissonTask {
  explicit PoissonTask(const PrivacyRequest& privacy)
      : setting(logistic_setting(4, static_cast<std::size_t>(kPoissonRecords))) {
    input = {.facts = public_facts(*setting.data, setting.regularizer, 3),
             .privacy = privacy,
             .parameters = parameters({{"iterations", kPoissonSteps},
                                       {"batchSize", kExpected},
                                       {"sampling", std::string("poisson")}}),
             .regularizer = setting.regularizer,
             .domain = {}};
  }
  Result<std::unique_ptr<AlgorithmPlan>> plan() const {
    return find_algorithm("dp-sgd")->plan(input);
  }

  Setting setting;
  PlanInput input;
};

/// ln E[L^k] / (k - 1) of a whole order k by the binomial sum: E[L^k] = sum_j C(k, j) (1 - q)^(k-j)
/// q^j exp(j (j - 1) s^2 / 2).
double whole_order_divergence(int order, double shift, double rate) {
  double sum = 0;
  for (int j = 0; j <= order; ++j) {
    const double ways = std::lgamma(order + 1) - std::lgamma(j + 1) - std::lgamma(order - j + 1);
    sum += std::exp(ways + (order - j) * std::log1p(-rate) + j * std::log(rate) +
                    0.5 * j * (j - 1) * shift * shift);
  }
  return std::log(sum) / (order - 1);
}

TEST(PoissonSgd, HasTheNoiseThatTheSubsampledGaussianMechanismNeeds) {
  const PoissonTask task(zeroed_request());
  const auto plan = task.plan();
  ASSERT_TRUE(plan) << plan.error().message;
  const Release release = planned_release(**plan, 1);
  EXPECT_EQ(release.form, poisson_gradient_form());
  EXPECT_EQ(release.cost.neighbours, Neighbours::zero_out);
  const double rate = kExpected / static_cast<double>(kPoissonRecords);
  const auto delta_of = [&](double noise, SampledPair direction) {
    return LineIntegral(kLongest / (kExpected * noise), rate, kPoissonSteps, direction).delta(1.5);
  };
  EXPECT_NEAR(delta_of(release.noise_scale, SampledPair::remove) / 1e-5, 1, 5e-3);
  EXPECT_LT(delta_of(release.noise_scale, SampledPair::add), 1e-5);
  EXPECT_GT(delta_of(release.noise_scale / 1.02, SampledPair::remove), 1.1e-5);
  for (const int order : {2, 5, 20}) {
    const double cost = release.form->renyi(release, kPoissonRecords, kLongest, order);
    const double expected =
        whole_order_divergence(order, kLongest / (kExpected * release.noise_scale), rate);
    EXPECT_NEAR(cost / expected, 1, 1e-9) << order;
  }
  const PrivacyClaim& claim = (*plan)->summary().claim;
  EXPECT_EQ(claim.epsilon, 1.5);
  EXPECT_TRUE(claim.certified());
  EXPECT_THAT(claim.statement, HasSubstr("joins with probability 4 / n"));
}

/// Each record by its own coin: sums over the records that were drawn, divided by 4, plus noise.
TEST(PoissonSgd, EqualsItsTwin) {
  const PoissonTask task(zeroed_request());
  const auto plan = task.plan();
  ASSERT_TRUE(plan);
  const Regularizer added = (*plan)->adds_regularizer() ? task.setting.regularizer : Regularizer{};
  PrivateOracle oracle(*task.setting.data, added, poisson_streams(), (*plan)->rule().cap());
  const auto path =
      drive(*task.setting.data, oracle, (*plan)->start(oracle, vector(task.setting.start)));
  ASSERT_EQ(path.size(), static_cast<std::size_t>(kPoissonSteps));
  EXPECT_FALSE(oracle.refusal());
  // As many as are expected, so that the figure tells nothing of the coins.
  EXPECT_EQ(oracle.gradient_evaluations(), static_cast<Index>(kPoissonSteps * kExpected));
  const double sigma = planned_release(**plan, 1).noise_scale;
  const double strength = task.setting.regularizer.strength;
  naive::Numbers x = task.setting.start;
  bool was_empty = false;
  for (std::size_t t = 0; t < path.size(); ++t) {
    Stream coins = poisson_streams().stream(StreamPurpose::sampling, t);
    Stream noise = poisson_streams().stream(StreamPurpose::noise, t);
    naive::Numbers gradient(x.size(), 0.0);
    const auto records = poisson_subset(coins, kPoissonRecords, static_cast<Index>(kExpected));
    was_empty |= records.empty();
    for (const Index record : records) {
      const std::vector<std::size_t> alone = {static_cast<std::size_t>(record)};
      gradient =
          naive::plus(gradient, 1 / kExpected, task.setting.problem.batch_gradient(alone, x));
    }
    for (std::size_t k = 0; k < x.size(); ++k) {
      gradient[k] += sigma * normal(noise, 1) + strength * x[k];
    }
    x = naive::plus(x, -1 / (strength * static_cast<double>(t + 1)), gradient);
    EXPECT_LE(naive::norm(naive::minus(numbers(path[t]), x)), 1e-10 * (1 + naive::norm(x))) << t;
  }
  EXPECT_TRUE(was_empty) << "or the test looks at no empty batch";
}

TEST(PoissonSgd, IsRefusedWhereItIsTooCheapOrForOtherNeighbours) {
  const PoissonTask task(zeroed_request());
  const auto plan = task.plan();
  ASSERT_TRUE(plan);
  const auto refusal = [&](double less_noise, const ReleaseForm* form) {
    PrivateOracle oracle(*task.setting.data, {}, poisson_streams(), (*plan)->rule().cap());
    const Vector x = Vector::Zero(4);
    const auto run = [&]() -> noisy::Run {
      Release release = planned_release(**plan, 1);
      release.noise_scale /= less_noise;
      release.form = form;
      Request request = poisson_gradient_at(x, release);
      request.form = form;
      co_yield Iterate{co_await oracle.ask(request)};
    };
    drive(*task.setting.data, oracle, run());
    return oracle.refusal() ? oracle.refusal()->message : "";
  };
  EXPECT_EQ(refusal(1, poisson_gradient_form()), "");
  EXPECT_THAT(refusal(1.15, poisson_gradient_form()), HasSubstr("too small for the cost"));
  // A batch of a fixed size holds another record where it misses one.
  EXPECT_THAT(refusal(1, gradient_form()), HasSubstr("nothing is proven"));
}

TEST(PoissonSgd, IsRefusedWhereNothingIsProven) {
  const auto said = [](const PrivacyRequest& privacy, const char* sampling = "poisson") {
    PoissonTask task(privacy);
    task.input.parameters.set("sampling", std::string(sampling));
    const auto plan = task.plan();
    return plan ? "planned" : plan.error().field + ": " + plan.error().message;
  };
  EXPECT_EQ(said(zeroed_request()), "planned");
  EXPECT_THAT(said(zeroed_request(), "fixed"), HasSubstr("sampling \"poisson\""));
  PrivacyRequest replaced = zeroed_request();
  replaced.neighbours = Neighbours::replace_one;
  EXPECT_EQ(said(replaced, "fixed"), "planned");
  EXPECT_THAT(said(replaced), HasSubstr("privacy.neighbours: Poisson batches"));
  PrivacyRequest rho = zeroed_request();
  rho.notion = Notion::zcdp;
  rho.rho = 1;
  EXPECT_THAT(said(rho), HasSubstr("privacy.notion"));
  PrivacyRequest hardened = zeroed_request();
  hardened.release = ReleaseKind::hardened;
  EXPECT_THAT(said(hardened), HasSubstr("run.randomness.release"));
}

/// Without noise a step on an empty batch is one along the regularizer alone.
TEST(PoissonSgd, RunsWithoutNoise) {
  PrivacyRequest none = zeroed_request();
  none.notion = Notion::none;
  const PoissonTask task(none);
  const auto plan = task.plan();
  ASSERT_TRUE(plan) << plan.error().message;
  NonPrivateOracle oracle(*task.setting.data, task.setting.regularizer, poisson_streams());
  const auto path =
      drive(*task.setting.data, oracle, (*plan)->start(oracle, vector(task.setting.start)));
  EXPECT_EQ(path.size(), static_cast<std::size_t>(kPoissonSteps));
}

}  // namespace
}  // namespace noisy::testing
