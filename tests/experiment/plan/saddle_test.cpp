// Saddle problems from the file to the result.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/file/experiment.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/plan/saddle_experiment.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// What planning says.
Error planned_error(const Json& tree) {
  const auto ran = run_experiment(tree);
  return ran ? Error{} : ran.error();
}

TEST(Saddle, AFileNamesTheProblemAndItsParameters) {
  const auto read = read_experiment(write_json(saddle_experiment()));
  ASSERT_TRUE(read) << read.error().field << ": " << read.error().message;
  EXPECT_EQ(read->problem.loss->id, "moment-equations");
  EXPECT_EQ(read->problem.loss->form, LossForm::saddle);
  EXPECT_EQ(read->problem.loss_parameters.number("radius"), 2);
  const auto again = read_experiment(write_json(read->source));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->problem.canonical, read->problem.canonical);
  EXPECT_EQ(point_dimension(read->problem, 2), 4);
  EXPECT_EQ(features_for(read->problem, 4), 2);
  EXPECT_EQ(features_for(read->problem, 5), std::nullopt);
}

/// Where x and y may lie, as the plan says it.
std::string planned_sets(const Json& tree) {
  Workspace workspace;
  auto session = open_session(workspace, tree);
  const Json plan = *parse_json(*(*session)->plan());
  return plan.find("saddle") ? write_json(plan.member("saddle")) : "none";
}

TEST(Saddle, APlanSaysWhereXAndYMayLie) {
  const Json moments = saddle_experiment();
  EXPECT_EQ(*parse_json(planned_sets(moments)),
            *parse_json(R"({"primal":[{"size":2,"kind":"l2-ball","radius":2}],
                            "dual":[{"size":2,"kind":"linf-ball","radius":1}]})"));
  const Json auc = with(moments, "problem", R"({"kind":"saddle","name":"auc","radius":0.25})");
  EXPECT_EQ(*parse_json(planned_sets(auc)),
            *parse_json(R"({"primal":[{"size":2,"kind":"l2-ball","radius":0.25},
                                      {"size":2,"kind":"linf-ball","radius":0.25}],
                            "dual":[{"size":1,"kind":"linf-ball","radius":0.5}]})"));
  const Json groups =
      with(moments, "problem", R"({"kind":"saddle","name":"worst-group-logistic"})");
  EXPECT_EQ(*parse_json(planned_sets(groups)),
            *parse_json(R"({"primal":[{"size":2,"kind":"l2-ball","radius":5}],
                            "dual":[{"size":2,"kind":"simplex","radius":null}]})"));
  EXPECT_EQ(planned_sets(small_experiment()), "none");
}

TEST(Saddle, NothingIsStatedThatTheProblemBrings) {
  for (const std::string field : {"domain", "regularizer", "gradientClip", "constants"}) {
    const Error error = refused(with(saddle_experiment(), "problem." + field, "{}"));
    EXPECT_EQ(error.code, ErrorCode::unsupported_option) << field;
    EXPECT_EQ(error.field, "problem." + field);
    EXPECT_THAT(error.message, HasSubstr("\"moment-equations\" brings its own domains"));
  }
}

TEST(Saddle, NamesAreOfSaddleProblems) {
  const Error loss = refused(with(saddle_experiment(), "problem.name", "\"logistic\""));
  EXPECT_EQ(loss.code, ErrorCode::unknown_name);
  EXPECT_EQ(loss.field, "problem.name");
  const Error foreign = refused(with(saddle_experiment(), "problem.width", "1"));
  EXPECT_EQ(foreign.code, ErrorCode::unknown_field);
  EXPECT_EQ(foreign.field, "problem.width");
  const Error as_loss =
      refused(with(saddle_experiment(), "problem", R"({"loss":"moment-equations"})"));
  EXPECT_EQ(as_loss.code, ErrorCode::unknown_name);
  const Error kind = refused(with(saddle_experiment(), "problem.kind", "\"sadle\""));
  EXPECT_EQ(kind.field, "problem.kind");
  EXPECT_THAT(kind.message, HasSubstr("\"gallery\" or \"saddle\""));
  const Error sparse = refused(with(saddle_experiment(), "data.storage", "\"sparse\""));
  EXPECT_EQ(sparse.field, "data.storage");
  const Error radius = refused(with(saddle_experiment(), "problem.radius", "0"));
  EXPECT_EQ(radius.field, "problem.radius");
}

