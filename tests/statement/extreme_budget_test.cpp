// Whatever budget a file asks for: the engine's own check accepts what its planner accepts, and the
// planner refuses the rest at a field of the budget.
#include <gtest/gtest.h>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/json/vocabulary.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::report_of;
using testing::with;
using testing::with_suitable_domain;

constexpr const char* kBudgets[] = {"1e-100", "1e-20", "1e-6", "3", "1e6", "1e10", "1e300"};
constexpr const char* kDeltas[] = {"1e-100", "3e-7", "0.5", "0.999999"};

/// The budgets of a notion, as privacy blocks.
std::vector<std::string> blocks(Notion notion) {
  const std::string begin = R"({"notion":")" + word_for(notion) + R"(",)";
  std::vector<std::string> out;
  for (const std::string budget : kBudgets) {
    if (notion == Notion::zcdp) out.push_back(begin + R"("rho":)" + budget + "}");
    if (notion == Notion::pure) out.push_back(begin + R"("epsilon":)" + budget + "}");
    if (notion != Notion::approximate) continue;
    for (const std::string delta : kDeltas) {
      out.push_back(begin + R"("epsilon":)" + budget + R"(,"delta":)" + delta + "}");
    }
  }
  return out;
}

/// Six records and few steps of the algorithm alone, in a problem that suits it.
Json suitable(const AlgorithmEntry& entry, const char* release) {
  Json tree =
      with(testing::small_experiment(), "run",
           R"({"repeats":1,"randomness":{"mode":"reproducible","seed":7},"trace":{"points":2},
                       "diagnostics":[]})");
  tree = with(tree, "run.release", "\"" + std::string(release) + "\"");
  tree = with(tree, "algorithms", R"([{"id":")" + entry.id + R"("}])");
  const std::pair<const char*, const char*> few[] = {
      {"iterations", "3"}, {"epochs", "2"}, {"innerIterations", "3"}, {"theory", "\"none\""}};
  for (const auto& [name, value] : few) {
    const std::string_view parameter = name;
    const bool is_svrg = entry.id.starts_with("dp-svrg");
    if (parameter == "theory" && !is_svrg) continue;
    // A bound that few inner iterations cannot reach is refused at them, for any budget.
    if (parameter == "innerIterations" && testing::is_for_kl(entry)) continue;
    if (std::ranges::find(entry.parameters, name, &ParameterSpec::name) == entry.parameters.end())
      continue;
    tree = with(tree, std::string("algorithms.0.parameters.") + name, value);
  }
  return with_suitable_domain(tree, entry);
}

class ExtremeBudget : public ::testing::TestWithParam<std::string> {};

TEST_P(ExtremeBudget, IsRefusedByNameOrPassesTheEnginesOwnCheck) {
  const AlgorithmEntry& entry = *find_algorithm(GetParam());
  int accepted = 0;
  for (const char* release : {"floating", "hardened"}) {
    const Json tree = suitable(entry, release);
    for (const Notion notion : entry.notions) {
      if (notion == Notion::none) continue;
      for (const std::string& block : blocks(notion)) {
        const std::string what = std::string(release) + " " + block;
        const auto result = testing::run_experiment(with(tree, "privacy", block));
        if (!result) {
          const std::string& field = result.error().field;
          EXPECT_TRUE(field.starts_with("privacy.") || field == "run.randomness.release")
              << what << ": " << field << ": " << result.error().message;
          EXPECT_FALSE(result.error().message.empty());
          continue;
        }
        ++accepted;
        const Json report = report_of(*result);
        EXPECT_EQ(at_path(report, "consistent"), Json(true))
            << what << ": " << write_json(at_path(report, "problems"));
        EXPECT_EQ(at_path(report, "experiment.compared"), Json(true)) << what;
      }
    }
  }
  EXPECT_GT(accepted, 0);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, ExtremeBudget,
                         ::testing::ValuesIn(testing::algorithm_ids(
                             [](const AlgorithmEntry& entry) { return entry.is_private; })),
                         testing::kNamedById);

}  // namespace
}  // namespace noisy
