// Variance-reduced releases in the distinguishing game. Confidence 1 - 1e-6: a bound is wrong with
// probability at most 1e-6; seeds are fixed.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/audit/finding.h"
#include "engine/audit/probe_plan.h"
#include "engine/privacy/calibration/variance_reduced_calibration.h"

namespace noisy {
namespace {

constexpr double kConfidence = 0.999999;
constexpr Index kFeatures = 4;

/// Rows of norm at most 1, gradients clipped to 1: G = 1.
std::shared_ptr<const LoadedData> shape() {
  auto data = DenseData::allocate({.samples = 4, .features = kFeatures}).value();
  PipelineFacts facts{.features = kFeatures};
  facts.bounds = with_implied_bounds({.l2 = 1}, kFeatures);
  facts.bounds.target_lower = -1;
  facts.bounds.target_upper = 1;
  return std::make_shared<const LoadedData>(LoadedData{
      .records = std::move(data), .facts = facts, .target = "", .hash = "", .counts = {}});
}

ProblemSpec problem() {
  ProblemSpec spec;
  spec.loss = find_loss("squared");
  spec.gradient_clip = GradientClip{.norm = GradientClip::Norm::l2, .bound = 1};
  return spec;
}

Canary canary(const ProblemSpec& spec) {
  return find_canary({.problem = spec,
                      .shape = shape(),
                      .mechanism = Mechanism::gaussian,
                      .start = Vector::Zero(kFeatures),
                      .is_variance_reduced = true});
}

TEST(Canary, TurnsTheGradientsOfADifferenceAround) {
  const Canary found = canary(problem());
  EXPECT_NEAR(found.bound, 4, 1e-12);  // 4G
  EXPECT_GT(found.attained, 0.99 * found.bound);
  EXPECT_LE(found.attained, found.bound * (1 + 1e-12));
  EXPECT_EQ(found.anchor.size(), kFeatures);
}

TEST(Canary, OfLogisticLossReachesHalfBecauseItsSlopeKeepsItsSign) {
  ProblemSpec logistic;
  const Canary found = canary(logistic);
  EXPECT_NEAR(found.bound, 4, 1e-12);
  EXPECT_NEAR(found.attained, 2, 0.02);
}

PlanInput input(Index samples, Index steps, Index batch, const PrivacyRequest& privacy) {
  PlanInput in{.facts = {.samples = samples,
                         .dimension = kFeatures,
                         .smoothness = 1,
                         .loss_smoothness = 1,
                         .l1_sensitivity = 4,
                         .l2_sensitivity = 2},
               .privacy = privacy};
  in.parameters.set("epochs", 1.0);
  in.parameters.set("innerIterations", static_cast<double>(steps));
  in.parameters.set("batchSize", static_cast<double>(batch));
  in.parameters.set("theory", std::string("none"));
  return in;
}

struct Played {
  ScoreTable scores;
  AuditClaim claim;  ///< the plan's
};

Played play(const PlanInput& in, Index rounds) {
  std::shared_ptr<const AlgorithmPlan> plan = find_algorithm("dp-svrg")->plan(in).value();
  const PrivacyClaim& stated = plan->summary().claim;
  const ProblemSpec spec = problem();
  const Canary found = canary(spec);
  const auto game = Game::create({.problem = spec,
                                  .shape = shape(),
                                  .plan = std::make_shared<ProbePlan>(plan, found.anchor),
                                  .samples = in.facts.samples,
                                  .canary = found})
                        .value();
  Played out{.scores = game->table(rounds),
             .claim = {.notion = stated.notion, .epsilon = stated.epsilon, .delta = stated.delta}};
  EXPECT_TRUE(game->play(0, rounds, out.scores));
  return out;
}

PrivacyRequest request(double epsilon, double delta) {
  return {.notion = Notion::approximate, .epsilon = epsilon, .delta = delta};
}

TEST(VarianceReducedAudit, RefutesSingleRecordsWithThePapersNoiseAtTheEpsilonThatItStates) {
  // N / n as in the paper's first figure, c = 8: the record is drawn with probability 0.313, and
  // then moves one release by 4G, 17 standard deviations.
  PrivacyRequest privacy = request(1, 1e-3);
  privacy.calibration = Calibration::paper;
  privacy.noise_constant = 8;
  const PlanInput in = input(400, 150, 1, privacy);
  const Played played = play(in, 2000);
  AuditClaim papers = played.claim;
  papers.epsilon = 1;
  const AuditFinding finding = judge(papers, kConfidence, played.scores);
  EXPECT_TRUE(finding.is_refuted) << finding.epsilon;
  EXPECT_GT(finding.epsilon, 2);
  // delta >= P(drawn) - e^epsilon P(false alarm): the rates themselves.
  ASSERT_TRUE(finding.attack);
  const double drawn = 1 - std::pow(1 - 1.0 / 400, 150);
  EXPECT_NEAR(drawn, 0.313, 5e-4);
  const double rate =
      static_cast<double>(finding.counts.hits) / static_cast<double>(finding.counts.rounds);
  EXPECT_NEAR(rate, drawn, 0.05);  // 3.4 standard deviations of 1000 rounds
  EXPECT_LE(finding.counts.false_hits, 2);
  // What the plan states of the same noise stands.
  EXPECT_GT(played.claim.epsilon, 20);
  EXPECT_FALSE(judge(played.claim, kConfidence, played.scores).is_refuted);
}

TEST(VarianceReducedAudit, DoesNotRefuteTheAccountantsNoise) {
  for (const Index batch : {1, 4, 16}) {
    const Played played = play(input(16, 3, batch, request(2, 1e-3)), 20'000);
    const AuditFinding finding = judge(played.claim, kConfidence, played.scores);
    EXPECT_FALSE(finding.is_refuted) << batch << " " << finding.epsilon;
  }
}

TEST(VarianceReducedAudit, RefutesAClaimOfATwentieth) {
  Played played = play(input(16, 3, 4, request(20, 1e-3)), 20'000);
  played.claim.epsilon = 1;
  EXPECT_TRUE(judge(played.claim, kConfidence, played.scores).is_refuted);
}

}  // namespace
}  // namespace noisy
