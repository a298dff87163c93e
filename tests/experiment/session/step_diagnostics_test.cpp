// Diagnostics of steps from the file to the result: hand runs, theorems, who has which of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/experiment/session/meters.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// The small experiment with one algorithm, traced at each of its iterations.
Json stepwise(std::string_view algorithm, std::string_view diagnostics, int iterations) {
  Json tree = with(small_experiment(), "algorithms", "[" + std::string(algorithm) + "]");
  tree = with(tree, "run.trace.points", std::to_string(iterations + 1));
  tree = with(tree, "run.repeats", "1");
  return with(tree, "run.diagnostics", diagnostics);
}

/// Records 0 and 1 on a line, F(x) = (x - 1/2)^2 / 2 up to a constant, without noise.
Json two_records(std::string_view algorithm, std::string_view diagnostics, int iterations) {
  Json tree = stepwise(algorithm, diagnostics, iterations);
  tree = with(tree, "data", R"({"kind":"inline","features":[[0],[1]],"targets":[0,0]})");
  tree = with(tree, "problem", R"({"loss":"mean-estimation"})");
  return with(tree, "privacy", R"({"notion":"none"})");
}

std::vector<double> column_of(const Json& result, const std::string& name, int run = 0) {
  std::vector<double> out;
  const Json column = at_path(result, "runs." + std::to_string(run) + ".nonPrivate.trace." + name);
  for (std::size_t i = 0; column.is_array() && i < column.size(); ++i) {
    const Json value = column.element(i);
    out.push_back(value.is_null() ? NAN : value.number());
  }
  return out;
}

/// The gradients of the logistic losses of the experiment's eight records at a solution.
std::array<std::array<double, 2>, 8> record_gradients(const Json& solution) {
  const double x[] = {solution.element(0).number(), solution.element(1).number()};
  const double rows[8][2] = {{0.5, 0.1},   {0.2, -0.4}, {-0.3, 0.6}, {0.9, 0},
                             {-0.7, -0.2}, {0.1, 0.8},  {0, -0.5},   {0.4, 0.4}};
  const double labels[] = {1, 1, -1, 1, -1, -1, 1, 1};
  std::array<std::array<double, 2>, 8> gradients{};
  for (std::size_t i = 0; i < 8; ++i) {
    const double margin = labels[i] * (rows[i][0] * x[0] + rows[i][1] * x[1]);
    for (std::size_t j = 0; j < 2; ++j) {
      gradients[i][j] = -labels[i] / (1 + std::exp(margin)) * rows[i][j];
    }
  }
  return gradients;
}

TEST(StepDiagnostics, NoiseRatioIsThatOfTheLedgersNoiseAndTheRecordsGradient) {
  const Json tree = with(stepwise(R"({"id":"dp-gd","parameters":{"iterations":6}})",
                                  R"(["noise-ratio","objective"])", 6),
                         "privacy", R"({"notion":"zcdp","rho":2})");
  const Json result = result_of(tree);
  const Json solution = at_path(result, "runs.0.solution");
  double gradient[2];
  for (int j = 0; j < 2; ++j) {
    gradient[j] = 0.1 * solution.element(j).number();
    for (const auto& one : record_gradients(solution)) gradient[j] += one[j] / 8;
  }
  // Rows of length 1 at most: sigma = 2 / (8 sqrt(2 rho / T)).
  const double sigma = 2 / (8 * std::sqrt(2 * 2.0 / 6));
  const double expected = std::sqrt(2.0) * sigma / std::hypot(gradient[0], gradient[1]);
  const auto column = column_of(result, "noiseRatio");
  ASSERT_EQ(column.size(), 7u);
  EXPECT_TRUE(std::isnan(column[0]));
  EXPECT_NEAR(column[6], expected, 1e-9 * expected);
  EXPECT_EQ(at_path(result, "runs.0.nonPrivate.final.noiseRatio").number(), column[6]);
  EXPECT_EQ(column_of(result, "objective").size(), 7u);
  EXPECT_EQ(at_path(result, "runs.0.nonPrivate.trace.gradientNorm"), Json());
}

