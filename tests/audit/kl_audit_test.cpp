// The methods for the KL condition in the audit that users ask for: what it finds stays below what
// is claimed, and it finds something. Confidence 1 - 1e-6: a bound is wrong with probability at
// most 1e-6; seeds are fixed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/audit/kl_experiments.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

constexpr double kClaimedMu = 1;  // sqrt(2 rho)

double number(const Json& report, const std::string& path) {
  return at_path(report, path).number();
}

/// The first fresh gradient is all that a budget for one round buys. What is known to be the most
/// that anybody can find is Gaussian noise of mu = 1.
TEST(KlAudit, OneFreshGradientIsFoundToCostNearlyWhatItDoes) {
  const auto report = audit(tilted(100, 1, "kl-spider"), {.runs = 100'000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  EXPECT_EQ(number(*report, "iterations"), 1);
  EXPECT_EQ(number(*report, "neighbours.samples"), 100);
  EXPECT_NEAR(number(*report, "neighbours.attained"), number(*report, "neighbours.sensitivity"),
              1e-12);
  const double exact = number(*report, "exactEpsilon");
  EXPECT_NEAR(exact, gaussian_epsilon_of(kClaimedMu, 1e-6), 1e-6);
  EXPECT_GT(number(*report, "lowerBound.mu"), 0.92 * kClaimedMu);
  EXPECT_LT(number(*report, "lowerBound.mu"), kClaimedMu);
  EXPECT_GT(number(*report, "lowerBound.epsilon"), 0.9 * exact);
  EXPECT_LT(number(*report, "lowerBound.epsilon"), exact);
}

struct Method {
  const char* name;
  const char* id;
  Index samples;
  double radius;
  const char* parameters;
  double least_mu;  ///< that is to be found
};

class KlMethod : public ::testing::TestWithParam<Method> {};

TEST_P(KlMethod, IsFoundToCostLessThanItClaimsAndMoreThanNothing) {
  const Method& method = GetParam();
  const auto report =
      audit(tilted(method.samples, method.radius, method.id, method.parameters), {.runs = 10'000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << write_json(*report);
  EXPECT_NEAR(number(*report, "claimed.mu"), kClaimedMu, 1e-9);
  EXPECT_GT(number(*report, "lowerBound.mu"), method.least_mu);
}

INSTANTIATE_TEST_SUITE_P(
    Audit, KlMethod,
    ::testing::Values(Method{"Spider", "kl-spider", 300, 3, "", 0.4},
                      Method{"EqualRounds", "fixed-round-spider", 200, 9, "", 0.2},
                      Method{"NoisyDescent", "noisy-gd", 1000, 1, "", 0.4},
                      Method{"ProximalPoint", "kl-proximal-point", 1000, 1,
                             R"(,"mode":"practical","innerIterations":20)", 0.4},
                      // All of its releases are lengths, then a length and a gradient.
                      Method{"OneLength", "adaptive-noisy-gd", 1000, 1, R"(,"maxNormQueries":1)",
                             0.45},
                      Method{"Adaptive", "adaptive-noisy-gd", 1000, 1,
                             R"(,"maxNormQueries":4,"output":"after-final-step")", 0.15}),
    [](const auto& test) { return std::string(test.param.name); });

/// A choice is no normal noise: no mu is claimed.
TEST(KlAudit, SelectionAmongIteratesIsJudgedWithoutAMu) {
  const auto report =
      audit(tilted(1000, 1, "adaptive-noisy-gd", R"(,"maxNormQueries":2,"output":"selected")"),
            {.runs = 20'000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  EXPECT_TRUE(at_path(*report, "claimed.mu").is_null());
  EXPECT_GT(number(*report, "lowerBound.epsilon"), 0.3);
}

/// The logistic loss on records of length 1 in a ball.
Json of_margins(const std::string& id, const std::string& release) {
  return parse_json(R"({"version": 1,
    "data": {"kind": "synthetic", "name": "logistic", "features": 3, "samples": 20000,
             "preprocess": [{"kind": "clip-rows", "norm": "l2", "bound": 1}]},
    "problem": {"loss": "logistic", "regularizer": {"kind": "l2", "strength": 0.05},
                "domain": {"kind": "l2-ball", "radius": 10}},
    "privacy": {"notion": "zcdp", "rho": 0.5}, "algorithms": [{"id": ")" +
                    id + R"("}],
    "run": {"randomness": {"mode": "reproducible", "seed": 1, "release": ")" +
                    release + R"("}}})")
      .value();
}

/// A plan that knows how far it travels starts where it says, not where a margin is steepest.
TEST(KlAudit, ASpiderIsPlayedFromItsOwnStart) {
  const auto report = audit(of_margins("kl-spider", "floating"), {.runs = 400});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  EXPECT_EQ(at_path(*report, "neighbours.start"), *parse_json("[0,0,0]"));
}

TEST(KlAudit, HardenedLengthsAndGradientsArePlayedOnAllRecords) {
  const auto report = audit(of_margins("adaptive-noisy-gd", "hardened"), {.runs = 400});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  EXPECT_EQ(number(*report, "neighbours.samples"), 20000);
}

/// Logistic regression whose gradients are clipped below what they are at the start: the record
/// that is zeroed out takes along all that it can.
Json clipped_rows(const std::string& id, const std::string& parameters) {
  return parse_json(R"({"version": 1,
    "data": {"kind": "synthetic", "name": "logistic", "samples": 2000, "features": 2,
             "preprocess": [{"kind": "clip-rows", "norm": "l2", "bound": 1}]},
    "problem": {"loss": "logistic", "gradientClip": {"norm": "l2", "bound": 0.4}},
    "privacy": {"notion": "zcdp", "rho": 0.5, "neighbours": "zero-out"},
    "algorithms": [{"id": ")" +
                    id + R"(", "parameters": {)" + parameters + R"(}}],
    "run": {"randomness": {"mode": "reproducible", "seed": 1}}})")
      .value();
}

/// The game zeroes a record out, and exchanges none: an exchange would find twice what is claimed.
TEST(KlAudit, ARecordThatIsZeroedOutIsFoundToCostNearlyWhatItDoes) {
  const auto report = audit(clipped_rows("noisy-gd", R"("innerIterations":2)"), {.runs = 100'000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  EXPECT_EQ(number(*report, "iterations"), 1);
  EXPECT_NEAR(number(*report, "neighbours.sensitivity"), 0.4, 1e-12);
  EXPECT_NEAR(number(*report, "neighbours.attained"), 0.4, 1e-12);
  EXPECT_NEAR(number(*report, "claimed.mu"), kClaimedMu, 1e-9);
  EXPECT_GT(number(*report, "lowerBound.mu"), 0.92 * kClaimedMu);
  EXPECT_LT(number(*report, "lowerBound.mu"), kClaimedMu);
  EXPECT_NEAR(number(*report, "exactEpsilon"), gaussian_epsilon_of(kClaimedMu, 1e-6), 1e-6);
  EXPECT_THAT(write_json(at_path(*report, "notes")), HasSubstr("row of zeros"));
}

TEST(KlAudit, ARecordThatIsZeroedOutOfARunIsFoundToCostLessThanItClaims) {
  for (const auto& [id, parameters] :
       {std::pair("noisy-gd", R"("innerIterations":8)"),
        std::pair("adaptive-noisy-gd", R"("maxNormQueries":4,"output":"after-final-step")")}) {
    const auto report = audit(clipped_rows(id, parameters), {.runs = 10'000});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << write_json(*report);
    EXPECT_GT(number(*report, "lowerBound.mu"), 0.15) << id;
  }
}

/// No record of the gallery has the gradient 0 everywhere.
TEST(KlAudit, RefusesToPlayARecordThatIsZeroedOutWhereNoneHasTheGradientZero) {
  const Json gallery = with(tilted(1000, 1, "noisy-gd"), "privacy.neighbours", R"("zero-out")");
  const auto report = audit(gallery, {.runs = 200});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::unsupported_neighbours);
  EXPECT_EQ(report.error().field, "privacy.neighbours");
  EXPECT_THAT(report.error().message, HasSubstr("replace-one"));
}

TEST(KlAudit, SaysThatItPlaysOnAsManyRecordsAsThereAre) {
  const auto report = audit(tilted(1'000'000'000, 1, "adaptive-noisy-gd"), {.runs = 200});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(number(*report, "neighbours.samples"), 1e9);
  EXPECT_THAT(at_path(*report, "notes.0").text(), HasSubstr("as many as the experiment has"));
}

}  // namespace
}  // namespace noisy::testing
