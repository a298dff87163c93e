// data.columns of an experiment: what is refused, what follows for levels, bounds and statements.
#include <gtest/gtest.h>

#include "engine/experiment/file/sweep.h"
#include "engine/experiment/plan/stated_data.h"
#include "engine/experiment/result/replay.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/file/experiments.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

constexpr const char* kColumns =
    R"([{"name":"work","words":["Private","Self, own"],"other":"other"},
        {"name":"age","edges":[25,40]},{"name":"income","words":["<=50K",">50K"]}])";

constexpr const char* kPeople =
    "age,work,hours,income\n"
    "24,Private,40,<=50K\n25,\"Self, own\",x,>50K\n70,,1,<=50K\n39.5,Private,,>50K\n";

Json on_file(const char* columns = kColumns) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"file","name":"people.csv","format":"csv","target":"income"})");
  tree = with(with(tree, "data.columns", columns), "problem",
              R"({"kind":"saddle","name":"marginal-queries"})");
  tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
  tree = with(tree, "algorithms", R"([{"id":"mwem","parameters":{"iterations":2}}])");
  return without(tree, "run.diagnostics");
}

Error refusal(const Json& tree) {
  const auto read = read_experiment(write_json(tree));
  return read ? Error{} : read.error();
}

void expect_refusal(const Json& tree, ErrorCode code, std::string_view field,
                    std::string_view message_part) {
  const Error error = refusal(tree);
  EXPECT_EQ(code_text(error.code), code_text(code)) << error.message;
  EXPECT_EQ(error.field, field) << error.message;
  EXPECT_NE(error.message.find(message_part), std::string::npos) << error.message;
}

std::vector<double> levels_of(const Json& tree) {
  return read_experiment(write_json(tree))
      ->problem.loss_parameters.vector("levels")
      .value_or(std::vector<double>{});
}

