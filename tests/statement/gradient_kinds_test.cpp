// What is released of gradients behind the wall, through run, ledger, statement and its check, by
// the algorithm of gradient_walk.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/experiment/result/replay.h"
#include "tests/statement/gradient_walk.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::add_numbers;
using testing::at_path;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using testing::with;

const std::string kEntry = "privacy.statement.entries.0";
constexpr double kRecords = 8;

class GradientKinds : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_TRUE(register_algorithm(testing::walk_entry())); }

  /// @param only  0: all kinds; 1 length, 2 fresh, 3 difference, 4 choice
  static Json experiment(int only = 0, double radius = 0) {
    Json tree = with(small_experiment(), "algorithms", R"([{"id":"gradient-walk"}])");
    tree = with(tree, "algorithms.0.parameters.only", std::to_string(only));
    tree = with(tree, "algorithms.0.parameters.radius", std::to_string(radius));
    tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
    tree = with(tree, "data.preprocess.0.norm", R"("l2")");
    return with(tree, "run.repeats", "1");
  }

  static bool is_consistent(const Json& result) {
    return at_path(report_of(result), "consistent") == Json(true);
  }
  static std::string problems(const Json& result) {
    return write_json(at_path(report_of(result), "problems"));
  }
  static double number(const Json& tree, const std::string& path) {
    return at_path(tree, path).number();
  }
};

TEST_F(GradientKinds, AreRunAndListedInTheLedgerByTheirNames) {
  const Json result = result_of(experiment());
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  const char* ids[] = {"gradient-length", "fresh-gradient", "step-difference", "iterate-choice"};
  double spent = 0;
  for (int k = 0; k < 4; ++k) {
    const std::string line = "runs.0.privacy.ledger." + std::to_string(k);
    EXPECT_EQ(at_path(result, line + ".release"), Json(ids[k]));
    EXPECT_EQ(at_path(result, line + ".count"), Json(k == 3 ? 1 : 3));
    spent += number(result, line + ".cost");
  }
  EXPECT_LT(spent, 0.5);
  EXPECT_GT(spent, 0.2);
  EXPECT_EQ(at_path(result, "runs.0.privacy.guarantee"), Json("proven"));
}

/// By hand: S_2 = 2, L_1 = 1/4 of rows of length 1 under the logistic loss.
TEST_F(GradientKinds, StatementSaysWhatEachMovesByAndIsConsistent) {
  const Json result = result_of(experiment());
  const auto group = [&](int k, const char* rest) {
    return at_path(result, kEntry + ".groups." + std::to_string(k) + "." + rest);
  };
  for (const int k : {0, 1, 3}) {
    EXPECT_DOUBLE_EQ(group(k, "mean").number(), 2 / kRecords);
    EXPECT_EQ(group(k, "region.radius"), Json());
    EXPECT_EQ(group(k, "noise.steps"), Json());
  }
  EXPECT_DOUBLE_EQ(group(2, "mean").number(), 2 * 0.25 / kRecords);
  EXPECT_DOUBLE_EQ(group(2, "region.smoothness").number(), 0.25);
  EXPECT_EQ(group(2, "noise.steps"), Json::array({Json::numbers({1, 0.5}), Json::numbers({1, 0.25}),
                                                  Json::numbers({1, 0.5 / 3})}));
  EXPECT_EQ(group(2, "mechanism"), Json());
  EXPECT_EQ(group(3, "mechanism"), Json("exponential"));
  EXPECT_EQ(at_path(result, kEntry + ".executed"), Json::array({Json::numbers({1, 3, 3, 3, 1})}));
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
  const std::string words = write_json(at_path(result, "privacy.statement.text"));
  EXPECT_THAT(words, HasSubstr("Gaussian noise on 3 lengths of gradients of all 8 records"));
  EXPECT_THAT(words, HasSubstr("by 0.0625 times the length of its step"));
  EXPECT_THAT(words, HasSubstr("the exponential mechanism for 1 choices of an iterate"));
  EXPECT_THAT(at_path(result, kEntry + ".released").text(), HasSubstr("iterate that is chosen"));
}

