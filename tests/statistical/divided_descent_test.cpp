// What dividing the budget by the bound's weights costs descent where the bound is loose.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "source_directory.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::with;

Json fast_figures() {
  std::ifstream in(NOISY_SOURCE_DIRECTORY "/examples/figures-fast.json", std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return *parse_json(text.str());
}

TEST(DividedDescent, LosesAtMostATenthToAnEvenDivisionOverAGrid) {
  Json tree = with(fast_figures(), "algorithms",
                   R"([{"id":"dp-gd","parameters":{"start":10}},
                       {"id":"dp-gd-opt","parameters":{"start":10}}])");
  tree = with(tree, "sweep",
              R"([{"path":"algorithms.*.parameters.iterations","values":[100,500]},
                  {"path":"algorithms.*.parameters.stepScale","values":[0.1,1]},
                  {"path":"privacy.epsilon","values":[3,10]}])");
  tree = with(tree, "run.repeats", "10");
  tree = with(tree, "run.trace.points", "2");
  // The same noise for both, so that their ratio says more than their means.
  tree = with(tree, "run.randomness.common", "true");
  const auto result = testing::run_experiment(tree);
  ASSERT_TRUE(result) << result.error().field << result.error().message;
  std::map<std::string, double> even;
  int compared = 0;
  const Json summary = at_path(*result, "nonPrivate.summary");
  for (const Json& cell : summary.elements()) {
    const std::string point = write_json(at_path(cell, "sweep"));
    const double mean = at_path(cell, "final.suboptimality.mean").number();
    if (at_path(cell, "algorithm") == Json("dp-gd")) {
      even[point] = mean;
      continue;
    }
    ++compared;
    EXPECT_LE(mean, 1.1 * even.at(point)) << point;
  }
  EXPECT_EQ(compared, 8);
}

}  // namespace
}  // namespace noisy
