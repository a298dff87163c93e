#include "engine/question/fit/fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/question/fit/model_code.h"
#include "tests/question/fit/people_table.h"

namespace noisy {
namespace {

using testing::people_request;
using testing::PeopleTable;

/// The same noise each time.
const std::string kSeeded =
    R"(, "set": {"run.randomness": {"mode": "reproducible", "seed": 7, "release": "hardened"}})";

FitRequest request_of(const std::string& text) {
  const auto request = read_fit_request(text);
  EXPECT_TRUE(request) << request.error().field << ": " << request.error().message;
  return request.value_or(FitRequest());
}

Error error_of(const std::string& request, const std::string& table) {
  const auto read = read_fit_request(request);
  if (!read) return read.error();
  const auto fitted = fit(table, *read);
  return fitted ? Error{.message = "fits"} : fitted.error();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> predictions_of(const Model& model, const std::string& table) {
  auto predictor = Predictor::open(write_json(model.json()), "");
  EXPECT_TRUE(predictor) << predictor.error().field << ": " << predictor.error().message;
  EXPECT_TRUE(predictor->feed(std::as_bytes(std::span(table))));
  const auto predicted = predictor->table();
  EXPECT_TRUE(predicted) << predicted.error().message;
  return lines_of(predicted.value_or(""));
}

TEST(Fit, MakesAModelThatPredictsTheWordsOfATable) {
  const PeopleTable people(2000);
  const auto fitted = fit(people.text(), request_of(people_request(R"(, "epsilon": 3)" + kSeeded)));
  ASSERT_TRUE(fitted) << fitted.error().field << ": " << fitted.error().message;
  const PeopleTable fresh(1000, 99);
  const auto rows = lines_of(fresh.text());
  const auto predicted = predictions_of(fitted->model, fresh.text());
  ASSERT_EQ(predicted.size(), rows.size());
  EXPECT_EQ(predicted[0], "prediction,probability");
  int right = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const bool says_yes = predicted[i].starts_with(">50K,");
    EXPECT_TRUE(says_yes || predicted[i].starts_with("not >50K,")) << predicted[i];
    right += says_yes == rows[i].ends_with(">50K");
  }
  // Without privacy it is right for 0.88 of them, and always "no" for 0.57.
  EXPECT_GT(right, 780);
}

TEST(Fit, WritesAnOrdinaryExperimentThatTheCheckerKnows) {
  const PeopleTable people(500);
  const auto experiment = plan_fit(people.text(), request_of(people_request(R"(, "epsilon": 1)")));
  ASSERT_TRUE(experiment) << experiment.error().field << ": " << experiment.error().message;
  const auto tree = parse_json(*experiment);
  EXPECT_EQ(tree->member("run").member("randomness").member("mode"), Json("secure"));
  EXPECT_EQ(tree->member("privacy").member("delta"), Json(1e-5));
  EXPECT_TRUE(read_experiment(*experiment));
  const auto fitted = fit(people.text(), request_of(people_request(R"(, "epsilon": 1)")));
  ASSERT_TRUE(fitted) << fitted.error().message;
  EXPECT_TRUE(Model::read(write_json(fitted->model.json())));
}

TEST(Fit, TakesLessDeltaOfManyRows) {
  EXPECT_EQ(default_delta(100), 1e-5);
  EXPECT_DOUBLE_EQ(default_delta(1'000'000), 1e-7);
}

TEST(Fit, HoldsOutAFifthOfTheRowsAndJudgesThem) {
  const PeopleTable people(500);
  const auto fitted = fit(people.text(), request_of(people_request(R"(, "epsilon": 1)" + kSeeded)));
  ASSERT_TRUE(fitted) << fitted.error().message;
  const Json json = fitted->model.json();
  const Json& figures = json.member("evaluation").member("nonPrivate");
  ASSERT_GE(figures.size(), 3u);
  const Json first = figures.element(0);
  EXPECT_EQ(first.member("figure"), Json("suboptimality"));
  const Json accuracy = figures.element(1);
  EXPECT_EQ(accuracy.member("figure"), Json("heldOutAccuracy"));
  EXPECT_GT(accuracy.member("withoutPrivacy").number(), accuracy.member("baseline").number());
  EXPECT_FALSE(fitted->model.is_releasable());
  const auto kept =
      fit(people.text(), request_of(people_request(R"(, "epsilon": 1, "holdOut": 0)" + kSeeded)));
  ASSERT_TRUE(kept) << kept.error().message;
  const Json all = kept->model.json();
  EXPECT_EQ(all.member("evaluation").member("nonPrivate").element(1).member("figure"),
            Json("accuracy"));
}

TEST(Fit, MakesReleasableModelsOfSecretNoiseOnceTheEvaluationIsOut) {
  const PeopleTable people(300);
  const auto fitted = fit(people.text(), request_of(people_request(R"(, "epsilon": 1)")));
  ASSERT_TRUE(fitted) << fitted.error().message;
  const Model redacted = fitted->model.redacted();
  EXPECT_TRUE(redacted.is_releasable()) << redacted.reasons().front();
  EXPECT_EQ(write_json(redacted.json()).find("nonPrivate"), std::string::npos);
  EXPECT_TRUE(Model::read(write_json(redacted.json())));
}

TEST(Fit, PublishesOnePrivateFigureOfTheHeldOutRowsOnRequest) {
  const PeopleTable people(500);
  const auto fitted =
      fit(people.text(), request_of(people_request(R"(, "epsilon": 1, "privateScore": true)")));
  ASSERT_TRUE(fitted) << fitted.error().field << ": " << fitted.error().message;
  const Model redacted = fitted->model.redacted();
  EXPECT_TRUE(redacted.is_releasable()) << redacted.reasons().front();
  const Json score = redacted.json().member("run").member("score");
  EXPECT_EQ(score.member("measure"), Json("accuracy"));
  EXPECT_EQ(score.member("records"), Json(100));
  EXPECT_LE(score.member("lower").number(), score.member("value").number());
  EXPECT_GE(score.member("upper").number(), score.member("value").number());
  const std::string card = model_card(redacted);
  EXPECT_NE(card.find("On 100 rows that were held out, with noise: accuracy "), std::string::npos)
      << card;
  EXPECT_NE(card.find("with confidence 95%"), std::string::npos) << card;
  EXPECT_TRUE(Model::read(write_json(redacted.json())));
  const Error error =
      error_of(people_request(R"(, "epsilon": 1, "privateScore": true, "holdOut": 0)"), "");
  EXPECT_EQ(error.field, "privateScore");
}

TEST(Fit, PredictsNumbersWithinTheirRange) {
  const PeopleTable people(2000);
  const auto fitted = fit(
      people.text(),
      request_of(R"({"target": "age", "epsilon": 3, "columns": {"age": {"lower": 18, "upper": 90},
                     "id": {"role": "ignore"}, "hours": {"role": "ignore"},
                     "job": {"words": ["clerk", "cook", "nurse", "pilot"]},
                     "level": {"role": "ordered", "words": ["low", "mid", "high"]},
                     "income": {"words": ["<=50K", ">50K"]}})" +
                 kSeeded + "}"));
  ASSERT_TRUE(fitted) << fitted.error().field << ": " << fitted.error().message;
  const auto predicted = predictions_of(fitted->model, people.text());
  const auto rows = lines_of(people.text());
  double model_error = 0, mean_error = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double age = std::stod(rows[i].substr(rows[i].find(',') + 1));
    model_error += std::pow(std::stod(predicted[i]) - age, 2);
    mean_error += std::pow(54 - age, 2);
  }
  EXPECT_LT(model_error, 0.8 * mean_error);
}

