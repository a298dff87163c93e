// The loss of every group at the iterates that are traced: kept where a file asks for them, under
// nonPrivate alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/result/publishable.h"
#include "engine/experiment/result/table.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kRecords = 60;
constexpr double kRadius = 1.5;

/// Four features of a record between -1 and 1, without a pattern.
std::vector<double> record(std::size_t i) {
  std::vector<double> out;
  for (std::size_t j = 0; j < 4; ++j) out.push_back(std::sin(1.7 * double(i) + 2.9 * double(j)));
  return out;
}

double target(std::size_t i) {
  return i % 3 == 0 ? -1 : 1;
}

/// Those of least squares, some of them outside of the bounds that the file clamps them to.
double numeric_target(std::size_t i) {
  return 2 * std::cos(0.9 * double(i)) + 0.5;
}
constexpr double kLeast = -0.5, kMost = 1.25;

bool has_labels(std::string_view problem) {
  return problem.find("squared") == std::string_view::npos;
}

/// A third of the labels are negative, and no group has as large a share as it is said to have.
Json experiment(std::string_view problem) {
  std::string rows, targets;
  for (std::size_t i = 0; i < kRecords; ++i) {
    if (i > 0) {
      rows += ',';
      targets += ',';
    }
    rows += write_json(Json::numbers(record(i)));
    targets += write_json(Json(has_labels(problem) ? target(i) : numeric_target(i)));
  }
  Json tree = small_experiment();
  tree = with(tree, "data.features", "[" + rows + "]");
  tree = with(tree, "data.targets", "[" + targets + "]");
  std::string steps = R"({"kind":"clip-rows","norm":"linf","bound":1})";
  if (!has_labels(problem)) {
    steps += R"(,{"kind":"clamp-target","lower":-0.5,"upper":1.25})";
  }
  tree = with(tree, "data.preprocess", "[" + steps + "]");
  tree = with(tree, "problem", problem);
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":4,"delta":1e-5})");
  tree = with(tree, "algorithms", R"([{"id":"dp-sgda","parameters":{"iterations":9}},
                                      {"id":"smd","parameters":{"iterations":9}}])");
  return with(tree, "run",
              R"({"repeats":2,"trace":{"points":4,"iterates":true,"groupLosses":true},
                  "diagnostics":["objective","worst-group-loss","least-group-loss"]})");
}

constexpr const char* kDense = R"({"kind":"saddle","name":"worst-group-logistic","radius":1.5,
                                   "groupBy":"label","share":0.6})";
constexpr const char* kSparse =
    R"({"kind":"saddle","name":"worst-group-sparse","radius":1.5,"groupBy":"column","column":2,
        "threshold":0.25,"share":0.3})";
constexpr const char* kTasks =
    R"({"kind":"saddle","name":"worst-task-logistic","radius":1.5,"tasks":2})";
constexpr const char* kSquares =
    R"({"kind":"saddle","name":"worst-group-squared","radius":1.5,"column":2,"threshold":0.25,
        "share":0.3})";
constexpr const char* kSparseSquares =
    R"({"kind":"saddle","name":"worst-group-sparse-squared","radius":1.5,"column":2,
        "threshold":0.25,"share":0.3})";
constexpr const char* kTaskSquares =
    R"({"kind":"saddle","name":"worst-task-squared","radius":1.5,"tasks":2,"targetBound":0.4})";

/// ln(1 + exp(-label w.u)) of one record, by the definition.
double loss_of(const std::vector<double>& weights, std::size_t i, double label) {
  double score = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) score += weights[j] * record(i)[j];
  return std::log(1 + std::exp(-label * score));
}

/// (w.u - target)^2 / 2 of one record, by the definition.
double square_of(const std::vector<double>& weights, std::size_t i, double target) {
  double error = -target;
  for (std::size_t j = 0; j < weights.size(); ++j) error += weights[j] * record(i)[j];
  return error * error / 2;
}

