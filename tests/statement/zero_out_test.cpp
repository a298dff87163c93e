// Methods where a record is zeroed out: from the plan to the published file, whose check accepts it
// and notices it when it is passed off as one for records that are replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::run_experiment;
using testing::with;

const std::string kEntry = "privacy.statement.entries.0";

constexpr const char* kTilted =
    R"({"kind":"gallery","name":"tilted-power","power":2,"domain":{"kind":"l2-ball","radius":3}})";
constexpr const char* kTilts =
    R"({"kind":"synthetic","name":"balanced-tilts","samples":200000,"features":2,"bound":1})";
constexpr const char* kRows = R"({"kind":"synthetic","name":"logistic","samples":2000,"features":3,
    "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1.5}]})";

constexpr const char* kLogistic =
    R"({"loss":"logistic","regularizer":{"kind":"l2","strength":0.1}})";
constexpr const char* kDescent = R"({"id":"dp-gd","parameters":{"iterations":9}})";

struct Case {
  std::string name;
  std::string algorithm;  ///< id and parameters
  std::string problem = kTilted;
  std::string data = kTilts;
  std::string privacy = R"({"notion":"zcdp","rho":0.5,"neighbours":"zero-out"})";
  /// Of replace-one in what one record moves; 2 where S_2 is twice the longest gradient, and less
  /// where what cancels in two records' difference is in each of their gradients.
  double times = 2;
  std::string release = "hardened";

  bool is_hardened() const { return release == "hardened"; }
};

std::vector<Case> cases() {
  const std::string few = R"({"id":"noisy-gd","parameters":{"innerIterations":20}})";
  return {
      {.name = "Spider",
       .algorithm = R"({"id":"kl-spider"})",
       .times = 2 / (3 + 1.0),
       .release = "floating"},
      {.name = "EqualRounds",
       .algorithm = R"({"id":"fixed-round-spider"})",
       .problem = R"({"kind":"gallery","name":"tilted-power","power":2,
                      "domain":{"kind":"l2-ball","radius":300}})",
       .times = 2 / (300 + 1.0),
       .release = "floating"},
      {.name = "NoisyGd", .algorithm = few, .times = 2 / (3 + 1.0)},
      {.name = "Proximal",
       .algorithm =
           R"({"id":"kl-proximal-point","parameters":{"mode":"practical","innerIterations":30}})",
       .problem = R"({"kind":"gallery","name":"tilted-power","power":1.5,
                      "domain":{"kind":"l2-ball","radius":3}})",
       .times = 2 / (std::sqrt(3.0) + 1)},
      {.name = "AdaptiveSelected",
       .algorithm =
           R"({"id":"adaptive-noisy-gd","parameters":{"maxNormQueries":20,"output":"selected"}})",
       .privacy = R"({"notion":"approximate","epsilon":1,"delta":1e-7,"neighbours":"zero-out"})",
       .times = 2 / (3 + 1.0)},
      {.name = "FloatingNoisyGd", .algorithm = few, .times = 2 / (3 + 1.0), .release = "floating"},
      {.name = "Clipped",
       .algorithm = few,
       .problem = R"({"loss":"squared","gradientClip":{"norm":"l2","bound":0.4}})",
       .data = kRows},
      {.name = "Logistic",
       .algorithm = R"({"id":"adaptive-noisy-gd","parameters":{"maxNormQueries":5}})",
       .problem = R"({"loss":"logistic","regularizer":{"kind":"l2","strength":0.1}})",
       .data = kRows},
      {.name = "Mean",
       .algorithm = few,
       .problem = R"({"loss":"mean-estimation","domain":{"kind":"l2-ball","radius":2}})",
       .data = kRows,
       .times = 2 * 1.5 / (2 + 1.5)},
      {.name = "Descent", .algorithm = kDescent, .problem = kLogistic, .data = kRows},
      {.name = "FloatingDescent",
       .algorithm = kDescent,
       .problem = kLogistic,
       .data = kRows,
       .privacy = R"({"notion":"approximate","epsilon":1,"delta":1e-6,"neighbours":"zero-out"})",
       .release = "floating"},
      {.name = "DividedNesterov",
       .algorithm = R"({"id":"dp-nag","parameters":{"iterations":9,"division":"remark-4-2"}})",
       .problem = kLogistic,
       .data = kRows},
      {.name = "DescentOnMeans",
       .algorithm = kDescent,
       .problem = R"({"loss":"mean-estimation","domain":{"kind":"l2-ball","radius":2}})",
       .data = kRows,
       .times = 2 * 1.5 / (2 + 1.5)},
      {.name = "LastIterate",
       .algorithm = R"({"id":"dp-gd","parameters":{"iterations":9,"publishes":"last"}})",
       .problem = kLogistic,
       .data = kRows,
       .release = "floating"},
      {.name = "MirrorDescent",
       .algorithm = R"({"id":"noisy-mirror-descent","parameters":{"iterations":9}})",
       .problem = R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":2}})",
       .data = kRows},
      {.name = "AcceleratedMirrorDescent",
       .algorithm = R"({"id":"dp-accmd","parameters":{"iterations":9}})",
       .problem = R"({"loss":"logistic","domain":{"kind":"l1-ball","radius":2}})",
       .data = kRows},
  };
}

