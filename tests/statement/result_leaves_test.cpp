// A lie in every leaf that a run of a result holds outside of nonPrivate, by every algorithm: all
// that follows from the plan is compared with it, and what only noise or a clock determines is
// listed here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <regex>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/json/vocabulary.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::report_of;
using testing::result_of;
using testing::run_experiment;
using testing::small_experiment;
using testing::with;

/// Leaves whose numbers may be others without being noticed.
struct Undetermined {
  const char* path;  ///< a regular expression
  const char* reason;
};

constexpr Undetermined kAlways[] = {
    {R"(runs\.\d+\.solution\.\d+)", "is a released number"},
    {R"(runs\.\d+\.trace\.leastEigenvalue\.\d+)", "is told of a released number"},
    {R"(runs\.\d+\.seconds)", "is read from a clock"},
    {R"(runs\.\d+\.trace\.seconds\.\d+)", "is read from a clock"}};

/// Of algorithms that choose each release by what was released before.
constexpr Undetermined kOpen[] = {
    {R"(runs\.\d+\.trace\.(round|targetGap|estimateNorm|threshold|noisyNorm|noiseScale)\.\d+)",
     "is told of released numbers"},
    {R"(runs\.\d+\.trace\.(gradientEvaluations|(epsilon|rho)Spent)\.[1-9]\d*)",
     "follows from how many releases a step chose"},
    {R"(runs\.\d+\.trace\.iteration\.[1-9]\d*)", "is where a run ended by what it released"},
    {R"(runs\.\d+\.gradientEvaluations)", "follows from where a run ended by what it released"},
    {R"(runs\.\d+\.privacy\.ledger\.\d+\.(noiseScale|cost)\w*)",
     "is chosen by released numbers, within what the statement lists"}};

bool is_listed(std::span<const Undetermined> list, const std::string& path) {
  return std::ranges::any_of(list, [&](const Undetermined& each) {
    return std::regex_match(path, std::regex(each.path));
  });
}

bool is_noticed(const Json& result) {
  return at_path(report_of(result), "consistent") != Json(true);
}

/// Visits every leaf of a tree that is neither under nonPrivate nor of a sweep, and every object.
void visit(const Json& tree, const std::string& path,
           const std::function<void(const std::string&, const Json&)>& take) {
  if (!tree.is_array()) take(path, tree);
  for (const auto& [key, value] : tree.members()) {
    if (key != "nonPrivate" && key != "sweep") visit(value, path + "." + key, take);
  }
  for (std::size_t i = 0; tree.is_array() && i < tree.size(); ++i) {
    visit(tree.element(i), path + "." + std::to_string(i), take);
  }
}

/// What a liar could put in a leaf's place; one more member of an object.
std::vector<Json> lies_about(const Json& leaf) {
  if (leaf.is_object()) {
    Json more = leaf;
    more.set("more", 1);
    return {more};
  }
  if (leaf.is_boolean()) return {!leaf.boolean()};
  if (leaf.is_number()) return {leaf.number() * 0.99 + (leaf.number() == 0), "x"};
  if (leaf.is_text()) return {leaf.text() + "x", "", 1};
  return {1, "x"};
}

/// Tells lies about everything below these places; all but those of the lists must be noticed.
///
/// @return about how many leaves
int expect_lies_noticed(const Json& result, std::initializer_list<std::string> roots,
                        std::span<const Undetermined> own = {}) {
  int leaves = 0;
  for (const std::string& root : roots) {
    visit(at_path(result, root), root, [&](const std::string& path, const Json& leaf) {
      ++leaves;
      const bool is_free = is_listed(kAlways, path) || is_listed(own, path);
      for (const Json& lie : lies_about(leaf)) {
        // Where steps tell no number they tell null.
        if (is_free && !lie.is_text() && !leaf.is_text()) continue;
        EXPECT_TRUE(is_noticed(with(result, path, write_json(lie))))
            << path << " " << write_json(leaf).substr(0, 80) << " -> "
            << write_json(lie).substr(0, 80);
      }
    });
  }
  return leaves;
}

