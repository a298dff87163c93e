// The native program with a loss, an algorithm and a solver from outside the engine
// (examples/cpp/extension), built from the installed files: every command knows them, and what
// cannot be trusted is not certified.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "source_directory.h"
#include "tests/cli/program.h"
#include "tests/experiment/file/experiments.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::with;

const std::string kExperiment = NOISY_SOURCE_DIRECTORY "/examples/cpp/extension/own.json";

/// What the program writes, which must be JSON.
Json answer(const std::vector<std::string>& words, const std::string& input = "",
            const char* program = NOISY_PROGRAM) {
  const testing::Outcome outcome = testing::run_program(words, input, program);
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  const auto tree = parse_json(outcome.output, {.bytes = std::size_t{1} << 26, .depth = 64});
  return tree ? *tree : Json();
}

Json own_experiment() {
  return *parse_json(testing::read_file(kExperiment));
}

/// The element of a list that has this id.
Json with_id(const Json& list, const std::string& id) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (at_path(list.element(i), "id") == Json(id)) return list.element(i);
  }
  return {};
}

/// The experiment on hardened noise that nobody can foretell, with another loss.
Json secure(const Json& experiment, const char* problem) {
  const Json asked = with(experiment, "run", R"({"repeats":1,"randomness":{"mode":"secure"}})");
  return with(asked, "problem", problem);
}

constexpr const char* kHuber = R"({"loss":"huber","regularizer":{"kind":"l2","strength":0.01}})";

TEST(Extension, StandsInTheCatalogueWithItsParameters) {
  const Json catalogue = answer({"catalogue"});
  const Json algorithm = with_id(*catalogue.find("algorithms"), "tail-averaging");
  EXPECT_EQ(at_path(algorithm, "origin"), Json("outside"));
  EXPECT_EQ(at_path(algorithm, "parameters.2.name"), Json("tail"));
  const Json loss = with_id(*catalogue.find("losses"), "pseudo-huber");
  EXPECT_EQ(at_path(loss, "origin"), Json("outside"));
  EXPECT_EQ(at_path(loss, "parameters.0.name"), Json("scale"));
  EXPECT_EQ(at_path(loss, "needsGradientClip"), Json(false));
  EXPECT_EQ(at_path(loss, "convex"), Json(true));
}

TEST(Extension, IsPlannedAndSaysWhoseWordItsPrivacyRestsOn) {
  const Json plan = answer({"plan", kExperiment});
  for (const char* position : {"0", "1"}) {  // either algorithm, on the loss from outside
    const Json privacy = at_path(plan, std::string("plans.") + position + ".privacy");
    EXPECT_EQ(at_path(privacy, "guarantee"), Json("proven"));
    EXPECT_EQ(at_path(privacy, "certified"), Json(false));
    EXPECT_THAT(write_json(at_path(privacy, "reasons")),
                HasSubstr("the loss \\\"pseudo-huber\\\" comes from outside the engine"));
  }
  EXPECT_EQ(at_path(plan, "plans.0.algorithm"), Json("tail-averaging"));
  EXPECT_EQ(at_path(plan, "plans.0.parameters.tail"), Json(0.5));
}

TEST(Extension, AlgorithmIsCertifiedOnALossOfTheEngine) {
  const std::string experiment = write_json(secure(own_experiment(), kHuber));
  const Json result = answer({"run", "-", "--quiet"}, experiment);
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(true));
}

TEST(Extension, RunsAndComesDown) {
  const Json result = answer({"run", kExperiment, "--quiet"});
  const Json trace = at_path(result, "runs.0.nonPrivate.trace.suboptimality");
  ASSERT_GT(trace.size(), 5u);
  EXPECT_LT(trace.element(trace.size() - 1).number(), 0.5 * trace.element(0).number());
  EXPECT_EQ(at_path(result, "runs.0.privacy.epsilon"), Json(1));
}

TEST(Extension, StatementIsCheckedAndAChangedOneIsNot) {
  const Json result = answer({"run", kExperiment, "--quiet"});
  EXPECT_EQ(at_path(result, "privacy.statement.entries.0.algorithm"), Json("tail-averaging"));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(false));
  EXPECT_THAT(write_json(at_path(result, "privacy.statement")),
              HasSubstr("which comes from outside the engine, are its author's word"));
  const Json report = answer({"check-statement", "-"}, write_json(result));
  EXPECT_EQ(at_path(report, "consistent"), Json(true));
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
  const Json boast = with(result, "runs.0.privacy.certified", "true");
  const auto refused =
      testing::run_program({"check-statement", "-"}, write_json(boast), NOISY_PROGRAM);
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.errors, HasSubstr("inconsistent-statement"));
}

