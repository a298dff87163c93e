#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiment/file/bad_inputs.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::BadInput;
using ::testing::HasSubstr;

/// Opens, feeds, loads, plans: whatever refuses first.
Error refusal_of(const BadInput& input) {
  Workspace workspace;
  auto session = workspace.open(input.experiment, "");
  if (!session) return session.error();
  if (input.data) {
    const auto bytes = std::as_bytes(std::span(*input.data));
    const auto fed = (*session)->feed(bytes, static_cast<double>(bytes.size()));
    if (!fed) return fed.error();
  }
  if (const auto loaded = (*session)->load(); !loaded) return loaded.error();
  const auto plan = (*session)->plan();
  return plan ? Error{.code = ErrorCode::internal, .field = "", .message = "nothing was refused"}
              : plan.error();
}

class BadInputs : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputs, AreRefusedBySessionWithCodeFieldAndMessage) {
  const BadInput& input = GetParam();
  const Error error = refusal_of(input);
  EXPECT_EQ(code_text(error.code), input.code) << error.message;
  EXPECT_EQ(error.field, input.field) << error.message;
  EXPECT_THAT(error.message, HasSubstr(input.message));
}

INSTANTIATE_TEST_SUITE_P(Session, BadInputs, ::testing::ValuesIn(testing::bad_inputs()),
                         [](const auto& info) { return info.param.name; });

TEST(BadInput, AFileOfTwoGigabytesIsRefusedAfterItsFirstPieces) {
  Workspace workspace;
  auto session = workspace.open(write_json(testing::file_experiment()), "");
  ASSERT_TRUE(session);
  const std::string piece = testing::many_rows(400'000);
  Result<void> fed;
  int pieces = 0;
  for (; fed && pieces < 100; ++pieces) {
    fed = (*session)->feed(std::as_bytes(std::span(piece)), 2e9);
  }
  ASSERT_FALSE(fed);
  EXPECT_EQ(fed.error().code, ErrorCode::file_too_large);
  EXPECT_EQ(fed.error().field, "data");
  EXPECT_THAT(fed.error().message, HasSubstr("the limit is 1500 MB"));
  EXPECT_LE(pieces, 3);
}

TEST(BadInput, SyntheticDataBeyondTheMemoryLimitAreRefusedBeforeTheyAreMade) {
  Workspace workspace({.memory_bytes = 1e8});
  const Json tree =
      testing::with(testing::small_experiment(), "data",
                    R"({"kind":"synthetic","name":"logistic","samples":1000000,"features":1000})");
  auto session = workspace.open(write_json(tree), "");
  ASSERT_TRUE(session);
  const auto loaded = (*session)->load();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(loaded.error().field, "data.samples");
  EXPECT_THAT(loaded.error().message, HasSubstr("100 MB"));
}

TEST(BadInput, TracesBeyondTheMemoryLimitAreRefused) {
  Workspace workspace({.memory_bytes = 1e8});
  Json tree = testing::with(testing::small_experiment(), "run.repeats", "1000");
  tree = testing::with(tree, "run.trace.points", "100000");
  tree = testing::with(tree, "algorithms.0.parameters.iterations", "1000000");
  auto session = testing::open_session(workspace, tree);
  ASSERT_TRUE(session);
  const auto started = (*session)->start(0, 1000, 1);
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(started.error().field, "run.trace.points");
}

TEST(BadInput, ManyDuplicateOrDeepFieldsAreRefusedQuickly) {
  std::string many = "{\"a0\":1";
  for (int i = 1; i < 100'000; ++i) many += ",\"a" + std::to_string(i) + "\":1";
  many += "}";
  EXPECT_EQ(parse_json(many).error().code, ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace noisy