/// A small experiment by an algorithm; nothing where it has none by this notion.
std::optional<Json> result_by(const AlgorithmEntry& entry, const char* privacy, const char* run) {
  Json tree = with(small_experiment(), "algorithms", R"([{"id":")" + entry.id + R"("}])");
  for (const ParameterSpec& parameter : entry.parameters) {
    if (parameter.name == "iterations") {
      tree = with(tree, "algorithms.0.parameters", R"({"iterations":7})");
    }
  }
  tree = entry.problem_use == ProblemUse::saddles
             ? testing::with_saddle_problem(tree, entry)
             : with(tree, "problem", write_json(testing::problem_for(entry)));
  if (entry.asks_at_origin) tree = testing::with_suitable_domain(tree, entry);
  if (testing::is_for_kl(entry)) {
    tree = with(tree, "data", R"({"kind":"synthetic","name":"balanced-values","samples":1000000,
                                  "mean":1,"spread":1})");
    tree = with(tree, "problem", R"({"kind":"gallery","name":"hyperbola","innerRadius":1,
                                     "domain":{"kind":"l2-ball","radius":8}})");
    tree = with(tree, "algorithms.0.parameters", R"({"start":[1.6,0.1]})");
    const auto is_inner = [](const ParameterSpec& spec) { return spec.name == "innerIterations"; };
    if (std::ranges::any_of(entry.parameters, is_inner)) {
      tree = with(tree, "algorithms.0.parameters.innerIterations", "30");
    }
    if (entry.id == "fixed-round-spider") {  // whose rounds travel far
      tree = with(tree, "data", R"({"kind":"synthetic","name":"balanced-tilts","samples":20000,
                                    "features":2,"bound":1})");
      tree = with(tree, "problem", R"({"kind":"gallery","name":"tilted-power","power":2,
                                       "domain":{"kind":"l2-ball","radius":300}})");
      tree = with(tree, "algorithms.0.parameters", "{}");
    }
    if (entry.id == "kl-proximal-point") {
      tree = with(tree, "algorithms.0.parameters.mode", R"("practical")");
    }
  }
  const auto result = run_experiment(with(with(tree, "privacy", privacy), "run", run));
  return result ? std::optional(*result) : std::nullopt;
}

constexpr const char* kNotions[] = {R"({"notion":"pure","epsilon":0.3})",
                                    R"({"notion":"approximate","epsilon":0.5,"delta":1e-6})",
                                    R"({"notion":"zcdp","rho":0.5})"};
constexpr const char* kRuns[] = {
    R"({"repeats":1,"diagnostics":[],"trace":{"points":4},
        "randomness":{"mode":"reproducible","seed":3}})",
    R"({"repeats":1,"diagnostics":[],"trace":{"points":3},
        "randomness":{"mode":"secure","release":"floating"}})"};

class Leaves : public ::testing::TestWithParam<std::string> {};

TEST_P(Leaves, LiesAreNoticedInAllThatNoiseDoesNotDetermine) {
  const AlgorithmEntry& entry = *find_algorithm(GetParam());
  int leaves = 0;
  std::size_t results = 0;
  for (const char* privacy : kNotions) {
    const auto result = result_by(entry, privacy, kRuns[results % std::size(kRuns)]);
    if (!result || results == std::size(kRuns)) continue;
    ++results;
    const Json report = report_of(*result);
    ASSERT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report);
    EXPECT_THAT(write_json(report), ::testing::Not(::testing::HasSubstr("the traces of")));
    const bool is_open = !at_path(*result, "privacy.statement.entries.0.cost.cap").is_null();
    leaves += expect_lies_noticed(*result, {"runs.0", "version", "status", "fingerprint"},
                                  is_open ? std::span(kOpen) : std::span<const Undetermined>());
  }
  EXPECT_GT(leaves, 0);
}

