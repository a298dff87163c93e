// What a default promises: E_0 from public facts, and no plan that may end above its start without
// saying so and what would help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/data/builtin_data.h"
#include "engine/experiment/plan/outlook_twins.h"
#include "engine/experiment/plan/source_facts.h"
#include "engine/question/suggestions.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::plan_of;
using testing::with;
using testing::with_suitable_domain;
using testing::without;

double gap_of(const Json& plan) {
  return at_path(plan, "plans.0.initialGap.value").number();
}
std::string source_of(const Json& plan) {
  return at_path(plan, "plans.0.initialGap.source").text();
}

/// Logistic loss on rows of L1 norm 1.
Json small() {
  return testing::small_experiment();
}

TEST(InitialGap, IsAtMostLn2ForTheLogisticLossAtZero) {
  const Json plan = plan_of(small());
  EXPECT_NEAR(gap_of(plan), std::log(2.0), 1e-15);
  EXPECT_EQ(source_of(plan), "start");
  EXPECT_NEAR(at_path(plan, "constants.initialGap").number(), std::log(2.0), 1e-15);
  EXPECT_EQ(at_path(plan, "constants.initialGapSource"), Json("start"));
}

TEST(InitialGap, CountsTheFarthestMarginAndTheRegularizerOfAnotherStart) {
  const Json plan = plan_of(with(small(), "algorithms.0.parameters.start", "3"));
  // |u'x| <= ||u||_1 max|x| = 3; the strength is 0.1 and |x|^2 = 18.
  EXPECT_NEAR(gap_of(plan), std::log1p(std::exp(3.0)) + 0.05 * 18, 1e-12);
}

TEST(InitialGap, IsHalfTheSquaredTargetForTheSquaredLossAtZero) {
  Json tree = with(small(), "problem.loss", R"("squared")");
  tree = with(tree, "problem.gradientClip", R"({"norm":"l1","bound":1})");
  tree = with(tree, "run.diagnostics", "[]");
  EXPECT_EQ(source_of(plan_of(tree)), "assumed");
  EXPECT_EQ(gap_of(plan_of(tree)), 10);
  const Json bounded = with(tree, "data.preprocess",
                            R"([{"kind":"clip-rows","norm":"l1","bound":1},
                                {"kind":"scale-target","lower":-1,"upper":1}])");
  EXPECT_EQ(gap_of(plan_of(bounded)), 0.5);
  EXPECT_EQ(source_of(plan_of(bounded)), "start");
}

TEST(InitialGap, IsTheNumberThatAFileStates) {
  const Json plan = plan_of(with(small(), "problem.constants.initialGap", "4"));
  EXPECT_EQ(gap_of(plan), 4);
  EXPECT_EQ(source_of(plan), "stated");
}

TEST(InitialGap, HoldsForEveryLossAndStart) {
  // The largest loss of any record, seen on random data: never above the bound.
  for (const char* loss : {"logistic", "logistic-literal", "smoothed-hinge", "sigmoid", "squared",
                           "huber", "geman-mcclure", "pl-example"}) {
    for (const char* start : {"0", "0.7", "-2", "[3,-1]"}) {
      Json tree = with(small(), "problem.loss", std::string("\"") + loss + "\"");
      tree = with(tree, "run.diagnostics", R"(["objective"])");
      tree = with(tree, "problem.regularizer", R"({"kind":"none"})");
      tree = with(tree, "problem.gradientClip", R"({"norm":"l1","bound":1})");
      tree = with(tree, "data.preprocess",
                  R"([{"kind":"clip-rows","norm":"l1","bound":1},
                      {"kind":"scale-target","lower":-1,"upper":1}])");
      const bool takes_labels = at_path(plan_of(tree), "plans").size() == 0;
      if (takes_labels)
        tree = with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"l1","bound":1}])");
      tree = with(tree, "algorithms.0.parameters.start", start);
      tree = with(tree, "problem.constants.smoothness", "100");
      const auto result = testing::run_experiment(tree);
      ASSERT_TRUE(result) << loss << ": " << result.error().field << result.error().message;
      const double first = at_path(*result, "runs.0.nonPrivate.trace.objective.0").number();
      EXPECT_LE(first, gap_of(plan_of(tree)) * (1 + 1e-12)) << loss << " from " << start;
      EXPECT_EQ(source_of(plan_of(tree)), "start");
    }
  }
}

/// A problem that suits the algorithm, on few records.
Json suitable(const AlgorithmEntry& entry, const std::string& privacy) {
  Json tree = with(small(), "data",
                   R"({"kind":"synthetic","name":"logistic","samples":500,"features":5,
                       "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})");
  tree = with(tree, "run.diagnostics", "[]");
  tree = with(tree, "problem.regularizer.strength", "0.01");
  tree = with(tree, "algorithms", R"([{"id":")" + entry.id + R"("}])");
  return with(with_suitable_domain(tree, entry), "privacy", privacy);
}

