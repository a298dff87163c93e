#include <cmath>

#include "engine/algorithm/erm/theory/noise_ratio.h"
#include "engine/algorithm/erm/theory/svrg_bound.h"
#include "engine/privacy/calibration/variance_reduced_calibration.h"
#include "tests/question/theory/ask.h"

namespace noisy {
namespace {

using testing::ask;
using testing::at_path;
using testing::number_at;
using testing::numbers_at;
using testing::with;

Json parsed(const char* text) {
  return *parse_json(text);
}

TEST(SvrgContractionQuery, HasTheTheoremsDefaultsAndTheirFactor) {
  const Json answer = ask(R"({"query":"svrg-contraction","strongConvexity":0.01,"smoothness":1})");
  EXPECT_NEAR(number_at(answer, "epoch.stepSize"), 1.0 / 48, 1e-16);
  EXPECT_EQ(number_at(answer, "epoch.innerIterations"), 20'000);
  EXPECT_NEAR(number_at(answer, "epoch.factor"), 0.488 + 0.2 / 20'000, 1e-12);
  EXPECT_EQ(at_path(answer, "epoch.holds"), Json(true));
  EXPECT_TRUE(at_path(answer, "epoch.reason").is_null());
  EXPECT_TRUE(at_path(answer, "map").is_null());
  EXPECT_NEAR(number_at(answer, "largestStep"), 1.0 / 24, 1e-16);
}

TEST(SvrgContractionQuery, SaysWhatConditionFourLacks) {
  const Json query = parsed(R"({"query":"svrg-contraction","strongConvexity":0.01,"smoothness":1,
                                "innerIterations":100})");
  const Json brief = ask(write_json(query));
  EXPECT_EQ(at_path(brief, "epoch.holds"), Json(false));
  EXPECT_NE(at_path(brief, "epoch.reason").text().find("at least"), std::string::npos);
  const double shortest = number_at(brief, "epoch.shortestEpoch");
  const Json enough = with(query, "innerIterations", number_text(shortest));
  EXPECT_EQ(at_path(ask(write_json(enough)), "epoch.holds"), Json(true));
  // The printed step: A is above 2; beyond 1/(8 L) there is no bound at all.
  const Json printed = ask(write_json(with(query, "stepSize", "0.08333333333333333")));
  EXPECT_GT(number_at(printed, "epoch.factor"), 2);
  EXPECT_TRUE(at_path(printed, "epoch.shortestEpoch").is_null());
  const Json beyond = ask(write_json(with(query, "stepSize", "0.125")));
  EXPECT_TRUE(at_path(beyond, "epoch.factor").is_null());
  EXPECT_EQ(at_path(beyond, "epoch.holds"), Json(false));
}

TEST(SvrgContractionQuery, MapsTheSameFactor) {
  const Json answer = ask(R"({"query":"svrg-contraction","lemma":"tight","strongConvexity":0.1,
    "smoothness":1,"stepSize":0.04,"innerIterations":700,"steps":[0.01,0.04,0.3],
    "lengths":[50,700]})");
  EXPECT_EQ(number_at(answer, "map.1.1"), number_at(answer, "epoch.factor"));
  EXPECT_TRUE(at_path(answer, "map.2.0").is_null());
}

const char* const kBounds = R"({"query":"erm-bounds","method":"dp-svrg","samples":1000000,
  "dimension":10,"lipschitz":2,"strongConvexity":1,"initialGap":0.5,"epsilon":1,"delta":1e-5,
  "noise":"paper"})";

TEST(ErmBoundsQuery, HasTheTheoremsEpochsForMeanEstimation) {
  const Json answer = ask(kBounds);
  EXPECT_EQ(number_at(answer, "iterations"), 15);
  EXPECT_EQ(number_at(answer, "innerIterations"), 200);
  EXPECT_EQ(number_at(answer, "releases"), 3000);
  // c = 132 without its correction gives 2.88e-5; the correction adds 4 %.
  EXPECT_NEAR(number_at(answer, "bound.total") / 2.88e-5, 1.0, 0.06);
  EXPECT_EQ(numbers_at(answer, "curve.total").size(), 16u);
  EXPECT_EQ(numbers_at(answer, "curve.total").back(), number_at(answer, "bound.total"));
  EXPECT_NEAR(number_at(answer, "noise"), 2e-6 * std::sqrt(number_at(answer, "noiseRatio") * 3000),
              1e-12);
}

