// Variance-reduced releases in the distinguishing game. Confidence 1 - 1e-6: a bound is wrong with
// probability at most 1e-6; seeds are fixed.
#include <gtest/gtest.h>

#include <cmath>
#include <span>

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

ProblemSpec problem(const char* loss = "squared") {
  ProblemSpec spec;
  spec.loss = find_loss(loss);
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

TEST(Canary, MovesTheMeanOverAllBatchesTheMostToo) {
  for (const char* loss : {"squared", "logistic"}) {
    const ProblemSpec spec = problem(loss);
    const Canary found = canary(spec);
    const auto pair = records_like(*shape(), {found.usual, found.odd}).value();
    const auto objective = make_objective(spec, pair);
    Vector usual(kFeatures), odd(kFeatures);
    BatchScratch scratch;
    for (const Index record : {0, 1}) {
      objective->sum->answer_batch(
          {&record, 1},
          {.point = &found.start, .gradient = record == 0 ? &usual : &odd, .value = nullptr},
          scratch);
    }
    EXPECT_GT((usual - odd).norm(), 1.99) << loss;  // 2G
  }
}

TEST(Canary, OfLogisticLossMovesHalfAsFarBecauseItsSlopeKeepsItsSign) {
  ProblemSpec logistic;
  const Canary found = canary(logistic);
  EXPECT_NEAR(found.bound, 2, 1e-12);
  EXPECT_NEAR(found.attained, 2, 0.02);
  EXPECT_LE(found.attained, found.bound * (1 + 1e-12));
}

/// @param change  R; S_2 = 2 G = 2
PlanInput input(Index samples, Index steps, Index batch, const PrivacyRequest& privacy,
                double change = 2) {
  PlanInput in{.facts = {.samples = samples,
                         .dimension = kFeatures,
                         .smoothness = 1,
                         .loss_smoothness = 1,
                         .l1_sensitivity = 4,
                         .l2_sensitivity = 2},
               .privacy = privacy};
  in.facts.bounds_within = [change](double) {
    return RegionBounds{.gradient_l2 = 2, .record_gradient = 1, .record_change = change};
  };
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

Played play(const PlanInput& in, Index rounds, const char* loss = "squared") {
  std::shared_ptr<const AlgorithmPlan> plan = find_algorithm("dp-svrg")->plan(in).value();
  const PrivacyClaim& stated = plan->summary().claim;
  const ProblemSpec spec = problem(loss);
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
    const Played signed_one = play(input(16, 3, batch, request(2, 1e-3), 1), 20'000, "logistic");
    EXPECT_FALSE(judge(signed_one.claim, kConfidence, signed_one.scores).is_refuted) << batch;
  }
}

/// A bound on a mean in [0, most] that is wrong with probability at most `error` (Maurer and Pontil
/// 2009, Theorem 4): how far it may be from the sample's.
double mean_error(std::span<const double> values, double most, double error) {
  const double count = static_cast<double>(values.size());
  double mean = 0, square = 0;
  for (const double value : values) mean += value / count;
  for (const double value : values) square += (value - mean) * (value - mean) / (count - 1);
  const double log_error = std::log(2 / error);
  return std::sqrt(2 * square * log_error / count) + 7 * most * log_error / (3 * (count - 1));
}

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// What the runs show of D_2 of the second data set's releases from the first's, too large with
/// probability at most 1e-4: (E_2 h)^2 <= E_1 h^2 e^{D_2} for any h (Cauchy-Schwarz),
/// with equality for the likelihood ratio, which is cut off where it is large.
double shown_divergence(const ScoreTable& scores) {
  constexpr double kMost = 5, kError = 1e-4;
  const auto ratios = [&](const std::vector<std::vector<double>>& of, int power) {
    std::vector<double> out;
    for (const double score : of[static_cast<std::size_t>(Statistic::likelihood_ratio)])
      out.push_back(std::pow(std::min(std::exp(score), kMost), power));
    return out;
  };
  const auto second = ratios(scores.second, 1), first = ratios(scores.first, 2);
  const double least = mean_of(second) - mean_error(second, kMost, kError / 2);
  const double most = mean_of(first) + mean_error(first, kMost * kMost, kError / 2);
  return std::log(least * least / most);
}

TEST(VarianceReducedAudit, ShowsAsMuchDivergenceAsIsChargedAndNoiseThatIsFifteenPercentTooSmall) {
  // The canary is the worst pair of records, and the attacker's likelihood ratio is exact: what is
  // seen lies below the charge of order 2 by the theorem's few percent and by chance alone.
  constexpr Index kSamples = 16, kSteps = 3, kBatch = 12, kRounds = 100'000;
  const PrivacyRequest asked = request(3, 1e-3);
  const std::pair<const char*, double> losses[] = {{"squared", 2}, {"logistic", 1}};
  for (const auto& [loss, change] : losses) {
    const auto found = calibrate_variance_reduced(
        {.samples = kSamples, .batch_size = kBatch, .steps = kSteps, .difference = change},
        {3, 1e-3});
    const double charged = kSteps * joint_variance_reduced_renyi({.samples = kSamples,
                                                                  .batch_size = kBatch,
                                                                  .noise = found->noise,
                                                                  .difference = change},
                                                                 2);
    const auto shown = [&](const PrivacyRequest& privacy) {
      const PlanInput in = input(kSamples, kSteps, kBatch, privacy, change);
      return shown_divergence(play(in, kRounds, loss).scores);
    };
    const double seen = shown(asked);
    EXPECT_LE(seen, charged) << loss;
    EXPECT_GT(seen, 0.6 * charged) << loss;
    // The twin: the same releases with 1.15 times less noise.
    PrivacyRequest planted = asked;
    planted.calibration = Calibration::paper;
    const double root = found->noise / 1.15 * kSamples * asked.epsilon;
    planted.noise_constant = root * root / (kSteps * std::log(1 / asked.delta));
    EXPECT_GT(shown(planted), charged) << loss;
  }
}

TEST(VarianceReducedAudit, RefutesAClaimOfATwentieth) {
  Played played = play(input(16, 3, 4, request(20, 1e-3)), 20'000);
  played.claim.epsilon = 1;
  EXPECT_TRUE(judge(played.claim, kConfidence, played.scores).is_refuted);
}

}  // namespace
}  // namespace noisy
