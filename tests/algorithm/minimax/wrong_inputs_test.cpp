// What the methods that release certified solutions refuse or warn of, before any data are read
// (bring-your-own-minimax, 2.0).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/problem/risk/mean_estimation.h"
#include "tests/algorithm/minimax/support/curved_problems.h"

namespace noisy::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Error error_of(const char* id, const SolutionProblem& problem, const PrivacyRequest& privacy,
               const ParameterSet& given = {}) {
  const auto plan = plan_of(id, problem, privacy, given);
  return plan ? Error{ErrorCode::internal, "", "planned"} : plan.error();
}

const PrivacyRequest kUsual = approximate(0.5, 1e-5);

TEST(WrongInputs, ABudgetMustBeOne) {
  const SolutionProblem problem = logistic_problem(50, 1);
  const auto message = [&](const PrivacyRequest& privacy) {
    const Error error = error_of("phased-output-perturbation", problem, privacy);
    return error.field + ": " + error.message;
  };
  for (const double epsilon : {0.0, -1.0, static_cast<double>(INFINITY)}) {
    EXPECT_THAT(message(approximate(epsilon, 1e-5)),
                HasSubstr("privacy.epsilon: the privacy budget must be positive and finite"))
        << epsilon;
  }
  for (const double delta : {0.0, 1.0, -0.1}) {
    EXPECT_THAT(message(approximate(0.5, delta)), HasSubstr("privacy.delta")) << delta;
  }
  PrivacyRequest papers = approximate(1, 1e-5);
  papers.calibration = Calibration::paper;
  EXPECT_THAT(message(papers), HasSubstr("proved for epsilon < 1 only"));
}

TEST(WrongInputs, SomethingMustBoundARecordsGradient) {
  SolutionProblem problem;
  problem.records = dense_records(half_signs(20, 1), naive::Numbers(20, 0.0));
  problem.data = std::make_unique<MeanEstimationRisk>(
      *problem.records, FeatureBounds{.l1 = 2, .l2 = 1, .linf = 1}, problem.domain);
  const Error error = error_of("output-perturbation", problem, kUsual);
  EXPECT_EQ(error.code, ErrorCode::unbounded_sensitivity);
  EXPECT_THAT(error.message, HasSubstr("must be a public bound, not estimated from the data"));
}

TEST(WrongInputs, AStartMustLieInTheDomain) {
  const Error error = error_of("phased-output-perturbation", logistic_problem(50, 1), kUsual,
                               parameters({{"start", 2.0}}));
  EXPECT_EQ(error.code, ErrorCode::infeasible_start);
  EXPECT_THAT(error.message, HasSubstr("initial point lies outside the domain"));
}

TEST(WrongInputs, PhasesNeedRecordsAndARadius) {
  const SolutionProblem problem = logistic_problem(50, 1);
  const Error many =
      error_of("phased-output-perturbation", problem, kUsual, parameters({{"phases", 51.0}}));
  EXPECT_THAT(many.message, HasSubstr("too few samples for 51 phases"));
  const Error far =
      error_of("phased-output-perturbation", problem, kUsual, parameters({{"domainRadius", 0.0}}));
  EXPECT_EQ(far.field, "domainRadius");
  EXPECT_THAT(far.message, HasSubstr("domain radius needed to choose the regularization"));
  const Error loose = error_of("phased-output-perturbation", problem, kUsual,
                               parameters({{"toleranceRatio", 1.5}}));
  EXPECT_THAT(loose.message, HasSubstr("tolerance ratio must lie in (0, 1]"));
}

TEST(WrongInputs, LargeDeltasAndWeakConcavityAreWarnedOf) {
  const SolutionProblem game = linear_game({0.5, 0.01, 1}, half_signs(64, 2));
  const auto plan = planned("phased-minimax", game, approximate(0.5, 0.02),
                            parameters({{"variant", std::string("strongly-concave")}}));
  const auto& warnings = plan->summary().warnings;
  EXPECT_THAT(warnings, Contains(HasSubstr("is below L / (D sqrt(n))")));
  EXPECT_THAT(warnings, Contains(HasSubstr("delta < 1/n")));
}

TEST(WrongInputs, TheClassicalFormulaIsRefusedWhereAnotherOneWouldBeUsed) {
  const SolutionProblem problem = logistic_problem(50, 1);
  const ParameterSet classic = parameters({{"gaussianNoise", std::string("classic")}});
  const auto refused = [&](const PrivacyRequest& privacy) {
    const Error error = error_of("phased-output-perturbation", problem, privacy, classic);
    return std::string(code_text(error.code)) + " " + error.field;
  };
  EXPECT_TRUE(plan_of("phased-output-perturbation", problem, kUsual, classic));
  EXPECT_TRUE(plan_of("phased-output-perturbation", problem, no_noise(), classic));
  PrivacyRequest hardened = kUsual;
  hardened.release = ReleaseKind::hardened;
  EXPECT_EQ(refused(hardened), "unsupported-option gaussianNoise");
  EXPECT_TRUE(plan_of("phased-output-perturbation", problem, hardened, {}));
  EXPECT_EQ(refused({.notion = Notion::zcdp, .rho = 0.1, .mechanism = std::nullopt}),
            "unsupported-option gaussianNoise");
  for (const Calibration other : {Calibration::zcdp, Calibration::paper}) {
    PrivacyRequest privacy = kUsual;
    privacy.calibration = other;
    EXPECT_EQ(refused(privacy), "unsupported-option gaussianNoise");
  }
}

TEST(WrongInputs, OnlyReplacedRecordsAreNeighbours) {
  for (const char* id : {"output-perturbation", "phased-output-perturbation",
                         "minimax-output-perturbation", "phased-minimax"}) {
    EXPECT_THAT(find_algorithm(id)->neighbours, ::testing::ElementsAre(Neighbours::replace_one));
  }
}

}  // namespace
}  // namespace noisy::testing
