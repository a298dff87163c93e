// A run that publishes its last iterate: nothing of the path to it is in what may be published.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/experiment/result/replay.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Json published(const char* what, const char* privacy, int steps = 8) {
  Json tree = with(small_experiment(), "privacy", privacy);
  tree = with(tree, "algorithms.0.parameters",
              R"({"publishes":")" + std::string(what) + R"(","stepScale":0.5,"iterations":)" +
                  std::to_string(steps) + "}");
  return with(with(tree, "run.repeats", "1"), "run.trace", R"({"points":9,"iterates":true})");
}

/// The numbers of a list of vectors, as results write them.
std::vector<std::string> texts_of(const Json& vectors) {
  std::vector<std::string> out;
  for (std::size_t t = 0; t < vectors.size(); ++t) {
    for (std::size_t j = 0; j < vectors.element(t).size(); ++j) {
      out.push_back(write_json(vectors.element(t).element(j)));
    }
  }
  return out;
}

TEST(LastIterateRun, TracesTheStartAndTheEndAlone) {
  const Json result = result_of(published("last", R"({"notion":"zcdp","rho":0.5})"));
  const Json run = at_path(result, "runs.0");
  EXPECT_EQ(write_json(at_path(run, "trace.iteration")), "[0,1]");
  EXPECT_EQ(at_path(run, "trace.iterates").size(), 2u);
  EXPECT_EQ(at_path(run, "trace.rhoSpent.0").number(), 0);
  EXPECT_NEAR(at_path(run, "trace.rhoSpent.1").number(), 0.5, 1e-12);
  EXPECT_EQ(write_json(at_path(run, "trace.iterates.1")), write_json(at_path(run, "solution")));
  EXPECT_EQ(at_path(run, "privacy.ledger").size(), 1u);
  EXPECT_EQ(at_path(run, "gradientEvaluations").number(), 8 * 8);
}

/// Without noise the path is that of the run that publishes it, whose numbers are searched for.
TEST(LastIterateRun, HoldsNothingOfThePath) {
  const Json path = result_of(published("path", R"({"notion":"none"})"));
  const Json last = result_of(published("last", R"({"notion":"none"})"));
  const std::string text = write_json(last);
  const auto numbers = texts_of(at_path(path, "runs.0.nonPrivate.trace.iterates"));
  ASSERT_EQ(numbers.size(), 9u * 2);
  for (std::size_t i = 2; i + 2 < numbers.size(); ++i) {
    EXPECT_THAT(write_json(path), HasSubstr(numbers[i]));
    EXPECT_THAT(text, Not(HasSubstr(numbers[i]))) << i;
  }
  for (std::size_t i = numbers.size() - 2; i < numbers.size(); ++i) {
    EXPECT_THAT(text, HasSubstr(numbers[i]));
  }
}

TEST(LastIterateRun, RedactsToTheSameWhateverTheTraceAsksFor) {
  const Json tree = published("last", R"({"notion":"zcdp","rho":0.5})");
  const Json result = result_of(tree);
  const auto redacted = redact(write_json(result));
  ASSERT_TRUE(redacted);
  EXPECT_THAT(write_json(at_path(result, "privacy.reasons")), Not(HasSubstr("holds more")));
  EXPECT_THAT(*redacted, HasSubstr("countedSteps"));
  EXPECT_THAT(*redacted, Not(HasSubstr("\"objective\":[")));
  const Json few = result_of(with(tree, "run.trace.points", "2"));
  EXPECT_EQ(write_json(at_path(few, "runs.0.trace.iterates")),
            write_json(at_path(result, "runs.0.trace.iterates")));
}

}  // namespace
}  // namespace noisy::testing