TEST(Saddle, AlgorithmsAreForTheProblemsThatTheyServe) {
  const Error minimizer =
      planned_error(with(saddle_experiment(), "algorithms", R"([{"id":"dp-gd"}])"));
  EXPECT_EQ(minimizer.code, ErrorCode::unsupported_option);
  EXPECT_EQ(minimizer.field, "algorithms.0.id");
  EXPECT_THAT(minimizer.message, HasSubstr("dp-gd minimizes"));
  EXPECT_THAT(minimizer.message, HasSubstr("dp-sgda"));
  Json loss = with(saddle_experiment(), "problem", R"({"loss":"squared"})");
  const Error saddler = planned_error(loss);
  EXPECT_EQ(saddler.code, ErrorCode::unsupported_option);
  EXPECT_EQ(saddler.field, "algorithms.0.id");
  EXPECT_THAT(saddler.message, HasSubstr("dp-sgda is for saddle problems"));
  EXPECT_THAT(saddler.message, HasSubstr("use dp-gd"));
}

TEST(Saddle, RecordsMustBeBounded) {
  const Error error = planned_error(with(saddle_experiment(), "data.preprocess",
                                         R"([{"kind":"clip-rows","norm":"l2","bound":1}])"));
  EXPECT_EQ(error.code, ErrorCode::unbounded_sensitivity);
  EXPECT_THAT(error.message, HasSubstr("the targets"));
  EXPECT_THAT(error.message, Not(HasSubstr("gradientClip")));
}

TEST(Saddle, DiagnosticsMeanSomethingOrAreRefused) {
  const auto read = read_experiment(write_json(saddle_experiment()));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->run.diagnostics.size(), 1u);
  EXPECT_EQ(read->run.diagnostics[0]->id, "objective");
  for (const std::string id : {"suboptimality", "accuracy", "clipped-fraction"}) {
    const Error error = refused(with(saddle_experiment(), "run.diagnostics", "[\"" + id + "\"]"));
    EXPECT_EQ(error.code, ErrorCode::unsupported_option) << id;
    EXPECT_EQ(error.field, "run.diagnostics") << id;
  }
  const auto asked = read_experiment(
      write_json(with(saddle_experiment(), "run.diagnostics", R"(["gradient-norm","sparsity"])")));
  EXPECT_TRUE(asked);
}

TEST(Saddle, WithoutNoiseDescentAscentIsTheTextbookRecursion) {
  Json tree = saddle_experiment(
      R"({"iterations":6,"batchSize":8,"stepSize":2.5,"output":"average","start":[0.1,0.2,0.3,0.4]})");
  tree = with(tree, "privacy", R"({"notion":"none"})");
  for (const bool averages : {true, false}) {
    if (!averages) tree = with(tree, "algorithms.0.parameters.output", "\"last\"");
    const Json solution = at_path(result_of(tree), "runs.0.nonPrivate.solution");
    Vector z{{0.1, 0.2, 0.3, 0.4}}, mean = Vector::Zero(4);
    for (int step = 0; step < 6; ++step) {
      mean += z / 6;
      z -= 2.5 * SaddleRecords().mean_operator(z);
      z.head(2) *= std::min(1.0, 2 / z.head(2).norm());
      z.tail(2) = z.tail(2).cwiseMax(-1).cwiseMin(1);
    }
    const Vector expected = averages ? mean : z;
    ASSERT_EQ(solution.size(), 4u);
    for (Index j = 0; j < 4; ++j) {
      EXPECT_NEAR(solution.element(static_cast<std::size_t>(j)).number(), expected[j], 1e-13);
    }
  }
}

