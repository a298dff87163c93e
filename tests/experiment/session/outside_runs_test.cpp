// Private runs with solvers whose steps are made outside the engine: good ones are certified, bad
// ones lose nothing, nothing waits where nobody answers, and the result says what became of each
// solve.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "engine/algorithm/frame/execute.h"
#include "engine/experiment/result/replay.h"
#include "engine/solver/base/outside_solver.h"
#include "engine/solver/base/outside_step.h"
#include "tests/algorithm/minimax/support/curved_problems.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using MakeStep = std::function<StepAnswer(Index run, const OutsideStep&)>;

/// Accelerated gradient descent, or the extragradient method, with what each run remembers.
class GoodSolver {
 public:
  StepAnswer operator()(Index run, const OutsideStep& asked) {
    const Block& block = asked.block;
    const double step = 1 / (block.condition_number() + 1);
    Vector& kept = kept_[run];
    if (asked.number == 0 || (block.is_saddle() && asked.number % 2 == 0)) kept = asked.point;
    Vector next = block.is_saddle() && asked.number % 2 == 1 ? kept : asked.point;
    block.descend(next, asked.full, step);
    if (block.is_saddle()) return {.next = next};
    block.project(next);
    const double momentum = (1 - std::sqrt(step)) / (1 + std::sqrt(step));
    const Vector ahead = next + momentum * (next - kept);
    kept = next;
    return {.next = ahead};
  }

 private:
  std::map<Index, Vector> kept_;
};

void register_once() {
  if (solvers().find("asked-outside")) return;
  EXPECT_TRUE(register_solver(outside_solver("asked-outside")));
}

class OutsideRuns : public ::testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() { register_once(); }

  static bool is_saddle() { return std::string(GetParam()).find("minimax") != std::string::npos; }

  static bool is_phased() { return std::string(GetParam()).starts_with("phased"); }

  static Json experiment(const std::string& parameters) {
    Json tree = is_saddle() ? with_saddle_problem(small_experiment())
                            : with(small_experiment(), "problem",
                                   R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":1}})");
    tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
    tree =
        with(tree, "algorithms",
             R"([{"id":")" + std::string(GetParam()) + R"(","parameters":{)" + parameters + "}}]");
    return with(with(tree, "run.diagnostics", "[]"), "run.repeats", "3");
  }
  static Json asking() { return experiment(R"("solver":"asked-outside")"); }
};

/// Drives all runs, and counts the steps that each asked for.
struct Driven {
  Json result;
  std::map<Index, int> steps;
  bool is_stuck = false;
};

Driven drive(const Json& experiment, const MakeStep& step, int threads = 1) {
  Driven out;
  Workspace workspace;
  const auto session = open_session(workspace, experiment).value();
  const Index runs = session->run_count().value();
  session->answer_steps();
  EXPECT_TRUE(session->start(0, runs, threads));
  for (bool done = false; !done && !out.is_stuck;) {
    done = session->advance(10).value().done;
    const auto awaited = session->awaited_steps();
    out.is_stuck = awaited.empty() != done;
    for (const AwaitedStep& one : awaited) {
      ++out.steps[one.run];
      one.step->answer = step(one.run, *one.step);
    }
  }
  const std::vector<std::string> groups = {session->group().value()};
  out.result = parse_json(assemble(write_json(experiment), groups).value()).value();
  return out;
}

Json solves_of(const Json& result, const std::string& run = "0") {
  return at_path(result, "runs." + run + ".nonPrivate.solves");
}

TEST_P(OutsideRuns, GoodStepsAreCertified) {
  const Driven driven = drive(asking(), GoodSolver(), 2);
  ASSERT_FALSE(driven.is_stuck);
  EXPECT_EQ(driven.steps.size(), 3u);  // every repeat asks
  const Json other = result_of(experiment(R"("fixedIterations":true)"));
  for (const std::string run : {"0", "1", "2"}) {
    const Json solves = solves_of(driven.result, run);
    EXPECT_GE(solves.member("count").number(), 1);
    EXPECT_EQ(solves.member("fallbacks"), Json(0)) << write_json(solves);
    EXPECT_EQ(at_path(solves, "first.0.complaint"), Json(""));
    EXPECT_GE(at_path(solves, "first.0.attempts").number(), 1);
    EXPECT_GT(at_path(solves, "first.0.gradients").number(), 0);
    if (is_phased()) continue;
    // The same noise, on points that are both certified to the same distance.
    const Json stated = at_path(driven.result, "privacy.statement.entries.0.solution");
    double weight = stated.member("primalWeight").number();
    if (is_saddle()) weight = std::min(weight, stated.member("dualWeight").number());
    const double allowed = 2 * stated.member("distance").number() / std::sqrt(weight);
    const auto a = *at_path(driven.result, "runs." + run + ".solution").as_numbers();
    const auto b = *at_path(other, "runs." + run + ".solution").as_numbers();
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
    EXPECT_LE(std::sqrt(squares), allowed);
    EXPECT_GT(squares, 0);
  }
}

