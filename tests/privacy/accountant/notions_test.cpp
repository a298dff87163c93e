#include "engine/privacy/accountant/notions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <concepts>

#include "engine/privacy/accountant/composition.h"
#include "tests/math/bits.h"

namespace noisy {
namespace {

template <Neighbours relation>
using Pure = PureDp<relation>;

/// Whether two guarantees can be composed at all.
template <typename First, typename Second>
concept Composable = requires(First first, Second second) {
  compose(first, second);
};

static_assert(Composable<Pure<Neighbours::replace_one>, Pure<Neighbours::replace_one>>);
static_assert(!Composable<Pure<Neighbours::replace_one>, Pure<Neighbours::add_remove>>,
              "guarantees under different relations do not add up");
static_assert(!Composable<GaussianDp<Neighbours::zero_out>, GaussianDp<Neighbours::add_remove>>);
static_assert(!Composable<Pure<Neighbours::add_remove>, GaussianDp<Neighbours::add_remove>>);

constexpr Neighbours kRelation = Neighbours::add_remove;

TEST(Notions, ComposeAsTheirTheoremsSay) {
  testing::TestNumbers numbers(51);
  for (int i = 0; i < 200; ++i) {
    const double a = numbers.uniform(0.01, 3), b = numbers.uniform(0.01, 3);
    EXPECT_EQ(compose(PureDp<kRelation>{a}, PureDp<kRelation>{b}).epsilon, a + b);
    const GaussianDp<kRelation> first{a}, second{b}, both = compose(first, second);
    const auto sum = compose(to_zcdp(first), to_zcdp(second));
    EXPECT_NEAR(to_zcdp(both).rho / sum.rho, 1, 1e-14);
    const auto curve = compose(to_renyi(first), to_renyi(second));
    EXPECT_NEAR(curve.curve.at(3.5) / to_renyi(both).curve.at(3.5), 1, 1e-14);
    // Each conversion loses, in this order.
    const double exact = to_approximate(both, 1e-6).epsilon;
    const double optimal = to_approximate(sum, 1e-6).epsilon;
    const double standard = to_approximate(sum, 1e-6, ZcdpConversion::standard).epsilon;
    EXPECT_LE(exact, optimal);
    EXPECT_LE(optimal, standard);
    EXPECT_NEAR(to_approximate(curve, 1e-6).epsilon / optimal, 1, 1e-9);
    EXPECT_LE(optimal, to_approximate(curve, 1e-6).epsilon * (1 + 1e-14));
    EXPECT_LE(to_approximate(to_renyi(PureDp<kRelation>{a}), 1e-6).epsilon, a);
    EXPECT_LE(to_renyi(PureDp<kRelation>{a}).curve.at(2.5),
              to_renyi(to_zcdp(PureDp<kRelation>{a})).curve.at(2.5) * (1 + 1e-14));
  }
}

TEST(Notions, AnExchangeIsOneRecordLessAndOneMore) {
  EXPECT_EQ(to_replace_one(PureDp<kRelation>{0.5}).epsilon, 1.0);
  EXPECT_EQ(to_replace_one(GaussianDp<kRelation>{0.5}).mu, 1.0);
  EXPECT_EQ(to_replace_one(ZeroConcentratedDp<kRelation>{0.5}).value().rho, 2.0);
  EXPECT_FALSE(to_replace_one(ZeroConcentratedDp<kRelation>{0.5, 0.1}));
  const auto pair = to_replace_one(ApproximateDp<kRelation>{0.5, 1e-6});
  EXPECT_EQ(pair.epsilon, 1.0);
  EXPECT_NEAR(pair.delta, (1 + std::exp(0.5)) * 1e-6, 1e-20);
  // A Gaussian with twice the sensitivity is exactly that.
  EXPECT_NEAR(to_zcdp(to_replace_one(GaussianDp<kRelation>{0.5})).rho,
              to_replace_one(to_zcdp(GaussianDp<kRelation>{0.5})).value().rho, 1e-15);
}

}  // namespace
}  // namespace noisy