TEST(Fit, PredictsSeveralClasses) {
  const PeopleTable people(2000);
  const auto fitted =
      fit(people.text(),
          request_of(R"({"target": "level", "epsilon": 3, "columns": {"id": {"role": "ignore"},
                     "age": {"lower": 18, "upper": 90}, "hours": {"role": "ignore"},
                     "job": {"words": ["clerk", "cook", "nurse", "pilot"]},
                     "level": {"role": "category", "words": ["low", "mid", "high"]},
                     "income": {"words": ["<=50K", ">50K"]}},
                     "set": {"algorithms.0.parameters": {"iterations": 30, "stepSize": 1},
                             "run.randomness": {"mode": "reproducible", "seed": 7}}})"));
  ASSERT_TRUE(fitted) << fitted.error().field << ": " << fitted.error().message;
  const auto predicted = predictions_of(fitted->model, people.text());
  EXPECT_EQ(predicted[0], "prediction,probability.low,probability.mid,probability.high");
  const std::string& row = predicted[1];
  double sum = 0;
  std::istringstream cells(row.substr(row.find(',') + 1));
  for (std::string cell; std::getline(cells, cell, ',');) sum += std::stod(cell);
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(Fit, TakesMethodsThatAreNotPlayedAsTheyCanBePlanned) {
  const PeopleTable people(300);
  for (const char* method : {"output-perturbation-gd", "dp-nag", "dp-svrg"}) {
    const auto fitted = fit(
        people.text(), request_of(people_request(R"(, "epsilon": 3, "holdOut": 0, "method": ")" +
                                                 std::string(method) + R"(")")));
    EXPECT_TRUE(fitted) << method << " " << fitted.error().field << ": " << fitted.error().message;
  }
}

TEST(Fit, TakesMoreStepsThanAnybodyPlays) {
  const auto experiment =
      plan_fit(PeopleTable(300).text(),
               request_of(people_request(
                   R"(, "epsilon": 1, "set": {"algorithms.0.parameters.iterations": 1000000})")));
  ASSERT_TRUE(experiment) << experiment.error().field << ": " << experiment.error().message;
  EXPECT_NE(experiment->find(R"("parameters":{"iterations":1000000})"), std::string::npos);
  EXPECT_NE(experiment->find("gradientClip"), std::string::npos);
}

TEST(Fit, TakesATargetOfNumbersAboveAThreshold) {
  const PeopleTable people(300);
  const auto fitted =
      fit(people.text(), request_of(R"({"target": "age", "threshold": 50, "epsilon": 3, "columns": {
                     "id": {"role": "ignore"}, "hours": {"role": "ignore"},
                     "job": {"words": ["clerk", "cook"], "other": "else"},
                     "level": {"role": "ignore"}, "income": {"words": ["<=50K", ">50K"]}})" +
                                    kSeeded + "}"));
  ASSERT_TRUE(fitted) << fitted.error().field << ": " << fitted.error().message;
  EXPECT_EQ(fitted->model.target().classes, (std::vector<std::string>{"< 50", ">= 50"}));
}

