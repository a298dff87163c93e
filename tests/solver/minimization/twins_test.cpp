// Every base solver of minimizations against its naive twin, certificate by certificate.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/solver/naive/minimization.h"
#include "tests/solver/support/counted_sum.h"

namespace noisy::testing {
namespace {

/// The two add the same numbers in another order. Every method here contracts, so that differences
/// of a few units in the last place do not grow: they come to at most 3e-15.
constexpr double kTolerance = 1e-13;

std::vector<Certificate> certificates_of(const SolverEntry& entry, const Block& block,
                                         std::size_t wanted) {
  constexpr Index kMostEvaluations = 200'000;
  std::vector<Certificate> found;
  Stream draws = component_draws();
  SolverLoop loop(block.sum());
  const auto accept = [&](const Certificate& certificate) {
    found.push_back(certificate);
    return found.size() == wanted;
  };
  SolverWork work(loop, block, draws, accept, {std::numeric_limits<double>::infinity()});
  Task<> task = entry.solve(work);
  task.begin(loop);
  ThreadPool pool(1);
  while (!loop.advance(pool, Deadline::after_seconds(0)) && loop.evaluations() < kMostEvaluations) {
  }
  return found;
}

std::vector<naive::Check> checks_of(const naive::MinimizationTwin& twin, const Block& block) {
  const naive::Problem problem(block);
  Stream draws = component_draws();
  naive::Checks checks(problem, twin.checks);
  twin.run(problem, draws, checks);
  return checks.found();
}

void expect_equal(const SolverEntry& entry, const naive::MinimizationTwin& twin,
                  const Block& block) {
  const std::vector<Certificate> found = certificates_of(entry, block, twin.checks);
  const std::vector<naive::Check> expected = checks_of(twin, block);
  ASSERT_EQ(found.size(), expected.size());
  const double longest = block.sum().lipschitz() / std::sqrt(block.primal_weight());
  for (std::size_t k = 0; k < found.size(); ++k) {
    const Vector& point = expected[k].point;
    const double difference = (found[k].point - point).norm();
    ASSERT_LE(difference, kTolerance * point.norm()) << "check " << k;
    // Residuals end in what rounding takes from a gradient and from lambda (z+ - c).
    const double largest_terms = longest + block.norm(point);
    const double residual = found[k].residual.value - found[k].rounding;
    ASSERT_NEAR(residual, expected[k].residual, kTolerance * largest_terms) << "check " << k;
  }
}

class MinimizationTwins : public ::testing::TestWithParam<naive::MinimizationTwin> {
 protected:
  void expect_equal_on(const BlockSetting& setting, Index components = 12,
                       std::size_t most_checks = 60) {
    const SolverEntry* entry = solvers().find(GetParam().id);
    ASSERT_NE(entry, nullptr) << "there is no solver \"" << GetParam().id << "\"";
    naive::MinimizationTwin twin = GetParam();
    twin.checks = std::min(twin.checks, most_checks);
    const LogisticSum rows(components, 4, 7);
    const CountedSum opaque(rows, false);
    for (const ComponentSum* sum :
         {static_cast<const ComponentSum*>(&rows), static_cast<const ComponentSum*>(&opaque)}) {
      SCOPED_TRACE(sum == &rows ? "linear components" : "components");
      expect_equal(*entry, twin, block_of(*sum, setting));
    }
  }
};

TEST_P(MinimizationTwins, AgreeOnTheWholeSpace) {
  expect_equal_on({.primal_weight = 0.07, .centre = 0.3});
}

TEST_P(MinimizationTwins, AgreeOnABallThatIsActive) {
  expect_equal_on({.primal_weight = 0.07, .centre = 0.3, .radius = 0.5});
}

/// Only here is Katyusha's momentum below 1/2.
TEST_P(MinimizationTwins, AgreeWhereTheConditionNumberIsLarge) {
  expect_equal_on({.primal_weight = 0.0041, .centre = 0.3}, 12, 10);
}

/// As in late phases, which weigh the regularizer far above the loss.
TEST_P(MinimizationTwins, AgreeWhereTheRegularizerIsHeavy) {
  expect_equal_on({.primal_weight = 1e4, .centre = 0.3}, 12, 5);
}

/// Solvers draw and step a few hundred at a time: here rounds are longer than that.
TEST_P(MinimizationTwins, AgreeWhereRoundsAreLong) {
  expect_equal_on({.primal_weight = 0.07, .centre = 0.3, .radius = 0.5}, 300, 4);
}

/// Practical SVRG takes more steps an epoch than it draws at once, but fewer than 2 m.
TEST_P(MinimizationTwins, AgreeWhereEpochsFollowTheConditionNumber) {
  expect_equal_on({.primal_weight = 0.005, .centre = 0.3, .radius = 0.5}, 300, 3);
}

/// All but SGD converge linearly; the ball is active.
TEST_P(MinimizationTwins, AreMethodsThatComeToTheSolution) {
  const LogisticSum rows(12, 4, 7);
  for (const double radius : {0.5, std::numeric_limits<double>::infinity()}) {
    const Block block = block_of(rows, {.primal_weight = 0.07, .centre = 0.3, .radius = radius});
    const Vector exact = naive_solution(block);
    const Vector last = checks_of(GetParam(), block).back().point;
    const bool is_sgd = GetParam().id == std::string("sgd");
    EXPECT_LE((last - exact).norm(), is_sgd ? 0.1 : 1e-6);
    EXPECT_NEAR(std::min(exact.norm(), radius), exact.norm(), 1e-12);
    EXPECT_GT(exact.norm(), 0.4999);
  }
}

/// Only here does the ball of radius L / lambda that SGD projects onto first change anything.
TEST_P(MinimizationTwins, AgreeWhereTheCentreIsFarOutside) {
  expect_equal_on({.primal_weight = 0.9, .centre = 2, .radius = 1});
}

INSTANTIATE_TEST_SUITE_P(All, MinimizationTwins, ::testing::ValuesIn(naive::minimization_twins()),
                         [](const auto& each) {
                           std::string name = each.param.id;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace noisy::testing
