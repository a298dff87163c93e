#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "engine/algorithm/kl/theory/adaptive_bound.h"

namespace noisy {
namespace {

AdaptiveFacts golden_facts() {
  return {.lipschitz = 2.0,
          .smoothness = 1.0,
          .samples = 1e4,
          .dimension = 10,
          .rho = 1.0,
          .failure_probability = 0.05};
}

constexpr AdaptiveChoices kPaper{.mode = AdaptiveMode::paper};
constexpr AdaptiveChoices kFinalStep{.output = AdaptiveOutput::after_final_step};

// O-16
TEST(AdaptiveSetting, OfThePaperHasTheGoldenFigures) {
  const auto setting = adaptive_setting(golden_facts(), kPaper).value();
  EXPECT_NEAR(setting.log_term, 12.2060726, 5e-8);
  EXPECT_NEAR(setting.norm_noise, 0.02, 1e-15);
  EXPECT_NEAR(setting.noise_floor, 4e-4, 1e-16);
  EXPECT_NEAR(setting.norm_charge, 1e-4, 1e-16);
  EXPECT_NEAR(setting.norm_cost, 2e-4, 1e-16);
  EXPECT_EQ(setting.most_queries, 5001);  // 5000 are paid, and one more is asked
  EXPECT_GT(setting.step_noise(0.0044193), setting.noise_floor);
  EXPECT_EQ(setting.step_noise(0.0044192), setting.noise_floor);
  EXPECT_EQ(setting.step_noise(-5.0), setting.noise_floor);
  EXPECT_EQ(setting.step_size, 0.5);
  EXPECT_NEAR(setting.true_cost, 1.5 + 2e-4, 1e-15);
  EXPECT_TRUE(setting.has_assumption);
}

// O-16
TEST(AdaptiveSetting, OfTheFilterHasTheGoldenFigures) {
  const auto setting = adaptive_setting(golden_facts(), kFinalStep).value();
  EXPECT_EQ(setting.most_queries, 5000);
  EXPECT_EQ(setting.reserve, 0.5);
  EXPECT_EQ(setting.main_budget, 0.5);
  EXPECT_NEAR(setting.norm_noise, 0.0282842712, 5e-11);
  EXPECT_NEAR(setting.chi_radius, 8.10314249, 5e-9);
  EXPECT_NEAR(setting.norm_error / setting.norm_noise, 5.07921644, 5e-9);
  EXPECT_NEAR(setting.norm_error, 0.14366194, 5e-9);
  EXPECT_NEAR(setting.noise_floor, 4e-4, 1e-16);
  EXPECT_EQ(adaptive_setting(golden_facts(), {})->most_queries, 10'000);
  EXPECT_NEAR(adaptive_setting(golden_facts(), {})->noise_floor, 4e-4, 1e-16);
}

TEST(AdaptiveSetting, FloorsStepCostsHalfOfTheBudget) {
  for (const auto& choices : {AdaptiveChoices{}, kFinalStep}) {
    const auto setting = adaptive_setting(golden_facts(), choices).value();
    const double ratio = setting.sensitivity / setting.noise_floor;
    EXPECT_NEAR(ratio * ratio / 2.0, 0.5, 1e-15);
  }
}

TEST(AdaptiveSetting, QueriesDoNotDependOnLastBits) {
  for (Index queries = 1; queries <= 400; ++queries) {
    AdaptiveFacts facts = golden_facts();
    facts.samples = 730.0;
    const double root = static_cast<double>(queries) / facts.samples;
    facts.rho = root * root;
    EXPECT_EQ(adaptive_setting(facts, {})->most_queries, queries);
    facts.rho *= 4.0;
    EXPECT_EQ(adaptive_setting(facts, kFinalStep)->most_queries, queries);
    EXPECT_EQ(adaptive_setting(facts, kPaper)->most_queries, queries + 1);
  }
}

/// The zCDP of a printed run that is charged as much as it can be, in steps of one noise.
double worst_printed_cost(const AdaptiveSetting& setting, double noise) {
  const auto cost = [&](double deviation) {
    return std::pow(setting.sensitivity / deviation, 2) / 2.0;
  };
  const double half = setting.formula_rho / 2.0;
  double charged = 0.0, spent = 0.0;
  while (charged <= half) {
    const bool is_last =
        charged + 2.0 * setting.norm_charge > half ||
        charged + setting.norm_charge +
                std::pow(2.0 * setting.noise_floor / noise, 2) * setting.formula_rho / 16.0 >
            half;
    const double deviation = is_last ? setting.noise_floor : noise;
    // L_0^2 / (n sigma)^2 = rho/4 (floor/sigma)^2, and rho/2 at the floor.
    const double charge =
        deviation == setting.noise_floor
            ? half
            : setting.formula_rho / 4.0 * std::pow(setting.noise_floor / deviation, 2);
    charged += setting.norm_charge + charge;
    spent += setting.norm_cost + cost(deviation);
  }
  return spent;
}

TEST(AdaptiveSetting, PrintedRunsCostWhatIsSaid) {
  for (const double adjacency : {1.0, 2.0}) {
    AdaptiveFacts facts = golden_facts();
    facts.adjacency = adjacency;
    const auto paper = adaptive_setting(facts, kPaper).value();
    const double most = adjacency == 2.0 ? 1.5 + 2e-4 : 0.375 + 0.5e-4;
    EXPECT_NEAR(paper.true_cost, most, 1e-12);
    double worst = 0.0;
    for (const double noise : {4.1e-4, 1e-3, 4e-3, 1.0}) {
      worst = std::max(worst, worst_printed_cost(paper, noise));
    }
    EXPECT_LE(worst, paper.true_cost * (1.0 + 1e-12));
    EXPECT_GE(worst, 0.99 * paper.true_cost);
    const auto certified = adaptive_setting(facts, {.mode = AdaptiveMode::paper_certified}).value();
    EXPECT_NEAR(certified.true_cost, facts.rho, 1e-12);
    EXPECT_LE(certified.true_cost, facts.rho);
  }
  // With few records the norms' part counts.
  const double rho = certified_paper_rho(0.3, 2.0, 2.0);
  EXPECT_NEAR(1.5 * rho + std::sqrt(rho), 0.3, 1e-12);
}

TEST(AdaptiveSetting, NamesWhatIsWrong) {
  const auto error_of = [](auto change, AdaptiveChoices choices = {}) {
    AdaptiveFacts facts = golden_facts();
    change(facts);
    return adaptive_setting(facts, choices).error();
  };
  const auto same = [](AdaptiveFacts&) {};
  EXPECT_EQ(error_of([](AdaptiveFacts& f) { f.samples = 0.0; }).field, "data");
  EXPECT_EQ(error_of([](AdaptiveFacts& f) { f.dimension = 0; }).field, "data");
  EXPECT_EQ(error_of([](AdaptiveFacts& f) { f.lipschitz = INFINITY; }).field, "problem.constants");
  EXPECT_EQ(error_of([](AdaptiveFacts& f) { f.smoothness = 0.0; }).field, "problem.constants");
  EXPECT_EQ(error_of([](AdaptiveFacts& f) { f.rho = 0.0; }).field, "privacy.rho");
  EXPECT_EQ(error_of([](AdaptiveFacts& f) { f.failure_probability = 1.0; }).field,
            "failureProbability");
  EXPECT_EQ(error_of([](AdaptiveFacts& f) { f.adjacency = 0.0; }).field, "privacy.neighbours");
  EXPECT_EQ(error_of([](AdaptiveFacts& f) { f.rho = 1e-12; }).field, "privacy.rho");
  EXPECT_EQ(error_of(same, {.relative_noise = 1.5}).field, "relativeNoise");
  EXPECT_EQ(error_of(same, {.most_norm_queries = -1}).field, "maxNormQueries");
  // The budget has to pay for one norm: n sqrt(rho) >= 1, and 2 where half of it is kept.
  const auto few = [](AdaptiveFacts& f) {
    f.samples = 150.0;
    f.rho = 1e-4;
  };
  EXPECT_THAT(error_of(few, kFinalStep).message, ::testing::HasSubstr("at least 200 records"));
  EXPECT_EQ(error_of(few, kFinalStep).field, "data");
  AdaptiveFacts enough = golden_facts();
  few(enough);
  EXPECT_EQ(adaptive_setting(enough, {})->most_queries, 1);
  enough.samples = 100.0;  // n sqrt(rho) is 1 but for a last bit
  EXPECT_EQ(adaptive_setting(enough, {})->most_queries, 1);
  enough.samples = 200.0;
  EXPECT_EQ(adaptive_setting(enough, kFinalStep)->most_queries, 1);
  enough.samples = 99.0;
  EXPECT_THAT(adaptive_setting(enough, {}).error().message,
              ::testing::HasSubstr("at least 100 records"));
  EXPECT_EQ(adaptive_setting(enough, {.most_norm_queries = 7})->most_queries, 7);
}

// O-19
TEST(AdaptiveDescent, HoldsForHalfTheNormAndNotForAllOfIt) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform;
  // F falls by at least <g, s> / 2 - |s|^2 / 8 with s = g + noise, in units of 1 / L_1.
  const auto decrease = [](double gradient, double along, double norm) {
    const double step = gradient * gradient + 2.0 * gradient * along + norm * norm;
    return (gradient * gradient + gradient * along) / 2.0 - step / 8.0;
  };
  for (int draw = 0; draw < 300'000; ++draw) {
    const double gradient = 4.0 * uniform(random), nu = uniform(random);
    const double norm = uniform(random) * (gradient + nu) / 2.0;
    const double along = norm * (2.0 * uniform(random) - 1.0);
    EXPECT_GE(decrease(gradient, along, norm), (gradient * gradient - nu * nu) / 8.0 - 1e-12);
  }
  // The noise -g is allowed for r = 1: no movement, no decrease.
  EXPECT_EQ(decrease(1.0, -1.0, 1.0), 0.0);
  // The final step at the floor raises F by at most |noise|^2 / (6 L_1).
  double least = 0.0;
  for (double gradient = 0.0; gradient <= 3.0; gradient += 1e-3)
    least = std::min(least, decrease(gradient, -1.0, 1.0));
  EXPECT_NEAR(least, -1.0 / 6.0, 1e-6);
}

/// A run on a risk that resists as much as the condition, smoothness and noise allow: the gap
/// where it stops.
double adversarial_gap(const AdaptiveFacts& facts, const AdaptiveSetting& setting,
                       const AdaptiveRisk& risk, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform;
  const double greed = uniform(random), honesty = uniform(random);
  double gap = risk.initial_gap, spent = 0.0;
  for (Index t = 0; t < setting.most_queries; ++t) {
    if (spent + setting.norm_cost > setting.main_budget) break;
    spent += setting.norm_cost;
    const double least = std::pow(gap, 1.0 / risk.kappa) / risk.gamma;
    const double most = std::max(least, std::sqrt(2.0 * facts.smoothness * gap));
    const double gradient =
        least + (uniform(random) < greed ? 0.0 : uniform(random)) * (most - least);
    const double sign = uniform(random) < honesty ? 2.0 * uniform(random) - 1.0 : -1.0;
    const double noise = setting.step_noise(gradient + sign * setting.norm_error);
    const double cost = std::pow(setting.sensitivity / noise, 2) / 2.0;
    const bool is_last = noise == setting.noise_floor || spent + cost > setting.main_budget;
    const double error = setting.chi_radius * noise;
    // The noise against the gradient, and the step that gains least from it.
    const double step = gradient - error;
    const double change = (gradient * step / 2.0 - step * step / 8.0) / facts.smoothness;
    if (is_last && setting.output == AdaptiveOutput::last_certified) break;
    gap = std::max(0.0, gap - change);
    if (is_last) break;
    spent += cost;
  }
  return gap;
}

TEST(AdaptiveBound, IsNeverPassedByARiskThatResists) {
  std::mt19937_64 random(11);
  double closest = 0.0;
  for (const double kappa : {1.0, 1.2, 4.0 / 3.0, 1.5, 2.0})
    for (const double samples : {300.0, 3e3, 3e4, 3e6})
      for (const Index cap : {0, 20, 200})
        for (const auto output :
             {AdaptiveOutput::last_certified, AdaptiveOutput::after_final_step}) {
          AdaptiveFacts facts = golden_facts();
          facts.samples = samples;
          if (samples > 1e6) facts.dimension = 1'000'000;  // gradients decide
          facts.smoothness = 1.0 + 3.0 * (2.0 - kappa);
          const AdaptiveRisk risk{kappa, std::sqrt(0.6), 0.5};
          const AdaptiveChoices choices{.output = output, .most_norm_queries = cap};
          const auto setting = adaptive_setting(facts, choices).value();
          const double bound = adaptive_bound(facts, choices, risk).value().gap();
          for (int run = 0; run < 20; ++run) {
            const double gap = adversarial_gap(facts, setting, risk, random);
            EXPECT_LE(gap, std::max(bound, risk.initial_gap)) << kappa << " " << samples;
            EXPECT_LE(std::min(gap, 0.499), bound) << kappa << " " << samples << " " << cap;
            closest = std::max(closest, gap / bound);
          }
        }
  EXPECT_GT(closest, 0.1);
}

TEST(AdaptiveBound, IsItsFourFormulas) {
  const AdaptiveRisk risk{1.5, 0.7, 0.4};
  const AdaptiveFacts facts = golden_facts();
  const AdaptiveChoices capped{.most_norm_queries = 400};
  const auto bound = adaptive_bound(facts, capped, risk).value();
  const auto setting = adaptive_setting(facts, capped).value();
  const double nu = setting.norm_error, q = setting.chi_radius;
  EXPECT_NEAR(bound.norm_noise / (std::pow(std::sqrt(2.0) * 0.7 * nu, 1.5) + nu * nu / 8.0), 1.0,
              1e-12);
  EXPECT_NEAR(bound.gradient_budget /
                  std::pow(1026.0 * 0.6 * std::pow(0.7, 4) * std::pow(4e-4 * q, 2), 0.6),
              1.0, 1e-12);
  EXPECT_NEAR(bound.noise_floor / std::pow(0.7 * (2.0 * q * 4e-4 + nu), 1.5), 1.0, 1e-12);
  EXPECT_NEAR(bound.query_cap / std::pow(16.0 * 0.49 * 1.5 / (0.5 * 400.0), 3.0), 1.0, 1e-12);
  const auto shared = adaptive_bound(facts, {}, risk).value();
  EXPECT_NEAR(shared.query_cap / std::pow(16.0 * 0.49 * 1.5 / (0.5 * 5000.0), 3.0), 1.0, 1e-12);
  const auto linear = adaptive_bound(facts, capped, {2.0, 0.8, 0.4}).value();
  EXPECT_NEAR(linear.query_cap / (0.4 * std::pow(1.0 - 1.0 / (16.0 * 0.64), 400.0)), 1.0, 1e-9);
  EXPECT_EQ(bound.gap(), std::max({bound.norm_noise, bound.gradient_budget, bound.noise_floor,
                                   bound.query_cap}));
  AdaptiveChoices after = capped;
  after.output = AdaptiveOutput::after_final_step;
  const auto final_setting = adaptive_setting(facts, after).value();
  const double noise = final_setting.chi_radius * final_setting.noise_floor;
  EXPECT_NEAR(adaptive_bound(facts, after, risk)->noise_floor,
              std::pow(0.7 * (2.0 * noise + final_setting.norm_error), 1.5) + noise * noise / 6.0,
              1e-12);
}

// Section 4: with the paper's m the norms decide, -kappa/2; with a cap the gradients' budget.
TEST(AdaptiveBound, HasTheSlopesOfTheoremFour) {
  for (const double kappa : {2.0, 1.5, 4.0 / 3.0}) {
    const auto bound = [&](double samples, Index cap) {
      AdaptiveFacts facts = golden_facts();
      facts.samples = samples;
      return adaptive_bound(facts, {.most_norm_queries = cap}, {kappa, 0.7, 0.5}).value();
    };
    const double decades = 4.0 * std::log(10.0);
    const double norms = std::log(bound(1e10, 0).norm_noise / bound(1e6, 0).norm_noise) / decades;
    EXPECT_NEAR(norms, -kappa / 2.0, 0.05) << kappa;
    const double gradients =
        std::log(bound(1e10, 400).gradient_budget / bound(1e6, 400).gradient_budget) / decades;
    EXPECT_NEAR(gradients, -2.0 * kappa / (4.0 - kappa), 1e-9) << kappa;
  }
}

TEST(AdaptiveBound, NamesWhatIsWrong) {
  const AdaptiveFacts facts = golden_facts();
  const auto field_of = [&](AdaptiveChoices choices, AdaptiveRisk risk) {
    return adaptive_bound(facts, choices, risk).error().field;
  };
  EXPECT_EQ(field_of({}, {2.5, 1.0, 1.0}), "problem.constants.klExponent");
  EXPECT_EQ(field_of({}, {2.0, 0.0, 1.0}), "problem.constants.klConstant");
  EXPECT_EQ(field_of({}, {2.0, 1.0, 0.0}), "problem.constants.initialGap");
  EXPECT_EQ(field_of(kPaper, {2.0, 1.0, 1.0}), "mode");
  EXPECT_EQ(field_of({.relative_noise = 0.4}, {2.0, 1.0, 1.0}), "relativeNoise");
  EXPECT_EQ(field_of({.most_norm_queries = -1}, {2.0, 1.0, 1.0}), "maxNormQueries");
}

TEST(PaperAdaptiveRate, IsTheoremFoursFormula) {
  const AdaptiveFacts facts = golden_facts();
  const double ell = std::log(1e4 / 0.05);
  const double phases = (1.0 + 8.0 * 0.49) * (std::log(0.4) + 1.2 * std::log(1e4 / 1.4));
  const double expected = std::pow(1.4 * std::sqrt(10.0 * ell * phases) / 1e4, 1.2) +
                          std::pow(4.0 * ell / 1e4, 0.75) + std::pow(phases / 1e4, 3.0);
  EXPECT_NEAR(paper_adaptive_rate(facts, {1.5, 0.7, 0.4}) / expected, 1.0, 1e-12);
  AdaptiveFacts few = facts;
  few.samples = 1.0;
  EXPECT_EQ(paper_adaptive_rate(few, {1.5, 0.7, 0.4}), INFINITY);
}

TEST(Stationarity, SelectionCostsAndErrsAsSection34Says) {
  AdaptiveFacts facts = golden_facts();
  const IterateSelection paper = paper_selection(facts);
  EXPECT_NEAR(paper.coefficient, 1e4 / 4.0, 1e-9);
  EXPECT_NEAR(paper.cost, 0.5, 1e-15);  // rho / 2
  EXPECT_NEAR(paper.excess(9, 0.05), 4.0 / 1e4 * std::log(200.0), 1e-15);
  facts.adjacency = 1.0;
  EXPECT_NEAR(paper_selection(facts).cost, 0.125, 1e-15);
  const IterateSelection chosen = selection_of_cost(4e-4, 0.3);
  EXPECT_NEAR(std::pow(2.0 * chosen.coefficient * 4e-4, 2) / 8.0, 0.3, 1e-12);
  EXPECT_EQ(chosen.cost, 0.3);
}

TEST(Stationarity, BoundIsWhatDescentLeaves) {
  const auto setting = adaptive_setting(golden_facts(), {}).value();
  EXPECT_NEAR(stationarity_bound(setting, 0.5, 40),
              std::sqrt(8.0 * 0.5 / 40.0 + std::pow(setting.norm_error, 2)), 1e-12);
  EXPECT_EQ(stationarity_bound(setting, 0.5, 0), stationarity_bound(setting, 0.5, 1));
  const double noise = std::sqrt(2.0 * std::sqrt(5.0) / 1e4);
  const double norms = 2.0 * std::sqrt(std::log(1e4 / 0.05)) / 100.0;
  EXPECT_NEAR(paper_stationarity_rate(golden_facts(), 0.5, 1'000'000), std::sqrt(0.5e-6) + norms,
              1e-12);
  EXPECT_NEAR(paper_stationarity_rate(golden_facts(), 0.5, 10), noise + norms, 1e-12);
}

}  // namespace
}  // namespace noisy
