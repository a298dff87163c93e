// Losses and algorithms of other programs: registered at run time, known everywhere, and honest
// about whose word their privacy rests on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/math/number_links.h"
#include "engine/problem/loss/custom_loss.h"
#include "engine/problem/loss/loss_entry.h"
#include "engine/question/catalogue.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::run_experiment;
using testing::small_experiment;
using testing::with;
using testing::without_times;

/// Huber's loss as a stranger would write it, with a width of another name.
LossEntry strange_loss(std::string id) {
  return {.id = std::move(id),
          .title = "A stranger's Huber loss",
          .description = "As squared up to |u.x - y| = bend, then linear.",
          .parameters = {{.name = "bend",
                          .title = "Bend",
                          .minimum = 0,
                          .maximum = 10,
                          .exclusive_minimum = true,
                          .default_value = 1.0,
                          .description = "Where it becomes linear."}},
          .make = [](const ParameterSet& given) {
            const double bend = *given.number("bend");
            return custom_loss(
                math::HuberLink{bend},
                [bend](double margin, double target) { return std::min(bend, margin + target); },
                1);
          }};
}

AlgorithmEntry strange_algorithm(std::string id) {
  AlgorithmEntry entry = *find_algorithm("dp-gd");
  entry.id = std::move(id);
  entry.title = "A stranger's descent";
  return entry;
}

/// Registers once, whatever test comes first.
void register_strangers() {
  static const bool registered = register_loss(strange_loss("strange-huber")).has_value() &&
                                 register_algorithm(strange_algorithm("strange-gd")).has_value();
  ASSERT_TRUE(registered);
}

Json with_loss(const Json& experiment, const std::string& loss, const char* parameter) {
  const Json numbers = with(experiment, "run.diagnostics", R"(["objective"])");
  const Json chosen = with(numbers, "problem.loss", '"' + loss + '"');
  return with(chosen, std::string("problem.") + parameter, "0.3");
}

std::string refusal(const Result<void>& registered) {
  if (registered) return "taken";
  return std::string(code_text(registered.error().code)) + " " + registered.error().field;
}

/// The error of an experiment, or "" where it runs.
std::string error_of(const Json& experiment) {
  const auto result = run_experiment(experiment);
  if (result) return "";
  const Error& error = result.error();
  return std::string(code_text(error.code)) + " " + error.field + ": " + error.message;
}

class Outside : public ::testing::Test {
 protected:
  void SetUp() override { register_strangers(); }
};

TEST_F(Outside, LossRunsBitForBitAsTheBuiltInOneOfTheSameFormula) {
  const Json own = result_of(with_loss(small_experiment(), "strange-huber", "bend"));
  const Json built_in = result_of(with_loss(small_experiment(), "huber", "width"));
  for (const char* run : {"runs.0", "runs.1"}) {
    const std::string trace = std::string(run) + ".trace";
    EXPECT_EQ(without_times(at_path(own, trace)), without_times(at_path(built_in, trace)));
    const std::string solution = std::string(run) + ".solution";
    EXPECT_EQ(at_path(own, solution), at_path(built_in, solution));
  }
  EXPECT_FALSE(at_path(own, "runs.0.trace").is_null());
}

