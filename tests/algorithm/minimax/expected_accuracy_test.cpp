// The accuracy mode "markov": solutions near the exact ones by a theorem on their solver, which
// takes the certificate away and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/algorithm/minimax/support/curved_problems.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

struct Mode {
  const char* id;
  SolutionProblem problem;
  ParameterSet given;
};

std::vector<Mode> modes(std::uint64_t seed) {
  std::vector<Mode> out;
  out.push_back(
      {"output-perturbation", logistic_problem(80, seed), parameters({{"regularization", 0.5}})});
  out.push_back({"phased-output-perturbation", logistic_problem(100, seed),
                 parameters({{"regularization", 0.2}})});
  out.push_back({"minimax-output-perturbation", random_game(60, seed),
                 parameters({{"primalRegularization", 1.0}, {"dualRegularization", 1.0}})});
  out.push_back({"phased-minimax", random_game(100, seed),
                 parameters({{"regularization", 0.5}, {"phases", 4.0}})});
  return out;
}

ParameterSet with_markov(ParameterSet given) {
  given.set("accuracyMode", std::string("markov"));
  return given;
}

const PrivacyRequest kRequest = approximate(1, 1e-5);

TEST(ExpectedAccuracy, ReleasesWhatCertifiedSolutionsWouldWithTheSameNoise) {
  for (const Mode& mode : modes(1)) {
    const auto certified = planned(mode.id, mode.problem, kRequest, mode.given);
    const auto expected = planned(mode.id, mode.problem, kRequest, with_markov(mode.given));
    const auto a = released_path(mode.problem, *certified);
    const auto b = released_path(mode.problem, *expected);
    const auto allowed = distances_between_runs(*certified);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
      EXPECT_EQ(steps_of(*certified)[k].noise, steps_of(*expected)[k].noise);
      EXPECT_LE((a[k] - b[k]).norm(), allowed[k]) << mode.id << " " << k;
    }
    EXPECT_NE(a, b) << mode.id;
  }
}

TEST(ExpectedAccuracy, IsPrivateByATheoremAndNotCertified) {
  for (const Mode& mode : modes(1)) {
    const auto plan = planned(mode.id, mode.problem, kRequest, with_markov(mode.given));
    const PrivacyClaim& claim = plan->summary().claim;
    EXPECT_NEAR(claim.epsilon, 1, 1e-9);
    EXPECT_EQ(claim.delta, 1e-5);
    EXPECT_TRUE(claim.promises());
    EXPECT_FALSE(claim.certified());
    ASSERT_EQ(claim.reasons.size(), 1u);
    EXPECT_THAT(claim.reasons[0], HasSubstr("2^-100"));
    for (const SolutionStep& step : steps_of(*plan)) {
      EXPECT_THAT(std::string(step.release.form->id()), HasSubstr("expected-"));
      EXPECT_THAT(step.solver->id, ::testing::StartsWith("svrg"));
    }
    const auto none = planned(mode.id, mode.problem, no_noise(), with_markov(mode.given));
    EXPECT_EQ(none->summary().claim.reasons.size(), 1u);  // no noise is added
  }
}

TEST(ExpectedAccuracy, TakesAsManyGradientsOfAnyData) {
  const auto counts = [](std::uint64_t seed) {
    std::vector<Index> out;
    for (const Mode& mode : modes(seed)) {
      const auto plan = planned(mode.id, mode.problem, kRequest, with_markov(mode.given));
      PrivateOracle oracle(*mode.problem.data, Regularizer{}, noise_streams(), plan->rule().cap());
      Vector start = Vector::Zero(mode.problem.data->dimension());
      drive(*mode.problem.data, oracle, plan->start(oracle, start));
      out.push_back(oracle.hidden_evaluations());
    }
    return out;
  };
  EXPECT_EQ(counts(1), counts(2));
}

TEST(ExpectedAccuracy, IsRefusedWhereNothingPaysForItOrProvesIt) {
  const SolutionProblem problem = logistic_problem(80, 1);
  const auto refused = [&](const PrivacyRequest& privacy, const ParameterSet& given) {
    const auto plan = plan_of("output-perturbation", problem, privacy, with_markov(given));
    return plan ? std::string("planned") : plan.error().field;
  };
  const PrivacyRequest zcdp{.notion = Notion::zcdp, .rho = 0.1, .mechanism = std::nullopt};
  EXPECT_EQ(refused(kRequest, {}), "planned");
  EXPECT_EQ(refused(zcdp, {}), "accuracyMode");
  EXPECT_EQ(refused(approximate(1, 1e-16), {}), "privacy.delta");
  EXPECT_EQ(refused(kRequest, parameters({{"solver", std::string("svrg")}})), "planned");
  EXPECT_EQ(refused(kRequest, parameters({{"solver", std::string("saga")}})), "solver");
  EXPECT_EQ(refused(kRequest, parameters({{"fixedIterations", true}})), "fixedIterations");
}

/// What a private oracle says to one kind of release of a solve of the other.
std::string refusal_of(const SolutionProblem& problem, SolutionAccuracy solved,
                       SolutionAccuracy stated) {
  const SolveSetting setting{.primal_weight = 0.5,
                             .centre = Vector::Zero(4),
                             .primal_domain = problem.domain,
                             .distance = 0.01,
                             .solver = solvers().find("svrg"),
                             .accuracy = solved};
  const Release release{.form = certified_solution_form(SolutionPart::minimizer, stated),
                        .batch_size = problem.data->samples(),
                        .mechanism = Mechanism::gaussian,
                        .cost = {CostUnit::rho, 5},
                        .noise_scale = 1,
                        .details = details_of(setting)};
  PrivateOracle oracle(*problem.data, Regularizer{}, noise_streams(), {CostUnit::rho, 10});
  const auto run = [&]() -> noisy::Run {
    HiddenSolve solve(setting);
    co_await oracle.complete(solve);
    const Vector& x = co_await oracle.ask(certified_solution(solve, release));
    co_yield Iterate{x};
  };
  drive(*problem.data, oracle, run());
  return oracle.refusal() ? oracle.refusal()->message : "";
}

TEST(ExpectedAccuracy, IsNotReleasedAsACertifiedOne) {
  using enum SolutionAccuracy;
  const SolutionProblem problem = logistic_problem(80, 1);
  EXPECT_EQ(refusal_of(problem, certified, certified), "");
  EXPECT_EQ(refusal_of(problem, expected, expected), "");
  EXPECT_THAT(refusal_of(problem, expected, certified), HasSubstr("no such solution"));
  EXPECT_THAT(refusal_of(problem, certified, expected), HasSubstr("no such solution"));
}

}  // namespace
}  // namespace noisy::testing
