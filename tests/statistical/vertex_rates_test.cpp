// Excess risk of methods that draw vertices, on planted problems of known populations, beside what
// prototypes of the specification measured (saddle-mirror-descent, 4.4: S10 to S13). Seeds are
// fixed, so that nothing fails by chance; every range is that of the specification or a third
// around its numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "engine/algorithm/simplex/anytime_descent.h"
#include "engine/algorithm/simplex/gaussian_descent.h"
#include "engine/algorithm/simplex/theory/anytime_rule.h"
#include "engine/algorithm/simplex/tree_frank_wolfe.h"
#include "engine/problem/saddle/sign_population.h"
#include "tests/algorithm/simplex/support/vertex_plans.h"

namespace noisy::testing {
namespace {

/// P6 or P5 with records that are made anew whenever one is asked for: rows of signs, the first
/// with the mean 1/2 for the linear loss -u.x, all with the mean 0 and the target u.x* +- 1/4 for
/// least squares.
class PlantedSigns final : public FiniteSum {
 public:
  PlantedSigns(Index samples, Index features, LossKind kind, std::uint64_t seed)
      : setting_(absent_setting(samples, features, kind)),
        kind_(kind),
        seed_(seed),
        weights_(planted_weights(features)) {}

  Index samples() const override { return setting_.data->samples(); }
  Index dimension() const override { return setting_.data->dimension(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery>) const override { return nullptr; }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch&) const override {
    Vector& out = *query.gradient;
    row_of(records.front(), out);
    double slope = -1;
    if (kind_ == LossKind::squared) {
      const double noise = hashed(records.front(), -2) & 1 ? 0.25 : -0.25;
      slope = out.dot(*query.point - weights_) - noise;
    }
    out *= slope;
  }
  /// Targets are up to 5/4, where those of the setting are up to 1.
  GradientBounds gradient_bounds() const override {
    const GradientBounds known = setting_.data->gradient_bounds();
    const double more = kind_ == LossKind::squared ? 1.125 : 1;
    return {.l1 = more * known.l1, .l2 = more * known.l2, .linf = more * known.linf};
  }
  RegionBounds bounds_within(double radius) const override {
    RegionBounds known = setting_.data->bounds_within(radius);
    known.gradient_l2 = gradient_bounds().l2;
    known.record_gradient = known.gradient_l2 / 2;
    return known;
  }
  double l1_sensitivity_at(const Vector&) const override { return gradient_bounds().l1; }
  double smoothness_bound() const override { return setting_.data->smoothness_bound(); }
  double rank_one_curvature() const override { return setting_.data->rank_one_curvature(); }
  bool is_convex() const override { return true; }

  double excess(const Vector& x) const {
    return kind_ == LossKind::squared ? 0.5 * (x - weights_).squaredNorm() : 0.5 * (1 - x[0]);
  }

 private:
  std::uint64_t hashed(Index record, Index word) const {
    std::uint64_t z = seed_ * 0x9e3779b97f4a7c15 + static_cast<std::uint64_t>(record) * 1000 +
                      static_cast<std::uint64_t>(word + 3);
    for (const std::uint64_t factor : {0xbf58476d1ce4e5b9, 0x94d049bb133111eb}) {
      z = (z ^ (z >> 31)) * factor;
      z ^= z >> 29;
    }
    return z ^ (z >> 32);
  }
  void row_of(Index record, Vector& out) const {
    out.resize(dimension());
    std::uint64_t word = 0;
    for (Index j = 0; j < out.size(); ++j) {
      word = j % 64 == 0 ? hashed(record, j / 64) : word >> 1;
      out[j] = word & 1 ? 1 : -1;
    }
    if (kind_ == LossKind::linear) out[0] = hashed(record, -1) % 4 == 0 ? -1 : 1;
  }

  VertexSetting setting_;
  LossKind kind_;
  std::uint64_t seed_;
  Vector weights_;
};

StreamFactory rate_streams(std::uint64_t seed) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "vertex-rates"});
}

using Planner = Result<std::unique_ptr<AlgorithmPlan>> (*)(const PlanInput&);

/// Of the output, over so many data sets with noise of their own.
double mean_excess(Planner planner, Index samples, Index features, LossKind kind,
                   const ParameterSet& parameters, int repeats = 4) {
  double sum = 0;
  for (int seed = 1; seed <= repeats; ++seed) {
    const auto key = static_cast<std::uint64_t>(seed);
    const PlantedSigns data(samples, features, kind, key);
    const VertexSetting setting(&data, {.kind = Domain::Kind::simplex});
    const auto plan = planner(input_of(setting, kApproximate, parameters));
    EXPECT_TRUE(plan) << plan.error().message;
    PrivateOracle oracle(data, {}, rate_streams(key), (*plan)->rule().cap());
    const Vector start = setting.domain.centre(features);
    const auto path = drive(data, oracle, (*plan)->start(oracle, start));
    EXPECT_FALSE(oracle.refusal());
    sum += data.excess(path.back());
  }
  return sum / repeats;
}