TEST_F(Outside, LossTakesCertifiedAwayAndIsNamedAsTheReason) {
  const Json secure = with(small_experiment(), "run.randomness", R"({"mode":"secure"})");
  const Json result =
      result_of(with_loss(with(secure, "run.diagnostics", "[]"), "strange-huber", "bend"));
  const std::string reason =
      "the loss \"strange-huber\" comes from outside the engine: its bounds are its author's word";
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(false));
  EXPECT_THAT(write_json(at_path(result, "runs.0.privacy.reasons")),
              HasSubstr(R"(the loss \"strange-huber\" comes from outside the engine)"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.guarantee"), Json("proven"));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(false));
  EXPECT_THAT(write_json(at_path(result, "privacy.statement")),
              HasSubstr(R"(\"strange-huber\", which comes from outside the engine)"));
  EXPECT_EQ(at_path(result, "privacy.statement.entries.0.reasons.0"), Json(reason));
}

TEST_F(Outside, StatementOfAnOutsideLossIsCheckedAsAnyOther) {
  const Json result = result_of(with_loss(small_experiment(), "strange-huber", "bend"));
  EXPECT_EQ(at_path(report_of(result), "consistent"), Json(true));
  EXPECT_EQ(at_path(report_of(result), "experiment.compared"), Json(true));
  const Json certified = with(result, "privacy.certified", "true");
  EXPECT_EQ(at_path(report_of(certified), "consistent"), Json(false));
}

TEST_F(Outside, ParametersOfALossAreCheckedByItsOwnSpecs) {
  const Json own = with_loss(small_experiment(), "strange-huber", "bend");
  EXPECT_THAT(error_of(with(own, "problem.bend", "11")), HasSubstr("invalid-value problem.bend"));
  EXPECT_THAT(
      error_of(with(own, "problem.width", "1")),
      HasSubstr("conflicting-fields problem.width: the loss \"strange-huber\" has no width"));
  EXPECT_THAT(error_of(with_loss(small_experiment(), "huber", "bend")),
              HasSubstr("conflicting-fields problem.bend: the loss \"huber\" has no bend"));
}

TEST_F(Outside, AlgorithmMayBeCertifiedBecauseTheOracleRecomputesItsReleases) {
  const Json secure = with(with(small_experiment(), "run.randomness", R"({"mode":"secure"})"),
                           "run.diagnostics", "[]");
  const Json result = result_of(with(secure, "algorithms.0.id", R"("strange-gd")"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(result, "privacy.statement.entries.0.algorithm"), Json("strange-gd"));
  EXPECT_EQ(at_path(report_of(result), "consistent"), Json(true));
}

TEST_F(Outside, EntriesStandLastInTheCatalogueAndSayWhereTheyAreFrom) {
  const Json list = *parse_json(catalogue(), {.bytes = std::size_t{1} << 24});
  const Json& known = *list.find("algorithms");
  const Json& loss_list = *list.find("losses");
  EXPECT_EQ(at_path(known.element(known.size() - 1), "id"), Json("strange-gd"));
  EXPECT_EQ(at_path(known.element(known.size() - 1), "origin"), Json("outside"));
  EXPECT_EQ(at_path(loss_list.element(loss_list.size() - 1), "id"), Json("strange-huber"));
  EXPECT_EQ(at_path(loss_list.element(loss_list.size() - 1), "origin"), Json("outside"));
  EXPECT_EQ(at_path(loss_list.element(loss_list.size() - 1), "parameters.0.name"), Json("bend"));
  EXPECT_EQ(at_path(known.element(0), "id"), Json("dp-gd"));
  EXPECT_TRUE(at_path(known.element(0), "origin").is_null());
}

TEST_F(Outside, EntriesKeepTheirPlaceWhenMoreAreRegistered) {
  const AlgorithmEntry* before = find_algorithm("strange-gd");
  const AlgorithmEntry* built_in = find_algorithm("dp-gd");
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(register_algorithm(strange_algorithm("strange-gd-" + std::to_string(i))));
  }
  EXPECT_EQ(find_algorithm("strange-gd"), before);
  EXPECT_EQ(find_algorithm("dp-gd"), built_in);
  EXPECT_EQ(built_in->origin, Origin::engine);
}

TEST_F(Outside, AlgorithmsThatCannotBeUsedAreRefused) {
  const auto refused = [](auto change) {
    AlgorithmEntry entry = strange_algorithm("stranger");
    change(entry);
    return refusal(register_algorithm(entry));
  };
  EXPECT_EQ(refused([](AlgorithmEntry& entry) { entry.id = "dp-gd"; }), "invalid-value id");
  EXPECT_EQ(refused([](AlgorithmEntry& entry) { entry.id = "strange-gd"; }), "invalid-value id");
  for (const char* id : {"", "My GD", "9gd", "-gd", "gd-", "dp--gd", "gd\n"}) {
    EXPECT_EQ(refused([&](AlgorithmEntry& entry) { entry.id = id; }), "invalid-value id") << id;
  }
  EXPECT_EQ(refused([](AlgorithmEntry& entry) { entry.title = ""; }), "invalid-value title");
  EXPECT_EQ(refused([](AlgorithmEntry& entry) { entry.plan = nullptr; }), "invalid-value plan");
  EXPECT_EQ(refused([](AlgorithmEntry& entry) { entry.notions.clear(); }), "invalid-value notions");
  EXPECT_EQ(refused([](AlgorithmEntry& entry) { entry.parameters.push_back({.name = "start"}); }),
            "invalid-value parameters");
  EXPECT_EQ(find_algorithm("stranger"), nullptr);
}

TEST_F(Outside, LossesThatCannotBeUsedAreRefused) {
  const auto refused = [](auto change) {
    LossEntry entry = strange_loss("stranger");
    change(entry);
    return refusal(register_loss(entry));
  };
  EXPECT_EQ(refused([](LossEntry& entry) { entry.id = "logistic"; }), "invalid-value id");
  EXPECT_EQ(refused([](LossEntry& entry) { entry.id = "strange-huber"; }), "invalid-value id");
  EXPECT_EQ(refused([](LossEntry& entry) { entry.title = ""; }), "invalid-value title");
  EXPECT_EQ(refused([](LossEntry& entry) { entry.make = nullptr; }), "invalid-value make");
  EXPECT_EQ(refused([](LossEntry& entry) {
              entry.make = [](const ParameterSet&) { return LinearLoss{}; };
            }),
            "invalid-value make");
  EXPECT_EQ(refused([](LossEntry& entry) { entry.form = LossForm::distance; }),
            "invalid-value make");
  EXPECT_EQ(refused([](LossEntry& entry) { entry.parameters[0].default_value.reset(); }),
            "invalid-value parameters");
  EXPECT_EQ(refused([](LossEntry& entry) { entry.parameters.push_back(entry.parameters[0]); }),
            "invalid-value parameters");
  for (const char* name : {"kind", "loss", "regularizer", "domain", "gradientClip", "constants"}) {
    EXPECT_EQ(refused([&](LossEntry& entry) { entry.parameters[0].name = name; }),
              "invalid-value parameters");
  }
  EXPECT_EQ(find_loss("stranger"), nullptr);
}

/// A result of another program: what it calls otherwise is registered nowhere here.
Json renamed(const Json& result, const std::string& name, const std::string& other) {
  std::string text = write_json(result);
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += other.size()) {
    text.replace(at, name.size(), other);
  }
  return *parse_json(text, {.bytes = std::size_t{1} << 26});
}

