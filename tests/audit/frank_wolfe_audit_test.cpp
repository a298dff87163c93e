// Choices by the exponential mechanism in the distinguishing game. Confidence 1 - 1e-6: a bound is
// wrong with probability at most 1e-6; seeds are fixed.
#include <gtest/gtest.h>

#include "engine/audit/finding.h"
#include "tests/audit/audits.h"

namespace noisy::testing {
namespace {

Json choices(const char* privacy, int iterations) {
  Json tree = with(small_experiment(), "algorithms",
                   R"([{"id":"noisy-frank-wolfe","parameters":{"iterations":)" +
                       std::to_string(iterations) + "}}]");
  tree = with(tree, "problem.domain", R"({"kind":"l1-ball","radius":1})");
  return with(tree, "privacy", privacy);
}

AuditOptions options(Index runs) {
  return {.runs = runs, .confidence = 0.999999, .seed = 5};
}

TEST(FrankWolfeAudit, FindsNoMoreThanWhatOneChoiceCosts) {
  const auto report = audit(with(choices(R"({"notion":"pure","epsilon":2})", 1),
                                 "problem.regularizer", R"({"kind":"none"})"),
                            options(60000));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  const double exact = at_path(*report, "exactEpsilon").number();
  const double found = at_path(*report, "lowerBound.epsilon").number();
  EXPECT_LE(exact, 2);
  EXPECT_GE(exact, 1.2);
  EXPECT_LE(found, exact);
  EXPECT_GE(found, 0.75 * exact);
  EXPECT_EQ(at_path(*report, "mechanism"), Json("exponential"));
  EXPECT_EQ(at_path(*report, "neighbours.norm"), Json("vertices"));
  EXPECT_LE(at_path(*report, "neighbours.attained").number(),
            at_path(*report, "neighbours.sensitivity").number() * (1 + 1e-12));
  EXPECT_GE(at_path(*report, "neighbours.attained").number(),
            0.9 * at_path(*report, "neighbours.sensitivity").number());
}

TEST(FrankWolfeAudit, FindsNothingAgainstManyChoices) {
  for (const char* privacy : {R"({"notion":"pure","epsilon":2})", R"({"notion":"zcdp","rho":0.3})",
                              R"({"notion":"approximate","epsilon":1,"delta":0.01})"}) {
    const auto report = audit(choices(privacy, 8), options(4000));
    ASSERT_TRUE(report) << privacy << report.error().message;
    EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << privacy;
  }
}

std::shared_ptr<const LoadedData> shape() {
  auto data = DenseData::allocate({.samples = 4, .features = 1}).value();
  PipelineFacts facts{.features = 1};
  facts.bounds = with_implied_bounds({.linf = 1}, 1);
  facts.bounds.target_lower = -1;
  facts.bounds.target_upper = 1;
  return std::make_shared<const LoadedData>(LoadedData{
      .records = std::move(data), .facts = facts, .target = "", .hash = "", .counts = {}});
}

/// One choice between two points under 2-DP, by Huber's loss, whose slope is 0.1 or -0.1 at most
/// points: the odd record moves both scores as far as one can. With the right noise the less likely
/// point has odds of e^-4 or e^-2, with noise for half of the sensitivity e^-8 or e^-4.
AuditFinding played_with(PlantedBug bug) {
  constexpr Index kChoices = 60000;
  const Domain segment{.kind = Domain::Kind::l1_ball};
  ProblemSpec problem{.loss = find_loss("huber"), .domain = segment};
  problem.loss_parameters.set("width", 0.1);
  PlanInput input{.facts = {.samples = 4,
                            .dimension = 1,
                            .smoothness = 1,
                            .loss_smoothness = 1,
                            .l1_sensitivity = 0.2,
                            .l2_sensitivity = 0.2,
                            .linf_sensitivity = 0.2,
                            .is_convex = true},
                  .privacy = {.notion = Notion::pure, .epsilon = 2},
                  .domain = segment};
  input.parameters.set("iterations", 1.0);
  std::shared_ptr<const AlgorithmPlan> plan =
      find_algorithm("noisy-frank-wolfe")->plan(input).value();
  const Canary canary{.usual = {{1}, 1}, .odd = {{1}, -1}, .start = Vector::Zero(1)};
  const auto game = Game::create({.problem = problem,
                                  .shape = shape(),
                                  .plan = plan,
                                  .samples = 4,
                                  .canary = canary,
                                  .bug = bug})
                        .value();
  ScoreTable scores = game->table(kChoices);
  EXPECT_TRUE(game->play(0, kChoices, scores));
  return judge({.notion = Notion::pure, .epsilon = 2}, 0.999999, scores);
}

TEST(FrankWolfeAudit, RaisesTheAlarmWhenTheSensitivityIsHalved) {
  const AuditFinding right = played_with(PlantedBug::none);
  EXPECT_FALSE(right.is_refuted);
  EXPECT_GT(right.epsilon, 1.5);  // of ln((1 + e^4) / (1 + e^2)) = 1.89
  const AuditFinding halved = played_with(PlantedBug::halved_sensitivity);
  EXPECT_TRUE(halved.is_refuted);
  EXPECT_GT(halved.epsilon, 2.2);
}

}  // namespace
}  // namespace noisy::testing
