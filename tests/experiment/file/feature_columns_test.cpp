// data.columns whose entries make features: what is refused, what follows for d, bounds, names and
// statements, and steps that choose a share of the rows.
#include <gtest/gtest.h>

#include "engine/data/column_features.h"
#include "engine/experiment/plan/stated_data.h"
#include "engine/experiment/result/column_labels.h"
#include "engine/experiment/result/replay.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/file/experiments.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

constexpr const char* kColumns =
    R"([{"name":"job","words":["clerk","chief"],"other":"others","encode":"one-hot"},
        {"name":"school","words":["low","mid","high"],"encode":"ordered","missing":"mid"},
        {"name":"age","lower":20,"upper":60,"missing":30,"indicator":true},
        {"name":"hours","edges":[20,40],"encode":"one-hot"},{"name":"y"}])";

constexpr const char* kPeople =
    "age,note,job,school,hours,y\n"
    "20,?,clerk,low,40,1\n25,,chief,?,20,-1\n,x,cook,high,0,1\n99,,clerk,mid,39,-1\n";

/// The features of these records by hand.
constexpr const char* kFeatures =
    R"([[1,0,0,-1,-1,0,0,0,1],[0,1,0,0,-0.75,0,0,1,0],
        [0,0,1,1,-0.5,1,1,0,0],[1,0,0,0,1,0,0,1,0]])";

Json on_file(const char* columns = kColumns) {
  const Json tree = with(small_experiment(), "data",
                         R"({"kind":"file","name":"people.csv","format":"csv","target":"y"})");
  return with(tree, "data.columns", columns);
}

Json on_rows(const std::string& features) {
  return with(small_experiment(), "data",
              R"({"kind":"inline","targets":[1,-1,1,-1],"features":)" + features + "}");
}

/// Clipped, since records in the experiment have no bounds of their own; no row here is longer.
Json clipped(const Json& tree) {
  return with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":3}])");
}

PipelineFacts facts_of(const Json& tree, StatedShape shape = {.samples = 4, .features = 9}) {
  const auto read = read_experiment(write_json(tree));
  EXPECT_TRUE(read) << read.error().field << ": " << read.error().message;
  const auto data = stated_data(*(*read).data, {}, shape);
  EXPECT_TRUE(data) << data.error().field << ": " << data.error().message;
  return (*data)->facts;
}

TEST(FeatureColumns, BecomeTheFeaturesThatOneWouldWriteByHand) {
  const Json file = result_of(on_file(), {.data = kPeople});
  const Json rows = result_of(clipped(on_rows(kFeatures)));
  EXPECT_EQ(at_path(file, "nonPrivate.dataHash"), at_path(rows, "nonPrivate.dataHash"));
}

TEST(FeatureColumns, BoundEveryRecordWithoutAnyStep) {
  const PipelineFacts facts = facts_of(on_file());
  EXPECT_EQ(facts.features, 9);
  EXPECT_EQ(facts.bounds.linf, 1);
  // 1 of job, school and hours; of age |2 (30 - 20) / 40 - 1| + 1.
  EXPECT_EQ(facts.bounds.l1, 4.5);
  EXPECT_EQ(facts.bounds.l2, square_root_upward(4.25));
  const auto report = check_statement(write_json(result_of(on_file(), {.data = kPeople})));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->consistent) << report->json;
}

