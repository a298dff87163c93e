#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/statement/write/total.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using ::testing::AllOf;
using testing::at_path;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::open_session;
using testing::plan_of;
using testing::result_of;
using testing::run_experiment;
using testing::small_experiment;
using testing::with;

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> out;
  for (const Json& text : list.elements()) out.push_back(text.text());
  return out;
}

Json entry_of(const Json& result, int entry) {
  return at_path(result, "privacy.statement.entries." + std::to_string(entry));
}

TEST(Statement, SaysWhatAReaderNeeds) {
  const Json result = result_of(small_experiment());
  const Json statement = at_path(result, "privacy.statement");
  EXPECT_EQ(at_path(statement, "unit.id"), Json("record"));
  EXPECT_EQ(at_path(statement, "neighbours.id"), Json("replace-one"));
  EXPECT_EQ(at_path(statement, "randomness.id"), Json("reproducible"));
  EXPECT_EQ(at_path(statement, "total.epsilon"), Json(4));
  const auto assumptions = texts(at_path(statement, "assumptions"));
  EXPECT_THAT(assumptions, Contains(HasSubstr("n, is public")));
  EXPECT_THAT(assumptions, Contains(HasSubstr("l1 norm of at most 1 (clip-rows)")));
  EXPECT_THAT(assumptions, Contains(HasSubstr("Does NOT hold: the noise is unpredictable")));
  const Json entry = entry_of(result, 0);
  EXPECT_EQ(at_path(entry, "runs"), Json(2));
  EXPECT_EQ(at_path(entry, "executed.0"), Json::numbers({2, 12}));
  EXPECT_EQ(at_path(entry, "mechanism"), Json("laplace"));
  EXPECT_EQ(at_path(entry, "samples"), Json(8));
  EXPECT_EQ(at_path(entry, "sampler"), Json("all-records"));
  EXPECT_EQ(at_path(entry, "sensitivity.value"), Json(2));
  EXPECT_THAT(at_path(entry, "sensitivity.formula").text(), HasSubstr("2 sup|phi'| sup||u||_1"));
  EXPECT_EQ(at_path(entry, "noise.values").size(), 1u);
  EXPECT_EQ(at_path(entry, "noise.values.0.0"), Json(12));
  // S_1 / (n b) twelve times is epsilon = 2.
  EXPECT_NEAR(12 * 2 / (8 * at_path(entry, "noise.values.0.1").number()), 2, 1e-12);
  EXPECT_THAT(texts(at_path(statement, "text")), Contains(HasSubstr("4-differentially private")));
}

TEST(Statement, SaysWhetherTheFirstLineOfAFileWasTakenAsAHeader) {
  const auto assumptions_of = [](const char* header, const std::string& file) {
    Json tree = testing::file_experiment("csv");
    tree = with(tree, "data.header", header);
    const Json result = result_of(tree, {.data = file});
    return texts(at_path(result, "privacy.statement.assumptions"));
  };
  const std::string rows = "0.5,1,1\n0.25,0,-1\n0,1,1\n";
  EXPECT_THAT(assumptions_of("\"auto\"", "u,v,y\n" + rows),
              Contains(HasSubstr("was taken as a header, not as a record")));
  EXPECT_THAT(assumptions_of("\"auto\"", rows), Contains(HasSubstr("was taken as a record")));
  EXPECT_THAT(assumptions_of("\"yes\"", "u,v,y\n" + rows),
              Contains(HasSubstr("is a header, not a record")));
  EXPECT_THAT(assumptions_of("\"no\"", rows), Not(Contains(HasSubstr("header"))));
}

TEST(Statement, NamesTheRangesThatBuiltInDataAreClampedTo) {
  const Json tree = with(small_experiment(), "data",
                         R"({"kind":"builtin","name":"breast-cancer","preprocess":
                             [{"kind":"scale-columns","lower":0,"upper":10,"to":[-2,3]}]})");
  const auto assumptions = texts(at_path(result_of(tree), "privacy.statement.assumptions"));
  EXPECT_THAT(assumptions,
              Contains(AllOf(HasSubstr("breast-cancer is clamped to its column's range"),
                             HasSubstr("not computed from the data"))));
  EXPECT_THAT(assumptions, Contains(HasSubstr("mapped to [-2, 3] (scale-columns)")));
}