/// What x = (x+, x-) mixes from the vertices +-r e_j.
std::vector<double> mixed(const std::vector<double>& z, std::size_t inputs) {
  std::vector<double> out;
  for (std::size_t j = 0; j < inputs; ++j) out.push_back(kRadius * (z[j] - z[inputs + j]));
  return out;
}

std::vector<double> dense_losses(const std::vector<double>& z) {
  const std::vector<double> weights(z.begin(), z.begin() + 4);
  std::vector<double> out(2, 0.0);
  for (std::size_t i = 0; i < kRecords; ++i) {
    const bool is_second = target(i) > 0;
    out[is_second] += loss_of(weights, i, target(i)) / kRecords / (is_second ? 0.6 : 0.4);
  }
  return out;
}

std::vector<double> sparse_losses(const std::vector<double>& z) {
  std::vector<double> out(2, 0.0);
  for (std::size_t i = 0; i < kRecords; ++i) {
    const bool is_second = record(i)[2] > 0.25;
    const double loss = loss_of(mixed(z, 4), i, target(i)) - std::numbers::ln2;
    out[is_second] += loss / kRecords / (is_second ? 0.3 : 0.7);
  }
  return out;
}

std::vector<double> task_losses(const std::vector<double>& z) {
  std::vector<double> out(2, 0.0);
  for (std::size_t i = 0; i < kRecords; ++i) {
    for (std::size_t g = 0; g < 2; ++g) {
      const double label = record(i)[2 + g] > 0 ? 1 : -1;
      out[g] += (loss_of(mixed(z, 2), i, label) - std::numbers::ln2) / kRecords;
    }
  }
  return out;
}

/// Of targets in the file's bounds.
std::vector<double> group_squares(const std::vector<double>& weights) {
  std::vector<double> out(2, 0.0);
  for (std::size_t i = 0; i < kRecords; ++i) {
    const bool is_second = record(i)[2] > 0.25;
    const double target = std::clamp(numeric_target(i), kLeast, kMost);
    out[is_second] += square_of(weights, i, target) / kRecords / (is_second ? 0.3 : 0.7);
  }
  return out;
}

std::vector<double> dense_squares(const std::vector<double>& z) {
  return group_squares({z.begin(), z.begin() + 4});
}

std::vector<double> sparse_squares(const std::vector<double>& z) {
  return group_squares(mixed(z, 4));
}

std::vector<double> task_squares(const std::vector<double>& z) {
  std::vector<double> out(2, 0.0);
  for (std::size_t i = 0; i < kRecords; ++i) {
    for (std::size_t g = 0; g < 2; ++g) {
      const double target = std::clamp(record(i)[2 + g], -0.4, 0.4);
      out[g] += square_of(mixed(z, 2), i, target) / kRecords;
    }
  }
  return out;
}

struct Kind {
  const char* problem;
  std::size_t runs;  ///< smd needs a simplex of x
  std::vector<double> (*losses)(const std::vector<double>& z);
};
const std::vector<Kind> kKinds = {{kDense, 2, &dense_losses},
                                  {kSparse, 4, &sparse_losses},
                                  {kTasks, 4, &task_losses},
                                  {kSquares, 2, &dense_squares},
                                  {kSparseSquares, 4, &sparse_squares},
                                  {kTaskSquares, 4, &task_squares}};

std::vector<double> numbers(const Json& list) {
  std::vector<double> out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    out.push_back(list.element(i).is_null() ? NAN : list.element(i).number());
  }
  return out;
}

const Json& trace_of(const Json& run) {
  return run.find("trace") ? run.member("trace") : run.member("nonPrivate").member("trace");
}

const Json& measured_of(const Json& run) {
  return run.member("nonPrivate").member("trace");
}