TEST(Fit, SaysWhatIsWrongWithARequest) {
  const std::string table = PeopleTable(50).text();
  struct Case {
    std::string request;
    ErrorCode code;
    std::string field;
    std::string words;
  };
  const std::vector<Case> cases = {
      {R"({"epsilon": 1})", ErrorCode::missing_field, "target", ""},
      {R"({"target": "income"})", ErrorCode::missing_field, "epsilon", ""},
      {R"({"target": "Income", "epsilon": 1})", ErrorCode::unknown_name, "target",
       "Did you mean \"income\""},
      {R"({"target": "income", "epsilon": 1})", ErrorCode::missing_field, "positive", "yes"},
      {R"({"target": "income", "epsilon": 1, "positive": ">50K", "columns": {"agee": {}}})",
       ErrorCode::unknown_name, "columns.agee", "Did you mean \"age\""},
      {R"({"target": "income", "epsilon": 1, "positive": ">50K", "columns": {"age": {"lower": 1}}})",
       ErrorCode::missing_field, "columns.age.upper", "both ends"},
      {R"({"target": "income", "epsilon": 1, "positive": ">50K", "columns": {"age": {"role": "n"}}})",
       ErrorCode::invalid_value, "columns.age.role", "ignore"},
      {R"({"target": "income", "epsilon": 1, "positive": ">50K", "columns": {"age": {"worsd": 1}}})",
       ErrorCode::unknown_field, "columns.age.worsd", ""},
      {R"({"target": "income", "epsilon": 1, "positive": ">50K", "columns": {"job": {"role": "category"}}})",
       ErrorCode::missing_field, "columns.job.words", "list the words"},
      {people_request(R"(, "epsilon": 1, "threshold": 3)"), ErrorCode::conflicting_fields,
       "threshold", ""},
      {people_request(R"(, "epsilon": -1)"), ErrorCode::invalid_value, "epsilon", ""},
      {people_request(R"(, "epsilon": 1, "holdOut": 2)"), ErrorCode::invalid_value, "holdOut", ""},
      {people_request(R"(, "epsilon": 1, "method": "dp-gdd")"), ErrorCode::unknown_algorithm,
       "method", "dp-gd"},
      {people_request(R"(, "epsilon": 0.00001)"), ErrorCode::invalid_budget, "delta", ""},
      {R"({"target": "income", "epsilon": 1, "positive": "rich", "columns": {"id": {}}})",
       ErrorCode::not_a_number, "line 2, column 3", "\"job\""},
      {people_request(R"(, "epsilon": 1, "set": {"x.9.y": 1})"), ErrorCode::unknown_field, "x", ""},
  };
  for (const Case& one : cases) {
    const Error error = error_of(one.request, table);
    EXPECT_EQ(code_text(error.code), code_text(one.code)) << one.request << error.message;
    EXPECT_EQ(error.field, one.field) << one.request << ": " << error.message;
    EXPECT_NE(error.message.find(one.words), std::string::npos) << error.message;
  }
}

