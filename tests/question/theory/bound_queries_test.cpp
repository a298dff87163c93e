#include <algorithm>
#include <cmath>

#include "engine/algorithm/accelerated/theory/bounds.h"
#include "engine/algorithm/accelerated/theory/horizon.h"
#include "engine/algorithm/accelerated/theory/lmi_certificate.h"
#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/algorithm/frame/algorithm.h"
#include "tests/question/theory/ask.h"
#include "tests/support/counted.h"

namespace noisy {
namespace {

using testing::ask;
using testing::at_path;
using testing::number_at;
using testing::numbers_at;
using testing::with;
using testing::without;

Json certificate_query(double step, double momentum) {
  return Json::object({{"query", "lmi-certificate"},
                       {"strongConvexity", 0.1},
                       {"smoothness", 1.0},
                       {"stepSize", step},
                       {"momentum", momentum}});
}

TEST(LmiCertificateQuery, HasTheTabulatedRatesAndBeatsTheTabulatedBounds) {
  struct Row {
    double step, momentum, rate, exact, bound;
  };
  for (const Row& row : {Row{1, 0, .90000, .030538, .3042}, Row{1, .3, .88847, .038071, .3096},
                         Row{.5, 0, .95000, .014429, .1664}, Row{.5, .3, .92604, .016347, .1293},
                         Row{.1, .5, .97958, .063510, .5797}}) {
    const Json query =
        with(certificate_query(row.step, row.momentum), "bound",
             R"({"iterations":50,"squaredDistance":13,"initialGap":2.45,"noiseTrace":0.08})");
    const Json answer = ask(write_json(query));
    EXPECT_EQ(at_path(answer, "found"), Json(true));
    EXPECT_NEAR(number_at(answer, "certificate.rate"), row.rate, 1e-4);
    EXPECT_LT(number_at(answer, "bestBound.total"), row.bound);
    EXPECT_GT(number_at(answer, "bestBound.total"), row.exact);
    const auto best = best_bound({.1, 1, row.step, row.momentum}, {13.0, 2.45, 0.08, 1}, 50);
    EXPECT_EQ(number_at(answer, "bestBound.total"), best->total());
    EXPECT_EQ(number_at(answer, "bestBound.transient"), best->transient);
    EXPECT_EQ(number_at(answer, "bestBound.noise"), best->noise);
    EXPECT_EQ(number_at(answer, "bestBound.plainNoise"), best->plain_noise);
    EXPECT_EQ(number_at(answer, "bestBound.rate"), best->certificate.rate);
  }
}

TEST(LmiCertificateQuery, WithoutABoundHasTheCertificateOnly) {
  const Json answer = ask(write_json(certificate_query(0.5, 0.3)));
  const auto certificate = best_rate_certificate({.1, 1, .5, .3}).value();
  EXPECT_TRUE(at_path(answer, "bestBound").is_null());
  EXPECT_EQ(number_at(answer, "certificate.p11"), certificate.p11);
  EXPECT_EQ(number_at(answer, "certificate.p12"), certificate.p12);
  EXPECT_EQ(number_at(answer, "certificate.p22"), certificate.p22);
  EXPECT_EQ(number_at(answer, "certificate.c0"), certificate.c0);
  EXPECT_EQ(number_at(answer, "certificate.margin"), certificate.margin);
}

TEST(LmiCertificateQuery, TheLiteralFormDegrades) {
  const Json query = with(certificate_query(1, 0), "form", "\"literal\"");
  EXPECT_NEAR(number_at(ask(write_json(query)), "certificate.rate"), .94868, 1e-4);
}

TEST(LmiCertificateQuery, ThatThereIsNoneIsAFinding) {
  const auto [step, momentum] = polyak_choice(1 / 25.0, 1.0);
  const Json query = with(certificate_query(step, momentum), "strongConvexity", "0.04");
  const Json answer = ask(write_json(query));
  EXPECT_EQ(at_path(answer, "found"), Json(false));
  EXPECT_NE(at_path(answer, "reason").text().find("does not mean divergence"), std::string::npos);
}

/// The published experiment: d = 20, S1 = 40, n = 100000, epsilon = 1.
Json horizon_query(std::string_view method, Index iterations, double smoothness) {
  return Json::object({{"query", "horizon"},
                       {"method", method},
                       {"strongConvexity", 0.02},
                       {"smoothness", smoothness},
                       {"iterations", iterations},
                       {"dimension", 20},
                       {"samples", 100000},
                       {"l1Sensitivity", 40},
                       {"epsilon", 1}});
}

TEST(HorizonQuery, HasTheTabulatedHorizons) {
  struct Row {
    double scale;
    std::string_view mode;
    double horizon;
  };
  for (const Row& row :
       {Row{1, "published-figures", 136}, Row{1, "corrected", 121}, Row{1, "paper-text", 106},
        Row{.1, "published-figures", 396}, Row{.1, "corrected", 349}, Row{.1, "paper-text", 303}}) {
    for (const std::string_view method : {"nag", "masg"}) {
      Json query = horizon_query(method, 1000, 5.1033);
      query.set("stepScale", row.scale);
      query.set("mode", row.mode);
      const Json answer = ask(write_json(query));
      EXPECT_EQ(number_at(answer, "horizon"), method == "nag" ? row.horizon : 89) << row.mode;
      const auto total = numbers_at(answer, "curve.total");
      ASSERT_EQ(total.size(), 1000u);
      EXPECT_EQ(std::ranges::min_element(total) - total.begin() + 1, number_at(answer, "horizon"));
      EXPECT_EQ(at_path(answer, "isBound"), Json(true));
    }
  }
}

TEST(HorizonQuery, HasTheTabulatedNoise) {
  struct Row {
    Index batch;
    double uniform, divided, first, last;
  };
  for (const Row& row :
       {Row{100000, .20008, .0894352, .1401, .0166}, Row{1000, .413447, .222647, .1792, .0303}}) {
    Json query = horizon_query("nag", 100, 5.1);
    query.set("batchSize", row.batch);
    query.set("includeSamplingNoise", false);
    const Json answer = ask(write_json(query));
    EXPECT_EQ(number_at(answer, "horizon"), 100);
    EXPECT_NEAR(number_at(answer, "noiseTerms.uniform") / row.uniform, 1.0, 5e-6);
    EXPECT_NEAR(number_at(answer, "noiseTerms.divided") / row.divided, 1.0, 5e-6);
    const auto scales = numbers_at(answer, "scales.divided");
    ASSERT_EQ(scales.size(), 100u);
    EXPECT_NEAR(scales.front(), row.first, 5e-5);
    EXPECT_NEAR(scales.back(), row.last, 5e-5);
    EXPECT_EQ(numbers_at(answer, "curve.sampling"), std::vector<double>(100, 0.0));
  }
  Json query = horizon_query("nag", 100, 5.1);
  query.set("batchSize", 100);
  query.set("includeSamplingNoise", false);
  const Json answer = ask(write_json(query));
  EXPECT_NEAR(number_at(answer, "noiseTerms.uniform") / 3.46655, 1.0, 5e-6);
  EXPECT_NEAR(number_at(answer, "noiseTerms.divided") / 2.34105, 1.0, 5e-6);
}

TEST(HorizonQuery, EqualsTheFunctionsOfTheTheory) {
  const Json answer = ask(write_json(horizon_query("nag", 300, 5.1)));
  const auto recursion = nesterov_recursion({{300, 1 / 5.1, 0.0}}, 0.02, 5.1).value();
  const double coefficient = noise_coefficient(20, 40.0, 100000, 1.0);
  const auto curve =
      horizon_curve(recursion, {.noise_coefficient = coefficient}, counted(recursion.steps()))
          .value();
  const auto initial = numbers_at(answer, "curve.initial");
  const auto privacy = numbers_at(answer, "curve.privacy");
  for (std::size_t i = 0; i < 300; ++i) {
    EXPECT_EQ(initial[i], curve[i].initial);
    EXPECT_EQ(privacy[i], curve[i].privacy);
  }
  const auto horizon = static_cast<Index>(number_at(answer, "horizon"));
  EXPECT_EQ(horizon, 121);
  const auto terms = laplace_noise_terms(recursion, horizon, coefficient).value();
  EXPECT_NEAR(number_at(answer, "noiseTerms.uniform") / terms.uniform, 1.0, 1e-12);
  EXPECT_NEAR(number_at(answer, "noiseTerms.divided") / terms.divided, 1.0, 1e-12);
  EXPECT_NEAR(number_at(answer, "scales.uniform"), 40.0 * 121 / 100000, 1e-13);
}

TEST(HorizonQuery, SamplingNoiseShortensTheRunUnlessItIsLeftOut) {
  Json query = horizon_query("nag", 1000, 5.1033);
  query.set("batchSize", 1000);
  query.set("includeSamplingNoise", true);
  const Json included = ask(write_json(query));
  query.set("includeSamplingNoise", false);
  const Json left_out = ask(write_json(query));
  EXPECT_EQ(number_at(left_out, "horizon"), 121);
  EXPECT_LT(number_at(included, "horizon"), 121);
  EXPECT_GT(numbers_at(included, "curve.sampling").back(), 0.0);
}

TEST(HorizonQuery, LeavesSamplingNoiseOutByDefaultAsTheAlgorithmsDo) {
  Json query = horizon_query("nag", 1000, 5.1033);
  query.set("batchSize", 1000);
  const Json answer = ask(write_json(query));
  const auto& specs = find_algorithm("dp-nag-opt")->parameters;
  const auto spec = std::ranges::find(specs, "includeSamplingNoise", &ParameterSpec::name);
  EXPECT_EQ(spec->default_value, ParameterValue(false));
  EXPECT_EQ(number_at(answer, "horizon"), 121);
  EXPECT_EQ(numbers_at(answer, "curve.sampling"), std::vector<double>(1000, 0.0));
}

TEST(HorizonQuery, OneStepReachesTheMinimumWhenAlphaTimesMuIsOne) {
  Json query = horizon_query("nag", 50, 2.0);
  query.set("strongConvexity", 2.0);
  const Json answer = ask(write_json(query));
  EXPECT_EQ(number_at(answer, "horizon"), 1);
  EXPECT_EQ(at_path(answer, "singleStep"), Json(true));
  EXPECT_EQ(numbers_at(answer, "scales.divided").size(), 1u);
}

TEST(HorizonQuery, AnswersForEveryMethod) {
  for (const std::string_view method : {"nag", "masg", "gd", "hb"}) {
    const Json answer = ask(write_json(horizon_query(method, 200, 5.1)));
    EXPECT_EQ(at_path(answer, "isBound"), Json(method != "hb")) << method;
    EXPECT_LE(number_at(answer, "noiseTerms.divided"),
              number_at(answer, "noiseTerms.uniform") * (1 + 1e-12));
  }
}

TEST(Figure1Query, HasTheTabulatedCurves) {
  const Json answer = ask(R"({"query":"figure-1","preset":"paper-figure-1","stepSize":0.5,
                              "noisePerIteration":0.01})");
  EXPECT_EQ(numbers_at(answer, "momenta").size(), 100u);
  EXPECT_NEAR(numbers_at(answer, "rates")[70], .81548, 5e-6);
  EXPECT_EQ(at_path(answer, "curves").size(), 4u);
  EXPECT_NEAR(number_at(answer, "curves.3.momentum"), .6345, 5e-5);
  EXPECT_NEAR(number_at(answer, "curves.3.rate"), .77639, 5e-6);
  EXPECT_NEAR(number_at(answer, "curves.3.heavyBallRate"), .79656, 5e-6);
  const auto logarithms = numbers_at(answer, "curves.3.logBound");
  const auto values = numbers_at(answer, "curves.3.bound");
  ASSERT_EQ(logarithms.size(), 250u);
  EXPECT_NEAR(logarithms[49], .662, 1e-3);
  EXPECT_NEAR(logarithms[99], 2.048, 1e-3);
  EXPECT_NEAR(logarithms[249], 3.881, 1e-3);
  EXPECT_NEAR(logarithms[21], -.807, 1e-3);
  for (std::size_t t = 0; t < 250; ++t) EXPECT_NEAR(std::log(values[t]), logarithms[t], 1e-12);
  EXPECT_TRUE(at_path(answer, "curves.3.exact").is_null());
  EXPECT_TRUE(at_path(answer, "curves.3.logExact").is_null());
}

TEST(Figure1Query, TheCorrectedPresetHasTheExactErrorBelowItsBound) {
  const Json answer = ask(R"({"query":"figure-1","preset":"corrected","stepSize":1,
                              "noisePerIteration":1e-4,"iterations":60})");
  for (const char* curve : {"curves.0", "curves.1", "curves.2", "curves.3"}) {
    const auto bound = numbers_at(answer, std::string(curve) + ".bound");
    const auto exact = numbers_at(answer, std::string(curve) + ".exact");
    ASSERT_EQ(exact.size(), 60u);
    for (std::size_t t = 0; t < 60; ++t) EXPECT_LE(exact[t], bound[t]);
  }
}

TEST(Figure2Query, HasTheTabulatedNoise) {
  const auto noise =
      numbers_at(ask(R"({"query":"figure-2","form":"formula-34","stages":3})"), "noise");
  ASSERT_EQ(noise.size(), 133u);
  EXPECT_NEAR(noise[0], 154.729, 6e-4);
  EXPECT_NEAR(noise[12], 56.221, 6e-4);
  EXPECT_NEAR(noise[13], 216.199, 6e-4);
  EXPECT_NEAR(noise[132], 97.572, 6e-4);
  const auto published =
      numbers_at(ask(R"({"query":"figure-2","form":"published","stages":2})"), "noise");
  EXPECT_NEAR(published[0], 64.72, 6e-3);
  EXPECT_NEAR(published[11], 25.59, 6e-3);
}

}  // namespace
}  // namespace noisy
