// What steps tell everybody, why runs end, and the iterates themselves: in traces, events, results,
// redacted results and tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/file/experiment.h"
#include "engine/experiment/result/replay.h"
#include "engine/experiment/result/table.h"
#include "engine/question/catalogue.h"
#include "tests/experiment/session/meters.h"
#include "tests/experiment/session/run_session.h"
#include "tests/experiment/telling_descent.h"
#include "tests/statement/statements.h"

namespace noisy::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::Not;

class Told : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (find_algorithm("telling-gd")) return;
    EXPECT_TRUE(register_algorithm(telling_entry()));
    EXPECT_TRUE(register_algorithm(telling_exact_entry()));
  }
};

/// One private run and one that is not, whose last iterates fall between the traced ones.
Json experiment(const char* trace = R"({"points":201,"iterates":true})") {
  Json tree = with(small_experiment(), "privacy", R"({"notion":"zcdp","rho":3})");
  tree = with(tree, "algorithms",
              R"([{"id":"telling-gd"},{"id":"telling-exact","parameters":{"iterations":8}}])");
  tree = with(tree, "run.repeats", "1");
  tree = with(tree, "run.diagnostics", R"(["objective"])");
  return with(tree, "run.trace", trace);
}

std::vector<double> numbers_at(const Json& tree, const std::string& path) {
  const Json column = at_path(tree, path);
  const std::vector<double>* numbers = column.as_numbers();
  return numbers ? *numbers : std::vector<double>();
}

std::size_t points_of(const Json& result, const std::string& trace) {
  return at_path(result, trace + ".iteration").size();
}

TEST_F(Told, StandsInTheTraceFromWhereTheRunStartsToItsLastIterate) {
  const Json result = result_of(experiment());
  const Json trace = at_path(result, "runs.0.trace");
  const Json lengths = trace.member("releasedLength");
  const std::size_t points = points_of(result, "runs.0.trace");
  ASSERT_GT(points, 2u);
  ASSERT_EQ(lengths.size(), points);
  EXPECT_TRUE(lengths.element(0).is_null());
  for (std::size_t i = 1; i < points; ++i) EXPECT_GT(lengths.element(i).number(), 0) << i;
  EXPECT_EQ(trace.member("spentSoFar"), trace.member("rhoSpent"));
  EXPECT_GT(trace.member("spentSoFar").element(points - 1).number(), 2);
  // It ended where no point was planned.
  const double last = trace.member("iteration").element(points - 1).number();
  EXPECT_LT(last, 400);
}

TEST_F(Told, OfARunThatPromisesNothingLiesWithAllElseOfIt) {
  const Json result = result_of(experiment());
  const Json run = at_path(result, "runs.1");
  EXPECT_EQ(run.find("trace"), nullptr);
  EXPECT_EQ(run.find("stop"), nullptr);
  EXPECT_EQ(at_path(run, "nonPrivate.stop.reason"), Json(kStopReason));
  const Json trace = at_path(run, "nonPrivate.trace");
  EXPECT_EQ(trace.member("releasedLength").size(), trace.member("objective").size());
  EXPECT_EQ(trace.member("iterates").size(), trace.member("objective").size());
}

TEST_F(Told, SaysWhyTheRunEnded) {
  const Json result = result_of(experiment());
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.stop"),
            Json::object({{"reason", kStopReason}, {"text", kStopText}}));
  EXPECT_EQ(result_of(small_experiment()).member("runs").element(0).find("stop"), nullptr);
}

/// A run's events, put together.
struct Followed {
  std::vector<double> iteration, lengths, iterates;
  std::vector<std::string> stops;
  bool said_stop_last = false;
};