TEST(Statement, NamesTheRangeThatATargetIsClampedTo) {
  Json tree = with(small_experiment(), "data.preprocess",
                   R"([{"kind":"clip-rows","norm":"l1","bound":1},
                       {"kind":"clamp-target","lower":-1,"upper":1}])");
  EXPECT_THAT(texts(at_path(result_of(tree), "privacy.statement.assumptions")),
              Contains(HasSubstr("Targets are clamped to [-1, 1]")));
}

TEST(Statement, ListsEveryScaleOfADividedBudget) {
  const Json result = result_of(
      with(small_experiment(), "algorithms",
           R"([{"id":"dp-nag","parameters":{"iterations":14,"division":"remark-4-2"}}])"));
  const Json values = at_path(entry_of(result, 0), "noise.values");
  ASSERT_EQ(values.size(), 14u);
  long double epsilon = 0;
  for (const Json& run : values.elements()) epsilon += 2 / (8 * run.element(1).number());
  EXPECT_NEAR(static_cast<double>(epsilon), 2, 1e-11);
}

TEST(Statement, DoesNotDependOnHowTheRunsWereDealt) {
  const Json tree = with(with(small_experiment(), "run.repeats", "3"), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":4}},{"id":"dp-nag"}])");
  const Json whole = result_of(tree);
  const Json dealt = result_of(tree, {.groups = 4});
  EXPECT_EQ(at_path(whole, "privacy.statement"), at_path(dealt, "privacy.statement"));
}

TEST(Statement, OfCancelledRunsCountsWhatTheyExecutedAndChargesTheWholePlan) {
  Workspace workspace;
  const Json tree = with(small_experiment(), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":3}},
                             {"id":"dp-nag","parameters":{"iterations":100000000}},
                             {"id":"dp-gd","label":"divided",
                              "parameters":{"iterations":5000000,"division":"remark-4-2",
                                            "stepScale":1e-5}}])");
  auto session = open_session(workspace, tree);
  ASSERT_TRUE(session);
  ASSERT_TRUE((*session)->start(0, 6, 1));
  for (int i = 0; i < 40; ++i) (*session)->advance(0.002);
  (*session)->cancel();
  EXPECT_TRUE((*session)->advance(1)->done);
  const auto text = assemble(write_json(tree), std::vector{*(*session)->group()});
  ASSERT_TRUE(text) << text.error().message;
  const Json result = *parse_json(*text);
  const Json entry = entry_of(result, 1);
  EXPECT_EQ(at_path(entry, "noise.planned"), Json(1e8));
  const double executed = at_path(entry, "executed.0.1").number();
  EXPECT_EQ(executed, at_path(result, "runs.2.privacy.ledger.0.count").number());
  EXPECT_LT(executed, 1e8);
  EXPECT_EQ(at_path(entry, "charged"), *parse_json("[[2,100000000]]"));
  EXPECT_EQ(at_path(entry, "noise.values.0.0"), Json(1e8));
  EXPECT_NEAR(at_path(entry, "cost.perRun").number(), 2, 1e-9);
  EXPECT_NEAR(at_path(result, "privacy.total.epsilon").number(), 12, 1e-9);
  const Json report = testing::report_of(result);
  EXPECT_EQ(at_path(report, "problems").size(), 0u) << write_json(report, JsonLayout::pretty);
  EXPECT_EQ(at_path(report, "unknown.0"),
            Json("the schedules are too long to be gone through again"));
}

TEST(Statement, OfRunsThatNeverBeganIsThatOfTheirPlansAndConsistent) {
  Workspace workspace;
  auto session = open_session(workspace, small_experiment());
  ASSERT_TRUE((*session)->start(0, 2, 1));
  (*session)->cancel();
  const auto text = assemble(write_json(small_experiment()), std::vector{*(*session)->group()});
  const Json result = *parse_json(*text);
  EXPECT_NEAR(at_path(result, "privacy.total.epsilon").number(), 4, 1e-9);
  EXPECT_EQ(at_path(entry_of(result, 0), "executed"), *parse_json("[[2,0]]"));
  EXPECT_EQ(at_path(entry_of(result, 0), "charged"), *parse_json("[[2,12]]"));
  EXPECT_EQ(at_path(testing::report_of(result), "consistent"), Json(true));
}