/// The mean over all 56 batches of three records, at the point where the run ended.
TEST(StepDiagnostics, SamplingNoiseIsThatOfAllBatchesAndStaysBelowItsBound) {
  const Json tree = with(stepwise(R"({"id":"dp-gd","parameters":{"iterations":6,"batchSize":3}})",
                                  R"(["sampling-noise","sampling-noise-bound"])", 6),
                         "privacy", R"({"notion":"pure","epsilon":8})");
  const Json result = result_of(tree);
  const Json solution = at_path(result, "runs.0.solution");
  const auto gradients = record_gradients(solution);
  double mean[2] = {};
  for (const auto& one : gradients) {
    for (int j = 0; j < 2; ++j) mean[j] += one[j] / 8;
  }
  double sum = 0;
  for (int a = 0; a < 8; ++a) {
    for (int b = 0; b < a; ++b) {
      for (int c = 0; c < b; ++c) {
        for (int j = 0; j < 2; ++j) {
          sum += std::pow((gradients[a][j] + gradients[b][j] + gradients[c][j]) / 3 - mean[j], 2);
        }
      }
    }
  }
  const auto measured = column_of(result, "samplingNoise");
  const auto bound = column_of(result, "samplingNoiseBound");
  ASSERT_EQ(measured.size(), 7u);
  EXPECT_TRUE(std::isnan(measured[0]));
  EXPECT_NEAR(measured[6] / (sum / 56), 1, 1e-10);
  const double moves = at_path(result, "privacy.statement.entries.0.sensitivity.value").number();
  EXPECT_NEAR(bound[6], moves * moves / 4 * 5 / (3 * 7), 1e-12);
  EXPECT_LT(measured[6], bound[6]);
}

TEST(StepDiagnostics, SamplingNoiseIsNoneOfEstimatesThatAreNoMeanOfSuchABatch) {
  const auto last = [](std::string_view algorithm, std::string_view privacy) {
    const Json tree = with(stepwise(algorithm, R"(["sampling-noise"])", 4), "privacy", privacy);
    return column_of(result_of(tree), "samplingNoise").back();
  };
  const char* zeroed =
      R"({"notion":"approximate","epsilon":2,"delta":1e-3,"neighbours":"zero-out"})";
  EXPECT_EQ(last(R"({"id":"dp-gd","parameters":{"iterations":4}})", zeroed), 0);
  EXPECT_TRUE(std::isnan(
      last(R"({"id":"dp-sgd","parameters":{"iterations":4,"batchSize":2,"sampling":"poisson"}})",
           zeroed)));
  EXPECT_TRUE(std::isnan(
      last(R"({"id":"dp-svrg","parameters":{"epochs":1,"innerIterations":500,"batchSize":2}})",
           R"({"notion":"approximate","epsilon":2,"delta":1e-3})")));
}

TEST(StepDiagnostics, NoiseRatioFollowsANoiseThatFollowsTheState) {
  const Json tree = stepwise(
      R"({"id":"dp-gd","parameters":{"iterations":5,"start":9,"sensitivity":"state-dependent"}})",
      R"(["noise-ratio","gradient-norm"])", 5);
  const Json result = result_of(tree);
  const double last = at_path(result, "runs.0.privacy.ledger.0.noiseScaleLast").number();
  EXPECT_NE(last, at_path(result, "runs.0.privacy.ledger.0.noiseScaleFirst").number());
  const auto squares = column_of(result, "gradientNorm"), ratios = column_of(result, "noiseRatio");
  ASSERT_EQ(squares.size(), 6u);
  ASSERT_EQ(ratios.size(), 6u);
  const double length = std::sqrt(squares[5]);
  EXPECT_NEAR(ratios[5] * length, std::sqrt(2 * 2.0) * last, 1e-12 * last);
}

/// eta = 1/2, so that a step halves x - 1/2; epoch 1 has two steps, epoch 0 counts as one.
TEST(StepDiagnostics, PotentialFollowsTheHandRun) {
  const Json tree = two_records(
      R"({"id":"dp-svrg-pp","parameters":{"epochs":1,"innerIterations":1,"stepSize":0.5,
          "batchSize":1,"theory":"none"}})",
      R"(["potential","anchor-distance"])", 2);
  const Json result = result_of(tree);
  const auto potential = column_of(result, "potential");
  ASSERT_EQ(potential.size(), 3u);
  EXPECT_NEAR(potential[0], 9.0 / 16, 1e-12);    // 1/8 + 3 (1/4) / 2 + (1/8) / 2
  EXPECT_NEAR(potential[1], 11.0 / 128, 1e-12);  // 1/32 + 3 (1/16) / 4 + (1/32) / 4
  EXPECT_NEAR(potential[2], 1.0 / 32, 1e-12);    // 9/512 + 3 (1/64) / 4 + (1/128) / 4
  const auto distance = column_of(result, "anchorDistance");
  ASSERT_EQ(distance.size(), 3u);
  EXPECT_EQ(distance[0], 0);
  EXPECT_EQ(distance[1], 0.25);
  EXPECT_EQ(distance[2], 0.375);
}

