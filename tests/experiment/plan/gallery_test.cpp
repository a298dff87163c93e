// Problems of the gallery from the file to the statement, and what plans are told of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/experiment/plan/kl_facts.h"
#include "engine/experiment/plan/planner.h"
#include "engine/experiment/plan/stated_data.h"
#include "engine/problem/loss/loss_entry.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Json parsed(const std::string& text) {
  const Result<Json> tree = parse_json(text);
  EXPECT_TRUE(tree) << text;
  return tree ? *tree : Json();
}

/// An experiment on a problem of the gallery and the records that it is made for.
Json gallery_experiment(const std::string& id, const std::string& more = "") {
  Json tree = small_experiment();
  tree.set("data", parsed(find_loss(id)->records));
  tree.set("problem", parsed(R"({"kind":"gallery","name":")" + id + "\"" + more + "}"));
  tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
  tree = with(tree, "algorithms", R"([{"id":"dp-gd","parameters":{"iterations":50}}])");
  tree = with(tree, "run.repeats", "1");
  return with(tree, "run.diagnostics", R"(["suboptimality","objective"])");
}

/// What plans are told, from public facts alone.
struct Told {
  std::shared_ptr<Objective> objective;
  ProblemFacts facts;
};

Told told(const Json& experiment) {
  const auto read = read_experiment(write_json(experiment));
  EXPECT_TRUE(read) << read.error().field << ": " << read.error().message;
  const auto data = stated_data(*read->data, {}, std::nullopt);
  EXPECT_TRUE(data);
  Told out{.objective = make_objective(read->problem, *data), .facts = {}};
  math::ThreadPool pool;
  auto facts = problem_facts(read->problem, *out.objective, pool);
  EXPECT_TRUE(facts) << facts.error().message;
  out.facts = std::move(*facts);
  return out;
}

std::string refusal(const Json& experiment) {
  const auto result = run_experiment(experiment);
  EXPECT_FALSE(result) << write_json(experiment);
  if (result) return "";
  return std::string(code_text(result.error().code)) + " " + result.error().field + " " +
         result.error().message;
}

TEST(GalleryFile, EveryProblemIsPlannedInItsOwnBallFromItsOwnStart) {
  for (const LossEntry& entry : losses()) {
    if (entry.form != LossForm::record) continue;
    const Told one = told(gallery_experiment(entry.id));
    const double radius = entry.record()->default_radius();
    EXPECT_EQ(one.objective->domain.l2_radius(one.facts.risk.dimension), radius) << entry.id;
    EXPECT_TRUE(own_start(*one.objective)) << entry.id;
    EXPECT_TRUE(std::isfinite(one.facts.risk.l2_sensitivity)) << entry.id;
    EXPECT_GT(one.facts.gap.value, 0) << entry.id;
    EXPECT_EQ(one.facts.gap.source, GapSource::known) << entry.id;
    EXPECT_EQ(one.facts.risk.kl.is_known(), std::isfinite(radius)) << entry.id;
    EXPECT_TRUE(std::isfinite(one.facts.risk.kl.weak_convexity)) << entry.id;
  }
}

/// A release is refused outside of the radius that its plan counts with, which holds the start.
TEST(GalleryFile, ASpiderKnowsHowFarItTravelsFromTheProblemsOwnStart) {
  const std::string constants =
      R"(,"constants":{"klConstant":0.1,"klExponent":2,"initialGap":0.02})";
  for (const char* problem : {"wavy-regression", "phase-retrieval", "hyperbola", "sphere-fit"}) {
    const Json tree =
        with(gallery_experiment(problem, constants), "algorithms", R"([{"id":"kl-spider"}])");
    const auto result = run_experiment(with(tree, "data.samples", "1e9"));
    ASSERT_TRUE(result) << problem << ": " << result.error().message;
    EXPECT_EQ(at_path(*result, "runs.0.status"), Json("completed")) << problem;
  }
}

TEST(GalleryFile, TargetsWithoutABoundAreSaidToHaveNone) {
  for (const char* problem : {"power-regression", "wavy-regression"}) {
    Json tree = gallery_experiment(problem);
    tree = with(tree, "data", R"({"kind":"inline","features":[[1],[0.5]],"targets":[9,90],
        "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})");
    EXPECT_THAT(refusal(tree), AllOf(HasSubstr("unbounded-sensitivity problem"),
                                     HasSubstr("the targets (with clamp-target")))
        << problem;
  }
}

TEST(GalleryFile, PlansAreToldTheClosedForm) {
  const Told one = told(
      gallery_experiment("tilted-power", R"(,"power":4,"domain":{"kind":"l2-ball","radius":2.7})"));
  const KlFacts& kl = one.facts.risk.kl;
  EXPECT_NEAR(kl.exponent, 4.0 / 3, 1e-15);
  EXPECT_NEAR(kl.constant, std::pow(4, -0.75), 1e-15);
  EXPECT_EQ(kl.weak_convexity, 0);
  EXPECT_THAT(kl.source, HasSubstr("closed form of \"tilted-power\""));
  EXPECT_NEAR(one.facts.gap.value, 0.25, 1e-15);
  EXPECT_EQ(one.facts.risk.l2_sensitivity, 2) << "of two tilts";
  EXPECT_NEAR(one.facts.risk.bounds_within(3).record_gradient, std::pow(2.7, 3) + 1, 1e-8);
  EXPECT_NEAR(one.facts.risk.smoothness, 3 * 2.7 * 2.7, 1e-8);
  EXPECT_NEAR(one.facts.risk.bounds_within(1).record_smoothness, 3, 1e-9);
}