TEST(Saddle, TheMeanOfThePathIsAsCloseToTheSaddlePointAsItsBoundSays) {
  Json tree = saddle_experiment(R"({"iterations":4000,"batchSize":8})");
  tree = with(tree, "privacy", R"({"notion":"none"})");
  tree = with(tree, "run.diagnostics", R"(["objective","gradient-norm"])");
  const Json run = at_path(result_of(tree), "runs.0");
  // D = sqrt(2^2 + 2), L^2 = a^2 (q^2 + (a D_x + T)^2) = 2 + 9.
  const double step = std::sqrt(6.0) / std::sqrt(4000 * 11.0);
  EXPECT_NEAR(at_path(plan_of(tree), "plans.0.parameters.stepSize").number(), step, 1e-9 * step);
  Vector z(4);
  for (std::size_t j = 0; j < 4; ++j) {
    z[static_cast<Index>(j)] = at_path(run, "nonPrivate.solution").element(j).number();
  }
  EXPECT_GT(saddle_gap_at(Vector::Zero(4)), 0.5);
  EXPECT_LE(saddle_gap_at(z), std::sqrt(6.0 * 11 / 4000));
  EXPECT_LT(at_path(run, "nonPrivate.final.gradientNorm").number(),
            at_path(run, "nonPrivate.trace.gradientNorm.0").number());
}

TEST(Saddle, APrivateRunIsCertifiedAndItsStatementChecks) {
  for (const std::string privacy :
       {R"({"notion":"approximate","epsilon":1,"delta":1e-3})", R"({"notion":"zcdp","rho":0.1})"}) {
    for (const std::string parameters :
         {R"({"iterations":30,"batchSize":3})", R"({"iterations":30,"batchSize":8})"}) {
      Json tree = with(saddle_experiment(parameters), "privacy", privacy);
      for (const std::string release : {"floating", "hardened"}) {
        const bool draws = parameters.find("8") == std::string::npos;
        if (draws && (release == "hardened" || privacy.find("rho") != std::string::npos)) {
          continue;  // not proven
        }
        tree = with(tree, "run.release", "\"" + release + "\"");
        const Json result = result_of(tree);
        EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
        EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
        EXPECT_THAT(at_path(result, "runs.0.privacy.statement").text(),
                    HasSubstr("30 noisy operators (grad_x F, -grad_y F)"));
        const Json entry = at_path(result, "privacy.statement.entries.0");
        EXPECT_EQ(at_path(entry, "dimension"), Json(4));
        EXPECT_THAT(at_path(entry, "released").text(), HasSubstr("the operator"));
        EXPECT_THAT(at_path(entry, "sensitivity.formula").text(),
                    HasSubstr("min(2 L, sqrt(S_x^2 + S_y^2))"));
        const auto report = check_statement(write_json(result));
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_TRUE(report->consistent) << report->json;
      }
    }
  }
}

/// The statement says how many coordinates points have, and not how many features records.
TEST(Saddle, AFileIsPlannedAgainFromTheDimensionOfItsPoints) {
  Json tree = saddle_experiment();
  tree = with(tree, "data.kind", "\"file\"");
  tree = without(without(tree, "data.features"), "data.targets");
  tree = with(with(tree, "data.name", "\"rows.csv\""), "data.format", "\"csv\"");
  std::string rows;
  for (int i = 0; i < 9; ++i) rows += "0.1," + std::to_string(i) + ",-0.5,0.25\n";
  const Json result = result_of(tree, {.data = rows});
  EXPECT_EQ(at_path(result, "privacy.statement.entries.0.dimension"), Json(6));
  const auto report = check_statement(write_json(result));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->consistent) << report->json;
  EXPECT_EQ(at_path(*parse_json(report->json), "experiment.compared"), Json(true));
  const std::string place = "privacy.statement.entries.0.dimension";
  const auto odd = check_statement(write_json(with(result, place, "7")));
  EXPECT_FALSE(odd && odd->consistent);
}

