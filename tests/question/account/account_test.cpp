#include <gtest/gtest.h>

#include <cmath>

#include "engine/json/json.h"
#include "tests/math/bits.h"
#include "tests/privacy/accountant/vectors.h"
#include "tests/question/account/answers.h"

namespace noisy {
namespace {

using testing::answered;
using testing::question;
using testing::value_of;
using testing::VectorFamily;

double gaussian_epsilon(double noise, double rate, double steps, double delta,
                        const std::string& rest = "") {
  return value_of("gaussian-epsilon", "\"noiseMultiplier\":" + number_text(noise) +
                                          ",\"samplingRate\":" + number_text(rate) +
                                          ",\"steps\":" + number_text(steps) +
                                          ",\"delta\":" + number_text(delta) + rest);
}

TEST(Account, AnswersThePublishedGaussianRows) {
  const std::string rdp = ",\"accountant\":\"rdp\"";
  VectorFamily published("account: RDP eps");
  published.equal(gaussian_epsilon(1.5, 0.04, 2250, 1e-5, rdp + ",\"orders\":[3.8,3.9,4.0]"),
                  7.32911117148, 1e-11);
  published.equal(gaussian_epsilon(1, 0.001, 30000, 1e-7, rdp + ",\"orders\":[12,13,14]"),
                  1.4154988495445, 1e-12);
  EXPECT_LE(gaussian_epsilon(0.7, 1, 2, 1e-5, rdp), 10.860203574);
  EXPECT_LE(gaussian_epsilon(0.7, 0.01, 120, 1e-5, rdp), 3.239267650);
  VectorFamily exact("account: analytic eps");
  exact.equal(gaussian_epsilon(0.7, 1, 2, 1e-5), 10.1224945839, 1e-11);
  exact.equal(gaussian_epsilon(1, 1, 5, 1e-6), 12.59525, 1e-6);

  VectorFamily delta("account: Gauss delta");
  const auto delta_of = [](const std::string& fields) {
    return value_of("gaussian-delta", fields);
  };
  delta.equal(delta_of(R"("noiseMultiplier":1,"epsilon":1)"), 0.126936737507, 4e-12);
  delta.equal(delta_of(R"("noiseMultiplier":1,"epsilon":2)"), 0.0209236358211, 4e-12);
  delta.equal(delta_of(R"("noiseMultiplier":1,"epsilon":-1)"), 0.678817974887, 4e-12);
  delta.equal(delta_of(R"("noiseMultiplier":1.7320508075688772,"steps":3,"epsilon":1)"),
              0.126936737507, 4e-12);
  delta.equal(delta_of(R"("noiseMultiplier":1,"samplingRate":0.8,"epsilon":1,"direction":"add")"),
              0.0231362104090898, 1e-13);
  delta.equal(delta_of(R"("noiseMultiplier":0.33333333333333331,"samplingRate":0.7,"epsilon":1)"),
              0.53562987932624, 1e-13);
  delta.equal(delta_of(R"("noiseMultiplier":1,"samplingRate":0.3,"epsilon":2)"),
              0.000334110292886934, 1e-13);

  VectorFamily noise("account: Gauss sigma");
  const auto noise_of = [](const std::string& fields) {
    return value_of("gaussian-noise", fields);
  };
  noise.upper(noise_of(R"("epsilon":0.1,"delta":1e-5)"), 30.74956613197745, 1e-13);
  noise.upper(noise_of(R"("epsilon":1,"delta":1e-5)"), 3.7306316348159418, 1e-13);
  noise.upper(noise_of(R"("epsilon":2,"delta":1e-5)"), 1.9938124456435367, 1e-13);
  noise.upper(noise_of(R"("epsilon":8,"delta":1e-5)"), 0.60022907219895156, 1e-13);
  noise.upper(noise_of(R"("epsilon":10,"delta":1e-15)"), 0.8289598747219692, 1e-13);
  noise.upper(noise_of(R"("epsilon":0.001,"delta":1e-5)"), 1724.2590335838075, 1e-13);
  noise.equal(noise_of(R"("epsilon":1,"delta":0.12693674)"), 0.9999999929, 1e-10);
  noise.equal(noise_of(R"("epsilon":1,"delta":0.78760074)"), 0.333333334082, 1e-11);
  // The published 0.67379294682 comes from a pessimistic grid and is above the edge by 5.4e-8: in
  // 40-digit arithmetic q H(ln(1 + (e - 1)/q)) = 1e-5 at 0.67379289246030310519.
  noise.upper(noise_of(R"("epsilon":1,"delta":1e-5,"samplingRate":0.01)"), 0.67379289246030310519,
              1e-14);

  VectorFamily other("account: trade-off, CLT");
  other.equal(value_of("gaussian-trade-off", R"("noiseMultiplier":1,"falsePositiveRate":1e-10)"),
              4.1303229e-8, 1e-7);
  const std::string clt = R"("noiseMultiplier":1.5,"samplingRate":0.04,"steps":2249,"delta":1e-5)";
  other.equal(value_of("gdp-clt", clt), 6.599820769, 2e-10);
  EXPECT_EQ(answered(question("gdp-clt", clt)).find("bound")->text(), "approximate");
}

TEST(Account, AnswersThePublishedRowsOfOtherMechanisms) {
  VectorFamily rdp("account: RDP rows");
  rdp.equal(value_of("rdp-sampled-gaussian",
                     R"("noiseMultiplier":2.5,"samplingRate":0.01,"order":1.5,"steps":50)"),
            0.000650070897188, 1e-12);
  rdp.equal(value_of("rdp-mechanism", R"("mechanism":"laplace","epsilon":1,"order":10)"),
            0.9286829020966802, 1e-14);
  rdp.equal(value_of("rdp-mechanism", R"("mechanism":"exponential","epsilon":1,"order":1)"),
            0.1233015615, 4e-10);
  rdp.equal(value_of("rdp-mechanism", R"("mechanism":"randomized-response","noise":0.3,)"
                                      R"("categories":10,"order":5)"),
            3.11316970071, 3e-12);
  rdp.equal(value_of("rdp-mechanism", R"("mechanism":"randomized-response","noise":0.3,)"
                                      R"("categories":10,"order":100,"replace":"special")"),
            1.98469545174, 3e-12);
  rdp.equal(value_of("rdp-to-epsilon", R"("orders":[2,32],"divergences":[1.1,1.1],"delta":1e-5)"),
            1.32783806176, 1e-11);

  VectorFamily zcdp("account: zCDP");
  zcdp.upper(value_of("zcdp-to-epsilon", R"("rho":0.1,"delta":1e-5)"), 1.9142388320035978, 2e-14);
  zcdp.equal(value_of("zcdp-to-epsilon", R"("rho":1,"delta":1e-5,"conversion":"standard")"),
             7.786140424, 3e-10);
  zcdp.equal(value_of("zcdp-to-epsilon", R"("rho":1,"delta":1e-5,"conversion":"gaussian")"),
             6.572970067, 3e-10);
  zcdp.upper(value_of("zcdp-to-delta", R"("rho":0.05,"epsilon":0.25)"), 0.08177275310369552, 2e-14);
  zcdp.upper(value_of("zcdp-to-delta", R"("rho":0.5,"epsilon":0)"), 0.5588356393474346, 2e-14);

  VectorFamily laplace("account: Laplace");
  laplace.equal(value_of("laplace-noise", R"("epsilon":1,"samplingRate":0.8)"), 0.872052153776405,
                2e-14);
  laplace.equal(value_of("laplace-noise", R"("epsilon":1,"samplingRate":0.9,"sensitivity":2)"),
                1.87287166692592, 2e-14);
  laplace.equal(value_of("laplace-noise", R"("epsilon":3,"steps":10,"sensitivity":21)"), 70, 1e-14);
  laplace.equal(value_of("laplace-noise", R"("epsilon":3,"steps":5,"sensitivity":2.1)"), 3.5,
                1e-14);
  laplace.equal(
      value_of("laplace-epsilon", R"("scale":0.5,"samplingRate":0.2,"steps":3,"delta":1e-14)"),
      2.469644972, 1e-9);
  laplace.equal(value_of("laplace-delta", R"("scale":2,"sensitivity":4,"samplingRate":0.8,)"
                                          R"("epsilon":0.5)"),
                0.4039564635032081, 1e-13);

  VectorFamily compose("account: compose");
  compose.equal(value_of("compose", R"("mechanisms":[{"epsilon":1,"count":30}])"), 30, 0);
  compose.equal(
      value_of("compose",
               R"("mechanisms":[{"epsilon":1,"delta":0.001,"count":30}],"totalDelta":0.1)"),
      20, 0);
  compose.equal(value_of("compose-inverse", R"("mechanisms":[{"count":30}],"totalEpsilon":30)"), 1,
                1e-11);
  compose.equal(value_of("compose-inverse",
                         R"("mechanisms":[{"count":50}],"totalEpsilon":5,"totalDelta":0.01)"),
                0.25, 1e-11);
  compose.equal(value_of("compose", R"("mechanisms":[{"epsilon":0.001953125,"count":700}],)"
                                    R"("delta":2.9802322387695312e-8,"method":"advanced")"),
                0.27832280615743646366, 2e-15);
  compose.equal(value_of("compose", R"("mechanisms":[{"epsilon":1},{"epsilon":2}],)"
                                    R"("method":"basic")"),
                3, 0);

  VectorFamily other("account: other");
  other.equal(value_of("exponential-epsilon", R"("epsilonPerDraw":1.5,"draws":2)"), 3, 0);
  other.equal(value_of("private-selection", R"("epsilon":2,"shape":0.5)"), 5, 0);
  other.equal(value_of("discrete-gaussian-delta", R"("sigma":1,"truncation":2,"epsilon":1)"),
              0.150574425, 1e-8);
  other.equal(value_of("discrete-gaussian-deviation", R"("sigma":1,"truncation":1)"), 0.74036291,
              1e-8);
  const Json filter =
      answered(question("filter", R"("notion":"pure","epsilon":1,"requests":[0.04000533461369916,)"
                                  R"(0.04000533461369916,1.0986122886681098])"));
  EXPECT_EQ(filter.find("granted")->element(1), Json(true));
  EXPECT_EQ(filter.find("granted")->element(2), Json(false));
  other.equal(filter.find("value")->number(), 0.08001066922739832, 1e-15);
}

TEST(Account, AnswersThePublishedRowsOfPrivacyLossDistributions) {
  // The published values are pessimistic on their own grids: the truth is a little below.
  VectorFamily family("account: PLD eps");
  family.equal(gaussian_epsilon(0.7, 0.01, 120, 1e-5), 2.461238123, 2e-4);
  family.equal(gaussian_epsilon(1, 0.0064, 782, 1e-6), 1.19865, 5e-4);
  family.equal(gaussian_epsilon(1.5, 0.04, 2250, 1e-5), 6.7687807, 2e-4);
  family.equal(gaussian_epsilon(0.8, 0.05, 100, 1e-6), 6.7306288, 2e-4);
  family.equal(gaussian_epsilon(2, 0.001, 100, 1e-6), 0.0189168, 2e-3);
  family.equal(
      value_of("laplace-noise", R"("sensitivity":0.5,"epsilon":1,"delta":1e-4,"steps":20)"),
      6.77516, 1e-3);
  EXPECT_LE(gaussian_epsilon(1, 0.01, 1000, 1e-5),
            gaussian_epsilon(1, 0.01, 1000, 1e-5, ",\"accountant\":\"rdp\""));
  const Json answer = answered(question(
      "gaussian-epsilon", R"("noiseMultiplier":1,"samplingRate":0.01,"steps":1000,"delta":1e-5)"));
  EXPECT_LE(answer.find("optimistic")->number(), answer.find("value")->number());
  EXPECT_EQ(answer.find("between")->text(), "the releases' own loss");
  // Exchanged records of drawn batches have a bound that no release need attain: what lies between
  // the two figures is that bound.
  const Json exchanged = answered(question(
      "gaussian-epsilon",
      R"("noiseMultiplier":1,"samplingRate":0.01,"steps":1000,"delta":1e-5,"neighbours":"replace-one")"));
  EXPECT_TRUE(exchanged.find("between")->text().starts_with("the amplification bound"));
  EXPECT_NEAR(
      value_of("exponential-epsilon", R"("epsilonPerDraw":0.1,"draws":3,"accountant":"pld")"), 0.3,
      1e-6);
}

TEST(Account, CalibratesToTheEdgeAndNeverBeyondIt) {
  struct Row {
    const char* fields;
    double epsilon;
  };
  for (const Row& row : {Row{R"("epsilon":8,"delta":1e-5,"samplingRate":0.04,"steps":2250,)"
                             R"("accountant":"rdp")",
                             8},
                         Row{R"("epsilon":0.5,"delta":1e-7,"samplingRate":0.01,"steps":1000,)"
                             R"("accountant":"rdp","sampling":"without-replacement")",
                             0.5},
                         Row{R"("epsilon":1,"delta":1e-300,"steps":100)", 1},
                         Row{R"("epsilon":1,"delta":1e-6,"steps":100,"accountant":"zcdp")", 1}}) {
    const double noise = value_of("gaussian-noise", row.fields);
    const std::string rest = std::string(row.fields).substr(std::string(row.fields).find(',') + 1);
    const auto epsilon = [&](double x) {
      return value_of("gaussian-epsilon", "\"noiseMultiplier\":" + number_text(x) + "," + rest);
    };
    EXPECT_LE(epsilon(noise), row.epsilon) << row.fields;
    EXPECT_GT(epsilon(noise * (1 - 1e-6)), row.epsilon) << row.fields;
  }
  // Opacus's bisection stops within 0.01 below the target; the edge lies just below its 1.416.
  const double opacus =
      value_of("gaussian-noise",
               R"("epsilon":8,"delta":1e-5,"samplingRate":0.04,"steps":2250,"accountant":"rdp")");
  EXPECT_LE(opacus, 1.416);
  EXPECT_GT(opacus, 1.41);

  const std::string base = R"("delta":1e-5,"epsilon":2,"accountant":"rdp",)";
  const double steps =
      value_of("calibrate", base + R"("find":"steps","noiseMultiplier":1,"samplingRate":0.01)");
  EXPECT_LE(gaussian_epsilon(1, 0.01, steps, 1e-5, ",\"accountant\":\"rdp\""), 2);
  EXPECT_GT(gaussian_epsilon(1, 0.01, steps + 1, 1e-5, ",\"accountant\":\"rdp\""), 2);
  const double rate =
      value_of("calibrate", base + R"("find":"samplingRate","noiseMultiplier":1,"steps":1000)");
  EXPECT_LE(gaussian_epsilon(1, rate, 1000, 1e-5, ",\"accountant\":\"rdp\""), 2);
  EXPECT_GT(gaussian_epsilon(1, rate * (1 + 1e-6), 1000, 1e-5, ",\"accountant\":\"rdp\""), 2);
  const double samples = value_of(
      "calibrate", base + R"("find":"samples","noiseMultiplier":1,"steps":1000,"batchSize":256)");
  EXPECT_LE(gaussian_epsilon(1, 256 / samples, 1000, 1e-5, ",\"accountant\":\"rdp\""), 2);
  EXPECT_GT(gaussian_epsilon(1, 256 / (samples - 1), 1000, 1e-5, ",\"accountant\":\"rdp\""), 2);
}

TEST(Account, HonoursLimits) {
  EXPECT_EQ(gaussian_epsilon(1, 0, 100, 1e-5), 0);
  EXPECT_EQ(gaussian_epsilon(1, 0.1, 100, 1), 0);
  EXPECT_GT(gaussian_epsilon(0.01, 1e-6, 1e9, 1e-300, ",\"accountant\":\"rdp\""), 1e6);
  EXPECT_GT(gaussian_epsilon(1e6, 1, 1, 1e-300), 0);
  EXPECT_GE(value_of("laplace-epsilon", R"("scale":2,"steps":10)"), 5);
  EXPECT_LE(value_of("laplace-epsilon", R"("scale":2,"steps":10)"), 5 * (1 + 1e-14));
  EXPECT_EQ(value_of("gaussian-noise", R"("epsilon":1,"delta":0.5,"samplingRate":0.1)"), 0);
  const double replaced = gaussian_epsilon(1, 0.01, 100, 1e-5, R"(,"neighbours":"replace-one")");
  EXPECT_GE(replaced, gaussian_epsilon(1, 0.01, 100, 1e-5));
}

// The same bits natively and in wasm: what the accountants answer, as text, hashes to this.
TEST(Account, AnswersHaveTheSameBitsEverywhere) {
  testing::BitHash hash;
  for (const double noise : {0.01, 0.5, 1.0, 7.0, 300.0})
    for (const double steps : {1.0, 1e3, 1e9}) {
      hash.add(gaussian_epsilon(noise, 1, steps, 1e-6));
      for (const double rate : {1e-6, 0.01, 0.7})
        for (const char* sampling : {"poisson", "without-replacement"})
          hash.add(gaussian_epsilon(
              noise, rate, steps, 1e-6,
              std::string(R"(,"accountant":"rdp","sampling":")") + sampling + "\""));
    }
  for (const double scale : {0.1, 1.0, 30.0})
    hash.add(value_of("laplace-epsilon", "\"scale\":" + number_text(scale) +
                                             R"(,"steps":50,"samplingRate":0.1,"delta":1e-6,)"
                                             R"("accountant":"rdp")"));
  hash.add(value_of("gaussian-noise", R"("epsilon":1,"delta":1e-5,"samplingRate":0.01,"steps":99,)"
                                      R"("accountant":"rdp")"));
  EXPECT_EQ(hash.value(), 14174191419347468460u);
}

TEST(Account, OfZcdpAloneIsAnsweredAsAmongAllQueries) {
  for (const std::string query :
       {R"({"query":"zcdp-to-epsilon","rho":0.1,"delta":1e-5})",
        R"({"query":"zcdp-to-epsilon","rho":0.1,"delta":1e-5,"conversion":"gaussian"})",
        R"({"query":"zcdp-to-delta","rho":0.1,"epsilon":1})",
        R"({"query":"zcdp-to-rho","epsilon":1,"delta":1e-5})",
        R"({"query":"zcdp-to-rho","epsilon":-1,"delta":1e-5})"}) {
    const Result<std::string> alone = account_zcdp(query), among_all = account(query);
    ASSERT_EQ(alone.has_value(), among_all.has_value()) << query;
    if (alone) {
      EXPECT_EQ(*alone, *among_all);
    } else {
      EXPECT_EQ(alone.error().field, among_all.error().field);
      EXPECT_EQ(alone.error().message, among_all.error().message);
    }
  }
  for (const std::string other :
       {R"({"query":"gaussian-epsilon","noiseMultiplier":1,"delta":1e-5})", R"({"query":3})", "[]",
        R"({"query":"zcdp-to")"}) {
    EXPECT_EQ(account_zcdp(other).value(), "") << other;
  }
}

}  // namespace
}  // namespace noisy
