// Requests that no theorem covers are refused, whatever they cost and however large their noise is.
#include <gtest/gtest.h>

#include "engine/privacy/form/anchored.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/form/minimizer.h"
#include "engine/privacy/form/solution.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/problem/risk/empirical_risk.h"
#include "tests/algorithm/settings.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

constexpr double kEverything = 1e300;
constexpr FeatureBounds kBounds{
    .l1 = 2, .l2 = 1.5, .linf = 1, .target_lower = -1, .target_upper = 1};

/// Three records under the squared loss, whose slopes are bounded within an l2 ball alone.
struct Problem {
  std::unique_ptr<DenseData> records =
      dense_records({{0.9, 0.1}, {-0.4, 0.8}, {0.7, -1}}, {1, 1, -1});
  EmpiricalRisk risk{*records, kBounds, squared_loss(), std::nullopt,
                     Domain{.kind = Domain::Kind::l2_ball, .radius = 1}};
};

const Vector kInside{{0.6, 0.6}}, kOutside{{0.8, 0.8}};

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 2, .algorithm = "unproven"});
}

/// Whether the oracle answers, at a point of its domain.
bool is_answered(CostUnit unit, Release release) {
  const Problem problem;
  release.cost = {unit, kEverything / 2, 8};
  PrivateOracle oracle(problem.risk, {}, streams(), Cost{unit, kEverything, 8});
  const auto run = [&]() -> Run {
    Anchor anchor;
    co_await oracle.advance(anchor.at(Vector::Zero(2)));
    const bool is_plain = release.form == gradient_form();
    const Vector& answer = is_plain
                               ? co_await oracle.ask(gradient_at(kInside, release))
                               : co_await oracle.ask(variance_reduced_at(kInside, anchor, release));
    co_yield Iterate{answer};
  };
  const auto path = drive(problem.risk, oracle, run());
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  EXPECT_EQ(path.empty(), oracle.ledger().releases() == 0);
  return !path.empty();
}

Release noisy(Mechanism mechanism, const ReleaseForm* form, Index batch_size) {
  return {.form = form,
          .batch_size = batch_size,
          .mechanism = mechanism,
          .cost = {.value = kEverything / 2},
          .base_epsilon = 1,
          .noise_scale = 1e6};
}

TEST(UnprovenRelease, LaplaceNoiseCoversPlainGradientsOnly) {
  const auto laplace = Mechanism::laplace;
  for (const CostUnit unit : {CostUnit::epsilon, CostUnit::rho}) {
    for (const Index batch : {Index{2}, Index{3}}) {
      EXPECT_TRUE(is_answered(unit, noisy(laplace, gradient_form(), batch)));
      for (const ReleaseForm* form : {variance_reduced_form(), difference_form(), anchor_form()}) {
        EXPECT_FALSE(is_answered(unit, noisy(laplace, form, batch))) << batch;
      }
    }
  }
  EXPECT_FALSE(is_answered(CostUnit::renyi, noisy(laplace, gradient_form(), 3)));
}

TEST(UnprovenRelease, GaussianNoiseHasARhoForAllRecordsAndNotForDifferences) {
  const auto gaussian = Mechanism::gaussian;
  for (const ReleaseForm* form : {gradient_form(), variance_reduced_form(), anchor_form()}) {
    EXPECT_TRUE(is_answered(CostUnit::rho, noisy(gaussian, form, 3)));
    EXPECT_FALSE(is_answered(CostUnit::rho, noisy(gaussian, form, 2)));
    EXPECT_FALSE(is_answered(CostUnit::epsilon, noisy(gaussian, form, 3)));
  }
  // One record moves the difference of two gradients twice as far as one of them.
  EXPECT_FALSE(is_answered(CostUnit::rho, noisy(gaussian, difference_form(), 3)));
  EXPECT_FALSE(is_answered(CostUnit::rho, noisy(gaussian, difference_form(), 2)));
}

TEST(UnprovenRelease, NothingReadsTheDataOutsideTheDomainThatTheSensitivityRestsOn) {
  const Problem problem;
  const auto refuses = [&](auto ask) {
    PrivateOracle oracle(problem.risk, {}, streams(), Cost{CostUnit::rho, kEverything});
    ask(oracle);
    EXPECT_EQ(oracle.refusal().has_value(), oracle.pending().point == nullptr);
    return oracle.refusal().has_value();
  };
  for (const bool outside : {false, true}) {
    const Vector& point = outside ? kOutside : kInside;
    Anchor anchor;
    EXPECT_EQ(refuses([&](PrivateOracle& oracle) {
                (void)oracle.advance(anchor.at(point)).await_ready();
              }),
              outside);
    HiddenDescent descent(0.1, Regularizer{}, {}, point);
    EXPECT_EQ(refuses([&](PrivateOracle& oracle) { (void)oracle.advance(descent).await_ready(); }),
              outside);
    HiddenMinimization minimization({}, 1, 1, point, {.form = minimizer_form()});
    EXPECT_EQ(
        refuses([&](PrivateOracle& oracle) { (void)oracle.advance(minimization).await_ready(); }),
        outside);
    Release release = noisy(Mechanism::gaussian, gradient_form(), 3);
    release.cost.unit = CostUnit::rho;
    EXPECT_EQ(refuses([&](PrivateOracle& oracle) {
                (void)oracle.ask(gradient_at(point, release)).await_ready();
              }),
              outside);
  }
}

}  // namespace
}  // namespace noisy::testing
