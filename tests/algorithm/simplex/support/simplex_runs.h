#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "tests/algorithm/simplex/support/requests.h"
#include "tests/algorithm/simplex/support/test_game.h"
#include "tests/support/drive.h"

namespace noisy::testing {

inline StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "vertex-smd"});
}

inline PlanInput input_of(const SaddleRiskBounds& risk, const PrivacyRequest& privacy,
                          const ParameterSet& parameters = {}) {
  return {.facts = public_facts(risk, Regularizer{}),
          .privacy = privacy,
          .parameters = parameters,
          .regularizer = {},
          .domain = risk.domain()};
}

inline std::unique_ptr<AlgorithmPlan> planned_by(OptionalPlanners::Planner planner,
                                                 const SaddleRiskBounds& risk,
                                                 const PrivacyRequest& privacy,
                                                 const ParameterSet& parameters = {}) {
  auto plan = planner(input_of(risk, privacy, parameters));
  EXPECT_TRUE(plan) << plan.error().field << ": " << plan.error().message;
  return *std::move(plan);
}

/// Every iterate of a run; nothing may be refused.
inline std::vector<Vector> path_of(const FiniteSum& data, const AlgorithmPlan& plan,
                                   std::uint64_t seed = 5) {
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(data, {}, streams(seed));
    return drive(data, oracle, plan.start(oracle, {}));
  }
  PrivateOracle oracle(data, {}, streams(seed), plan.rule().cap());
  auto path = drive(data, oracle, plan.start(oracle, {}));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  EXPECT_EQ(oracle.ledger().releases(), plan.summary().iterations);
  EXPECT_EQ(static_cast<double>(oracle.gradient_evaluations()),
            plan.summary().gradient_evaluations);
  EXPECT_NEAR(oracle.ledger().spent().value, plan.rule().cap().value,
              1e-12 * plan.rule().cap().value);
  return path;
}

/// The game A on every record, and textbook hedge on it.
struct Hedge {
  std::vector<naive::Numbers> rows;
  Index d_x, d_y;

  /// Averages of x^1, x^2, .. and y^1, y^2, .., whose weights are products of exponentials.
  std::vector<Vector> averages(Index steps, double step) const {
    Vector z(d_x + d_y), weights = Vector::Ones(d_x + d_y), sum = Vector::Zero(d_x + d_y);
    std::vector<Vector> out;
    for (Index t = 1; t <= steps; ++t) {
      z.head(d_x) = weights.head(d_x) / weights.head(d_x).sum();
      z.tail(d_y) = weights.tail(d_y) / weights.tail(d_y).sum();
      sum += z;
      if (t > 1) out.push_back(sum / static_cast<double>(t));
      const Vector g = mean_operator(rows, 0, 1, d_x, d_y, z);
      for (Index j = 0; j < z.size(); ++j) weights[j] *= std::exp(-step * g[j]);
    }
    return out;
  }

  /// max over y of F(x, .) minus min over x of F(., y), at vertices.
  double gap(const Vector& z) const {
    const Vector g = mean_operator(rows, 0, 1, d_x, d_y, z);
    return -g.tail(d_y).minCoeff() - g.head(d_x).minCoeff();
  }
};

inline Hedge hedge_of(const naive::Numbers& game, Index d_x, std::size_t copies) {
  return {std::vector<naive::Numbers>(copies, game), d_x, static_cast<Index>(game.size()) / d_x};
}

inline std::unique_ptr<SaddleRiskBounds> absent(Index samples, const TestGame::Shape& shape) {
  return make_absent_saddle_risk(
      std::make_shared<TestGame>(shape),
      {.samples = samples, .features = shape.rows * shape.columns},
      {.l1 = 16, .l2 = 4, .linf = 1, .target_lower = 1, .target_upper = 1});
}

}  // namespace noisy::testing
