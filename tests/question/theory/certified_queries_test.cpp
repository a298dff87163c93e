#include <algorithm>
#include <cmath>

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

/// The setting of the golden values of section 3.3.
const char* const kGolden = R"({"query":"certified-plan","method":"convex","samples":1000,
  "dimension":5,"lipschitz":1,"domainRadius":1,"noise":"paper","regularization":"paper",
  "toleranceRatio":1,"epsilon":0.5,"delta":1e-5})";
/// That of the bounds of section 5.3.
const char* const kLarge = R"({"query":"certified-plan","method":"convex","samples":1000000,
  "dimension":5,"lipschitz":1,"domainRadius":1,"epsilon":0.5,"delta":1e-7})";

TEST(CertifiedPlanQuery, HasTheGoldenPlans) {
  const Json phased = ask(kGolden);
  EXPECT_NEAR(number_at(phased, "regularization"), 2.2073179991, 5e-10);
  EXPECT_NEAR(numbers_at(phased, "phases.primalNoise").front(), 0.0903507903, 5e-11);
  const Json pair = ask(write_json(with(parsed(kGolden), "method", "\"convex-concave\"")));
  EXPECT_NEAR(number_at(pair, "regularization"), 2.1060291597, 5e-10);
  EXPECT_NEAR(numbers_at(pair, "phases.primalNoise").front(), 0.2752083665, 5e-10);
  const Json other = ask(write_json(with(parsed(kGolden), "method", "\"convex-concave-dual\"")));
  EXPECT_EQ(numbers_at(other, "phases.dualNoise"), numbers_at(pair, "phases.primalNoise"));
  EXPECT_EQ(numbers_at(other, "phases.primalNoise"), std::vector<double>(10, 0.0));
  EXPECT_EQ(numbers_at(other, "phases.dualWeight"), numbers_at(pair, "phases.primalWeight"));
  const Json concave = ask(write_json(
      with(with(parsed(kGolden), "method", "\"strongly-concave\""), "strongConcavity", "0.1")));
  EXPECT_NEAR(number_at(concave, "regularization"), 1.8919868564, 5e-10);
  EXPECT_NEAR(numbers_at(concave, "phases.primalNoise").front(), 0.6484146232, 5e-10);
}

TEST(CertifiedPlanQuery, PlansASingleRelease) {
  const Json minimizer = ask(write_json(
      with(with(parsed(kGolden), "method", "\"strongly-convex\""), "strongConvexity", "0.1")));
  EXPECT_NEAR(numbers_at(minimizer, "phases.primalNoise").front(), 0.3988658513, 5e-10);
  EXPECT_NEAR(numbers_at(minimizer, "phases.certifiedDistance").front() / std::sqrt(0.1), 0.01,
              1e-12);
  EXPECT_TRUE(at_path(minimizer, "theorem").is_null()) << "no smoothness was given";
  const Json saddle = with(with(with(parsed(kGolden), "method", "\"strongly-convex-concave\""),
                                "strongConvexity", "0.5"),
                           "strongConcavity", "0.1");
  const Json printed = ask(write_json(saddle));
  EXPECT_NEAR(numbers_at(printed, "phases.primalNoise").front(), 0.3665692308, 5e-10);
  EXPECT_NEAR(numbers_at(printed, "phases.dualNoise").front(), 0.8196737186, 5e-10);
  const Json joint =
      ask(write_json(with(with(saddle, "noise", "\"analytic\""), "toleranceRatio", "0.01")));
  EXPECT_NEAR(numbers_at(joint, "phases.primalNoise").front(), 0.0635235155, 5e-9);
  EXPECT_GT(number_at(ask(write_json(with(saddle, "smoothness", "1"))), "theorem"), 0);
}

TEST(CertifiedPlanQuery, ComparesTheMethods) {
  const Json equal = ask(kLarge);
  EXPECT_NEAR(number_at(equal, "bound"), 0.0128, 5e-5);
  EXPECT_NEAR(number_at(equal, "theorem"), 0.090, 5e-4);
  EXPECT_EQ(at_path(equal, "better"), Json("geometric"));
  EXPECT_EQ(number_at(equal, "comparison.0.bound"), number_at(equal, "bound"));
  EXPECT_NEAR(number_at(equal, "comparison.2.bound"), 0.0033, 5e-5);
  EXPECT_EQ(number_at(equal, "startBound"), 1);
  const Json few = ask(write_json(with(parsed(kLarge), "samples", "300")));
  EXPECT_GT(number_at(few, "bound"), number_at(few, "startBound")) << "phases promise nothing here";
}

/// Why there is no theorem; "" where there is one.
std::string outside(const Json& query) {
  const Json answer = ask(write_json(query));
  const std::string why = at_path(answer, "outsideTheorem").text();
  EXPECT_EQ(at_path(answer, "theorem").is_null(), !why.empty()) << why;
  return why;
}

TEST(CertifiedPlanQuery, TheoremsKeepTheirConditions) {
  const Json large = parsed(kLarge);
  EXPECT_EQ(outside(large), "");
  EXPECT_EQ(outside(with(large, "epsilon", "1")), "it is proven for epsilon below 1");
  EXPECT_EQ(outside(with(large, "delta", "1e-6")), "it asks for a delta below 1/n");
  EXPECT_EQ(outside(with(large, "samples", "2")), "it asks for at least 3 records");
  for (const char* schedule : {"\"geometric\"", "\"balanced\""})
    EXPECT_EQ(outside(with(large, "schedule", schedule)), "it is about equal blocks");
  EXPECT_EQ(outside(with(large, "phases", "1")), "it is about log2 n phases, 20 of them");
  EXPECT_EQ(outside(with(large, "phases", "20")), "");
}

