// The naive twins have the numbers that the specification works out, and keep its promises.
#include <gtest/gtest.h>

#include "tests/algorithm/kl/unit_draws.h"
#include "tests/algorithm/naive/kl_adaptive.h"
#include "tests/algorithm/naive/kl_proximal.h"
#include "tests/algorithm/naive/kl_spider.h"

namespace noisy::testing {
namespace {

using naive::KlConstants;
using naive::Numbers;

constexpr double kDigits = 1e-8;  ///< relative: what the specification prints

void expect_near(double found, double printed, double relative = kDigits) {
  EXPECT_NEAR(found, printed, relative * std::abs(printed));
}

/// Mean estimation: kappa = 2.
const KlConstants kQuadratic{.samples = 1e6,
                             .dimension = 10,
                             .rho = 0.5,
                             .gamma = std::sqrt(0.5),
                             .kappa = 2,
                             .lipschitz = 2,
                             .smoothness = 1,
                             .initial_gap = 0.5};

/// |w|^4 / 4: kappa = 4/3.
const KlConstants kQuartic{.samples = 1e7,
                           .dimension = 10,
                           .rho = 0.5,
                           .gamma = std::pow(4, -0.75),
                           .kappa = 4.0 / 3,
                           .lipschitz = 3,
                           .smoothness = 3,
                           .initial_gap = 0.25};

/// A cubic growth's dual: kappa = 3.
const KlConstants kCubic{.samples = 1000,
                         .dimension = 2,
                         .rho = 1,
                         .gamma = std::pow(1.5, -1.0 / 3),
                         .kappa = 3,
                         .lipschitz = 2,
                         .smoothness = 1,
                         .weak_convexity = 1,
                         .initial_gap = 0.5};

/// |w|^p / p, whose KL inequality is an equality.
naive::MeanGradient power_gradient(double p) {
  return [p](const Numbers& w) {
    const double length = naive::norm(w);
    return naive::plus(Numbers(w.size(), 0.0), length > 0 ? std::pow(length, p - 2) : 0, w);
  };
}

StreamFactory streams(std::uint64_t repeat) {
  return StreamFactory::reproducible({.seed = 5, .algorithm = "naive", .repeat = repeat});
}

TEST(NaiveSpider, HasThePrintedPlanOfAQuadratic) {
  const naive::SpiderPlan plan = naive::paper_spider(kQuadratic);
  ASSERT_EQ(plan.rounds.size(), 768u);
  expect_near(plan.contraction, 1.03125);
  expect_near(plan.event_probability, 6.510416667e-5);
  expect_near(plan.floor, 3.0323314e-4, 1e-7);
  expect_near(plan.rounds[0].fresh_noise, 7.83836718e-5);
  expect_near(plan.rounds[0].target, 0.4848484848, 1e-9);
  expect_near(plan.rounds[0].difference_noise, 3.85934521e-5);
  expect_near(plan.radius(), 18.973137, 1e-7);
  expect_near(naive::spider_cost(kQuadratic, plan), 1.0);
  EXPECT_EQ(plan.steps(), 768);
}

TEST(NaiveSpider, HasThePrintedPlanOfAQuartic) {
  const naive::SpiderPlan plan = naive::paper_spider(kQuartic);
  ASSERT_EQ(plan.rounds.size(), 884u);
  expect_near(plan.contraction, 1.0208333333, 1e-9);
  expect_near(plan.event_probability, 6.60327417e-8);
  expect_near(plan.floor, 2.24660275e-4);
  expect_near(plan.rounds[0].fresh_noise, 1.26142776e-5);
  expect_near(plan.rounds[0].target, 0.2448979592, 1e-9);
  expect_near(plan.rounds[0].length, 1.010362971, 1e-9);
  expect_near(plan.rounds.back().length, 33.35852667, 1e-8);
  EXPECT_EQ(plan.rounds.back().steps, 34);
  EXPECT_EQ(plan.steps(), 21821);
  expect_near(naive::spider_cost(kQuartic, plan), 1.0592805, 1e-7);
  expect_near(plan.radius(), 24.566692, 1e-7);
  EXPECT_NEAR(naive::spider_cost(kQuartic, naive::certified_spider(kQuartic)), 0.5, 1e-12);
}

struct Printed {
  const KlConstants* constants;
  double error, step, contraction, rounds, target, need, steps;
};

TEST(NaiveSpider, HasThePrintedAccuracyDrivenPlansWhichCostRhoExactly) {
  for (const Printed& one :
       {Printed{&kQuadratic, 0.125, 0.25, 1.3125, 56, 1.21733057e-7, 0.42167915, 56},
        Printed{&kQuadratic, 0.25, 0.5, 1.25, 74, 3.36999e-8, 0.46305467, 74},
        Printed{&kQuartic, 0.125, 0.25, 1.2083333, 66, 9.41053036e-7, 0.41091947, 5734},
        Printed{&kQuartic, 0.25, 0.5, 1.1666667, 86, 4.37034881e-7, 0, 10225}}) {
    const KlConstants& c = *one.constants;
    const naive::SpiderPlan plan = naive::accuracy_spider(c, one.error, one.step);
    expect_near(plan.contraction, one.contraction, 1e-7);
    EXPECT_EQ(static_cast<double>(plan.rounds.size()), one.rounds);
    expect_near(plan.rounds.back().target, one.target, 1e-6);
    if (one.need > 0) expect_near(plan.need, one.need, 1e-7);
    EXPECT_EQ(plan.steps(), one.steps);
    EXPECT_NEAR(naive::spider_cost(c, plan), c.rho, 1e-12 * c.rho);
  }
  expect_near(naive::accuracy_spider(kQuadratic).tail, 6.90956574);
  expect_near(naive::accuracy_spider(kQuadratic).radius(), 1.71566817);
  expect_near(naive::accuracy_spider(kQuartic).tail, 7.98926449);
  expect_near(naive::accuracy_spider(kQuartic).radius(), 1.96095332);
  EXPECT_EQ(naive::accuracy_spider(kQuartic).rounds.back().steps, 516);
}

TEST(NaiveSpider, WithoutNoiseEndsEveryRoundBelowItsTarget) {
  for (const double p : {2.0, 3.0, 4.0}) {
    KlConstants c = kQuadratic;
    c.kappa = p / (p - 1);
    c.gamma = std::pow(p, -1 / c.kappa);
    c.smoothness = p - 1;
    c.initial_gap = 1 / p;
    const naive::SpiderPlan plan = naive::accuracy_spider(c);
    Numbers start(10, 0.0);
    start[3] = 1;
    const auto trace = naive::run_spider(c, plan, power_gradient(p), no_noise(), start);
    for (std::size_t k = 0; k < plan.rounds.size(); ++k) {
      EXPECT_LE(std::pow(naive::norm(trace.round_end[k]), p) / p,
                plan.rounds[k].target * (1 + 1e-12))
          << "p = " << p << ", round " << k;
    }
  }
}

TEST(NaiveProximal, HasThePrintedPlan) {
  const naive::ProximalPlan plan = naive::paper_proximal(kCubic);
  EXPECT_EQ(plan.steps.size(), 353u);
  expect_near(plan.inner_beta, 1.41643e-4, 1e-5);
  expect_near(plan.inner_rho, 0.00283286, 1e-6);
  EXPECT_EQ(plan.inner_steps, 129327);
  naive::InnerSettings inner{
      .rho = plan.inner_rho, .beta = plan.inner_beta, .weight = 1, .steps = plan.inner_steps};
  expect_near(naive::inner_noise(kCubic, inner), 19.110642, 1e-7);
  inner.paper_noise = true;
  expect_near(naive::inner_noise(kCubic, inner), 27.026633, 1e-7);
  EXPECT_EQ(kCubic.lipschitz / (2 * inner.weight), 1);
}

/// x_+^1.5 / 1.5 + 0.6 (-x)_+^1.5 / 1.5, with gamma for kappa = 3.
double asymmetric_power(double x) {
  return (x > 0 ? 1 : 0.6) * std::pow(std::abs(x), 1.5) / 1.5;
}

TEST(NaiveProximal, GrowingWeightsKeepEveryTargetInEveryRun) {
  constexpr double kCap = 30000;
  KlConstants c = kCubic;
  c.samples = 1e6;
  c.dimension = 1;
  c.gamma = std::pow(1.5, -1.0 / 3) * std::pow(0.6, -1 / 1.5);
  c.lipschitz = 1.5;
  c.weak_convexity = 0;
  c.initial_gap = asymmetric_power(1);
  const naive::ProximalPlan plan = naive::growing_proximal(c, kCap);
  ASSERT_GT(plan.steps.size(), 3u);
  EXPECT_FALSE(naive::is_feasible(
      c, naive::growing_with(c, static_cast<double>(plan.steps.size()) + 1, kCap)));
  const naive::MeanGradient slope = [](const Numbers& w) {
    return Numbers{(w[0] > 0 ? 1 : -0.6) * std::sqrt(std::abs(w[0]))};
  };
  // The guarantee fails at a rate of beta at most; here the noise is far below what it allows.
  for (std::uint64_t repeat = 0; repeat < 2; ++repeat) {
    const auto trace = naive::run_proximal(c, plan, slope, unit_draws(streams(repeat)), {1});
    for (std::size_t t = 0; t < plan.steps.size(); ++t) {
      EXPECT_LE(asymmetric_power(trace.outer[t][0]), plan.steps[t].target);
    }
    // A plain sum of so many costs.
    EXPECT_NEAR(trace.run.spent(), c.rho,
                1.2e-16 * static_cast<double>(trace.run.releases.size()) * c.rho);
  }
}

TEST(NaiveAdaptive, HasThePrintedNumbers) {
  const KlConstants c{.samples = 1e4, .dimension = 10, .rho = 1, .lipschitz = 2, .smoothness = 1};
  const naive::FilterNumbers numbers = naive::filter_numbers(c, {.takes_final_step = true});
  EXPECT_EQ(numbers.most, 5000);
  expect_near(numbers.norm_noise, 0.0282842712);
  expect_near(numbers.tail, 8.10314249);
  expect_near(numbers.norm_tail, 5.07921644);
  expect_near(numbers.norm_error, 0.14366194, 1e-7);
  EXPECT_DOUBLE_EQ(numbers.least_noise, c.record_move());
  EXPECT_NEAR(naive::gaussian_cost(c.record_move(), numbers.least_noise), 0.5, 1e-15);
  EXPECT_EQ(naive::filter_numbers(c, {}).most, 10000);
  EXPECT_DOUBLE_EQ(naive::filter_numbers(c, {}).least_noise, c.record_move());
}

TEST(NaiveAdaptive, NeverSpendsMoreThanItMay) {
  KlConstants c{.samples = 400, .dimension = 5, .rho = 0.7, .lipschitz = 2, .smoothness = 1};
  for (std::uint64_t repeat = 0; repeat < 50; ++repeat) {
    for (const bool takes_final_step : {false, true}) {
      for (const double queries : {0.0, 6.0}) {
        const auto trace =
            naive::run_filter(c, {.norm_queries = queries, .takes_final_step = takes_final_step},
                              power_gradient(2), unit_draws(streams(repeat)), {1, -1, 0.5, 0, 0.1});
        EXPECT_LE(trace.run.spent(), c.rho * (1 + 1e-12));
        EXPECT_GT(trace.run.spent(), 0);
      }
    }
  }
}

TEST(NaiveAdaptive, ChargesHalfOfRhoForANegativeNormAndStops) {
  const KlConstants c{.samples = 1e4, .dimension = 1, .rho = 1, .lipschitz = 2, .smoothness = 1};
  naive::UnitDraws draws = no_noise();
  draws.normals = [](std::size_t release, std::size_t count) {
    return Numbers(count, release == 0 ? -1000.0 : 0.0);
  };
  const auto trace =
      naive::run_filter(c, {.takes_final_step = true}, power_gradient(2), draws, {0.1});
  EXPECT_EQ(trace.run.stop, "gradient_at_noise_floor");
  ASSERT_EQ(trace.run.releases.size(), 2u);
  EXPECT_DOUBLE_EQ(trace.run.releases[1].cost, c.rho / 2);
  const auto paper = naive::run_paper_adaptive(c, true, power_gradient(2), draws, {0.1});
  EXPECT_EQ(paper.trace.run.releases.size(), 2u);
  EXPECT_NEAR(paper.charged, 0.5 + 1e-4, 1e-12);
}

}  // namespace
}  // namespace noisy::testing
