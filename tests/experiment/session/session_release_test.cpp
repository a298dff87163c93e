#include "engine/experiment/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::result_of;
using testing::small_experiment;
using testing::with;

/// As a practitioner would publish it: secure and nothing that reads the data exactly.
Json publishable_experiment() {
  Json tree = with(small_experiment(), "run", R"({"randomness":{"mode":"secure"}})");
  return with(tree, "data", R"({"kind":"synthetic","name":"logistic","samples":500,"features":3,
      "seed":1,"preprocess":[{"kind":"clip-rows","norm":"l1","bound":1}]})");
}

TEST(SessionRelease, SecureHardenedRunsWithoutDiagnosticsAreReleasable) {
  const Json result = result_of(publishable_experiment());
  EXPECT_EQ(at_path(result, "privacy.randomness"), Json("secure"));
  EXPECT_EQ(at_path(result, "privacy.release"), Json("hardened"));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(true));
  EXPECT_EQ(at_path(result, "privacy.reasons").size(), 0u);
  const Json privacy = at_path(result, "runs.0.privacy");
  EXPECT_EQ(at_path(privacy, "release"), Json("hardened"));
  EXPECT_THAT(at_path(privacy, "statement").text(), HasSubstr("discrete Laplace"));
  EXPECT_THAT(at_path(privacy, "statement").text(), HasSubstr("power-of-two grid (2^-"));
  const Json entry = at_path(privacy, "ledger.0");
  EXPECT_EQ(at_path(entry, "sampler"), Json("discrete-laplace"));
  int exponent;
  EXPECT_EQ(std::frexp(at_path(entry, "gridFirst").number(), &exponent), 0.5);
  EXPECT_EQ(
      std::fmod(at_path(entry, "noiseScaleFirst").number(), at_path(entry, "gridFirst").number()),
      0);
}

TEST(SessionRelease, WhatTakesAwayFromAReleaseIsNamed) {
  const auto reasons_of = [](const Json& tree) {
    const Json result = result_of(tree);
    EXPECT_EQ(at_path(result, "privacy.releasable"), Json(false));
    std::string all;
    const Json list = at_path(result, "privacy.reasons");
    for (const Json& reason : list.elements()) all += reason.text() + "; ";
    return all;
  };
  const Json tree = publishable_experiment();
  EXPECT_THAT(reasons_of(with(tree, "run.randomness.release", "\"floating\"")),
              HasSubstr("not hardened"));
  EXPECT_THAT(reasons_of(with(tree, "run.release", "\"floating\"")), HasSubstr("not hardened"));
  EXPECT_THAT(reasons_of(with(tree, "run.diagnostics", R"(["objective"])")),
              HasSubstr("nonPrivate"));
  const std::string predictable = reasons_of(
      with(tree, "run", R"({"randomness":{"mode":"reproducible","seed":3,"release":"hardened"}})"));
  EXPECT_THAT(predictable, HasSubstr("reproducible randomness"));
  EXPECT_EQ(predictable.find("not hardened"), std::string::npos);
}

TEST(SessionRelease, HardenedRunsAreReproducibleOnTheGridAndNearTheFloatingOnes) {
  const Json hardened = with(small_experiment(), "run.randomness.release", "\"hardened\"");
  const Json once = result_of(hardened);
  EXPECT_EQ(at_path(once, "fingerprint"),
            at_path(result_of(hardened, {.threads = 2, .groups = 2}), "fingerprint"));
  const Json floating = result_of(small_experiment());
  EXPECT_NE(at_path(once, "fingerprint"), at_path(floating, "fingerprint"));
  const double scale = at_path(floating, "runs.0.privacy.ledger.0.noiseScaleFirst").number();
  EXPECT_NEAR(at_path(once, "runs.0.privacy.ledger.0.noiseScaleFirst").number(), scale,
              1e-9 * scale);
  EXPECT_EQ(at_path(floating, "runs.0.privacy.ledger.0.sampler"), Json("laplace"));
  EXPECT_EQ(at_path(floating, "runs.0.privacy.ledger.0.gridFirst"), Json());
  EXPECT_EQ(at_path(floating, "privacy.randomness"), Json("reproducible"));
}

}  // namespace
}  // namespace noisy
