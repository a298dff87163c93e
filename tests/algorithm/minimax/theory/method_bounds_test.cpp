#include "engine/algorithm/minimax/theory/method_bounds.h"

#include <gtest/gtest.h>

#include "engine/algorithm/minimax/theory/naive_bound.h"
#include "engine/algorithm/minimax/theory/phased_bound.h"
#include "tests/algorithm/minimax/theory/solution_settings.h"

namespace noisy {
namespace {

SolutionSetting convex_setting(Index samples, Index dimension, double epsilon) {
  SolutionSetting setting =
      golden_setting(SolutionMethod::convex, SolutionNoise::certified_analytic);
  setting.samples = samples;
  setting.primal_dimension = dimension;
  setting.budget = {SolutionNoise::certified_analytic, epsilon, 1e-7};
  return setting;
}

ComparedMethod better_at(Index samples, Index dimension, double epsilon) {
  return better_method(method_bounds(convex_setting(samples, dimension, epsilon)).value()).method;
}

TEST(MethodBounds, AreThoseOfEveryScheduleAndOfTheNaiveMethod) {
  SolutionSetting setting = convex_setting(5000, 5, 0.5);
  setting.phases = 2;  // not read
  const auto bounds = method_bounds(setting).value();
  ASSERT_EQ(bounds.size(), 4U);
  setting.phases.reset();
  for (std::size_t k = 0; k < 3; ++k) {
    setting.schedule = kPhaseSchedules[k];
    const auto bound = PhasedBound::create(setting);
    EXPECT_EQ(bounds[k].method, static_cast<ComparedMethod>(k));
    EXPECT_EQ(bounds[k].regularization, bound->best_regularization());
    EXPECT_EQ(bounds[k].bound, bound->at(bounds[k].regularization));
  }
  EXPECT_EQ(bounds[3].method, ComparedMethod::naive);
  EXPECT_EQ(bounds[3].bound, NaiveBound::create(setting)->at(bounds[3].regularization));
}

TEST(MethodBounds, OfBalancedBlocksAreLowerThanOfEqualOnes) {
  const auto bounds = method_bounds(convex_setting(5000, 5, 0.5)).value();  // 5000 = 13 * 384 + 8
  EXPECT_LT(bounds[1].bound, bounds[0].bound);
}

TEST(MethodBounds, FavourPhasesForManyRecordsOnly) {
  EXPECT_EQ(better_at(1 << 8, 50, 0.25), ComparedMethod::naive);
  EXPECT_EQ(better_at(1 << 16, 50, 0.25), ComparedMethod::phased_geometric);
  EXPECT_EQ(better_at(1 << 22, 50, 0.25), ComparedMethod::phased_geometric);
}

TEST(MethodBounds, OfSaddlePointsHaveNoNaiveMethodAndFavourEqualBlocks) {
  // The regularizer of the other part does not grow: few records in late phases are too few.
  SolutionSetting setting = convex_setting(1 << 16, 5, 0.5);
  setting.method = SolutionMethod::convex_concave_primal;
  const auto bounds = method_bounds(setting).value();
  ASSERT_EQ(bounds.size(), 3U);
  EXPECT_GT(bounds[2].bound, 10 * bounds[0].bound);
  EXPECT_NE(better_method(bounds).method, ComparedMethod::phased_geometric);
}

TEST(MethodBounds, SayWhatIsMissing) {
  SolutionSetting setting = convex_setting(1000, 5, 0.5);
  setting.primal_radius = 0;
  EXPECT_EQ(method_bounds(setting).error().field, "domainRadius");
  setting.method = SolutionMethod::strongly_convex;
  EXPECT_EQ(method_bounds(setting).error().field, "method");
}

}  // namespace
}  // namespace noisy