/// Of matrices of 3 rows and 4 columns.
TEST(Saddle, AGameIsCertifiedAndItsStatementChecks) {
  Json tree =
      with(saddle_experiment(), "data",
           R"({"kind":"synthetic","name":"planted-game","samples":8,"features":12,"rows":3})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"matrix-game","rows":3})");
  const Json result = result_of(tree);
  const Json entry = at_path(result, "privacy.statement.entries.0");
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(entry, "dimension"), Json(7));
  // 2 L = 2 sqrt(r + c).
  EXPECT_NEAR(at_path(entry, "sensitivity.value").number(), 2 * std::sqrt(7.0), 1e-9);
  const auto report = check_statement(write_json(result));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->consistent) << report->json;
  EXPECT_EQ(at_path(*parse_json(report->json), "experiment.compared"), Json(true));
}

TEST(Saddle, PointsHaveTheSizeOfSomeRecordsOrOfNone) {
  Json tree = with(saddle_experiment(), "problem", R"({"kind":"saddle","name":"matrix-game"})");
  const ProblemSpec square = read_experiment(write_json(tree))->problem;
  EXPECT_EQ(point_dimension(square, 1'000'000), 2000);
  EXPECT_EQ(features_for(square, 2000), 1'000'000);
  EXPECT_EQ(features_for(square, 7), std::nullopt);
  tree = with(tree, "problem.rows", "5");
  const ProblemSpec wide = read_experiment(write_json(tree))->problem;
  EXPECT_EQ(features_for(wide, 12), 35);
  EXPECT_EQ(features_for(wide, 4), std::nullopt);
}

TEST(Saddle, BiasStressIsCertifiedAndItsStatementChecks) {
  Json tree = with(saddle_experiment(), "data", R"({"kind":"synthetic","name":"planted-arm",
                                                    "samples":8,"features":6,"advantage":0})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"bias-stress"})");
  const Json result = result_of(tree);
  const Json entry = at_path(result, "privacy.statement.entries.0");
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  // sqrt(S_x^2 + S_y^2), both the length of three signs.
  EXPECT_NEAR(at_path(entry, "sensitivity.value").number(), std::sqrt(6.0), 1e-9);
  const auto report = check_statement(write_json(result));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->consistent) << report->json;
}

TEST(Saddle, AGameThatDoesNotFitIsRefused) {
  Json tree = with(saddle_experiment(), "problem", R"({"kind":"saddle","name":"matrix-game"})");
  tree = without(tree, "data.preprocess");
  const Error error = planned_error(tree);
  EXPECT_EQ(error.code, ErrorCode::invalid_value);
  EXPECT_EQ(error.field, "problem.rows");
  EXPECT_THAT(error.message, HasSubstr("number of columns"));
}

TEST(Saddle, AFalseSensitivityIsFound) {
  const Json result = result_of(saddle_experiment());
  const std::string place = "privacy.statement.entries.0.sensitivity.";
  const double value = at_path(result, place + "value").number();
  for (const std::string field : {"value", "derivativeBound"}) {
    const double half = at_path(result, place + field).number() / 2;
    const auto report =
        check_statement(write_json(with(result, place + field, write_json(Json(half)))));
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->consistent) << field;
  }
  // S_x = min(2 a q, a^2 sqrt(p)) = sqrt 2, S_y = a^2 D + 2 a T = 4.
  EXPECT_NEAR(value, std::sqrt(2.0 + 16), 1e-9);
}

TEST(Saddle, ThreadsAndSlicesChangeNoBit) {
  Json tree = saddle_experiment(R"({"iterations":20})");
  tree = with(tree, "data",
              R"({"kind":"synthetic","name":"linear","samples":1200,"features":3,"seed":5,
                  "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1},
                                {"kind":"scale-target","lower":-2,"upper":2}]})");
  tree = with(tree, "run.diagnostics", R"(["objective","gradient-norm"])");
  for (const std::string batch : {"35", "1200"}) {
    tree = with(tree, "algorithms.0.parameters.batchSize", batch);
    const Json one = result_of(tree);
    const Json many = result_of(tree, {.threads = 3, .slice = 0, .groups = 2});
    EXPECT_EQ(at_path(one, "fingerprint"), at_path(many, "fingerprint"));
    EXPECT_EQ(at_path(one, "runs.0.nonPrivate.trace.gradientNorm"),
              at_path(many, "runs.0.nonPrivate.trace.gradientNorm"));
  }
}

}  // namespace
}  // namespace noisy::testing
