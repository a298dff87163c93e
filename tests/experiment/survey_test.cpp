// Surveys of the exact objective: grids, points, and what a probe says of the KL condition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/experiment/session/kl_fit.h"
#include "tests/experiment/session/run_survey.h"

namespace noisy::testing {
namespace {

/// F(x) = |x - mean|^2 / 2 + a constant, in a ball of radius 2, with the mean at (0.5, -0.25).
Json mean_experiment() {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"inline","features":[[0.25,0.25],[0.75,-0.75]],"targets":[0,0],
                       "preprocess":[{"kind":"clip-rows","norm":"l2","bound":2}]})");
  tree =
      with(tree, "problem", R"({"loss":"mean-estimation","domain":{"kind":"l2-ball","radius":2}})");
  tree = with(tree, "algorithms", R"([{"id":"gd"}])");
  return with(tree, "run.diagnostics", "[]");
}

double mean_value(double x, double y) {
  const double gap = ((x - 0.5) * (x - 0.5) + (y + 0.25) * (y + 0.25)) / 2;
  return gap + (0.25 * 0.25 + 0.5 * 0.5) / 2;
}

/// "code field", or "measured".
std::string refusal(const Json& experiment, const std::string& request) {
  const auto result = survey_of(experiment, request);
  if (result) return "measured";
  return std::string(code_text(result.error().code)) + " " + result.error().field;
}

TEST(Survey, HasTheObjectiveOnAPlaneRowByRowWithBothEnds) {
  const Json out = answer_of(mean_experiment(), R"({"origin":[0.5,0],"u":[1,0],"v":[0.5,2],
      "extent":{"u":[-1,1],"v":[0,0.25]},"size":{"u":3,"v":2}})");
  EXPECT_EQ(out.member("nonPrivate"), Json(true));
  ASSERT_EQ(out.member("values").size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const double a = -1 + static_cast<double>(i % 3);
    const double b = i < 3 ? 0 : 0.25;
    EXPECT_NEAR(out.member("values").element(i).number(), mean_value(0.5 + a + 0.5 * b, 2 * b),
                1e-15)
        << i;
  }
  EXPECT_NEAR(at_path(out, "optimum.value").number(), mean_value(0.5, -0.25), 1e-12);
  EXPECT_NEAR(at_path(out, "optimum.point.1").number(), -0.25, 1e-9);
}

TEST(Survey, IsOfALineWithoutASecondDirection) {
  const Json out = answer_of(mean_experiment(),
                             R"({"u":[0,1],"extent":{"u":[-1,1]},"size":{"u":5},"optimum":0.125})");
  EXPECT_EQ(out.member("values").size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const double y = -1 + 0.5 * static_cast<double>(i);
    EXPECT_NEAR(out.member("values").element(i).number(), mean_value(0, y), 1e-15);
  }
  EXPECT_EQ(out.member("optimum"), Json::object({{"value", 0.125}}));  // its author's word
  const Json usual = answer_of(mean_experiment(), R"({"u":[0,1],"extent":{"u":[-1,1]}})");
  EXPECT_EQ(usual.member("values").size(), 101u);
}

TEST(Survey, IsNullOutsideTheDomain) {
  const Json out = answer_of(mean_experiment(), R"({"u":[1,0],"extent":{"u":[0,4]},"size":{"u":5},
      "points":[[2,0],[0,2.001]]})");
  const Json values = out.member("values");
  EXPECT_TRUE(values.element(2).is_number());
  EXPECT_TRUE(values.element(3).is_null());
  EXPECT_TRUE(values.element(4).is_null());
  EXPECT_NEAR(at_path(out, "pointValues.0").number(), mean_value(2, 0), 1e-15);
  EXPECT_TRUE(at_path(out, "pointValues.1").is_null());
}

TEST(Survey, HasTheRegularizerAndTheLossBeforeGradientsAreClipped) {
  const Json clipped =
      with(small_experiment(), "problem.gradientClip", R"({"norm":"l2","bound":0.01})");
  const std::string request = R"({"points":[[0,0],[1,-2]]})";
  const Json out = answer_of(clipped, request);
  EXPECT_EQ(out.member("pointValues"),
            answer_of(small_experiment(), request).member("pointValues"));
  const Json plain = with(small_experiment(), "problem.regularizer", R"({"kind":"none"})");
  const double without_term = at_path(answer_of(plain, request), "pointValues.1").number();
  EXPECT_NEAR(at_path(out, "pointValues.1").number() - without_term, 0.1 / 2 * 5, 1e-15);
}

