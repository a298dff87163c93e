// Noisy gradients of blocks that are read in turn: what is released, what it costs, what is
// refused.
#include "engine/privacy/form/block_gradient.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "tests/algorithm/simplex/support/vertex_sums.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "block-gradient"});
}

/// 60 records of three numbers on the simplex.
const Squares& problem() {
  static const Squares made = random_squares(60, 3, 1);
  return made;
}

constexpr Index kBlock = 7;
constexpr double kScale = 0.2;

double proven_rho() {
  const double ratio = problem().risk->gradient_bounds().l2 / (kBlock * kScale);
  return ratio * ratio / 2;
}

Release release_of(double rho) {
  return {.form = block_gradient_form(),
          .batch_size = 60,
          .mechanism = Mechanism::gaussian,
          .cost = {CostUnit::rho, rho},
          .noise_scale = kScale,
          .details = details_of_blocks(kBlock)};
}

/// Asks readers in turn, `each` times one after the other, at one point.
Run ask(GradientOracle& data, int readers, int each, Release first, Release later) {
  const Vector point = Vector::Constant(3, 1.0 / 3);
  for (int k = 0; k < readers; ++k) {
    BlockReader reader(kBlock, kScale);
    for (int i = 0; i < each; ++i) {
      const Vector& g =
          co_await data.ask(next_block_gradient(reader, point, i == 0 ? first : later));
      co_yield Iterate{g};
    }
  }
}

struct Outcome {
  std::vector<Vector> path;
  std::string refusal;
  double spent;
};

Outcome asked(const Release& first, const Release& later, int readers = 1, int each = 3,
              double cap = 1e9) {
  PrivateOracle oracle(*problem().risk, {}, streams(), {CostUnit::rho, cap});
  Outcome out;
  out.path = drive(*problem().risk, oracle, ask(oracle, readers, each, first, later));
  out.refusal = oracle.refusal() ? oracle.refusal()->message : "";
  out.spent = oracle.ledger().spent().value;
  return out;
}

TEST(BlockGradient, IsTheMeanOfTheNextBlock) {
  NonPrivateOracle oracle(*problem().risk, {}, streams());
  Release exact = release_of(0);
  exact.mechanism = Mechanism::none;
  const auto path = drive(*problem().risk, oracle, ask(oracle, 1, 8, exact, exact));
  ASSERT_EQ(path.size(), 8u);
  const Vector point = Vector::Constant(3, 1.0 / 3);
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_LT((path[k] - problem().mean_gradient(7 * k, 7, point)).cwiseAbs().maxCoeff(), 1e-14);
  }
  EXPECT_EQ(oracle.gradient_evaluations(), 56);
}

TEST(BlockGradient, TheFirstReleasePaysForAllOfAReader) {
  const Outcome all = asked(release_of(proven_rho()), release_of(0), 1, 8);
  EXPECT_EQ(all.refusal, "");
  EXPECT_EQ(all.path.size(), 8u);
  EXPECT_EQ(all.spent, proven_rho());
  const Outcome cheap = asked(release_of(0.999 * proven_rho()), release_of(0));
  EXPECT_NE(cheap.refusal.find("too small"), std::string::npos);
  EXPECT_TRUE(cheap.path.empty());
}

/// It reads records that the other one has read.
TEST(BlockGradient, ASecondReaderPaysAgain) {
  const Release paid = release_of(proven_rho());
  const Outcome two = asked(paid, release_of(0), 2, 2);
  EXPECT_EQ(two.refusal, "");
  EXPECT_EQ(two.spent, 2 * proven_rho());
  const Outcome one = asked(paid, release_of(0), 2, 2, proven_rho());
  EXPECT_NE(one.refusal.find("used up"), std::string::npos);
  EXPECT_EQ(one.path.size(), 2u);
}

TEST(BlockGradient, NoRecordIsReadTwice) {
  const Outcome nine = asked(release_of(proven_rho()), release_of(0), 1, 9);
  EXPECT_EQ(nine.path.size(), 8u);
  EXPECT_NE(nine.refusal.find("no unread block"), std::string::npos);
}

TEST(BlockGradient, OtherReleasesThanTheReadersAreRefused) {
  const auto refused = [](const auto& change) {
    Release release = release_of(2 * proven_rho());
    change(release);
    return !asked(release, release).refusal.empty();
  };
  EXPECT_FALSE(refused([](Release&) {}));
  EXPECT_TRUE(refused([](Release& it) { it.noise_scale *= 2; }));
  EXPECT_TRUE(refused([](Release& it) { it.details = details_of_blocks(14); }));
  EXPECT_TRUE(refused([](Release& it) { it.batch_size = 7; }));
  EXPECT_TRUE(refused([](Release& it) { it.block = {.first = 0, .count = 30}; }));
  EXPECT_TRUE(refused([](Release& it) { it.mechanism = Mechanism::laplace; }));
  EXPECT_TRUE(refused([](Release& it) { it.grid = 0x1p-20; }));
}

}  // namespace
}  // namespace noisy::testing
