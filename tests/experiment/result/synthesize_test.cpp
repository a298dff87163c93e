// Synthetic records drawn from results.
#include "engine/experiment/result/synthesize.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "engine/experiment/result/replay.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/statement/statements.h"

namespace noisy::testing {
namespace {

Json experiment(const char* privacy = R"({"notion":"zcdp","rho":0.5})") {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"markov-bits","samples":60,"features":3})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"marginal-queries","targetLevels":2})");
  tree = with(tree, "algorithms", R"([{"id":"mwem","parameters":{"iterations":4}}])");
  return without(with(with(tree, "privacy", privacy), "run.repeats", "2"), "run.diagnostics");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

TEST(Synthesize, WritesAsManyRecordsAsTheDataHadWithAHeader) {
  const std::string result = write_json(result_of(experiment()));
  const auto text = synthesize(result, {});
  ASSERT_TRUE(text) << text.error().message;
  const auto lines = lines_of(*text);
  ASSERT_EQ(lines.size(), 61u);
  EXPECT_EQ(lines[0], "x1,x2,x3,target");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    ASSERT_EQ(lines[i].size(), 7u);
    for (const std::size_t at : {0, 2, 4, 6})
      EXPECT_TRUE(lines[i][at] == '0' || lines[i][at] == '1');
  }
  // Post-processing of what may be published: the same from the redacted result.
  EXPECT_EQ(synthesize(*redact(result), {}).value(), *text);
  EXPECT_EQ(synthesize(result, {}).value(), *text);
  EXPECT_NE(synthesize(result, {.seed = 2}).value(), *text);
  EXPECT_NE(synthesize(result, {.run = 1}).value(), *text);
}

/// By chi-square of 15 degrees of freedom at false-alarm rate 1e-9: below 78.
TEST(Synthesize, DrawsFromTheReleasedHistogram) {
  const Json result = result_of(experiment());
  constexpr double kRecords = 100'000;
  const auto text = synthesize(write_json(result), {.records = static_cast<Index>(kRecords)});
  ASSERT_TRUE(text);
  std::map<std::string, double> counts;
  for (const std::string& line : lines_of(*text)) counts[line] += 1;
  const Json& solution = at_path(result, "runs.0.solution");
  double statistic = 0;
  for (std::size_t z = 0; z < 16; ++z) {
    std::string line;
    for (const std::size_t bit : {8u, 4u, 2u, 1u}) {
      line += (line.empty() ? "" : ",") + std::string((z & bit) != 0 ? "1" : "0");
    }
    const double wanted = kRecords * solution.element(z).number();
    statistic += (counts[line] - wanted) * (counts[line] - wanted) / wanted;
  }
  EXPECT_LT(statistic, 78);
}

Json people() {
  Json tree = with(experiment(), "data",
                   R"({"kind":"file","name":"people.csv","format":"csv","target":"income, paid",
                       "columns":[{"name":"=work","words":["Private","Self, \"own\"","=1+1"],
                                   "other":"#other"},
                                  {"name":"age","edges":[25,40.5]},
                                  {"name":"income, paid","words":["<=50K",">50K"]}]})");
  tree = with(tree, "privacy", R"({"notion":"zcdp","rho":50})");
  return with(tree, "problem", R"({"kind":"saddle","name":"marginal-queries"})");
}

constexpr const char* kPeople = "=work,age,\"income, paid\"\n";
constexpr const char* kFourMore =
    "Private,24,<=50K\n\"Self, \"\"own\"\"\",30,>50K\n=1+1,70,>50K\nnobody knows,41,<=50K\n";

