// Weak gaps of released points on populations that are known exactly.
#include <gmock/gmock.h>

#include "engine/problem/saddle/auc_population.h"
#include "tests/experiment/plan/saddle_experiment.h"
#include "tests/experiment/session/run_survey.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// AUC of two classes, data and noise fresh in each of the runs.
Json fresh_runs(int runs) {
  Json tree = with(saddle_experiment(R"({"iterations":40,"batchSize":300})"), "data",
                   R"({"kind":"synthetic","name":"two-classes","samples":300,"features":3})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"auc"})");
  tree = with(tree, "run", R"({"repeats":1,"diagnostics":["population-gap"],
                               "trace":{"points":2}})");
  std::string seeds = "1";
  for (int seed = 2; seed <= runs; ++seed) seeds += "," + std::to_string(seed);
  return with(tree, "sweep", R"([{"path":"data.seed","values":[)" + seeds + "]}]");
}

struct Released {
  std::string points;
  double strong = 0;  ///< mean of the runs' gaps
  std::vector<SaddlePoint> parts;
};

Released released_by(const Json& result) {
  Released out;
  const Json runs = at_path(result, "runs");
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const Json solution = at_path(runs.element(r), "solution");
    out.points += (r == 0 ? "[" : ",") + write_json(solution);
    out.strong += at_path(runs.element(r), "nonPrivate.final.populationGap").number() /
                  static_cast<double>(runs.size());
    Vector z(6);
    for (std::size_t j = 0; j < 6; ++j) z[static_cast<Index>(j)] = solution.element(j).number();
    out.parts.push_back({z.head(5), z.tail(1)});
  }
  out.points += "]";
  return out;
}

/// max over alpha of the mean of F(x_r, alpha) - min over x of the mean of F(x, alpha_r), in closed
/// form: F is p (1-p) (q(x) + 2 (1 + alpha) w.D - alpha^2).
double plug_in_by_hand(const std::vector<SaddlePoint>& runs) {
  const AucPopulation population = AucPopulation::make({.positive_mean = 0.4 * Vector::Unit(3, 0),
                                                        .negative_mean = -0.4 * Vector::Unit(3, 0),
                                                        .spread = 0.5})
                                       .value();
  const auto part = 1 / static_cast<double>(runs.size());
  double scores = 0, answer = 0, square = 0;
  for (const auto& [x, y] : runs) {
    scores += part * x[0] * -0.8;
    answer += part * y[0];
    square += part * y[0] * y[0];
  }
  double highest = 0;
  for (const auto& [x, y] : runs) {
    highest += part * population.value({x, Vector::Constant(1, scores)});
  }
  // Only the mean of alpha decides x; the mean of alpha^2 is higher than its square.
  return highest - (population.dual_value(answer) - 0.25 * (square - answer * answer));
}

TEST(WeakGapSurvey, HasThePlugInEstimateOfTheClosedForm) {
  const Json tree = fresh_runs(12);
  const Released released = released_by(result_of(tree));
  const Json report = answer_of(tree, R"({"weakGap":{"points":)" + released.points + "}}");
  const Json answer = at_path(report, "weakGap");
  const double upper = at_path(answer, "plugIn.upper").number();
  const double lower = at_path(answer, "plugIn.lower").number();
  const double exact = plug_in_by_hand(released.parts);
  EXPECT_GE(upper, exact - 1e-12);
  EXPECT_LE(lower, exact + 1e-12);
  EXPECT_LE(upper - lower, 1e-3);
  EXPECT_NEAR(at_path(answer, "strong.upper").number(), released.strong, 1e-12);
  EXPECT_LT(upper, at_path(answer, "strong.lower").number());
  EXPECT_LT(at_path(answer, "split").number(), upper);
  EXPECT_LE(at_path(answer, "interval.lower").number(), at_path(answer, "split").number());
  EXPECT_GE(at_path(answer, "interval.upper").number(), at_path(answer, "split").number());
  EXPECT_EQ(at_path(answer, "runs"), Json(12));
  EXPECT_EQ(at_path(report, "nonPrivate"), Json(true));
}

TEST(WeakGapSurvey, DependsOnSlicesInNoBit) {
  const Json tree = fresh_runs(4);
  const Released released = released_by(result_of(tree));
  const std::string request = R"({"weakGap":{"points":)" + released.points + R"(,"seed":5}})";
  EXPECT_EQ(answer_of(tree, request), answer_of(tree, request, 0));
}

TEST(WeakGapSurvey, SaysWhatIsMissing) {
  const Json tree = fresh_runs(2);
  const auto refusal = [](const Json& experiment, const std::string& gap) {
    const auto answer = survey_of(experiment, R"({"weakGap":)" + gap + "}");
    return answer ? Error{} : answer.error();
  };
  const std::string two = R"({"points":[[0,0,0,0,0,0],[0,0,0,0,0,1]]})";
  EXPECT_EQ(refusal(tree, two).field, "");
  EXPECT_EQ(refusal(tree, "{}").field, "weakGap.points");
  EXPECT_EQ(refusal(tree, R"({"points":[[0,0,0,0,0,0]]})").field, "weakGap.points");
  EXPECT_EQ(refusal(tree, R"({"points":[[0,0,0,0,0,0],[0,0]]})").field, "weakGap.points.1");
  const auto beside = survey_of(tree, R"({"probe":{},"weakGap":)" + two + "}");
  ASSERT_FALSE(beside);
  EXPECT_EQ(beside.error().code, ErrorCode::conflicting_fields);
  const Error unknown = refusal(
      with(without(tree, "run.diagnostics"), "data", R"({"kind":"synthetic","name":"logistic",
      "samples":30,"features":3,"preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})"),
      two);
  EXPECT_EQ(unknown.code, ErrorCode::unsupported_option);
  EXPECT_EQ(unknown.field, "data");
  EXPECT_THAT(unknown.message, HasSubstr("\"atoms\""));
  const Json minimization =
      with(with(tree, "problem", R"({"loss":"logistic"})"), "algorithms", R"([{"id":"dp-gd"}])");
  EXPECT_EQ(refusal(without(minimization, "run.diagnostics"), two).field, "problem");
}

}  // namespace
}  // namespace noisy::testing
