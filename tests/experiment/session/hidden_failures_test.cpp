// Hidden work that breaks down, and hidden work that is cancelled, tell of the data: results say no
// more of the first than that nothing is promised, and certify nothing of the second.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/experiment/result/replay.h"
#include "engine/problem/loss/custom_loss.h"
#include "engine/problem/loss/loss_entry.h"
#include "engine/solver/base/solver_entry.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Slopes in [-steepness, steepness] that change by `curvature` per unit within a kink at the
/// target; steeper where the target is above 3.
struct KinkedLink {
  double curvature = 1;
  double far_steepness = 1;

  template <class V>
  [[gnu::always_inline]] math::LinkResult<V> evaluate(V margin, V target) const {
    using math::select;
    const V one = margin * 0.0 + 1.0;
    const V most = select(target > one * 3.0, one * far_steepness, one);
    const V raw = (margin - target) * curvature;
    const V slope = select(raw > most, most, select(raw < -most, -most, raw));
    return {slope * (margin - target), slope};
  }
};

/// Its author says that slopes stay within 1, and that they change by 1 per unit at most.
LossEntry kinked_loss(std::string id, KinkedLink link) {
  LossEntry entry;
  entry.id = std::move(id);
  entry.title = entry.id;
  entry.description = "A loss with bounds that hold for most records.";
  // What make() cannot hold is read from the parameters.
  const auto fixed = [](const char* name, double value) {
    return ParameterSpec{.name = name,
                         .title = name,
                         .minimum = 0,
                         .maximum = 1e9,
                         .default_value = value,
                         .description = "Of the formula."};
  };
  entry.parameters = {fixed("kink", link.curvature), fixed("far", link.far_steepness)};
  entry.make = [](const ParameterSet& given) {
    return custom_loss(
        KinkedLink{*given.number("kink"), *given.number("far")}, [](double, double) { return 1.0; },
        1);
  };
  return entry;
}

struct Case {
  const char* algorithm;
  const char* loss;
};

class HiddenFailures : public ::testing::TestWithParam<Case> {
 protected:
  static void SetUpTestSuite() {
    if (solvers().find("idle")) return;
    SolverEntry idle{.id = "idle", .title = "idle", .minimizes = true, .solves_saddles = true};
    idle.solve = [](SolverWork& work) -> Task<> {
      work.give_up("");
      co_return;
    };
    idle.cost = [](const SolverCost&) { return 1.0; };
    EXPECT_TRUE(register_solver(std::move(idle)));
    EXPECT_TRUE(register_loss(kinked_loss("too-curved", {.curvature = 1e6})));
    EXPECT_TRUE(register_loss(kinked_loss("too-steep", {.far_steepness = 3})));
  }