TEST_P(OutsideRuns, BadStepsLeaveTheAnswerOfTheFallback) {
  const Json fallback = result_of(experiment(R"("fixedIterations":true)"));
  const std::pair<MakeStep, const char*> bad[] = {
      {[](Index, const OutsideStep&) { return StepAnswer{.next = {}, .failure = "oh"}; },
       "step 0: oh"},
      {[](Index, const OutsideStep&) { return StepAnswer{.next = Vector::Zero(1)}; },
       "its point has 1 numbers instead of"},
      {[](Index, const OutsideStep& asked) {
         return StepAnswer{.next = Vector::Constant(asked.point.size(), std::nan(""))};
       },
       "step 0: its point is not finite"},
      {[](Index, const OutsideStep&) {
         return StepAnswer{.next = {}, .failure = std::string(5000, 'x')};
       },
       "x ..."}};
  for (const auto& [step, complaint] : bad) {
    const Driven driven = drive(asking(), step);
    ASSERT_FALSE(driven.is_stuck) << complaint;
    for (const std::string run : {"0", "1", "2"}) {
      const Json solves = solves_of(driven.result, run);
      EXPECT_GE(solves.member("fallbacks").number(), 1);
      EXPECT_THAT(at_path(solves, "first.0.complaint").text(), HasSubstr(complaint));
      EXPECT_LT(at_path(solves, "first.0.complaint").text().size(), 400u);
      // A later phase may start so near that no solver is asked.
      if (is_phased()) continue;
      EXPECT_EQ(at_path(driven.result, "runs." + run + ".solution"),
                at_path(fallback, "runs." + run + ".solution"));
    }
    const std::string redacted = *redact(write_json(driven.result));
    EXPECT_THAT(redacted, Not(HasSubstr("complaint")));
    EXPECT_THAT(redacted, Not(HasSubstr("fallbacks")));
  }
}

TEST_P(OutsideRuns, NothingWaitsWhereNobodyAnswers) {
  const Json result = result_of(asking());
  const Json solves = solves_of(result);
  EXPECT_GE(solves.member("fallbacks").number(), 1);
  EXPECT_EQ(at_path(solves, "first.0.complaint"),
            Json("step 0: nobody is there to make its steps"));
  if (is_phased()) return;
  EXPECT_EQ(at_path(result, "runs.2.solution"),
            at_path(result_of(experiment(R"("fixedIterations":true)")), "runs.2.solution"));
}

TEST_P(OutsideRuns, OneReleaseStaysCertifiedAndPhasesDoNot) {
  const Json result = result_of(asking());
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(!is_phased()));
}

TEST_P(OutsideRuns, AreCancelledWhileAStepIsAwaited) {
  Workspace workspace;
  const auto session = open_session(workspace, asking()).value();
  session->answer_steps();
  ASSERT_TRUE(session->start(0, 3, 1));
  EXPECT_FALSE(session->advance(10).value().done);
  EXPECT_EQ(session->awaited_steps().size(), 3u);
  session->cancel();
  EXPECT_TRUE(session->awaited_steps().empty());
  EXPECT_TRUE(session->advance(10).value().done);
  const Json group = parse_json(session->group().value()).value();
  EXPECT_THAT(write_json(group), HasSubstr("cancelled"));
}

TEST_P(OutsideRuns, SecureResultsHoldNothingOfSolvesThatWasNotAskedFor) {
  const Json secure = with(asking(), "run.randomness", R"({"mode":"secure"})");
  EXPECT_EQ(solves_of(result_of(secure)), Json());
  const Json asked = with(secure, "run.diagnostics", R"(["solver-fallback"])");
  EXPECT_GE(solves_of(result_of(asked)).member("fallbacks").number(), 1);
}

TEST(OutsideSteps, AreDeclinedWhereOneRunIsExecutedAlone) {
  register_once();
  const SolutionProblem problem = logistic_problem(60, 1, 0.6);
  const auto plan = planned("output-perturbation", problem, approximate(1, 1e-5),
                            parameters({{"regularization", 0.3},
                                        {"toleranceRatio", 0.01},
                                        {"solver", std::string("asked-outside")}}));
  PrivateOracle oracle(*problem.data, Regularizer{}, noise_streams(), plan->rule().cap());
  ThreadPool pool(1);
  Vector start = Vector::Zero(problem.data->dimension());
  const Execution done =
      execute(*problem.data, oracle, *plan, start, pool, [](Index, const Vector&) {});
  EXPECT_FALSE(done.stopped);
  EXPECT_EQ(oracle.solves().count, 1);
  EXPECT_EQ(oracle.solves().fallbacks, 1);
  EXPECT_THAT(oracle.solves().first.front().complaint, HasSubstr("nobody is there"));
}

TEST(OutsideSteps, OfManySolvesTheFirstAreListedAndAllCounted) {
  SolveLog log;
  for (Index i = 0; i < 1000; ++i) log.add({.evaluations = i, .is_fallback = i % 4 == 0});
  EXPECT_EQ(log.count, 1000);
  EXPECT_EQ(log.fallbacks, 250);
  ASSERT_EQ(log.first.size(), SolveLog::kMostKept);
  EXPECT_EQ(log.first.back().evaluations, 99);
}

TEST_P(OutsideRuns, WorkOfFixedIterationsIsEstimatedWithinAFactorOfTwo) {
  for (const char* ratio : {"0.01", "0.3"}) {
    const Json fixed =
        experiment(R"("fixedIterations":true,"toleranceRatio":)" + std::string(ratio));
    Workspace workspace;
    const auto session = open_session(workspace, fixed).value();
    const double expected =
        at_path(parse_json(session->plan().value()).value(), "plans.0.gradientEvaluations")
            .number();
    const double taken = at_path(result_of(fixed), "runs.0.nonPrivate.solverGradients").number();
    EXPECT_GE(expected, taken / 2) << ratio;
    EXPECT_LE(expected, taken * 2) << ratio;
  }
}

INSTANTIATE_TEST_SUITE_P(Session, OutsideRuns,
                         ::testing::Values("output-perturbation", "phased-output-perturbation",
                                           "minimax-output-perturbation", "phased-minimax"),
                         testing::kNamedById);

}  // namespace
}  // namespace noisy::testing
