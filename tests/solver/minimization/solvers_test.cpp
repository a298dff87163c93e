// Base solvers for minimization: what each of them must come to, whatever its way there.
#include <gtest/gtest.h>

#include <limits>

#include "tests/solver/support/counted_sum.h"
#include "tests/solver/support/solve.h"
#include "tests/solver/support/spread_squares.h"

namespace noisy::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const SolverEntry& solver(std::string_view id) {
  return *solvers().find(id);
}

/// All but SGD, whose accuracy costs its square.
const std::vector<std::string> kExactSolvers = {
    "accelerated-gradient", "svrg", "svrg-practical", "loopless-svrg", "saga", "sarah", "katyusha"};
const std::vector<std::string> kStochasticSolvers = {
    "sgd", "svrg", "svrg-practical", "loopless-svrg", "saga", "sarah", "katyusha"};

/// One attempt of its own: nothing that is found is the fallback's.
CertifiedSolution solve_alone(const Block& block, std::string_view id, double target) {
  const auto found =
      solve(block, solver(id), {.target = {target}, .budget = 100'000'000, .restarts = 0});
  EXPECT_TRUE(found.has_value()) << id;
  if (!found) return {};
  EXPECT_FALSE(found->is_fallback) << id << ": " << found->complaint;
  EXPECT_LE(found->residual.value, target) << id;
  return *found;
}

/// The first points that a solver would like to have certified.
std::vector<Certificate> first_certificates(const Block& block, std::string_view id,
                                            std::size_t wanted,
                                            std::vector<SolverTracePoint>* trace = nullptr) {
  std::vector<Certificate> found;
  Stream draws = component_draws();
  SolverLoop loop(block.sum());
  const auto accept = [&](const Certificate& certificate) {
    found.push_back(certificate);
    return found.size() == wanted;
  };
  SolverWork work(loop, block, draws, accept, {kInfinity});
  run_task(loop, solver(id).solve(work));
  if (trace) *trace = work.trace();
  return found;
}

TEST(MinimizationSolvers, CertifyRidgeLogisticRegressionWithAndWithoutAnActiveBall) {
  const LogisticSum sum(40, 5, 1);
  for (const double radius : {0.2, kInfinity}) {
    const Block block = block_of(sum, {.primal_weight = 0.05, .radius = radius});
    const Vector exact = naive_solution(block);
    for (const std::string& id : kExactSolvers) {
      for (const double target : {1e-6, 1e-9}) {
        const CertifiedSolution found = solve_alone(block, id, target);
        EXPECT_LE(block.norm(found.point - exact), found.residual.value + 1e-13) << id;
      }
    }
  }
}

TEST(MinimizationSolvers, CertifyAtEveryConditionNumber) {
  for (const double condition : {1.0, 1e2, 1e4}) {
    const SpreadSquares sum(6, 4, 0.1 / condition, 2);
    const Block block = block_of(sum, {.primal_weight = 1 / condition});
    const Vector exact = sum.solution(1 / condition);
    for (const std::string& id : kExactSolvers) {
      for (const double target : {1e-6, 1e-9}) {
        const CertifiedSolution found = solve_alone(block, id, target);
        EXPECT_LE(block.norm(found.point - exact), target) << id << " at " << condition;
      }
    }
  }
}

TEST(MinimizationSolvers, AccelerationReachesConditionNumbersOfAMillion) {
  const SpreadSquares sum(6, 2, 1e-7, 3);
  const Block block = block_of(sum, {.primal_weight = 1e-6});
  const Vector exact = sum.solution(1e-6);
  for (const char* id : {"accelerated-gradient", "katyusha"}) {
    for (const double target : {1e-6, 1e-9}) {
      const CertifiedSolution found = solve_alone(block, id, target);
      EXPECT_LE(block.norm(found.point - exact), target) << id;
    }
  }
}