TEST_F(GradientKinds, EachIsStatedByItselfAndWithARadius) {
  for (int only = 1; only <= 4; ++only) {
    for (const double radius : {0.0, 50.0}) {
      const Json result = result_of(experiment(only, radius));
      EXPECT_EQ(at_path(result, kEntry + ".groups"), Json());
      EXPECT_EQ(at_path(result, kEntry + ".region.radius"), radius > 0 ? Json(radius) : Json());
      const Json report = report_of(result);
      EXPECT_EQ(at_path(report, "consistent"), Json(true))
          << only << write_json(report, JsonLayout::pretty);
      EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
      const auto published = redact(write_json(result));
      ASSERT_TRUE(published) << published.error().message;
      EXPECT_EQ(at_path(report_of(*parse_json(*published)), "consistent"), Json(true)) << only;
    }
  }
}

TEST_F(GradientKinds, AStepBeyondTheRadiusEndsTheRunWithTheReason) {
  const Json result = result_of(experiment(2, 0.3));
  EXPECT_NE(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_THAT(write_json(result), HasSubstr("radius 0.3"));
}

TEST_F(GradientKinds, EveryNumberOfTheEntryThatIsChangedIsNoticed) {
  for (const int only : {0, 3}) {
    const Json result = result_of(experiment(only, 50));
    ASSERT_TRUE(is_consistent(result)) << problems(result);
    // A gradient would cost as much as its length, but the experiment's plan releases none.
    EXPECT_FALSE(is_consistent(with(result, kEntry + ".groups.0.form", R"("gradient")")));
    std::vector<std::string> paths;
    add_numbers(at_path(result, kEntry), "", paths);
    EXPECT_GT(paths.size(), only == 0 ? 60u : 20u);
    for (const std::string& path : paths) {
      const std::string place = kEntry + "." + path;
      const double stated = number(result, place);
      for (const double factor : {0.5, 2.0}) {
        const Json forged =
            with(result, place, write_json(Json(stated == 0 ? factor : factor * stated)));
        const auto report = check_statement(write_json(forged));
        EXPECT_FALSE(report && report->consistent) << path << " " << stated << " times " << factor;
      }
    }
  }
}

/// A statement by itself, whose figures must follow from one another.
Json alone(const Json& result) {
  return at_path(result, "privacy.statement");
}

TEST_F(GradientKinds, AStatementByItselfIsRecomputedFromItsOwnNumbers) {
  const Json statement = alone(result_of(experiment()));
  ASSERT_TRUE(check_statement(write_json(statement))->consistent);
  const auto finds = [&](const std::string& path, double factor) {
    const std::string place = "entries.0.groups." + path;
    const double stated = number(statement, place);
    const Json forged = with(statement, place, write_json(Json(factor * stated)));
    return !check_statement(write_json(forged))->consistent;
  };
  for (const double factor : {0.9, 1.1}) {
    for (const int k : {0, 1, 2, 3}) {
      const std::string group = std::to_string(k);
      EXPECT_TRUE(finds(group + ".mean", factor));
      EXPECT_TRUE(finds(group + ".noise.values.0.1", factor));
    }
    for (const char* k : {"0", "1", "3"}) {
      EXPECT_TRUE(finds(std::string(k) + ".region.value", factor));
    }
    for (const char* member : {"smoothness", "curvatureBound", "rowBound"}) {
      EXPECT_TRUE(finds(std::string("2.region.") + member, factor));
    }
    EXPECT_TRUE(finds("2.noise.steps.1.1", factor));
  }
  EXPECT_TRUE(finds("2.noise.steps.1.0", 2));
  const auto changed = [&](const char* path, const char* value) {
    const auto report = check_statement(write_json(with(statement, path, value)));
    return !report || !report->consistent;
  };
  EXPECT_TRUE(changed("entries.0.groups.2.noise.steps", "[]"));
  EXPECT_TRUE(changed("entries.0.groups.3.mechanism", R"("gaussian")"));
  EXPECT_TRUE(changed("entries.0.groups.1.form", R"("step-difference")"));
  EXPECT_TRUE(changed("entries.0.groups.0.sampler", R"("without-replacement")"));
}

}  // namespace
}  // namespace noisy
