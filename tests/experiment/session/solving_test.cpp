// Solvers on an experiment's exact objective: near its optimum, as near as they say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/solver/base/outside_solver.h"
#include "engine/solver/base/outside_step.h"
#include "tests/experiment/session/run_survey.h"

namespace noisy::testing {
namespace {

Json problem_of(const std::string& problem) {
  return with(with(small_experiment(), "problem", problem), "run.diagnostics", "[]");
}

std::vector<double> numbers_at(const Json& report, const std::string& path) {
  return *at_path(report, path).as_numbers();
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(squares);
}

/// "code field", or "solved".
std::string refusal(const Json& experiment, const std::string& request) {
  const auto result = survey_of(experiment, request);
  if (result) return "solved";
  return std::string(code_text(result.error().code)) + " " + result.error().field;
}

constexpr const char* kProblems[] = {
    R"({"loss":"logistic","regularizer":{"kind":"l2","strength":0.1}})",
    R"({"loss":"logistic","regularizer":{"kind":"l2","strength":0.01},
        "domain":{"kind":"l2-ball","radius":0.2}})",
    R"({"loss":"squared","regularizer":{"kind":"l2","strength":0.5}})"};

TEST(Solving, IsAsNearTheOptimumAsItSays) {
  for (const char* problem : kProblems) {
    const Json experiment = problem_of(problem);
    const Json optimum = answer_of(experiment, R"({"points":[[0,0]]})").member("optimum");
    for (const SolverEntry& solver : solvers().entries()) {
      if (!solver.minimizes || solver.origin != Origin::engine) continue;
      const Json report =
          answer_of(experiment, R"({"solve":{"tolerance":1e-7,"gradients":1e6,"solver":")" +
                                    solver.id + "\"}}");
      EXPECT_EQ(report.member("nonPrivate"), Json(true));
      const auto solution = numbers_at(report, "solution");
      const double bound = report.member("distanceBound").number();
      EXPECT_LE(distance(solution, numbers_at(optimum, "point")), bound + 1e-9) << solver.id;
      EXPECT_LT(bound, 1e-4) << solver.id;
      EXPECT_NEAR(report.member("gapBound").number(),
                  at_path(experiment, "problem.regularizer.strength").number() * bound * bound / 2,
                  1e-3 * report.member("gapBound").number());
      EXPECT_GT(report.member("gradients").number(), 0);
      EXPECT_GT(report.member("expectedGradients").number(), 0) << solver.id;
      const auto gradients = numbers_at(report, "trace.gradients");
      const auto gaps = numbers_at(report, "trace.gapBound");
      ASSERT_EQ(gradients.size(), gaps.size());
      EXPECT_EQ(gradients.front(), 0) << solver.id << " does not begin at the start";
      EXPECT_TRUE(std::ranges::is_sorted(gradients)) << solver.id;
      EXPECT_EQ(gaps.back(), report.member("gapBound").number()) << solver.id;
      // A residual of a 1e-7th of the first.
      EXPECT_LE(gaps.back(), 1e-14 * gaps.front()) << solver.id;
    }
  }
}

TEST(Solving, SaysWhyItCannot) {
  const std::string usual = R"({"solve":{}})";
  const Json experiment = problem_of(kProblems[0]);
  EXPECT_EQ(refusal(experiment, usual), "solved");
  EXPECT_EQ(refusal(experiment, R"({"solve":{"solver":"newtons"}})"), "unknown-name solve.solver");
  EXPECT_EQ(refusal(experiment, R"({"solve":{"tolerance":0}})"), "invalid-value solve.tolerance");
  EXPECT_EQ(refusal(experiment, R"({"solve":{"tolerance":1e-17}})"),
            "certificate-precision solve.tolerance");
  EXPECT_EQ(refusal(problem_of(R"({"loss":"mean-estimation",
                                   "regularizer":{"kind":"l2","strength":0.1}})"),
                    usual),
            "unsupported-option problem.loss");
  EXPECT_EQ(refusal(experiment, R"({"solve":{"speed":1}})"), "unknown-field solve.speed");
  EXPECT_EQ(refusal(experiment, R"({"solve":1})"), "invalid-type solve");
  EXPECT_EQ(refusal(problem_of(R"({"loss":"logistic"})"), usual),
            "unsupported-regularizer problem.regularizer");
  EXPECT_EQ(
      refusal(problem_of(R"({"loss":"logistic","regularizer":{"kind":"l1","strength":1}})"), usual),
      "unsupported-regularizer problem.regularizer");
  EXPECT_EQ(
      refusal(problem_of(R"({"loss":"sigmoid","regularizer":{"kind":"l2","strength":1}})"), usual),
      "output-perturbation-requires-convexity problem.loss");
}

TEST(Solving, WaitsForStepsThatAreMadeOutside) {
  ASSERT_TRUE(register_solver(outside_solver("made-outside")));
  EXPECT_EQ(register_solver(outside_solver("svrg")).error().code, ErrorCode::invalid_value);
  Workspace workspace;
  const auto session = open_session(workspace, problem_of(kProblems[0])).value();
  const auto survey =
      session->survey(R"({"solve":{"solver":"made-outside","gradients":1e6}})", 1).value();
  int steps = 0;
  for (bool done = false; !done;) {
    const auto progress = survey->advance(10);
    ASSERT_TRUE(progress);
    EXPECT_LE(progress->gradient_evaluations, progress->total_evaluations);
    done = progress->done;
    OutsideStep* step = survey->awaited_step();
    ASSERT_EQ(step == nullptr, done);
    if (done) break;
    if (steps == 0) {
      EXPECT_GT(progress->total_evaluations, 2 * progress->gradient_evaluations);
    }
    EXPECT_EQ(step->number, steps++);
    Vector next = step->point;
    step->block.descend(next, step->full, 1 / (step->block.condition_number() + 1));
    step->answer = StepAnswer{.next = next};
  }
  const Json report = parse_json(survey->result().value()).value();
  EXPECT_GT(steps, 2);
  EXPECT_EQ(report.member("fallback"), Json(false));
  EXPECT_EQ(report.member("complaint"), Json(""));
  EXPECT_EQ(report.member("expectedGradients"), Json());
}

}  // namespace
}  // namespace noisy::testing
