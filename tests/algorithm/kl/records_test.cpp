// Records count by what they are, not by where they stand or how often they are stored.
#include <gtest/gtest.h>

#include "tests/experiment/file/suitable_problem.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

/// ||w||^2 / 2 with balanced tilts, enough records that each of the methods takes steps.
Json experiment_of(const AlgorithmEntry& entry) {
  Json tree = *parse_json(R"({
    "version":1,
    "data":{"kind":"synthetic","name":"balanced-tilts","samples":400,"features":3,"bound":0.5},
    "problem":{"kind":"gallery","name":"tilted-power","power":2},
    "privacy":{"notion":"zcdp","rho":20000},
    "run":{"repeats":2,"randomness":{"mode":"reproducible","seed":11},"trace":{"points":50},
           "diagnostics":[]}})");
  tree = with(tree, "algorithms", R"([{"id":")" + entry.id + R"("}])");
  return with_suitable_domain(std::move(tree), entry);
}

class RecordsOfKlMethods : public ::testing::TestWithParam<std::string> {};

/// Two groups that count 200 records each, or 400 rows one by one: other orders of the same
/// sums. Noise is of the same seed, so paths agree but for the sums' rounding.
TEST_P(RecordsOfKlMethods, GroupsAndRowsGiveTheSamePath) {
  const Json groups = experiment_of(*find_algorithm(GetParam()));
  const Json few = result_of(groups);
  const Json all = result_of(with(groups, "data.storage", R"("dense")"));
  for (const std::string run : {"runs.0", "runs.1"}) {
    const Json path = at_path(few, run + ".trace.iteration");
    ASSERT_GT(path.size(), 2U);
    EXPECT_EQ(write_json(path), write_json(at_path(all, run + ".trace.iteration")));
    const Json left = at_path(few, run + ".solution"), right = at_path(all, run + ".solution");
    ASSERT_EQ(left.size(), 3U);
    for (std::size_t j = 0; j < left.size(); ++j) {
      EXPECT_NEAR(left.element(j).number(), right.element(j).number(), 1e-11);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, RecordsOfKlMethods,
                         ::testing::ValuesIn(testing::algorithm_ids(testing::is_for_kl)),
                         testing::kNamedById);

}  // namespace
}  // namespace noisy::testing
