#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/minimax/solution_plan.h"
#include "tests/algorithm/engine_runs.h"

namespace noisy::testing {

/// A problem whose certified solutions are released, with its records.
struct SolutionProblem {
  std::unique_ptr<DenseData> records;
  std::unique_ptr<FiniteSum> data;
  Domain domain;
  Regularizer regularizer;
};

inline PrivacyRequest approximate(double epsilon, double delta) {
  return {
      .notion = Notion::approximate, .epsilon = epsilon, .delta = delta, .mechanism = std::nullopt};
}

inline PrivacyRequest no_noise() {
  return {.notion = Notion::none, .mechanism = std::nullopt};
}

inline StreamFactory noise_streams(std::uint64_t repeat = 0) {
  return StreamFactory::reproducible({.seed = 7, .algorithm = "solutions", .repeat = repeat});
}

/// The plan of a method; a failure says what it refuses.
inline Result<std::unique_ptr<AlgorithmPlan>> plan_of(const char* id,
                                                      const SolutionProblem& problem,
                                                      const PrivacyRequest& privacy,
                                                      const ParameterSet& given) {
  return find_algorithm(id)->plan({.facts = public_facts(*problem.data, problem.regularizer),
                                   .privacy = privacy,
                                   .parameters = given,
                                   .regularizer = problem.regularizer,
                                   .domain = problem.domain});
}

inline std::unique_ptr<AlgorithmPlan> planned(const char* id, const SolutionProblem& problem,
                                              const PrivacyRequest& privacy,
                                              const ParameterSet& given) {
  auto plan = plan_of(id, problem, privacy, given);
  EXPECT_TRUE(plan) << plan.error().field << ": " << plan.error().message;
  return *std::move(plan);
}

inline const std::vector<SolutionStep>& steps_of(const AlgorithmPlan& plan) {
  return dynamic_cast<const SolutionPlan&>(plan).steps();
}

/// Every released point, from 0 moved into the domain on.
inline std::vector<Vector> released_path(const SolutionProblem& problem, const AlgorithmPlan& plan,
                                         const StreamFactory& streams = noise_streams()) {
  Vector start = Vector::Zero(problem.data->dimension());
  problem.domain.project(start);
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(*problem.data, Regularizer{}, streams);
    return drive(*problem.data, oracle, plan.start(oracle, start));
  }
  PrivateOracle oracle(*problem.data, Regularizer{}, streams, plan.rule().cap());
  auto path = drive(*problem.data, oracle, plan.start(oracle, start));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  return path;
}

/// How far what a step releases may be from its exact solution's, in L2.
inline double released_distance(const SolutionStep& step) {
  const bool is_dual = step.part == SolutionPart::dual;
  return step.distance / std::sqrt(is_dual ? step.dual_weight : step.primal_weight);
}

/// How far two runs with the same noise may be apart after each step, whoever solves (O6): centres
/// and projections pass differences on without expansion, so that what the released parts may miss
/// adds up, of either run.
inline std::vector<double> distances_between_runs(const AlgorithmPlan& plan) {
  std::vector<double> out;
  double sum = 0;
  for (const SolutionStep& step : steps_of(plan)) {
    const bool is_pair = step.part == SolutionPart::saddle;
    const double weight = is_pair ? std::min(step.primal_weight, step.dual_weight) : 0;
    sum += 2 * (is_pair ? step.distance / std::sqrt(weight) : released_distance(step));
    out.push_back(sum);
  }
  return out;
}

}  // namespace noisy::testing
