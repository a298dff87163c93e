// Whatever numbers a link holds, planning ends soon, and a refusal names a field of the file.
#include <gtest/gtest.h>

#include "engine/algorithm/accelerated/theory/horizon.h"
#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/sweep.h"
#include "engine/experiment/plan/planner.h"
#include "engine/experiment/plan/stated_data.h"
#include "engine/json/vocabulary.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::with;
using testing::with_suitable_domain;

/// Far above what any plan takes, far below what a walk over 10^9 steps does.
constexpr double kMostEvaluations = 3e6;

/// What planning the only algorithm of a file takes, whether or not there is a plan in the end. The
/// data are stated, not made. None where the file does not come so far.
std::optional<double> planning_work(const Json& tree) {
  const auto experiment = read_experiment(write_json(tree));
  if (!experiment) return std::nullopt;
  const auto points = expand_sweep(*experiment);
  if (!points) return std::nullopt;
  const SweepPoint& point = points->front();
  const auto data = stated_data(*point.data, use_of(point.problem), std::nullopt);
  if (!data) return std::nullopt;
  const auto objective = make_objective(point.problem, *data);
  math::ThreadPool pool;
  const auto facts = problem_facts(point.problem, *objective, pool);
  if (!facts) return std::nullopt;
  const auto work = std::make_shared<math::Evaluations>();
  (void)plan_algorithm(point, 0, *objective, *facts, experiment->run.release, work);
  return work->count();
}

/// Whether a file may have this field beside what it has: anything but an unknown name, or one that
/// its notion does not have, is refused for its value.
bool is_field(const Json& tree, const std::string& field) {
  const auto read = read_experiment(write_json(with(tree, field, R"("no such value")")));
  return !read && read.error().code != ErrorCode::unknown_field &&
         read.error().code != ErrorCode::conflicting_fields;
}

class HostilePlan : public ::testing::TestWithParam<std::string> {
 protected:
  /// Plans and judges; whether there is a plan.
  bool plan(const Json& tree, const std::string& what) {
    auto session = testing::open_session(workspace_, tree);
    std::optional<Error> error;
    if (!session) {
      error = session.error();
    } else if (const auto planned = (*session)->plan(); !planned) {
      error = planned.error();
    }
    const double work = planning_work(tree).value_or(0);
    EXPECT_LT(work, kMostEvaluations) << GetParam() << ": " << what;
    if (!error) return true;
    EXPECT_FALSE(error->message.empty());
    EXPECT_TRUE(is_field(tree, error->field))
        << GetParam() << ", " << what << ": " << error->field << ": " << error->message;
    return false;
  }

  Workspace workspace_;
};

/// The algorithm alone, in a problem that suits it, with this notion's budget.
Json suitable(const AlgorithmEntry& entry, Notion notion) {
  Json tree = with(testing::small_experiment(), "data",
                   R"({"kind":"synthetic","name":"logistic","samples":1000,"features":3,
                       "preprocess":[{"kind":"clip-rows","norm":"l1","bound":1}]})");
  tree = with(tree, "run.diagnostics", "[]");
  tree = with(tree, "algorithms", R"([{"id":")" + entry.id + R"("}])");
  const std::string budget = notion == Notion::zcdp          ? R"("rho":0.5)"
                             : notion == Notion::approximate ? R"("epsilon":1,"delta":1e-5)"
                                                             : R"("epsilon":1)";
  tree = with(tree, "privacy", R"({"notion":")" + word_for(notion) + R"(",)" + budget + "}");
  return with_suitable_domain(tree, entry);
}

std::vector<std::pair<std::string, std::string>> hostile_values(const AlgorithmEntry& entry,
                                                                Notion notion) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const ParameterSpec& spec : entry.parameters) {
    const bool is_number = spec.type != ParameterType::choice &&
                           spec.type != ParameterType::boolean && spec.name != "start";
    if (!is_number) continue;
    for (const char* value : {"1", "1e9", "1e15", "1e-9"}) {
      out.emplace_back("algorithms.0.parameters." + spec.name, value);
    }
  }
  for (const std::string name : {"epsilon", "delta", "rho"}) {
    const auto own = notion == Notion::zcdp          ? std::vector<std::string>{"rho"}
                     : notion == Notion::approximate ? std::vector<std::string>{"epsilon", "delta"}
                                                     : std::vector<std::string>{"epsilon"};
    if (std::ranges::find(own, name) == own.end()) continue;
    for (const char* value : {"5e-324", "1e-100", "1e-6", "1e4", "1e300"}) {
      out.emplace_back("privacy." + name, value);
    }
  }
  for (const char* value : {"1e-300", "1e-9", "1e300"}) {
    if (entry.term_use != TermUse::domain_only) {
      out.emplace_back("problem.regularizer.strength", value);
    }
    out.emplace_back("problem.constants.initialGap", value);
    out.emplace_back("problem.constants.smoothness", value);
    out.emplace_back("data.preprocess.0.bound", value);
  }
  return out;
}