TEST(GroupLosses, AreThoseOfTheRecordsOfEachGroup) {
  for (const Kind& kind : kKinds) {
    const Json result = result_of(experiment(kind.problem));
    ASSERT_EQ(result.member("runs").size(), kind.runs);
    for (const Json& run : result.member("runs").elements()) {
      const Json& lists = measured_of(run).member("groupLosses");
      const Json& iterates = trace_of(run).member("iterates");
      ASSERT_EQ(lists.size(), 4u);
      ASSERT_EQ(iterates.size(), 4u);
      for (std::size_t t = 0; t < 4; ++t) {
        const auto expected = kind.losses(numbers(iterates.element(t)));
        const auto losses = numbers(lists.element(t));
        ASSERT_EQ(losses.size(), 2u);
        for (std::size_t g = 0; g < 2; ++g) EXPECT_NEAR(losses[g], expected[g], 1e-12);
      }
    }
  }
}

/// F(x, y) = sum_g y_g F_g(x), and the diagnostics are the largest and the least of them.
TEST(GroupLosses, WeighedByYAreTheObjectiveAndTheirEndsAreTheDiagnostics) {
  for (const Kind& kind : kKinds) {
    const Json result = result_of(experiment(kind.problem));
    for (const Json& run : result.member("runs").elements()) {
      const Json& measured = measured_of(run);
      for (std::size_t t = 0; t < 4; ++t) {
        const auto losses = numbers(measured.member("groupLosses").element(t));
        const auto z = numbers(trace_of(run).member("iterates").element(t));
        const double mean = z[z.size() - 2] * losses[0] + z[z.size() - 1] * losses[1];
        EXPECT_NEAR(measured.member("objective").element(t).number(), mean, 1e-12);
        EXPECT_EQ(measured.member("worstGroupLoss").element(t).number(),
                  std::max(losses[0], losses[1]));
        EXPECT_EQ(measured.member("leastGroupLoss").element(t).number(),
                  std::min(losses[0], losses[1]));
      }
    }
  }
}

TEST(GroupLosses, ChangeNothingThatIsReleasedAndAreNotPublished) {
  const Json asked = experiment(kSparse);
  const Json shown = result_of(asked), plain = result_of(without(asked, "run.trace.groupLosses"));
  EXPECT_EQ(measured_of(plain.member("runs").element(0)).find("groupLosses"), nullptr);
  EXPECT_EQ(shown.member("fingerprint"), plain.member("fingerprint"));
  for (const char* path : {"runs.0.privacy", "runs.0.solution", "runs.0.trace.iterates"}) {
    EXPECT_EQ(at_path(shown, path), at_path(plain, path)) << path;
  }
  for (const char* name : {"objective", "worstGroupLoss", "leastGroupLoss"}) {
    EXPECT_EQ(at_path(shown, std::string("runs.1.nonPrivate.trace.") + name),
              at_path(plain, std::string("runs.1.nonPrivate.trace.") + name));
  }
  EXPECT_THAT(write_json(publishable(shown).result), Not(HasSubstr("groupLosses\":[")));
}

TEST(GroupLosses, MakeASecureRunsFileOneThatMayNotBeReleased) {
  Json tree = experiment(kSparse);
  tree = with(tree, "algorithms", R"([{"id":"vertex-smd","parameters":{"iterations":5}}])");
  tree = with(tree, "run", R"({"randomness":{"mode":"secure"},"trace":{"points":3}})");
  const Json alone = result_of(tree);
  const Json shown = result_of(with(tree, "run.trace.groupLosses", "true"));
  const std::string reason = "the file holds nonPrivate blocks";
  EXPECT_THAT(write_json(at_path(alone, "privacy.reasons")), Not(HasSubstr(reason)));
  EXPECT_THAT(write_json(at_path(shown, "privacy.reasons")), HasSubstr(reason));
  EXPECT_EQ(at_path(shown, "privacy.releasable"), Json(false));
  ASSERT_EQ(at_path(shown, "runs.0.nonPrivate.trace.groupLosses").size(), 3u);
}