/// What is linear in the condition number makes some millions of steps to halve the distance on 4
/// components, some tenths of a second each. The longest steps are those of "saga" and "sarah"; of
/// "svrg" an epoch is 100 condition numbers long: for a million it would take seconds.
TEST(MinimizationSolvers, ReachConditionNumbersOfAMillion) {
  for (const auto& [id, condition] :
       {std::pair{"gradient-descent", 1e6}, std::pair{"svrg-practical", 1e5},
        std::pair{"saga", 1e6}, std::pair{"sarah", 1e6}, std::pair{"loopless-svrg", 1e5},
        std::pair{"svrg", 3e4}}) {
    const SpreadSquares sum(2, 2, 0.1 / condition, 3);
    const Block block = block_of(sum, {.primal_weight = 1 / condition});
    const Vector exact = sum.solution(1 / condition);
    const double target = block.norm(exact) / 2;
    const CertifiedSolution found = solve_alone(block, id, target);
    EXPECT_LE(block.norm(found.point - exact), target) << id;
  }
}

/// A solver that is linear in the condition number uses up what the fallback would take, and then
/// the fallback answers: who asked for it has the certificate all the same.
TEST(MinimizationSolvers, HaveACertifiedAnswerAtAMillionWhoeverFindsIt) {
  const double condition = 1e6;
  const SpreadSquares sum(2, 2, 0.1 / condition, 3);
  const Block block = block_of(sum, {.primal_weight = 1 / condition});
  const Vector exact = sum.solution(1 / condition);
  const double target = 1e-6 * block.norm(exact);
  std::vector<std::string> all = kExactSolvers;
  all.push_back("gradient-descent");
  for (const std::string& id : all) {
    const auto found = solve(block, solver(id), {.target = {target}});
    ASSERT_TRUE(found.has_value()) << id << ": " << found.error().message;
    EXPECT_LE(found->residual.value, target) << id;
    EXPECT_LE(block.norm(found->point - exact), target) << id;
    EXPECT_EQ(found->is_fallback, !found->complaint.empty()) << id;
  }
}

TEST(MinimizationSolvers, LosePracticallyNothingToARegularizerFarAboveTheLoss) {
  const LogisticSum sum(40, 5, 4);
  for (const double lambda : {1e2, 1e6}) {
    const Block block = block_of(sum, {.primal_weight = lambda, .centre = 0.01});
    const Vector exact = naive_solution(block);
    const double target = 1e-8 / std::sqrt(lambda);
    for (const std::string& id : kExactSolvers) {
      const CertifiedSolution found = solve_alone(block, id, target);
      EXPECT_LE(block.norm(found.point - exact), target) << id << " at " << lambda;
      EXPECT_LT(found.evaluations, 60 * sum.components()) << id << " at " << lambda;
    }
  }
}

TEST(MinimizationSolvers, SolveLinearLosses) {
  const LinearSum sum(40, 5, 0, 5);
  for (const double radius : {0.5, kInfinity}) {
    const Block block = block_of(sum, {.primal_weight = 0.1, .radius = radius});
    const Vector exact = naive_solution(block);
    for (const std::string& id : kExactSolvers) {
      const CertifiedSolution found = solve_alone(block, id, 1e-9);
      EXPECT_LE(block.norm(found.point - exact), 1e-9) << id;
    }
  }
}

TEST(MinimizationSolvers, CountEveryEvaluation) {
  const LogisticSum sum(30, 4, 6);
  for (const bool shows_rows : {true, false}) {
    const CountedSum counted(sum, shows_rows);
    const Block block = block_of(counted, {.primal_weight = 0.05, .radius = 0.3});
    for (const SolverEntry& entry : solvers().entries()) {
      if (!entry.minimizes) continue;
      const Index before = counted.evaluations();
      const auto found = solve(block, entry, {.target = {1e-6}});
      ASSERT_TRUE(found.has_value()) << entry.id << ": " << found.error().message;
      EXPECT_EQ(found->evaluations, counted.evaluations() - before) << entry.id;
    }
  }
}

/// What one solver's evaluations between two certificates are, that of the certificate included.
struct Round {
  const char* id;
  Index with_rows;
  Index without_rows;
};

