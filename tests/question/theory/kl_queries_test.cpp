#include <cmath>

#include "engine/algorithm/kl/theory/spider_planner.h"
#include "tests/question/theory/ask.h"

namespace noisy {
namespace {

using testing::ask;
using testing::at_path;
using testing::number_at;
using testing::numbers_at;
using testing::with;
using testing::without;

Json parsed(const char* text) {
  return *parse_json(text);
}

/// The golden settings of the plans: kappa = 2 and 4/3.
const char* const kSpider = R"({"query":"kl-spider-plan","klExponent":2,
  "klConstant":0.7071067811865476,"initialGap":0.5,"lipschitz":2,"smoothness":1,"samples":1000000,
  "dimension":10,"rho":0.5})";
const char* const kSpiderFlat = R"({"query":"kl-spider-plan","klExponent":1.3333333333333333,
  "klConstant":0.3535533905932738,"initialGap":0.25,"lipschitz":3,"smoothness":3,
  "samples":10000000,"dimension":10,"rho":0.5})";

TEST(KlSpiderPlanQuery, HasTheGoldenPlans) {
  const Json answer = ask(kSpider);
  EXPECT_EQ(number_at(answer, "rounds"), 56);
  EXPECT_EQ(number_at(answer, "steps"), 56);
  EXPECT_NEAR(number_at(answer, "promisedGap"), 1.21733057e-7, 1e-15);
  EXPECT_NEAR(number_at(answer, "leastCost"), 0.42167915, 5e-9);
  EXPECT_NEAR(number_at(answer, "noiseRadius"), 6.90956574, 5e-9);
  EXPECT_NEAR(number_at(answer, "radius"), 1.71566817, 5e-9);
  EXPECT_NEAR(number_at(answer, "cost"), 0.5, 1e-12);
  EXPECT_NEAR(number_at(answer, "distance"), 1, 1e-9);  // Lemma 7 is an equality here
  EXPECT_TRUE(at_path(answer, "printedCost").is_null());
  EXPECT_EQ(at_path(answer, "isVacuous"), Json(false));
  EXPECT_EQ(at_path(answer, "contradictions"), Json::array());
  EXPECT_EQ(numbers_at(answer, "schedule.target").size(), 56u);
  EXPECT_EQ(numbers_at(answer, "schedule.target").back(), number_at(answer, "promisedGap"));
  const Json flat = ask(kSpiderFlat);
  EXPECT_EQ(numbers_at(flat, "schedule.steps").back(), 516);
  EXPECT_EQ(number_at(flat, "steps"), 5734);
  EXPECT_GT(number_at(flat, "equalRounds.gapOfSomeIterate"), number_at(flat, "promisedGap"));
}

TEST(KlSpiderPlanQuery, StatesWhatThePrintedNoiseCosts) {
  const Json answer = ask(write_json(with(parsed(kSpider), "mode", "\"paper\"")));
  EXPECT_NEAR(number_at(answer, "cost"), 1.0, 1e-12);
  EXPECT_NEAR(number_at(answer, "printedCost"), 1.125, 1e-12);
  EXPECT_NEAR(number_at(answer, "promisedGap"), 3.0323314e-4, 5e-12);
  EXPECT_NEAR(number_at(answer, "printedRadius"), 191.80420447, 5e-9);
  const Json zeroed =
      with(with(parsed(kSpider), "mode", "\"paper\""), "neighbours", "\"zero-out\"");
  EXPECT_NEAR(number_at(ask(write_json(zeroed)), "cost"), 0.25, 1e-12);
  const Json certified = ask(write_json(with(parsed(kSpider), "mode", "\"paper-certified\"")));
  EXPECT_NEAR(number_at(certified, "cost"), 0.5, 1e-12);
}