std::string outlook_of(const Json& plan) {
  const Json warnings = at_path(plan, "plans.0.warnings");
  for (const Json& text : warnings.elements()) {
    if (text.text().find("worse than it starts") != std::string::npos) return text.text();
  }
  return "";
}

double end_of(const Json& plan) {
  const Json values = at_path(plan, "plans.0.curves.bound.value");
  return values.size() == 0 ? 0 : values.element(values.size() - 1).number();
}

constexpr const char* kBudgets[] = {
    R"({"notion":"pure","epsilon":0.1})", R"({"notion":"approximate","epsilon":0.1,"delta":1e-5})",
    R"({"notion":"zcdp","rho":0.002})", R"({"notion":"approximate","epsilon":2,"delta":1e-5})"};

/// Plans of these are played on public twins, where the loss and the start allow it.
bool is_played(const std::string& id) {
  for (const char* method : {"dp-gd", "dp-hb", "dp-nag", "dp-masg"}) {
    if (id == method || id == std::string(method) + "-opt") return true;
  }
  return false;
}

TEST(Outlook, NoPlanMayEndAboveItsStartByItsBoundAloneWithoutAWord) {
  int warned = 0;
  int bounded = 0;
  for (const AlgorithmEntry& entry : algorithms()) {
    if (!entry.is_private) continue;
    for (const char* budget : kBudgets) {
      const Json plan = plan_of(suitable(entry, budget));
      if (at_path(plan, "plans").size() == 0) continue;  // a notion that it does not have
      ++bounded;
      const bool is_above = end_of(plan) > gap_of(plan);
      if (at_path(plan, "plans.0.curves.bound").is_object() && !is_played(entry.id)) {
        EXPECT_EQ(is_above, !outlook_of(plan).empty()) << entry.id << budget;
      }
      warned += !outlook_of(plan).empty();
    }
  }
  EXPECT_GT(bounded, 30);
  EXPECT_GT(warned, 10);
}

/// The plan that a warning's words ask for has no warning.
void expect_help(const Json& tree, const std::string& text, const std::string& pattern,
                 const std::string& field) {
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(pattern + " ([0-9.e+-]+)"))) return;
  std::string value = found[1].str();
  if (value.back() == '.') value.pop_back();
  const Json plan = plan_of(with(tree, field, value));
  EXPECT_EQ(outlook_of(plan), "") << field << " = " << value << ": " << text;
}

/// With the steps that would be taken if none were chosen for records like most.
Json as_theorems_have_it(const std::string& id, const Json& tree) {
  const std::string parameters = "algorithms.0.parameters";
  if (id.starts_with("dp-svrg")) return with(tree, parameters, R"({"theory":"paper"})");
  if (id.starts_with("dp-")) return with(tree, parameters, R"({"iterations":200})");
  return tree;
}

TEST(Outlook, WhatItAdvisesBringsTheEndBelowTheStart) {
  int advised = 0;
  for (const char* id : {"dp-gd", "dp-gd-opt", "dp-nag", "dp-nag-opt", "dp-masg", "dp-svrg",
                         "dp-svrg-pp", "output-perturbation-gd", "noisy-mirror-descent"}) {
    for (const char* budget : kBudgets) {
      const Json tree = as_theorems_have_it(id, suitable(*find_algorithm(id), budget));
      const std::string text = outlook_of(plan_of(tree));
      if (text.find("What would help") == std::string::npos) continue;
      ++advised;
      const std::string parameters = "algorithms.0.parameters.";
      expect_help(tree, text, "help: iterations", parameters + "iterations");
      expect_help(tree, text, "help: epochs", parameters + "epochs");
      expect_help(tree, text, " epsilon", "privacy.epsilon");
      expect_help(tree, text, " rho", "privacy.rho");
    }
  }
  EXPECT_GT(advised, 8);
}

TEST(Outlook, SaysOfWhatWasTriedAloneThatNothingHelps) {
  int hopeless = 0;
  for (const AlgorithmEntry& entry : algorithms()) {
    if (!entry.is_private) continue;
    for (const char* budget : {R"({"notion":"zcdp","rho":1e-14})",
                               R"({"notion":"approximate","epsilon":1e-7,"delta":1e-9})"}) {
      const Json plan = plan_of(suitable(entry, budget));
      if (at_path(plan, "plans").size() == 0) continue;
      const std::string text = outlook_of(plan);
      if (text.find("none was found to help") == std::string::npos) continue;
      ++hopeless;
      const bool has_steps = text.find(" Of other numbers of ") != std::string::npos;
      const bool takes_steps = std::ranges::any_of(entry.parameters, [](const ParameterSpec& spec) {
        return spec.name == "iterations" || spec.name == "epochs";
      });
      EXPECT_EQ(has_steps, takes_steps) << entry.id << ": " << text;
    }
  }
  EXPECT_GT(hopeless, 0);
}

