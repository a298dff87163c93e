// Hardened releases of KL methods: from the plan to the published file, whose check accepts it and
// no other that promises more.
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
using testing::with;

const std::string kEntry = "privacy.statement.entries.0";

struct Method {
  std::string name;
  std::string algorithm;  ///< id and parameters
  std::string privacy = R"({"notion":"zcdp","rho":0.5})";
  std::string problem =
      R"({"kind":"gallery","name":"tilted-power","power":2,"domain":{"kind":"l2-ball","radius":3}})";
};

std::vector<Method> methods() {
  const std::string approximate = R"({"notion":"approximate","epsilon":1,"delta":1e-7})";
  const std::string printed = R"({"notion":"zcdp","rho":0.5,"calibration":"paper"})";
  const std::string sharp =
      R"({"kind":"gallery","name":"tilted-power","power":1.5,"domain":{"kind":"l2-ball","radius":3}})";
  return {
      {"NoisyGd", R"({"id":"noisy-gd","parameters":{"innerIterations":20}})"},
      {"NoisyGdApproximate", R"({"id":"noisy-gd","parameters":{"innerIterations":20}})",
       approximate},
      {"NoisyGdAsPrinted",
       R"({"id":"noisy-gd","parameters":{"innerIterations":20,"stepRule":"paper","noise":"paper",
           "length":"paper"}})",
       printed},
      {"Proximal",
       R"({"id":"kl-proximal-point","parameters":{"mode":"practical","innerIterations":30}})",
       R"({"notion":"zcdp","rho":0.5})", sharp},
      {"Adaptive", R"({"id":"adaptive-noisy-gd","parameters":{"maxNormQueries":20}})"},
      {"AdaptiveApproximate", R"({"id":"adaptive-noisy-gd","parameters":{"maxNormQueries":20}})",
       approximate},
      {"AdaptiveToTheLastStep",
       R"({"id":"adaptive-noisy-gd","parameters":{"output":"after-final-step"}})"},
      {"AdaptiveSelected",
       R"({"id":"adaptive-noisy-gd","parameters":{"maxNormQueries":20,"output":"selected"}})"},
      {"AdaptiveCertifiedPaper",
       R"({"id":"adaptive-noisy-gd","parameters":{"mode":"paper-certified"}})"},
      {"GradientDescentOfTheKlTheory", R"({"id":"dp-gd","parameters":{"iterations":"kl"}})"},
      {"GradientDescentInTheGallery", R"({"id":"dp-gd","parameters":{"iterations":12}})"},
  };
}

Json experiment(const Method& method) {
  Json tree = *parse_json(R"({"version":1,
      "data":{"kind":"synthetic","name":"balanced-tilts","samples":20000,"features":2,"bound":1},
      "run":{"repeats":1,"randomness":{"mode":"secure"},"trace":{"points":4}}})");
  tree = with(tree, "problem", method.problem);
  tree = with(tree, "privacy", method.privacy);
  return with(tree, "algorithms", "[" + method.algorithm + "]");
}

/// By the arithmetic alone; where that finds nothing, by planning the experiment again.
bool is_consistent(const Json& result) {
  return at_path(report_of(result), "consistent") == Json(true);
}

class HardenedKl : public ::testing::TestWithParam<Method> {};

TEST_P(HardenedKl, IsReleasableAndItsStatementIsConsistent) {
  const Json result = result_of(experiment(GetParam()));
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"))
      << write_json(at_path(result, "runs.0.error"));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(true))
      << write_json(at_path(result, "privacy.reasons"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.guarantee"), Json("proven"));
  EXPECT_THAT(at_path(result, "runs.0.privacy.statement").text(), HasSubstr("discrete "));
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
}

TEST_P(HardenedKl, SpendsWhatWasAskedForAndNoMore) {
  const Json floating =
      result_of(with(experiment(GetParam()), "run.randomness.release", R"("floating")"));
  const Json hardened = result_of(experiment(GetParam()));
  const bool is_zcdp = at_path(hardened, "runs.0.privacy.notion") == Json("zcdp");
  const std::string figure = std::string("runs.0.privacy.") + (is_zcdp ? "rho" : "epsilon");
  const double promised = at_path(hardened, figure).number();
  EXPECT_LE(promised, is_zcdp ? 0.5 : 1.0);
  // Nothing is lost but what grids and conversions take.
  EXPECT_GT(promised, at_path(floating, figure).number() * (1 - 1e-5));
  const std::string scale = "runs.0.privacy.ledger.0.noiseScaleFirst";
  EXPECT_GT(at_path(hardened, scale).number(), at_path(floating, scale).number() * (1 - 1e-9));
}

/// Paths of all numbers in a tree.
void add_numbers(const Json& tree, const std::string& path, std::vector<std::string>& out) {
  if (tree.is_number()) out.push_back(path);
  if (tree.is_array()) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      add_numbers(tree.element(i), path + "." + std::to_string(i), out);
    }
  }
  for (const auto& [key, value] : tree.members()) add_numbers(value, path + "." + key, out);
}

