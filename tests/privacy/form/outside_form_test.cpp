#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/form/gradient.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "tests/privacy/form/norm_form.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

constexpr Index kSamples = 40;

/// Records on a point; one moves a gradient by at most 2: S_2 = 2.
LinearQuadraticRisk risk() {
  return LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(3, 3),
                                     Eigen::MatrixXd::Zero(3, kSamples), 1)
      .value();
}

Release norm_release(double deviation) {
  const double move = 2.0 / kSamples;
  return {.form = norm_form(),
          .batch_size = kSamples,
          .mechanism = Mechanism::gaussian,
          .cost = {.unit = CostUnit::rho, .value = 0.5 * move * move / (deviation * deviation)},
          .noise_scale = deviation};
}

PrivateOracle oracle_of(const FiniteSum& data) {
  return PrivateOracle(data, {}, StreamFactory::reproducible({.algorithm = "outside"}),
                       Cost{.unit = CostUnit::rho, .value = 10});
}

/// The refusal's message, or "".
std::string refusal(PrivateOracle& oracle, const Request& request) {
  (void)oracle.ask(request).await_ready();
  return oracle.refusal() ? oracle.refusal()->message : "";
}

TEST(OutsideForm, IsKnownByItsIdOnceRegisteredAndNotAsTheEnginesOwn) {
  ASSERT_TRUE(norm_form());
  EXPECT_EQ(find_release_form("outside-norm"), norm_form());
  EXPECT_EQ(release_forms().back(), norm_form());
  EXPECT_FALSE(is_built_in(*norm_form()));
  EXPECT_TRUE(is_built_in(*gradient_form()));
  const NormForm again;
  EXPECT_EQ(register_release_form(again).error().code, ErrorCode::invalid_value);
  EXPECT_EQ(find_release_form("outside-norm"), norm_form());
}

TEST(OutsideForm, IsAnsweredOnlyWhereThePlanSaysThatItsWordIsAllThereIs) {
  const LinearQuadraticRisk data = risk();
  const Vector x = Vector::Ones(3);
  PrivateOracle strict = oracle_of(data);
  EXPECT_NE(refusal(strict, norm_at(x, norm_release(0.5))).find("outside"), std::string::npos);
  PrivateOracle told = oracle_of(data);
  told.allow_outside_forms();
  EXPECT_EQ(refusal(told, norm_at(x, norm_release(0.5))), "");
}

TEST(OutsideForm, ItsCostIsRecomputedLikeAnyOthers) {
  const LinearQuadraticRisk data = risk();
  const Vector x = Vector::Ones(3);
  Release cheap = norm_release(0.5);
  cheap.cost.value *= 1 - 1e-6;
  Release batch = norm_release(0.5);
  batch.batch_size = kSamples - 1;
  for (const Release& wrong : {cheap, batch}) {
    PrivateOracle oracle = oracle_of(data);
    oracle.allow_outside_forms();
    EXPECT_NE(refusal(oracle, norm_at(x, wrong)), "");
  }
  // A release of one kind buys nothing of another.
  PrivateOracle oracle = oracle_of(data);
  oracle.allow_outside_forms();
  EXPECT_NE(refusal(oracle, gradient_at(x, norm_release(0.5))), "");
  EXPECT_NE(refusal(oracle, norm_at(x, {.batch_size = kSamples})), "");
}

TEST(OutsideForm, ReleasesItsNumberAndLeavesRoomForGradients) {
  const LinearQuadraticRisk data = risk();
  const Vector x = Vector::Constant(3, 2);
  NonPrivateOracle exact(data, {}, StreamFactory::reproducible({.algorithm = "outside"}));
  const auto run = [&]() -> noisy::Run {
    const Vector norm = co_await exact.ask(norm_at(x, norm_release(0.5)));
    co_yield Iterate{norm};
    const Vector gradient = co_await exact.ask(gradient_at(x, {.batch_size = kSamples}));
    co_yield Iterate{gradient};
  };
  const auto path = drive(data, exact, run());
  ASSERT_EQ(path.size(), 2u);
  ASSERT_EQ(path[0].size(), 1);
  ASSERT_EQ(path[1].size(), 3);
  EXPECT_DOUBLE_EQ(path[0][0], path[1].norm());
}

}  // namespace
}  // namespace noisy::testing