std::vector<Followed> follow(const Json& tree) {
  Workspace workspace;
  const auto session = open_session(workspace, tree);
  EXPECT_TRUE((*session)->start(0, 2, 1));
  std::vector<Followed> runs(2);
  const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  const auto take = [&] {
    for (const TraceChunk& chunk : (*session)->drain()) {
      Followed& run = runs[static_cast<std::size_t>(chunk.run)];
      append(run.iteration, chunk.iteration);
      append(run.lengths, column_named(chunk.steps, "releasedLength"));
      append(run.iterates, chunk.iterates);
      EXPECT_EQ(chunk.iterates.size(),
                static_cast<std::size_t>(chunk.coordinates) * chunk.iteration.size());
      EXPECT_EQ(column_named(chunk.measured, "objective").size(), chunk.iteration.size());
      if (chunk.stop) run.stops.push_back(chunk.stop->reason);
      run.said_stop_last = chunk.stop.has_value();
    }
  };
  take();  // nothing has run
  for (bool done = false; !done;) {
    done = (*session)->advance(0)->done;
    take();
  }
  take();
  return runs;
}

TEST_F(Told, StreamsWithTheTracePoints) {
  const Json result = result_of(experiment());
  const std::vector<Followed> followed = follow(experiment());
  for (std::size_t run = 0; run < 2; ++run) {
    const std::string place = run == 0 ? "runs.0.trace" : "runs.1.nonPrivate.trace";
    const Followed& told = followed[run];
    EXPECT_EQ(told.iteration, numbers_at(result, place + ".iteration"));
    const Json lengths = at_path(result, place + ".releasedLength");
    ASSERT_EQ(told.lengths.size(), lengths.size());
    EXPECT_TRUE(std::isnan(told.lengths[0]));
    EXPECT_EQ(told.lengths.back(), lengths.element(lengths.size() - 1).number());
    ASSERT_EQ(told.iterates.size(), 2 * told.iteration.size());
    const std::string last = place + ".iterates." + std::to_string(told.iteration.size() - 1);
    EXPECT_EQ(told.iterates.back(), numbers_at(result, last)[1]);
    EXPECT_THAT(told.stops, ElementsAre(kStopReason));
    EXPECT_TRUE(told.said_stop_last);
  }
}

TEST_F(Told, StreamsFromWhereTheRunStands) {
  // Without diagnostics nothing else holds the first point back.
  const Json tree = with(experiment(), "run.diagnostics", "[]");
  Workspace workspace;
  const auto session = open_session(workspace, tree);
  ASSERT_TRUE((*session)->start(0, 2, 1));
  std::vector<std::vector<double>> spent(2);
  for (bool done = false; !done;) {
    // In slices this short one run begins after the other.
    done = (*session)->advance(0)->done;
    for (const TraceChunk& chunk : (*session)->drain()) {
      for (const double value : column_named(chunk.steps, "spentSoFar")) {
        spent[static_cast<std::size_t>(chunk.run)].push_back(value);
      }
    }
  }
  for (const auto& values : spent) EXPECT_EQ(values.front(), 0);  // as Standing tells it, not NaN
}

TEST_F(Told, StaysInWhatMayBePublishedWhereItIsPublic) {
  const Json result = result_of(experiment());
  Json forged = with(result, "runs.0.trace.anotherLength", "[1,2]");
  forged = with(forged, "runs.0.stop.exact", "[0.25]");
  const Json redacted = *parse_json(*redact(write_json(forged)));
  EXPECT_EQ(without(at_path(result, "runs.0.trace"), "seconds"), at_path(redacted, "runs.0.trace"));
  EXPECT_EQ(at_path(redacted, "runs.0.stop"), at_path(result, "runs.0.stop"));
  const Json hidden = at_path(redacted, "runs.1");
  for (const char* name : {"trace", "stop", "nonPrivate"}) EXPECT_EQ(hidden.find(name), nullptr);
  // A name that another algorithm's steps tell is none of this one's.
  const Json other = with(result_of(small_experiment()), "runs.0.trace.releasedLength", "[1]");
  EXPECT_THAT(*redact(write_json(other)), Not(HasSubstr("releasedLength")));
}

TEST_F(Told, IsNoReasonAgainstRelease) {
  const Json secure =
      with(with(experiment(), "run.randomness", R"({"mode":"secure","release":"floating"})"),
           "algorithms", R"([{"id":"telling-gd"}])");
  const Json result = result_of(with(secure, "run.diagnostics", "[]"));
  EXPECT_EQ(at_path(result, "runs.0.trace.iterates").size(), points_of(result, "runs.0.trace"));
  EXPECT_THAT(write_json(at_path(result, "privacy.reasons")), Not(HasSubstr("known to be safe")));
}