TEST(DataColumns, AreRefusedWithAPlaceAndARemedy) {
  const auto entry = [](const char* text) { return on_file(text); };
  using enum ErrorCode;
  expect_refusal(entry(R"([{"name":"a","words":["x","y"],"edges":[1]}])"), conflicting_fields,
                 "data.columns.0.edges", "leave one out");
  expect_refusal(entry(R"([{"name":"a"},{"name":"a","edges":[1]}])"), invalid_value,
                 "data.columns.1.name", "\"a\" is in data.columns.0, too");
  expect_refusal(entry(R"([{"name":"a","words":["x"]}])"), invalid_value, "data.columns.0.words",
                 "2 words");
  expect_refusal(entry(R"([{"name":"a","words":["x","y","x"]}])"), invalid_value,
                 "data.columns.0.words.2", "leave it out");
  expect_refusal(entry(R"([{"name":"a","words":["x",""]}])"), invalid_value,
                 "data.columns.0.words.1", "without blanks");
  expect_refusal(entry(R"([{"name":"a","words":["x","y\nz"]}])"), invalid_value,
                 "data.columns.0.words.1", "on one line");
  expect_refusal(entry(R"([{"name":"a","words":["x","y"],"other":"x"}])"), invalid_value,
                 "data.columns.0.other", "of their own");
  expect_refusal(entry(R"([{"name":"a","edges":[1],"other":"x"}])"), conflicting_fields,
                 "data.columns.0.other", "leave it out");
  expect_refusal(entry(R"([{"name":"a","__proto__":1}])"), unknown_field,
                 "data.columns.0.__proto__", "");
  expect_refusal(entry(R"([{"words":["x","y"]}])"), missing_field, "data.columns.0.name", "");
  expect_refusal(entry(R"([{"name":1.5}])"), invalid_value, "data.columns.0.name", "whole number");
  for (const char* edges : {"[]", "[2,1]", "[1,1]", "[1,null]", "3", "[\"x\"]"}) {
    const std::string text = R"([{"name":"a","edges":)" + std::string(edges) + "}]";
    expect_refusal(entry(text.c_str()), invalid_value, "data.columns.0.edges", "finite numbers");
  }
  const std::string huge(201, 'w');
  const std::string long_word = R"([{"name":"a","words":["x",")" + huge + R"("]}])";
  EXPECT_EQ(refusal(entry(long_word.c_str())).field, "data.columns.0.words.1");
  std::string many = "[{\"name\":0}";
  for (int i = 1; i < 100'000; ++i) many += ",{\"name\":" + std::to_string(i) + "}";
  expect_refusal(entry((many + "]").c_str()), limit_exceeded, "data.columns", "4096");
  expect_refusal(entry(R"([{"name":"income"}])"), invalid_value, "data.columns",
                 "beside the target");
  expect_refusal(with(on_file(), "data.header", R"("no")"), conflicting_fields,
                 "data.columns.0.name", "by their numbers");
  expect_refusal(
      with(with(on_file(R"([{"name":1}])"), "data.target", "0"), "data.header", R"("auto")"),
      missing_field, "data.header", "could be taken for a header");
  expect_refusal(with(with(on_file(), "data.format", R"("libsvm")"), "data.storage", R"("dense")"),
                 conflicting_fields, "data.columns", "select-columns");
}

TEST(DataColumns, AreNotOfGeneratorsNorWordsOfNumbers) {
  using enum ErrorCode;
  const Json drawn = with(on_file(), "data",
                          R"({"kind":"synthetic","name":"markov-bits","columns":[{"name":0}]})");
  expect_refusal(drawn, conflicting_fields, "data.columns", "scale-columns");
  const auto builtin = [](const char* columns) {
    return with(with(on_file(), "data", R"({"kind":"builtin","name":"breast-cancer"})"),
                "data.columns", columns);
  };
  expect_refusal(builtin(R"([{"name":"mean radius","words":["a","b"]}])"), conflicting_fields,
                 "data.columns.0.words", "edges");
  expect_refusal(builtin(R"([{"name":"mean radios"}])"), unknown_name, "data.columns.0.name",
                 "Did you mean \"mean radius\"?");
  expect_refusal(builtin(R"([{"name":"mean radius"},{"name":0}])"), invalid_value,
                 "data.columns.1.name", "data.columns.0, too");
  expect_refusal(builtin(R"([{"name":31}])"), unknown_name, "data.columns.0.name", "0 to 29");
  const auto rows = [](const char* columns) {
    return with(with(on_file(), "data", R"({"kind":"inline","features":[[1,2]],"targets":[0]})"),
                "data.columns", columns);
  };
  expect_refusal(rows(R"([{"name":"a"}])"), unknown_name, "data.columns.0.name", "numbers");
  expect_refusal(rows(R"([{"name":2}])"), invalid_value, "data.columns", "beside the target");
}

TEST(DataColumns, SayHowManyLevelsThereAreWhereTheFileDoesNot) {
  EXPECT_EQ(levels_of(on_file()), (std::vector<double>{3, 3}));
  const auto read = read_experiment(write_json(on_file()));
  EXPECT_EQ(read->problem.loss_parameters.number("targetLevels"), 2.0);
  // What the file says wins ...
  EXPECT_EQ(levels_of(with(on_file(), "problem.levels", "[4,3]")), (std::vector<double>{4, 3}));
  EXPECT_EQ(read_experiment(write_json(with(on_file(), "problem.targetLevels", "0")))
                ->problem.loss_parameters.number("targetLevels"),
            0.0);
  // ... but may not make one level of several codes.
  using enum ErrorCode;
  expect_refusal(with(on_file(), "problem.levels", "2"), conflicting_fields, "problem.levels",
                 "\"work\" has 3 codes");
  expect_refusal(with(on_file(), "problem.levels", "[3,2]"), conflicting_fields, "problem.levels",
                 "\"age\" has 3 codes");
  const char* mixed = R"([{"name":"hours"},{"name":"age","edges":[25,40]}])";
  expect_refusal(on_file(mixed), conflicting_fields, "problem.levels", "\"age\" has 3 codes");
  EXPECT_EQ(refusal(with(on_file(mixed), "problem.levels", "[9,3]")).message, "");
  const char* three = R"([{"name":"age","edges":[25]},{"name":"income","words":["a","b","c"]}])";
  expect_refusal(with(on_file(three), "problem.targetLevels", "2"), conflicting_fields,
                 "problem.targetLevels", "\"income\" has 3 codes");
  // Steps that change values end it.
  const char* steps = R"([{"kind":"scale-columns","lower":0,"upper":2,"to":[0,2]}])";
  EXPECT_EQ(levels_of(with(on_file(), "data.preprocess", steps)), (std::vector<double>{}));
  const char* sample = R"([{"kind":"sample-rows","count":3}])";
  EXPECT_EQ(levels_of(with(on_file(), "data.preprocess", sample)), (std::vector<double>{3, 3}));
}

FeatureBounds bounds_of(const Json& tree, std::optional<StatedShape> shape = std::nullopt) {
  const auto read = read_experiment(write_json(tree));
  return (*stated_data(*read->data, {}, shape))->facts.bounds;
}

TEST(DataColumns, BoundEveryRecordByTheRangeOfItsCodes) {
  const FeatureBounds coded = bounds_of(on_file(), StatedShape{.samples = 4, .features = 2});
  EXPECT_EQ(coded.l1, 4);
  EXPECT_EQ(coded.linf, 2);
  EXPECT_EQ(coded.target_lower, 0);
  EXPECT_EQ(coded.target_upper, 1);
  const char* mixed = R"([{"name":"hours"},{"name":"age","edges":[25,40]}])";
  const Json open = with(on_file(mixed), "problem.levels", "3");
  EXPECT_FALSE(std::isfinite(bounds_of(open, StatedShape{.samples = 4, .features = 2}).linf));
  const Json builtin = with(with(on_file(), "problem.levels", "50"), "data",
                            R"({"kind":"builtin","name":"breast-cancer",
               "columns":[{"name":"mean radius"},{"name":"mean texture","edges":[10,20]}]})");
  EXPECT_EQ(bounds_of(builtin).linf, 40);
  EXPECT_EQ(bounds_of(builtin).l1, 42);
  EXPECT_EQ(bounds_of(builtin).target_upper, 1);
}

