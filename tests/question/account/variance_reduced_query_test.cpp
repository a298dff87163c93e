#include <gtest/gtest.h>

#include "engine/json/json.h"
#include "engine/privacy/calibration/variance_reduced_calibration.h"
#include "tests/math/bits.h"
#include "tests/question/account/answers.h"

namespace noisy {
namespace {

using testing::answered;
using testing::question;
using testing::value_of;

const std::string kFigureOne = R"("samples":200000,"steps":75000,"delta":1e-3,)";

double figure(const Json& answer, std::string_view field) {
  return answer.find(field)->number();
}

TEST(VarianceReducedQuery, AnswersTheBatchTable) {
  const auto noise = [](const std::string& rest) {
    return value_of("variance-reduced-noise", kFigureOne + rest);
  };
  EXPECT_LT(noise(R"("epsilon":0.2,"batchSize":100)"), 0.1083);  // by a split of the noise
  EXPECT_NEAR(noise(R"("epsilon":0.2,"batchSize":10000)"), 0.0947 / 3, 0.03 * 0.0947);
  EXPECT_LT(noise(R"("epsilon":1,"batchSize":300)"), 0.0284);
}

TEST(VarianceReducedQuery, CountsHalfBatchesAsNearlyFullOnes) {
  const Json half =
      answered(question("variance-reduced-noise",
                        R"("samples":2000,"batchSize":1000,"steps":400,"epsilon":1,"delta":1e-5)"));
  EXPECT_NEAR(2000 * figure(half, "value"), 162.80, 0.005);  // 486.76 by a split of the noise
  EXPECT_EQ(figure(half, "order"), 18);
  EXPECT_EQ(half.find("share"), nullptr);
}

TEST(VarianceReducedQuery, NoiseAndEpsilonAreInverse) {
  const Json noise =
      answered(question("variance-reduced-noise", kFigureOne + R"("epsilon":0.5,"batchSize":40)"));
  EXPECT_LE(figure(noise, "epsilon"), 0.5);
  EXPECT_GT(figure(noise, "epsilon"), 0.4999);
  const Json epsilon =
      answered(question("variance-reduced-epsilon", kFigureOne + R"("batchSize":40,"noise":)" +
                                                        number_text(figure(noise, "value"))));
  EXPECT_NEAR(figure(epsilon, "value"), 0.5, 1e-4);
  EXPECT_NEAR(figure(epsilon, "order"), figure(noise, "order"), 0.1 * figure(noise, "order"));
  EXPECT_EQ(epsilon.find("bound")->text(), "upper");
}

TEST(VarianceReducedQuery, ShowsWhatTheTheoremsNoiseIsWorth) {
  const std::string paper = kFigureOne + R"("epsilon":0.2,"calibration":"paper",)";
  const Json one = answered(question("variance-reduced-noise", paper + R"("batchSize":1)"));
  EXPECT_NEAR(figure(one, "value"), 0.208, 5e-4);
  EXPECT_GT(figure(one, "epsilon"), 100);
  EXPECT_NEAR(figure(one, "leastConstant"), 133.9, 0.1);
  EXPECT_FALSE(one.find("largeEnough")->boolean());
  EXPECT_FALSE(one.find("amplified")->boolean());
  const Json eighty = answered(question("variance-reduced-noise", paper + R"("batchSize":83)"));
  EXPECT_LT(figure(eighty, "epsilon"), 0.087 / 4);  // 0.087 by splits of the noise
  EXPECT_GT(figure(eighty, "epsilon"), 0.087 / 9);
  const Json eight =
      answered(question("variance-reduced-noise", paper + R"("batchSize":1,"noiseConstant":8)"));
  EXPECT_NEAR(figure(eight, "value"), 0.051, 5e-4);
  const Json advanced =
      answered(question("variance-reduced-noise",
                        kFigureOne + R"("epsilon":0.2,"batchSize":1,"calibration":"advanced")"));
  EXPECT_NEAR(figure(advanced, "value"), 4.3367, 5e-5);
  EXPECT_LT(figure(advanced, "epsilon"), 0.2);
}

TEST(VarianceReducedQuery, FindsTheSmallestBatch) {
  const Json batch = answered(question("variance-reduced-batch", kFigureOne + R"("epsilon":0.2)"));
  const double b = figure(batch, "value");
  EXPECT_EQ(b, static_cast<double>(
                   smallest_batch({.samples = 200'000, .steps = 75'000}, {0.2, 1e-3}).value()));
  EXPECT_LE(figure(batch, "noise"), 1.15 * 0.0947 * 1.01);
}

// The same bits natively and in wasm: the answers, as text, hash to this.
TEST(VarianceReducedQuery, AnswersHaveTheSameBitsEverywhere) {
  testing::BitHash hash;
  for (const char* batch : {"1", "30", "1000", "200000"})
    for (const char* epsilon : {"0.2", "3"}) {
      const Json noise = answered(question(
          "variance-reduced-noise",
          kFigureOne + R"("epsilon":)" + epsilon + R"(,"anchoredSteps":15,"batchSize":)" + batch));
      for (const char* field : {"value", "order", "epsilon"}) hash.add(figure(noise, field));
    }
  EXPECT_EQ(hash.value(), 7492010069286100292u);
}

}  // namespace
}  // namespace noisy