TEST(Extension, ReplaysToTheSameBits) {
  const TemporaryFolder folder;
  const std::string result = folder.path("result.json");
  EXPECT_EQ(
      testing::run_program({"run", kExperiment, "--quiet", "--out", result}, "", NOISY_PROGRAM)
          .status,
      0);
  EXPECT_EQ(at_path(answer({"verify", result, "--quiet"}), "matches"), Json(true));
}

/// Two steps on the loss with this id.
std::string audited(const char* loss) {
  const Json short_run = with(own_experiment(), "algorithms",
                              R"([{"id":"tail-averaging","parameters":{"iterations":2}}])");
  return write_json(with(short_run, "problem.loss", '"' + std::string(loss) + '"'));
}

TEST(Extension, AuditFindsWhatIsClaimedConsistent) {
  const Json report = answer({"audit", "-", "--quiet"}, audited("pseudo-huber"));
  EXPECT_EQ(at_path(report, "algorithm"), Json("tail-averaging"));
  EXPECT_EQ(at_path(report, "verdict"), Json("consistent"));
}

TEST(Extension, AuditRefutesALossThatUnderstatesItsSlope) {
  const Json report =
      answer({"audit", "-", "--quiet"}, audited("pseudo-huber-understated"), PLANTED_PROGRAM);
  EXPECT_EQ(at_path(report, "verdict"), Json("refuted"));
}

TEST(Extension, OracleRefusesAnAlgorithmThatAsksForLessNoiseThanItPaysFor) {
  const Json cheap = with(own_experiment(), "algorithms.0.id", R"("cheap-tail-averaging")");
  const Json result = answer({"run", "-", "--quiet"}, write_json(cheap), PLANTED_PROGRAM);
  EXPECT_EQ(at_path(result, "runs.0.algorithm"), Json("cheap-tail-averaging"));
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("failed"));
}

Json solved(const std::string& solver, const char* program = NOISY_PROGRAM) {
  return answer({"solve", kExperiment, "--solver", solver, "--quiet"}, "", program);
}

/// Both are within their bounds of the one minimizer.
void expect_same_solution(const Json& a, const Json& b) {
  const auto x = *at_path(a, "solution").as_numbers();
  const auto y = *at_path(b, "solution").as_numbers();
  ASSERT_EQ(x.size(), y.size());
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) squares += (x[i] - y[i]) * (x[i] - y[i]);
  const double bound = at_path(a, "distanceBound").number() + at_path(b, "distanceBound").number();
  EXPECT_LE(squares, bound * bound);
  EXPECT_LT(bound, 1e-3);
}

TEST(Extension, SolverIsCertifiedLikeOneOfTheEngine) {
  const Json own = solved("heavy-ball");
  EXPECT_EQ(at_path(own, "solver"), Json("heavy-ball"));
  EXPECT_EQ(at_path(own, "fallback"), Json(false));
  EXPECT_EQ(at_path(own, "complaint"), Json(""));
  const Json other = solved("gradient-descent");
  expect_same_solution(own, other);
  EXPECT_LT(at_path(own, "gradients").number(), at_path(other, "gradients").number());
}

TEST(Extension, SolverThatSaysItIsDoneIsNotBelieved) {
  const Json lazy = solved("lazy", PLANTED_PROGRAM);
  EXPECT_EQ(at_path(lazy, "fallback"), Json(true));
  EXPECT_EQ(at_path(lazy, "complaint"), Json("it ended at no point that is near enough"));
  expect_same_solution(lazy, solved("heavy-ball"));
}

TEST(Extension, SolverWhoseStepsNobodyMakesIsNotWaitedFor) {
  const Json alone = solved("unanswered", PLANTED_PROGRAM);
  EXPECT_EQ(at_path(alone, "fallback"), Json(true));
  EXPECT_EQ(at_path(alone, "complaint"), Json("step 0: nobody is there to make its steps"));
}

}  // namespace
}  // namespace noisy