TEST(Survey, AgreesWithTheObjectiveOfATrace) {
  Json tree = with(small_experiment(), "run.trace", R"({"points":5,"iterates":true})");
  const Json result = result_of(tree);
  const std::string points = write_json(at_path(result, "runs.0.trace.iterates"));
  const Json out = answer_of(tree, R"({"points":)" + points + "}");
  EXPECT_EQ(out.member("pointValues"), at_path(result, "runs.0.nonPrivate.trace.objective"));
  EXPECT_EQ(at_path(out, "optimum.value"), at_path(result, "nonPrivate.references.0.optimum"));
}

TEST(Survey, DoesNotDependOnItsSlices) {
  const std::string request =
      R"({"u":[1,0],"v":[0,1],"extent":{"u":[-1,1],"v":[-1,1]},"size":{"u":21,"v":30},"probe":{"radius":1}})";
  EXPECT_EQ(answer_of(small_experiment(), request, 0), answer_of(small_experiment(), request));
}

TEST(Survey, NeedsNoAlgorithmThatCanBePlanned) {
  const Json tree = with(mean_experiment(), "algorithms", R"([{"id":"rrpsgd"}])");
  EXPECT_FALSE(run_experiment(tree));
  EXPECT_EQ(refusal(tree, R"({"points":[[0,0]]})"), "measured");
}

TEST(Survey, RefusesWhatItCannotMeasure) {
  const Json tree = small_experiment();
  const auto refused = [&](const char* request) { return refusal(tree, request); };
  EXPECT_EQ(refused("{"), "invalid-json line 1, column 2");
  EXPECT_EQ(refused("{}"), "missing-field u");
  EXPECT_EQ(refused(R"({"extent":{"u":[0,1]}})"), "missing-field u");
  EXPECT_EQ(refused(R"({"u":[1,0]})"), "missing-field extent.u");
  const auto on_line = [&](const std::string& more) {
    return refusal(tree, R"({"extent":{"u":[0,1]},)" + more + "}");
  };
  EXPECT_EQ(on_line(R"("u":[1,0,0])"), "invalid-value u");
  EXPECT_EQ(on_line(R"("u":[0,0])"), "invalid-value u");
  EXPECT_EQ(on_line(R"("u":[1,null])"), "invalid-type u");
  EXPECT_EQ(on_line(R"("u":[1,0],"origin":[1,0,0])"), "invalid-value origin");
  EXPECT_EQ(on_line(R"("u":[1,0],"v":[0,1])"), "missing-field extent.v");
  EXPECT_EQ(on_line(R"("u":[1,0],"v":[1])"), "invalid-value v");
  EXPECT_EQ(on_line(R"("u":[1,0],"size":{"v":3})"), "missing-field v");
  EXPECT_EQ(on_line(R"("u":[1,0],"size":{"u":513})"), "invalid-value size.u");
  EXPECT_EQ(on_line(R"("u":[1,0],"size":{"u":2.5})"), "invalid-value size.u");
  EXPECT_EQ(refused(R"({"u":[1,0],"extent":{"u":[1,1]}})"), "invalid-value extent.u");
  EXPECT_EQ(refused(R"({"u":[1,0],"extent":{"u":[0,1,2]}})"), "invalid-value extent.u");
  EXPECT_EQ(refused(R"({"u":[1,0],"extent":{"u":[0,1],"v":[0,1]}})"), "missing-field v");
  EXPECT_EQ(refused(R"({"points":[0,1]})"), "invalid-type points");
  EXPECT_EQ(refused(R"({"points":[[0,0],[0,"1"]]})"), "invalid-type points.1");
  EXPECT_EQ(refused(R"({"points":[[0,0],[0]]})"), "invalid-value points.1");
  EXPECT_EQ(refused(R"({"point":[[0,0]]})"), "unknown-field point");
  EXPECT_EQ(refused(R"({"probe":{}})"), "missing-field probe.radius");
  EXPECT_EQ(refused(R"({"probe":{"radius":1,"exponent":0.5}})"), "invalid-value probe.exponent");
  EXPECT_EQ(refused(R"({"probe":{"radius":1,"centre":[0,0,0]}})"), "invalid-value probe.centre");
  EXPECT_EQ(refused(R"({"probe":{"radius":1,"samples":100001}})"), "invalid-value probe.samples");
}

