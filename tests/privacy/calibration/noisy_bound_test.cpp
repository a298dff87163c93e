// One number with Gaussian noise, and how often its bound is on the right side.
#include "engine/privacy/calibration/noisy_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

NoisyBound bound_of(double exact, BoundSide side, const NumberRelease& release,
                    std::uint64_t seed) {
  const auto streams = StreamFactory::reproducible({.seed = seed, .algorithm = "noisy-bound"});
  return *release_bound(exact, side, release, streams.stream(StreamPurpose::noise, 0));
}

TEST(NoisyBound, CostsWhatItSays) {
  for (const double rho : {1e-3, 0.5, 20.0}) {
    const NumberRelease release{.range = 3, .samples = 70, .rho = rho, .failure = 0.1};
    const double scale = bound_of(2, BoundSide::below, release, 1).scale;
    EXPECT_LE(rho_of_gaussian(3.0 / 70, scale), rho);
    EXPECT_NEAR(scale, 3 / (70 * std::sqrt(2 * rho)), 1e-14 * scale);
  }
}

/// Of 20,000 bounds a tenth is wrong on average: six standard deviations off, in either direction,
/// has a chance below 1e-8.
TEST(NoisyBound, IsWrongAsOftenAsItMayBe) {
  const NumberRelease release{.range = 3, .samples = 70, .rho = 0.5, .failure = 0.1};
  constexpr int kDraws = 20'000;
  const double allowed = 6 * std::sqrt(kDraws * 0.1 * 0.9);
  int above = 0, below = 0;
  for (int i = 0; i < kDraws; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    if (bound_of(2, BoundSide::below, release, seed).bound > 2) ++above;
    if (bound_of(2, BoundSide::above, release, seed).bound < 2) ++below;
  }
  EXPECT_NEAR(above, 0.1 * kDraws, allowed);
  EXPECT_NEAR(below, 0.1 * kDraws, allowed);
}

TEST(NoisyBound, RefusesWhatItCannotCalibrate) {
  const auto code = [](const NumberRelease& release) {
    const auto streams = StreamFactory::reproducible({.seed = 1});
    const auto out =
        release_bound(0, BoundSide::below, release, streams.stream(StreamPurpose::noise, 0));
    return out ? std::string("released")
               : std::string(code_text(out.error().code)) + " " + out.error().field;
  };
  const NumberRelease sound{.range = 1, .samples = 10, .rho = 1, .failure = 0.5};
  EXPECT_EQ(code(sound), "released");
  for (const double failure : {0.0, 0.51, std::nan("")}) {
    NumberRelease wrong = sound;
    wrong.failure = failure;
    EXPECT_EQ(code(wrong), "invalid-value failure");
  }
  NumberRelease wrong = sound;
  wrong.rho = 0;
  EXPECT_EQ(code(wrong), "invalid-budget privacy.rho");
  wrong = sound;
  wrong.range = std::numeric_limits<double>::infinity();
  EXPECT_EQ(code(wrong).substr(0, 21), "unbounded-sensitivity");
}

}  // namespace
}  // namespace noisy
