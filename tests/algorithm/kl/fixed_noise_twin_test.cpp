// Gradient descent with as much noise in every step, which KL methods are compared with, equals its
// naive twin.
#include <gtest/gtest.h>

#include "tests/algorithm/kl/twin_cases.h"
#include "tests/algorithm/naive/kl_inner.h"

namespace noisy::testing {
namespace {

TEST(BaselineTwin, FixedNoiseHasTheSamePath) {
  const KlCase problem = logistic_case(2, 60);
  ParameterSet parameters;
  parameters.set("iterations", 30.0);
  parameters.set("start", problem.start);
  const auto plan = case_plan(problem, "dp-gd", parameters);
  ASSERT_TRUE(plan);
  for (std::uint64_t repeat = 0; repeat < kTwinRepeats; ++repeat) {
    const naive::KlRun twin = naive::run_fixed_noise(
        problem.constants, 30, problem.gradient, unit_draws(case_streams(repeat)), problem.start);
    expect_twin(case_run(problem, *plan, case_streams(repeat)), twin, twin.path);
    EXPECT_NEAR(twin.spent(), problem.constants.rho, 1e-12 * problem.constants.rho);
  }
}

}  // namespace
}  // namespace noisy::testing
