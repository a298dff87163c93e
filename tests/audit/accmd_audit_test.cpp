// Accelerated mirror descent in the distinguishing game. Confidence 1 - 1e-6: a bound is wrong with
// probability at most 1e-6; seeds are fixed.
#include <gtest/gtest.h>

#include "engine/audit/finding.h"

namespace noisy {
namespace {

constexpr double kConfidence = 0.999999;
constexpr Index kFeatures = 3, kSamples = 4, kRounds = 4000;

std::shared_ptr<const LoadedData> shape() {
  auto data = DenseData::allocate({.samples = kSamples, .features = kFeatures}).value();
  PipelineFacts facts{.features = kFeatures};
  facts.bounds = with_implied_bounds({.l2 = 1}, kFeatures);
  facts.bounds.target_lower = -1;
  facts.bounds.target_upper = 1;
  return std::make_shared<const LoadedData>(LoadedData{
      .records = std::move(data), .facts = facts, .target = "", .hash = "", .counts = {}});
}

/// Logistic loss on an l2 ball, one step under 0.5-zCDP.
PlanInput input() {
  PlanInput in{.facts = {.samples = kSamples,
                         .dimension = kFeatures,
                         .smoothness = 0.25,
                         .loss_smoothness = 0.25,
                         .l1_sensitivity = 4,
                         .l2_sensitivity = 2,
                         .is_convex = true},
               .privacy = {.notion = Notion::zcdp, .rho = 0.5},
               .domain = {.kind = Domain::Kind::l2_ball}};
  in.parameters.set("iterations", 1.0);
  return in;
}

AuditFinding audit(const char* id) {
  std::shared_ptr<const AlgorithmPlan> plan = find_algorithm(id)->plan(input()).value();
  const auto game = Game::create({.problem = {},
                                  .shape = shape(),
                                  .plan = plan,
                                  .samples = kSamples,
                                  .canary = find_canary({.problem = {},
                                                         .shape = shape(),
                                                         .mechanism = Mechanism::gaussian,
                                                         .start = Vector::Zero(kFeatures)})})
                        .value();
  ScoreTable scores = game->table(kRounds);
  EXPECT_TRUE(game->play(0, kRounds, scores));
  // What the noise alone would guarantee: rho = 0.5 at the audit's delta.
  const AuditClaim claim{
      .notion = Notion::zcdp, .epsilon = 5.6, .delta = kZcdpDelta, .rho = 0.5, .gaussian_mu = 1};
  return judge(claim, kConfidence, scores);
}

TEST(AccmdAudit, RefutesThePrintedForm) {
  const AuditFinding finding = audit("dp-accmd-literal");
  EXPECT_TRUE(finding.is_refuted);
  ASSERT_TRUE(finding.attack);
  // The last iterate holds no noise at T = 1: it names the data set.
  EXPECT_EQ(finding.counts.hits, finding.counts.rounds);
  EXPECT_EQ(finding.counts.false_hits, 0);
}

TEST(AccmdAudit, DoesNotRefuteTheRepairedForm) {
  EXPECT_FALSE(audit("dp-accmd").is_refuted);
}

}  // namespace
}  // namespace noisy