TEST(MinimizationSolvers, AskAsOftenAsTheySayWhereAnyPointCouldDo) {
  constexpr Index m = 20;
  const LogisticSum sum(m, 4, 6);
  const CountedSum opaque(sum, false);
  const Index q = 101;       // 100 l / lambda + 1
  const Index short_q = 16;  // 8 l / lambda + 8, too few to compute m slopes for
  for (const Round& round :
       {Round{"accelerated-gradient", 3 * m, 3 * m}, Round{"sgd", 2 * m + 2 * m, 2 * m + 2 * m},
        Round{"svrg", 3 * m + q, 2 * m + 2 * q},
        Round{"svrg-practical", 2 * m + 2 * short_q, 2 * m + 2 * short_q},
        Round{"saga", 2 * m + 2 * m, 2 * m + 2 * m},
        Round{"katyusha", 3 * m + 2 * m, 2 * m + 4 * m}}) {
    for (const bool has_rows : {true, false}) {
      const ComponentSum& shown = has_rows ? static_cast<const ComponentSum&>(sum) : opaque;
      const Block block = block_of(shown, {.primal_weight = 0.25});
      std::vector<SolverTracePoint> trace;
      first_certificates(block, round.id, 5, &trace);
      for (std::size_t k = 1; k < trace.size(); ++k) {
        EXPECT_EQ(trace[k].evaluations - trace[k - 1].evaluations,
                  has_rows ? round.with_rows : round.without_rows)
            << round.id;
      }
    }
  }
}

TEST(MinimizationSolvers, TakeTheSameStepsWhetherOrNotComponentsShowTheirRows) {
  // More components than are drawn at once, and rows with a rest after whole code vectors.
  const LogisticSum sum(300, 19, 7);
  const CountedSum opaque(sum, false);
  for (const double radius : {0.3, kInfinity}) {
    const BlockSetting setting = {.primal_weight = 0.02, .centre = 0.05, .radius = radius};
    for (const std::string& id : kStochasticSolvers) {
      const auto fast = first_certificates(block_of(sum, setting), id, 5);
      const auto general = first_certificates(block_of(opaque, setting), id, 5);
      for (std::size_t k = 0; k < fast.size(); ++k) {
        const double norm = std::sqrt(general[k].point.squaredNorm());
        const Vector difference = fast[k].point - general[k].point;
        EXPECT_LE(std::sqrt(difference.squaredNorm()), 1e-12 * norm) << id << " at " << k;
      }
    }
  }
}

TEST(MinimizationSolvers, AskForFewCertificatesThatFailWhereTheyForecastThem) {
  const LogisticSum sum(40, 5, 12);
  for (const double radius : {0.2, kInfinity}) {
    const Block block = block_of(sum, {.primal_weight = 1e-3, .radius = radius});
    for (const char* id : {"accelerated-gradient", "svrg-practical"}) {
      const CertifiedSolution found = solve_alone(block, id, 1e-9);
      EXPECT_GT(found.evaluations, 20 * sum.components()) << id;
      EXPECT_LE(found.trace.size(), 2u) << id;
    }
  }
}

/// About three epochs an attempt, of the dozen that it takes.
TEST(PracticalSvrg, GoesOnWhereItsLastAttemptEnded) {
  const LogisticSum sum(40, 5, 1);
  const Block block = block_of(sum, {.primal_weight = 0.05});
  const auto found =
      solve(block, solver("svrg-practical"), {.target = {1e-9}, .budget = 500, .restarts = 20});
  ASSERT_TRUE(found.has_value());
  EXPECT_FALSE(found->is_fallback) << found->complaint;
  EXPECT_GT(found->attempts, 2);
}