Json experiment(const Case& some) {
  Json tree = *parse_json(R"({"version":1,
      "run":{"repeats":1,"randomness":{"mode":"secure"},
             "trace":{"points":4},"diagnostics":[]}})");
  tree = with(tree, "data", some.data);
  tree = with(tree, "problem", some.problem);
  tree = with(tree, "privacy", some.privacy);
  tree = with(tree, "run.randomness.release", "\"" + some.release + "\"");
  return with(tree, "algorithms", "[" + some.algorithm + "]");
}

bool is_consistent(const Json& result) {
  return at_path(report_of(result), "consistent") == Json(true);
}

class ZeroOutStatement : public ::testing::TestWithParam<Case> {};

TEST_P(ZeroOutStatement, IsConsistentAndNamesItsNeighbours) {
  const Json result = result_of(experiment(GetParam()));
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
  EXPECT_EQ(at_path(result, "privacy.statement.neighbours.id"), Json("zero-out"));
  EXPECT_EQ(at_path(result, kEntry + ".neighbours"), Json("zero-out"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.neighbours"), Json("zero-out"));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(GetParam().is_hardened()))
      << write_json(at_path(result, "privacy.reasons"));
  EXPECT_THAT(at_path(result, "privacy.statement.text.1").text(), HasSubstr("set to zero"));
  EXPECT_THAT(at_path(result, kEntry + ".sensitivity.text").text(), HasSubstr("zeroed out"));
  const Json& formula = at_path(result, kEntry + ".sensitivity.formula");
  EXPECT_EQ(formula.text().find("= 2 "), std::string::npos) << formula.text();
}

TEST_P(ZeroOutStatement, HasTheLongestGradientForItsSensitivity) {
  const Json result = result_of(experiment(GetParam()));
  const Json replaced =
      result_of(with(experiment(GetParam()), "privacy.neighbours", R"("replace-one")"));
  const std::string value = kEntry + ".sensitivity.value";
  const double other = at_path(replaced, value).number();
  const double zeroed = other / GetParam().times;
  EXPECT_NEAR(at_path(result, value).number(), zeroed, 1e-10 * zeroed);
}

/// In every place, in all of them, and as if it had not been said.
TEST_P(ZeroOutStatement, IsFoundOutWhereItIsPassedOffAsOneForRecordsThatAreReplaced) {
  const Json result = result_of(experiment(GetParam()));
  const std::vector<std::string> places = {"experiment.privacy.neighbours",
                                           "privacy.statement.neighbours.id",
                                           kEntry + ".neighbours", "runs.0.privacy.neighbours"};
  Json all = result;
  for (const std::string& place : places) {
    all = with(all, place, R"("replace-one")");
    EXPECT_FALSE(is_consistent(with(result, place, R"("replace-one")"))) << place;
  }
  EXPECT_FALSE(is_consistent(all));
  // By its arithmetic alone, too: without the experiment, and with the other sensitivity.
  const Json alone = at_path(all, "privacy.statement");
  EXPECT_FALSE(is_consistent(alone));
  EXPECT_TRUE(is_consistent(at_path(result, "privacy.statement")));
  Json silent = at_path(result, "privacy.statement");
  Json entry = silent.member("entries").element(0);
  entry.erase("neighbours");
  silent = with(silent, "entries.0", write_json(entry));
  EXPECT_FALSE(is_consistent(silent));
  EXPECT_FALSE(is_consistent(with(alone, "entries.0.neighbours", R"("add-remove")")));
}

INSTANTIATE_TEST_SUITE_P(Methods, ZeroOutStatement, ::testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

/// What an honest file for records that are replaced says cannot be told of fewer either.
TEST(ZeroOut, ADoubledFileOfOtherKindsOfReleaseIsNoStatementOfIt) {
  const Json gradient =
      with(testing::small_experiment(), "privacy", R"({"notion":"zcdp","rho":0.5})");
  Json statement = at_path(result_of(gradient), "privacy.statement");
  ASSERT_TRUE(is_consistent(statement));
  statement = with(statement, "neighbours.id", R"("zero-out")");
  statement = with(statement, "entries.0.neighbours", R"("zero-out")");
  const double value = at_path(statement, "entries.0.sensitivity.value").number();
  statement = with(statement, "entries.0.sensitivity.value", number_text(value / 2));
  EXPECT_FALSE(is_consistent(statement));
  Json laplace = at_path(result_of(testing::small_experiment()), "privacy.statement");
  ASSERT_TRUE(is_consistent(laplace));
  laplace = with(laplace, "neighbours.id", R"("zero-out")");
  laplace = with(laplace, "entries.0.neighbours", R"("zero-out")");
  const Json report = report_of(laplace);
  EXPECT_THAT(write_json(at_path(report, "problems")), HasSubstr("nothing is proven"));
}

/// Noise that is too little for what is claimed: by 1.15 where a record is zeroed out, and half of
/// it where one is replaced, which would be enough if it were zeroed out.
TEST(ZeroOut, NoiseThatIsTooLittleIsFoundOut) {
  const auto scaled = [](const std::string& neighbours, double factor) {
    Case descent{.name = "",
                 .algorithm = kDescent,
                 .problem = kLogistic,
                 .data = kRows,
                 .release = "floating"};
    const Json tree = with(experiment(descent), "privacy.neighbours", "\"" + neighbours + "\"");
    const Json statement = at_path(result_of(tree), "privacy.statement");
    const std::string noise = "entries.0.noise.values.0.1";
    return with(statement, noise, number_text(at_path(statement, noise).number() * factor));
  };
  EXPECT_TRUE(is_consistent(scaled("zero-out", 1)));
  EXPECT_FALSE(is_consistent(scaled("zero-out", 1 / 1.15)));
  EXPECT_TRUE(is_consistent(scaled("replace-one", 1)));
  EXPECT_FALSE(is_consistent(scaled("replace-one", 0.5)));
}

ErrorCode code_of(const Json& tree, const std::string& field, const std::string& words) {
  const auto result = run_experiment(tree);
  if (result) return ErrorCode::internal;
  EXPECT_EQ(result.error().field, field);
  EXPECT_THAT(result.error().message, HasSubstr(words));
  return result.error().code;
}

TEST(ZeroOut, IsRefusedWhereItIsNotProven) {
  const Case gd{.name = "", .algorithm = R"({"id":"noisy-gd"})"};
  const Case spider{.name = "", .algorithm = R"({"id":"kl-spider"})"};
  EXPECT_EQ(code_of(with(experiment(spider), "run.randomness.release", R"("hardened")"),
                    "run.randomness.release", "is not proven here"),
            ErrorCode::unsupported_option);
  EXPECT_EQ(code_of(with(experiment(gd), "algorithms.0.id", R"("rrpsgd")"), "privacy.neighbours",
                    "it has \"replace-one\""),
            ErrorCode::unsupported_neighbours);
  Case batches{.name = "",
               .algorithm = R"({"id":"dp-gd","parameters":{"batchSize":5}})",
               .problem = kLogistic,
               .data = kRows};
  EXPECT_EQ(code_of(experiment(batches), "privacy.neighbours", "all records in every step"),
            ErrorCode::unsupported_neighbours);
  batches.algorithm = kDescent;
  batches.privacy = R"({"notion":"pure","epsilon":1,"neighbours":"zero-out"})";
  EXPECT_EQ(code_of(experiment(batches), "privacy.neighbours", "Laplace noise"),
            ErrorCode::unsupported_neighbours);
  const Case adaptive{.name = "", .algorithm = R"({"id":"adaptive-noisy-gd"})"};
  Json mean = with(experiment(adaptive), "run.randomness.release", R"("floating")");
  mean = with(with(mean, "data", kRows), "problem", R"({"loss":"mean-estimation"})");
  EXPECT_EQ(code_of(mean, "problem", "takes its whole gradient along"),
            ErrorCode::unbounded_sensitivity);
  EXPECT_TRUE(run_experiment(with(mean, "privacy.neighbours", R"("replace-one")")));
  const Json swept = with(experiment(gd), "sweep", R"([{"path":"privacy.neighbours",
                                                        "values":["zero-out","replace-one"]}])");
  EXPECT_EQ(code_of(swept, "sweep", "cannot be swept"), ErrorCode::unsupported_option);
}

}  // namespace
}  // namespace noisy
