#include "engine/privacy/calibration/division.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "engine/privacy/calibration/laplace.h"
#include "engine/privacy/release/amplification.h"

namespace noisy {
namespace {

// Weights of Nesterov's method, d = 20, S1 = 40, n = 1e5, mu = 0.02, L = 5.1, step 1/L.
constexpr double kSmoothness = 5.1;
constexpr double kStep = 1.0 / kSmoothness;
const double kContraction = 1.0 - std::sqrt(0.02 * kStep);
constexpr Index kSamples = 100000;

std::vector<WeightSegment> nesterov_weights(Index steps) {
  const double gain = std::log(kStep * (1.0 + kStep * kSmoothness));
  const double increment = -std::log(kContraction);
  return {{steps, gain - increment * static_cast<double>(steps - 1), increment}};
}

// Three stages with jumps, one rising, one falling, one flat.
std::vector<WeightSegment> saw_weights() {
  return {{40, -3.0, 0.1}, {25, 2.0, -0.2}, {60, -1.0, 0.0}, {1, 0.5, 7.0}};
}

std::vector<double> weights_of(const std::vector<WeightSegment>& segments) {
  std::vector<double> weights;
  for (const WeightSegment& segment : segments)
    for (Index offset = 0; offset < segment.count; ++offset)
      weights.push_back(std::exp(segment.first_log_weight +
                                 segment.log_weight_increment * static_cast<double>(offset)));
  return weights;
}

// d * sum of a_t b_t^2 for the scales that the division asks for.
double noise_term(Division division, const std::vector<WeightSegment>& segments, Index m) {
  const auto shares = divide_pure_budget(division, segments, 1.0, m, kSamples).value();
  const auto weights = weights_of(segments);
  double sum = 0.0;
  for (Index t = 1; t <= shares.steps(); ++t) {
    const double scale = laplace_scale(40.0, m, kSamples, shares.epsilon_at(t)).value();
    sum += weights[static_cast<std::size_t>(t - 1)] * scale * scale;
  }
  return 20.0 * sum;
}

long double exact_sum(const BudgetDivision& shares) {
  long double sum = 0.0L;
  shares.for_each([&](Index, double epsilon) { sum += epsilon; });
  return sum;
}

void expect_spends(const BudgetDivision& shares, double epsilon) {
  double sum = 0.0, lost = 0.0;  // Kahan
  shares.for_each([&](Index, double share) {
    const double corrected = share - lost;
    const double next = sum + corrected;
    lost = (next - sum) - corrected;
    sum = next;
  });
  for (const long double total : {static_cast<long double>(sum), exact_sum(shares)}) {
    EXPECT_LE(total, static_cast<long double>(epsilon));
    EXPECT_GE(total, epsilon * (1.0L - 1e-12L));
  }
}

TEST(BudgetDivision, NeverSpendsMoreThanTheBudgetAndAlmostAllOfIt) {
  const std::vector<std::vector<WeightSegment>> cases = {
      {{1, -700.0, 0.0}}, nesterov_weights(100),    nesterov_weights(5000),
      saw_weights(),      {{30000, -4000.0, 1e-5}}, {{7, 0.0, 0.0}, {9, -200.0, 0.0}},
      {{1000, 0.0, 0.31}}};
  for (const auto& segments : cases)
    for (const Division division :
         {Division::uniform, Division::remark_4_2, Division::exact_subsampled})
      for (const Index m : {Index{1}, Index{1000}, kSamples})
        for (const double epsilon : {1e-6, 1.0, 900.0})
          expect_spends(divide_pure_budget(division, segments, epsilon, m, kSamples).value(),
                        epsilon);
}

TEST(BudgetDivision, SpendsTheBudgetOverMillionsOfSteps) {
  const Index steps = 3000000;
  expect_spends(
      divide_pure_budget(Division::uniform, nesterov_weights(steps), 1.0, 10, kSamples).value(),
      1.0);
  const std::vector<WeightSegment> slow = {{steps, 0.0, 2e-6}, {steps, -3.0, -1e-7}};
  expect_spends(divide_pure_budget(Division::remark_4_2, slow, 1.0, 10, kSamples).value(), 1.0);
}

TEST(BudgetDivision, VisitsTheSameValuesInOrderAsByStep) {
  for (const Division division :
       {Division::uniform, Division::remark_4_2, Division::exact_subsampled}) {
    const auto shares = divide_pure_budget(division, saw_weights(), 2.0, 50, kSamples).value();
    Index expected = 1;
    shares.for_each([&](Index t, double epsilon) {
      EXPECT_EQ(t, expected++);
      EXPECT_EQ(epsilon, shares.epsilon_at(t));
    });
    EXPECT_EQ(expected, shares.steps() + 1);
  }
}

TEST(BudgetDivision, IsUniformForEqualWeights) {
  const std::vector<WeightSegment> equal = {{30, -2.5, 0.0}, {70, -2.5, 0.0}};
  for (const Division division :
       {Division::uniform, Division::remark_4_2, Division::exact_subsampled})
    for (const Index m : {Index{10}, kSamples}) {
      const auto shares = divide_pure_budget(division, equal, 3.0, m, kSamples).value();
      for (Index t = 1; t <= 100; ++t) EXPECT_NEAR(shares.epsilon_at(t), 0.03, 1e-14);
    }
}

TEST(BudgetDivision, IsTheCubeRootRuleInClosedFormWithoutSampling) {
  for (const auto& segments : {nesterov_weights(200), saw_weights()}) {
    const auto weights = weights_of(segments);
    double roots = 0.0, objective = 0.0;
    for (const double a : weights) roots += std::cbrt(a);
    for (const Division division : {Division::remark_4_2, Division::exact_subsampled}) {
      const auto shares = divide_pure_budget(division, segments, 2.0, kSamples, kSamples).value();
      objective = 0.0;
      for (Index t = 1; t <= shares.steps(); ++t) {
        const double a = weights[static_cast<std::size_t>(t - 1)];
        EXPECT_NEAR(shares.epsilon_at(t) / (2.0 * std::cbrt(a) / roots), 1.0, 1e-12);
        objective += a / (shares.epsilon_at(t) * shares.epsilon_at(t));
      }
      EXPECT_NEAR(objective * 4.0 / (roots * roots * roots), 1.0, 1e-12);
    }
  }
}

TEST(BudgetDivision, NoPerturbationOfTheCubeRootRuleDoesBetter) {
  const auto segments = saw_weights();
  const auto weights = weights_of(segments);
  const auto shares =
      divide_pure_budget(Division::remark_4_2, segments, 1.0, kSamples, kSamples).value();
  std::vector<double> epsilons;
  double best = 0.0;
  shares.for_each([&](Index t, double epsilon) {
    epsilons.push_back(epsilon);
    best += weights[static_cast<std::size_t>(t - 1)] / (epsilon * epsilon);
  });
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int trial = 0; trial < 2000; ++trial) {
    const double size = trial % 2 == 0 ? 0.3 : 1e-4;
    std::vector<double> other = epsilons;
    double sum = 0.0;
    for (double& epsilon : other) sum += epsilon *= 1.0 + size * uniform(generator);
    double objective = 0.0;
    for (std::size_t t = 0; t < other.size(); ++t)
      objective += weights[t] * sum * sum / (other[t] * other[t]);
    EXPECT_GE(objective, best * (1 - 1e-12));
  }
}

TEST(BudgetDivision, HasThePublishedNoiseTermsWithoutSampling) {
  struct Row {
    Index steps;
    double uniform, divided;
  };
  for (const Row& row :
       {Row{100, 0.20008, 0.0894352}, Row{121, 0.293276, 0.102852}, Row{1000, 20.0392, 0.12939}}) {
    const auto segments = nesterov_weights(row.steps);
    EXPECT_NEAR(noise_term(Division::uniform, segments, kSamples) / row.uniform, 1.0, 5e-6);
    EXPECT_NEAR(noise_term(Division::remark_4_2, segments, kSamples) / row.divided, 1.0, 5e-6);
  }
  const auto shares =
      divide_pure_budget(Division::remark_4_2, nesterov_weights(100), 1.0, kSamples, kSamples)
          .value();
  EXPECT_NEAR(shares.epsilon_at(1), 2.855e-3, 5e-7);
  EXPECT_NEAR(shares.epsilon_at(100), 2.412e-2, 5e-6);
  EXPECT_NEAR(laplace_scale(40, kSamples, kSamples, shares.epsilon_at(1)).value(), 0.1401, 5e-5);
  EXPECT_NEAR(laplace_scale(40, kSamples, kSamples, shares.epsilon_at(100)).value(), 0.0166, 5e-5);
}

TEST(BudgetDivision, HasThePublishedNoiseTermsWithSampling) {
  const auto segments = nesterov_weights(100);
  EXPECT_NEAR(noise_term(Division::exact_subsampled, segments, 1000), 0.222647, 5e-7);
  EXPECT_NEAR(noise_term(Division::remark_4_2, segments, 1000), 0.224676, 5e-7);
  EXPECT_NEAR(noise_term(Division::uniform, segments, 1000), 0.413447, 5e-7);
  EXPECT_NEAR(noise_term(Division::exact_subsampled, segments, 100), 2.34105, 5e-6);
  EXPECT_NEAR(noise_term(Division::remark_4_2, segments, 100), 2.43274, 5e-6);
  EXPECT_NEAR(noise_term(Division::uniform, segments, 100), 3.46655, 5e-6);
  const auto shares =
      divide_pure_budget(Division::exact_subsampled, segments, 1.0, 1000, kSamples).value();
  EXPECT_NEAR(laplace_scale(40, 1000, kSamples, shares.epsilon_at(1)).value(), 0.1792, 5e-5);
  EXPECT_NEAR(laplace_scale(40, 1000, kSamples, shares.epsilon_at(100)).value(), 0.0303, 5e-5);
}

TEST(BudgetDivision, TheExactRuleBeatsRemark42WhichBeatsUniform) {
  for (const auto& segments : {nesterov_weights(100), nesterov_weights(400), saw_weights()})
    for (const Index m : {Index{1}, Index{10}, Index{100}, Index{10000}, Index{99999}}) {
      const double exact = noise_term(Division::exact_subsampled, segments, m);
      const double remark = noise_term(Division::remark_4_2, segments, m);
      EXPECT_LE(exact, remark * (1 + 1e-12)) << m;
      EXPECT_LE(remark, noise_term(Division::uniform, segments, m) * (1 + 1e-12)) << m;
    }
}

TEST(BudgetDivision, TheExactRuleMeetsTheStationarityConditionAtEveryStep) {
  for (const auto& segments : {nesterov_weights(100), nesterov_weights(2000), saw_weights()})
    for (const Index m : {Index{1}, Index{100}, Index{99000}})
      for (const double epsilon : {1e-4, 1.0, 400.0}) {
        const auto sampling = SamplingAmplification::create(m, kSamples).value();
        const auto weights = weights_of(segments);
        const auto shares =
            divide_pure_budget(Division::exact_subsampled, segments, epsilon, m, kSamples).value();
        double reference = 0.0;
        shares.for_each([&](Index t, double share) {
          const double r = sampling.base(share);
          const double ratio =
              2.0 * weights[static_cast<std::size_t>(t - 1)] / (r * r * r * sampling.slope(r));
          if (t == 1) reference = ratio;
          EXPECT_NEAR(ratio / reference, 1.0, 1e-8) << t << " m=" << m << " eps=" << epsilon;
        });
      }
}

TEST(BudgetDivision, WarnsOfExtremeDivisionAndRefusesInfiniteNoise) {
  const auto divide = [](Index steps) {
    return divide_pure_budget(Division::remark_4_2, nesterov_weights(steps), 1.0, kSamples,
                              kSamples);
  };
  EXPECT_FALSE(divide(100)->is_extreme());
  EXPECT_TRUE(divide(1000)->is_extreme());
  EXPECT_NEAR(divide(1000)->epsilon_at(1) / 9.5e-12, 1.0, 0.01);
  EXPECT_NEAR(laplace_scale(40, kSamples, kSamples, divide(1000)->epsilon_at(1)).value() / 4.2e7,
              1.0, 0.01);
  const auto hopeless = divide(100000);
  EXPECT_EQ(hopeless.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(hopeless.error().field, "iterations");
}

TEST(BudgetDivision, ForZcdpWithLaplaceNoiseFollowsTheFourthRoot) {
  const auto segments = saw_weights();
  const auto weights = weights_of(segments);
  const double rho = 0.125;
  const auto shares = divide_zcdp_budget_for_laplace(segments, rho).value();
  double roots = 0.0;
  for (const double a : weights) roots += std::sqrt(a);
  long double spent = 0.0L;
  shares.for_each([&](Index t, double epsilon) {
    const double a = weights[static_cast<std::size_t>(t - 1)];
    EXPECT_NEAR(epsilon / (std::sqrt(2 * rho / roots) * std::sqrt(std::sqrt(a))), 1.0, 1e-12);
    spent += 0.5L * epsilon * epsilon;
  });
  EXPECT_LE(spent, static_cast<long double>(rho));
  EXPECT_GE(spent, rho * (1 - 1e-12L));
}

TEST(BudgetDivision, ForGaussianNoiseFollowsTheSquareRoot) {
  const auto segments = saw_weights();
  const auto weights = weights_of(segments);
  const double rho = 0.125;
  const auto shares = divide_zcdp_budget_for_gaussian(segments, rho).value();
  double roots = 0.0;
  for (const double a : weights) roots += std::sqrt(a);
  long double spent = 0.0L, noise = 0.0L;
  shares.for_each([&](Index t, double rho_t) {
    const double a = weights[static_cast<std::size_t>(t - 1)];
    EXPECT_NEAR(rho_t / (rho * std::sqrt(a) / roots), 1.0, 1e-12);
    EXPECT_EQ(rho_t, shares.rho_at(t));
    spent += rho_t;
    noise += a / (4 * rho_t);  // sum of a sigma^2 / 2 with S2 = n = d = 1
  });
  EXPECT_LE(spent, static_cast<long double>(rho));
  EXPECT_GE(spent, rho * (1 - 1e-12L));
  EXPECT_NEAR(noise / (roots * roots / (4 * rho)), 1.0L, 1e-12L);
}

TEST(BudgetDivision, RefusesBadBudgetsAndSchedules) {
  const auto segments = nesterov_weights(10);
  for (const double epsilon : {0.0, -1.0, std::nan("")}) {
    EXPECT_EQ(divide_pure_budget(Division::uniform, segments, epsilon, 1, 10).error().code,
              ErrorCode::invalid_budget);
    EXPECT_EQ(divide_zcdp_budget_for_laplace(segments, epsilon).error().field, "privacy.rho");
    EXPECT_EQ(divide_zcdp_budget_for_gaussian(segments, epsilon).error().field, "privacy.rho");
  }
  EXPECT_EQ(divide_pure_budget(Division::uniform, {}, 1.0, 1, 10).error().field, "iterations");
  EXPECT_EQ(divide_pure_budget(Division::uniform, segments, 1.0, 11, 10).error().field,
            "batchSize");
  const std::vector<WeightSegment> infinite = {{2, 0.0, INFINITY}};
  EXPECT_EQ(divide_pure_budget(Division::uniform, infinite, 1.0, 1, 10).error().field, "weights");
}

}  // namespace
}  // namespace noisy
