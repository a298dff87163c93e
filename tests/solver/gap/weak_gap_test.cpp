// Weak gaps of random points: exact for T4, where the plug-in estimate is the gap at their mean.
#include "engine/solver/gap/weak_gap.h"

#include "engine/random/distributions.h"
#include "tests/solver/gap/population_means.h"

namespace noisy::testing {
namespace {

Stream bootstrap_draws(std::uint64_t seed) {
  return StreamFactory::synthetic_data(seed, "weak-gap").stream(StreamPurpose::data, 0);
}

SeparableBilinear bilinear() {
  return SeparableBilinear::make({.dimension = 5, .strength = 0.6}).value();
}

/// The saddle point plus noise, projected: what an algorithm could release.
std::vector<SaddlePoint> released(const SeparableBilinear& problem, int runs, std::uint64_t seed) {
  Stream stream = bootstrap_draws(seed);
  std::vector<SaddlePoint> out;
  for (int r = 0; r < runs; ++r) {
    SaddlePoint z = problem.saddle();
    for (Index j = 0; j < 5; ++j) {
      z.primal[j] += normal(stream, 0.1);
      z.dual[j] += normal(stream, 0.1);
    }
    problem.primal_domain().project(z.primal);
    problem.dual_domain().project(z.dual);
    out.push_back(z);
  }
  return out;
}

SaddlePoint mean_of(const std::vector<SaddlePoint>& points) {
  SaddlePoint out{Vector::Zero(5), Vector::Zero(5)};
  for (const SaddlePoint& z : points) {
    out.primal += z.primal / static_cast<double>(points.size());
    out.dual += z.dual / static_cast<double>(points.size());
  }
  return out;
}

WeakGapEstimate estimate(const SaddleMean& mean, const std::vector<SaddlePoint>& points,
                         std::uint64_t seed = 1) {
  WeakGap search(mean, points, {.search = {.width = 1e-9}, .resamples = 200},
                 bootstrap_draws(seed));
  run(search);
  return search.result();
}

TEST(WeakGap, HasThePlugInEstimateOfBilinearProblems) {
  const SeparableBilinear problem = bilinear();
  const ClosedFormMean mean(population(problem));
  for (const int runs : {2, 7, 30}) {
    const std::vector<SaddlePoint> points = released(problem, runs, 3);
    const WeakGapEstimate found = estimate(mean, points);
    EXPECT_TRUE(found.is_narrow);
    EXPECT_TRUE(found.plug_in.contains(problem.gap(mean_of(points))));
    EXPECT_LE(found.plug_in.width(), 1e-9);
  }
}

/// The maximum of a mean is at most the mean of the maxima.
TEST(WeakGap, IsAtMostTheStrongGap) {
  const SeparableBilinear problem = bilinear();
  const ClosedFormMean mean(population(problem));
  const std::vector<SaddlePoint> points = released(problem, 20, 4);
  double strong = 0;
  for (const SaddlePoint& z : points) strong += gap_at(mean, z).upper / 20;
  const Bracket weak = estimate(mean, points).plug_in;
  EXPECT_LT(weak.upper, 0.7 * strong);
  EXPECT_GE(weak.lower, 0);
}

TEST(WeakGap, OfTheSamePointTwiceIsItsStrongGap) {
  const SeparableBilinear problem = bilinear();
  const ClosedFormMean mean(population(problem));
  const SaddlePoint z = released(problem, 1, 5).front();
  GapSearch one(mean, {&z, 1}, {.width = 1e-9});
  run(one);
  const WeakGapEstimate twice = estimate(mean, {z, z});
  EXPECT_NEAR(twice.plug_in.lower, one.gap().lower, 1e-12);
  EXPECT_NEAR(twice.split, problem.gap(z), 1e-12);
  EXPECT_NEAR(twice.interval.width(), 0, 1e-12);
}

/// The split estimate is below the weak gap in the mean, the plug-in above. The law of the points
/// is symmetric about their mean as far as the boxes do not cut noise off, so 4000 runs are taken
/// for the exact mean.
TEST(WeakGap, LiesBetweenItsEstimatesInTheMean) {
  const SeparableBilinear problem = bilinear();
  const ClosedFormMean mean(population(problem));
  const double exact = problem.gap(mean_of(released(problem, 4000, 6)));
  double split = 0;
  double plug_in = 0;
  constexpr int kTrials = 60;
  for (int trial = 0; trial < kTrials; ++trial) {
    const WeakGapEstimate found =
        estimate(mean, released(problem, 10, static_cast<std::uint64_t>(100 + trial)));
    split += found.split / kTrials;
    plug_in += found.plug_in.lower / kTrials;
    EXPECT_LE(found.split, found.interval.upper);
    EXPECT_GE(found.split, found.interval.lower);
  }
  EXPECT_LT(split, exact);
  EXPECT_GT(plug_in, exact);
}

/// Values of a normal law: the interval of the mean is about +- 1.96 standard errors.
TEST(Bootstrap, HasTheWidthOfItsLevel) {
  Stream stream = bootstrap_draws(9);
  std::vector<double> values(400);
  fill_normal(stream, 1, values);
  const double mean = math::sum(values) / 400;
  const Bracket at_95 = bootstrap_interval(values, 4000, 0.95, stream);
  EXPECT_NEAR(at_95.upper - mean, 1.96 / 20, 0.02);
  EXPECT_NEAR(mean - at_95.lower, 1.96 / 20, 0.02);
  const Bracket at_50 = bootstrap_interval(values, 4000, 0.5, stream);
  EXPECT_NEAR(at_50.width(), 2 * 0.674 / 20, 0.012);
}

}  // namespace
}  // namespace noisy::testing