TEST(DataColumns, AreLoadedPlannedRunAndCheckedLikeAnyOtherData) {
  const auto result = run_experiment(on_file(), {.data = kPeople});
  ASSERT_TRUE(result) << result.error().field << ": " << result.error().message;
  const auto report = check_statement(write_json(*result));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->consistent) << report->json;
  const std::string text = write_json(*result);
  for (const char* part :
       {"2 columns are read beside the target", "\\\"work\\\" as a code from 0 to 2 by a list of",
        "\\\"age\\\" as a code from 0 to 2 by 2 edges", "a header, not a record: columns are"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  // The hash of the data and the bits are those of the codes themselves.
  Json codes = with(on_file(), "data",
                    R"({"kind":"inline","features":[[0,0],[1,1],[2,2],[0,1]],
                        "targets":[0,1,0,1]})");
  codes = with(with(codes, "problem.levels", "[3,3]"), "problem.targetLevels", "2");
  const auto twin = run_experiment(codes);
  ASSERT_TRUE(twin) << twin.error().message;
  EXPECT_EQ(at_path(*result, "nonPrivate.dataHash"), at_path(*twin, "nonPrivate.dataHash"));
  EXPECT_EQ(at_path(*result, "fingerprint"), at_path(*twin, "fingerprint"));
}

TEST(DataColumns, OfInlineRecordsAndInASweepAreCodedToo) {
  Json tree = with(on_file(), "data",
                   R"({"kind":"inline","features":[[5,24,1],[6,25,9],[7,70,1],[8,39,3]],
                       "targets":[0,1,0,1],
                       "columns":[{"name":2,"edges":[2,8]},{"name":1,"edges":[25,40]},
                                  {"name":3,"edges":[0.5]}]})");
  tree = with(tree, "sweep", R"([{"path":"data.columns.1.edges","values":[[25,40],[30]]}])");
  const auto points = expand_sweep(*read_experiment(write_json(tree)));
  ASSERT_TRUE(points) << points.error().message;
  EXPECT_EQ((*points)[1].problem.loss_parameters.vector("levels"), (std::vector<double>{3, 2}));
  EXPECT_NE((*points)[0].data->canonical, (*points)[1].data->canonical);
  const auto result = run_experiment(tree);
  ASSERT_TRUE(result) << result.error().message;
  const Json codes = with(without(without(tree, "sweep"), "data.columns"), "data.features",
                          "[[0,0],[2,1],[0,2],[1,1]]");
  const auto twin =
      run_experiment(with(with(codes, "problem.levels", "3"), "problem.targetLevels", "2"));
  EXPECT_EQ(at_path(*result, "nonPrivate.dataHash"), at_path(*twin, "nonPrivate.dataHash"));
}

}  // namespace
}  // namespace noisy::testing
