// Audits of gradient descent whose noise is for a record that is zeroed out: what the attack finds
// stays below what is charged, and a twin with less noise is found out. Confidence 1 - 1e-6: a
// bound is wrong with probability at most 1e-6; seeds are fixed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/algorithm/erm/last_iterate.h"
#include "engine/algorithm/frame/execute.h"
#include "engine/audit/epsilon_bound.h"
#include "engine/privacy/form/last_iterate.h"
#include "engine/privacy/release/noise.h"
#include "engine/problem/loss/loss_entry.h"
#include "tests/algorithm/settings.h"
#include "tests/audit/audits.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

constexpr int kPlays = 60'000;
constexpr double kWrong = 1e-6;
constexpr double kSteps = 4;
constexpr double kRho = 0.5;

/// f(x; u) = -u x of four records |u| <= 1: the first one's gradient is as long as any at every
/// point, or 0 at every point.
struct FourRows {
  explicit FourRows(double first, double others = 1)
      : records(dense_records({{first}, {others}, {-others}, {others / 2}}, {0, 0, 0, 0})),
        risk(*records, {.l1 = 1, .l2 = 1, .linf = 1}, find_loss("linear")->linear()) {}
  std::unique_ptr<DenseData> records;
  EmpiricalRisk risk;
};

/// @param publishes  every noisy gradient, or the last iterate alone
std::unique_ptr<AlgorithmPlan> plan_for_rows(const char* publishes) {
  const FourRows data(1);
  PlanInput input{.facts = public_facts(data.risk, {}, 1),
                  .privacy = {.notion = Notion::zcdp,
                              .rho = kRho,
                              .mechanism = std::nullopt,
                              .neighbours = Neighbours::zero_out},
                  .parameters = {},
                  .regularizer = {},
                  .domain = {}};
  input.facts.smoothness = 1;  // what steps are long for, and no part of privacy
  input.parameters.set("iterations", kSteps);
  input.parameters.set("publishes", std::string(publishes));
  auto plan = find_algorithm("dp-gd")->plan(input);
  EXPECT_TRUE(plan) << plan.error().message;
  return plan ? *std::move(plan) : nullptr;
}

/// Adds so many times less noise than a release says, and checks nothing.
class CarelessOracle final : public GradientOracle {
 public:
  CarelessOracle(const FiniteSum& data, const StreamFactory& streams, double less_noise)
      : GradientOracle(data, {}, streams), less_noise_(less_noise) {}

 private:
  void add_noise(const Release& release, const Vector&, Vector& values) override {
    Stream stream = streams_.stream(StreamPurpose::noise, number_++);
    Vector noise(values.size());
    noise_of(release.mechanism)
        .fill(stream, release.noise_scale / less_noise_,
              {noise.data(), static_cast<std::size_t>(noise.size())});
    values += noise;
  }
  std::optional<Stream> noise_stream() const override {
    return streams_.stream(StreamPurpose::noise, 0);
  }

  double less_noise_;
  std::uint64_t number_ = 0;
};

noisy::Run hidden_run(GradientOracle& oracle, const LastIteratePlan& plan, double less_noise) {
  const LastIterateSetting& setting = plan.setting();
  Release executed = dynamic_cast<const ScheduledRule&>(plan.rule()).at(1);
  executed.noise_scale /= less_noise;
  HiddenDescent hidden(setting.step_size, setting.smooth_part, setting.term, Vector::Zero(1),
                       executed.noise_scale);
  for (Index t = 0; t < setting.steps; ++t) co_await oracle.advance(hidden);
  const Vector& end = co_await oracle.ask(last_iterate_of(hidden, executed));
  co_yield Iterate{end};
}

/// The plan's run, whose hidden steps have so many times less noise than it says.
noisy::Run run_of(GradientOracle& oracle, const AlgorithmPlan& plan, double less_noise) {
  const auto* hides = dynamic_cast<const LastIteratePlan*>(&plan);
  return hides ? hidden_run(oracle, *hides, less_noise) : plan.start(oracle, Vector::Zero(1));
}

/// How far runs of the plan get: the sum of their noisy gradients, up to the step size.
std::vector<double> ways(const AlgorithmPlan& plan, double first, double less_noise,
                         std::uint64_t first_run) {
  const FourRows data(first);
  std::vector<double> out;
  for (int play = 0; play < kPlays; ++play) {
    const auto streams = StreamFactory::reproducible(
        {.seed = 5, .algorithm = "dp-gd", .repeat = first_run + static_cast<std::uint64_t>(play)});
    CarelessOracle oracle(data.risk, streams, less_noise);
    out.push_back(drive(data.risk, oracle, run_of(oracle, plan, less_noise)).back()[0]);
  }
  return out;
}

