#pragma once

// A step between two points, and what is released of the gradients over all records there.

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/form/step_difference.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/problem/risk/empirical_risk.h"
#include "tests/algorithm/settings.h"
#include "tests/support/drive.h"

namespace noisy::testing::full_gradient {

using Numbers = std::vector<double>;

inline constexpr FeatureBounds kBounds{
    .l1 = 2, .l2 = 1.5, .linf = 1, .target_lower = -1, .target_upper = 1};
inline constexpr Index kRecords = 3;
inline constexpr double kEverything = 1e300;

/// Records, and the risk that asks about them.
struct Problem {
  std::unique_ptr<DenseData> records;
  std::unique_ptr<EmpiricalRisk> risk;
};

inline Problem problem_of(const std::vector<Numbers>& rows, const Numbers& targets,
                          const LinearLoss& loss = logistic_loss(),
                          std::optional<GradientClip> clip = std::nullopt,
                          const Domain& domain = {}) {
  Problem out{.records = dense_records(rows, targets), .risk = nullptr};
  out.risk = std::make_unique<EmpiricalRisk>(*out.records, kBounds, loss, clip, domain);
  return out;
}

inline Problem three_records() {
  return problem_of({{0.9, 0.1}, {-0.4, 0.8}, {0.7, -1}}, {1, 1, -1});
}

inline StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 3, .algorithm = "full-gradient"});
}

/// What the three kinds let out in a step from a point to another.
struct Answers {
  Vector fresh;
  Vector norm;
  Vector difference;
};

/// A release of each, by the same rule but for its kind and details.
struct Rules {
  Release fresh;
  Release norm;
  Release difference;

  explicit Rules(Release rule, double step_length = 1, double radius = 0)
      : fresh(rule), norm(rule), difference(rule) {
    fresh.form = fresh_gradient_form();
    fresh.details = details_of_fresh(radius);
    norm.form = gradient_norm_form();
    norm.details = details_of_norm(radius);
    difference.form = step_difference_form();
    difference.details = details_of_step(radius, step_length);
  }
};

inline Run take_step(GradientOracle& data, Vector from, Vector to, Rules rules, Answers& out) {
  HiddenGradient hidden;
  co_await data.advance(hidden.at(from));
  out.norm = co_await data.ask(gradient_norm_of(hidden, rules.norm));
  out.fresh = co_await data.ask(fresh_gradient_of(hidden, rules.fresh));
  co_await data.advance(hidden.at(to));
  out.difference = co_await data.ask(step_difference_of(hidden, rules.difference));
  co_yield Iterate{out.difference};
}

/// Without noise.
inline Answers exact_answers(const FiniteSum& sum, const Vector& from, const Vector& to,
                             const Regularizer& regularizer = {}) {
  NonPrivateOracle oracle(sum, regularizer, streams());
  Answers out;
  const Rules rules({.batch_size = sum.samples()}, (to - from).norm());
  EXPECT_EQ(drive(sum, oracle, take_step(oracle, from, to, rules, out)).size(), 1u);
  return out;
}

inline Vector mean_gradient(const FiniteSum& sum, const Vector& point) {
  NonPrivateOracle oracle(sum, {}, streams());
  const auto run = [&]() -> noisy::Run {
    const Vector& gradient = co_await oracle.ask(gradient_at(point, {.batch_size = sum.samples()}));
    co_yield Iterate{gradient};
  };
  return drive(sum, oracle, run()).front();
}

inline Release gaussian(double deviation, double rho = kEverything / 8) {
  return {.batch_size = kRecords,
          .mechanism = Mechanism::gaussian,
          .cost = {CostUnit::rho, rho},
          .noise_scale = deviation};
}

/// Rows that obey the bounds, the longest among them.
inline std::vector<Numbers> grid_rows() {
  std::vector<Numbers> out = {{1, std::sqrt(1.25)}, {-1, -std::sqrt(1.25)}};
  for (const double a : {-1.0, 0.0, 1.0}) {
    for (const double b : {-1.0, -0.5, 0.5, 1.0}) out.push_back({a, b});
  }
  return out;
}

/// What the oracle says to a step with these rules: "" where it answers everything.
inline std::string refusal_of(const Rules& rules, const Vector& from, const Vector& to,
                              const FiniteSum& sum,
                              const Cost& cap = {CostUnit::rho, kEverything}) {
  PrivateOracle oracle(sum, {}, streams(), cap);
  Answers out;
  const auto path = drive(sum, oracle, take_step(oracle, from, to, rules, out));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  return oracle.refusal() ? oracle.refusal()->message : "";
}

}  // namespace noisy::testing::full_gradient
