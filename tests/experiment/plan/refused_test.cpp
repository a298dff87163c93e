#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/experiment/file/sweep.h"
#include "engine/experiment/result/replay.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::open_session;
using testing::result_of;
using testing::run_experiment;
using testing::run_to_end;
using testing::small_experiment;
using testing::with;

/// dp-gd stays in a domain, dp-nag works on all of space only.
Json mixed_experiment() {
  const Json in_ball =
      with(small_experiment(), "problem.domain", R"({"kind": "l2-ball", "radius": 1})");
  return with(in_ball, "algorithms", R"([
    {"id": "dp-nag", "label": "first", "parameters": {"iterations": 12}},
    {"id": "dp-gd", "parameters": {"iterations": 12}},
    {"id": "dp-nag", "parameters": {"iterations": 12, "stepScale": 0.5}}
  ])");
}

Json only_gd() {
  return with(mixed_experiment(), "algorithms",
              R"([{"id": "dp-gd", "parameters": {"iterations": 12}}])");
}

TEST(Refused, TheOthersRunAsIfTheyWereAlone) {
  const Json result = result_of(mixed_experiment());
  EXPECT_EQ(at_path(result, "status"), Json("completed"));
  ASSERT_EQ(at_path(result, "runs").size(), 2u);
  EXPECT_EQ(at_path(result, "runs.1.algorithm"), Json("dp-gd"));
  const Json alone = result_of(only_gd());
  EXPECT_EQ(at_path(result, "fingerprint"), at_path(alone, "fingerprint"));
  EXPECT_EQ(at_path(result, "privacy.total"), at_path(alone, "privacy.total"));
  EXPECT_EQ(at_path(alone, "refused"), Json::array());
}

TEST(Refused, TheResultAndThePlanSayWhatAndWhy) {
  Workspace workspace;
  const auto session = open_session(workspace, mixed_experiment());
  ASSERT_TRUE(session);
  const Json plan = *parse_json(*(*session)->plan());
  EXPECT_EQ(at_path(plan, "plans").size(), 1u);
  EXPECT_EQ(at_path(plan, "cost.runs"), Json(2));
  const Json result = result_of(mixed_experiment());
  for (const Json& refused : {at_path(plan, "refused"), at_path(result, "refused")}) {
    ASSERT_EQ(refused.size(), 2u);
    const Json first = refused.element(0);
    ASSERT_EQ(first.members().size(), 5u);
    EXPECT_EQ(at_path(first, "algorithm"), Json("dp-nag"));
    EXPECT_EQ(at_path(first, "label"), Json("first"));
    EXPECT_EQ(at_path(first, "index"), Json(0));
    EXPECT_EQ(at_path(first, "sweep"), Json::object());
    EXPECT_EQ(at_path(first, "error.code"), Json("unsupported-option"));
    EXPECT_EQ(at_path(first, "error.field"), Json("problem.domain"));
    EXPECT_EQ(at_path(refused, "1.index"), Json(2));
  }
}

TEST(Refused, AtASweepPointOnlyThatPointIsLeftOut) {
  Json experiment = with(mixed_experiment(), "problem.domain", R"({"kind": "all"})");
  experiment = with(experiment, "sweep", R"([
    {"path": "problem.domain", "values": [{"kind": "l2-ball", "radius": 1}, {"kind": "all"}]}
  ])");
  const Json whole = result_of(experiment);
  ASSERT_EQ(at_path(whole, "runs").size(), 8u);
  ASSERT_EQ(at_path(whole, "refused").size(), 2u);
  EXPECT_EQ(at_path(whole, "refused.0.sweep"), at_path(whole, "runs.2.sweep"));
  for (const Index groups : {Index{3}, Index{8}}) {
    const Json dealt = result_of(experiment, {.groups = groups});
    EXPECT_EQ(at_path(dealt, "fingerprint"), at_path(whole, "fingerprint")) << groups;
    EXPECT_EQ(at_path(dealt, "refused"), at_path(whole, "refused")) << groups;
  }
}

TEST(Refused, TraceChunksCountWhatIsRefused) {
  Workspace workspace;
  const auto session = open_session(workspace, mixed_experiment());
  ASSERT_TRUE(session);
  ASSERT_EQ(*(*session)->run_count(), 2);
  ASSERT_TRUE(run_to_end(**session, 0, 2));
  const std::vector<TraceChunk> chunks = (*session)->drain();
  ASSERT_EQ(chunks.size(), 2u);
  EXPECT_EQ(chunks[0].run, 2);
  EXPECT_EQ(chunks[1].run, 3);
}

TEST(Refused, NothingLeftIsTheFirstError) {
  const Json none =
      with(mixed_experiment(), "algorithms", R"([{"id": "dp-nag"}, {"id": "dp-hb"}])");
  const auto result = run_experiment(none);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().field, "problem.domain");
  EXPECT_THAT(result.error().message, HasSubstr("dp-nag works on all of space"));
}

/// Everyone sees which algorithms ran, so constants that were computed from the data must not
/// decide it: then the refusal is an error, and there is no result.
TEST(Refused, NeverByWhatWasComputedFromTheData) {
  // Strong convexity is what the data's spectrum says, here 0: dp-nag cannot be planned.
  Json spectral = with(small_experiment(), "problem.regularizer", R"({"kind": "none"})");
  spectral = with(spectral, "problem.constants", R"({"strongConvexity": "data-spectral"})");
  spectral = with(spectral, "run.diagnostics", R"(["objective"])");
  spectral = with(spectral, "algorithms", R"([
    {"id": "dp-gd", "parameters": {"iterations": 12}}, {"id": "dp-nag"}
  ])");
  const auto result = run_experiment(spectral);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().field, "problem.regularizer");
  // The domain is what the experiment says.
  const Json in_ball = with(spectral, "problem.domain", R"({"kind": "l2-ball", "radius": 1})");
  EXPECT_EQ(at_path(result_of(in_ball), "refused.0.index"), Json(1));
}

TEST(Refused, AResultIsReplayedAndItsStatementChecked) {
  const std::string recorded = write_json(result_of(mixed_experiment()));
  const auto experiment = replayable_experiment(recorded);
  ASSERT_TRUE(experiment);
  const Json replay = result_of(*parse_json(*experiment), {.groups = 2});
  const auto report = compare_replay(recorded, write_json(replay));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->matches) << report->json;
  const auto checked = check_statement(recorded);
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->consistent) << checked->json;
}

TEST(RunList, GoesOnWithoutWhatIsRefused) {
  RunList list(2, 3, 4);
  list.refuse(0, 1);
  list.refuse(1, 2);
  list.refuse(1, 2);
  ASSERT_EQ(list.size(), 16);
  EXPECT_EQ(list[4].algorithm, 0);
  EXPECT_EQ(list[4].point, 2);
  EXPECT_EQ(list.number(4), 8);
  EXPECT_EQ(list.number(15), 19);
  EXPECT_EQ(list[15].algorithm, 1);
  EXPECT_EQ(list[15].point, 1);
  EXPECT_EQ(list[15].repeat, 3);
}

}  // namespace
}  // namespace noisy