TEST(Sarah, CertifiesWhereTheUnconstrainedMinimizerLiesOutside) {
  const LogisticSum sum(40, 5, 8);
  const Vector free = naive_solution(block_of(sum, {.primal_weight = 0.02}));
  const double radius = 0.1;
  ASSERT_GT(std::sqrt(free.squaredNorm()), 5 * radius);
  const Block block = block_of(sum, {.primal_weight = 0.02, .radius = radius});
  const CertifiedSolution found = solve_alone(block, "sarah", 1e-9);
  EXPECT_NEAR(std::sqrt(found.point.squaredNorm()), radius, 1e-8);
}

TEST(Sgd, CertifiesWhereLittleIsDemanded) {
  const LogisticSum sum(40, 5, 9);
  for (const double radius : {0.2, kInfinity}) {
    const Block block = block_of(sum, {.primal_weight = 0.25, .centre = 0.3, .radius = radius});
    const CertifiedSolution found = solve_alone(block, "sgd", 2e-3);
    EXPECT_LE(block.norm(found.point - naive_solution(block)), 2e-3);
  }
}

TEST(Sgd, EndsInTheFallbackWhereOthersDoNotAndSaysSo) {
  const LogisticSum sum(100, 5, 10);
  const double lambda = 0.01;
  const Block block = block_of(sum, {.primal_weight = lambda});
  const double demanded = 0.01 * sum.lipschitz() / (lambda * 100);
  const auto found =
      solve(block, solver("sgd"),
            {.target = WeightedDistance::of_euclidean(demanded, block),
             .first_distance = WeightedDistance::of_euclidean(sum.lipschitz() / lambda, block)});
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->is_fallback);
  EXPECT_EQ(found->attempts, 4);
  EXPECT_EQ(found->complaint, "it used up its evaluations");
  const Vector difference = found->point - naive_solution(block);
  EXPECT_LE(std::sqrt(difference.squaredNorm()), demanded);
}

TEST(MinimizationSolvers, AreNotAskedWhereTheyAreNotDefined) {
  const LogisticSum sum(1, 5, 11);
  const Block block = block_of(sum, {.primal_weight = 0.1});
  const std::vector<std::pair<std::string, std::string>> titles = {
      {"svrg", "SVRG"},
      {"svrg-practical", "SVRG, practical"},
      {"loopless-svrg", "Loopless SVRG"},
      {"saga", "SAGA"},
      {"sarah", "SARAH"},
      {"katyusha", "Katyusha"}};
  for (const auto& [id, title] : titles) {
    const auto found = solve(block, solver(id), {.target = {1e-8}});
    ASSERT_TRUE(found.has_value()) << id;
    EXPECT_TRUE(found->is_fallback) << id;
    EXPECT_EQ(found->attempts, 0) << id;
    EXPECT_EQ(found->complaint, title + " needs at least 2 components");
  }
}

/// 2^20 components of 33 coordinates, which nobody evaluates.
class LargeSum final : public ComponentSum, public LinearComponents {
 public:
  explicit LargeSum(bool shows_rows, Index dimension)
      : shows_rows_(shows_rows), dimension_(dimension) {}
  Index components() const override { return 1 << 20; }
  Index primal_dimension() const override { return dimension_; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  double lipschitz() const override { return 1; }
  void component_at(Index, const Vector&, Vector& out) const override { out.setZero(); }
  std::span<const double> row(Index) const override { return {}; }
  double slope(Index, double) const override { return 0; }
  const LinearComponents* linear() const override { return shows_rows_ ? this : nullptr; }

 private:
  bool shows_rows_;
  Index dimension_;
};

TEST(Saga, RefusesATableBeyondItsMemory) {
  const LargeSum large(false, 33), rows(true, 33), small(false, 32);
  const auto refused = check_suits(solver("saga"), block_of(large, {}));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(refused.error().message, "SAGA table would need 264 MiB; choose loopless-svrg");
  EXPECT_TRUE(check_suits(solver("saga"), block_of(rows, {})).has_value());
  EXPECT_TRUE(check_suits(solver("saga"), block_of(small, {})).has_value());
  EXPECT_TRUE(check_suits(solver("loopless-svrg"), block_of(large, {})).has_value());
}

}  // namespace
}  // namespace noisy::testing
