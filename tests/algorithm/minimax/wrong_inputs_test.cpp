// What the methods that release certified solutions refuse or warn of, before any data are read
// (bring-your-own-minimax, 2.0).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/problem/risk/mean_estimation.h"
#include "tests/algorithm/minimax/support/curved_problems.h"
#include "tests/experiment/file/experiments.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

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
                HasSubstr("privacy.epsilon: epsilon must be positive and finite"))
        << epsilon;
  }
  for (const double delta : {0.0, 1.0, -0.1}) {
    EXPECT_THAT(message(approximate(0.5, delta)),
                HasSubstr("privacy.delta: delta must lie in (0, 1): the Gaussian mechanism gives "
                          "no pure DP"))
        << delta;
  }
  PrivacyRequest papers = approximate(1, 1e-5);
  papers.calibration = Calibration::paper;
  EXPECT_THAT(
      message(papers),
      HasSubstr("paper calibration is proved for epsilon < 1 only, not 1: choose the analytic "
                "noise (\"calibration\": \"tight\" with \"gaussianNoise\": \"analytic\""));
  const Error classic = error_of("phased-output-perturbation", problem, approximate(1, 1e-5),
                                 parameters({{"gaussianNoise", std::string("classic")}}));
  EXPECT_THAT(classic.message, HasSubstr("classic calibration is proved for epsilon < 1 only"));
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
  EXPECT_THAT(warnings, Contains(AllOf(HasSubstr("mu_y = 0.01 is below L / (D sqrt(n))"),
                                       HasSubstr("use the variant \"convex-concave\""))));
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

/// What the product says of an experiment file, row by row of 2.0.
class WrongFiles : public ::testing::Test {
 protected:
  /// Planned well as it stands.
  static Json usual(const char* algorithm = "phased-output-perturbation") {
    Json tree = without(small_experiment(), "problem.regularizer");
    tree = with(tree, "privacy", R"({"notion": "approximate", "epsilon": 0.5, "delta": 1e-5})");
    tree = with(tree, "problem.domain", R"({"kind": "l2-ball", "radius": 1})");
    return with(tree, "algorithms", R"([{"id": ")" + std::string(algorithm) + R"("}])");
  }
  static Json saddle(const char* parameters) {
    Json tree =
        with(usual(), "data.preprocess", R"([{"kind": "clip-rows", "norm": "l2", "bound": 1}])");
    tree = with(tree, "run.diagnostics", R"(["objective"])");
    tree = with(tree, "problem",
                R"({"kind": "saddle", "name": "auc", "positiveShare": 0.5, "radius": 1})");
    return with(tree, "algorithms", parameters);
  }
  /// "field: message" of a refusal; else all warnings.
  static std::string said(const Json& tree) {
    Workspace workspace;
    const auto session = open_session(workspace, tree);
    if (!session) return session.error().field + ": " + session.error().message;
    const auto plan = (*session)->plan();
    if (!plan) return plan.error().field + ": " + plan.error().message;
    return write_json(
        at_path(*parse_json(*plan, {.bytes = std::size_t{1} << 26}), "plans.0.warnings"));
  }
  static std::string with_parameters(const char* algorithm, const char* parameters) {
    return said(with(usual(algorithm), "algorithms.0.parameters", parameters));
  }
};

TEST_F(WrongFiles, NeedABudgetThatTheNoiseIsProvenFor) {
  EXPECT_THAT(said(usual()), Not(HasSubstr("privacy.")));
  for (const char* epsilon : {"0", "-1", "1e308"})
    EXPECT_THAT(said(with(usual(), "privacy.epsilon", epsilon)), HasSubstr("privacy.epsilon: is "))
        << epsilon;
  EXPECT_THAT(said(with(usual(), "privacy.epsilon", "0")),
              HasSubstr("privacy.epsilon: is 0 but must be a finite number greater than 0"));
  for (const char* delta : {"0", "1"})
    EXPECT_THAT(said(with(usual(), "privacy.delta", delta)),
                HasSubstr("but must be a finite number greater than 0 and at most 0.5"));
  EXPECT_THAT(said(with(usual(), "privacy", R"({"notion": "pure", "epsilon": 1})")),
              HasSubstr("the Gaussian mechanism gives no pure DP"));
  const Json papers = with(usual(), "privacy.calibration", R"("paper")");
  EXPECT_THAT(said(with(papers, "privacy.epsilon", "1")),
              HasSubstr("privacy.epsilon: paper calibration is proved for epsilon < 1 only, not 1: "
                        "choose the analytic noise"));
  EXPECT_THAT(said(with(usual(), "privacy.delta", "0.13")), HasSubstr("assume delta < 1/n"));
}