/// A lower bound on mu from the best of three thresholds, which are known beforehand.
double mu_found(const AlgorithmPlan& plan, double less_noise) {
  const auto with_record = ways(plan, 1, less_noise, 0);
  const auto without = ways(plan, 0, less_noise, kPlays);
  const double step = plan.summary().segments.front().step_size;
  // The mean row is 0.375 with the record, and 0.125 without.
  double most = 0;
  for (const double row : {0.125, 0.25, 0.375}) {
    const auto hits = [&](const std::vector<double>& values) {
      return std::ranges::count_if(values,
                                   [&](double value) { return value > kSteps * step * row; });
    };
    const AttackCounts counts{.hits = hits(with_record),
                              .rounds = kPlays,
                              .false_hits = hits(without),
                              .false_rounds = kPlays};
    most = std::max(most, gaussian_mu_needed(rate_bounds(counts, kWrong / 3)));
  }
  return most;
}

TEST(ZeroOutAudit, FindsNearlyWhatIsChargedAndRefutesATwinWithLessNoise) {
  for (const char* publishes : {"path", "last"}) {
    SCOPED_TRACE(publishes);
    const auto plan = plan_for_rows(publishes);
    ASSERT_TRUE(plan);
    const double charged = std::sqrt(2 * plan->rule().cap().value);
    EXPECT_NEAR(charged, 1, 1e-12);
    const double found = mu_found(*plan, 1);
    EXPECT_LE(found, charged);
    EXPECT_GT(found, 0.9 * charged);
    EXPECT_GT(mu_found(*plan, 1.15), charged);
  }
}

/// Logistic regression whose gradients are clipped below what they are at the start: the record
/// that is zeroed out takes along all that it can.
Json clipped(const std::string& neighbours, const std::string& algorithm) {
  Json tree = parse_json(R"({"version": 1,
    "data": {"kind": "synthetic", "name": "logistic", "samples": 2000, "features": 2,
             "preprocess": [{"kind": "clip-rows", "norm": "l2", "bound": 1}]},
    "problem": {"loss": "logistic", "gradientClip": {"norm": "l2", "bound": 0.4},
                "domain": {"kind": "l2-ball", "radius": 2}},
    "privacy": {"notion": "zcdp", "rho": 0.5},
    "run": {"randomness": {"mode": "reproducible", "seed": 1}}})")
                  .value();
  tree = with(tree, "privacy.neighbours", "\"" + neighbours + "\"");
  return with(tree, "algorithms", "[" + algorithm + "]");
}