TEST(StepDiagnostics, PotentialHalvesFromEpochToEpochWithoutNoise) {
  constexpr int kEpochs = 6, kFirst = 2, kSteps = (2 << kEpochs) * kFirst - 2 * kFirst;
  Json tree =
      stepwise(R"({"id":"dp-svrg-pp","parameters":{"epochs":6,"innerIterations":2,"batchSize":8}})",
               R"(["potential","suboptimality"])", kSteps);
  tree = with(tree, "problem", R"({"loss":"squared","domain":{"kind":"l2-ball","radius":4}})");
  tree = with(tree, "data.preprocess",
              R"([{"kind":"clip-rows","norm":"l2","bound":1},
                  {"kind":"scale-target","lower":-1,"upper":1}])");
  tree = with(tree, "privacy", R"({"notion":"none"})");
  const Json result = result_of(tree);
  const auto potential = column_of(result, "potential"), gap = column_of(result, "suboptimality");
  ASSERT_EQ(potential.size(), static_cast<std::size_t>(kSteps + 1));
  ASSERT_EQ(gap.size(), potential.size());
  std::size_t end = 0;
  double last = potential[0];
  for (int epoch = 1; epoch <= kEpochs; ++epoch) {
    end += static_cast<std::size_t>(kFirst << epoch);
    EXPECT_LE(2 * potential[end], last) << "epoch " << epoch;
    EXPECT_GE(potential[end], gap[end]);
    EXPECT_GT(potential[end], 1e-9);
    last = potential[end];
  }
  EXPECT_EQ(end, static_cast<std::size_t>(kSteps));
}

/// C = [-1, 1], L_C = 1: (x, z, y) = (0, 1/4, 1/4), (1/4, 7/16, 3/8).
TEST(StepDiagnostics, KeyLemmaSlackFollowsTheHandRun) {
  Json tree = two_records(R"({"id":"accmd","parameters":{"iterations":2,"yStep":"gauge-prox"}})",
                          R"(["key-lemma-slack"])", 2);
  for (const char* kind : {"l2-ball", "linf-ball"}) {
    tree = with(tree, "problem.domain", R"({"kind":")" + std::string(kind) + R"(","radius":1})");
    const auto slack = column_of(result_of(tree), "keyLemmaSlack");
    ASSERT_EQ(slack.size(), 3u) << kind;
    EXPECT_TRUE(std::isnan(slack[0]));
    EXPECT_NEAR(slack[1], 1.0 / 64, 1e-12) << kind;
    EXPECT_NEAR(slack[2], 9.0 / 1024, 1e-12) << kind;
  }
}

TEST(StepDiagnostics, KeyLemmaHoldsOnNoisyRunsInEveryGeometry) {
  struct Case {
    const char* domain;
    const char* geometry;
    bool has_gauge_prox;
  };
  for (const auto& [domain, geometry, has_gauge_prox] :
       {Case{R"({"kind":"l2-ball","radius":2})", "l2", true},
        Case{R"({"kind":"linf-ball","radius":2})", "l2", true},
        Case{R"({"kind":"l1-ball","radius":0.5})", "lift", true},
        Case{R"({"kind":"l1-ball","radius":2})", "lift", true},
        Case{R"({"kind":"l1-ball","radius":2})", "p-norm", true},
        Case{R"({"kind":"simplex"})", "entropy", true},
        Case{R"({"kind":"group-ball","radius":2,"groupSize":2})", "p-norm", false},
        Case{R"({"kind":"hull","vertices":[[2,1],[0,1.5],[1,-1]],"mirrored":true})", "lift",
             false}}) {
    for (const std::string y_step : {"gauge-prox", "convex-combination"}) {
      if (y_step == "gauge-prox" && !has_gauge_prox) continue;
      for (const char* rho : {"0.001", "0.1", "100"}) {
        Json tree = stepwise(R"({"id":"dp-accmd","parameters":{"iterations":20,"geometry":")" +
                                 std::string(geometry) + R"(","yStep":")" + y_step + R"("}})",
                             R"(["key-lemma-slack","suboptimality"])", 20);
        tree = with(tree, "problem", R"({"loss":"logistic","domain":)" + std::string(domain) + "}");
        tree = with(tree, "privacy", R"({"notion":"zcdp","rho":)" + std::string(rho) + "}");
        tree = with(tree, "run.repeats", "5");
        const Json result = result_of(tree);
        for (int run = 0; run < 5; ++run) {
          const auto slack = column_of(result, "keyLemmaSlack", run);
          ASSERT_EQ(slack.size(), 21u) << domain;
          double largest = 0;
          for (int t = 1; t <= 20; ++t) largest = std::max(largest, std::fabs(slack[t]));
          EXPECT_GT(largest, 0);
          for (int t = 1; t <= 20; ++t) {
            EXPECT_GE(slack[t], -1e-12 * (1 + largest)) << domain << geometry << y_step << rho;
          }
        }
      }
    }
  }
}