TEST(GalleryFile, TheInnerRadiusIsSaid) {
  const Told one = told(gallery_experiment("sphere-fit", R"(,"innerRadius":0.25)"));
  EXPECT_EQ(one.facts.risk.kl.constant, 2);
  EXPECT_THAT(one.facts.risk.kl.source, HasSubstr("at least 0.25"));
  EXPECT_EQ(one.facts.risk.kl.weak_convexity, 1.5);
}

TEST(GalleryFile, StatedConstantsWin) {
  const Told one = told(gallery_experiment(
      "tilted-power", R"(,"constants":{"klConstant":7,"klExponent":1.25,"initialGap":3})"));
  EXPECT_EQ(one.facts.risk.kl.constant, 7);
  EXPECT_EQ(one.facts.risk.kl.exponent, 1.25);
  EXPECT_THAT(one.facts.risk.kl.source, HasSubstr("stated"));
  EXPECT_EQ(one.facts.gap.value, 3);
}

TEST(GalleryFile, AStartAtTheOptimumHasTheGapOfTheCondition) {
  const Told one = told(gallery_experiment("tilted-power", R"(,"power":2)"));
  const Vector origin = Vector::Zero(one.facts.risk.dimension);
  const InitialGap gap = initial_gap({}, *one.objective, origin);
  EXPECT_NEAR(gap.value, std::pow(std::sqrt(0.5) * 3.5, 2), 1e-9);
}

/// What is known of losses of one's own records.
KlFacts kl_of(const std::string& problem) {
  Json tree = with(small_experiment(), "problem", problem);
  tree = with(tree, "run.diagnostics", R"(["objective"])");
  tree = with(tree, "data", R"({"kind":"synthetic","name":"linear","samples":20,"features":3,
      "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})");
  return told(tree).facts.risk.kl;
}

TEST(KlFacts, StrongConvexityGivesExponentTwo) {
  const KlFacts kl = kl_of(R"({"loss":"squared","regularizer":{"kind":"l2","strength":0.02},
                               "gradientClip":{"bound":1}})");
  EXPECT_EQ(kl.exponent, 2);
  EXPECT_NEAR(kl.constant, 5, 1e-15);  // 1 / sqrt(0.04)
  EXPECT_THAT(kl.source, HasSubstr("mu = 0.02"));
}

TEST(KlFacts, AStatedPlConstantGivesExponentTwo) {
  const KlFacts kl = kl_of(R"({"loss":"pl-example","gradientClip":{"bound":1},
                               "constants":{"plConstant":0.03125}})");
  EXPECT_EQ(kl.exponent, 2);
  EXPECT_NEAR(kl.constant, 4, 1e-15);
  EXPECT_THAT(kl.source, HasSubstr("plConstant"));
}

TEST(KlFacts, AConvexObjectiveInABoundedDomainHasItsDiameter) {
  const KlFacts kl = kl_of(R"({"loss":"squared","domain":{"kind":"l2-ball","radius":1.5}})");
  EXPECT_EQ(kl.exponent, 1);
  EXPECT_EQ(kl.constant, 3);
  EXPECT_THAT(kl.source, HasSubstr("convexity"));
}

TEST(KlFacts, NothingIsKnownOfConvexLossesEverywhereNorOfLossesThatAreNotConvex) {
  EXPECT_FALSE(kl_of(R"({"loss":"huber"})").is_known());
  const KlFacts kl = kl_of(R"({"loss":"geman-mcclure","domain":{"kind":"l2-ball","radius":1}})");
  EXPECT_FALSE(kl.is_known());
  EXPECT_NEAR(kl.weak_convexity, 0.5, 1e-12);
}

TEST(GalleryFile, RunsAreMeasuredInClosedForm) {
  for (const std::string id : {"tilted-power", "sphere-fit", "hyperbola", "wiggly-quadratic",
                               "flat-exponential", "hard-quadratic", "bounded-squares",
                               "power-regression", "wavy-regression", "phase-retrieval"}) {
    const Json result = result_of(gallery_experiment(id));
    const double optimum = at_path(result, "nonPrivate.references.0.optimum").number();
    const Json final = at_path(result, "runs.0.nonPrivate.final");
    const double gap = final.find("suboptimality")->number();
    EXPECT_GE(gap, 0) << id;
    EXPECT_NEAR(gap, final.find("objective")->number() - optimum, 1e-14 * (1 + optimum)) << id;
  }
}