TEST(KlSpiderPlanQuery, SaysWhenNothingIsPromised) {
  const Json answer = ask(write_json(with(parsed(kSpider), "samples", "5")));
  EXPECT_EQ(at_path(answer, "isVacuous"), Json(true));
  EXPECT_EQ(number_at(answer, "promisedGap"), 0.5);
  EXPECT_EQ(number_at(answer, "rounds"), 0);
  EXPECT_EQ(number_at(answer, "cost"), 0);
  for (const char* unknown : {"leastCost", "noiseRadius", "equalRounds", "schedule"})
    EXPECT_TRUE(at_path(answer, unknown).is_null()) << unknown;
  const Json printed =
      ask(write_json(with(with(parsed(kSpider), "samples", "5"), "mode", "\"paper\"")));
  EXPECT_EQ(at_path(printed, "isVacuous"), Json(true));
  EXPECT_EQ(number_at(printed, "rounds"), 0);
  for (const char* unknown : {"printedCost", "printedRadius", "leastCost", "needed"})
    EXPECT_TRUE(at_path(printed, unknown).is_null()) << unknown;
  const Json wrong = ask(write_json(with(parsed(kSpider), "initialGap", "100")));
  EXPECT_NEAR(number_at(wrong, "startGap"), 2, 1e-12);
  EXPECT_NE(at_path(wrong, "contradictions.0").text().find("bounds every gap"), std::string::npos);
}

/// Of what is said to be needed a round fits, and of a hundredth less none does.
TEST(KlSpiderPlanQuery, SaysWhatOneRoundNeedsWhereNoneFits) {
  for (const char* setting : {kSpider, kSpiderFlat}) {
    const Json few = with(parsed(setting), "samples", "5");
    const Json needed = at_path(ask(write_json(few)), "needed");
    const auto is_vacuous = [](const Json& question) {
      return at_path(ask(write_json(question)), "isVacuous") == Json(true);
    };
    const double rho = number_at(needed, "rho"), samples = number_at(needed, "samples");
    EXPECT_GT(rho, 0.5);
    EXPECT_GT(samples, 5);
    EXPECT_FALSE(is_vacuous(with(few, "rho", number_text(rho))));
    EXPECT_TRUE(is_vacuous(with(few, "rho", number_text(0.99 * rho))));
    EXPECT_FALSE(is_vacuous(with(few, "samples", number_text(samples))));
    EXPECT_TRUE(is_vacuous(with(few, "samples", number_text(std::floor(0.99 * samples)))));
    const Json enough = ask(write_json(with(few, "rho", number_text(rho))));
    EXPECT_EQ(number_at(enough, "rounds"), 1);
    EXPECT_NEAR(number_at(enough, "leastCost"), rho, 1e-9 * rho);
    EXPECT_TRUE(at_path(enough, "needed").is_null());
  }
}

TEST(KlSpiderPlanQuery, ReturnsAnOptimalStartAtNoCost) {
  for (const char* setting : {kSpider, kSpiderFlat}) {
    for (const char* mode : {"accuracy-driven", "paper", "paper-certified"}) {
      const Json question =
          with(with(parsed(setting), "initialGap", "0"), "mode", std::string("\"") + mode + "\"");
      const Json answer = ask(write_json(question));
      EXPECT_EQ(at_path(answer, "isVacuous"), Json(false)) << mode;
      for (const char* nothing : {"promisedGap", "startGap", "rounds", "steps", "radius", "cost"})
        EXPECT_EQ(number_at(answer, nothing), 0) << nothing;
      EXPECT_EQ(number_at(answer, "distance"), 0);
      for (const char* unknown : {"contraction", "noiseRadius", "needed", "printedCost",
                                  "printedRadius", "equalRounds", "schedule"})
        EXPECT_TRUE(at_path(answer, unknown).is_null()) << unknown;
    }
    const Json driven = ask(write_json(with(parsed(setting), "initialGap", "0")));
    EXPECT_EQ(number_at(driven, "leastCost"), 0);
  }
  const auto below = theory(write_json(with(parsed(kSpider), "initialGap", "-1")));
  ASSERT_FALSE(below);
  EXPECT_EQ(below.error().field, "initialGap");
}