TEST_F(Told, StandsInTheTable) {
  const Json result = result_of(experiment());
  const std::string table = *result_table(write_json(result), ResultTable::traces);
  const std::string header = table.substr(0, table.find('\n'));
  EXPECT_THAT(header, HasSubstr(",stop,iteration,"));
  EXPECT_THAT(header, HasSubstr(",releasedLength,spentSoFar,iterates.0,iterates.1,"));
  EXPECT_THAT(header, HasSubstr(",nonPrivate.stop,"));
  EXPECT_THAT(header, HasSubstr(",nonPrivate.iterates.0,nonPrivate.iterates.1"));
  EXPECT_THAT(header, Not(HasSubstr(",iterates,")));
  const auto last = points_of(result, "runs.0.trace") - 1;
  const std::string point = "runs.0.trace.iterates." + std::to_string(last);
  const std::vector<double> solution = numbers_at(result, point);
  EXPECT_THAT(table, HasSubstr("," + number_text(solution[0]) + "," + number_text(solution[1])));
}

TEST_F(Told, StandsInTheCatalogueWithTheAlgorithm) {
  const Json list = *parse_json(catalogue(), {.bytes = std::size_t{1} << 24});
  for (const Json& entry : list.member("algorithms").elements()) {
    if (entry.member("id") == Json("telling-gd")) {
      EXPECT_EQ(at_path(entry, "columns.0"),
                Json::object({{"name", "releasedLength"},
                              {"title", "Released length"},
                              {"unit", "gradient"},
                              {"description", "Of the gradient that was released."}}));
      EXPECT_EQ(at_path(entry, "columns.1").find("unit"), nullptr);
    }
    if (entry.member("id") == Json("dp-gd")) {
      EXPECT_EQ(entry.find("columns"), nullptr);
    }
  }
}

TEST_F(Told, NamesThatATraceCannotHaveAreRefused) {
  const auto refusal = [](const char* name, const char* title = "A title") {
    AlgorithmEntry entry = telling_entry();
    entry.id = "never-taken";
    entry.columns.push_back({.name = name, .title = title});
    const auto registered = register_algorithm(entry);
    return registered ? "" : registered.error().field + ": " + registered.error().message;
  };
  for (const char* name : {"iteration", "gradientEvaluations", "epsilonSpent", "rhoSpent",
                           "seconds", "iterates", "stop", "run", "label", "sweep"}) {
    EXPECT_THAT(refusal(name), HasSubstr("columns: \"" + std::string(name) + "\"")) << name;
  }
  for (const char* name : {"", "Length", "a-b", "9a", "a b"}) {
    EXPECT_THAT(refusal(name), HasSubstr("is no word")) << name;
  }
  EXPECT_THAT(refusal("releasedLength"), HasSubstr("stands twice"));
  EXPECT_THAT(refusal("anotherLength", ""), HasSubstr("needs a title"));
  EXPECT_EQ(find_algorithm("never-taken"), nullptr);
}

TEST_F(Told, NamesAreNeitherOfTheEnginesDiagnosticsNorTakenByLaterOnes) {
  for (const AlgorithmEntry& entry : algorithms()) {
    EXPECT_TRUE(check_columns(entry.columns)) << entry.id;
    for (const StepColumn& column : entry.columns) {
      EXPECT_FALSE(column.description.empty()) << entry.id;
      for (const DiagnosticEntry& diagnostic : diagnostics()) {
        EXPECT_NE(column.name, column_name(diagnostic.id)) << entry.id;
      }
    }
  }
  DiagnosticEntry diagnostic = *find_diagnostic("objective");
  diagnostic.id = "released-length";
  const auto registered = register_diagnostic(diagnostic);
  ASSERT_FALSE(registered);
  EXPECT_EQ(registered.error().field, "id");
  EXPECT_THAT(registered.error().message, HasSubstr("telling-gd"));
}

