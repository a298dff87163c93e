#include "engine/experiment/result/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::result_of;
using testing::small_experiment;
using testing::with;

/// A private algorithm and one that is not.
Json with_baseline() {
  return with(small_experiment(), "algorithms", R"([{"id":"dp-gd"},{"id":"gd"}])");
}

TEST(Replay, OfTheSameExperimentMatches) {
  const std::string recorded = write_json(result_of(with_baseline()));
  const auto experiment = replayable_experiment(recorded);
  ASSERT_TRUE(experiment);
  const std::string replay = write_json(result_of(*parse_json(*experiment), {.threads = 2}));
  const auto report = compare_replay(recorded, replay);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->matches);
  const Json json = *parse_json(report->json);
  EXPECT_EQ(at_path(json, "expected"), at_path(json, "actual"));
  EXPECT_EQ(at_path(json, "differing").size(), 0u);
}

TEST(Replay, NamesTheRunsThatDiffer) {
  const Json recorded = result_of(small_experiment());
  const Json forged = with(recorded, "runs.1.fingerprint", "\"" + std::string(64, '0') + "\"");
  const auto report = compare_replay(write_json(forged), write_json(recorded));
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->matches);
  EXPECT_EQ(at_path(*parse_json(report->json), "differing"), Json::numbers({1}));
}

TEST(Replay, NoticesAChangedExperiment) {
  const Json recorded = result_of(small_experiment());
  const Json changed = with(recorded, "experiment.privacy.epsilon", "2.0000001");
  const Json replay = result_of(*parse_json(*replayable_experiment(write_json(changed))));
  EXPECT_FALSE(compare_replay(write_json(changed), write_json(replay))->matches);
}

TEST(Replay, OfAResultFromBeforeColumnsCouldBeMappedElsewhereMapsThemAsTheyWere) {
  const auto steps = [](const char* to) {
    return R"([{"kind":"scale-columns","lower":-1,"upper":[2,3])" + std::string(to) + "}]";
  };
  const auto on = [&](const char* to) {
    return with(small_experiment(), "data.preprocess", steps(to));
  };
  const Json result = result_of(on(R"(,"to":[0,1])"));
  const Json old = with(result, "experiment.data.preprocess", steps(""));
  const std::string experiment = *replayable_experiment(write_json(old));
  const std::string replay = write_json(result_of(*parse_json(experiment)));
  EXPECT_TRUE(compare_replay(write_json(old), replay)->matches);
  // A result of today states the range, whatever the experiment's author wrote.
  EXPECT_EQ(at_path(result_of(on("")), "experiment.data.preprocess.0.to"), Json::numbers({-1, 1}));
}

TEST(Redact, KeepsWhetherTheFirstLineOfAFileWasTakenAsAHeader) {
  Json tree = with(testing::file_experiment("csv"), "run",
                   R"({"randomness":{"mode":"secure"},"release":"hardened"})");
  const Json result =
      result_of(with(tree, "data.header", R"("yes")"), {.data = "u,v,y\n0.5,1,1\n0.25,0,-1\n"});
  EXPECT_THAT(write_json(at_path(result, "privacy.reasons")), Not(HasSubstr("known to be safe")));
  const Json redacted = *parse_json(*redact(write_json(result)));
  EXPECT_EQ(at_path(redacted, "privacy.statement.entries.0.header"), Json(true));
}

TEST(Redact, LeavesNothingOfAPrivacyBlockThatIsNone) {
  const Json result = result_of(with_baseline());
  for (const char* path : {"privacy", "runs.0.privacy"}) {
    for (const char* forged : {"7", "\"secret\"", "[1,2]", "[{\"epsilon\":\"secret\"}]"}) {
      const auto redacted = redact(write_json(with(result, path, forged)));
      ASSERT_TRUE(redacted) << path;
      const Json block = at_path(*parse_json(*redacted), path);
      EXPECT_TRUE(block.is_object()) << path << ": " << forged;
      EXPECT_THAT(write_json(block), Not(HasSubstr("secret")));
    }
  }
}

TEST(Replay, OfSecureRunsIsImpossible) {
  const Json tree = with(small_experiment(), "run", R"({"randomness":{"mode":"secure"}})");
  const auto experiment = replayable_experiment(write_json(result_of(tree)));
  ASSERT_FALSE(experiment);
  EXPECT_EQ(experiment.error().code, ErrorCode::not_reproducible);
  EXPECT_EQ(experiment.error().field, "experiment.run.randomness.mode");
}

TEST(Replay, OfSomethingElseSaysSo) {
  const auto experiment = replayable_experiment(write_json(small_experiment()));
  ASSERT_FALSE(experiment);
  EXPECT_EQ(experiment.error().code, ErrorCode::missing_field);
}

TEST(Redact, RemovesEveryNonPrivateBlockAndItsReason) {
  const Json result = result_of(with_baseline());
  const auto redacted = redact(write_json(result));
  ASSERT_TRUE(redacted);
  EXPECT_THAT(*redacted, Not(HasSubstr("nonPrivate")));
  EXPECT_THAT(*redacted, Not(HasSubstr("objective\":[")));
  const Json parsed = *parse_json(*redacted);
  EXPECT_EQ(at_path(parsed, "runs.0.solution"), at_path(result, "runs.0.solution"));
  EXPECT_TRUE(at_path(parsed, "runs.2.solution").is_null());
  EXPECT_EQ(at_path(parsed, "fingerprint"), at_path(result, "fingerprint"));
  EXPECT_EQ(at_path(parsed, "privacy.releasable"), Json(false));
  // What was released can still be replayed.
  EXPECT_TRUE(compare_replay(*redacted, write_json(result))->matches);
}

}  // namespace
}  // namespace noisy
