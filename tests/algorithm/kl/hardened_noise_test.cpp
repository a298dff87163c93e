// Noise on grids: what it costs, and that a plan's sensitivity covers it.
#include "engine/algorithm/kl/kl_noise.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/gradient_norm.h"

namespace noisy {
namespace {

constexpr double kLipschitz = 1.5;
constexpr Index kSamples = 50'000;
constexpr Index kDimension = 30;

PlanInput request(ReleaseKind release) {
  return {.facts = {.samples = kSamples, .dimension = kDimension, .l2_sensitivity = 2 * kLipschitz},
          .privacy = {.notion = Notion::zcdp, .rho = 0.5, .release = release}};
}

KlSetting setting() {
  return {.lipschitz = kLipschitz, .samples = static_cast<double>(kSamples)};
}

KlNoise gradients(const PlanInput& input) {
  return KlNoise::of_gradients(input, fresh_gradient_form(), details_of_fresh(0),
                               setting().gradient_sensitivity());
}

KlNoise norms(const PlanInput& input) {
  return KlNoise::of_norms(input, gradient_norm_form(), details_of_norm(0),
                           setting().gradient_sensitivity());
}

double cost_of(double move, double deviation) {
  return 0.5 * (move / deviation) * (move / deviation);
}

/// The cost by the integer query itself, which is what oracle and checker count.
double proven_cost(const KlNoise& noise, const Release& release) {
  const bool is_norm = release.form == gradient_norm_form();
  GridQuery query{.dimension = kDimension,
                  .batch_size = kSamples,
                  .summation_error = math::mean_rounding_error(kSamples),
                  .grid = release.grid};
  EXPECT_TRUE(noise.is_hardened());
  return hardened_gaussian_rho(is_norm ? norm_query(query) : query, 2 * kLipschitz,
                               release.noise_scale);
}

TEST(KlNoise, IsRoundedDownToItsGridAndCostsNoLessThanProven) {
  const PlanInput input = request(ReleaseKind::hardened);
  for (const KlNoise& noise : {gradients(input), norms(input)}) {
    for (double deviation = 1e-7; deviation < 10; deviation *= 1.37) {
      const Release release = noise.with(deviation);
      EXPECT_LE(release.noise_scale, deviation);
      EXPECT_GT(release.noise_scale, deviation * (1 - 1e-9));
      EXPECT_EQ(std::fmod(release.noise_scale, release.grid), 0);
      EXPECT_GE(release.cost.value, proven_cost(noise, release));
      EXPECT_LT(release.cost.value, proven_cost(noise, release) * (1 + 1e-12));
    }
  }
}

TEST(KlNoise, CostsNoMoreThanTheCoveringMoveSaysInTheWholeRange) {
  const PlanInput input = request(ReleaseKind::hardened);
  for (const KlNoise& noise : {gradients(input), norms(input)}) {
    for (const NoiseRange range : {NoiseRange{1e-7, 1e-7}, NoiseRange{3e-6, 2e-2},
                                   NoiseRange{1e-5, 1e4}, NoiseRange{7e-13, 1e-12}}) {
      const double move = noise.covering_move(range);
      EXPECT_GT(move, setting().gradient_sensitivity());
      for (double deviation = range.least; deviation <= range.most; deviation *= 1.13) {
        const Release release = noise.with(deviation);
        EXPECT_LE(release.cost.value, cost_of(move, deviation)) << deviation;
      }
    }
  }
}

TEST(KlNoise, SpendsWhatIsPlannedForItWhereAPlanLeavesRoom) {
  const KlNoise noise = gradients(request(ReleaseKind::hardened));
  for (const double rho : {1e-14, 1e-9, 1e-3}) {
    const double exact = setting().gradient_sensitivity() / std::sqrt(2 * rho);
    const double move = noise.covering_move({exact / 2, 2 * exact});
    const double planned = move / std::sqrt(2 * rho);
    const Release release = noise.costing(rho, planned);
    EXPECT_LE(release.cost.value, rho);
    EXPECT_GT(release.cost.value, rho * (1 - 1e-9));
    EXPECT_LE(release.noise_scale, planned);
    EXPECT_GE(release.cost.value, proven_cost(noise, release));
  }
}

TEST(KlNoise, CoversHardlyMoreThanExactArithmeticWhereNoiseIsOfUsualSize) {
  const PlanInput input = request(ReleaseKind::hardened);
  const std::array noises = {gradients(input), norms(input)};
  const double adjacency = covering_adjacency(setting(), noises, {1e-4, 1e-2});
  EXPECT_GT(adjacency, 2);
  EXPECT_LT(adjacency, 2 + 1e-5);
}

TEST(KlNoise, FloatingOnesCostWhatExactArithmeticSays) {
  const PlanInput input = request(ReleaseKind::floating);
  const KlNoise noise = gradients(input);
  EXPECT_EQ(noise.with(0.01).noise_scale, 0.01);
  EXPECT_EQ(noise.with(0.01).grid, 0);
  EXPECT_EQ(noise.with(0.01).cost.value, cost_of(setting().gradient_sensitivity(), 0.01));
  EXPECT_EQ(covering_adjacency(setting(), {&noise, 1}, {0.01, 0.01}), 2);
}

TEST(KlNoise, HasNoGridWhereItIsHardlyLargerThanOneOrOneIsCoarserThanWhatIsMoved) {
  const KlNoise noise = gradients(request(ReleaseKind::hardened));
  EXPECT_TRUE(std::isinf(noise.covering_move({1e-18, 1e-18})));
  EXPECT_TRUE(std::isfinite(noise.covering_move({1e-3, 1e6})));
  for (const double most : {1e8, 1e50, 1e300, HUGE_VAL}) {
    EXPECT_TRUE(std::isinf(noise.covering_move({1e-3, most}))) << most;
  }
}

/// A plan whose noise is a multiple of its sensitivity.
struct Toy {
  double noise = 0;
  NoiseRange noise_range() const { return {noise, noise}; }
};

TEST(KlNoise, PlansGrowUntilTheirOwnGridsAreCovered) {
  const PlanInput input = request(ReleaseKind::hardened);
  const KlNoise noise = gradients(input);
  const double unit = kLipschitz / static_cast<double>(kSamples);
  const auto cover = [&](const NoiseRange& range) {
    return covering_adjacency(setting(), {&noise, 1}, range);
  };
  double last = 0;
  for (const double multiple : {0.1, 1e3, 1e9}) {
    const auto planned = plan_on_grids(
        input.privacy, setting().adjacency,
        [&](double adjacency) -> Result<Toy> { return Toy{multiple * (last = adjacency) * unit}; },
        cover);
    ASSERT_TRUE(planned) << multiple;
    EXPECT_LE(cover(planned->noise_range()), last);
    EXPECT_GT(last, 2);
    EXPECT_EQ(planned->noise, multiple * last * unit);
  }
  const auto refused = plan_on_grids(
      input.privacy, setting().adjacency,
      [&](double adjacency) -> Result<Toy> { return Toy{1e12 * adjacency * unit}; }, cover);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_budget);
  EXPECT_EQ(refused.error().field, "privacy.rho");
}

}  // namespace
}  // namespace noisy