TEST(ErmBoundsQuery, AnswersForEveryMethod) {
  const Json query = parsed(kBounds);
  const Json plus = ask(write_json(with(query, "method", "\"dp-svrg-pp\"")));
  EXPECT_EQ(number_at(plus, "releases"),
            (std::ldexp(1.0, static_cast<int>(number_at(plus, "iterations")) + 1) - 2) * 10);
  Json accmd = with(query, "method", "\"dp-accmd\"");
  for (const auto& [name, value] :
       {std::pair{"gaugeSmoothness", "1"}, {"bregmanRadius", "3"}, {"dualNoise", "3.8"}})
    accmd = with(accmd, name, value);
  EXPECT_TRUE(at_path(ask(write_json(accmd)), "stepSize").is_null());
  const Json last = ask(write_json(with(query, "method", "\"dp-gd-pl\"")));
  EXPECT_EQ(number_at(last, "releases"), number_at(last, "iterations"));
  const Json random = ask(write_json(with(query, "method", "\"dp-gd-nonconvex\"")));
  EXPECT_EQ(at_path(random, "measure"), Json("squared-gradient-norm"));
  EXPECT_TRUE(at_path(random, "curve").is_null());
}

TEST(ErmBoundsQuery, OfVeryLongRunsHasTheEndOnly) {
  for (const std::string more :
       {R"("method":"dp-gd-pl","strongConvexity":1e-4,)", R"("method":"dp-gd-nonconvex",)",
        R"("method":"dp-accmd","gaugeSmoothness":1e6,"bregmanRadius":3,
                                    "dualNoise":3.8,)"}) {
    const Json answer = ask(R"({"query":"erm-bounds",)" + more +
                            R"("samples":1000000000,"dimension":1,"epsilon":1,"delta":1e-6})");
    EXPECT_GT(number_at(answer, "iterations"), 100'000);
    EXPECT_GT(number_at(answer, "bound.total"), 0);
    EXPECT_TRUE(at_path(answer, "curve").is_null());
  }
}

const char* const kTables = R"({"query":"complexity-tables","samples":200000,"dimension":54,
  "epsilon":1,"delta":1e-6})";