/// What is written with names and words reads back with the same words as the same codes, where
/// intervals are words, too.
TEST(Synthesize, WritesNamesWordsAndIntervalsThatReadBackAsTheirCodes) {
  std::string records = kPeople;
  for (int i = 0; i < 40; ++i) records += kFourMore;
  const Json result = result_of(people(), {.data = records});
  const std::string text = write_json(result);
  const auto named = synthesize(text, {.records = 200});
  ASSERT_TRUE(named) << named.error().message;
  const auto coded = synthesize(text, {.records = 200, .codes = true});
  ASSERT_TRUE(coded) << coded.error().message;
  EXPECT_EQ(lines_of(*named)[0], "=work,age,\"income, paid\"");
  EXPECT_EQ(lines_of(*coded)[0], lines_of(*named)[0]);
  for (const char* cell : {"Private,", "\"Self, \"\"own\"\"\",", "=1+1,", "\"#other\",", "< 25,",
                           "\"[25, 40.5)\",", ">= 40.5,", "<=50K\n", ">50K\n"}) {
    EXPECT_NE(named->find(cell), std::string::npos) << cell;
  }
  const auto hash_of = [](const Json& tree, const std::string& data) {
    const auto again = run_experiment(tree, {.data = data});
    EXPECT_TRUE(again) << again.error().field << ": " << again.error().message;
    return again ? write_json(at_path(*again, "nonPrivate.dataHash")) : "";
  };
  const Json words = with(people(), "data.columns.1",
                          R"j({"name":"age","words":["< 25","[25, 40.5)",">= 40.5"]})j");
  const Json numbers = with(people(), "data.columns",
                            R"([{"name":"=work"},{"name":"age"},{"name":"income, paid"}])");
  const std::string from_codes =
      hash_of(with(with(numbers, "problem.levels", "[4,3]"), "problem.targetLevels", "2"), *coded);
  EXPECT_EQ(hash_of(words, *named), from_codes);
  EXPECT_NE(hash_of(words, *synthesize(text, {.records = 200, .seed = 2})), from_codes);
  // Nothing but the result is read: it is the same from the redacted one.
  EXPECT_EQ(synthesize(*redact(text), {.records = 200}).value(), *named);
}

TEST(Synthesize, KnowsTheNamesOfBuiltInDataAndItsClasses) {
  Json tree = with(experiment(), "data", R"({"kind":"builtin","name":"breast-cancer"})");
  tree = with(tree, "data.columns",
              R"([{"name":"mean radius","edges":[10,20]},{"name":21,"edges":[20]}])");
  const std::string text = write_json(result_of(tree));
  const auto lines = lines_of(synthesize(text, {.records = 20}).value());
  EXPECT_EQ(lines[0], "mean radius,worst texture,target");
  EXPECT_TRUE(lines[1].ends_with(",malignant") || lines[1].ends_with(",benign")) << lines[1];
  // A step that changes values leaves the names and takes the labels; one that chooses keeps both.
  const Json chosen = with(with(tree, "data.preprocess",
                                R"([{"kind":"select-columns","columns":[1]},
                                    {"kind":"clamp-target","lower":0,"upper":1}])"),
                           "problem.levels", "2");
  const auto few = lines_of(synthesize(write_json(result_of(chosen)), {.records = 3}).value());
  EXPECT_EQ(few[0], "worst texture,target");
  EXPECT_TRUE(few[1].starts_with("< 20,") || few[1].starts_with(">= 20,")) << few[1];
  EXPECT_TRUE(few[1].ends_with(",0") || few[1].ends_with(",1")) << few[1];
}

TEST(Synthesize, RefusesWhatHoldsNoHistogram) {
  const auto refused = [](const Json& result, const SynthesisRequest& request = {}) {
    const auto text = synthesize(write_json(result), request);
    return text ? Error{} : text.error();
  };
  EXPECT_EQ(synthesize("{", {}).error().code, ErrorCode::invalid_json);
  const Json result = result_of(experiment());
  EXPECT_EQ(refused(result, {.run = 2}).code, ErrorCode::invalid_value);
  EXPECT_EQ(refused(without(result, "runs.0.solution")).code, ErrorCode::unsupported_option);
  EXPECT_EQ(refused(with(result, "runs.0.solution.3", "-0.1")).code, ErrorCode::unsupported_option);
  EXPECT_EQ(refused(with(result, "runs.0.solution", "[0.5,0.5]")).code,
            ErrorCode::unsupported_option);
  const Json other = result_of(small_experiment());
  EXPECT_EQ(refused(other).code, ErrorCode::unsupported_option);
  // What is not private is under nonPrivate, and stays there.
  EXPECT_EQ(refused(result_of(experiment(R"({"notion":"none"})"))).code,
            ErrorCode::unsupported_option);
  // Without a statement nothing says n.
  const Json silent = without(result, "privacy.statement");
  EXPECT_EQ(refused(silent).field, "records");
  EXPECT_EQ(lines_of(synthesize(write_json(silent), {.records = 5}).value()).size(), 6u);
}

}  // namespace
}  // namespace noisy::testing