TEST_F(Told, IteratesAreThoseOfTheTracedPointsFromStartToSolution) {
  const Json result = result_of(experiment());
  for (const std::string place : {"runs.0", "runs.1.nonPrivate"}) {
    const Json iterates = at_path(result, place + ".trace.iterates");
    ASSERT_EQ(iterates.size(), points_of(result, place + ".trace"));
    EXPECT_EQ(iterates.element(0), Json::numbers({0, 0}));
    EXPECT_EQ(iterates.element(iterates.size() - 1), at_path(result, place + ".solution"));
    EXPECT_NE(iterates.element(1), iterates.element(2));
  }
}

TEST_F(Told, IteratesChangeNothingElse) {
  const Json with_them = result_of(experiment());
  const Json usual = result_of(experiment(R"({"points":201})"));
  EXPECT_EQ(with_them.member("fingerprint"), usual.member("fingerprint"));
  EXPECT_EQ(at_path(usual, "runs.0.trace").find("iterates"), nullptr);
  EXPECT_EQ(without(without_times(at_path(with_them, "runs.0.trace")), "iterates"),
            without_times(at_path(usual, "runs.0.trace")));
  EXPECT_TRUE(compare_replay(write_json(with_them), write_json(with_them))->matches);
  EXPECT_EQ(at_path(report_of(with_them), "consistent"), Json(true));
}

TEST_F(Told, IteratesOfHiddenStepsAreTheStartAndTheRelease) {
  Json tree = with(experiment(), "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
  tree = with(tree, "algorithms",
              R"([{"id":"output-perturbation-gd"},{"id":"objective-perturbation"}])");
  const Json result = result_of(tree);
  for (const std::string run : {"runs.0", "runs.1"}) {
    const Json iterates = at_path(result, run + ".trace.iterates");
    ASSERT_EQ(iterates.size(), 2u) << run;
    EXPECT_EQ(iterates.element(0), Json::numbers({0, 0}));
    EXPECT_EQ(iterates.element(1), at_path(result, run + ".solution"));
    EXPECT_THAT(at_path(result, run + ".nonPrivate").find("trace")->find("iterates"), Eq(nullptr));
  }
}

/// 50,000 coordinates, 41 points, one run.
Json large_experiment(const char* points) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"text-like","samples":10,"seed":1})");
  tree =
      with(tree, "run", R"({"repeats":1,"diagnostics":[],"trace":{"points":41,"iterates":true}})");
  tree = with(tree, "algorithms", R"([{"id":"gd","parameters":{"iterations":40}}])");
  return with(tree, "run.trace.points", points);
}

TEST_F(Told, IteratesBeyondTheLimitAreRefusedBeforeAnythingRuns) {
  Workspace workspace;
  const auto refused = open_session(workspace, large_experiment("41"));
  ASSERT_TRUE(refused) << refused.error().message;
  const auto plan = (*refused)->plan();
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(plan.error().field, "run.trace.iterates");
  EXPECT_THAT(plan.error().message, HasSubstr("have 2050000 coordinates together"));
  EXPECT_THAT(plan.error().message, HasSubstr("limit of 2000000"));
  const auto taken = open_session(workspace, large_experiment("40"));
  EXPECT_TRUE((*taken)->plan());
}

TEST_F(Told, IteratesAreCountedInWhatAnExperimentTakes) {
  Workspace workspace;
  const auto cost = [&](const char* trace, const char* name) {
    const auto session = open_session(workspace, experiment(trace));
    return at_path(*parse_json((*session)->plan().value(), {.depth = 64}), name).number();
  };
  const double points = 7 + 7;
  EXPECT_EQ(cost(R"({"points":7,"iterates":true})", "cost.memoryBytes") -
                cost(R"({"points":7})", "cost.memoryBytes"),
            8 * 2 * points);
  EXPECT_GT(cost(R"({"points":7,"iterates":true})", "cost.resultBytes"),
            cost(R"({"points":7})", "cost.resultBytes") + 10 * 2 * points);
}

TEST_F(Told, IteratesMayBeAskedForWithoutANumberOfPoints) {
  const auto read = read_experiment(write_json(experiment(R"({"iterates":true})")));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->run.trace_points, 200);
  EXPECT_TRUE(read->run.keeps_iterates);
  const auto wrong = read_experiment(write_json(experiment(R"({"iterates":1})")));
  EXPECT_EQ(wrong.error().field, "run.trace.iterates");
}

}  // namespace
}  // namespace noisy::testing