TEST(ComplexityTablesQuery, PutsTheCertifiedCostBesideThePrintedOrder) {
  const Json answer = ask(kTables);
  EXPECT_NEAR(number_at(answer, "gaussianWidth"), 7.314529, 5e-7);
  ASSERT_EQ(at_path(answer, "tables").size(), 5u);
  EXPECT_EQ(at_path(answer, "tables.0.rows.0.method"), Json("DP-SVRG"));
  EXPECT_EQ(at_path(answer, "tables.1.setting"), Json("convex"));
  for (const std::string table : {"tables.0.", "tables.1."}) {
    const double epochs = number_at(answer, table + "certified.iterations");
    const double inner = number_at(answer, table + "certified.innerSteps");
    const double batch = number_at(answer, table + "certified.batchSize");
    EXPECT_EQ(number_at(answer, table + "certified.gradients"),
              epochs * 200'000 + 2 * inner * batch);
    EXPECT_GE(number_at(answer, table + "certified.gradients"),
              number_at(answer, table + "rows.0.gradients.value"));
    // The noise is what the accountant certifies for this batch.
    const auto noise = calibrate_variance_reduced(
        {200'000, static_cast<Index>(batch), static_cast<Index>(inner), 0}, {1, 1e-6});
    EXPECT_EQ(number_at(answer, table + "certified.noise"), noise->noise);
  }
  for (const std::string table : {"tables.2.", "tables.3.", "tables.4."}) {
    EXPECT_TRUE(at_path(answer, table + "certified.batchSize").is_null());
    EXPECT_EQ(number_at(answer, table + "certified.gradients"),
              number_at(answer, table + "certified.iterations") * 200'000);
    EXPECT_GT(number_at(answer, table + "certified.bound"), 0);
  }
}

const char* const kNoise = R"({"query":"batch-noise","samples":200000,"innerSteps":75000,
  "epsilon":0.2,"delta":1e-3,"batchSizes":[1,10,30,100,300,1000,10000]})";

// The published table is from a coarse grid of orders and splits: a finer one can only lower it.
TEST(BatchNoiseQuery, HasTheCertifiedNoiseWhichNeverExceedsThePublished) {
  const double published[2][7] = {{3.617, 0.4087, 0.1656, 0.1083, 0.0990, 0.0959, 0.0947},
                                  {1.973, 0.2262, 0.0875, 0.0384, 0.0284, 0.0252, 0.0240}};
  for (const int row : {0, 1}) {
    const Json query = with(parsed(kNoise), "epsilon", row == 0 ? "0.2" : "1");
    const auto tight = numbers_at(ask(write_json(query)), "tight");
    const auto batches = numbers_at(query, "batchSizes");
    for (std::size_t i = 0; i < 7; ++i) {
      const auto noise = calibrate_variance_reduced(
          {200'000, static_cast<Index>(batches[i]), 75'000, 0}, {row == 0 ? 0.2 : 1.0, 1e-3});
      EXPECT_EQ(tight[i], noise->noise);
      EXPECT_LE(tight[i], 1.001 * published[row][i]);
      // Large batches need a third: difference and anchor count at once.
      EXPECT_GE(tight[i], (i == 0 ? 0.92 : 0.31) * published[row][i]);
    }
  }
}

TEST(BatchNoiseQuery, MarksWhereTheTheoremHolds) {
  const Json answer = ask(R"({"query":"batch-noise","samples":200000,"innerSteps":75000,
    "epsilon":0.2,"delta":1e-3,"batchSizes":[1,30,50,83,300]})");
  EXPECT_NEAR(number_at(answer, "paper.noise"), 0.208, 1e-3);
  EXPECT_EQ(at_path(answer, "paper.isLargeEnough.0"), Json(false));
  EXPECT_EQ(at_path(answer, "paper.isLargeEnough.4"), Json(true));
  const double published[] = {0.121, 0.093, 0.087, 0.080};
  for (std::size_t i = 1; i < 5; ++i) {
    const double certified = number_at(answer, "paper.certifiedEpsilon." + std::to_string(i));
    EXPECT_LE(certified, published[i - 1] + 0.0005);
    EXPECT_GE(certified, 0.11 * published[i - 1]);
  }
  EXPECT_NEAR(number_at(answer, "largeBatchLimit"), 0.0947 / 3, 0.0005);
  EXPECT_LT(number_at(answer, "fullBatch"), number_at(answer, "largeBatchLimit"));
  EXPECT_EQ(number_at(answer, "firstGuess"), 54);
}

TEST(GaussianWidthQuery, HasThePublishedWidthsOfTheBalls) {
  const Json answer = ask(R"({"query":"gaussian-width","set":"l1-ball",
    "dimensions":[1,2,10,54,100,1000,10000]})");
  const double width[] = {.797885, 1.128379, 1.880716, 2.536816, 2.746958, 3.435410};
  const double moment[] = {1, 1.636620, 3.799621, 6.615478, 7.705849, 11.914184, 16.237};
  for (std::size_t i = 0; i < 7; ++i) {
    if (i < 6) EXPECT_NEAR(numbers_at(answer, "width")[i], width[i], 6e-7);
    EXPECT_NEAR(numbers_at(answer, "secondMoment")[i], moment[i], i < 6 ? 6e-7 : 5e-4);
    EXPECT_EQ(numbers_at(answer, "widthError")[i], 0);
  }
  EXPECT_NEAR(numbers_at(answer, "bregmanRadius")[5], std::log(2000.0), 1e-12);
  const Json ball =
      ask(R"({"query":"gaussian-width","set":"l2-ball","dimensions":[54],"radius":2})");
  EXPECT_NEAR(numbers_at(ball, "width")[0], 2 * 7.314529, 2e-6);
  EXPECT_NEAR(numbers_at(ball, "secondMoment")[0], 4 * 54, 1e-12);
  EXPECT_EQ(at_path(ball, "method"), Json("closed-form"));
}

// Groups of one coordinate make the l1 ball, l_2 is the l2 ball: the draws must agree with them
// within 5 standard errors, a false alarm once in a million seeds; the seed is fixed.
TEST(GaussianWidthQuery, EstimatesAgreeWithTheSetsThatTheyBecome) {
  const Json groups =
      ask(R"({"query":"gaussian-width","set":"group-ball","groupSize":1,"dimensions":[10,100]})");
  const double exact[] = {1.880716, 2.746958};
  for (std::size_t i = 0; i < 2; ++i) {
    const double error = numbers_at(groups, "widthError")[i];
    EXPECT_NEAR(numbers_at(groups, "width")[i], exact[i], 5 * error);
    EXPECT_GT(error, 0);
    EXPECT_LE(error, 1 / std::sqrt(4000.0));  // R_2 / sqrt(draws)
  }
  const Json round =
      ask(R"({"query":"gaussian-width","set":"lp-ball","exponent":2,"dimensions":[54]})");
  EXPECT_NEAR(numbers_at(round, "width")[0], 7.314529, 5 * numbers_at(round, "widthError")[0]);
  EXPECT_EQ(at_path(round, "method"), Json("monte-carlo"));
}

}  // namespace
}  // namespace noisy