TEST(KlSpiderPlanQuery, PlansMoreStepsWhereItsCapIsRaised) {
  const Json question = with(parsed(kSpiderFlat), "maxTotalSteps", "5000");
  const auto refused = theory(write_json(question));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(refused.error().field, "maxTotalSteps");
  EXPECT_NE(refused.error().message.find("raise it"), std::string::npos);
  const Json exact = ask(write_json(with(question, "maxTotalSteps", "5734")));
  EXPECT_EQ(number_at(exact, "steps"), 5734);
  EXPECT_EQ(number_at(exact, "promisedGap"), number_at(ask(kSpiderFlat), "promisedGap"));
  const Json long_run = with(with(parsed(kSpiderFlat), "samples", "1e9"), "rho", "1e6");
  const auto too_long = theory(write_json(long_run));
  ASSERT_FALSE(too_long) << "more than 1e7 steps";
  EXPECT_EQ(too_long.error().field, "maxTotalSteps");
  const Json raised = ask(write_json(with(long_run, "maxTotalSteps", "1e9")));
  EXPECT_GT(number_at(raised, "steps"), 1e7);
  EXPECT_LT(number_at(raised, "promisedGap"), number_at(exact, "promisedGap"));
  const auto beyond = theory(write_json(with(long_run, "maxTotalSteps", "1e10")));
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().field, "maxTotalSteps");
  const Json target = with(with(long_run, "query", "\"kl-target-budget\""), "targetGap",
                           number_text(number_at(raised, "promisedGap")));
  EXPECT_EQ(theory(write_json(without(target, "samples"))).error().field, "maxTotalSteps");
  EXPECT_GT(
      number_at(ask(write_json(with(without(target, "samples"), "maxTotalSteps", "1e9"))), "steps"),
      1e7);
}

TEST(KlTargetBudgetQuery, AnswersWhatIsLeftOut) {
  const Json question =
      with(with(parsed(kSpiderFlat), "query", "\"kl-target-budget\""), "targetGap", "0.00001");
  const Json budget = ask(write_json(without(question, "rho")));
  const double rho = number_at(budget, "rho");
  EXPECT_GT(rho, 0);
  EXPECT_LT(rho, 0.5);  // which reaches 9e-7
  const Json records = ask(write_json(without(question, "samples")));
  const double samples = number_at(records, "samples");
  EXPECT_LT(samples, 1e7);
  EXPECT_EQ(number_at(records, "rounds"), number_at(budget, "rounds"));
  // The plan with either promises the gap.
  for (const Json& plan : {with(parsed(kSpiderFlat), "rho", number_text(rho)),
                           with(parsed(kSpiderFlat), "samples", number_text(samples))})
    EXPECT_LE(number_at(ask(write_json(plan)), "promisedGap"), 1e-5);
  const Json easy = ask(write_json(without(with(question, "targetGap", "0.3"), "rho")));
  EXPECT_EQ(number_at(easy, "rho"), 0);
  EXPECT_EQ(number_at(easy, "steps"), 0);
}

const char* const kProximal = R"({"query":"kl-proximal-plan","klExponent":3,
  "klConstant":0.8735804647362989,"initialGap":0.5,"lipschitz":2,"weakConvexity":1,"samples":1000,
  "dimension":2,"rho":1})";

TEST(KlProximalPlanQuery, HasTheGoldenPlan) {
  const Json answer = ask(write_json(with(parsed(kProximal), "mode", "\"paper\"")));
  EXPECT_EQ(number_at(answer, "outerSteps"), 353);
  EXPECT_EQ(number_at(answer, "inner.iterations"), 129'327);
  EXPECT_NEAR(number_at(answer, "inner.noise"), 27.026633, 5e-7);
  EXPECT_LT(number_at(answer, "cost"), 0.5);
  EXPECT_TRUE(at_path(answer, "provenGap").is_null());
  EXPECT_EQ(number_at(answer, "radius"), 353);
}

TEST(KlProximalPlanQuery, ProvesAGapWhereTheWeightGrows) {
  Json question = with(parsed(kProximal), "samples", "1000000");
  const Json answer = ask(write_json(with(question, "maxInnerIterations", "1e15")));
  EXPECT_LT(number_at(answer, "provenGap"), 1e-4);
  EXPECT_EQ(numbers_at(answer, "schedule.target").back(), number_at(answer, "provenGap"));
  EXPECT_NEAR(number_at(answer, "cost"), 1, 1e-12);
  const Json capped = ask(write_json(with(question, "maxInnerIterations", "1e8")));
  EXPECT_EQ(at_path(capped, "inner.wasCapped"), Json(true));
  EXPECT_GT(number_at(capped, "provenGap"), number_at(answer, "provenGap"));
  const Json convex = ask(write_json(with(question, "weakConvexity", "0")));
  EXPECT_TRUE(at_path(convex, "printedRadius").is_null());
  const Json small = ask(write_json(with(question, "samples", "10")));
  EXPECT_EQ(at_path(small, "isVacuous"), Json(true));
  EXPECT_TRUE(at_path(small, "inner").is_null());
}

const char* const kAdaptive = R"({"query":"kl-adaptive-bound","klExponent":1.5,"klConstant":0.7,
  "initialGap":0.4,"lipschitz":2,"smoothness":1,"samples":10000,"dimension":10,"rho":1,
  "maxNormQueries":400})";