AnytimeRuleSetting rule_of(Index samples, Index features, LossKind kind) {
  const bool is_linear = kind == LossKind::linear;
  return {.bound = {.regularity = {.lipschitz = is_linear ? 1 : 2.25,
                                   .smoothness = is_linear ? 0.0 : 1.0},
                    .log_dimension = std::log(static_cast<double>(features))},
          .samples = samples};
}

/// The parameters of a part of Theorem 4.2, as a user would give them.
ParameterSet by_theorem(Index samples, Index features, LossKind kind, AnytimeRate rate) {
  const auto found = paper_scaled_anytime(rule_of(samples, features, kind),
                                          approximate_vertex_budget(1, 1e-6).value(), rate)
                         .value();
  return given({{"iterations", static_cast<double>(found.steps)},
                {"samplesPerStep", static_cast<double>(found.draws)},
                {"resamplePeriod", static_cast<double>(found.period)},
                {"stepSize", found.step_size * (1 - 1e-9)}});
}

double anytime_excess(Index samples, Index features, LossKind kind, AnytimeRate rate) {
  return mean_excess(plan_anytime_descent, samples, features, kind,
                     by_theorem(samples, features, kind, rate));
}

void expect_within_a_third(double measured, double prototype) {
  EXPECT_GT(measured, prototype / 1.33);
  EXPECT_LT(measured, prototype * 1.33);
}

double slope_between(double first, double last, double decades) {
  return std::log10(last / first) / decades;
}

TEST(VertexRates, SecondOrderExcessFallsLikeTheRootOfTheRecords) {
  std::vector<double> measured;
  for (const auto& [samples, prototype] :
       {std::pair<Index, double>{10'000, 0.288}, {100'000, 0.0925}, {1'000'000, 0.0308}}) {
    measured.push_back(anytime_excess(samples, 64, LossKind::linear, AnytimeRate::second_order));
    expect_within_a_third(measured.back(), prototype);
  }
  const double slope = slope_between(measured.front(), measured.back(), 2);
  EXPECT_GT(slope, -0.58);
  EXPECT_LT(slope, -0.42);
}

TEST(VertexRates, FirstOrderExcessFallsMoreSlowly) {
  const double first = anytime_excess(100'000, 64, LossKind::linear, AnytimeRate::first_order);
  const double last = anytime_excess(1'000'000, 64, LossKind::linear, AnytimeRate::first_order);
  expect_within_a_third(first, 0.0984);
  expect_within_a_third(last, 0.0462);
  EXPECT_GT(slope_between(first, last, 1), -0.47);
  EXPECT_LT(slope_between(first, last, 1), -0.28);
}

/// From 16 to 1024 dimensions the logarithm grows 2.5 times, the root 8 times.
TEST(VertexRates, ExcessGrowsLikeTheLogarithmOfTheDimension) {
  const double few = anytime_excess(100'000, 16, LossKind::linear, AnytimeRate::second_order);
  const double many = anytime_excess(100'000, 1024, LossKind::linear, AnytimeRate::second_order);
  EXPECT_GT(many, few);
  EXPECT_LT(many / few, 4);
}

/// S12. From 16 to 4096 vertices the logarithm grows 3 times, the fourth root 4 times, and the risk
/// of noisy gradients like (d ln d)^(1/4) n^(-1/2) or more, where it is not yet small. Their steps
/// are those of their bound, with which they stay ahead for longer than the specification's: up to
/// between 1024 and 4096 vertices.
TEST(VertexRates, DrawnVerticesPassGaussianNoiseAsTheDimensionGrows) {
  const auto drawn = [](Index samples, Index features) {
    return anytime_excess(samples, features, LossKind::linear, AnytimeRate::second_order);
  };
  const auto noisy = [](Index samples, Index features) {
    return mean_excess(plan_gaussian_descent, samples, features, LossKind::linear, {});
  };
  expect_within_a_third(drawn(1'000'000, 16), 0.023);
  expect_within_a_third(drawn(1'000'000, 64), 0.031);
  EXPECT_LT(noisy(1'000'000, 16), 0.018);
  EXPECT_LT(noisy(1'000'000, 64), 0.035);
  const double few_drawn = drawn(100'000, 16), few_noisy = noisy(100'000, 16);
  const double many_drawn = drawn(100'000, 4096), many_noisy = noisy(100'000, 4096);
  EXPECT_LT(few_noisy, 0.6 * few_drawn);
  EXPECT_GT(many_noisy, 1.1 * many_drawn);
  EXPECT_LT(many_drawn / few_drawn, 4);
  EXPECT_GT(many_noisy / few_noisy, 6);
}

TEST(VertexRates, VarianceReductionIsBelowAnytimeAverages) {
  for (const Index samples : {10'000, 100'000, 1'000'000}) {
    const double trees = mean_excess(plan_tree_frank_wolfe, samples, 64, LossKind::squared, {});
    const double anytime =
        anytime_excess(samples, 64, LossKind::squared, AnytimeRate::second_order);
    EXPECT_LT(trees, anytime);
  }
}

}  // namespace
}  // namespace noisy::testing