TEST(Outlook, TellsWhereTheTheoremsDefaultsEndOnFewRecords) {
  const Json tree =
      as_theorems_have_it("dp-svrg", suitable(*find_algorithm("dp-svrg"), kBudgets[1]));
  EXPECT_THAT(outlook_of(plan_of(tree)), HasSubstr("By its bound it may end"));
}

TEST(Outlook, OfTheHeavyBallFromAnotherStartIsAGuessAndSaysSo) {
  const Json tree = suitable(*find_algorithm("dp-hb"), kBudgets[0]);
  const char* parameters = R"({"iterations":200,"start":0.01})";
  EXPECT_THAT(outlook_of(plan_of(with(tree, "algorithms.0.parameters", parameters))),
              HasSubstr("By its guess it may end"));
}

/// Breast cancer as the catalogue suggests it.
Json cancer(const std::string& method, double epsilon) {
  Json tree = with(small(), "data", R"({"kind":"builtin","name":"breast-cancer"})");
  tree.find("data")->set("preprocess", suggested_preprocess(*find_builtin("breast-cancer")));
  tree = with(tree, "problem.regularizer", R"({"kind":"l2","strength":0.002})");
  tree = with(tree, "privacy", R"({"notion":"approximate","delta":1e-5})");
  tree = with(tree, "privacy.epsilon", std::to_string(epsilon));
  tree = with(tree, "run.diagnostics", R"(["objective"])");
  return with(tree, "algorithms",
              R"([{"id":")" + method + R"(","parameters":{"iterations":200}}])");
}

TEST(Outlook, OfPlayedPlansForetellsHowRunsOnRealDataEnd) {
  // tests/benchmark/outlook.mjs counts how often it does over many plans.
  for (const auto& [method, epsilon] :
       {std::pair("dp-gd", 0.1), {"dp-gd", 10.0}, {"dp-hb", 0.1}, {"dp-nag", 0.1}}) {
    const Json tree = cancer(method, epsilon);
    const auto result = testing::run_experiment(tree);
    ASSERT_TRUE(result) << result.error().message;
    const Json trace = at_path(*result, "runs.0.nonPrivate.trace.objective");
    const double last = trace.element(trace.size() - 1).number();
    const bool is_above = last > trace.element(0).number();
    EXPECT_EQ(is_above, epsilon < 1);
    const std::string text = outlook_of(plan_of(tree));
    EXPECT_EQ(is_above, text.find("public data sets") != std::string::npos)
        << method << " at epsilon " << epsilon << " ends at " << last << ": " << text;
  }
}

TEST(Outlook, KnowsRowsThatFillTheirBound) {
  const auto is_full = [](const char* name, std::vector<PreprocessStep> steps) {
    DataSpec data;
    data.source = SyntheticParameters{.name = name};
    data.preprocess = std::move(steps);
    return has_full_rows(data);
  };
  const PreprocessStep normalize = ClipRows{.mode = ClipRows::Mode::normalize};
  EXPECT_TRUE(is_full("a9a-like", {}));
  EXPECT_TRUE(is_full("a9a-like", {HoldOut{}, MapLabels{}, ClipRows{}}));
  EXPECT_FALSE(is_full("a9a-like", {AddIntercept{}}));
  EXPECT_FALSE(is_full("a9a-like", {PrivateRanges{}}));
  EXPECT_FALSE(is_full("a9a-like", {ClipRows{.norm = RowNorm::linf}}));
  EXPECT_FALSE(is_full("logistic", {}));
  EXPECT_FALSE(is_full("logistic", {ClipRows{}}));
  EXPECT_TRUE(is_full("logistic", {AddIntercept{}, normalize}));
  EXPECT_FALSE(is_full("logistic", {normalize, AddIntercept{}}));
}

TEST(OutlookTwins, AreLongerWhereRowsFillTheirBound) {
  const auto end_of = [](bool has_full_rows) {
    const OutlookTwins twins({.loss = find_loss("logistic")->linear(),
                              .row_bound = 2,
                              .clip = 1,
                              .has_full_rows = has_full_rows},
                             10);
    const Release release{.mechanism = Mechanism::gaussian, .noise_scale = 1e-9};
    const std::vector<PlanSegment> segments = {
        {.count = 1, .step_size = 0.1, .first_release = release, .last_release = release}};
    double sum = 0;
    for (int k = 0; k < OutlookTwins::kCount; ++k) sum += twins.end_ratio(k, segments, 0, false);
    return sum;
  };
  // One short step with next to no noise goes farther down on steeper objectives.
  EXPECT_LT(end_of(true), end_of(false));
}

