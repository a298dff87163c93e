// What is released of gradients over all records behind the wall: its values, that one pass serves
// several releases, and that nothing else comes out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/release/noise.h"
#include "tests/privacy/form/full_gradient_step.h"

namespace noisy::testing::full_gradient {
namespace {

using ::testing::HasSubstr;

TEST(FullGradient, ReleasesGradientLengthAndDifferenceOfTheWholeObjective) {
  const Problem problem = three_records();
  const Regularizer ridge{.kind = Regularizer::Kind::l2, .strength = 0.6};
  const Vector from{{0.2, -0.5}}, to{{0.3, 0.4}};
  const Answers got = exact_answers(*problem.risk, from, to, ridge);
  const Vector there = mean_gradient(*problem.risk, from) + 0.6 * from;
  const Vector here = mean_gradient(*problem.risk, to) + 0.6 * to;
  EXPECT_LT((got.fresh - there).norm(), 1e-15);
  ASSERT_EQ(got.norm.size(), 1);
  EXPECT_NEAR(got.norm[0], there.norm(), 1e-15);
  EXPECT_LT((got.difference - (here - there)).norm(), 1e-15);
}

TEST(FullGradient, OnePassServesALengthAFreshGradientAndTheNextDifference) {
  const Problem problem = three_records();
  const FiniteSum& sum = *problem.risk;
  PrivateOracle oracle(sum, {}, streams(), Cost{CostUnit::rho, kEverything});
  const Rules rules(gaussian(1e6), 2);
  const Vector x{{0.2, -0.5}}, y{{0.3, 0.4}};
  std::vector<Index> evaluations;
  const auto run = [&]() -> noisy::Run {
    HiddenGradient hidden;
    const auto note = [&] { evaluations.push_back(oracle.gradient_evaluations()); };
    co_await oracle.advance(hidden.at(x));
    co_await oracle.ask(gradient_norm_of(hidden, rules.norm));
    co_await oracle.ask(fresh_gradient_of(hidden, rules.fresh));
    note();
    co_await oracle.advance(hidden.at(y));
    co_await oracle.ask(step_difference_of(hidden, rules.difference));
    note();
    co_await oracle.ask(gradient_norm_of(hidden, rules.norm));
    co_await oracle.ask(fresh_gradient_of(hidden, rules.fresh));
    note();
    co_yield Iterate{x};
  };
  ASSERT_EQ(drive(sum, oracle, run()).size(), 1u);
  EXPECT_EQ(evaluations, (std::vector<Index>{kRecords, 2 * kRecords, 2 * kRecords}));
  EXPECT_EQ(oracle.ledger().releases(), 5);
}

/// A huge gradient's noise is drowned by it, so that the exact one would be seen in any answer.
TEST(FullGradient, ExactValuesStayBehindTheWall) {
  const Problem problem = three_records();
  const FiniteSum& sum = *problem.risk;
  const Rules rules(gaussian(0.5), 2);
  const Vector x{{0.2, -0.5}}, y{{0.3, 0.4}};
  const Vector gradient = mean_gradient(sum, x);
  PrivateOracle oracle(sum, {}, streams(), Cost{CostUnit::rho, kEverything});
  std::vector<Vector> seen;
  const auto run = [&]() -> noisy::Run {
    HiddenGradient hidden;
    co_await oracle.advance(hidden.at(x));
    seen.push_back(co_await oracle.ask(gradient_norm_of(hidden, rules.norm)));
    seen.push_back(*oracle.pending().gradient);
    seen.push_back(co_await oracle.ask(fresh_gradient_of(hidden, rules.fresh)));
    seen.push_back(*oracle.pending().gradient);
    co_yield Iterate{x};
    co_await oracle.leak(hidden);
  };
  ASSERT_EQ(drive(sum, oracle, run()).size(), 1u);
  ASSERT_EQ(seen.size(), 4u);
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[2], seen[3]);
  EXPECT_GT(std::fabs(seen[0][0] - gradient.norm()), 1e-3);
  EXPECT_GT((seen[2] - gradient).cwiseAbs().minCoeff(), 1e-3);
  EXPECT_THAT(oracle.refusal()->message, HasSubstr("claims privacy"));
}

TEST(FullGradient, NoiseHasTheStatedDeviationInEveryNumber) {
  const Problem problem = three_records();
  const Vector x{{0.2, -0.5}}, y{{0.3, 0.4}};
  const Answers exact = exact_answers(*problem.risk, x, y);
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, kEverything});
  Answers got;
  ASSERT_EQ(
      drive(*problem.risk, oracle, take_step(oracle, x, y, Rules(gaussian(4), 2), got)).size(), 1u);
  const Noise& normal = noise_of(Mechanism::gaussian);
  std::uint64_t number = 0;
  for (const auto& [answer, value] :
       {std::pair(got.norm, exact.norm), std::pair(got.fresh, exact.fresh),
        std::pair(got.difference, exact.difference)}) {
    Stream stream = streams().stream(StreamPurpose::noise, number++);
    Vector noise(answer.size());
    normal.fill(stream, 4, {noise.data(), static_cast<std::size_t>(noise.size())});
    EXPECT_EQ(answer, value + noise);
  }
}

}  // namespace
}  // namespace noisy::testing::full_gradient
