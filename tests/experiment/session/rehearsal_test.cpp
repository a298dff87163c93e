#include <gtest/gtest.h>

#include "engine/experiment/plan/planner.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::open_session;
using testing::run_to_end;
using testing::small_experiment;
using testing::with;

Json trial_experiment() {
  return with(small_experiment(), "sweep", R"([{"path": "privacy.epsilon", "values": [0.5, 2]}])");
}

/// Whether it came to an end.
bool rehearse(Session& session, double seconds = 0.05) {
  for (int slices = 0; slices < 1000; ++slices) {
    const Result<bool> over = session.rehearse(0.005, seconds, 1);
    if (!over) return false;
    if (*over) return true;
  }
  return false;
}

Json planned(Session& session) {
  return *parse_json(*session.plan());
}

double seconds_of(const Json& plan) {
  return at_path(plan, "cost.seconds").number();
}

TEST(Rehearsal, LeavesTheRunsAsTheyAre) {
  const auto fingerprint = [](bool is_rehearsed) {
    Workspace workspace;
    const auto session = open_session(workspace, trial_experiment()).value();
    if (is_rehearsed) EXPECT_TRUE(rehearse(*session));
    EXPECT_TRUE(run_to_end(*session, 0, session->run_count().value()));
    const std::vector<std::string> groups = {session->group().value()};
    const Json result = *parse_json(*assemble(write_json(trial_experiment()), groups));
    return write_json(at_path(result, "fingerprint"));
  };
  EXPECT_GT(fingerprint(false).size(), 10U);
  EXPECT_EQ(fingerprint(true), fingerprint(false));
}

TEST(Rehearsal, ChangesTheTimeOfAPlanAlone) {
  Workspace workspace;
  const auto session = open_session(workspace, trial_experiment()).value();
  const Json before = planned(*session);
  ASSERT_TRUE(rehearse(*session));
  const Json after = planned(*session);
  EXPECT_NE(seconds_of(after), seconds_of(before));
  EXPECT_EQ(at_path(after, "plans"), at_path(before, "plans"));
  EXPECT_EQ(at_path(after, "cost.memoryBytes"), at_path(before, "cost.memoryBytes"));
}

/// A plan is shown to everybody: it must not tell how long secret records keep a run busy.
TEST(Rehearsal, DoesNotTryWhatIsSecure) {
  Workspace workspace;
  const Json tree = with(trial_experiment(), "run.randomness", R"({"mode": "secure"})");
  const auto session = open_session(workspace, tree).value();
  const std::string before = session->plan().value();
  ASSERT_TRUE(rehearse(*session));
  EXPECT_EQ(session->plan().value(), before);
}

/// A changed budget asks the same work of the machine, so that it is known how fast that is.
TEST(Rehearsal, IsRememberedForTheNextBudget) {
  Workspace workspace;
  ASSERT_TRUE(rehearse(*open_session(workspace, trial_experiment()).value()));
  const auto session = open_session(workspace, small_experiment()).value();
  const auto over = session->rehearse(0, 0.05, 1);
  ASSERT_TRUE(over);
  EXPECT_TRUE(*over);
}

TEST(Rehearsal, FindsTheReferenceOptimumForTheRuns) {
  Workspace workspace;
  const Json tree = trial_experiment();
  const auto session = open_session(workspace, tree).value();
  const double before = at_path(planned(*session), "cost.gradientEvaluations").number();
  ASSERT_TRUE(rehearse(*session));
  EXPECT_LT(at_path(planned(*session), "cost.gradientEvaluations").number(), before);
}

TEST(WorkRates, CountEachPartOfTheWork) {
  const RunWork work{.begin = 1, .steps = 20, .measuring = 300};
  EXPECT_EQ(WorkRates().seconds(work), 321);
  EXPECT_EQ((WorkRates{.begin = 0.5, .steps = 2, .measuring = 0.5}).seconds(work), 191.5);
}

TEST(WorkRates, GrowWithRepeatsAndWithWhatIsMeasured) {
  const auto seconds = [](const Json& tree) {
    Workspace workspace;
    return seconds_of(planned(*open_session(workspace, tree).value()));
  };
  Json tree = with(trial_experiment(), "run.diagnostics", "[]");
  const double once = seconds(tree);
  EXPECT_DOUBLE_EQ(seconds(with(tree, "run.repeats", "6")), 3 * once);
  EXPECT_GT(seconds(with(tree, "run.diagnostics", R"(["objective"])")), once);
}

}  // namespace
}  // namespace noisy