TEST(CertifiedPlanQuery, TheoremsOfSaddlePointsKeepTheirs) {
  const Json pair = with(parsed(kLarge), "method", "\"convex-concave\"");
  EXPECT_EQ(outside(pair), "");
  EXPECT_EQ(outside(with(pair, "toleranceRatio", "0.9")),
            "it asks for a tolerance ratio of at most 0.82");
  // L / (D sqrt(n)) = 1e-3 of x, and 0.5e-3 of y.
  const Json concave = with(parsed(kLarge), "method", "\"strongly-concave\"");
  EXPECT_EQ(outside(with(concave, "strongConcavity", "1.01e-3")), "");
  EXPECT_EQ(outside(with(concave, "strongConcavity", "0.99e-3")),
            "it asks for a modulus of at least L / (D sqrt(n))");
  const Json convex =
      with(with(parsed(kLarge), "method", "\"strongly-convex-dual\""), "dualRadius", "2");
  EXPECT_EQ(outside(with(convex, "strongConvexity", "0.51e-3")), "");
  EXPECT_NE(outside(with(convex, "strongConvexity", "0.49e-3")), "");
  EXPECT_EQ(number_at(ask(write_json(with(convex, "strongConvexity", "1"))), "startBound"), 2);
}

TEST(CertifiedPlanQuery, TheoremsOfOneReleaseKnowWhatLossesExist) {
  const Json strong =
      with(with(parsed(kLarge), "method", "\"strongly-convex\""), "strongConvexity", "0.1");
  EXPECT_EQ(outside(strong), "it needs the smoothness");
  EXPECT_EQ(outside(with(strong, "smoothness", "0.09")),
            "no loss has a smoothness below its modulus");
  EXPECT_EQ(outside(with(strong, "smoothness", "0.1")), "");
}

TEST(CertifiedPlanQuery, TellsThePapersAccuracyAndEpochs) {
  const Json minimizer = ask(write_json(
      with(with(parsed(kGolden), "method", "\"strongly-convex\""), "strongConvexity", "0.1")));
  EXPECT_NEAR(numbers_at(minimizer, "phases.expectedAccuracy").front(), 3.125e-17, 1e-29);
  EXPECT_EQ(numbers_at(minimizer, "phases.epochs").front(),
            std::ceil(4 + 2 * std::log2(1000 / 1e-5)));
  const Json saddle =
      ask(write_json(with(with(with(parsed(kGolden), "method", "\"strongly-convex-concave\""),
                               "strongConvexity", "0.5"),
                          "strongConcavity", "0.1")));
  EXPECT_NEAR(numbers_at(saddle, "phases.expectedAccuracy").front(), 6.25e-12, 1e-24);
  EXPECT_EQ(numbers_at(saddle, "phases.epochs").front(), std::ceil(std::log(8e6 / 1e-5) / 0.597));
}

TEST(CertifiedPlanQuery, NamesWhatIsMissing) {
  const auto field_of = [](const Json& query) {
    const auto answer = theory(write_json(query));
    return answer ? std::string("answered") : answer.error().field;
  };
  EXPECT_EQ(field_of(without(parsed(kLarge), "domainRadius")), "domainRadius");
  EXPECT_EQ(field_of(with(parsed(kLarge), "method", "\"strongly-convex\"")), "strongConvexity");
  EXPECT_EQ(field_of(with(with(parsed(kLarge), "samples", "30"), "phases", "64")), "phases");
  EXPECT_EQ(field_of(with(with(parsed(kLarge), "noise", "\"classic\""), "epsilon", "2")),
            "epsilon");
  EXPECT_EQ(field_of(with(parsed(kLarge), "toleranceRatio", "2")), "toleranceRatio");
}

/// The slopes in the condition number that the solvers' papers claim (section 2.10).
TEST(SolverComplexityQuery, GrowsWithTheConditionAsClaimed) {
  const auto gradients = [](const char* solver, double weight, bool is_saddle) {
    Json query = Json::object({{"query", "solver-complexity"},
                               {"components", 64},
                               {"smoothness", 1},
                               {"weight", weight}});
    if (is_saddle) query.set("dualWeight", weight);
    const Json answer = ask(write_json(query));
    const Json rows = at_path(answer, "solvers");
    for (const Json& row : rows.elements()) {
      if (*row.find("solver") == Json(solver)) return row.find("gradients")->number();
    }
    return std::nan("");
  };
  const auto slope = [&](const char* solver, bool is_saddle) {
    return std::log2(gradients(solver, 1e-9, is_saddle) / gradients(solver, 2e-9, is_saddle));
  };
  EXPECT_NEAR(slope("gradient-descent", false), 1, 1e-3);
  EXPECT_NEAR(slope("accelerated-gradient", false), 0.5, 1e-3);
  EXPECT_NEAR(slope("katyusha", false), 0.5, 1e-3);
  for (const char* solver : {"svrg", "svrg-practical", "loopless-svrg", "saga", "sarah"}) {
    EXPECT_NEAR(slope(solver, false), 1, 1e-3) << solver;
  }
  EXPECT_NEAR(slope("sgd", false), 0, 1e-3) << "its distance, not its condition, decides";
  EXPECT_NEAR(slope("gradient-descent-ascent", true), 2, 1e-3);
  EXPECT_NEAR(slope("extragradient", true), 1, 1e-3);
  EXPECT_NEAR(slope("svrg-saddle", true), 2, 1e-3);
  EXPECT_NEAR(slope("accelerated-svrg-saddle", true), 1, 1e-3);
  EXPECT_TRUE(std::isnan(gradients("svrg-saddle", 0.1, false))) << "solves saddles only";
}

}  // namespace
}  // namespace noisy
