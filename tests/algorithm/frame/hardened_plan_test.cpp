// Plans of hardened releases: what they change against floating ones, and what they must not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/math/row_pass.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/release/amplification.h"
#include "engine/privacy/release/hardened.h"

namespace noisy {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

PlanInput input(ReleaseKind release, Notion notion = Notion::pure) {
  PlanInput out{
      .facts = {.samples = 100'000,
                .dimension = 20,
                .smoothness = 5.1033,
                .strong_convexity = 0.02,
                .l1_sensitivity = 40,
                .l2_sensitivity = 10},
      .privacy = {.notion = notion, .epsilon = 1, .delta = 1e-6, .rho = 0.5, .release = release}};
  out.parameters.set("iterations", 100.0);
  return out;
}

std::unique_ptr<AlgorithmPlan> plan(std::string_view id, const PlanInput& in) {
  auto made = find_algorithm(id)->plan(in);
  EXPECT_TRUE(made) << id << ": " << (made ? "" : made.error().message);
  return std::move(*made);
}

const Release& first_release(const AlgorithmPlan& plan) {
  return plan.summary().segments.front().first_release;
}

GridQuery query_of(const PlanInput& in, const Release& release) {
  return {.dimension = in.facts.dimension,
          .batch_size = release.batch_size,
          .summation_error = math::mean_rounding_error(release.batch_size),
          .grid = release.grid};
}

TEST(HardenedPlan, EveryAlgorithmWithLaplaceNoiseCostsTheSameWithNoiseHardlyLargerThanFloating) {
  int planned = 0;
  for (const AlgorithmEntry& entry : algorithms()) {
    const bool adds_laplace =
        std::ranges::find(entry.mechanisms, Mechanism::laplace) != entry.mechanisms.end();
    if (!entry.is_private || !adds_laplace) continue;
    ++planned;
    for (const double batch_size : {100'000.0, 1000.0}) {
      PlanInput floating = input(ReleaseKind::floating);
      floating.parameters.set("batchSize", batch_size);
      PlanInput hardened = input(ReleaseKind::hardened);
      hardened.parameters.set("batchSize", batch_size);
      const auto one = plan(entry.id, floating), other = plan(entry.id, hardened);
      EXPECT_EQ(one->rule().cap().value, other->rule().cap().value) << entry.id;
      EXPECT_EQ(other->summary().claim.release, ReleaseKind::hardened);
      ASSERT_EQ(one->summary().segments.size(), other->summary().segments.size());
      for (std::size_t i = 0; i < one->summary().segments.size(); ++i) {
        const Release& soft = one->summary().segments[i].last_release;
        const Release& hard = other->summary().segments[i].last_release;
        EXPECT_EQ(soft.cost, hard.cost);
        EXPECT_EQ(soft.grid, 0);
        EXPECT_GT(hard.noise_scale, soft.noise_scale);
        EXPECT_LT(hard.noise_scale, soft.noise_scale * (1 + 1e-5)) << entry.id;
        const double base =
            hardened_laplace_epsilon(query_of(hardened, hard), 40, hard.noise_scale);
        EXPECT_LE(amplified_epsilon(base, hard.batch_size, 100'000).value(), hard.cost.value);
      }
    }
  }
  EXPECT_GE(planned, 5);
}

TEST(HardenedPlan, GaussianNoiseGoesThroughZcdpAndNotThroughTheContinuousOnesFormula) {
  const auto zcdp = plan("dp-gd", input(ReleaseKind::hardened, Notion::zcdp));
  EXPECT_EQ(zcdp->rule().cap().value, 0.5);
  const PlanInput in = input(ReleaseKind::hardened, Notion::approximate);
  const auto approximate = plan("dp-gd", in);
  EXPECT_LT(approximate->rule().cap().value, gaussian_rho(1, 1e-6).value());
  EXPECT_GT(approximate->rule().cap().value, standard_rho(1, 1e-6).value());
  EXPECT_NEAR(approximate->rule().spent(approximate->rule().cap()), 1, 1e-6);
  const Release& release = first_release(*approximate);
  EXPECT_LE(hardened_gaussian_rho(query_of(in, release), 10, release.noise_scale),
            release.cost.value);
}

// Discrete Laplace noise of sensitivity 1 is randomized response: the continuous one's Renyi
// divergence would promise too much.
TEST(HardenedPlan, ReportsAtASmallDeltaWhatHoldsForEveryPureMechanism) {
  const auto floating = plan("dp-gd", input(ReleaseKind::floating));
  const auto hardened = plan("dp-gd", input(ReleaseKind::hardened));
  EXPECT_GT(hardened->summary().claim.approximate->epsilon,
            floating->summary().claim.approximate->epsilon);
}

TEST(HardenedPlan, SaysHowNoiseIsMadeAndWhatTheGridCosts) {
  const auto made = plan("dp-gd", input(ReleaseKind::hardened));
  int exponent;
  std::frexp(first_release(*made).grid, &exponent);
  std::string expected = "noise, drawn exactly in integers on a power-of-two grid (2^";
  expected.append(std::to_string(exponent - 1)).append(" in the first step), on each coordinate.");
  EXPECT_THAT(made->summary().claim.statement, HasSubstr("with discrete Laplace noise"));
  EXPECT_THAT(made->summary().claim.statement, HasSubstr(expected));
  EXPECT_TRUE(made->summary().warnings.empty());
  PlanInput wide = input(ReleaseKind::hardened);
  wide.facts.dimension = 1'000'000;
  wide.privacy.epsilon = 0.01;
  EXPECT_THAT(plan("dp-gd", wide)->summary().warnings, Contains(HasSubstr("% more noise")));
}

TEST(HardenedPlan, RefusesWhatItCannotHarden) {
  PlanInput in = input(ReleaseKind::hardened);
  in.privacy.calibration = Calibration::published_figures;
  EXPECT_EQ(find_algorithm("dp-gd")->plan(in).error().code, ErrorCode::unsupported_option);
  in = input(ReleaseKind::hardened);
  in.facts.summation_error = [](Index) { return std::numeric_limits<double>::infinity(); };
  EXPECT_EQ(find_algorithm("dp-gd")->plan(in).error().code, ErrorCode::unbounded_sensitivity);
  in = input(ReleaseKind::hardened);
  in.facts.dimension = 1'000'000;
  in.privacy.epsilon = 1e-6;
  EXPECT_EQ(find_algorithm("dp-gd")->plan(in).error().code, ErrorCode::invalid_budget);
}

}  // namespace
}  // namespace noisy
