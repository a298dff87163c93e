// What a solver does is nobody's business: results that may be published say the same of a solver
// that throws, points at nothing, or never ends as of the one that is asked in its place, and of a
// data set on which the solver fails as of its neighbour on which it does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "engine/experiment/result/replay.h"
#include "engine/solver/base/solver_entry.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Solve = std::function<Task<>(SolverWork&)>;

/// Solvers that never find the solution, and one that finds it on some data only.
std::vector<std::pair<std::string, Solve>> bad_solvers() {
  return {
      {"throws-at-once", [](SolverWork&) -> Task<> { throw std::runtime_error("record 3"); }},
      {"points-at-nothing",
       [](SolverWork& work) -> Task<> {
         work.offer(Vector::Constant(work.block().dimension(), std::nan("")));
         co_return;
       }},
      {"has-another-shape",
       [](SolverWork& work) -> Task<> {
         work.offer(Vector::Zero(work.block().dimension() + 1));
         co_return;
       }},
      {"never-ends",
       [](SolverWork& work) -> Task<> {
         for (;;) co_await work.spend(0);
       }},
      {"gives-up",
       [](SolverWork& work) -> Task<> {
         work.give_up("there is an outlier");
         co_return;
       }},
  };
}

/// Solves where the mean gradient at the start points one way, and throws where the other way.
Task<> solve_by_data(SolverWork& work) {
  OperatorMean mean;
  co_await work.operator_at(work.block().start(), mean);
  const bool is_saddle = work.block().is_saddle();
  const Index coordinate = is_saddle ? work.sum().primal_dimension() : 0;
  if (mean.value[coordinate] > 0) throw std::runtime_error("the data are such and such");
  Task<> honest = solvers().find(is_saddle ? "extragradient" : "accelerated-gradient")->solve(work);
  co_await honest;
}

SolverEntry entry_of(const std::string& id, Solve solve) {
  return {.id = id,
          .title = id,
          .minimizes = true,
          .solves_saddles = true,
          .solve = std::move(solve),
          .cost = [](const SolverCost&) { return 1.0; }};
}

class SolutionLeaks : public ::testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() {
    if (solvers().find("never-ends")) return;
    for (auto& [id, solve] : bad_solvers()) {
      EXPECT_TRUE(register_solver(entry_of(id, std::move(solve))));
    }
    EXPECT_TRUE(register_solver(entry_of("solves-by-data", solve_by_data)));
  }

  /// The method on a file's records, so that none stands in the experiment.
  static Json experiment(const std::string& solver, const std::string& more = "") {
    const std::string id = GetParam();
    const bool is_saddle = id.find("minimax") != std::string::npos;
    Json tree = file_experiment();
    if (is_saddle) {
      tree = with_saddle_problem(tree);
    } else {
      tree = with(tree, "problem", R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":1}})");
    }
    tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
    tree =
        with(tree, "algorithms",
             R"([{"id":")" + id + R"(","parameters":{"solver":")" + solver + "\"" + more + "}}]");
    tree = with(tree, "run.diagnostics", R"(["objective","solver-fallback"])");
    return with(with(tree, "run.repeats", "1"), "run.trace", R"({"points":9,"iterates":true})");
  }

  /// Eight records; on the neighbour the first one is turned round.
  static RunOptions records(bool is_neighbour = false) {
    const std::string first = is_neighbour ? "-0.9,-0.1,1\n" : "0.9,0.1,1\n";
    return {.data =
                first +
                "0.2,-0.4,1\n-0.2,0.3,1\n0.1,0,1\n-0.1,-0.2,1\n0.1,0.2,1\n0,-0.1,1\n0.1,0.1,1\n"};
  }

  /// What may be published, as text.
  static std::string redacted(const Json& result) { return *redact(write_json(result)); }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

/// Without the released points and their hashes, which the noise covers.
Json without_points(const std::string& redacted) {
  Json out = *parse_json(redacted);
  if (out.find("fingerprint")) out.set("fingerprint", Json());
  Json run = at_path(out, "runs.0");
  EXPECT_GT(at_path(run, "trace.iterates").size(), 1u);
  for (const char* path : {"solution", "fingerprint"}) run.set(path, Json());
  run = with(run, "trace.iterates", "null");
  return with(out, "runs.0", write_json(run));
}

