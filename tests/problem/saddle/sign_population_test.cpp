// P1, P2, P5 and P6: their records are signs with the means of their texts.
#include "engine/problem/saddle/sign_population.h"

#include "engine/data/source_bounds.h"
#include "engine/problem/saddle/population_data.h"
#include "tests/problem/saddle/saddle_support.h"

namespace noisy::testing {
namespace {

SyntheticParameters law_of(std::string_view name, Index features, Index rows = 0) {
  SyntheticParameters law{.name = std::string(name), .samples = 20'000, .features = features};
  law.rows = rows;
  return law;
}

DenseData drawn(const SyntheticParameters& law) {
  return draw_population(law, DataLayout::rows, 0, 1e9).value();
}

TEST(SignPopulation, HasTheMeansOfItsText) {
  const Vector planted = sign_means(law_of("planted-game", 6, 2)).value();
  EXPECT_EQ(planted, (Vector{{0, -0.5, -0.5, 0.5, 0, 0}}));
  const Vector rank_one = sign_means(law_of("rank-one-game", 6, 3)).value();
  EXPECT_EQ(rank_one, (Vector{{0.5, -0.5, -0.5, 0.5, -0.5, 0.5}}));
  const Vector hands = sign_means(law_of("rock-paper-scissors", 9)).value();
  EXPECT_EQ(hands, (Vector{{0, 0.25, -0.5, -0.25, 0, 0.25, 0.5, -0.25, 0}}));
  const Vector arm = sign_means(law_of("planted-arm", 3)).value();
  EXPECT_EQ(arm, (Vector{{0.5, 0, 0}}));
}

/// A false alarm once in 10^6: no coordinate has a standard deviation above 1.
TEST(SignPopulation, RecordsAreSignsWithThoseMeans) {
  for (const std::string_view name :
       {"planted-game", "rank-one-game", "rock-paper-scissors", "planted-arm"}) {
    const SyntheticParameters law = law_of(name, 9);
    const DenseData data = drawn(law);
    Vector total = Vector::Zero(9);
    for (Index i = 0; i < law.samples; ++i) {
      const Eigen::Map<const Vector> row(data.row(i), 9);
      ASSERT_EQ(row.cwiseAbs(), Vector::Ones(9));
      EXPECT_EQ(data.targets()[static_cast<std::size_t>(i)], 0);
      total += row;
    }
    const Vector error = total / 20'000 - sign_means(law).value();
    EXPECT_LT(error.lpNorm<Eigen::Infinity>(), 5.5 / std::sqrt(20'000.0)) << name;
  }
}

/// Every row is signs, its target a quarter off its product with the weights; false alarms once in
/// 10^6.
TEST(SignPopulation, PlantedTargetsAreAQuarterOffTheirWeights) {
  const SyntheticParameters law = law_of("planted-weights", 6);
  const Vector weights = planted_weights(6);
  EXPECT_EQ(weights, (Vector{{0.5, 0.3, 0.2, 0, 0, 0}}));
  const DenseData data = drawn(law);
  Vector total = Vector::Zero(6);
  double noise = 0;
  for (Index i = 0; i < law.samples; ++i) {
    const Eigen::Map<const Vector> row(data.row(i), 6);
    ASSERT_EQ(row.cwiseAbs(), Vector::Ones(6));
    const double target = data.targets()[static_cast<std::size_t>(i)];
    ASSERT_NEAR(std::fabs(target - row.dot(weights)), 0.25, 1e-15);
    noise += target - row.dot(weights);
    total += row;
  }
  const double most = 5.5 / std::sqrt(20'000.0);
  EXPECT_LT((total / 20'000).lpNorm<Eigen::Infinity>(), most);
  EXPECT_LT(std::fabs(noise / 20'000), most / 4);
  EXPECT_EQ(population_bounds(law).target_upper, 1.25);
  EXPECT_EQ(sign_means(law_of("planted-weights", 2)).error().field, "data.features");
}

TEST(SignPopulation, ARecordDependsOnTheSeedAndItsNumberAlone) {
  SyntheticParameters law = law_of("planted-game", 64);
  law.samples = 5;
  const DenseData few = drawn(law);
  law.samples = 40;
  const DenseData many = drawn(law);
  law.seed = 2;
  const DenseData other = drawn(law);
  for (Index i = 0; i < 5; ++i) {
    const auto row = [i](const DenseData& data) {
      return Vector(Eigen::Map<const Vector>(data.row(i), 64));
    };
    EXPECT_EQ(row(few), row(many));
    EXPECT_NE(row(few), row(other));
  }
}

TEST(SignPopulation, BoundsEveryNumberAndNoLength) {
  const FeatureBounds bounds = population_bounds(law_of("planted-game", 16));
  EXPECT_EQ(bounds.linf, 1);
  EXPECT_EQ(bounds.l2, 4);
  EXPECT_EQ(population_bounds(law_of("sphere", 16)).l2, 1);
}

TEST(SignPopulation, TakesTheMemoryOfItsRecordsOnly) {
  const SyntheticParameters law = law_of("planted-game", 16);
  const double kept = stored_bytes({.samples = law.samples, .features = 16});
  EXPECT_TRUE(draw_population(law, DataLayout::panels, 0, 1.01 * kept));
  EXPECT_EQ(draw_population(law, DataLayout::panels, 0, 0.9 * kept).error().field, "data.samples");
}

TEST(SignPopulation, RefusesWhatIsNoGame) {
  const auto field = [](const SyntheticParameters& law) { return sign_means(law).error().field; };
  EXPECT_EQ(field(law_of("planted-game", 8)), "data.rows");
  EXPECT_EQ(field(law_of("rank-one-game", 8, 3)), "data.rows");
  EXPECT_EQ(field(law_of("rock-paper-scissors", 16)), "data.features");
  EXPECT_EQ(field(law_of("planted-arm", 0)), "data.features");
  SyntheticParameters law = law_of("planted-arm", 4);
  law.advantage = 1.5;
  EXPECT_EQ(field(law), "data.advantage");
  EXPECT_EQ(draw_population(law, DataLayout::rows, 0, 1e9).error().field, "data.advantage");
}

}  // namespace
}  // namespace noisy::testing