TEST(FeatureColumns, AreNamedAndAssumedInTheStatement) {
  const auto read = read_experiment(write_json(on_file()));
  const TableLabels labels = labels_of(*read->data, 9);
  std::vector<std::string> names;
  for (const ColumnLabel& label : labels.features) names.push_back(label.name);
  EXPECT_EQ(names, (std::vector<std::string>{"job=clerk", "job=chief", "job=others", "school",
                                             "age", "age is missing", "hours < 20",
                                             "hours in [20, 40)", "hours >= 40"}));
  const std::string text = write_json(result_of(on_file(), {.data = kPeople}));
  for (const char* part :
       {"\\\"job\\\" as 3 features of which one is 1 and all others 0 by a list of words, all "
        "other",
        "\\\"school\\\" as one of 3 equal steps from -1 to 1 by a list of words, a missing cell "
        "being "
        "\\\"mid\\\"",
        "\\\"age\\\" as a number, clamped to [20, 60] and mapped to [-1, 1], a missing cell being "
        "30 "
        "with 1 in a feature that is 0 elsewhere",
        "their words, edges, ranges and fillings of missing cells stand in experiment.data.columns",
        "by the ranges and codes of experiment.data.columns"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

TEST(FeatureColumns, OfRecordsInTheExperimentAndOfBuiltInDataAreMadeToo) {
  const char* columns = R"([{"name":2,"edges":[0.5],"encode":"one-hot"},
                            {"name":0,"lower":0,"upper":8,"missing":1,"indicator":true}])";
  const Json rows = with(on_rows("[[0,9,1],[4,9,0],[8,9,0.5],[16,9,0]]"), "data.columns", columns);
  const Json by_hand = on_rows("[[0,1,-1,0],[1,0,0,0],[0,1,1,0],[1,0,1,0]]");
  EXPECT_EQ(at_path(result_of(rows), "nonPrivate.dataHash"),
            at_path(result_of(clipped(by_hand)), "nonPrivate.dataHash"));
  const Json file = with(with(on_file(columns), "data.header", R"("no")"), "data.target", "3");
  EXPECT_EQ(at_path(result_of(file, {.data = "0,9,1,1\n4,9,0,-1\n8,9,0.5,1\n16,9,0,-1\n"}),
                    "nonPrivate.dataHash"),
            at_path(result_of(rows), "nonPrivate.dataHash"));
  const Json builtin = with(small_experiment(), "data", R"({"kind":"builtin","name":"breast-cancer",
      "columns":[{"name":"mean radius","lower":8,"upper":22},
                 {"name":"mean texture","edges":[15,20],"encode":"one-hot"},
                 {"name":"mean area"}]})");
  const PipelineFacts facts = facts_of(builtin);
  EXPECT_EQ(facts.features, 5);
  EXPECT_EQ(facts.bounds.l1, 4002);
  EXPECT_TRUE(check_statement(write_json(result_of(builtin)))->consistent);
}

Error refusal(const Json& tree) {
  const auto read = read_experiment(write_json(tree));
  return read ? Error{} : read.error();
}

void expect_refusal(const Json& tree, ErrorCode code, std::string_view field,
                    std::string_view message_part = "") {
  const Error error = refusal(tree);
  EXPECT_EQ(code_text(error.code), code_text(code)) << field << ": " << error.message;
  EXPECT_EQ(error.field, field) << error.message;
  EXPECT_NE(error.message.find(message_part), std::string::npos) << error.message;
}

/// An entry with these fields, beside the target's and one more.
Json entry(const std::string& fields, const std::string& target = "") {
  const std::string text = R"([{"name":"a",)" + fields + R"(},{"name":"b"},{"name":"y")" +
                           (target.empty() ? "" : "," + target) + "}]";
  return on_file(text.c_str());
}

