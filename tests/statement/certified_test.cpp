#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::open_session;
using testing::result_of;
using testing::run_experiment;
using testing::small_experiment;
using testing::with;

/// A way to an experiment whose assumptions are not met.
struct Uncertified {
  std::string name;
  Json experiment;
  std::string reason;
  std::string data;
};

std::vector<Uncertified> uncertified() {
  const Json small = small_experiment();
  const auto constant = [&](const char* name, const char* rule) {
    return with(small, std::string("problem.constants.") + name, rule);
  };
  return {
      {"SmoothnessFromTheSpectrum", constant("smoothness", R"("data-spectral")"),
       "smoothness is computed from the data", ""},
      {"SmoothnessAsThePaperComputesIt", constant("smoothness", R"("paper-spectral")"),
       "smoothness is computed from the data", ""},
      {"ConvexityFromTheSpectrum", constant("strongConvexity", R"("data-spectral")"),
       "strongConvexity is computed from the data", ""},
      {"ConvexityAsThePaperComputesIt", constant("strongConvexity", R"("paper-spectral")"),
       "strongConvexity is computed from the data", ""},
      {"Standardize",
       with(small, "data.preprocess",
            R"([{"kind":"standardize"},{"kind":"clip-rows","norm":"l1","bound":1}])"),
       "standardize", ""},
      {"LibsvmWithoutFeatures", with(small, "data", R"({"kind":"file","name":"a","format":"libsvm",
                               "preprocess":[{"kind":"clip-rows","norm":"l1","bound":1}]})"),
       "data.features", "1 1:0.5\n-1 2:1\n1 1:0.2 2:0.1\n"},
      {"PublishedFigures",
       with(small, "privacy", R"({"notion":"pure","epsilon":1,"calibration":"published-figures"})"),
       "published-figures", ""},
      {"NoNotion", with(small, "privacy", R"({"notion":"none"})"), "no noise is added", ""},
  };
}

class UncertifiedPaths : public ::testing::TestWithParam<Uncertified> {};

TEST_P(UncertifiedPaths, SayWhyInPlanRunAndStatement) {
  const Uncertified& path = GetParam();
  const bool is_private = path.name != "NoNotion";
  Workspace workspace;
  auto session = open_session(workspace, path.experiment, path.data);
  ASSERT_TRUE(session) << session.error().message;
  const Json plan = *parse_json(*(*session)->plan());
  const auto result = run_experiment(path.experiment, {.data = path.data});
  ASSERT_TRUE(result) << result.error().message;
  for (const Json& block : {at_path(plan, "plans.0.privacy"), at_path(*result, "runs.0.privacy"),
                            at_path(*result, "privacy.statement.entries.0")}) {
    EXPECT_EQ(at_path(block, "certified"), Json(false)) << write_json(block);
    EXPECT_THAT(at_path(block, "reasons.0").text(), HasSubstr(path.reason));
  }
  EXPECT_EQ(at_path(*result, "privacy.releasable"), Json(false));
  // Nothing is stated of a file's size where nothing is promised.
  const Json report = testing::report_of(*result);
  EXPECT_EQ(at_path(report, "consistent"),
            path.name == "LibsvmWithoutFeatures" ? Json() : Json(true));
  EXPECT_EQ(at_path(report, "problems").size(), 0u);
  if (!is_private) return;  // it publishes nothing
  EXPECT_EQ(at_path(*result, "privacy.statement.certified"), Json(false));
  EXPECT_THAT(write_json(at_path(*result, "privacy.statement.reasons")), HasSubstr(path.reason));
  EXPECT_THAT(write_json(at_path(*result, "privacy.reasons")), HasSubstr(path.reason));
}

INSTANTIATE_TEST_SUITE_P(Certified, UncertifiedPaths, ::testing::ValuesIn(uncertified()),
                         [](const auto& info) { return info.param.name; });

TEST(Certified, WhereEveryAssumptionIsMet) {
  const Json result = result_of(small_experiment());
  EXPECT_EQ(at_path(result, "privacy.statement.certified"), Json(true));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
}

TEST(Certified, AChoiceByNonPrivateFiguresIsNeitherCoveredNorReleasable) {
  // Tuning has no field: a sweep's best point can be chosen by nonPrivate figures only.
  const Json tree = with(small_experiment(), "sweep",
                         R"([{"path":"algorithms.0.parameters.iterations","values":[3,9]}])");
  const Json result = result_of(tree);
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(false));
  EXPECT_THAT(write_json(at_path(result, "privacy.reasons")), HasSubstr("nonPrivate"));
  EXPECT_THAT(write_json(at_path(result, "privacy.statement.assumptions")),
              HasSubstr("without looking at the data or at figures computed without noise"));
}

}  // namespace
}  // namespace noisy
