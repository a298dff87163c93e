#include "engine/algorithm/minimax/theory/solution_phases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/algorithm/minimax/theory/base_regularization.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/release/solution_sensitivity.h"
#include "tests/algorithm/minimax/theory/solution_settings.h"

namespace noisy {
namespace {

using Phases = std::vector<SolutionPhase>;

Phases phases_of(const SolutionSetting& setting, double base = 1) {
  return solution_phases(setting, base).value();
}

/// With the paper's mu.
Phases paper_phases(SolutionMethod method) {
  const SolutionSetting setting = golden_setting(method, SolutionNoise::paper);
  return phases_of(setting, base_regularization(setting, RegularizationRule::paper).value());
}

// ---- golden values of 3.3 ---------------------------------------------------------------------

TEST(SolutionPhases, OfAlgorithm1HaveItsGoldenValues) {
  SolutionSetting setting = golden_setting(SolutionMethod::strongly_convex, SolutionNoise::paper);
  setting.primal_modulus = 0.1;
  setting.tolerance_ratio = 1;
  const Phases phases = phases_of(setting);
  ASSERT_EQ(phases.size(), 1U);
  EXPECT_EQ(phases[0].block, (RecordBlock{0, 1000}));
  EXPECT_NEAR(phases[0].primal_distance, 0.01, 1e-17);
  EXPECT_NEAR(phases[0].primal_noise, 0.3988658513, 5e-11);
}

TEST(SolutionPhases, OfAlgorithm2HaveTheirGoldenValues) {
  const Phases phases = paper_phases(SolutionMethod::convex);
  ASSERT_EQ(phases.size(), 10U);
  EXPECT_NEAR(phases[0].primal_weight, 2 * 2.2073179991, 1e-10);
  EXPECT_NEAR(phases[0].primal_noise, 0.0903507903, 5e-11);
  EXPECT_NEAR(phases[9].primal_noise, 1.764663873e-4, 5e-14);  // 0.0903507903 / 2^9
}

TEST(SolutionPhases, OfAlgorithm3HaveTheirGoldenValues) {
  const Phases paper =
      phases_of(golden_setting(SolutionMethod::strongly_convex_concave, SolutionNoise::paper));
  ASSERT_EQ(paper.size(), 1U);
  EXPECT_NEAR(paper[0].primal_noise, 0.3665692308, 5e-11);
  EXPECT_NEAR(paper[0].dual_noise, 0.8196737186, 5e-11);
  const Phases joint = phases_of(
      golden_setting(SolutionMethod::strongly_convex_concave, SolutionNoise::certified_analytic));
  EXPECT_NEAR(joint[0].primal_noise, 0.0635235155, 5e-11);
  EXPECT_NEAR(joint[0].dual_noise, 0.1420428988, 5e-11);
}

TEST(SolutionPhases, OfAlgorithm4HaveTheirGoldenValues) {
  const Phases phases = paper_phases(SolutionMethod::convex_concave_primal);
  EXPECT_NEAR(phases[0].dual_weight, 2.1060291597, 5e-11);
  EXPECT_NEAR(phases[0].primal_noise, 0.2752083665, 5e-11);
  EXPECT_NEAR(phases[9].primal_noise, 0.0121626064, 5e-11);
}

TEST(SolutionPhases, OfTheStronglyConcaveMethodHaveTheirGoldenValues) {
  const Phases phases = paper_phases(SolutionMethod::strongly_concave_primal);
  EXPECT_NEAR(phases[0].primal_weight, 2 * 1.8919868564, 1e-10);
  EXPECT_NEAR(phases[0].dual_weight, 0.1, 0);
  EXPECT_NEAR(phases[0].primal_noise, 0.6484146232, 5e-11);
}

// ---- distances --------------------------------------------------------------------------------

TEST(SolutionPhases, KeepTheDistanceOfACertificateApartFromTheOneInL2) {
  // A minimization's residual |w| may be at most rho L / m: R = |w| / sqrt(lambda) at most tau_W.
  // At lambda = 0.01 the L2 distance is 10 times the one in the norm of W.
  SolutionSetting setting =
      golden_setting(SolutionMethod::strongly_convex, SolutionNoise::certified_analytic);
  setting.primal_modulus = 0.01;
  setting.lipschitz = 3;
  const SolutionPhase phase = phases_of(setting)[0];
  const double residual = 0.01 * 3 / 1000;
  EXPECT_NEAR(phase.weighted_distance, residual / std::sqrt(0.01), 1e-17);
  EXPECT_NEAR(phase.primal_distance, residual / 0.01, 1e-17);
  EXPECT_EQ(phase.dual_distance, 0);
  EXPECT_NEAR(phase.sensitivity, 2 * 3 / (0.01 * 1000) + 2 * phase.primal_distance, 1e-14);
}

TEST(SolutionPhases, OfSaddlePointsAskForThePapersDistanceTimesRho) {
  SolutionSetting setting =
      golden_setting(SolutionMethod::convex_concave_primal, SolutionNoise::certified_analytic);
  setting.tolerance_ratio = 0.3;
  for (const SolutionPhase& phase : phases_of(setting, 0.2)) {
    EXPECT_NEAR(phase.weighted_distance, 0.3 / (100 * std::sqrt(0.2)), 1e-16);
    EXPECT_NEAR(phase.primal_distance, phase.weighted_distance / std::sqrt(phase.primal_weight),
                1e-17);
    EXPECT_NEAR(phase.dual_distance, phase.weighted_distance / std::sqrt(0.2), 1e-16);
  }
}

TEST(SolutionPhases, AskForLessWhereThePaperPaysForIt) {
  for (const SolutionNoise noise : kSolutionNoises)
    EXPECT_EQ(tolerance_ratio(golden_setting(SolutionMethod::convex, noise)),
              noise == SolutionNoise::paper ? 0.5 : 0.01);
}

// ---- weights and blocks -----------------------------------------------------------------------

TEST(SolutionPhases, HaveTheWeightsOfTheirAlgorithm) {
  const auto weights = [](SolutionMethod method) {
    const SolutionPhase phase = phases_of(golden_setting(method, SolutionNoise::zcdp), 0.3)[1];
    return std::pair{phase.primal_weight, phase.dual_weight};
  };
  EXPECT_EQ(weights(SolutionMethod::convex), std::pair(1.2, 0.0));
  EXPECT_EQ(weights(SolutionMethod::convex_concave_primal), std::pair(1.2, 0.3));
  EXPECT_EQ(weights(SolutionMethod::convex_concave_dual), std::pair(0.3, 1.2));
  EXPECT_EQ(weights(SolutionMethod::strongly_concave_primal), std::pair(1.2, 0.1));
  EXPECT_EQ(weights(SolutionMethod::strongly_convex_dual), std::pair(0.5, 1.2));
  const auto alone =
      phases_of(golden_setting(SolutionMethod::strongly_convex_concave, SolutionNoise::zcdp))[0];
  EXPECT_EQ(alone.primal_weight, 0.5);
  EXPECT_EQ(alone.dual_weight, 0.1);
}

TEST(SolutionPhases, ReleaseOnlyWhatTheirAlgorithmReleases) {
  for (const SolutionMethod method : kSolutionMethods)
    for (const SolutionPhase& phase : phases_of(golden_setting(method, SolutionNoise::zcdp))) {
      EXPECT_EQ(phase.primal_noise > 0, !releases_dual(method));
      EXPECT_EQ(phase.dual_noise > 0, releases_dual(method) || releases_both(method));
    }
}

TEST(SolutionPhases, ShrinkTheirNoiseAtTheRatesOfTheirSchedule) {
  SolutionSetting setting = golden_setting(SolutionMethod::convex, SolutionNoise::zcdp);
  setting.samples = 1024;
  const auto expect_ratio = [&](double ratio) {
    const Phases phases = phases_of(setting, 0.1);
    for (std::size_t k = 1; k < phases.size(); ++k)
      EXPECT_NEAR(phases[k].noise / phases[k - 1].noise, ratio, 1e-14);
  };
  expect_ratio(0.5);
  setting.schedule = PhaseSchedule::geometric;  // mu times 8, n halved
  expect_ratio(0.25);
  setting.schedule = PhaseSchedule::equal;
  setting.budget.noise = SolutionNoise::paper;
  setting.method = SolutionMethod::convex_concave_primal;
  expect_ratio(std::sqrt(0.5));
  setting.method = SolutionMethod::convex_concave_dual;
  expect_ratio(std::sqrt(0.5));
}

TEST(SolutionPhases, UseEachBlocksOwnSize) {
  for (const PhaseSchedule schedule : {PhaseSchedule::balanced, PhaseSchedule::geometric}) {
    SolutionSetting setting = golden_setting(SolutionMethod::convex, SolutionNoise::zcdp);
    setting.samples = 1003;
    setting.schedule = schedule;
    for (const SolutionPhase& phase : phases_of(setting)) {
      const double demand = static_cast<double>(phase.block.count) * phase.primal_weight;
      EXPECT_NEAR(phase.sensitivity, 2.02 / demand, 1e-14 / demand);
      EXPECT_NEAR(phase.primal_distance, 0.01 / demand, 1e-16 / demand);
    }
  }
}

// ---- privacy ----------------------------------------------------------------------------------

/// The Gaussian-DP parameter of all that a record enters.
double composed(SolutionMethod method, double parameter) {
  return is_one_of_pair(method) ? std::sqrt(2.0) * parameter : parameter;
}

TEST(SolutionPhases, CostExactlyTheBudgetEachWhateverTheirNumber) {
  for (const SolutionMethod method : kSolutionMethods)
    for (const PhaseSchedule schedule : kPhaseSchedules)
      for (const std::optional<Index> count : {std::optional<Index>(), std::optional<Index>(3)}) {
        SolutionSetting setting = golden_setting(method, SolutionNoise::certified_analytic);
        setting.schedule = schedule;
        setting.phases = count;
        for (const SolutionPhase& phase : phases_of(setting, 0.03)) {
          const double mu = composed(method, phase.gaussian_parameter());
          EXPECT_NEAR(gaussian_delta(mu, 0.5) / 1e-5, 1, 1e-11);
          EXPECT_LE(gaussian_delta(mu, 0.5), 1e-5 * (1 + 1e-13));
          EXPECT_NEAR(phase.rho(), 0.5 * std::pow(phase.gaussian_parameter(), 2), 1e-16);
        }
      }
}

TEST(SolutionPhases, NeverCostMoreThanTheBudget) {
  for (const SolutionMethod method : kSolutionMethods)
    for (const SolutionNoise noise : kSolutionNoises)
      for (const double base : {1e-6, 0.1, 1e5}) {
        SolutionSetting setting = golden_setting(method, noise);
        if (noise == SolutionNoise::paper) setting.tolerance_ratio = 1;
        for (const SolutionPhase& phase : phases_of(setting, base)) {
          const double mu = composed(method, phase.gaussian_parameter());
          EXPECT_LE(gaussian_delta(mu, 0.5), 1e-5 * (1 + 1e-13));
        }
      }
}

TEST(SolutionPhases, KeepTheirCostAtTheEdgesOfTheRange) {
  for (const SolutionMethod method : kSolutionMethods)
    for (const double lipschitz : {1e-60, 1e60})
      for (const double modulus : {1e-60, 1e60})
        for (const double base : {1e-60, 1e60}) {
          SolutionSetting setting = golden_setting(method, SolutionNoise::certified_analytic);
          setting.samples = Index{1} << 62;
          setting.schedule = PhaseSchedule::geometric;
          setting.lipschitz = lipschitz;
          setting.primal_modulus = modulus;
          setting.dual_modulus = 1 / modulus;
          for (const SolutionPhase& phase : phases_of(setting, base)) {
            const double least = 2.02 * lipschitz / static_cast<double>(phase.block.count) /
                                 (releases_both(method)   ? std::sqrt(phase.least_weight())
                                  : releases_dual(method) ? phase.dual_weight
                                                          : phase.primal_weight);
            EXPECT_GE(phase.sensitivity, 0.5 * least);
            EXPECT_TRUE(std::isfinite(phase.noise));
            EXPECT_LE(gaussian_delta(composed(method, phase.gaussian_parameter()), 0.5),
                      1e-5 * (1 + 1e-13));
          }
        }
}

TEST(SolutionPhases, OfThePairAreLessSensitiveThanThePaperCounts) {
  // 10.9: (L / (m mu_k)) r / sqrt(r - 1) for r = mu_k / mu = 2^k, plus 2 tau / sqrt(mu_k).
  const Phases phases = phases_of(
      golden_setting(SolutionMethod::convex_concave_primal, SolutionNoise::certified_analytic),
      0.2);
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const double r = std::ldexp(1.0, static_cast<int>(k) + 1), weight = 0.2 * r;
    const double exact = r / std::sqrt(r - 1) / (100 * weight);
    EXPECT_NEAR(phases[k].sensitivity, exact + 2 * 0.01 / (100 * std::sqrt(0.2 * weight)), 1e-15);
    const double papers = 2.02 / (100 * std::sqrt(0.2 * weight));
    EXPECT_LT(phases[k].sensitivity, 0.72 * papers);
    EXPECT_GT(phases[k].sensitivity, 0.5 * papers);
  }
}

TEST(SolutionPhases, AreNoisyInProportionToTheDifferencesOfGradients) {
  SolutionSetting setting =
      golden_setting(SolutionMethod::convex, SolutionNoise::certified_analytic);
  setting.bound = DifferenceBound::gradient_difference;
  EXPECT_EQ(phases_of(setting)[0].noise,
            phases_of(golden_setting(setting.method, setting.budget.noise))[0].noise);
  setting.difference = 0.5;
  const SolutionPhase phase = phases_of(setting)[0];
  EXPECT_NEAR(phase.sensitivity, 0.5 / (100 * 2) + 2 * phase.primal_distance, 1e-16);
  EXPECT_NEAR(phase.primal_distance, 0.01 / (100 * 2), 1e-17);  // of the full L
}

TEST(SolutionPhases, CountTheDifferencesOfThePartThatIsReleased) {
  const auto with_differences = [](SolutionMethod method) {
    SolutionSetting setting = golden_setting(method, SolutionNoise::certified_analytic);
    setting.bound = DifferenceBound::gradient_difference;
    setting.difference = 0.8;
    setting.primal_difference = 0.1;
    setting.dual_difference = 0.7;
    return phases_of(setting, 0.3);
  };
  const auto bounds = [](const SolutionPhase& phase) {
    return SolutionBounds{.records = static_cast<double>(phase.block.count),
                          .primal_weight = phase.primal_weight,
                          .dual_weight = phase.dual_weight,
                          .difference = 0.8,
                          .primal_difference = 0.1,
                          .dual_difference = 0.7,
                          .distance = phase.weighted_distance};
  };
  for (const SolutionPhase& phase : with_differences(SolutionMethod::convex_concave_primal))
    EXPECT_EQ(phase.sensitivity, primal_sensitivity(bounds(phase)));
  for (const SolutionMethod method :
       {SolutionMethod::convex_concave_dual, SolutionMethod::strongly_convex_dual})
    for (const SolutionPhase& phase : with_differences(method))
      EXPECT_EQ(phase.sensitivity, dual_sensitivity(bounds(phase)));
  const SolutionPhase both = with_differences(SolutionMethod::strongly_convex_concave)[0];
  EXPECT_EQ(both.sensitivity, saddle_sensitivity(bounds(both)));
}

TEST(SolutionPhases, NeverCountMoreThanTwiceTheLipschitzConstant) {
  for (const SolutionMethod method : kSolutionMethods) {
    const SolutionSetting plain = golden_setting(method, SolutionNoise::zcdp);
    SolutionSetting wide = plain, narrow = plain;
    wide.bound = narrow.bound = DifferenceBound::gradient_difference;
    wide.difference = 7;
    narrow.primal_difference = 0.3;
    narrow.dual_difference = 0.2;
    EXPECT_EQ(phases_of(wide)[0].noise, phases_of(plain)[0].noise);
    EXPECT_LT(phases_of(narrow)[0].noise, 0.5 * phases_of(plain)[0].noise);
  }
}

TEST(SolutionPhases, IgnoreDifferencesWhereTheLipschitzConstantIsAskedFor) {
  SolutionSetting setting =
      golden_setting(SolutionMethod::strongly_convex_concave, SolutionNoise::zcdp);
  const double noise = phases_of(setting)[0].noise;
  setting.difference = setting.primal_difference = setting.dual_difference = 0.1;
  EXPECT_EQ(phases_of(setting)[0].noise, noise);
}

// ---- symmetries -------------------------------------------------------------------------------

TEST(SolutionPhases, OfTheDualAreThoseOfThePrimalWithTheNamesExchanged) {
  for (const SolutionMethod method :
       {SolutionMethod::convex_concave_dual, SolutionMethod::strongly_convex_dual}) {
    SolutionSetting setting = golden_setting(method, SolutionNoise::certified_analytic);
    setting.dual_dimension = 3;
    setting.bound = DifferenceBound::gradient_difference;
    setting.primal_difference = 0.3;
    setting.dual_difference = 0.6;
    const SolutionSetting mirror = mirrored(setting);
    EXPECT_FALSE(releases_dual(mirror.method));
    const Phases dual = phases_of(setting, 0.3), primal = phases_of(mirror, 0.3);
    ASSERT_EQ(dual.size(), primal.size());
    for (std::size_t k = 0; k < dual.size(); ++k) {
      EXPECT_EQ(dual[k].block, primal[k].block);
      EXPECT_EQ(dual[k].dual_noise, primal[k].primal_noise);
      EXPECT_EQ(dual[k].sensitivity, primal[k].sensitivity);
      EXPECT_EQ(dual[k].dual_weight, primal[k].primal_weight);
      EXPECT_EQ(dual[k].primal_weight, primal[k].dual_weight);
      EXPECT_EQ(dual[k].dual_distance, primal[k].primal_distance);
    }
  }
}

TEST(SolutionPhases, DoNotDependOnUnits) {
  const double a = 7, b = 0.03;  // losses, parameters
  for (const SolutionMethod method : kSolutionMethods)
    for (const SolutionNoise noise : kSolutionNoises) {
      SolutionSetting setting = golden_setting(method, noise);
      setting.bound = DifferenceBound::gradient_difference;
      setting.primal_difference = 0.7;
      const Phases ours = phases_of(setting, 0.2);
      const Phases others = phases_of(in_other_units(setting, a, b), 0.2 * a / (b * b));
      for (std::size_t k = 0; k < ours.size(); ++k) {
        EXPECT_NEAR(others[k].primal_noise, b * ours[k].primal_noise, 1e-12 * ours[k].noise);
        EXPECT_NEAR(others[k].dual_noise, b * ours[k].dual_noise, 1e-12 * ours[k].noise);
        EXPECT_NEAR(others[k].rho() / ours[k].rho(), 1, 1e-12);
        EXPECT_NEAR(others[k].weighted_distance / (std::sqrt(a) * ours[k].weighted_distance), 1,
                    1e-12);
      }
    }
}

// ---- wrong input ------------------------------------------------------------------------------

std::string refused_field(SolutionSetting setting, double base = 1) {
  const auto refused = solution_phases(setting, base);
  return refused ? "" : refused.error().field;
}

TEST(SolutionPhases, RefuseWrongNumbersByName) {
  const auto with = [](SolutionMethod method, auto change) {
    SolutionSetting setting = golden_setting(method, SolutionNoise::certified_analytic);
    change(setting);
    return refused_field(setting);
  };
  const auto convex = [&](auto change) { return with(SolutionMethod::convex, change); };
  EXPECT_EQ(convex([](auto&) {}), "");
  EXPECT_EQ(convex([](auto& s) { s.samples = 1; }), "samples");
  EXPECT_EQ(convex([](auto& s) { s.phases = 1001; }), "phases");
  for (const double wrong : {0.0, -1.0, 1e61, 1e-61, HUGE_VAL, std::nan("")}) {
    EXPECT_EQ(convex([=](auto& s) { s.lipschitz = wrong; }), "lipschitz");
    EXPECT_EQ(refused_field(golden_setting(SolutionMethod::convex, SolutionNoise::zcdp), wrong),
              "regularization");
  }
  EXPECT_EQ(convex([](auto& s) { s.primal_dimension = 0; }), "dimension");
  EXPECT_EQ(convex([](auto& s) { s.tolerance_ratio = 1.01; }), "toleranceRatio");
  EXPECT_EQ(convex([](auto& s) { s.tolerance_ratio = 0; }), "toleranceRatio");
  EXPECT_EQ(convex([](auto& s) { s.difference = 0; }), "difference");
  EXPECT_EQ(convex([](auto& s) { s.budget.epsilon = 0; }), "privacy.epsilon");
  EXPECT_EQ(with(SolutionMethod::strongly_convex, [](auto& s) { s.primal_modulus = 0; }),
            "strongConvexity");
  EXPECT_EQ(with(SolutionMethod::strongly_convex_dual, [](auto& s) { s.primal_modulus = 0; }),
            "strongConvexity");
  EXPECT_EQ(with(SolutionMethod::strongly_concave_primal, [](auto& s) { s.dual_modulus = -1; }),
            "strongConcavity");
}

TEST(SolutionPhases, NeedABaseRegularizationOnlyWhereItIsRead) {
  for (const SolutionMethod method : kSolutionMethods)
    EXPECT_EQ(refused_field(golden_setting(method, SolutionNoise::zcdp), 0),
              is_phased(method) ? "regularization" : "");
}

}  // namespace
}  // namespace noisy