TEST(FeatureColumns, AreRefusedWithAPlaceAndARemedy) {
  using enum ErrorCode;
  const std::string at = "data.columns.0.";
  expect_refusal(entry(R"("lower":0)"), missing_field, at + "upper", "other end");
  expect_refusal(entry(R"("upper":0)"), missing_field, at + "lower", "other end");
  expect_refusal(entry(R"("lower":1,"upper":1)"), invalid_value, at + "upper", "greater than");
  expect_refusal(entry(R"("lower":2,"upper":1)"), invalid_value, at + "upper", "greater than");
  expect_refusal(entry(R"("lower":null,"upper":1)"), invalid_type, at + "lower", "NaN");
  expect_refusal(entry(R"("lower":0,"upper":1e308)"), invalid_value, at + "upper", "at most");
  expect_refusal(entry(R"("lower":0,"upper":"x")"), invalid_type, at + "upper");
  expect_refusal(entry(R"("lower":0,"upper":1,"words":["x","y"])"), conflicting_fields,
                 at + "lower", "words make codes");
  expect_refusal(entry(R"("upper":1,"edges":[1])"), conflicting_fields, at + "upper", "edges make");
  expect_refusal(entry(R"("lower":0,"upper":1,"encode":"one-hot")"), conflicting_fields,
                 at + "encode", "give them");
  expect_refusal(entry(R"("encode":"ordered")"), conflicting_fields, at + "encode", "give them");
  expect_refusal(entry(R"("edges":[1],"encode":"onehot")"), invalid_value, at + "encode",
                 "Did you mean \"one-hot\"?");
  expect_refusal(entry(R"("words":["x"],"encode":"one-hot")"), invalid_value, at + "words",
                 "2 words");
  expect_refusal(entry(R"("words":["x","y","x"],"encode":"one-hot")"), invalid_value,
                 at + "words.2", "leave it out");
  expect_refusal(entry(R"("indicator":true)"), missing_field, at + "missing", "reads as");
  expect_refusal(entry(R"("indicator":1,"missing":1)"), invalid_type, at + "indicator");
  expect_refusal(entry(R"("missing":"x")"), invalid_type, at + "missing", "a number");
  expect_refusal(entry(R"("edges":[1],"missing":"x")"), invalid_type, at + "missing", "a number");
  expect_refusal(entry(R"("words":["x","y"],"missing":1)"), invalid_type, at + "missing", "words");
  expect_refusal(entry(R"("words":["clerk","y"],"missing":"clark")"), invalid_value, at + "missing",
                 "Did you mean \"clerk\"?");
  expect_refusal(entry(R"("missing":1e301)"), invalid_value, at + "missing");
  EXPECT_EQ(refusal(entry(R"("words":["x","y"],"other":"o","missing":"o")")).message, "");
  EXPECT_EQ(refusal(entry(R"("indicator":false)")).message, "");
  EXPECT_EQ(refusal(entry(R"("lower":0,"upper":4e-324)")).message, "");
  expect_refusal(on_file(R"([{"name":"a","edges":[1],"encode":"one-hot"},{"name":"a"}])"),
                 invalid_value, "data.columns.1.name", "too");
}

TEST(FeatureColumns, AreNotMadeOfTheTarget) {
  using enum ErrorCode;
  const std::string at = "data.columns.2.";
  const auto target = [](const char* fields) { return entry(R"("edges":[1])", fields); };
  expect_refusal(target(R"("edges":[0],"encode":"ordered")"), conflicting_fields, at + "encode",
                 "is the target");
  expect_refusal(target(R"("lower":0,"upper":1)"), conflicting_fields, at + "lower",
                 "scale-target");
  expect_refusal(target(R"("missing":0,"indicator":true)"), conflicting_fields, at + "indicator",
                 "is the target");
  EXPECT_EQ(refusal(target(R"("edges":[0],"encode":"code","missing":3)")).message, "");
  expect_refusal(with(target(R"("missing":0)"), "data.positive", R"("yes")"), conflicting_fields,
                 "data.positive", "leave one out");
}

TEST(FeatureColumns, MakeNoMoreFeaturesThanTheFormatTakes) {
  std::string words = "[\"w0\"";
  for (int k = 1; k < 1000; ++k) words += ",\"w" + std::to_string(k) + "\"";
  words += "]";
  const std::string job = R"({"words":)" + words + R"(,"encode":"one-hot","name":)";
  std::string four = "[{\"name\":\"y\"}";
  for (int j = 0; j < 4; ++j) four += "," + job + std::to_string(j) + "}";
  EXPECT_EQ(refusal(on_file((four + "]").c_str())).message, "");
  const std::string five = four + "," + job + "4}]";
  expect_refusal(on_file(five.c_str()), ErrorCode::limit_exceeded, "data.columns", "5001 features");
  const std::string long_list =
      R"([{"name":"a","words":)" + words.substr(0, words.size() - 1) + R"(,"more"]}])";
  expect_refusal(on_file(long_list.c_str()), ErrorCode::limit_exceeded, "data.columns.0.words",
                 "1000");
}

