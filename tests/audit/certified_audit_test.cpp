// The audit that users ask for, of methods that release certified solutions (E11): what it finds
// stays below what is claimed, and near it where one record moves a solution by all that is charged
// for. Confidence 1 - 1e-6: a bound is wrong with probability at most 1e-6; seeds are fixed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/audit/audits.h"
#include "tests/experiment/plan/saddle_experiment.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

double number(const Json& report, const std::string& path) {
  return at_path(report, path).number();
}

/// A mean of rows of length 1 at most: one record's gradient turns around at every point.
Json mean_of(int samples, const std::string& algorithm) {
  return parse_json(R"({"version": 1,
    "data": {"kind": "synthetic", "name": "logistic", "features": 3, "samples": )" +
                    std::to_string(samples) + R"(,
             "preprocess": [{"kind": "clip-rows", "norm": "l2", "bound": 1}]},
    "problem": {"loss": "mean-estimation", "domain": {"kind": "l2-ball", "radius": 1}},
    "privacy": {"notion": "approximate", "epsilon": 4, "delta": 1e-5},
    "algorithms": [)" +
                    algorithm + R"(],
    "run": {"randomness": {"mode": "reproducible", "seed": 1}}})")
      .value();
}

constexpr const char* kOneRelease =
    R"({"id": "output-perturbation", "parameters": {"toleranceRatio": 0.001}})";
constexpr const char* kPhases =
    R"({"id": "phased-output-perturbation", "parameters": {"toleranceRatio": 0.001}})";

struct Tight {
  const char* name;
  const char* algorithm;
  double share;  ///< of the claimed epsilon that one record uses up
};

class CertifiedAudit : public ::testing::TestWithParam<Tight> {};

TEST_P(CertifiedAudit, FindsNearlyWhatIsClaimedOfAMean) {
  const auto report = audit(mean_of(500, GetParam().algorithm), {.runs = 60'000});
  ASSERT_TRUE(report) << report.error().field << ": " << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << write_json(*report);
  const double claimed = number(*report, "claimed.epsilon");
  EXPECT_EQ(claimed, 4);
  const double exact = number(*report, "exactEpsilon");
  EXPECT_LE(exact, claimed);
  EXPECT_GT(exact, GetParam().share * claimed);
  EXPECT_LT(number(*report, "lowerBound.epsilon"), exact);
  EXPECT_GT(number(*report, "lowerBound.epsilon"), 0.85 * GetParam().share * claimed);
  EXPECT_LT(number(*report, "lowerBound.mu"), number(*report, "claimed.mu"));
}

INSTANTIATE_TEST_SUITE_P(Mean, CertifiedAudit,
                         ::testing::Values(Tight{"OneRelease", kOneRelease, 0.99},
                                           Tight{"Phases", kPhases, 0.95}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(CertifiedAuditOfAMean, SaysWhatWasSolvedAndWhichBlockIsPlayed) {
  const auto one = audit(mean_of(500, kOneRelease), {.runs = 100});
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_EQ(number(*one, "neighbours.samples"), 500);
  EXPECT_EQ(number(*one, "neighbours.batchSize"), 500);
  EXPECT_THAT(write_json(at_path(*one, "notes")), HasSubstr("fresh noise"));
  EXPECT_THAT(write_json(at_path(*one, "notes")), Not(HasSubstr("block")));
  const auto phases = audit(mean_of(500, kPhases), {.runs = 100});
  ASSERT_TRUE(phases) << phases.error().message;
  EXPECT_LT(number(*phases, "neighbours.batchSize"), 500);
  EXPECT_THAT(write_json(at_path(*phases, "notes")),
              HasSubstr("where it moves what is released the most"));
}

/// Rounds play the oracle that runs use, its discrete noise included.
TEST(CertifiedAuditOfAMean, PlaysHardenedReleases) {
  const Json tree = with(mean_of(500, kOneRelease), "run.release", R"("hardened")");
  const auto report = audit(tree, {.runs = 40'000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  EXPECT_TRUE(at_path(*report, "exactEpsilon").is_null());
  EXPECT_GT(number(*report, "lowerBound.mu"), 0.8 * number(*report, "claimed.mu"));
}

TEST(CertifiedAuditOfAMean, HoldsForASolverThatIsExpectedToBeNear) {
  const auto report = audit(mean_of(500, R"({"id": "output-perturbation", "parameters": {
                             "toleranceRatio": 0.001, "accuracyMode": "markov"}})"),
                            {.runs = 40'000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  EXPECT_GT(number(*report, "lowerBound.mu"), 0.8 * number(*report, "claimed.mu"));
}

/// Both parts together, and each by half of the budget. Much of what is charged is for records that
/// move other parts of the operator than this pair does.
TEST(CertifiedAuditOfASaddlePoint, FindsSomethingAndLessThanIsClaimed) {
  for (const char* algorithm : {R"([{"id": "minimax-output-perturbation"}])",
                                R"([{"id": "phased-minimax", "parameters": {"phases": 2}}])"}) {
    const Json tree = with(saddle_experiment(), "privacy.epsilon", "20");
    const auto report = audit(with(tree, "algorithms", algorithm), {.runs = 10'000});
    ASSERT_TRUE(report) << report.error().field << ": " << report.error().message;
    EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << write_json(*report);
    EXPECT_GT(number(*report, "lowerBound.mu"), 0.1 * number(*report, "claimed.mu")) << algorithm;
    EXPECT_LT(number(*report, "exactEpsilon"), number(*report, "claimed.epsilon"));
  }
}

TEST(CertifiedAuditOfASaddlePoint, StepsAlongOperatorsStayRefused) {
  const auto report = audit(saddle_experiment(), {.runs = 200});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().field, "problem.kind");
}

/// What the game says of an oracle with this defect, where the real one is consistent.
AuditFinding finding_with(PlantedBug bug, const char* algorithm) {
  const auto experiment = read_experiment(write_json(mean_of(500, algorithm))).value();
  const auto point = expand_sweep(experiment)->front();
  DataLoader loader(point.data, use_of(point.problem), DataLayout::rows, 1e9);
  auto plan = plan_audit(point, 0, loader.finish().value(), ReleaseKind::floating, 1).value();
  plan.rules.bug = bug;
  constexpr Index kRuns = 20'000;
  const auto game = Game::create(plan.rules).value();
  ScoreTable scores = game->table(kRuns);
  EXPECT_TRUE(game->play(0, kRuns, scores));
  return judge(plan.claim, 0.999999, scores);
}

TEST(CertifiedAuditOfAMean, RefutesNoiseThatIsTooSmallBySqrtTwo) {
  for (const char* algorithm : {kOneRelease, kPhases}) {
    EXPECT_FALSE(finding_with(PlantedBug::none, algorithm).is_refuted) << algorithm;
    EXPECT_TRUE(finding_with(PlantedBug::noise_too_small, algorithm).is_refuted) << algorithm;
  }
}

TEST(CertifiedAuditOfAMean, RefutesASolverThatIsBelieved) {
  EXPECT_TRUE(finding_with(PlantedBug::believed_solver, kOneRelease).is_refuted);
  const auto toy = audit(mean_of(500, kOneRelease), {.runs = 20'000, .planted = "believed-solver"});
  ASSERT_TRUE(toy) << toy.error().message;
  EXPECT_EQ(at_path(*toy, "verdict"), Json("refuted")) << write_json(*toy);
}

}  // namespace
}  // namespace noisy::testing