std::vector<std::string> private_algorithms() {
  std::vector<std::string> ids;
  for (const AlgorithmEntry& entry : algorithms()) {
    if (entry.is_private && !entry.leaks) ids.push_back(entry.id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(CheckStatement, Leaves, ::testing::ValuesIn(private_algorithms()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(ResultLeaves, TracedIteratesSolutionAndFingerprintProveEachOther) {
  for (const char* id : {"dp-gd", "output-perturbation-gd"}) {
    const auto result = result_by(*find_algorithm(id), kNotions[2],
                                  R"({"repeats":1,"diagnostics":[],"trace":{"iterates":true}})");
    ASSERT_TRUE(result);
    ASSERT_FALSE(is_noticed(*result)) << write_json(report_of(*result));
    for (const std::string root : {"runs.0.trace.iterates", "runs.0.solution"}) {
      visit(at_path(*result, root), root, [&](const std::string& path, const Json& leaf) {
        EXPECT_TRUE(is_noticed(with(*result, path, number_text(leaf.number() + 1)))) << path;
      });
    }
  }
}

TEST(ResultLeaves, NoticesIteratesThatNobodyAskedFor) {
  for (const char* id : {"dp-gd", "output-perturbation-gd"}) {
    const auto result = result_by(*find_algorithm(id), kNotions[2], kRuns[0]);
    ASSERT_TRUE(result);
    std::string path;
    for (std::size_t i = 0; i < at_path(*result, "runs.0.trace.iteration").size(); ++i) {
      path += (i > 0 ? "," : "") + write_json(at_path(*result, "runs.0.solution"));
    }
    EXPECT_TRUE(is_noticed(with(*result, "runs.0.trace.iterates", "[" + path + "]"))) << id;
  }
}

TEST(ResultLeaves, SecureRunsHoldNoTimes) {
  const auto result = result_by(*find_algorithm("dp-gd"), kNotions[0], kRuns[1]);
  EXPECT_TRUE(is_noticed(with(*result, "runs.0.seconds", "0.5")));
  EXPECT_TRUE(is_noticed(with(*result, "runs.0.trace.seconds", "[0,0,0,0,0,0,0,0]")));
}

TEST(ResultLeaves, NoticesAReasonToStopThatIsNotTheAlgorithms) {
  const auto known = result_by(*find_algorithm("adaptive-noisy-gd"), kNotions[2], kRuns[0]);
  ASSERT_TRUE(known);
  const Json stop = at_path(*known, "runs.0.stop");
  ASSERT_TRUE(stop.is_object());
  for (const char* run : {kRuns[0], kRuns[1]}) {
    const auto result = result_by(*find_algorithm("dp-gd"), kNotions[2], run);
    EXPECT_TRUE(is_noticed(with(*result, "runs.0.stop", write_json(stop))));
  }
}

TEST(ResultLeaves, OfAStoppedRunTheTraceIsABeginningOfThePlans) {
  Json result = *result_by(*find_algorithm("dp-gd"), kNotions[2], kRuns[0]);
  result = with(result, "runs.0.trace.iteration", "[0,1,3]");
  EXPECT_TRUE(is_noticed(result));
}

TEST(ResultLeaves, AFileWithoutRunsIsNotCalledConsistent) {
  const Json result = result_of(small_experiment());
  EXPECT_TRUE(is_noticed(testing::without(result, "runs")));
  EXPECT_TRUE(is_noticed(testing::without(result, "experiment")));
  // Cancelled before anything began: nothing is wrong, and nothing is known.
  const auto empty = assemble(write_json(small_experiment()), {});
  ASSERT_TRUE(empty);
  const Json report = report_of(*parse_json(*empty));
  EXPECT_TRUE(at_path(report, "consistent").is_null());
  EXPECT_EQ(at_path(report, "unknown.0"), Json("the file holds no run"));
}

TEST(ResultLeaves, StatusAndRepeatAreCheckedWhereNothingElseIsKnown) {
  Json result = result_of(small_experiment());
  result = with(result, "experiment.algorithms.0.id", R"("my-own")");
  for (const char* root : {"runs.0", "runs.1", "privacy.statement.entries.0"}) {
    result = with(result, std::string(root) + ".algorithm", R"("my-own")");
  }
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "problems").size(), 0u) << write_json(report);
  for (const auto& [path, lie] :
       {std::pair("runs.0.status", R"("all is well")"), std::pair("runs.0.status", "1"),
        std::pair("runs.1.repeat", "0.5"), std::pair("runs.1.repeat", "-1"),
        std::pair("runs.0.stop", R"("Ann is 61")"),
        std::pair("runs.0.stop", R"({"reason":"Ann is 61","text":""})"),
        std::pair("runs.0.error", R"({"code":"failed","field":"","message":"Ann is 61"})"),
        std::pair("runs.0.trace.iterates", "[[61,1]]"), std::pair("runs.0.privacy.epsilon", "5"),
        std::pair("runs.0.trace.epsilonSpent", "[0,1,0.5,1,2]"),
        std::pair("runs.0.trace.epsilonSpent", "[0,1,1.5,2,3]")}) {
    EXPECT_EQ(at_path(report_of(with(result, path, lie)), "consistent"), Json(false)) << path;
  }
}

// A file of a method with a solver that nobody knows here.
TEST(ResultLeaves, BesideAnUnknownSolverAllIsCheckedThatDoesNotDependOnIt) {
  for (const char* privacy : kNotions) {
    const auto known = result_by(*find_algorithm("output-perturbation"), privacy, kRuns[1]);
    if (!known) continue;
    const Json result = with(*known, "experiment.algorithms.0.parameters.solver", R"("my-own")");
    const Json report = report_of(result);
    EXPECT_EQ(at_path(report, "problems").size(), 0u) << write_json(report);
    EXPECT_EQ(at_path(report, "unknown.0"), Json("the solver my-own is not known here"));
    const Json assumptions = at_path(result, "privacy.statement.assumptions");
    std::string more = write_json(assumptions);
    more.replace(more.size() - 1, 1, R"(,"Ann is 61."])");
    for (const auto& [path, lie] :
         {std::pair("runs.0.stop", std::string(R"("Ann is 61")")),
          std::pair("runs.0.stop", std::string(R"({"reason":"ended","text":"Ann is 61"})")),
          std::pair("runs.0.status", std::string(R"("Ann is 61")")),
          std::pair("runs.0.error",
                    std::string(R"({"code":"failed","field":"","message":"Ann is 61"})")),
          std::pair("runs.0.trace.iterates", std::string("[[61,1],[1,1]]")),
          std::pair("privacy.statement.assumptions", more)}) {
      EXPECT_EQ(at_path(report_of(with(result, path, lie)), "consistent"), Json(false)) << path;
    }
  }
}

TEST(ResultLeaves, CountsOfGradientsOfAnAdaptiveRunAreWholeAndDoNotFall) {
  const auto result = result_by(*find_algorithm("adaptive-noisy-gd"), kNotions[2], kRuns[0]);
  ASSERT_TRUE(result);
  ASSERT_FALSE(is_noticed(*result)) << write_json(report_of(*result));
  for (const char* lie : {"0.37", "-1", "1e9", "null"}) {
    EXPECT_TRUE(is_noticed(with(*result, "runs.0.trace.gradientEvaluations.1", lie))) << lie;
  }
}

}  // namespace
}  // namespace noisy