TEST_F(Outside, ResultsOfNamesThatAreNotKnownHereAreCheckedAsFarAsTheirFiguresGo) {
  const Json of_loss = result_of(with_loss(small_experiment(), "strange-huber", "bend"));
  const Json of_method = result_of(with(small_experiment(), "algorithms.0.id", R"("strange-gd")"));
  const Json swept = with(
      with(small_experiment(), "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})"),
      "sweep", R"([{"path":"algorithms.0.parameters.solver","values":["svrg"]}])");
  const Json of_solver =
      result_of(with(with(with(swept, "algorithms.0", R"({"id":"output-perturbation"})"), "problem",
                          R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":1}})"),
                     "run.diagnostics", "[]"));
  const std::tuple<Json, const char*, const char*, const char*> results[] = {
      {of_loss, "strange-huber", "my-huber", "the loss my-huber is not known here"},
      {of_method, "strange-gd", "my-gd", "the algorithm my-gd is not known here"},
      {of_solver, "svrg", "my-own", "the solver my-own is not known here"}};
  for (const auto& [result, name, other, unknown] : results) {
    ASSERT_EQ(at_path(report_of(result), "consistent"), Json(true)) << name;
    const Json report = report_of(renamed(result, name, other));
    EXPECT_TRUE(report.find("consistent") && at_path(report, "consistent").is_null())
        << write_json(report);
    EXPECT_EQ(at_path(report, "unknown.0"), Json(unknown));
    EXPECT_EQ(at_path(report, "problems").size(), 0u);
    EXPECT_EQ(at_path(report, "sentence"),
              Json("Figures recomputed; " + std::string(unknown) + "."));
    // A lie in the figures is one, whoever solved it.
    const Json lie =
        with(renamed(result, name, other), "privacy.statement.entries.0.cost.allRuns", "1e-3");
    EXPECT_EQ(at_path(report_of(lie), "consistent"), Json(false)) << other;
  }
}

TEST_F(Outside, ATypingErrorInAClosedListIsStillAFinding) {
  const Json result = result_of(small_experiment());
  const Json report = report_of(with(result, "experiment.problem.domain", R"({"kind":"moon"})"));
  EXPECT_EQ(at_path(report, "consistent"), Json(false));
}

}  // namespace
}  // namespace noisy