TEST(Statement, OfPublishedFiguresHoldsWhatWasAskedForAndTheTrueCost) {
  const Json result =
      result_of(with(small_experiment(), "privacy",
                     R"({"notion":"pure","epsilon":1,"calibration":"published-figures"})"));
  const Json entry = entry_of(result, 0);
  EXPECT_EQ(at_path(entry, "requested.epsilon"), Json(1));
  EXPECT_NEAR(at_path(entry, "figures.0.epsilon").number(), std::sqrt(2), 1e-9);
  EXPECT_EQ(at_path(entry, "certified"), Json(false));
}

TEST(Statement, OfACalibrationThroughZcdpHoldsTheTighterFigureToo) {
  const Json result =
      result_of(with(small_experiment(), "privacy",
                     R"({"notion":"approximate","epsilon":2,"delta":1e-6,"calibration":"zcdp"})"));
  const Json figures = at_path(entry_of(result, 0), "figures");
  EXPECT_EQ(at_path(figures, "0.accountant"), Json("zcdp-standard"));
  EXPECT_NEAR(at_path(figures, "0.epsilon").number(), 2, 1e-9);
  EXPECT_EQ(at_path(figures, "1.accountant"), Json("zcdp-optimal"));
  EXPECT_EQ(at_path(figures, "2.accountant"), Json("zcdp-gaussian"));
  EXPECT_LT(at_path(figures, "1.epsilon").number(), 1.9);
  EXPECT_LT(at_path(figures, "2.epsilon").number(), at_path(figures, "1.epsilon").number());
}

// ---- totals -----------------------------------------------------------------------------------

/// The least epsilon over a fine grid of orders (Canonne, Kamath and Steinke 2020, Corollary 13).
double optimal_epsilon(double rho, double delta) {
  double least = rho + 2 * std::sqrt(rho * std::log(1 / delta));
  for (double log_excess = -6; log_excess < 8; log_excess += 1e-5) {
    const double excess = std::exp(log_excess);
    const double order = 1 + excess;
    least =
        std::min(least, order * rho + std::log(excess / order) - std::log(delta * order) / excess);
  }
  return least;
}

TEST(PrivacyTotal, AddsPureEpsilons) {
  PrivacyTotal total;
  total.add({.notion = Notion::pure, .cost = 0.5}, 4);
  total.add({.notion = Notion::none, .cost = 7});
  EXPECT_EQ(at_path(total.json(), "epsilon"), Json(2));
  EXPECT_EQ(at_path(total.json(), "delta"), Json(0));
  EXPECT_EQ(at_path(total.json(), "accountant"), Json("basic-composition"));
}

TEST(PrivacyTotal, ConvertsTheSumOfRhosOnceAtTheSmallestDelta) {
  PrivacyTotal total;
  total.add({.notion = Notion::approximate, .is_gaussian = true, .cost = 0.1, .delta = 1e-5}, 3);
  total.add({.notion = Notion::approximate, .is_gaussian = true, .cost = 0.2, .delta = 1e-7});
  const Json json = total.json();
  EXPECT_EQ(at_path(json, "accountant"), Json("zcdp-gaussian"));
  EXPECT_EQ(at_path(json, "delta"), Json(1e-7));
  EXPECT_NEAR(gaussian_delta(std::sqrt(2 * 0.5), at_path(json, "epsilon").number()), 1e-7, 1e-15);
  total.add({.notion = Notion::zcdp, .is_gaussian = false, .cost = 0.5});
  EXPECT_EQ(at_path(total.json(), "accountant"), Json("zcdp-optimal"));
  EXPECT_NEAR(at_path(total.json(), "epsilon").number(), optimal_epsilon(1, 1e-7), 1e-9);
}

