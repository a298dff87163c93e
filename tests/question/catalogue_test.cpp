#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/session/session.h"
#include "engine/question/catalogue.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::small_experiment;
using testing::with;

const Json& the_catalogue() {
  static const Json kCatalogue = *parse_json(catalogue(), {.members = 4096});
  return kCatalogue;
}

TEST(Catalogue, ListsEveryAlgorithmWithItsParameters) {
  const Json list = at_path(the_catalogue(), "algorithms");
  ASSERT_EQ(list.size(), algorithms().size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json entry = list.element(i);
    EXPECT_EQ(at_path(entry, "id"), Json(algorithms()[i].id));
    EXPECT_EQ(at_path(entry, "parameters").size(), algorithms()[i].parameters.size());
    for (const char* text : {"title", "summary", "guarantee"}) {
      EXPECT_FALSE(at_path(entry, text).text().empty()) << text;
    }
  }
}

/// Every parameter of every block can be shown as a form and says what it is.
void check_parameters(const Json& value) {
  if (const Json* parameters = value.find("parameters")) {
    for (const Json& parameter : parameters->elements()) {
      if (!parameter.is_object()) continue;
      const std::string name = at_path(parameter, "name").text();
      EXPECT_FALSE(at_path(parameter, "title").text().empty()) << name;
      EXPECT_FALSE(at_path(parameter, "description").text().empty()) << name;
      const std::string type = at_path(parameter, "type").text();
      EXPECT_EQ(type == "choice", parameter.find("choices") && !parameter.find("maximum")) << name;
    }
  }
  for (const auto& [key, member] : value.members()) check_parameters(member);
  for (const Json& element : value.elements()) check_parameters(element);
}

TEST(Catalogue, SaysWhatEveryParameterIs) {
  check_parameters(the_catalogue());
}