class TwinsOfEachForm : public ::testing::TestWithParam<Index> {
 protected:
  static OutlookTwins twins(double row_bound, double clip, Index columns) {
    return OutlookTwins({.loss = find_loss("logistic")->linear(),
                         .classes = GetParam(),
                         .row_bound = row_bound,
                         .clip = clip},
                        columns);
  }
  /// The loss at 0: ln 2 of margins, ln K of classes.
  static double start() { return std::log(std::max(2.0, static_cast<double>(GetParam()))); }
};

INSTANTIATE_TEST_SUITE_P(Outlook, TwinsOfEachForm, ::testing::Values(0, 2, 5));

TEST_P(TwinsOfEachForm, EndBelowTheirStartWithoutNoiseAndAboveWithMuch) {
  const OutlookTwins twins = TwinsOfEachForm::twins(2, 1, 40);
  const auto end_of = [&](int twin, double noise, bool looks_ahead) {
    const Release release{.mechanism = Mechanism::gaussian, .noise_scale = noise};
    const std::vector<PlanSegment> segments = {{.count = 50,
                                                .step_size = 0.5,
                                                .momentum = 0.5,
                                                .first_release = release,
                                                .last_release = release}};
    return twins.end_ratio(twin, segments, 0.01, looks_ahead);
  };
  for (int k = 0; k < OutlookTwins::kCount; ++k) {
    for (const bool looks_ahead : {false, true}) {
      EXPECT_LT(end_of(k, 1e-9, looks_ahead), 1) << k;
      EXPECT_GT(end_of(k, 30, looks_ahead), 1) << k;
    }
  }
}

TEST_P(TwinsOfEachForm, CountTheRegularizerOfColumnsThatTheyDoNotHave) {
  // So small a clip that noise is all there is, and so small noise that the loss stays: of d
  // columns E ||x_T||^2 = d v_T, v_1 = (alpha s)^2 with one step.
  const auto extra = [](Index columns, bool looks_ahead) {
    const OutlookTwins twins = TwinsOfEachForm::twins(1e-6, 1e-12, columns);
    const Release release{.mechanism = Mechanism::laplace, .noise_scale = 0.5};
    const std::vector<PlanSegment> segments = {
        {.count = 1, .step_size = 2, .first_release = release, .last_release = release}};
    return twins.end_ratio(3, segments, 0.1, looks_ahead) * start();
  };
  // Laplace noise of scale b has the variance 2 b^2.
  const double scores = std::max(1.0, static_cast<double>(GetParam()));
  const double variance = scores * 2 * 2 * (2 * 0.5 * 0.5);
  for (const bool looks_ahead : {false, true}) {
    EXPECT_NEAR(extra(116, looks_ahead) - extra(16, looks_ahead), 0.1 / 2 * 100 * variance, 1e-4);
  }
}

TEST(OutlookTwins, OfSeveralClassesStepAlongTheClippedGradientOfTheSoftmaxLoss) {
  // One step from 0, without noise: F falls by alpha ||g||^2 as alpha tends to 0, and g, of rows as
  // long as their bound R, is no longer than the clip or sqrt(2) R.
  const auto fall = [](double clip) {
    const OutlookTwins twins(
        {.loss = {}, .classes = 3, .row_bound = 2, .clip = clip, .has_full_rows = true}, 6);
    const Release release{.mechanism = Mechanism::gaussian, .noise_scale = 1e-12};
    const double alpha = 1e-4;
    const std::vector<PlanSegment> segments = {
        {.count = 1, .step_size = alpha, .first_release = release, .last_release = release}};
    return (1 - twins.end_ratio(5, segments, 0, false)) * std::log(3.0) / alpha;
  };
  const double whole = fall(std::numeric_limits<double>::infinity());
  EXPECT_GT(whole, 0);
  EXPECT_LE(whole, 2 * 2 * 2);
  // At 0, p - e_y has the length sqrt(2 / 3) in every record: each is cut to the same length, and
  // the mean of what is cut, times that of what is not, is what the first order tells.
  const double length = 2 * std::sqrt(2.0 / 3);
  EXPECT_NEAR(fall(length / 4), whole / 4, 1e-3 * whole);
  EXPECT_NEAR(fall(2 * length), whole, 1e-12 * whole);
}

}  // namespace
}  // namespace noisy