TEST(FeatureColumns, AreNoCodesButWhereTheyStayCodes) {
  Json tree = on_file(R"([{"name":"job","words":["a","b"]},
      {"name":"age","edges":[20,40],"missing":5,"indicator":true},{"name":"y","edges":[0]}])");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"marginal-queries"})");
  tree = with(tree, "algorithms", R"([{"id":"mwem","parameters":{"iterations":2}}])");
  tree = without(with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})"), "run.diagnostics");
  const auto levels = [](const Json& one) {
    const auto read = read_experiment(write_json(one));
    EXPECT_TRUE(read) << read.error().message;
    return read->problem.loss_parameters.vector("levels");
  };
  // The indicator is a feature of its own, and no code of a list.
  expect_refusal(with(tree, "problem.levels", "[2,2,2]"), ErrorCode::conflicting_fields,
                 "problem.levels", "\"age\" has 3 codes");
  EXPECT_EQ(levels(with(tree, "problem.levels", "[2,3,2]")), (std::vector<double>{2, 3, 2}));
  const Json plain = with(tree, "data.columns.1", R"({"name":"age","edges":[20,40],"missing":5})");
  EXPECT_EQ(levels(plain), (std::vector<double>{2, 3}));
}

TEST(ChosenRows, MayBeAShareOfThem) {
  const auto n = [](const char* steps) {
    const Json tree = with(small_experiment(), "data.preprocess", steps);
    const Json result = result_of(tree);
    EXPECT_TRUE(check_statement(write_json(result))->consistent) << steps;
    const auto read = read_experiment(write_json(tree));
    const auto stated = stated_data(*read->data, {}, std::nullopt);
    const double samples = at_path(result, "privacy.statement.entries.0.samples").number();
    EXPECT_EQ(static_cast<double>((*stated)->samples()), samples) << steps;
    return samples;
  };
  constexpr const char* kClip = R"({"kind":"clip-rows","bound":1},)";
  const auto steps = [&](const std::string& rest) { return "[" + (kClip + rest) + "]"; };
  EXPECT_EQ(n(steps(R"({"kind":"hold-out","share":0.25})").c_str()), 6);
  EXPECT_EQ(n(steps(R"({"kind":"hold-out","share":0.01})").c_str()), 7);
  EXPECT_EQ(n(steps(R"({"kind":"hold-out","share":0.8})").c_str()), 2);
  EXPECT_EQ(n(steps(R"({"kind":"sample-rows","share":0.5})").c_str()), 4);
  EXPECT_EQ(
      n(steps(R"({"kind":"sample-rows","share":0.7},{"kind":"hold-out","share":0.5})").c_str()), 3);
  EXPECT_EQ(n(steps(R"({"kind":"sample-rows","count":5},{"kind":"hold-out","share":0.4})").c_str()),
            3);
  // A share and its count choose the same rows.
  const auto hash = [&](const char* step) {
    const Json tree = with(small_experiment(), "data.preprocess", steps(step));
    return at_path(result_of(tree), "nonPrivate.dataHash");
  };
  EXPECT_EQ(hash(R"({"kind":"hold-out","share":0.3})"), hash(R"({"kind":"hold-out","count":2})"));
}

TEST(ChosenRows, AreStatedOnce) {
  using enum ErrorCode;
  for (const char* kind : {"hold-out", "sample-rows"}) {
    const auto step = [&](const std::string& fields) {
      const std::string text = R"([{"kind":")" + std::string(kind) + "\"" + fields + "}]";
      return with(small_experiment(), "data.preprocess", text);
    };
    const std::string at = "data.preprocess.0.";
    expect_refusal(step(""), missing_field, at + "count", "\"share\"");
    expect_refusal(step(R"(,"count":2,"share":0.5)"), conflicting_fields, at + "share",
                   "leave one out");
    for (const char* share : {"0", "-1", "1", "1.5"}) {
      expect_refusal(step(R"(,"share":)" + std::string(share)), invalid_value, at + "share");
    }
    expect_refusal(step(R"(,"share":null)"), invalid_type, at + "share");
  }
}

}  // namespace
}  // namespace noisy::testing