TEST_P(HardenedKl, AnyFigureThatIsChangedIsNoticed) {
  const Json result = result_of(experiment(GetParam()));
  ASSERT_TRUE(is_consistent(result));
  std::vector<std::string> paths;
  for (const char* block :
       {"privacy.statement.entries.0.groups", "privacy.statement.entries.0.noise",
        "privacy.statement.entries.0.sensitivity", "privacy.statement.entries.0.executed",
        "privacy.statement.entries.0.cost", "privacy.statement.total", "privacy.total",
        "runs.0.privacy.ledger"}) {
    add_numbers(at_path(result, block), block, paths);
  }
  EXPECT_GT(paths.size(), 15u);
  for (const std::string& path : paths) {
    const double stated = at_path(result, path).number();
    // A grid is a power of two.
    for (const double factor : {0.49, 2.05}) {
      const double forged = stated == 0 ? factor : factor * stated;
      EXPECT_FALSE(is_consistent(with(result, path, number_text(forged)))) << path << " " << stated;
    }
  }
}

/// Noise halved, what it costs lowered, a release more, a wider region: what a forger would do.
TEST_P(HardenedKl, NothingThatPromisesMoreIsAccepted) {
  const Json result = result_of(experiment(GetParam()));
  const bool has_groups = at_path(result, kEntry + ".groups.0").is_object();
  const std::string kind = kEntry + (has_groups ? ".groups.0" : "");
  const auto changed = [&](const std::string& path, double factor, double more = 0) {
    const double stated = at_path(result, path).number();
    return with(result, path, number_text(factor * stated + more));
  };
  EXPECT_FALSE(is_consistent(changed(kind + ".noise.values.0.1", 0.5)));
  EXPECT_FALSE(is_consistent(changed(kind + ".noise.values.0.0", 1, 1)));
  EXPECT_FALSE(is_consistent(changed(kind + ".noise.grids.0.1", 0.5)));
  EXPECT_FALSE(is_consistent(changed("privacy.total.rho", 0.9)));
  EXPECT_FALSE(is_consistent(changed("runs.0.privacy.ledger.0.cost", 0.9)));
  EXPECT_FALSE(is_consistent(changed("runs.0.privacy.ledger.0.count", 1, 1)));
  EXPECT_FALSE(is_consistent(with(result, "experiment.problem.domain.radius", "6")));
  if (has_groups) EXPECT_FALSE(is_consistent(with(result, kind + ".region.radius", "6")));
  EXPECT_FALSE(is_consistent(with(result, kEntry + ".release", R"("floating")")));
}

INSTANTIATE_TEST_SUITE_P(Methods, HardenedKl, ::testing::ValuesIn(methods()),
                         [](const auto& test) { return test.param.name; });

TEST(HardenedKlRefused, WhereTheLatticeIsNotProven) {
  for (const char* algorithm : {R"({"id":"kl-spider"})", R"({"id":"fixed-round-spider"})"}) {
    const Method method{.name = "", .algorithm = algorithm};
    const auto refused = testing::run_experiment(experiment(method));
    ASSERT_FALSE(refused) << algorithm;
    EXPECT_EQ(refused.error().code, ErrorCode::unsupported_option);
    EXPECT_EQ(refused.error().field, "run.randomness.release");
    EXPECT_THAT(refused.error().message, HasSubstr("is not proven here"));
    EXPECT_THAT(refused.error().message, HasSubstr("use \"floating\" releases, or"));
  }
}

TEST(HardenedKlRefused, WhereNoGridSuitsTheNoise) {
  for (const char* rho : {"1e-25", "1e-100"}) {
    const Method method{.name = "", .algorithm = R"({"id":"noisy-gd"})"};
    const Json tree = with(experiment(method), "privacy.rho", rho);
    const auto refused = testing::run_experiment(tree);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_budget);
    EXPECT_EQ(refused.error().field, "privacy.rho");
    EXPECT_TRUE(testing::run_experiment(with(tree, "run.randomness.release", R"("floating")")));
  }
}

}  // namespace
}  // namespace noisy