/// With a tenth of the true smoothness steps go too far, which the slack tells.
TEST(StepDiagnostics, KeyLemmaFailsWhereTheStatedSmoothnessIsTooSmall) {
  Json tree =
      two_records(R"({"id":"accmd","parameters":{"iterations":40}})", R"(["key-lemma-slack"])", 40);
  tree = with(tree, "data.features", "[[1],[1]]");
  tree = with(tree, "data.targets", "[0,1]");
  tree = with(tree, "data.preprocess",
              R"([{"kind":"clip-rows","norm":"l2","bound":1},
                  {"kind":"scale-target","lower":-1,"upper":1}])");
  tree = with(tree, "problem",
              R"({"loss":"squared","domain":{"kind":"l2-ball","radius":1},
                  "constants":{"smoothness":0.1}})");
  const auto slack = column_of(result_of(tree), "keyLemmaSlack");
  ASSERT_EQ(slack.size(), 41u);
  EXPECT_LT(*std::min_element(slack.begin() + 1, slack.end()), -1e-3);
}

/// Every kind of run: with an anchor, with a potential, with a lemma, with a plain gradient, with a
/// released solution only, without privacy.
Json company() {
  Json tree = with(small_experiment(), "algorithms",
                   R"([{"id":"dp-gd","parameters":{"iterations":12}},
                       {"id":"dp-svrg","parameters":{"epochs":2,"innerIterations":5,"batchSize":3,
                          "stepScale":0.1,"theory":"none"}},
                       {"id":"dp-svrg-pp","parameters":{"epochs":2,"innerIterations":2}},
                       {"id":"dp-accmd","parameters":{"iterations":7}},
                       {"id":"output-perturbation-gd","parameters":{"iterations":5}},
                       {"id":"svrg-pp","parameters":{"epochs":2,"innerIterations":2}},
                       {"id":"gd","parameters":{"iterations":5}}])");
  tree = with(tree, "problem", R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":3}})");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":2,"delta":0.01})");
  return with(tree, "run.diagnostics",
              R"(["noise-ratio","anchor-distance","potential","key-lemma-slack"])");
}

constexpr std::string_view kColumns[] = {"noiseRatio", "anchorDistance", "potential",
                                         "keyLemmaSlack"};

TEST(StepDiagnostics, AreAbsentWhereTheMethodHasNone) {
  const Json result = result_of(company());
  const std::vector<std::vector<bool>> expected = {
      {true, false, false, false}, {true, true, false, false},   {true, true, true, false},
      {true, false, false, true},  {false, false, false, false}, {false, true, true, false},
      {false, false, false, false}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string run = "runs." + std::to_string(2 * i);
    const Json whole = at_path(result, run);
    EXPECT_EQ(outcome_of(whole).member("status"), Json("completed")) << i;
    for (std::size_t c = 0; c < 4; ++c) {
      const Json column = at_path(result, run + ".nonPrivate.trace." + std::string(kColumns[c]));
      EXPECT_EQ(column.is_array(), expected[i][c]) << i << " " << kColumns[c];
      const Json points = outcome_of(whole).member("trace").member("iteration");
      if (expected[i][c]) {
        EXPECT_EQ(column.size(), points.size());
      }
    }
  }
  EXPECT_EQ(at_path(result, "nonPrivate.references").size(), 1u);
}

TEST(StepDiagnostics, DoNotDependOnThreadsGroupsOrSlicesAndLeaveTheRunAlone) {
  const Json expected = result_of(company());
  for (const RunOptions& options :
       {RunOptions{.threads = 3}, RunOptions{.slice = 0}, RunOptions{.groups = 5}}) {
    const Json result = result_of(company(), options);
    for (std::size_t run = 0; run < at_path(result, "runs").size(); ++run) {
      const std::string path = "runs." + std::to_string(run) + ".nonPrivate";
      EXPECT_EQ(without_times(at_path(result, path + ".trace")),
                without_times(at_path(expected, path + ".trace")))
          << run;
    }
  }
  const Json silent = result_of(with(company(), "run.diagnostics", "[]"));
  EXPECT_EQ(at_path(silent, "fingerprint"), at_path(expected, "fingerprint"));
  EXPECT_EQ(at_path(silent, "runs.0.nonPrivate"), Json());
}