TEST(GalleryFile, GroupedRecordsRunAsTheSameRecordsOneByOne) {
  for (const std::string id : {"tilted-power", "sphere-fit", "hard-quadratic"}) {
    const Json grouped = with(gallery_experiment(id), "data.samples", "1001");
    const Json few = result_of(grouped);
    const Json all = result_of(with(grouped, "data.storage", R"("dense")"));
    const double gap = at_path(few, "runs.0.nonPrivate.final.objective").number();
    EXPECT_NEAR(at_path(all, "runs.0.nonPrivate.final.objective").number(), gap, 1e-12 * (1 + gap));
    EXPECT_NE(at_path(few, "nonPrivate.dataHash").text(),
              at_path(all, "nonPrivate.dataHash").text());
  }
}

TEST(GalleryFile, AThousandMillionRecordsRunAtOnceAndCountForTheHash) {
  const Json many = with(gallery_experiment("tilted-power"), "data.samples", "1e9");
  const Json result = result_of(many);
  EXPECT_LT(at_path(result, "runs.0.nonPrivate.final.suboptimality").number(), 1e-2);
  const Json fewer = result_of(with(many, "data.samples", "999999998"));
  EXPECT_NE(at_path(result, "nonPrivate.dataHash").text(),
            at_path(fewer, "nonPrivate.dataHash").text());
  EXPECT_THAT(refusal(with(many, "data.storage", R"("dense")")),
              HasSubstr("limit-exceeded data.samples"));
}

TEST(GalleryFile, MistakesAreSaidWhereTheyAre) {
  const Json sound = gallery_experiment("tilted-power");
  const auto wrong = [&](const std::string& path, const std::string& value) {
    return refusal(with(sound, path, value));
  };
  EXPECT_THAT(wrong("problem.kind", R"("sadle")"), HasSubstr("unsupported-option problem.kind"));
  EXPECT_THAT(wrong("problem.name", R"("tilted-pover")"),
              HasSubstr("Did you mean \"tilted-power\"?"));
  EXPECT_THAT(wrong("problem.name", R"("logistic")"), HasSubstr("unknown-name problem.name"));
  EXPECT_THAT(wrong("problem.loss", R"("logistic")"), HasSubstr("unknown-field problem.loss"));
  EXPECT_THAT(wrong("problem.power", "1"), HasSubstr("invalid-value problem.power"));
  EXPECT_THAT(wrong("problem.power", R"("three")"), HasSubstr("invalid-type problem.power"));
  EXPECT_THAT(wrong("problem.steepness", "2"), HasSubstr("conflicting-fields problem.steepness"));
  EXPECT_THAT(wrong("problem.constants", R"({"klConstant":1})"),
              HasSubstr("missing-field problem.constants.klExponent"));
  EXPECT_THAT(wrong("problem.constants", R"({"klConstant":1,"klExponent":0.5})"),
              HasSubstr("invalid-value problem.constants.klExponent"));
  EXPECT_THAT(wrong("problem.constants", R"({"smoothness":"data-spectral"})"),
              HasSubstr("unsupported-option problem.constants.smoothness"));
  // A record moves it by its tilt there, too, but nothing bounds its curvature.
  EXPECT_THAT(wrong("problem.domain", R"({"kind":"all"})"), HasSubstr("not Lipschitz"));
  EXPECT_THAT(wrong("problem.power", "1.5"), HasSubstr("not Lipschitz"));
  EXPECT_THAT(wrong("data.bound", "0"), HasSubstr("invalid-value data.bound"));
  EXPECT_THAT(refusal(with(gallery_experiment("wavy-regression"), "data.samples", "100001")),
              HasSubstr("invalid-value data.samples"));
  EXPECT_THAT(refusal(with(gallery_experiment("phase-retrieval"), "data.features", "2")),
              HasSubstr("conflicting-fields data.features"));
  EXPECT_THAT(refusal(with(gallery_experiment("hyperbola"), "data.features", "3")),
              HasSubstr("conflicting-fields data.features"));
  EXPECT_THAT(refusal(with(gallery_experiment("sphere-fit"), "problem",
                           R"({"loss":"squared","gradientClip":{"bound":1}})")),
              HasSubstr("conflicting-fields data.name"));
  EXPECT_THAT(refusal(with(gallery_experiment("sphere-fit"), "data",
                           R"({"kind":"synthetic","name":"text-like","samples":100})")),
              HasSubstr("unsupported-option data.storage"));
}

TEST(GalleryFile, UnbalancedRecordsHaveNoReferenceAndRunAllTheSame) {
  Json tree = gallery_experiment("tilted-power");
  tree = with(tree, "data", R"({"kind":"synthetic","name":"linear","samples":50,"features":3,
      "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})");
  const Json result = result_of(tree);
  EXPECT_EQ(at_path(result, "nonPrivate.references.0.error.code").text(), "no-reference");
  EXPECT_TRUE(std::isfinite(at_path(result, "runs.0.nonPrivate.final.objective").number()));
}

}  // namespace
}  // namespace noisy::testing