TEST(Survey, RefusesMoreWorkThanTheLimitAtThePartThatAsksForMost) {
  const Json large = with(small_experiment(), "data",
                          R"({"kind":"synthetic","name":"text-like","samples":1000,"seed":1})");
  std::string direction = "[1";
  for (int i = 1; i < 50'000; ++i) direction += ",0";
  direction += "]";
  const std::string request = R"({"u":)" + direction + R"(,"v":)" + direction +
                              R"(,"extent":{"u":[0,1],"v":[0,1]},"size":{"u":512,"v":512}})";
  EXPECT_EQ(refusal(large, request), "limit-exceeded size");
}

TEST(KlProbe, FindsExponentAndConstantOfAQuadratic) {
  // gap = |grad|^2 / 2: kappa = 2 and gamma = 1 / sqrt(2), attained everywhere.
  const Json out = answer_of(mean_experiment(), R"({"probe":{"radius":1,"samples":200},
      "points":[[0.5,0.75]]})");
  const Json probe = out.member("probe");
  EXPECT_NEAR(probe.member("slope").number(), 2, 1e-6);
  EXPECT_NEAR(probe.member("exponent").number(), 2, 1e-6);
  EXPECT_EQ(probe.member("exponentIs"), Json("fitted"));
  EXPECT_NEAR(probe.member("offset").number(), -std::log(2), 1e-5);
  EXPECT_NEAR(probe.member("constant").number(), std::sqrt(0.5), 1e-5);
  ASSERT_EQ(probe.member("gaps").size(), 201u);
  EXPECT_EQ(probe.member("given"), Json(1));
  EXPECT_NEAR(probe.member("gaps").element(0).number(), 0.5, 1e-12);  // the point that was given
  EXPECT_NEAR(probe.member("gradientNorms").element(0).number(), 1, 1e-12);
}

TEST(KlProbe, OfAGivenExponentHasItsConstantAndWorstPoint) {
  const Json probe =
      answer_of(mean_experiment(), R"({"probe":{"radius":1,"inner":0.01,"exponent":1}})")
          .member("probe");
  EXPECT_EQ(probe.member("exponentIs"), Json("given"));
  // gap / |grad| = |grad| / 2: the worst point is the farthest one.
  double farthest = 0;
  const Json norms = probe.member("gradientNorms");
  for (std::size_t i = 0; i < norms.size(); ++i) {
    if (norms.element(i).is_number()) farthest = std::max(farthest, norms.element(i).number());
  }
  EXPECT_GT(farthest, 0.9);
  EXPECT_NEAR(probe.member("constant").number(), farthest / 2, 1e-12);
  EXPECT_NEAR(at_path(probe, "worst.norm").number(), farthest, 1e-12);
  const double x = at_path(probe, "worst.point.0").number() - 0.5;
  const double y = at_path(probe, "worst.point.1").number() + 0.25;
  EXPECT_NEAR(std::hypot(x, y), farthest, 1e-9);
}

TEST(KlProbe, IsRepeatedByItsSeedAndIsOthersByAnother) {
  const auto gaps = [](const char* request) {
    return answer_of(mean_experiment(), request).member("probe").member("gaps");
  };
  EXPECT_EQ(gaps(R"({"probe":{"seed":3}})"), gaps(R"({"probe":{"seed":3}})"));
  EXPECT_NE(gaps(R"({"probe":{"seed":3}})"), gaps(R"({"probe":{"seed":4}})"));
}

TEST(KlProbe, AsksForAnOptimumWhereNobodyKnowsOneAndForAGradient) {
  const Json rough = with(small_experiment(), "problem.loss", R"("geman-mcclure")");
  const Json silent = with(rough, "run.diagnostics", "[]");
  const Json tree = with(silent, "problem.regularizer", R"({"kind":"none"})");
  EXPECT_EQ(refusal(tree, R"({"probe":{"radius":1}})"), "no-reference optimum");
  EXPECT_EQ(refusal(tree, R"({"probe":{"radius":1},"optimum":0})"), "measured");
  const Json kinked =
      with(small_experiment(), "problem.regularizer", R"({"kind":"l1","strength":0.1})");
  EXPECT_EQ(refusal(kinked, R"({"probe":{"radius":1}})"), "unsupported-option problem.regularizer");
}

TEST(KlFit, OfOnePointHasNoSlopeAndOfAStationaryGapNoConstant) {
  const std::vector<GapPoint> one = {{.gap = 1, .gradient_norm = 2, .place = 7}};
  EXPECT_FALSE(fit_gaps(one));
  EXPECT_EQ(least_constant(one, 2).constant, 0.5);
  const std::vector<GapPoint> saddle = {{.gap = 1, .gradient_norm = 2, .place = 7},
                                        {.gap = 1, .gradient_norm = 0, .place = 8}};
  EXPECT_EQ(least_constant(saddle, 2).constant, HUGE_VAL);
  EXPECT_EQ(least_constant(saddle, 2).place, 8);
  EXPECT_EQ(least_constant({}, 2).place, -1);
}

}  // namespace
}  // namespace noisy::testing
