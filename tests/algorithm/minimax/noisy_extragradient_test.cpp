// NSEG: two batches and two draws of noise a step.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/accountant/releases.h"
#include "engine/problem/saddle/moment_equations.h"
#include "tests/algorithm/minimax/saddle_settings.h"
#include "tests/algorithm/stream_draws.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

constexpr Index kRecords = 40;

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 3, .algorithm = "nseg"});
}

std::unique_ptr<AlgorithmPlan> nseg(const PlanInput& input) {
  auto plan = find_algorithm("nseg")->plan(input);
  EXPECT_TRUE(plan) << plan.error().message;
  return *std::move(plan);
}

struct Steps {
  std::size_t count;
  double size;
};

/// The means of the half steps as section 2.9 has them, each after both of its operators.
std::vector<Vector> twin_path(const SaddleSetting& setting, const naive::Draws& draws,
                              const Steps& steps, double deviation) {
  std::vector<Vector> path;
  Vector z = Vector::Zero(setting.risk->dimension()), sum = z;
  setting.domain.project(z);
  const auto step_from = [&](const Vector& from, const Vector& at, std::size_t release) {
    Vector out = from - steps.size * (operator_of(setting, draws.batch(release), at) +
                                      deviation * vector(draws.noise(release)));
    setting.domain.project(out);
    return out;
  };
  for (std::size_t t = 1; t <= steps.count; ++t) {
    const Vector half = step_from(z, z, 2 * t - 1);
    z = step_from(z, half, 2 * t);
    sum += half;
    path.insert(path.end(), 2, sum / static_cast<double>(t));
  }
  return path;
}

TEST(Nseg, EqualsItsTwinStepForStepAndChargesTwoReleasesAStep) {
  const SaddleSetting setting = setting_of(auc(), kRecords);
  const PrivacyRequest zcdp{.notion = Notion::zcdp, .rho = 20, .mechanism = std::nullopt};
  const ParameterSet drawn =
      parameters({{"iterations", 25.0}, {"batchSize", 7.0}, {"stepSize", 0.3}});
  const ParameterSet whole = parameters({{"iterations", 25.0}, {"stepSize", 0.3}});
  for (const PlanInput& input :
       {input_for(setting, kApproximate, drawn), input_for(setting, zcdp, whole)}) {
    const auto plan = nseg(input);
    const Release release = planned_release(*plan, 1);
    PrivateOracle oracle(*setting.risk, Regularizer{}, streams(), plan->rule().cap());
    const Vector zero = Vector::Zero(setting.risk->dimension());
    const auto path = drive(*setting.risk, oracle, plan->start(oracle, zero));
    ASSERT_FALSE(oracle.refusal()) << oracle.refusal()->message;
    const auto twin = twin_path(setting,
                                stream_draws(streams(), kRecords, setting.risk->dimension(),
                                             release.batch_size, UnitNoise::normal),
                                {.count = 25, .size = 0.3}, release.noise_scale);
    EXPECT_LE(path_distance(path, twin), 1e-11);
    EXPECT_EQ(oracle.ledger().releases(), 50);
    EXPECT_NEAR(oracle.ledger().spent().value / plan->rule().cap().value, 1, 1e-9);
    EXPECT_EQ(plan->rule().planned().front().count, 50);
    EXPECT_EQ(plan->summary().iterations, 50);
    EXPECT_EQ(plan->summary().gradient_evaluations, 50 * static_cast<double>(release.batch_size));
  }
}

TEST(Nseg, WithoutNoiseTheMeanIsAsCloseAsTheBoundOfExtragradient) {
  const SaddleSetting setting = setting_of(std::make_shared<MomentEquations>(1.0), kRecords);
  const double step = 1 / setting.risk->saddle()->smoothness.joint;
  const auto plan = nseg(input_for(
      setting, kNoNoise,
      parameters({{"iterations", 500.0}, {"batchSize", double(kRecords)}, {"stepSize", step}})));
  NonPrivateOracle oracle(*setting.risk, Regularizer{}, streams());
  const Vector zero = Vector::Zero(setting.risk->dimension());
  const auto path = drive(*setting.risk, oracle, plan->start(oracle, zero));
  ASSERT_EQ(path.size(), 1000u);
  Numbers01 random(4);
  double worst = 0, first = 0;
  for (int i = 0; i < 2000; ++i) {
    Vector u(zero.size());
    for (double& value : u) value = random(-1.5, 1.5);
    setting.domain.project(u);
    // (Nemirovski 2004; with steps of at most 1 / smoothness.)
    EXPECT_LE(merit(setting, path.back(), u), u.squaredNorm() / (2 * step * 500));
    worst = std::max(worst, merit(setting, path.back(), u));
    first = std::max(first, merit(setting, path.front(), u));
  }
  EXPECT_GT(first, 0.05);
  EXPECT_LT(worst, first / 20);
}

TEST(Nseg, NoiseIsTheAccountantsForTwiceAsManyReleases) {
  const SaddleSetting setting = setting_of(auc(), kRecords);
  const auto plan = nseg(
      input_for(setting, kApproximate, parameters({{"iterations", 30.0}, {"batchSize", 5.0}})));
  const Releases releases{.steps = 60,
                          .sampling_rate = 5.0 / kRecords,
                          .sampling = BatchSampling::without_replacement,
                          .neighbours = Neighbours::replace_one};
  const double least =
      least_noise(releases, Accountant::pld, {.epsilon = 1, .delta = 1e-5}).value();
  const double sensitivity = setting.risk->gradient_bounds().l2 / 5;
  const double noise = planned_release(*plan, 1).noise_scale / sensitivity;
  EXPECT_NEAR(noise / least, 1, 1e-6);
  EXPECT_TRUE(plan->summary().claim.certified());
}

TEST(Nseg, TakesNSquaredGradientsByDefault) {
  const SaddleSetting setting = setting_of(auc(), kRecords);
  const auto plan = nseg(input_for(setting, kApproximate, {}));
  // m = ceil(sqrt(40)) = 7, T = ceil(1600 / 14) = 115.
  EXPECT_EQ(plan->summary().parameters.number("batchSize"), 7);
  EXPECT_EQ(plan->summary().parameters.number("iterations"), 115);
  EXPECT_EQ(plan->summary().gradient_evaluations, 230 * 7);
  const double noise = planned_release(*plan, 1).noise_scale;
  const SaddleBounds& bounds = *setting.risk->saddle();
  const double numbers = static_cast<double>(setting.risk->dimension());
  EXPECT_NEAR(*plan->summary().parameters.number("stepSize"),
              std::hypot(bounds.primal_radius, bounds.dual_radius) /
                  std::sqrt(115 * (bounds.lipschitz * bounds.lipschitz + numbers * noise * noise)),
              1e-12);
}

TEST(Nseg, BadInputIsRefusedWithTheFieldToChange) {
  const SaddleSetting setting = setting_of(auc(), kRecords);
  const auto of = [&](const ParameterSet& given) {
    return refused("nseg", input_for(setting, kApproximate, given));
  };
  EXPECT_EQ(of({}), "planned");
  EXPECT_EQ(of(parameters({{"batchSize", 41.0}})), "invalid-value batchSize");
  EXPECT_EQ(of(parameters({{"iterations", 6e8}})), "limit-exceeded iterations");
  PlanInput unbounded = input_for(setting, kApproximate, {});
  unbounded.facts.saddle->primal_radius = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refused("nseg", unbounded), "invalid-value problem");
  unbounded.parameters.set("stepSize", 0.1);
  EXPECT_EQ(refused("nseg", unbounded), "planned");
}

}  // namespace
}  // namespace noisy::testing
