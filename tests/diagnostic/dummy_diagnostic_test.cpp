// A diagnostic of another program: this file and nothing else knows it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/erm/epoch_step.h"
#include "engine/diagnostic/diagnostic.h"
#include "engine/math/reduce.h"
#include "engine/question/catalogue.h"
#include "tests/experiment/session/meters.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kId = "sum-of-squares";
constexpr const char* kColumn = "sumOfSquares";

/// ||x_t - a||^2 + ||grad F(x)||^2 of a method with anchors: something of the step, and something
/// of the data.
class SumOfSquares final : public StepMeter<double> {
 public:
  explicit SumOfSquares(const FiniteSum& sum) : sum_(sum) {}

 protected:
  std::optional<double> look(const TracedStep& at) const override {
    const auto* step = at.view.find<AnchoredStep>();
    if (!step) return std::nullopt;
    return math::squared_norm(Vector(*step->point - *step->anchor));
  }
  void ask_about(const Vector& iterate, const double&, Questions& questions) const override {
    questions.gradient(sum_, iterate,
                       [](const Vector& gradient) { return math::squared_norm(gradient); });
  }
  double value_at(const Vector&, const double& square,
                  std::span<const double> answers) const override {
    return square + answers[0];
  }

 private:
  const FiniteSum& sum_;
};

DiagnosticEntry dummy() {
  return {.id = kId,
          .title = "Sum of squares",
          .unit = "squares",
          .description = "Something of the step and something of the data.",
          .needs = {.gradient = true, .view = AnchoredStep::kName},
          .objection = [](const AskedProblem& problem) -> std::string {
            return problem.clips_gradients ? "no squares of clipped gradients" : "";
          },
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            return std::make_unique<SumOfSquares>(*problem.exact);
          },
          .levels =
              [](const MeasuredProblem&, ThreadPool&) {
                return std::vector<Level>{{"leastSquare", 0}};
              }};
}

/// Registers the dummy in this process, once.
class Dummy : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!find_diagnostic(kId)) {
      EXPECT_TRUE(register_diagnostic(dummy()));
    }
  }
};

/// Two runs with anchors and two without; without a regularizer, so that the gradient is F's.
Json experiment(std::string_view diagnostics) {
  Json tree = with(small_experiment(), "algorithms",
                   R"([{"id":"svrg","parameters":{"epochs":2,"innerIterations":4,"stepScale":0.1,
                         "theory":"none","batchSize":2}},
                       {"id":"gd","parameters":{"iterations":8}}])");
  tree = with(tree, "problem", R"({"loss":"logistic","constants":{"strongConvexity":0.01}})");
  tree = with(tree, "run.trace.points", "9");
  return with(tree, "run.diagnostics", diagnostics);
}

std::vector<double> numbers_at(const Json& tree, const std::string& path) {
  const Json column = at_path(tree, path);
  const std::vector<double>* numbers = column.as_numbers();
  return numbers ? *numbers : std::vector<double>();
}

Json plan_of(const Json& tree) {
  Workspace workspace;
  const auto session = open_session(workspace, tree);
  return *parse_json((*session)->plan().value(), {.depth = 64});
}

TEST_F(Dummy, StandsInTheCatalogueWithTheAlgorithmsThatHaveIt) {
  const Json whole = *parse_json(catalogue(), {.bytes = 1 << 24, .depth = 64});
  const Json list = whole.member("diagnostics");
  EXPECT_EQ(list.element(list.size() - 1),
            Json::object({{"id", kId},
                          {"title", "Sum of squares"},
                          {"unit", "squares"},
                          {"description", "Something of the step and something of the data."},
                          {"origin", "outside"}}));
  for (const Json& algorithm : whole.member("algorithms").elements()) {
    const std::string known = write_json(algorithm.member("diagnostics"));
    const bool has_anchors = algorithm.member("id").text().find("svrg") != std::string::npos;
    EXPECT_EQ(known.find(kId) != std::string::npos, has_anchors) << algorithm.member("id").text();
  }
}

TEST_F(Dummy, IsCountedInPlans) {
  const auto evaluations = [](std::string_view diagnostics) {
    return at_path(plan_of(experiment(diagnostics)), "cost.gradientEvaluations").number();
  };
  // Nine points of two runs, eight records; the gradient is shared with whoever else asks for it.
  EXPECT_EQ(evaluations(R"(["sum-of-squares"])") - evaluations("[]"), 9 * 2 * 8);
  EXPECT_EQ(evaluations(R"(["gradient-norm","sum-of-squares"])"),
            evaluations(R"(["gradient-norm"])"));
}