TEST_F(WrongFiles, NeedPublicBoundsAndNeighboursOfOneSize) {
  EXPECT_THAT(said(with(usual(), "data.preprocess", "[]")),
              HasSubstr("problem: nothing limits one record's effect: bound the rows"));
  for (const char* neighbours : {R"("add-remove")", R"("zero-out")"})
    EXPECT_THAT(said(with(usual(), "privacy.neighbours", neighbours)),
                HasSubstr("it has \"replace-one\" alone: n is public"))
        << neighbours;
}

TEST_F(WrongFiles, NeedAModulus) {
  const char* missing = "strong convexity modulus must be positive";
  EXPECT_THAT(with_parameters("output-perturbation", R"({"regularization": 0})"),
              AllOf(HasSubstr(missing), HasSubstr("add an l2 regularizer")));
  EXPECT_THAT(said(saddle(R"([{"id": "minimax-output-perturbation",
                               "parameters": {"primalRegularization": 0}}])")),
              AllOf(HasSubstr("primalRegularization: "), HasSubstr(missing)));
  EXPECT_THAT(said(saddle(R"([{"id": "phased-minimax",
                               "parameters": {"variant": "strongly-convex"}}])")),
              AllOf(HasSubstr("variant: "), HasSubstr(missing)));
}

TEST_F(WrongFiles, NeedASmoothLossAndADomainWithAProjection) {
  Json steep = with(usual(), "data.preprocess", "[]");
  steep = with(steep, "problem.gradientClip", R"({"norm": "l2", "bound": 1})");
  EXPECT_THAT(said(steep), HasSubstr("problem.constants.smoothness: no enforced bound on the rows "
                                     "gives it"));
  EXPECT_THAT(
      said(with(usual(), "problem.domain", R"({"kind": "lp-ball", "radius": 1, "exponent": 1.5})")),
      HasSubstr("problem.domain: base solvers need a domain with a projection"));
}

TEST_F(WrongFiles, NeedRecordsForEveryPhaseAStartAndARadius) {
  const char* phased = "phased-output-perturbation";
  EXPECT_THAT(with_parameters(phased, R"({"phases": 9})"),
              HasSubstr("phases: too few samples for 9 phases"));
  EXPECT_THAT(with_parameters(phased, R"({"start": 2})"),
              HasSubstr("start: initial point lies outside the domain"));
  EXPECT_THAT(with_parameters(phased, R"({"toleranceRatio": 1.5})"),
              HasSubstr("toleranceRatio: is 1.5 but must be a finite number greater than 0 and at "
                        "most 1"));
  EXPECT_THAT(with_parameters(phased, R"({"domainRadius": 0})"),
              HasSubstr("domainRadius: is 0 but must be a finite number greater than 0"));
}

/// An unbounded domain has no radius: the plan counts with the file's guess, and says so.
TEST_F(WrongFiles, OfUnboundedDomainsSayWhichDistanceIsCountedWith) {
  Workspace workspace;
  Json tree = without(usual(), "problem.domain");
  tree = with(tree, "problem.constants", R"({"distance": 3})");
  const auto session = open_session(workspace, tree);
  ASSERT_TRUE(session) << session.error().message;
  const auto plan = (*session)->plan();
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_THAT(*plan, HasSubstr("no further than D = 3 from the start"));
}

TEST_F(WrongFiles, OfFewRecordsAreWarnedOfLongNoiseInEitherPart) {
  const std::string both = said(saddle(R"([{"id": "minimax-output-perturbation"}])"));
  EXPECT_THAT(both, HasSubstr("noise on x is about"));
  const std::string dual = said(with(saddle(R"([{"id": "minimax-output-perturbation",
                            "parameters": {"primalRegularization": 1e4}}])"),
                                     "privacy.epsilon", "0.1"));
  EXPECT_THAT(dual, AllOf(HasSubstr("noise on y is about"), HasSubstr("n epsilon is too small")));
  EXPECT_THAT(dual, Not(HasSubstr("noise on x")));
}

}  // namespace
}  // namespace noisy::testing
