#include "engine/experiment/session/session.h"

#include <gtest/gtest.h>

#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::result_of;
using testing::RunOptions;
using testing::small_experiment;
using testing::varied_experiment;
using testing::with;

TEST(SessionBits, GivesTheSameBitsWhateverTheThreadsSlicesAndGroups) {
  const Json once = result_of(varied_experiment());
  const Json& expected = *once.find("fingerprint");
  const Json exact = at_path(once, "nonPrivate.fingerprint");
  for (const RunOptions& options :
       {RunOptions{.threads = 2}, RunOptions{.slice = 0}, RunOptions{.threads = 2, .slice = 1e-4},
        RunOptions{.groups = 3}, RunOptions{.threads = 2, .groups = 5}}) {
    const Json again = result_of(varied_experiment(), options);
    EXPECT_EQ(*again.find("fingerprint"), expected);
    EXPECT_EQ(at_path(again, "nonPrivate.fingerprint"), exact);
    EXPECT_EQ(at_path(again, "nonPrivate.summary"), at_path(once, "nonPrivate.summary"));
  }
}

TEST(SessionBits, RunAloneEqualsTheRunInCompany) {
  const Json together = result_of(varied_experiment());
  Json alone = with(varied_experiment(), "algorithms",
                    R"([{"id":"dp-nag","parameters":{"iterations":9,"batchSize":3}}])");
  alone = with(alone, "sweep", R"([{"path":"privacy.epsilon","values":[4]}])");
  const Json result = result_of(alone);
  EXPECT_EQ(at_path(result, "runs.0.fingerprint"), at_path(together, "runs.6.fingerprint"));
  EXPECT_EQ(at_path(result, "runs.1.fingerprint"), at_path(together, "runs.7.fingerprint"));
}

TEST(SessionBits, RepeatsSeedsAndStreamsDiffer) {
  const Json result = result_of(small_experiment());
  const std::string first = at_path(result, "runs.0.fingerprint").text();
  EXPECT_NE(at_path(result, "runs.1.fingerprint").text(), first);
  const Json other_seed = result_of(with(small_experiment(), "run.randomness.seed", "8"));
  EXPECT_NE(at_path(other_seed, "runs.0.fingerprint").text(), first);
  const Json other_stream = result_of(with(small_experiment(), "algorithms.0.stream", "1"));
  EXPECT_NE(at_path(other_stream, "runs.0.fingerprint").text(), first);
}

TEST(SessionBits, TitleLabelAndDiagnosticsDoNotChangeTheFingerprint) {
  const Json plain = result_of(small_experiment());
  Json named = with(small_experiment(), "title", "\"A title\"");
  named = with(named, "algorithms.0.label", "\"A label\"");
  named = with(named, "run.diagnostics", "[]");
  EXPECT_EQ(at_path(result_of(named), "fingerprint"), at_path(plain, "fingerprint"));
}

TEST(SessionBits, CommonNoiseGivesTwoAlgorithmsTheSameDraws) {
  // Without momentum heavy ball is gradient descent; with common noise even bit for bit.
  Json tree = with(small_experiment(), "algorithms",
                   R"([{"id":"dp-gd","parameters":{"iterations":12}},
                       {"id":"dp-hb","parameters":{"iterations":12,"momentum":0}}])");
  const Json apart = result_of(tree);
  EXPECT_NE(at_path(apart, "runs.0.solution"), at_path(apart, "runs.2.solution"));
  tree = with(tree, "run.randomness.common", "true");
  const Json common = result_of(tree);
  EXPECT_EQ(at_path(common, "runs.0.fingerprint"), at_path(common, "runs.2.fingerprint"));
}

TEST(SessionBits, SweepPointsHaveTheirOwnNoise) {
  // The swept label changes nothing but the point's text, which keys the noise.
  Json tree =
      with(small_experiment(), "sweep", R"([{"path":"algorithms.0.label","values":["a","b"]}])");
  const Json apart = result_of(tree);
  EXPECT_NE(at_path(apart, "runs.0.fingerprint"), at_path(apart, "runs.2.fingerprint"));
  const Json common = result_of(with(tree, "run.randomness.common", "true"));
  EXPECT_EQ(at_path(common, "runs.0.fingerprint"), at_path(common, "runs.2.fingerprint"));
}

TEST(SessionBits, FingerprintCoversTheTracedIterates) {
  const Json few = result_of(small_experiment());
  const Json more = result_of(with(small_experiment(), "run.trace.points", "7"));
  EXPECT_EQ(at_path(few, "runs.0.solution"), at_path(more, "runs.0.solution"));
  EXPECT_NE(at_path(few, "runs.0.fingerprint"), at_path(more, "runs.0.fingerprint"));
}

}  // namespace
}  // namespace noisy
