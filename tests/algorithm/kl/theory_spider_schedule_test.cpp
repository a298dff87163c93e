#include "engine/algorithm/kl/theory/spider_schedule.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "engine/algorithm/kl/theory/spider_ladder.h"
#include "engine/algorithm/kl/theory/tails.h"
#include "tests/algorithm/kl/kl_settings.h"

namespace noisy {
namespace {

void expect_digits(double value, double printed, double digits = 9) {
  EXPECT_NEAR(value / printed, 1.0, 5.1 * std::pow(10.0, -digits)) << printed;
}

// O-4
TEST(SpiderRoundSteps, AreWholeWhereTheFormulaIsAndOneAtKappaTwo) {
  EXPECT_EQ(spider_round_steps(4.0 / 3.0, std::log(16.0)), 4.0);
  EXPECT_EQ(spider_round_steps(1.0, std::log(7.2)), 8.0);
  for (const double ratio : {1.0, 1.0 + 1e-15, 3.7, 1e12})
    EXPECT_EQ(spider_round_steps(2.0, std::log(ratio)), 1.0);
  EXPECT_EQ(spider_round_steps(1.0, std::log(1e300)), std::ceil(std::exp(std::log(1e300))));
}

// O-7
TEST(SpiderSchedule, OfThePaperHasTheGoldenFiguresAtKappaTwo) {
  const auto schedule = spider_schedule(setting_a(), SpiderMode::paper).value();
  EXPECT_DOUBLE_EQ(schedule.contraction, 1.03125);
  ASSERT_EQ(schedule.rounds.size(), 768u);
  expect_digits(schedule.event_failure_probability, 6.510416667e-5);
  expect_digits(schedule.floor, 3.0323314e-4, 8);
  const SpiderRound& first = schedule.rounds.front();
  expect_digits(first.fresh_noise, 7.83836718e-5);
  expect_digits(first.target, 0.4848484848);
  EXPECT_EQ(first.steps, 1);
  EXPECT_EQ(schedule.total_steps, 768);
  EXPECT_EQ(first.difference_noise, 0.0);  // none is released
  expect_digits(schedule.radius, 18.973137, 8);
  expect_digits(schedule.paper_radius, 191.80420447, 10);
  EXPECT_NEAR(schedule.true_cost, 1.0, 1e-12);
  EXPECT_NEAR(schedule.literal_cost, 1.125, 1e-12);
  EXPECT_FALSE(schedule.is_vacuous);
  EXPECT_FALSE(schedule.was_clamped);
}

// O-8
TEST(SpiderSchedule, OfThePaperHasTheGoldenFiguresBelowKappaTwo) {
  const auto schedule = spider_schedule(setting_b(), SpiderMode::paper).value();
  expect_digits(schedule.contraction, 1.0208333333, 10);
  ASSERT_EQ(schedule.rounds.size(), 884u);
  expect_digits(schedule.event_failure_probability, 6.60327417e-8);
  expect_digits(schedule.floor, 2.24660275e-4);
  expect_digits(schedule.rounds.front().fresh_noise, 1.26142776e-5);
  expect_digits(schedule.rounds.front().target, 0.2448979592);
  EXPECT_EQ(schedule.rounds.front().steps, 2);  // T_1 = 1.010362971
  EXPECT_EQ(schedule.rounds.back().steps, 34);  // T_K = 33.35852667
  EXPECT_EQ(schedule.total_steps, 21821);
  expect_digits(schedule.true_cost, 1.0592805, 8);
  expect_digits(schedule.radius, 24.566692, 8);
  expect_digits(schedule.paper_radius, 73.61769378, 10);
}

// O-7 has sigma_1, which the corrected loop never uses at kappa = 2; B's is used.
TEST(SpiderSchedule, OfThePaperHasItsFormulaForTheDifferencesNoise) {
  const KlSetting setting = setting_b();
  const auto schedule = spider_schedule(setting, SpiderMode::paper).value();
  for (const SpiderRound& round : {schedule.rounds.front(), schedule.rounds.back()}) {
    const double length = std::sqrt(setting.initial_gap / round.target);
    expect_digits(round.difference_noise,
                  std::pow(round.target, 0.75) * std::sqrt(length * 884.0) /
                      (setting.gamma * setting.samples * std::sqrt(setting.rho)));
  }
}

// O-9
TEST(SpiderSchedule, DrivenByTheAccuracyHasTheGoldenFigures) {
  const auto a = spider_schedule(setting_a(), SpiderMode::accuracy_driven).value();
  EXPECT_DOUBLE_EQ(a.contraction, 1.3125);
  ASSERT_EQ(a.rounds.size(), 56u);
  expect_digits(a.rounds.back().target, 1.21733057e-7);
  expect_digits(a.chi_radius, 6.90956574);
  expect_digits(a.need, 0.42167915, 8);
  expect_digits(a.radius, 1.71566817);
  const auto other = spider_schedule(setting_a(), SpiderMode::accuracy_driven, 0.25, 0.5).value();
  EXPECT_DOUBLE_EQ(other.contraction, 1.25);
  ASSERT_EQ(other.rounds.size(), 74u);
  expect_digits(other.rounds.back().target, 3.36999e-8, 6);
  expect_digits(other.need, 0.46305467, 8);
  const auto b = spider_schedule(setting_b(), SpiderMode::accuracy_driven).value();
  expect_digits(b.contraction, 1.2083333, 8);
  ASSERT_EQ(b.rounds.size(), 66u);
  expect_digits(b.rounds.back().target, 9.41053036e-7);
  EXPECT_EQ(b.rounds.back().steps, 516);
  EXPECT_EQ(b.total_steps, 5734);
  expect_digits(b.chi_radius, 7.98926449);
  expect_digits(b.need, 0.41091947, 8);
  expect_digits(b.radius, 1.96095332);
  const auto last = spider_schedule(setting_b(), SpiderMode::accuracy_driven, 0.25, 0.5).value();
  ASSERT_EQ(last.rounds.size(), 86u);
  expect_digits(last.rounds.back().target, 4.37034881e-7);
  EXPECT_EQ(last.total_steps, 10225);
}

// O-10
TEST(SpiderSchedule, CertifiedModesSpendTheBudgetAndNeverMore) {
  for (const KlSetting& setting : {setting_a(), setting_b(), power_setting(6.0, 2.7)})
    for (const double adjacency : {1.0, 2.0})
      for (const auto mode : {SpiderMode::accuracy_driven, SpiderMode::paper_certified}) {
        KlSetting known = setting;
        known.adjacency = adjacency;
        known.samples = 1e8;
        const auto schedule = spider_schedule(known, mode).value();
        ASSERT_FALSE(schedule.rounds.empty());
        double cost = 0.0;
        for (const SpiderRound& round : schedule.rounds) {
          const double fresh = known.gradient_sensitivity() / round.fresh_noise;
          cost += 0.5 * fresh * fresh;
          if (round.steps == 1) continue;
          const double difference = adjacency * known.smoothness_sample * round.step_length /
                                    known.samples / round.difference_noise;
          cost += static_cast<double>(round.steps - 1) * 0.5 * difference * difference;
        }
        EXPECT_NEAR(cost / known.rho, 1.0, 1e-12);
        EXPECT_NEAR(schedule.true_cost / known.rho, 1.0, 1e-12);
        EXPECT_LE(schedule.true_cost, known.rho);
      }
}

TEST(SpiderSchedule, PrintedNoiseCostsWhatSection32Says) {
  for (const KlSetting& setting : {setting_a(), setting_b()})
    for (const double adjacency : {1.0, 2.0}) {
      KlSetting known = setting;
      known.adjacency = adjacency;
      const auto schedule = spider_schedule(known, SpiderMode::paper).value();
      const double unit = adjacency * adjacency * setting.rho;
      double sum = 0.0;
      for (const SpiderRound& round : schedule.rounds) {
        const double length =
            std::pow(setting.initial_gap / round.target, 2.0 / setting.kappa - 1.0);
        sum += static_cast<double>(round.steps - 1) / length;
      }
      const double rounds = static_cast<double>(schedule.rounds.size());
      EXPECT_NEAR(schedule.true_cost / unit, 0.5 + sum / (32.0 * rounds), 1e-12);
      EXPECT_GE(schedule.true_cost, 0.5 * unit * (1.0 - 1e-12));
      EXPECT_LE(schedule.true_cost, 0.53125 * unit);
      EXPECT_LE(schedule.literal_cost, 0.5625 * unit * (1.0 + 1e-12));
    }
}

/// The norm of all noise in a round's last estimate, in units of the error that the proof allows.
double error_share(const SpiderRound& round, double q, double allowed) {
  const double variance =
      round.fresh_noise * round.fresh_noise +
      static_cast<double>(round.steps - 1) * round.difference_noise * round.difference_noise;
  return q * std::sqrt(variance) / allowed;
}

TEST(SpiderSchedule, NoiseOfARoundStaysWithinTheErrorThatItsProofAllows) {
  for (const KlSetting& setting : {setting_a(), setting_b(), power_setting(3.0, 3.2)})
    for (const auto mode :
         {SpiderMode::paper, SpiderMode::paper_certified, SpiderMode::accuracy_driven}) {
      const auto schedule = spider_schedule(setting, mode).value();
      ASSERT_FALSE(schedule.is_vacuous);
      const double event = schedule.event_failure_probability;
      const double steps = static_cast<double>(schedule.total_steps);
      EXPECT_LE(event * steps, setting.failure_probability * (1.0 + 1e-12));
      double worst = 0.0;
      for (const SpiderRound& round : schedule.rounds) {
        const double gradient = std::pow(round.target, 1.0 / setting.kappa) / setting.gamma;
        worst = std::max(worst,
                         error_share(round, chi_radius(setting.dimension, event), gradient / 8.0));
        EXPECT_NEAR(round.threshold / gradient, 7.0 / 8.0, 1e-12);
        EXPECT_NEAR(round.step_length * setting.smoothness_risk / gradient, 0.25, 1e-12);
      }
      EXPECT_LE(worst, 1.0);
      if (mode == SpiderMode::accuracy_driven) {
        EXPECT_NEAR(worst, std::sqrt(schedule.need / setting.rho), 1e-9);
      }
    }
}

TEST(SpiderSchedule, SplitsTheNoiseOfARoundAsCheaplyAsCanBe) {
  const KlSetting setting = setting_b();
  const auto schedule = spider_schedule(setting, SpiderMode::accuracy_driven).value();
  const SpiderRound& round = schedule.rounds.back();
  const double differences = static_cast<double>(round.steps - 1);
  const double total = round.fresh_noise * round.fresh_noise +
                       differences * round.difference_noise * round.difference_noise;
  const double sensitivity = 2.0 * setting.smoothness_sample * round.step_length / setting.samples;
  const auto cost = [&](double fresh_variance) {
    const double each = (total - fresh_variance) / differences;
    return 0.5 * setting.gradient_sensitivity() * setting.gradient_sensitivity() / fresh_variance +
           0.5 * differences * sensitivity * sensitivity / each;
  };
  const double chosen = round.fresh_noise * round.fresh_noise;
  EXPECT_NEAR(cost(chosen) / round.cost, 1.0, 1e-12);
  ASSERT_GT(total, 1.003 * chosen);  // most of it is the fresh gradient's
  for (const double factor : {0.5, 0.9, 0.999, 1.001, 1.003})
    EXPECT_GT(cost(factor * chosen), cost(chosen) * (1.0 + 1e-7));
}

// 2.2: an admissible estimate and error never make a step decrease F by less than c_m G^2 / L_1.
TEST(SpiderDecrease, IsTheLeastOverAdmissibleEstimatesAndIsAttained) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform;
  for (const auto& [e, s] : {std::pair{0.125, 0.25}, std::pair{0.25, 0.5}}) {
    // In the plane of the gradient and the estimate, with G = L_1 = 1 and the step s.
    const auto decrease = [&](double estimate, double error, double angle) {
      const double along = estimate - error * std::cos(angle);  // gradient . estimate / |estimate|
      return s * along - s * s / 2.0;
    };
    double least = 1.0;
    for (int draw = 0; draw < 100'000; ++draw) {
      const double estimate = (1.0 - e) * (1.0 + 3.0 * std::pow(uniform(random), 4));
      least = std::min(
          least, decrease(estimate, e * uniform(random), 2.0 * std::numbers::pi * uniform(random)));
    }
    EXPECT_GE(least, spider_decrease(e, s));
    EXPECT_NEAR(least, spider_decrease(e, s), 1e-2);
    EXPECT_NEAR(decrease(1.0 - e, e, 0.0), spider_decrease(e, s), 1e-15);
  }
  EXPECT_DOUBLE_EQ(spider_decrease(0.125, 0.25), 5.0 / 32.0);
  EXPECT_DOUBLE_EQ(spider_decrease(0.25, 0.5), 1.0 / 8.0);
}

TEST(SpiderSchedule, RoundsDecreaseTheGapFromTargetToTarget) {
  for (const KlSetting& setting : {setting_a(), setting_b()}) {
    const auto schedule = spider_schedule(setting, SpiderMode::accuracy_driven).value();
    double before = schedule.start_gap;
    for (const SpiderRound& round : schedule.rounds) {
      const double gradient = std::pow(round.target, 1.0 / setting.kappa) / setting.gamma;
      const double decrease = static_cast<double>(round.steps) * 5.0 / 32.0 * gradient * gradient /
                              setting.smoothness_risk;
      EXPECT_GE(decrease, (before - round.target) * (1.0 - 1e-8));
      before = round.target;
    }
  }
}

TEST(SpiderSchedule, ReturnsTheStartWhereTheBudgetIsTooSmall) {
  KlSetting setting = setting_a();
  setting.samples = 5.0;
  for (const auto mode :
       {SpiderMode::paper, SpiderMode::paper_certified, SpiderMode::accuracy_driven}) {
    const auto schedule = spider_schedule(setting, mode).value();
    EXPECT_TRUE(schedule.rounds.empty());
    EXPECT_TRUE(schedule.is_vacuous);
    EXPECT_EQ(schedule.true_cost, 0.0);
    EXPECT_EQ(schedule.radius, 0.0);
  }
  setting.samples = 10'000.0;  // the printed loop runs, and promises nothing
  const auto schedule = spider_schedule(setting, SpiderMode::paper).value();
  EXPECT_FALSE(schedule.rounds.empty());
  EXPECT_TRUE(schedule.is_vacuous);
  EXPECT_EQ(schedule.floor, schedule.start_gap);
}

TEST(SpiderSchedule, ClampsAGapThatNoGradientAllows) {
  KlSetting setting = setting_a();
  setting.initial_gap = 100.0;
  const auto clamped = spider_schedule(setting, SpiderMode::accuracy_driven).value();
  EXPECT_TRUE(clamped.was_clamped);
  EXPECT_NEAR(clamped.start_gap, 2.0, 1e-14);  // (gamma L_0)^2
  setting.initial_gap = 0.0;
  const auto optimal = spider_schedule(setting, SpiderMode::accuracy_driven).value();
  EXPECT_TRUE(optimal.rounds.empty());
  EXPECT_EQ(optimal.start_gap, 0.0);
}

TEST(SpiderSchedule, TakesAnExponentCloseToTwoForTwo) {
  KlSetting setting = setting_a();
  const auto exact = spider_schedule(setting, SpiderMode::accuracy_driven).value();
  setting.kappa = 2.0 + 5e-13;
  const auto close = spider_schedule(setting, SpiderMode::accuracy_driven).value();
  EXPECT_EQ(close.rounds.size(), exact.rounds.size());
  EXPECT_EQ(close.radius, exact.radius);
}

TEST(SpiderSchedule, NamesWhatIsWrong) {
  const auto field_of = [](auto change) {
    KlSetting setting = setting_b();
    change(setting);
    return spider_schedule(setting, SpiderMode::accuracy_driven).error().field;
  };
  EXPECT_EQ(field_of([](KlSetting& s) { s.kappa = 0.9; }), "problem.constants.klExponent");
  EXPECT_EQ(field_of([](KlSetting& s) { s.kappa = 2.1; }), "problem.constants.klExponent");
  EXPECT_EQ(field_of([](KlSetting& s) { s.gamma = 0.0; }), "problem.constants.klConstant");
  EXPECT_EQ(field_of([](KlSetting& s) { s.initial_gap = -1.0; }), "problem.constants.initialGap");
  EXPECT_EQ(field_of([](KlSetting& s) { s.lipschitz = INFINITY; }), "problem.constants");
  EXPECT_EQ(field_of([](KlSetting& s) { s.smoothness_sample = INFINITY; }),
            "problem.constants.smoothness");
  EXPECT_EQ(field_of([](KlSetting& s) { s.samples = 0.0; }), "data");
  EXPECT_EQ(field_of([](KlSetting& s) { s.dimension = 0; }), "data");
  EXPECT_EQ(field_of([](KlSetting& s) { s.rho = NAN; }), "privacy.rho");
  EXPECT_EQ(field_of([](KlSetting& s) { s.failure_probability = 1.0; }), "failureProbability");
  EXPECT_EQ(field_of([](KlSetting& s) { s.adjacency = 0.0; }), "privacy.neighbours");
  const auto schedule = [](double e, double s, Index most) {
    return spider_schedule(setting_b(), SpiderMode::accuracy_driven, e, s, most);
  };
  EXPECT_EQ(schedule(0.5, 0.25, 1000).error().field, "errorFraction");
  EXPECT_EQ(schedule(0.25, 1.0, 1000).error().field, "stepFraction");
  EXPECT_EQ(schedule(0.125, 0.25, 1000).error().field, "maxTotalSteps");
  EXPECT_EQ(schedule(0.125, 0.25, 5733).error().code, ErrorCode::limit_exceeded);
  EXPECT_TRUE(schedule(0.125, 0.25, 5734));
  EXPECT_EQ(spider_schedule(setting_b(), SpiderMode::paper, 0.125, 0.25, 21820).error().field,
            "maxTotalSteps");
}

TEST(SpiderSchedule, RefusesMoreRoundsThanFitInMemory) {
  KlSetting setting = setting_a();
  setting.gamma = 1e4;
  setting.samples = 1e20;
  for (const auto mode : {SpiderMode::paper, SpiderMode::accuracy_driven})
    EXPECT_EQ(spider_schedule(setting, mode, 0.125, 0.25, Index{1} << 50).error().field,
              "problem.constants.klConstant");
}

TEST(SpiderSchedule, EndsWhereRoundsWouldTakeMoreStepsThanAnIndexHolds) {
  KlSetting setting = setting_b();
  setting.kappa = 1.0;
  setting.samples = 1e200;
  EXPECT_EQ(spider_schedule(setting, SpiderMode::accuracy_driven).error().field, "maxTotalSteps");
  EXPECT_EQ(spider_schedule(setting, SpiderMode::paper).error().field, "maxTotalSteps");
}

}  // namespace
}  // namespace noisy