TEST(StepDiagnostics, ComeWithTheirTracePointsAsTheRunsGoOn) {
  Workspace workspace;
  auto session = open_session(
      workspace, with(company(), "run.diagnostics", R"(["anchor-distance","noise-ratio"])"));
  ASSERT_TRUE(session);
  ASSERT_TRUE((*session)->start(0, 14, 1));
  std::vector<std::size_t> points(14, 0);
  for (bool done = false; !done;) {
    done = (*session)->advance(0)->done;
    for (const TraceChunk& chunk : (*session)->drain()) {
      const bool has_anchor = chunk.run / 2 == 1 || chunk.run / 2 == 2 || chunk.run / 2 == 5;
      const auto size = [&](std::string_view name) {
        return column_named(chunk.measured, name).size();
      };
      EXPECT_EQ(size("anchorDistance"), has_anchor ? chunk.iteration.size() : 0);
      EXPECT_EQ(size("noiseRatio"), chunk.run < 8 ? chunk.iteration.size() : 0);
      EXPECT_EQ(size("potential"), 0);
      points[static_cast<std::size_t>(chunk.run)] += chunk.iteration.size();
    }
  }
  for (const std::size_t count : points) EXPECT_GE(count, 2u);  // those without diagnostics, too
}

TEST(StepDiagnostics, ThatNobodyHasAreRefused) {
  const auto error = [](std::string_view diagnostic, std::string_view algorithm) {
    const auto result =
        run_experiment(stepwise(R"({"id":")" + std::string(algorithm) + R"("})", diagnostic, 12));
    EXPECT_FALSE(result) << diagnostic;
    return result ? Error{} : result.error();
  };
  for (const auto& [diagnostic, algorithm, owner] :
       {std::array{R"(["potential"])", "dp-svrg", "\"dp-svrg-pp\""},
        std::array{R"(["anchor-distance"])", "dp-gd", "\"dp-svrg\""},
        std::array{R"(["key-lemma-slack"])", "dp-gd", "\"dp-accmd\""},
        std::array{R"(["objective","noise-ratio"])", "gd", "\"dp-gd\""},
        std::array{R"(["noise-ratio"])", "output-perturbation-gd", "\"dp-gd\""},
        std::array{R"(["noise-ratio"])", "objective-perturbation", "\"dp-gd\""},
        std::array{R"(["noise-ratio"])", "noisy-frank-wolfe", "\"dp-gd\""}}) {
    const Error refused = error(diagnostic, algorithm);
    EXPECT_EQ(refused.code, ErrorCode::unsupported_option);
    EXPECT_EQ(refused.field, "run.diagnostics");
    EXPECT_THAT(refused.message, HasSubstr(owner));
    EXPECT_THAT(refused.message, HasSubstr("leave it out"));
  }
}

TEST(StepDiagnostics, WithoutAReferenceAreAbsentWithTheReasonOfTheGap) {
  Json tree = with(company(), "problem",
                   R"({"loss":"geman-mcclure","domain":{"kind":"l2-ball","radius":3}})");
  tree = with(tree, "data.preprocess",
              R"([{"kind":"clip-rows","norm":"l2","bound":1},
                  {"kind":"scale-target","lower":-1,"upper":1}])");
  tree = with(tree, "algorithms", R"([{"id":"dp-svrg-pp","parameters":{"epochs":2}},
                                      {"id":"dp-accmd","parameters":{"iterations":7}}])");
  const Json result = result_of(tree);
  for (const char* run : {"runs.0", "runs.2"}) {
    const std::string trace = std::string(run) + ".nonPrivate.trace";
    EXPECT_TRUE(at_path(result, trace + ".noiseRatio").is_array());
    EXPECT_TRUE(at_path(result, trace + ".potential").is_null());
    EXPECT_TRUE(at_path(result, trace + ".keyLemmaSlack").is_null());
  }
  EXPECT_EQ(at_path(result, "nonPrivate.references.0.error.code"), Json("no-reference"));
  EXPECT_THAT(at_path(result, "nonPrivate.references.0.error.message").text(),
              HasSubstr("not convex"));
}

}  // namespace
}  // namespace noisy::testing