TEST_P(SolutionLeaks, FailuresLeaveTheResultOfTheFallback) {
  const Json fallback = result_of(experiment("gives-up", R"(,"fixedIterations":true)"), records());
  const Json first = result_of(experiment("gives-up"), records());
  // Where no solver is asked the same points are released.
  EXPECT_EQ(at_path(first, "runs.0.solution"), at_path(fallback, "runs.0.solution"));
  EXPECT_EQ(at_path(first, "runs.0.trace.iterates"), at_path(fallback, "runs.0.trace.iterates"));
  EXPECT_EQ(at_path(first, "runs.0.status"), Json("completed"));
  const std::string expected = redacted(first);
  for (const auto& [id, solve] : bad_solvers()) {
    const Json result = result_of(experiment(id), records());
    EXPECT_EQ(without_points(replaced(redacted(result), id, "gives-up")), without_points(expected));
    EXPECT_EQ(at_path(result, "runs.0.solution"), at_path(first, "runs.0.solution")) << id;
    EXPECT_EQ(at_path(result, "runs.0.trace.iterates"), at_path(first, "runs.0.trace.iterates"));
    EXPECT_THAT(redacted(result), Not(HasSubstr("outlier")));
    EXPECT_THAT(redacted(result), Not(HasSubstr("record 3")));
  }
}

TEST_P(SolutionLeaks, ASolverThatFailsOnOneOfTwoNeighboursTellsNothing) {
  const Json here = result_of(experiment("solves-by-data"), records());
  const Json there = result_of(experiment("solves-by-data"), records(true));
  const auto fallbacks = [](const Json& result) {
    return write_json(at_path(result, "runs.0.nonPrivate.trace.solverFallback"));
  };
  EXPECT_NE(fallbacks(here), fallbacks(there));  // on one of them it failed
  EXPECT_EQ(write_json(without_points(redacted(here))),
            write_json(without_points(redacted(there))));
  EXPECT_NE(at_path(here, "runs.0.solution"), at_path(there, "runs.0.solution"));
  EXPECT_THAT(redacted(here), Not(HasSubstr("such and such")));
  EXPECT_THAT(redacted(here), Not(HasSubstr("solverFallback")));
  for (const Json& result : {here, there}) {
    const auto report = check_statement(write_json(result));
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->consistent) << report->json;
  }
}

/// Everything that a person may be given: of two blocks where the method knows blocks, with all
/// diagnostics of the solves.
TEST_P(SolutionLeaks, ANeighbourChangesNothingButThePointsOfASecureHardenedResult) {
  const bool is_phased = std::string(GetParam()).starts_with("phased");
  for (const char* more : {"", R"(,"fixedIterations":true)"}) {
    std::string parameters = more;
    if (is_phased) parameters += R"(,"phases":2,"schedule":"equal")";
    Json tree = experiment("solves-by-data", parameters);
    tree = with(tree, "run.randomness", R"({"mode":"secure","release":"hardened"})");
    tree = with(tree, "run.diagnostics",
                R"(["objective","solver-fallback","solver-gradients","solver-residual"])");
    const Json here = result_of(tree, records());
    const Json there = result_of(tree, records(true));
    EXPECT_EQ(at_path(here, "runs.0.status"), Json("completed"));
    EXPECT_NE(write_json(at_path(here, "runs.0.nonPrivate")),
              write_json(at_path(there, "runs.0.nonPrivate")));
    EXPECT_EQ(write_json(without_points(redacted(here))),
              write_json(without_points(redacted(there))));
    EXPECT_EQ(at_path(here, "privacy.statement.certified"),
              at_path(there, "privacy.statement.certified"));
    EXPECT_THAT(redacted(here), Not(HasSubstr("nonPrivate")));
  }
}

TEST_P(SolutionLeaks, ExpectedAccuracyIsStatedCheckedAndNotCertified) {
  const bool is_saddle = std::string(GetParam()).find("minimax") != std::string::npos;
  const Json result = result_of(
      experiment(is_saddle ? "svrg-saddle" : "svrg", R"(,"accuracyMode":"markov")"), records());
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(false));
  EXPECT_THAT(write_json(at_path(result, "runs.0.privacy.reasons")), HasSubstr("2^-100"));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(false));
  const std::string entry = write_json(at_path(result, "privacy.statement.entries.0"));
  EXPECT_THAT(entry, HasSubstr("2^-100"));
  EXPECT_THAT(entry, HasSubstr("expected accuracy"));
  EXPECT_THAT(entry, Not(HasSubstr("certified minimizer")));
  EXPECT_THAT(entry, Not(HasSubstr("certified saddle")));
  const std::string claim = write_json(at_path(result, "runs.0.privacy.statement"));
  EXPECT_THAT(claim, HasSubstr("differentially private"));
  EXPECT_THAT(claim, Not(HasSubstr("certified")));
  const std::string distances = write_json(at_path(result, "runs.0.trace.certifiedDistance"));
  EXPECT_THAT(distances, HasSubstr("null"));
  EXPECT_EQ(distances.find_first_of("0123456789"), std::string::npos) << distances;
  const auto report = check_statement(write_json(result));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->consistent) << report->json;
}

INSTANTIATE_TEST_SUITE_P(Session, SolutionLeaks,
                         ::testing::Values("output-perturbation", "phased-output-perturbation",
                                           "minimax-output-perturbation", "phased-minimax"),
                         testing::kNamedById);

}  // namespace
}  // namespace noisy::testing