TEST_F(Dummy, IsMeasuredInTracesAndResults) {
  const Json tree = experiment(R"(["sum-of-squares","gradient-norm","anchor-distance"])");
  const Json result = result_of(tree);
  for (const std::string run : {"runs.0", "runs.1"}) {
    const std::string trace = run + ".nonPrivate.trace.";
    const auto column = numbers_at(result, trace + kColumn);
    const auto squares = numbers_at(result, trace + "gradientNorm");
    const auto distances = numbers_at(result, trace + "anchorDistance");
    ASSERT_EQ(column.size(), 9u);
    for (std::size_t i = 0; i < column.size(); ++i) {
      const double expected = squares[i] + distances[i] * distances[i];
      EXPECT_NEAR(column[i], expected, 1e-14 * expected) << i;
    }
    EXPECT_GT(distances[2], 0);
    EXPECT_EQ(at_path(result, run + ".nonPrivate.final." + kColumn).number(), column[8]);
  }
  EXPECT_EQ(at_path(result, std::string("runs.2.nonPrivate.trace.") + kColumn), Json());
  const std::string summary = "nonPrivate.summary.0.final." + std::string(kColumn) + ".mean";
  EXPECT_TRUE(at_path(result, summary).is_number());
}

TEST_F(Dummy, StreamsWithItsTracePoints) {
  Workspace workspace;
  const auto session = open_session(workspace, experiment(R"(["sum-of-squares"])"));
  ASSERT_TRUE((*session)->start(0, 4, 1));
  std::vector<std::size_t> points(4, 0);
  for (bool done = false; !done;) {
    done = (*session)->advance(0)->done;
    for (const TraceChunk& chunk : (*session)->drain()) {
      const std::size_t size = column_named(chunk.measured, kColumn).size();
      EXPECT_EQ(size, chunk.run < 2 ? chunk.iteration.size() : 0);
      points[static_cast<std::size_t>(chunk.run)] += size;
    }
  }
  EXPECT_THAT(points, ::testing::ElementsAre(9, 9, 0, 0));
}

TEST_F(Dummy, SaysWhatItIsComparedWith) {
  const Json result = result_of(experiment(R"(["sum-of-squares","suboptimality"])"));
  EXPECT_EQ(at_path(result, "nonPrivate.references.0.leastSquare"), Json(0));
}

TEST_F(Dummy, IsRefusedWhereNoRunHasIt) {
  const auto refusal = [](const Json& tree) {
    const auto result = run_experiment(tree);
    EXPECT_FALSE(result);
    return result ? Error{} : result.error();
  };
  const Json tree = experiment(R"(["sum-of-squares"])");
  const Error nobody = refusal(with(tree, "algorithms", R"([{"id":"gd"}])"));
  EXPECT_EQ(nobody.code, ErrorCode::unsupported_option);
  EXPECT_EQ(nobody.field, "run.diagnostics");
  EXPECT_THAT(nobody.message, HasSubstr(R"("sum-of-squares" looks at steps)"));
  EXPECT_THAT(nobody.message, HasSubstr(R"(such as "dp-svrg", "dp-svrg-pp", "svrg")"));
  const Error clipped = refusal(with(tree, "problem.gradientClip", R"({"norm":"l2","bound":1})"));
  EXPECT_EQ(clipped.message, "no squares of clipped gradients");
}

TEST_F(Dummy, IsRegisteredOnceAndWhole) {
  const std::size_t count = diagnostics().size();
  EXPECT_EQ(register_diagnostic(dummy()).error().field, "id");
  DiagnosticEntry nameless = dummy();
  nameless.id = "";
  EXPECT_EQ(register_diagnostic(nameless).error().field, "id");
  DiagnosticEntry untitled = dummy();
  untitled.id = "another-sum";
  untitled.title = "";
  EXPECT_EQ(register_diagnostic(untitled).error().field, "title");
  DiagnosticEntry unmeasured = dummy();
  unmeasured.id = "another-sum";
  unmeasured.meter = nullptr;
  EXPECT_EQ(register_diagnostic(unmeasured).error().field, "meter");
  EXPECT_EQ(diagnostics().size(), count);
}

TEST(Diagnostics, HaveColumnsNamedAfterTheirIds) {
  EXPECT_EQ(column_name("potential"), "potential");
  EXPECT_EQ(column_name("key-lemma-slack"), "keyLemmaSlack");
  EXPECT_EQ(column_name("top-5-share"), "top5Share");
}

}  // namespace
}  // namespace noisy::testing