  static Json experiment() {
    const auto [algorithm, loss] = GetParam();
    Json tree =
        with(file_experiment(), "problem",
             std::string(R"({"loss":")") + loss + R"(","domain":{"kind":"l2-ball","radius":1}})");
    tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
    tree = with(tree, "algorithms",
                std::string(R"([{"id":")") + algorithm + R"(","parameters":{"solver":"idle"}}])");
    tree = with(tree, "run.diagnostics", "[]");
    return with(with(tree, "run.repeats", "1"), "run.randomness", R"({"mode":"secure"})");
  }

  /// Records whose pulls leave a small one, and one more: far from every kink, or with the target
  /// that the loss is not as stated at.
  static RunOptions records(bool is_odd) {
    const bool is_kink = std::string(GetParam().loss) == "too-curved";
    const char* odd = is_kink ? "1,0,0\n" : "1,0,5\n";
    return {.data = std::string(is_odd ? odd : "1,0,2\n") +
                    "0.5,0,2.5\n0.5,0,2.5\n0.5,0,2.5\n0.5,0,2.5\n" +
                    "0.6,0,-2.5\n0.6,0,-2.5\n0.6,0,-2.5\n"};
  }
};

TEST_P(HiddenFailures, AreNeverPublished) {
  const Json usual = result_of(experiment(), records(false));
  const Json failed = result_of(experiment(), records(true));
  EXPECT_EQ(at_path(usual, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(usual, "runs.0.privacy.guarantee"), Json("proven"));
  // It did fail, and says so beside what is private.
  EXPECT_EQ(at_path(failed, "runs.0.nonPrivate.status"), Json("failed"));
  EXPECT_EQ(at_path(failed, "runs.0.privacy.guarantee"), Json("leaks"));
  EXPECT_TRUE(at_path(failed, "runs.0.privacy.epsilon").is_null());
  EXPECT_TRUE(at_path(failed, "privacy.total").is_null());
  EXPECT_EQ(at_path(failed, "privacy.releasable"), Json(false));
  EXPECT_THAT(write_json(at_path(failed, "runs.0.privacy.reasons")),
              HasSubstr("the hidden steps broke down"));
  const std::string published = *redact(write_json(failed));
  for (const char* told : {"\"status\":\"failed\"", "\"error\"", "nothing is released"}) {
    EXPECT_THAT(write_json(at_path(failed, "runs.0.nonPrivate")) + "nothing is released",
                HasSubstr(told));
    EXPECT_THAT(published, Not(HasSubstr(told)));
  }
  const auto report = check_statement(write_json(failed));
  ASSERT_TRUE(report);
  // What promises nothing states no size of its file, so that nobody knows it here.
  EXPECT_TRUE(report->is_unknown) << report->json;
}

INSTANTIATE_TEST_SUITE_P(Session, HiddenFailures,
                         ::testing::Values(Case{"output-perturbation", "too-curved"},
                                           Case{"output-perturbation", "too-steep"},
                                           Case{"phased-output-perturbation", "too-steep"}),
                         [](const auto& test) {
                           return testing::without_hyphens(std::string(test.param.algorithm) + "_" +
                                                           test.param.loss);
                         });

/// What a solver of another program is given leaves it no way to end a run with words of its own.
template <class Work>
constexpr bool kReachesTheLoop = requires(Work& work) {
  work.loop();
};
template <class Loop>
constexpr bool kTakesErrors = requires(Loop& loop, Error error) {
  loop.fail_with(error);
};
static_assert(!kReachesTheLoop<SolverWork>);
static_assert(!kTakesErrors<SolverLoop>);

Json private_experiment() {
  Json tree = with(small_experiment(), "problem",
                   R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":1}})");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
  return with(with(tree, "run.diagnostics", "[]"), "run.repeats", "1");
}

/// What is left of an experiment that is cancelled after so many slices.
Json cancelled_result(const Json& tree, int slices) {
  Workspace workspace;
  auto session = open_session(workspace, tree);
  EXPECT_TRUE(session);
  EXPECT_TRUE((*session)->start(0, *(*session)->run_count(), 1));
  for (int i = 0; i < slices; ++i) (*session)->advance(0.002);
  (*session)->cancel();
  EXPECT_TRUE((*session)->advance(1)->done);
  const auto result = assemble(write_json(tree), std::vector{*(*session)->group()});
  EXPECT_TRUE(result) << result.error().message;
  return *parse_json(*result);
}

/// A run that is cancelled before its first phase.
Json cancelled_run(const std::string& more) {
  const Json tree =
      with(private_experiment(), "algorithms",
           R"([{"id":"phased-output-perturbation","parameters":{"phases":2)" + more + "}}]");
  return at_path(cancelled_result(tree, 0), "runs.0");
}

/// Of two runs that share their time the first one has ended.
TEST(CancelledHiddenWork, TakesReleasableFromWhatWasCancelledBesideIt) {
  const auto reasons_with = [](const std::string& more) {
    Json tree = private_experiment();
    tree = with(tree, "algorithms",
                R"([{"id":"output-perturbation","parameters":{"regularization":0.5)" + more +
                    R"(}},{"id":"dp-gd","parameters":{"iterations":100000000}}])");
    const Json result = cancelled_result(tree, 40);
    EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
    EXPECT_EQ(at_path(result, "runs.1.status"), Json("cancelled"));
    return write_json(at_path(result, "privacy.reasons"));
  };
  const std::string reason = "a run was cancelled beside solvers";
  EXPECT_THAT(reasons_with(""), HasSubstr(reason));
  EXPECT_THAT(reasons_with(R"(,"fixedIterations":true)"), Not(HasSubstr(reason)));
}

TEST(CancelledHiddenWork, IsNotCertifiedWhereItsTimeFollowsFromTheData) {
  const std::string reason = "how far it had got by then follows from the data";
  const Json run = cancelled_run("");
  EXPECT_EQ(at_path(run, "status"), Json("cancelled"));
  EXPECT_EQ(at_path(run, "privacy.guarantee"), Json("stopped"));
  EXPECT_EQ(at_path(run, "privacy.certified"), Json(false));
  EXPECT_THAT(write_json(at_path(run, "privacy.reasons")), HasSubstr(reason));
  // A number of steps that is fixed beforehand tells nothing.
  const Json fixed = cancelled_run(R"(,"fixedIterations":true)");
  EXPECT_EQ(at_path(fixed, "status"), Json("cancelled"));
  EXPECT_EQ(at_path(fixed, "privacy.certified"), Json(true));
  const Json expected = cancelled_run(R"(,"accuracyMode":"markov")");
  EXPECT_THAT(write_json(at_path(expected, "privacy.reasons")), Not(HasSubstr(reason)));
}

}  // namespace
}  // namespace noisy::testing
