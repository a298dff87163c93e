// Trials of real data: they end below their start, and what is certified holds at their points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/experiment/session/run_session.h"
#include "tests/question/trial/trials.h"

namespace noisy::testing {
namespace {

class RealData : public ::testing::TestWithParam<const char*> {
 protected:
  const Json trial_ = must_try(builtin_experiment(GetParam()));
  const Json experiment_ = with(trial_.member("experiment"), "run.repeats", "10");
  const bool has_labels_ = experiment_.member("run").member("diagnostics").size() == 3;
};

/// The least mean gap among the lines of a summary.
double least_gap(const Json& result) {
  double least = std::numeric_limits<double>::infinity();
  const Json summary = at_path(result, "nonPrivate.summary");
  for (const Json& line : summary.elements()) {
    least = std::min(least, at_path(line, "final.suboptimality.mean").number());
  }
  return least;
}

/// Accuracy of always saying the same.
double majority(const Json& result) {
  const double zero = at_path(result, "runs.0.nonPrivate.trace.accuracy.0").number();
  return std::max(zero, 1 - zero);
}

TEST_P(RealData, EndsBelowItsStartAndBeatsTheMajority) {
  const Json result = result_of(experiment_);
  const double start = at_path(result, "runs.0.nonPrivate.trace.suboptimality.0").number();
  double best_accuracy = 0;
  const Json summary = at_path(result, "nonPrivate.summary");
  ASSERT_GE(summary.size(), 3u);
  for (const Json& line : summary.elements()) {
    EXPECT_LT(at_path(line, "final.suboptimality.mean").number(), start) << write_json(line);
    if (!has_labels_) continue;
    best_accuracy = std::max(best_accuracy, at_path(line, "final.accuracy.mean").number());
  }
  EXPECT_LT(least_gap(result), 0.3 * start);
  if (has_labels_) {
    EXPECT_GT(best_accuracy, majority(result) + 0.2);
  }
}

TEST_P(RealData, ComesNearTheBestOfAGridOfNoisyDescents) {
  const Json grid =
      with(with(experiment_, "algorithms", R"([{"id":"dp-gd"}])"), "sweep",
           R"([{"path":"algorithms.0.parameters.iterations","values":[1,2,4,8,16,32,64]}])");
  const double best = least_gap(result_of(grid));
  const double tried = least_gap(result_of(experiment_));
  EXPECT_LT(tried, 3 * best);
  RecordProperty("gap", number_text(tried));
  RecordProperty("best of grid", number_text(best));
}

/// What follows a name in the sentences, as a number.
double figure_after(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name);
  EXPECT_NE(at, std::string::npos) << name << " in " << text;
  return at == std::string::npos ? 0 : std::stod(text.substr(at + name.size()));
}

TEST_P(RealData, CertifiesWhatIsSo) {
  const std::string certified = sentences(trial_, "certified");
  const double gamma = figure_after(certified, "gamma = ");
  const double gap = figure_after(certified, "F0 = ");
  const double length = figure_after(certified, "it is at most ");
  Workspace workspace;
  const auto session = open_session(workspace, experiment_);
  ASSERT_TRUE(session);
  std::string origin = "[0";
  for (Index i = 1; i < (*session)->shape()->features; ++i) origin += ",0";
  const auto survey = (*session)->survey(
      R"({"points":[)" + origin + R"(]],"probe":{"radius":1,"samples":100}})", 1);
  ASSERT_TRUE(survey);
  while (!(*survey)->advance(10)->done) {
  }
  const Json found = *parse_json(*(*survey)->result());

  const double optimum = at_path(found, "optimum.value").number();
  EXPECT_LE(at_path(found, "pointValues.0").number() - optimum, gap);
  double squares = 0;
  const Json point = at_path(found, "optimum.point");
  for (std::size_t i = 0; i < point.size(); ++i) squares += std::pow(point.element(i).number(), 2);
  EXPECT_LE(std::sqrt(squares), length);
  const Json gaps = at_path(found, "probe.gaps");
  const Json norms = at_path(found, "probe.gradientNorms");
  ASSERT_EQ(gaps.size(), 101u);
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    if (!gaps.element(i).is_number()) continue;  // outside the domain
    const double slope = norms.element(i).number();
    EXPECT_LE(gaps.element(i).number(), 1.001 * std::pow(gamma * slope, 2));  // of four digits
  }
}

INSTANTIATE_TEST_SUITE_P(KlTrial, RealData,
                         ::testing::Values("breast-cancer", "diabetes", "digits"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace noisy::testing