/// Where the file has to state a number, or a rule stands for one, a form begins with a public,
/// sensible one, never with the least.
void check_starts(const Json& value, int& found) {
  const bool is_parameter = value.find("type") && value.find("title") && value.find("source");
  if (is_parameter) {
    const std::string name = at_path(value, "name").text();
    const std::string type = at_path(value, "type").text();
    const Json* usual = value.find("default");
    const bool is_required = !usual && !value.find("defaultRule");
    const bool is_number = type != "choice" && type != "boolean" && type != "vectors";
    const bool has_word = type.ends_with("-or-choice") && !(usual && usual->is_number());
    const bool has_start = value.find("start") != nullptr;
    if (is_number && (is_required || has_word)) EXPECT_TRUE(has_start) << name;
    // Of two of which the file states one, as "count" and "share", each has a rule.
    if (!is_number || !(is_required || has_word || value.find("defaultRule"))) {
      EXPECT_FALSE(has_start) << name;
    }
    if (!is_number && type != "vectors") EXPECT_FALSE(is_required) << name;
    if (const Json* start = value.find("start")) {
      ++found;
      const double number = at_path(*start, "value").number();
      if (!start->find("of")) {
        EXPECT_LE(number, at_path(value, "maximum").number()) << name;
        const Json* least = value.find("minimum");
        EXPECT_GT(number, (least ? *least : at_path(value, "exclusiveMinimum")).number()) << name;
      }
      EXPECT_LE(std::abs(number), 10'000) << name;
      EXPECT_GE(std::abs(number), 0.01) << name;
    }
  }
  for (const auto& [key, member] : value.members()) check_starts(member, found);
  for (const Json& element : value.elements()) check_starts(element, found);
}

TEST(Catalogue, HasASensibleStartForEveryNumberThatAFormAsksFor) {
  int found = 0;
  for (const char* block : {"algorithms", "losses", "gallery", "saddles", "regularizers", "domains",
                            "gradientClip", "constants", "syntheticData", "preprocess"}) {
    check_starts(at_path(the_catalogue(), block), found);
  }
  EXPECT_GE(found, 40);
}

TEST(Catalogue, HasTheBlocksThatFormsAreMadeOf) {
  for (const char* block :
       {"losses", "regularizers", "domains", "builtinData", "syntheticData", "preprocess",
        "notions", "neighbours", "mechanisms", "calibrations", "diagnostics", "errors"}) {
    EXPECT_GT(at_path(the_catalogue(), block).size(), 0u) << block;
  }
  EXPECT_EQ(at_path(the_catalogue(), "notions.1.parameters"),
            Json::array({Json("epsilon"), Json("delta")}));
  EXPECT_EQ(at_path(the_catalogue(), "limits.repeats"), Json(10000));
}

TEST(Catalogue, ListsEveryErrorCodeOnce) {
  std::set<std::string> codes;
  const Json errors = at_path(the_catalogue(), "errors");
  for (const Json& entry : errors.elements()) codes.insert(at_path(entry, "code").text());
  EXPECT_EQ(codes.size(), errors.size());
  EXPECT_TRUE(codes.contains("invalid-budget"));
  EXPECT_TRUE(codes.contains("internal"));
}

TEST(Catalogue, EveryAlgorithmPlansWithItsDefaults) {
  for (const AlgorithmEntry& entry : algorithms()) {
    Workspace workspace;
    Json tree = with(small_experiment(), "algorithms", R"([{"id":")" + entry.id + R"("}])");
    const bool is_pure = std::ranges::find(entry.notions, Notion::pure) != entry.notions.end();
    if (entry.is_private && !is_pure) {
      tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
    }
    if (entry.problem_use == ProblemUse::saddles) tree = testing::with_saddle_problem(tree, entry);
    if (entry.term_use == TermUse::domain_only) {
      tree = with(tree, "problem.regularizer", R"({"kind":"none"})");
      tree = with(tree, "problem.domain", R"({"kind":"l1-ball","radius":1})");
    }
    if (entry.asks_at_origin) {
      tree = testing::with_suitable_domain(tree, entry);
    } else if (entry.term_use == TermUse::smooth_in_domain) {
      tree = with(tree, "problem.domain", R"({"kind":"l1-ball","radius":1})");
    }
    if (testing::is_for_kl(entry)) {
      tree = with(tree, "data", R"({"kind":"synthetic","name":"balanced-tilts","samples":1e8,
                                    "features":2,"bound":0.5})");
      tree = with(tree, "problem", R"({"kind":"gallery","name":"tilted-power","power":2})");
      // Fixed rounds travel far; proximal steps stay near, and pay for every bound on the way.
      const bool stays = entry.plans_without_smoothness;
      tree = with(tree, "problem.domain",
                  R"({"kind":"l2-ball","radius":)" + std::string(stays ? "1.5" : "2000") + "}");
      tree = with(tree, "run.diagnostics", "[]");
    }
    auto session = testing::open_session(workspace, tree);
    ASSERT_TRUE(session) << entry.id;
    const auto plan = (*session)->plan();
    EXPECT_TRUE(plan) << entry.id << ": " << plan.error().message;
  }
}

TEST(Catalogue, SuggestedPipelinesOfBuiltInDataGiveCertifiedPlans) {
  const Json list = at_path(the_catalogue(), "builtinData");
  for (const Json& entry : list.elements()) {
    const std::string name = at_path(entry, "name").text();
    Json tree = with(small_experiment(), "data", R"({"kind":"builtin","name":")" + name + "\"}");
    tree = with(tree, "data.preprocess", write_json(at_path(entry, "suggestedPreprocess")));
    const std::string loss = at_path(entry, "suggestedLoss").text();
    tree = with(tree, "problem.loss", '"' + loss + '"');
    if (loss == "squared") {
      tree = with(tree, "problem.gradientClip", R"({"norm":"l1","bound":1})");
      tree = with(tree, "run.diagnostics", R"(["objective"])");
    }
    Workspace workspace;
    auto session = testing::open_session(workspace, tree);
    ASSERT_TRUE(session) << name << ": " << session.error().message;
    const auto plan = (*session)->plan();
    ASSERT_TRUE(plan) << name << ": " << plan.error().message;
    EXPECT_EQ(at_path(*parse_json(*plan), "plans.0.privacy.certified"), Json(true)) << name;
    EXPECT_EQ(at_path(*parse_json(*plan), "data.samples"), at_path(entry, "samples")) << name;
  }
}

}  // namespace
}  // namespace noisy
