#include "engine/experiment/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "tests/experiment/session/meters.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::open_session;
using testing::small_experiment;
using testing::varied_experiment;
using testing::with;

TEST(SessionSlices, ReleasesTracePointsAsTheyCome) {
  Workspace workspace;
  auto session = open_session(workspace, varied_experiment());
  ASSERT_TRUE(session);
  ASSERT_TRUE((*session)->start(0, 12, 1));
  std::vector<std::vector<double>> iterations(12);
  for (bool done = false; !done;) {
    done = (*session)->advance(0)->done;
    for (const TraceChunk& chunk : (*session)->drain()) {
      EXPECT_EQ(testing::column_named(chunk.measured, "objective").size(), chunk.iteration.size());
      EXPECT_EQ(testing::column_named(chunk.measured, "accuracy").size(), chunk.iteration.size());
      auto& column = iterations[static_cast<std::size_t>(chunk.run)];
      column.insert(column.end(), chunk.iteration.begin(), chunk.iteration.end());
    }
  }
  EXPECT_EQ(iterations[0], (std::vector<double>{0, 3, 6, 9, 12}));
  EXPECT_EQ(iterations[11], (std::vector<double>{0, 2, 5, 7, 9}));
}

TEST(SessionSlices, CancelKeepsWhatIsFinishedAndSaysSo) {
  Workspace workspace;
  const Json tree = with(small_experiment(), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":3}},
                             {"id":"dp-nag","parameters":{"iterations":100000000}}])");
  auto session = open_session(workspace, tree);
  ASSERT_TRUE(session);
  ASSERT_TRUE((*session)->start(0, 4, 1));
  for (int i = 0; i < 40; ++i) (*session)->advance(0.002);
  (*session)->cancel();
  EXPECT_TRUE((*session)->advance(1)->done);
  const auto result = assemble(write_json(tree), std::vector{*(*session)->group()});
  ASSERT_TRUE(result) << result.error().message;
  const Json parsed = *parse_json(*result);
  EXPECT_EQ(at_path(parsed, "status"), Json("cancelled"));
  EXPECT_TRUE(at_path(parsed, "fingerprint").is_null());
  EXPECT_EQ(at_path(parsed, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(parsed, "runs.2.status"), Json("cancelled"));
  // Where it was stopped may depend on the data: it is stated at what its plan may cost.
  EXPECT_EQ(at_path(parsed, "runs.0.privacy.guarantee"), Json("proven"));
  EXPECT_EQ(at_path(parsed, "runs.2.privacy.guarantee"), Json("stopped"));
  EXPECT_NEAR(at_path(parsed, "runs.2.privacy.epsilon").number(), 2, 1e-9);
  EXPECT_NEAR(at_path(parsed, "privacy.total.epsilon").number(), 8, 1e-9);
}

TEST(SessionSlices, CancelBeforeAnythingRanGivesCancelledRuns) {
  Workspace workspace;
  auto session = open_session(workspace, varied_experiment());
  ASSERT_TRUE(session);
  ASSERT_TRUE((*session)->start(0, 12, 1));
  (*session)->cancel();
  const auto group = (*session)->group();
  ASSERT_TRUE(group) << group.error().message;
  const Json result = *parse_json(*assemble(write_json(varied_experiment()), std::vector{*group}));
  const Json runs = at_path(result, "runs");
  for (const Json& run : runs.elements()) {
    EXPECT_EQ(outcome_of(run).member("status"), Json("cancelled"));
  }
  // Stated as planned: two private algorithms, two repeats, epsilon 1 and 4.
  EXPECT_NEAR(at_path(result, "privacy.total.epsilon").number(), 2 * 2 * (1 + 4), 1e-9);
  EXPECT_TRUE((*session)->advance(1)->done);
}

TEST(SessionSlices, SlicesEndSoonAfterTheirTime) {
  Workspace workspace;
  const Json tree =
      with(with(small_experiment(), "data",
                R"({"kind":"synthetic","name":"logistic","samples":200000,"features":50})"),
           "algorithms",
           R"([{"id":"dp-gd","parameters":{"iterations":50}},
          {"id":"dp-nag","parameters":{"iterations":50,"batchSize":20000}}])");
  auto session = open_session(workspace, tree);
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_TRUE((*session)->start(0, 4, 1));
  // Processor time, which other work on the machine does not lengthen; and the median, for the
  // same reason.
  std::vector<double> overshoots;
  for (int i = 0; i < 15; ++i) {
    const std::clock_t begin = std::clock();
    ASSERT_TRUE((*session)->advance(0.01));
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    overshoots.push_back(seconds - 0.01);
  }
  std::ranges::nth_element(overshoots, overshoots.begin() + 7);
  EXPECT_LT(overshoots[7], 0.02);
}

}  // namespace
}  // namespace noisy