TEST(Fit, SaysWhatIsWrongWithATable) {
  const std::string request = R"({"target": "y", "positive": "yes", "epsilon": 1,
                                  "columns": {"x": {"lower": 0, "upper": 1}}})";
  EXPECT_EQ(error_of(request, "").code, ErrorCode::empty_data);
  EXPECT_EQ(error_of(request, "x,y\n").code, ErrorCode::empty_data);
  EXPECT_EQ(error_of(request, "y\n1\n").code, ErrorCode::empty_data);
  EXPECT_EQ(error_of(request, "1,0\n2,1\n").field, "header");
  EXPECT_EQ(error_of(request, "x,x,y\n1,2,yes\n").field, "columns");
  EXPECT_EQ(error_of(request, "x,y\n1,no\n0,no\n").field, "positive");
  EXPECT_EQ(error_of(request, "x,y\n1,yes\n0,yes\n").field, "target");
  EXPECT_EQ(error_of(request, "x,y\n1,yes\n").field, "holdOut");
  EXPECT_EQ(error_of(request, ",x,y\n0,1,yes\n1,0,no\n").field, "columns.column 0");
  EXPECT_EQ(error_of(request, "x,y\n1,yes\n,no\n").code, ErrorCode::missing_value);
  EXPECT_EQ(error_of(request, "x,y\nfoo,yes\n1,no\n").code, ErrorCode::not_a_number);
}

TEST(Fit, RefusesATargetThatIsTheSameInEveryRow) {
  const std::string table = "x,y\n1,5\n0,5\n1,5\n";
  for (const std::string target : {R"("threshold": 3)", R"("threshold": 7)"}) {
    const Error error =
        error_of(R"({"target": "y", "epsilon": 1, "holdOut": 0, )" + target + "}", table);
    EXPECT_EQ(error.code, ErrorCode::invalid_labels) << target;
    EXPECT_EQ(error.field, "target") << target;
  }
  const std::string words =
      R"({"target": "y", "epsilon": 1, "columns": {"y": {"words": ["4", "5"]}}})";
  EXPECT_EQ(error_of(words, table).field, "target");
}

TEST(Fit, RefusesANumberThatIsTheSameInEveryRow) {
  const std::string table = "x,y\n1,5\n0,5\n1,5\n";
  for (const char* more : {R"("regression": true)", R"("columns": {"y": {"role": "number"}})",
                           R"("columns": {"y": {"lower": 0, "upper": 9}})"}) {
    const Error error = error_of(
        R"({"target": "y", "epsilon": 1, "holdOut": 0, )" + std::string(more) + "}", table);
    EXPECT_EQ(error.code, ErrorCode::invalid_labels) << more;
    EXPECT_EQ(error.field, "target") << more;
  }
}

