#include "engine/experiment/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::open_session;
using testing::run_to_end;
using testing::small_experiment;

TEST(Assemble, RefusesAGroupTwice) {
  Workspace workspace;
  auto session = open_session(workspace, small_experiment());
  ASSERT_TRUE(session);
  ASSERT_TRUE(run_to_end(**session, 0, 2));
  const std::string group = *(*session)->group();
  const auto result = assemble(write_json(small_experiment()), std::vector{group, group});
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("run 0 is in two groups"));
}

TEST(Assemble, SaysWhenRunsAreMissing) {
  Workspace workspace;
  auto session = open_session(workspace, small_experiment());
  ASSERT_TRUE(session);
  ASSERT_TRUE(run_to_end(**session, 1, 2));
  const auto result = assemble(write_json(small_experiment()), std::vector{*(*session)->group()});
  ASSERT_TRUE(result);
  const Json parsed = *parse_json(*result);
  EXPECT_EQ(at_path(parsed, "status"), Json("cancelled"));
  EXPECT_TRUE(at_path(parsed, "fingerprint").is_null());
  EXPECT_EQ(at_path(parsed, "runs").size(), 1u);
}

}  // namespace
}  // namespace noisy
