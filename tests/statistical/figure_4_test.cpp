// Figure 4 of the accelerated methods (batches of 1000 of 100,000 records), from the example files:
// its true epsilons, and mean final gaps against the reference's means of 20 runs.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "source_directory.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::with;

constexpr double kReferenceRuns = 20;
constexpr double kRuns = 60;
/// Of the difference of two means; by chance a cell lies beyond with probability 6e-5.
constexpr double kStandardErrors = 4;

Json file(const std::string& path) {
  std::ifstream in(NOISY_SOURCE_DIRECTORY "/" + path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return *parse_json(text.str());
}

/// The example at T = 200 with steps 1/L, where all cells but descent's are in the noise.
Json one_column(const std::string& example) {
  Json tree = file("examples/" + example + ".json");
  tree = with(tree, "sweep", R"([{"path":"algorithms.*.parameters.iterations","values":[200]}])");
  tree = with(tree, "run.trace.points", "2");
  return with(tree, "run.repeats", std::to_string(static_cast<int>(kRuns)));
}

double reference_gap(const Json& reference, const std::string& algorithm,
                     const std::string& noise) {
  const Json cells = at_path(reference, "cells");
  for (const Json& cell : cells.elements()) {
    const bool is_it = at_path(cell, "figure") == Json(4) &&
                       at_path(cell, "stepScale") == Json(1) &&
                       at_path(cell, "algorithm") == Json(algorithm);
    if (is_it) return at_path(cell, noise + ".1").number();
  }
  return std::nan("");
}

void expect_column(const std::string& example, const std::string& noise) {
  const Json reference = file("tests/vectors/figures-3-4.json");
  const auto result = testing::run_experiment(one_column(example));
  ASSERT_TRUE(result) << result.error().field << result.error().message;
  const Json summary = at_path(*result, "nonPrivate.summary");
  ASSERT_EQ(summary.size(), 6u);
  for (const Json& cell : summary.elements()) {
    const std::string algorithm = at_path(cell, "algorithm").text();
    const double expected = reference_gap(reference, algorithm, noise);
    const double mean = at_path(cell, "final.suboptimality.mean").number();
    const double error = at_path(cell, "final.suboptimality.standardError").number() *
                         std::sqrt(1 + kRuns / kReferenceRuns);
    EXPECT_NEAR(mean, expected, kStandardErrors * error) << algorithm;
    // Narrow enough to tell noise that is wrong by sqrt 2, which doubles what noise leaves.
    EXPECT_LT(kStandardErrors * error, 0.5 * expected) << algorithm;
  }
}

TEST(Figure4, HasThePublishedGapsWithThePublishedNoise) {
  expect_column("figure-4-published", "published");
}

TEST(Figure4, HasTheReferencesGapsWithCorrectNoise) {
  expect_column("figure-4", "correct");
}

TEST(Figure4, ShowsTheTrueEpsilonsOfThePublishedRuns) {
  // Noise that is too small by sqrt 2, on batches of n / 100, divided as the paper has it.
  Workspace workspace;
  auto session = testing::open_session(workspace, file("examples/figure-4-published.json"));
  ASSERT_TRUE(session);
  const Json plan = *parse_json(*(*session)->plan());
  const Json plans = at_path(plan, "plans");
  int seen = 0;
  for (const Json& one : plans.elements()) {
    if (at_path(one, "algorithm") != Json("dp-nag-opt")) continue;
    const double steps = at_path(one, "iterations").number();
    // The figure's smoothness is computed from its data, so that nothing is promised.
    const double epsilon = at_path(one, "privacy.accounted.epsilon").number();
    if (steps != 136 && steps != 397) continue;
    ++seen;
    EXPECT_NEAR(epsilon, steps == 136 ? 1.693 : 1.517, 6e-4);
  }
  EXPECT_EQ(seen, 5);  // longer runs than the horizon
}

}  // namespace
}  // namespace noisy