/// A price in yen that follows from an area, with some words beside it.
std::string table_of_prices(int rows) {
  std::string text = "area,town,price\n";
  for (int i = 0; i < rows; ++i) {
    const int area = 20 + (i * 7919) % 181;
    const int price = 5'000'000 + 200'000 * area + 100'000 * ((i * 104'729) % 61);
    text +=
        std::to_string(area) + (i % 3 == 0 ? ",here," : ",there,") + std::to_string(price) + "\n";
  }
  return text;
}

TEST(Fit, PredictsANumberWhoseRangeNobodyStates) {
  const auto fitted = fit(table_of_prices(4000), request_of(R"({"target": "price", "epsilon": 5,
      "regression": true, "columns": {"town": {"words": ["here", "there"]}})" +
                                                            kSeeded + "}"));
  ASSERT_TRUE(fitted) << fitted.error().field << ": " << fitted.error().message;
  const ModelTarget& target = fitted->model.target();
  EXPECT_TRUE(target.has_private_range);
  EXPECT_LT(*target.lower, 20'000'000);
  EXPECT_GT(*target.upper, 35'000'000);
  const auto predicted = predictions_of(fitted->model, "area,town\n50,here\n150,there\n");
  ASSERT_EQ(predicted.size(), 3u);
  // Means of 18 and 38 million; always the same answer is 30 million.
  EXPECT_LT(std::stod(predicted[1]), 26'000'000);
  EXPECT_GT(std::stod(predicted[2]), 32'000'000);
  // Prices spread by 1.76 million around their line, less where the range clamps them.
  const std::string card = model_card(fitted->model);
  EXPECT_NE(card.find("error on rows that were held out, in the target's own unit: 1.6"),
            std::string::npos)
      << card;
  Json json = fitted->model.json();
  EXPECT_TRUE(Model::read(write_json(json)));
  EXPECT_EQ(json.member("target").member("rangeIsPrivate"), Json(true));
  // Its range cannot be another one than the run's.
  json.find("target")->set("lower", *target.lower - 1);
  EXPECT_FALSE(Model::read(write_json(json)));
}

TEST(Fit, AsksWhatANumberIsUnlessSomebodySaysSo) {
  const std::string table = table_of_prices(100);
  const std::string town = R"({"town": {"role": "ignore"})";
  const Error open =
      error_of(R"({"target": "price", "epsilon": 1, "columns": )" + town + "}}", table);
  EXPECT_EQ(open.field, "positive");
  EXPECT_NE(open.message.find("\"regression\": true"), std::string::npos) << open.message;
  const Error both =
      error_of(R"({"target": "price", "epsilon": 1, "regression": true, "threshold": 9})", table);
  EXPECT_EQ(both.field, "regression");
  const auto listed =
      plan_fit(table, request_of(R"({"target": "price", "epsilon": 5, "columns": )" + town +
                                 R"(, "price": {"role": "number"}}})"));
  ASSERT_TRUE(listed) << listed.error().field << ": " << listed.error().message;
  EXPECT_NE(listed->find(R"("of":"both")"), std::string::npos) << *listed;
}

TEST(Fit, PredictsNothingWhereAColumnOfTheModelIsMissing) {
  const auto fitted =
      fit(PeopleTable(300).text(), request_of(people_request(R"(, "epsilon": 1)" + kSeeded)));
  ASSERT_TRUE(fitted) << fitted.error().message;
  auto predictor = Predictor::open(write_json(fitted->model.json()), "");
  ASSERT_TRUE(predictor);
  const std::string table = "age,job,level\n20,cook,low\n";
  Result<void> fed = predictor->feed(std::as_bytes(std::span(table)));
  const Error error = fed ? predictor->table().error() : fed.error();
  EXPECT_EQ(error.code, ErrorCode::unknown_name);
  EXPECT_EQ(error.field, "columns.hours");
}

TEST(Fit, ComparesAModelOfPrivateRangesWithNoPrivacyAndWithTheSameAnswerAlways) {
  const auto fitted = fit(PeopleTable(2000).text(), request_of(R"({"target": "income",
      "positive": ">50K", "epsilon": 10, "columns": {"id": {"role": "ignore"},
      "job": {"role": "ignore"}, "level": {"role": "ignore"}, "hours": {"missing": 40}})" +
                                                               kSeeded + "}"));
  ASSERT_TRUE(fitted) << fitted.error().field << ": " << fitted.error().message;
  const Json evaluation = fitted->model.evaluation();
  int compared = 0;
  for (const Json& figure : evaluation.member("nonPrivate").elements()) {
    if (figure.member("figure") != Json("heldOutAccuracy")) continue;
    ++compared;
    EXPECT_TRUE(figure.member("withoutPrivacy").is_number());
    EXPECT_TRUE(figure.member("baseline").is_number());
  }
  EXPECT_EQ(compared, 1);
}

TEST(Fit, TellsTheDelimiterFromTheHeader) {
  const FitRequest request = request_of(people_request(R"(, "epsilon": 1)"));
  EXPECT_EQ(read_table_head("a;b,c;d\n1;2;3\n", request)->delimiter, ';');
  EXPECT_EQ(read_table_head("a\tb\n", request)->delimiter, '\t');
  EXPECT_EQ(read_table_head("\"a;b\",c\n", request)->names, (std::vector<std::string>{"a;b", "c"}));
  EXPECT_EQ(read_table_head("a,b", request)->names.size(), 2u);
}

TEST(Fit, EndsWhereSomebodySaysSo) {
  const auto request = request_of(people_request(
      R"(, "epsilon": 1, "method": "dp-nag",
          "set": {"algorithms.0.parameters": {"iterations": 2000}})"));
  const auto fitted = fit(PeopleTable(20000).text(), request,
                          {.on_progress = [](const Progress&) { return false; }});
  ASSERT_FALSE(fitted);
  EXPECT_EQ(fitted.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace noisy
