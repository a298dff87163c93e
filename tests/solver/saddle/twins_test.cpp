// The engine's saddle solvers against their naive twins: the same points, certificate for
// certificate.
#include <ostream>
#include <string>

#include "tests/solver/naive/saddle_nested.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

using naive_saddle::Certified;
using naive_saddle::Coins;
using naive_saddle::Pair;
using naive_saddle::Problem;

constexpr double kNoDemand = std::numeric_limits<double>::infinity();

/// A demand that is never met here, so that inner problems end by their relative rule alone.
constexpr double kFarDemand = 1e-30;

/// One solver, and what its twin does with the demanded distance tau.
struct Case {
  const char* id;
  std::function<void(const Problem&, Coins, double tau, const naive_saddle::Ask&)> twin;
  std::size_t checks;  ///< how many certificates are compared
  double tau = kNoDemand;
};

std::ostream& operator<<(std::ostream& out, const Case& of) {
  return out << of.id;
}

/// A twin that draws nothing.
template <class Twin>
auto deterministic(Twin twin) {
  return [twin](const Problem& problem, Coins, double, const naive_saddle::Ask& ask) {
    twin(problem, ask);
  };
}

/// A twin that solves no inner problems.
template <class Twin>
auto random(Twin twin) {
  return [twin](const Problem& problem, Coins coins, double, const naive_saddle::Ask& ask) {
    twin(problem, coins, ask);
  };
}

std::vector<Case> cases() {
  return {
      {"gradient-descent-ascent", deterministic(naive_saddle::gradient_descent_ascent), 20},
      {"extragradient", deterministic(naive_saddle::extragradient), 20},
      {"optimistic-gradient", deterministic(naive_saddle::optimistic_gradient), 20},
      {"svrg-saddle", random(naive_saddle::svrg), 4},
      {"saga-saddle", random(naive_saddle::saga), 8},
      {"accelerated-svrg-saddle", naive_saddle::accelerated_svrg, 4, kFarDemand},
      {"accelerated-saga-saddle", naive_saddle::accelerated_saga, 4, kFarDemand},
      {"loopless-svrg-gda", random(naive_saddle::loopless_svrg_gda), 8},
      {"loopless-svr-extragradient", random(naive_saddle::loopless_svr_extragradient), 8},
      {"al-svre", naive_saddle::al_svre, 4, kFarDemand},
      {"catalyst-acc-svrg", naive_saddle::catalyst_accelerated_svrg, 4, kFarDemand},
      {"primal-dual-extragradient", deterministic(naive_saddle::primal_dual_extragradient), 20},
  };
}

std::vector<Certified> twin_certificates(const Case& of, const Block& block) {
  const Problem problem = naive_saddle::problem_of(block);
  Stream draws = component_draws();
  std::vector<Certified> out;
  of.twin(problem, Coins{draws}, of.tau, [&](const Pair& z) {
    out.push_back(naive_saddle::certificate(problem, z));
    return out.size() == of.checks;
  });
  return out;
}

/// Stops at the last check; fewer where the solver took too many evaluations to get there.
std::vector<Certificate> engine_certificates(const Case& of, const Block& block) {
  constexpr Index kPatience = 2'000'000;
  const SolverEntry* solver = solvers().find(of.id);
  if (solver == nullptr) return {};
  SolverLoop loop(block.sum());
  Stream draws = component_draws();
  std::vector<Certificate> out;
  const Acceptance record = [&](const Certificate& found) {
    out.push_back(found);
    return out.size() == of.checks;
  };
  SolverWork work(loop, block, draws, record, {of.tau});
  Task<> task = solver->solve(work);
  task.begin(loop);
  ThreadPool pool(1);
  while (loop.evaluations() < kPatience && !loop.advance(pool, Deadline::after_seconds(0))) {
  }
  return out;
}

/// Both compute the same real numbers, in another order of operations: a point differs by some
/// 1e-16 a step, which the methods' own contraction keeps from growing. The residual is a sum of
/// terms as large as the start's residual, and as ||z||_W, that cancel as it falls.
void expect_same(const std::vector<Certificate>& engine, const std::vector<Certified>& twin,
                 const Problem& problem) {
  constexpr double kTolerance = 1e-13;
  ASSERT_EQ(engine.size(), twin.size());
  const double first_residual = naive_saddle::certificate(problem, problem.start).residual;
  for (std::size_t k = 0; k < twin.size(); ++k) {
    const auto& [x, y] = twin[k].point;
    const Vector difference_x = engine[k].point.head(x.size()) - x;
    const Vector difference_y = engine[k].point.tail(y.size()) - y;
    const double scale = std::sqrt(x.squaredNorm() + y.squaredNorm());
    EXPECT_LE(std::sqrt(difference_x.squaredNorm() + difference_y.squaredNorm()),
              kTolerance * scale)
        << "at check " << k;
    EXPECT_NEAR(engine[k].residual.value - engine[k].rounding, twin[k].residual,
                kTolerance * (first_residual + problem.norm(twin[k].point)))
        << "at check " << k;
  }
}

void expect_twins(const Case& of, const ComponentSum& sum, const BlockSetting& setting) {
  const Block block = block_of(sum, setting);
  const std::vector<Certified> twin = twin_certificates(of, block);
  expect_same(engine_certificates(of, block), twin, naive_saddle::problem_of(block));
  if (!std::isfinite(setting.radius)) return;
  EXPECT_NEAR(twin.back().point.x.norm(), setting.radius, 1e-12) << "X is not active";
  EXPECT_NEAR(twin.back().point.y.norm(), setting.radius, 1e-12) << "Y is not active";
}