TEST(KlAdaptiveBoundQuery, IsTheLargestOfFourGaps) {
  const Json answer = ask(kAdaptive);
  double largest = 0;
  for (const char* part : {"normNoise", "gradientBudget", "noiseFloor", "queryCap"})
    largest = std::max(largest, number_at(answer, std::string("bound.") + part));
  EXPECT_EQ(number_at(answer, "bound.total"), largest);
  EXPECT_NEAR(number_at(answer, "bound.queryCap"), std::pow(16 * 0.49 * 1.5 / (0.5 * 400), 3),
              1e-12);
  EXPECT_EQ(number_at(answer, "setting.mostNormQueries"), 400);
  EXPECT_NEAR(number_at(answer, "paper.cost"), 1.5 + 2e-4, 1e-12);
  const double certified = number_at(answer, "paper.certifiedRho");
  EXPECT_NEAR(1.5 * certified + 2 * std::sqrt(certified) / 1e4, 1, 1e-12);
  EXPECT_GT(number_at(answer, "fixedNoise.iterations"), 1);
  EXPECT_LT(number_at(answer, "fixedNoise.expectedGap"), 0.4);
  EXPECT_EQ(at_path(answer, "isVacuous"), Json(false));
  const Json few = ask(write_json(with(parsed(kAdaptive), "samples", "10")));
  EXPECT_GT(number_at(few, "bound.total"), 0.4);
  EXPECT_EQ(at_path(few, "isVacuous"), Json(true));
  const Json after = ask(write_json(with(parsed(kAdaptive), "output", "\"after-final-step\"")));
  EXPECT_EQ(number_at(after, "setting.reserve"), 0.5);
  EXPECT_GT(number_at(after, "bound.total"), 0);
}

TEST(KlConversionsQuery, GoesFromEachFormToTheOthers) {
  const auto forms = [](const char* form, const char* constant, const char* exponent) {
    const Json question = with(with(parsed(R"({"query":"kl-conversions","form":"kl"})"), "form",
                                    std::string("\"") + form + "\""),
                               "constant", constant);
    return ask(write_json(*exponent ? with(question, "exponent", exponent) : question));
  };
  for (const Json& answer :
       {forms("pl", "0.5", ""), forms("lojasiewicz", "1", "0.5"), forms("plain", "1", "2"),
        forms("kl", "1", "2"), forms("growth", "1", "2")}) {
    EXPECT_EQ(number_at(answer, "klExponent"), 2);
    EXPECT_NEAR(number_at(answer, "klConstant"), 1, 1e-15);
    EXPECT_NEAR(number_at(answer, "plConstant"), 0.5, 1e-15);
    EXPECT_EQ(number_at(answer, "growth.exponent"), 2);
    EXPECT_NEAR(number_at(answer, "growth.constant"), 0.5, 1e-15);
    EXPECT_TRUE(at_path(answer, "start").is_null());
    EXPECT_TRUE(at_path(answer, "largestGap").is_null());
    EXPECT_TRUE(at_path(answer, "weaker").is_null());
  }
  const Json flat = forms("kl", "1", "1");
  EXPECT_TRUE(at_path(flat, "growth").is_null());
  EXPECT_TRUE(at_path(flat, "plConstant").is_null());
}

TEST(KlConversionsQuery, SaysWhatFollowsFromBounds) {
  const Json answer = ask(R"({"query":"kl-conversions","form":"kl","constant":3,"exponent":2,
    "lipschitz":5,"weakerExponent":1,"initialGap":4})");
  EXPECT_NEAR(number_at(answer, "weaker.constant"), 45, 1e-12);
  EXPECT_NEAR(number_at(answer, "largestGap"), 225, 1e-12);
  EXPECT_NEAR(number_at(answer, "start.distance"), 12, 1e-12);
  EXPECT_NEAR(number_at(answer, "start.leastGradient"), 2.0 / 3, 1e-12);
  EXPECT_NEAR(number_at(answer, "start.leastSmoothness"), 1.0 / 18, 1e-12);
  const Json sharp = ask(R"({"query":"kl-conversions","form":"sharp","constant":2,"exponent":2,
    "initialGap":4})");
  EXPECT_NEAR(number_at(sharp, "klConstant"), 1, 1e-15);
}

}  // namespace
}  // namespace noisy
