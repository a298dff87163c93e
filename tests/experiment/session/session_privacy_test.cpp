#include "engine/experiment/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::file_experiment;
using ::testing::HasSubstr;
using testing::result_of;
using testing::small_experiment;
using testing::with;

TEST(SessionPrivacy, ApproximateGaussianRunsAddUpInRhoAndAreConvertedOnce) {
  const Json tree =
      with(small_experiment(), "privacy", R"({"notion":"approximate","epsilon":2,"delta":1e-6})");
  const Json result = result_of(tree);
  // Two runs of mu are one Gaussian mechanism of sqrt(2) mu: less than 4 at 2e-6.
  const double rho = at_path(result, "privacy.total.rho").number();
  const double epsilon = at_path(result, "privacy.total.epsilon").number();
  EXPECT_EQ(at_path(result, "privacy.total.delta"), Json(1e-6));
  EXPECT_NEAR(gaussian_delta(std::sqrt(rho), 2), 1e-6, 1e-11);
  EXPECT_NEAR(gaussian_delta(std::sqrt(2 * rho), epsilon), 1e-6, 1e-15);
  EXPECT_LT(epsilon, 3.2);
  EXPECT_GT(epsilon, 2);
  const Json spent = at_path(result, "runs.0.trace.epsilonSpent");
  ASSERT_EQ(spent.size(), 5u);
  for (std::size_t i = 1; i < spent.size(); ++i) {
    EXPECT_GT(spent.element(i).number(), spent.element(i - 1).number());
  }
  EXPECT_NEAR(spent.element(4).number(), 2, 1e-6);
}

TEST(SessionPrivacy, ZcdpCountsRho) {
  const Json tree = with(small_experiment(), "privacy", R"({"notion":"zcdp","rho":0.5})");
  const Json result = result_of(tree);
  EXPECT_NEAR(at_path(result, "privacy.total.rho").number(), 1, 1e-12);
  EXPECT_TRUE(at_path(result, "privacy.total.epsilon").is_null());
  EXPECT_TRUE(at_path(result, "privacy.total.delta").is_null());
  EXPECT_TRUE(at_path(result, "runs.0.trace.epsilonSpent").is_null());
  EXPECT_NEAR(at_path(result, "runs.0.trace.rhoSpent.4").number(), 0.5, 1e-12);
  EXPECT_TRUE(at_path(result, "runs.0.privacy.epsilon").is_null());
}

TEST(SessionPrivacy, WithoutPrivacyTheRunsAreMarked) {
  const Json result = result_of(with(small_experiment(), "privacy", R"({"notion":"none"})"));
  EXPECT_TRUE(at_path(result, "fingerprint").is_null());
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(false));
  EXPECT_TRUE(at_path(result, "runs.0.solution").is_null());
  // No noise: both repeats are the same.
  EXPECT_EQ(at_path(result, "runs.0.nonPrivate.solution"),
            at_path(result, "runs.1.nonPrivate.solution"));
}

TEST(SessionPrivacy, LibsvmWithoutDeclaredFeaturesIsNotCertified) {
  const Json tree = file_experiment("libsvm");
  const std::string rows = "1 1:0.5\n-1 2:1\n1 1:0.2 2:0.1\n";
  const Json seen = result_of(tree, {.data = rows});
  EXPECT_EQ(at_path(seen, "runs.0.privacy.certified"), Json(false));
  EXPECT_THAT(at_path(seen, "runs.0.privacy.reasons.0").text(), HasSubstr("data.features"));
  const Json stated = result_of(with(tree, "data.features", "2"), {.data = rows});
  EXPECT_EQ(at_path(stated, "runs.0.privacy.certified"), Json(true));
  // What reads the data beside its noise shows nothing but under nonPrivate.
  EXPECT_EQ(at_path(seen, "runs.0.privacy.guarantee"), Json("leaks"));
  EXPECT_TRUE(at_path(seen, "runs.0.privacy.epsilon").is_null());
  EXPECT_TRUE(at_path(seen, "privacy.total").is_null());
  EXPECT_EQ(at_path(stated, "fingerprint"), at_path(seen, "nonPrivate.fingerprint"));
}

TEST(SessionPrivacy, SecureRunsHaveNoFingerprintAndDiffer) {
  Json tree = with(small_experiment(), "run", R"({"randomness":{"mode":"secure"},"repeats":2})");
  const Json result = result_of(tree);
  EXPECT_TRUE(at_path(result, "fingerprint").is_null());
  EXPECT_TRUE(at_path(result, "runs.0.fingerprint").is_null());
  EXPECT_EQ(result.find("nonPrivate"), nullptr);
  EXPECT_NE(at_path(result, "runs.0.solution"), at_path(result, "runs.1.solution"));
  ASSERT_EQ(at_path(result, "privacy.reasons").size(), 1u);  // inline records
}

// Where the noise followed from the seed, the same experiment would come to the same points.
TEST(SessionPrivacy, SecureRunsHaveFreshNoiseEachTimeAndInEveryRepeat) {
  const Json secure = testing::with(testing::small_experiment(), "run",
                                    R"({"repeats":2,"randomness":{"mode":"secure"}})");
  const Json one = testing::result_of(secure);
  const Json other = testing::result_of(secure);
  const auto point = [](const Json& result, const char* path) {
    return write_json(testing::at_path(result, path));
  };
  EXPECT_NE(point(one, "runs.0.solution"), point(other, "runs.0.solution"));
  EXPECT_NE(point(one, "runs.0.solution"), point(one, "runs.1.solution"));
}

}  // namespace
}  // namespace noisy
