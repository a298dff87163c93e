#pragma once
// Plans of objective perturbation, for the tests of its runs and of its oracle.
#include <gtest/gtest.h>

#include "engine/algorithm/frame/execute.h"
#include "tests/algorithm/engine_runs.h"

namespace noisy::testing {

inline constexpr const char* kTiltedId = "objective-perturbation";

inline StreamFactory tilt_streams(std::uint64_t repeat = 0) {
  return StreamFactory::reproducible({.seed = 3, .algorithm = kTiltedId, .repeat = repeat});
}

inline PrivacyRequest approximate(double epsilon, double delta) {
  return {
      .notion = Notion::approximate, .epsilon = epsilon, .delta = delta, .mechanism = std::nullopt};
}

inline PlanInput tilted_input(const FiniteSum& data, const Regularizer& regularizer,
                              const PrivacyRequest& privacy) {
  return {.facts = public_facts(data, regularizer),
          .privacy = privacy,
          .parameters = {},
          .regularizer = regularizer,
          .domain = {}};
}

inline std::unique_ptr<AlgorithmPlan> tilted_plan(const PlanInput& input) {
  auto plan = find_algorithm(kTiltedId)->plan(input);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  return plan ? *std::move(plan) : nullptr;
}

}  // namespace noisy::testing