TEST_P(HostilePlan, EndsSoonOrIsRefusedAtAFieldOfTheFile) {
  const AlgorithmEntry& entry = *find_algorithm(GetParam());
  int plans = 0;
  for (const Notion notion : {Notion::pure, Notion::approximate, Notion::zcdp}) {
    if (std::ranges::find(entry.notions, notion) == entry.notions.end()) continue;
    const Json tree = suitable(entry, notion);
    plans += plan(tree, "as it is");
    const bool has_iterations = std::ranges::find(entry.parameters, "iterations",
                                                  &ParameterSpec::name) != entry.parameters.end();
    for (const auto& [field, value] : hostile_values(entry, notion)) {
      plan(with(tree, field, value), field + " = " + value);
      if (!has_iterations) continue;
      const Json longest = with(tree, "algorithms.0.parameters.iterations", "1e9");
      plan(with(longest, field, value), "1e9 iterations, " + field + " = " + value);
    }
  }
  EXPECT_GT(plans, 0);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, HostilePlan,
                         ::testing::ValuesIn(testing::algorithm_ids(
                             [](const AlgorithmEntry& entry) { return entry.is_private; })),
                         testing::kNamedById);

TEST(HostileHorizon, IsFoundInAFewEvaluationsHoweverManyStepsThereAre) {
  const ErrorRecursion recursion{
      .segments = {{.count = 1'000'000'000, .log_contraction = -1e-6, .log_noise_gain = -5}}};
  const auto choice = select_horizon(recursion, {.noise_coefficient = 1e-24});
  ASSERT_TRUE(choice);
  EXPECT_GT(choice->horizon, 1'000'000);
  EXPECT_GT(choice->evaluations, 0);
  EXPECT_LE(choice->evaluations, kEvaluationsPerSegment);
}

TEST(HostileHorizon, IsRefusedWhereSegmentsCouldTakeMoreEvaluationsThanTheLimit) {
  const auto of_segments = [](double count) {
    ErrorRecursion recursion;
    recursion.segments.assign(static_cast<std::size_t>(count),
                              {.count = 1, .log_contraction = -1e-6, .log_noise_gain = -5});
    return select_horizon(recursion, {.noise_coefficient = 1e-6});
  };
  const double most = std::floor(kMostHorizonEvaluations / kEvaluationsPerSegment);
  const auto allowed = of_segments(most);
  ASSERT_TRUE(allowed);
  EXPECT_LE(allowed->evaluations, kMostHorizonEvaluations);
  const auto refused = of_segments(most + 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(refused.error().field, "iterations");
  EXPECT_NE(refused.error().message.find("1000000 are the most"), std::string::npos)
      << refused.error().message;
}

TEST(HostileBudget, IsRefusedByNameWhereNoiseWouldLeaveTheRangeOfNumbers) {
  const auto refused = [](const char* privacy) {
    const auto read =
        read_experiment(write_json(with(testing::small_experiment(), "privacy", privacy)));
    return read ? "" : read.error().field + " " + read.error().message.substr(0, 9);
  };
  EXPECT_EQ(refused(R"({"notion":"pure","epsilon":5e-324})"), "privacy.epsilon is 5e-324");
  EXPECT_EQ(refused(R"({"notion":"zcdp","rho":1e-300})"), "privacy.rho is 1e-300");
  EXPECT_EQ(refused(R"({"notion":"approximate","epsilon":1,"delta":1e-101})"),
            "privacy.delta is 1e-101");
  EXPECT_EQ(refused(R"({"notion":"pure","epsilon":1e-100})"), "");
}

TEST(HostileBudget, IsRefusedByNameWhereItPromisesNothing) {
  const auto refused = [](const char* privacy) {
    const auto read =
        read_experiment(write_json(with(testing::small_experiment(), "privacy", privacy)));
    return read ? "" : read.error().field;
  };
  EXPECT_EQ(refused(R"({"notion":"pure","epsilon":1.1e6})"), "privacy.epsilon");
  EXPECT_EQ(refused(R"({"notion":"pure","epsilon":1e6})"), "");
  EXPECT_EQ(refused(R"({"notion":"zcdp","rho":1e300})"), "privacy.rho");
  EXPECT_EQ(refused(R"({"notion":"approximate","epsilon":1e-6,"delta":0.5})"), "privacy.delta");
  EXPECT_EQ(refused(R"({"notion":"approximate","epsilon":1,"delta":0.34})"), "privacy.delta");
  EXPECT_EQ(refused(R"({"notion":"approximate","epsilon":9,"delta":0.51})"), "privacy.delta");
  EXPECT_EQ(refused(R"({"notion":"approximate","epsilon":1,"delta":0.33})"), "");
}

}  // namespace
}  // namespace noisy