TEST(PrivacyTotal, OfMixedNotionsIsTheSmallerOfTwoSoundSums) {
  // One large pure epsilon is cheaper on its own, many small ones are cheaper as zCDP.
  const auto total_of = [](double epsilon, double times) {
    PrivacyTotal total;
    total.add({.notion = Notion::zcdp, .is_gaussian = true, .cost = 0.1});
    total.add({.notion = Notion::pure, .cost = epsilon}, times);
    return total.json();
  };
  const Json large = total_of(3, 1);
  EXPECT_EQ(at_path(large, "accountant"), Json("pure-and-zcdp"));
  EXPECT_NEAR(at_path(large, "epsilon").number(), 3 + gaussian_epsilon(0.1, 1e-6).value(), 1e-12);
  const Json small = total_of(0.01, 1000);
  EXPECT_EQ(at_path(small, "accountant"), Json("zcdp-optimal"));
  EXPECT_NEAR(at_path(small, "epsilon").number(), optimal_epsilon(0.1 + 1000 * 0.5 * 1e-4, 1e-6),
              1e-9);
}

TEST(PrivacyTotal, OfOneRunIsTheEpsilonThatWasAskedFor) {
  for (const char* release : {"floating", "hardened"}) {
    for (const char* algorithms :
         {R"([{"id":"dp-gd"}])", R"([{"id":"dp-nag-opt"}])", R"([{"id":"dp-sgd"}])",
          R"([{"id":"dp-gd","parameters":{"division":"remark-4-2"}}])"}) {
      for (const double epsilon : {0.1, 0.3, 1.0, 3.7, 20.0}) {
        const std::string text = number_text(epsilon);
        Json experiment =
            with(small_experiment(), "run",
                 R"({"randomness":{"mode":"secure","release":")" + std::string(release) + R"("}})");
        experiment = with(experiment, "algorithms", algorithms);
        experiment = with(experiment, "privacy",
                          R"({"notion":"approximate","epsilon":)" + text + R"(,"delta":1e-5})");
        // Nothing is proven of hardened noise on drawn batches.
        const bool is_drawn = at_path(experiment, "algorithms.0.id") == Json("dp-sgd");
        if (is_drawn && std::string(release) == "hardened") continue;
        const Json planned = plan_of(experiment);
        EXPECT_EQ(at_path(planned, "total.epsilon"), Json(epsilon)) << release << algorithms;
        const Json result = result_of(experiment);
        EXPECT_EQ(at_path(result, "privacy.total.epsilon"), Json(epsilon)) << release << algorithms;
        EXPECT_EQ(at_path(result, "privacy.total.delta"), Json(1e-5));
        const auto check = check_statement(write_json(result));
        ASSERT_TRUE(check);
        EXPECT_TRUE(check->consistent) << check->json;
      }
    }
  }
}

TEST(PrivacyTotal, OfOneRunIsNotWhatWasAskedForWhereTheFigureIsAnother) {
  const PublishedCost run = {.notion = Notion::approximate,
                             .is_gaussian = true,
                             .cost = 0.1,
                             .delta = 1e-5,
                             .requested = 3};
  PrivacyTotal one;
  one.add(run);
  EXPECT_NEAR(at_path(one.json(), "epsilon").number(), gaussian_epsilon(0.1, 1e-5).value(), 1e-12);
  PrivacyTotal two;
  PublishedCost exact = run;
  exact.requested = gaussian_epsilon(0.2, 1e-5).value();
  two.add(run);
  two.add(exact);
  EXPECT_EQ(at_path(two.json(), "rho"), Json(0.2));
}

// ---- schedules --------------------------------------------------------------------------------

TEST(Statement, OfALongDividedScheduleIsShortAndConsistent) {
  const std::string kAllRecords = "8";
  for (const std::string& batch : {kAllRecords, std::string("3")}) {
    const std::string algorithms =
        R"([{"id":"dp-gd","parameters":{"iterations":30000,"division":"remark-4-2",
             "stepScale":0.002,"batchSize":)" +
        batch + "}}]";
    Json tree = with(small_experiment(), "algorithms", algorithms);
    tree = with(tree, "run", R"({"repeats":1,"randomness":{"mode":"secure"}})");
    const auto result = run_experiment(tree);
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(at_path(*result, "runs.0.status"), Json("completed"));
    const Json values = at_path(entry_of(*result, 0), "noise.values");
    // All records: a progression for every grid. Batches: the scale bends with the budget.
    EXPECT_LT(values.size(), batch == kAllRecords ? 100u : 5000u);
    const Json report = testing::report_of(*result);
    EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  }
}

}  // namespace
}  // namespace noisy