/// The audit that users ask for zeroes a record out, and exchanges none: an exchange would find
/// twice what is claimed.
TEST(ZeroOutAudit, OneGradientIsFoundToCostNearlyWhatItDoes) {
  for (const char* id : {"dp-gd", "noisy-mirror-descent", "dp-accmd"}) {
    const std::string algorithm =
        R"({"id":")" + std::string(id) + R"(","parameters":{"iterations":1}})";
    const auto report = audit(clipped("zero-out", algorithm), {.runs = 100'000});
    ASSERT_TRUE(report) << id << report.error().message;
    EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << id;
    EXPECT_NEAR(at_path(*report, "neighbours.sensitivity").number(), 0.4, 1e-9) << id;
    EXPECT_NEAR(at_path(*report, "neighbours.attained").number(), 0.4, 1e-9) << id;
    EXPECT_NEAR(at_path(*report, "claimed.mu").number(), 1, 1e-9) << id;
    EXPECT_GT(at_path(*report, "lowerBound.mu").number(), 0.92) << id;
    EXPECT_LT(at_path(*report, "lowerBound.mu").number(), 1) << id;
    EXPECT_THAT(write_json(at_path(*report, "notes")), HasSubstr("row of zeros")) << id;
  }
}

TEST(ZeroOutAudit, ARunIsFoundToCostLessThanItClaims) {
  for (const char* algorithm : {R"({"id":"dp-gd","parameters":{"iterations":8}})",
                                R"({"id":"dp-accmd","parameters":{"iterations":8}})",
                                R"({"id":"noisy-mirror-descent","parameters":{"iterations":8}})"}) {
    const auto report = audit(clipped("zero-out", algorithm), {.runs = 10'000});
    ASSERT_TRUE(report) << algorithm << report.error().message;
    EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << write_json(*report);
    EXPECT_NEAR(at_path(*report, "claimed.mu").number(), 1, 1e-9) << algorithm;
    EXPECT_GT(at_path(*report, "lowerBound.mu").number(), 0.15) << algorithm;
  }
}

/// Of one release on a Poisson batch of two records by expectation, the others being rows of zeros:
/// a lower bound on epsilon at delta = 1e-2 from the best of three thresholds, which are known
/// beforehand.
double epsilon_found(const AlgorithmPlan& plan, double less_noise) {
  constexpr double kStrength = 0.5;
  const auto answers = [&](double first, std::uint64_t first_run) {
    const FourRows data(first, 0);
    std::vector<double> out;
    for (int play = 0; play < kPlays; ++play) {
      const auto streams = StreamFactory::reproducible(
          {.seed = 6, .algorithm = "dp-sgd", .repeat = first_run + std::uint64_t(play)});
      CarelessOracle oracle(data.risk, streams, less_noise);
      noisy::Run run = plan.start(oracle, Vector::Zero(1));
      out.push_back(kStrength * drive(data.risk, oracle, run).back()[0]);
    }
    return out;
  };
  const auto with_record = answers(1, 0), without = answers(0, kPlays);
  const double deviation = plan.summary().segments.front().first_release.noise_scale;
  double most = 0;
  for (const double times : {2.6, 2.8, 3.0}) {
    const auto hits = [&](const std::vector<double>& values) {
      return std::ranges::count_if(values, [&](double value) { return value > times * deviation; });
    };
    const AttackCounts counts{.hits = hits(with_record),
                              .rounds = kPlays,
                              .false_hits = hits(without),
                              .false_rounds = kPlays};
    most = std::max(most, epsilon_lower_bound(counts, 1e-2, kWrong / 3));
  }
  return most;
}

TEST(ZeroOutAudit, APoissonBatchWithTooLittleNoiseIsRefuted) {
  const FourRows data(1, 0);
  const Regularizer ridge{.kind = Regularizer::Kind::l2, .strength = 0.5};
  PlanInput input{.facts = public_facts(data.risk, ridge, 1),
                  .privacy = {.notion = Notion::approximate,
                              .epsilon = 2,
                              .delta = 1e-2,
                              .mechanism = std::nullopt,
                              .neighbours = Neighbours::zero_out},
                  .parameters = {},
                  .regularizer = ridge,
                  .domain = {}};
  input.parameters.set("iterations", 1.0);
  input.parameters.set("batchSize", 2.0);
  input.parameters.set("sampling", std::string("poisson"));
  const auto plan = find_algorithm("dp-sgd")->plan(input);
  ASSERT_TRUE(plan) << plan.error().message;
  const double found = epsilon_found(**plan, 1);
  EXPECT_LE(found, 2);
  EXPECT_GT(found, 1);
  EXPECT_GT(epsilon_found(**plan, 1.25), 2);
}

/// What users can ask for, too. All others have rows of zeros there, so that the sum over a batch
/// is noise, or noise and the record.
TEST(ZeroOutAudit, PoissonBatchesAreFoundToCostLessThanTheyClaim) {
  struct Played {
    const char* steps;
    double least;  ///< epsilon that is to be found
  };
  for (const auto& [steps, least] : {Played{"1", 0.08}, Played{"6", 0.3}}) {
    const std::string algorithm = std::string(R"({"id":"dp-sgd","parameters":{"iterations":)") +
                                  steps + R"(,"batchSize":2,"sampling":"poisson"}})";
    Json tree = clipped("zero-out", algorithm);
    tree = with(tree, "privacy",
                R"({"notion":"approximate","epsilon":2,"delta":1e-3,"neighbours":"zero-out"})");
    const auto report = audit(tree, {.runs = 200'000});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << write_json(*report);
    const double found = at_path(*report, "lowerBound.epsilon").number();
    EXPECT_GT(found, least) << steps;
    const Json& exact = at_path(*report, "exactEpsilon");
    EXPECT_LT(found, exact.is_null() ? 2 : exact.number()) << steps;
    EXPECT_LT(exact.is_null() ? 0 : exact.number(), 2) << steps;
  }
}

}  // namespace
}  // namespace noisy::testing
