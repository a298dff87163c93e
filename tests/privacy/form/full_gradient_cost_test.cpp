// What is released of gradients over all records behind the wall: how far a record moves it, and
// what it costs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/accountant/mechanism_renyi.h"
#include "tests/privacy/form/full_gradient_step.h"

namespace noisy::testing::full_gradient {
namespace {

using ::testing::HasSubstr;

/// The most that something of one pair moves.
struct Moves {
  double fresh = 0;
  double norm = 0;
  double difference = 0;

  void look_at(const Answers& a, const Answers& b) {
    fresh = std::max(fresh, (a.fresh - b.fresh).norm());
    norm = std::max(norm, std::fabs(a.norm[0] - b.norm[0]));
    difference = std::max(difference, (a.difference - b.difference).norm());
  }
};

/// A loss, how steep and how curved it is by hand, and whether gradients are clipped.
struct Case {
  const char* name;
  LinearLoss loss;
  double slope;      ///< most that one record's gradient is long
  double curvature;  ///< sup phi''
  std::optional<GradientClip> clip;
  bool slope_turns = true;  ///< from one sign to the other as far as it can
};

std::vector<Case> cases() {
  const GradientClip short_ones{.norm = GradientClip::Norm::l2, .bound = 0.4};
  return {{"logistic", logistic_loss(), 1.5, 0.25, std::nullopt, false},
          {"huber", huber_loss(0.5), 0.5 * 1.5, 1, std::nullopt},
          {"clipped logistic", logistic_loss(), 0.4, 0.25, short_ones, false},
          {"clipped squared", squared_loss(), 0.4, 1, short_ones}};
}

/// Exchanging the third of three records, by listing all pairs of a grid: S_2 / n for a gradient
/// and its length, 2 L_1 s / n for a difference. The two other records' gradients lie along the
/// longest row, where the length moves as far as the gradient.
TEST(FullGradient, NoExchangeOfARecordMovesAReleaseByMoreThanItsSensitivity) {
  const Numbers longest = {1, std::sqrt(1.25)};
  for (const Case& one : cases()) {
    double closest_fresh = 0, closest_norm = 0, closest_difference = 0;
    for (const double length : {0.01, 0.5}) {
      for (const Vector& from : {Vector{{0.0, 0.0}}, Vector{{0.3, 0.4}}, Vector{{-40.0, -40.0}}}) {
        for (const double angle : {0.84, 2.0, 4.0}) {
          const Vector to = from + length * Vector{{std::cos(angle), std::sin(angle)}};
          std::vector<Answers> all;
          for (const Numbers& row : grid_rows()) {
            for (const double target : {-1.0, 1.0}) {
              const Problem three =
                  problem_of({longest, longest, row}, {1, 1, target}, one.loss, one.clip);
              all.push_back(exact_answers(*three.risk, from, to));
            }
          }
          Moves most;
          for (const Answers& a : all) {
            for (const Answers& b : all) most.look_at(a, b);
          }
          const double of_gradient = 2 * one.slope / kRecords;
          const double of_difference = 2 * one.curvature * 1.5 * 1.5 * length / kRecords;
          EXPECT_LE(most.fresh, of_gradient * (1 + 1e-12)) << one.name;
          EXPECT_LE(most.norm, of_gradient * (1 + 1e-12)) << one.name;
          EXPECT_LE(most.difference, of_difference * (1 + 1e-9)) << one.name;
          closest_fresh = std::max(closest_fresh, most.fresh / of_gradient);
          closest_norm = std::max(closest_norm, most.norm / of_gradient);
          closest_difference = std::max(closest_difference, most.difference / of_difference);
        }
      }
    }
    // Logistic slopes keep their sign far out, so that two gradients are never opposite there.
    EXPECT_GT(closest_fresh, one.slope_turns ? 0.9 : 0.5) << one.name;
    EXPECT_GT(closest_norm, 0.3) << one.name;
    EXPECT_GT(closest_difference, one.slope_turns ? 0.4 : 0.2) << one.name;
  }
}

/// The divergence of two normal distributions apart by the sensitivity, by the independent curve.
TEST(FullGradient, CostIsTheDivergenceOfTheNoiseAtTheSensitivityAndNoLessIsAccepted) {
  const Problem problem = three_records();
  const Vector from{{0.2, -0.5}}, to{{0.2, -0.4}};
  constexpr double kDeviation = 0.7, kStep = 0.1;
  const double order = 3.7;
  const double of_gradient = 2 * 1.5 / kRecords;
  const double of_difference = 2 * 0.25 * 1.5 * 1.5 * kStep / kRecords;
  const auto rho_at = [&](double move) {
    return gaussian_curve(move / kDeviation).at(order) / order;
  };
  Rules rules(gaussian(kDeviation), kStep);
  rules.fresh.cost.value = rules.norm.cost.value = rho_at(of_gradient) * (1 + 1e-9);
  rules.difference.cost.value = rho_at(of_difference) * (1 + 1e-9);
  EXPECT_EQ(refusal_of(rules, from, to, *problem.risk), "");
  for (Release Rules::*which : {&Rules::fresh, &Rules::norm, &Rules::difference}) {
    const auto changed = [&](auto change) {
      Rules other = rules;
      change(other.*which);
      return refusal_of(other, from, to, *problem.risk);
    };
    EXPECT_THAT(changed([](Release& r) { r.cost.value *= 1 - 1e-6; }), HasSubstr("too small"));
    EXPECT_THAT(changed([](Release& r) { r.noise_scale *= 1 - 1e-6; }), HasSubstr("too small"));
    EXPECT_NE(changed([](Release& r) { r.noise_scale = 0; }), "");
    EXPECT_NE(changed([](Release& r) { r.mechanism = Mechanism::none; }), "");
    EXPECT_NE(changed([](Release& r) { r.mechanism = Mechanism::laplace; }), "");
    EXPECT_NE(changed([](Release& r) { r.batch_size = 2; }), "");
    EXPECT_NE(changed([](Release& r) { r.form = gradient_form(); }), "");
    EXPECT_NE(changed([](Release& r) { r.sensitivity = SensitivityRule::state_dependent; }), "");
    EXPECT_NE(changed([](Release& r) { r.cost.unit = CostUnit::epsilon; }), "");
  }
  for (const CostUnit unit : {CostUnit::epsilon, CostUnit::renyi}) {
    Rules other(gaussian(1e9), kStep);
    for (Release* release : {&other.fresh, &other.norm, &other.difference}) {
      release->cost = {unit, 1e9, 4};
    }
    EXPECT_NE(refusal_of(other, from, to, *problem.risk, {unit, 1e10, 4}), "");
  }
}

}  // namespace
}  // namespace noisy::testing::full_gradient