void expect_twins(const Case& of, const BlockSetting& setting) {
  expect_twins(of, CoupledSum(8, 3, 4), setting);
}

class SaddleTwins : public ::testing::TestWithParam<Case> {};

/// lambda_x < lambda_y; both conditions above sqrt(m).
TEST_P(SaddleTwins, AgreeWithoutConstraints) {
  expect_twins(GetParam(), {.primal_weight = 0.1, .dual_weight = 0.3, .centre = 0.4});
}

TEST_P(SaddleTwins, AgreeWithActiveBalls) {
  expect_twins(GetParam(),
               {.primal_weight = 0.1, .dual_weight = 0.3, .centre = 0.4, .radius = 0.1});
}

/// The roles of X9's variables are swapped.
TEST_P(SaddleTwins, AgreeWhereYIsTheWeakerVariable) {
  expect_twins(GetParam(),
               {.primal_weight = 0.3, .dual_weight = 0.1, .centre = -0.4, .radius = 0.1});
}

/// One condition above sqrt(m), one below: X9's other weight.
TEST_P(SaddleTwins, AgreeWhereOneVariableIsStrong) {
  expect_twins(GetParam(), {.primal_weight = 0.1, .dual_weight = 2, .centre = 0.4});
}

/// Conditions below sqrt(m): X6 and X9 are their inner methods. X7's step is cut off at 0.3.
TEST_P(SaddleTwins, AgreeOnWellConditionedProblems) {
  expect_twins(GetParam(), {.primal_weight = 2, .dual_weight = 3, .centre = 0.4});
}

/// So well-conditioned that steps are cut off at 1e6.
TEST_P(SaddleTwins, AgreeWhereTheRegularizerIsNearlyAll) {
  expect_twins(GetParam(), {.primal_weight = 1e6, .dual_weight = 3e6, .centre = 0.4});
}

/// More steps between two checks than solvers make in one slice.
TEST_P(SaddleTwins, AgreeAcrossSlices) {
  Case of = GetParam();
  of.checks = 2;
  expect_twins(of, CoupledSum(150, 3, 4),
               {.primal_weight = 0.03, .dual_weight = 0.1, .centre = 0.4});
}

/// kappa_w = 0, and x has more coordinates than y.
TEST_P(SaddleTwins, AgreeOnLinearLosses) {
  expect_twins(GetParam(), LinearSum(8, 3, 2, 6),
               {.primal_weight = 0.1, .dual_weight = 0.3, .centre = 0.4, .radius = 0.1});
}

/// The twins themselves are methods for this problem: their certificates come near its solution,
/// which plain steps know, and say how near.
TEST_P(SaddleTwins, TheTwinComesToTheSolution) {
  const CoupledSum sum(8, 3, 4);
  const Block block =
      block_of(sum, {.primal_weight = 0.1, .dual_weight = 0.3, .centre = 0.4, .radius = 0.1});
  const Problem problem = naive_saddle::problem_of(block);
  Stream draws = component_draws();
  Certified found;
  int checks = 0;
  GetParam().twin(problem, Coins{draws}, kFarDemand, [&](const Pair& z) {
    found = naive_saddle::certificate(problem, z);
    return found.residual <= 1e-6 || ++checks == 5000;
  });
  EXPECT_LE(found.residual, 1e-6);
  const Vector exact = naive_solution(block);
  const Pair difference{found.point.x - exact.head(3), found.point.y - exact.tail(3)};
  EXPECT_LE(problem.norm(difference), found.residual + 1e-12);
}

/// kappa_w <= sqrt(m) < l / lambda_x: by the text's rule X9 would wrap its inner methods, which
/// cost O(m) here. The engine leaves them alone.
TEST(CatalystTwins, AreTheirInnerMethodsByTheConditionThatThoseFeel) {
  const CoupledSum sum(8, 3, 4);
  const Block block = block_of(sum, {.primal_weight = 0.4, .dual_weight = 4, .centre = 0.4});
  const Problem problem = naive_saddle::problem_of(block);
  ASSERT_LT(block.condition_number(), std::sqrt(8.0));
  ASSERT_GT(naive_saddle::catalyst_weight(problem), 0) << "by the text's rule";
  const Case al_svre{"al-svre", random(naive_saddle::loopless_svr_extragradient), 4, kFarDemand};
  const Case catalyst{"catalyst-acc-svrg", naive_saddle::accelerated_svrg, 4, kFarDemand};
  for (const Case& alone : {al_svre, catalyst}) {
    SCOPED_TRACE(alone.id);
    expect_twins(alone, sum, {.primal_weight = 0.4, .dual_weight = 4, .centre = 0.4});
  }
}

class NestedSaddleTwins : public ::testing::TestWithParam<Case> {};

/// A demanded distance that outer steps pass: from there on, inner problems are solved just as well
/// as it takes.
TEST_P(NestedSaddleTwins, AgreePastTheDemandedDistance) {
  Case of = GetParam();
  of.tau = 0.05;
  of.checks = 12;
  expect_twins(of, {.primal_weight = 0.1, .dual_weight = 0.3, .centre = 0.4});
}

std::vector<Case> nested_cases() {
  std::vector<Case> out = cases();
  std::erase_if(out, [](const Case& of) { return of.tau != kFarDemand; });
  return out;
}

std::string name_of(const ::testing::TestParamInfo<Case>& instance) {
  std::string name = instance.param.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Solvers, SaddleTwins, ::testing::ValuesIn(cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Solvers, NestedSaddleTwins, ::testing::ValuesIn(nested_cases()), name_of);

}  // namespace
}  // namespace noisy::testing