TEST(GroupLosses, TakeOnePassWithTheDiagnosticsOfGroups) {
  const Json all = without(experiment(kTasks), "run.trace.iterates");
  const auto evaluations = [](const Json& tree) {
    Workspace workspace;
    auto session = open_session(workspace, tree);
    EXPECT_TRUE(session);
    EXPECT_TRUE((*session)->start(0, 4, 1));
    const auto progress = (*session)->advance(10);
    EXPECT_TRUE(progress && progress->done);
    EXPECT_EQ(progress->gradient_evaluations, progress->total_evaluations);
    return progress->gradient_evaluations;
  };
  const double nothing = evaluations(
      with(without(all, "run.trace.groupLosses"), "run.diagnostics", R"(["objective"])"));
  const double once = evaluations(with(all, "run.diagnostics", R"(["objective"])"));
  EXPECT_EQ(once - nothing, 4.0 * 4 * kRecords);
  EXPECT_EQ(evaluations(all), once);
  EXPECT_EQ(evaluations(without(all, "run.trace.groupLosses")), once);
}

TEST(GroupLosses, OfACancelledRunAreAListForEveryPoint) {
  Json tree = with(experiment(kTasks), "algorithms",
                   R"([{"id":"dp-sgda","parameters":{"iterations":100000}}])");
  tree = with(tree, "run.repeats", "1");
  tree = with(tree, "run.trace.points", "4000");
  Workspace workspace;
  auto session = open_session(workspace, tree);
  ASSERT_TRUE(session);
  const auto started = (*session)->start(0, 1, 1);
  ASSERT_TRUE(started) << started.error().message;
  std::size_t told = 0;
  while (told == 0) {
    const auto progress = (*session)->advance(0.001);
    ASSERT_TRUE(progress && !progress->done);
    for (const TraceChunk& chunk : (*session)->drain()) {
      told += chunk.iteration.size();
      for (const NamedColumn& column : chunk.measured) EXPECT_NE(column.name, "groupLosses");
    }
  }
  (*session)->cancel();
  const std::vector<std::string> groups = {*(*session)->group()};
  const auto result = assemble(write_json(tree), groups);
  ASSERT_TRUE(result);
  const Json run = at_path(*parse_json(*result), "runs.0");
  ASSERT_EQ(run.member("status"), Json("cancelled"));
  const Json& lists = measured_of(run).member("groupLosses");
  ASSERT_EQ(lists.size(), trace_of(run).member("iteration").size());
  ASSERT_GE(lists.size(), told);
  for (std::size_t t = 0; t < lists.size(); ++t) ASSERT_EQ(lists.element(t).size(), 2u);
  EXPECT_TRUE(std::isfinite(numbers(lists.element(told - 1))[0]));
}

TEST(GroupLosses, AreAColumnForEachInATable) {
  const auto table = result_table(write_json(result_of(experiment(kTasks))), ResultTable::traces);
  ASSERT_TRUE(table);
  EXPECT_THAT(*table, HasSubstr(",nonPrivate.groupLosses.0,nonPrivate.groupLosses.1,"));
}

TEST(GroupLosses, AreRefusedOfProblemsWithoutGroupsAndThoseThatHaveThemAreNamed) {
  for (const char* problem :
       {R"({"loss":"logistic"})", R"({"kind":"saddle","name":"matrix-game"})"}) {
    const Json tree =
        with(with(small_experiment(), "problem", problem), "run.trace.groupLosses", "true");
    const auto refused = read_experiment(write_json(without(tree, "run.diagnostics")));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unsupported_option);
    EXPECT_EQ(refused.error().field, "run.trace.groupLosses");
    EXPECT_THAT(refused.error().message, HasSubstr("\"worst-task-squared\", or leave it out"));
  }
}

TEST(GroupLosses, CountInWhatAResultTakes) {
  const Json asked = experiment(kTasks);
  const auto bytes = [](const Json& tree) {
    return at_path(plan_of(tree), "cost.memoryBytes").number();
  };
  // Four runs of four points with two losses each.
  EXPECT_EQ(bytes(asked) - bytes(without(asked, "run.trace.groupLosses")), 8.0 * 4 * 4 * 2);
}

}  // namespace
}  // namespace noisy::testing
