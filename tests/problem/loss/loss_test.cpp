// The public constants of every loss: bounds hold on fine grids, are attained, and are those of
// the specification's table.
#include "engine/problem/loss/loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Tested {
  std::string name;
  LinearLoss loss;
  bool takes_labels;
  double slope;       ///< sup |phi'| over all margins and targets, of section 1.3
  double smoothness;  ///< sup |phi''|, of section 1.3
  bool is_convex;
};

std::vector<Tested> every_loss() {
  return {{"logistic", logistic_loss(), true, 1, 0.25, true},
          {"logistic-literal", logistic_literal_loss(), true, 1, 0.25, true},
          {"squared", squared_loss(), false, kInfinity, 1, true},
          {"huber 0.5", huber_loss(0.5), false, 0.5, 1, true},
          {"huber 3", huber_loss(3), false, 3, 1, true},
          {"smoothed-hinge 0.2", smoothed_hinge_loss(0.2), true, 1, 5, true},
          {"smoothed-hinge 2", smoothed_hinge_loss(2), true, 1, 0.5, true},
          {"geman-mcclure", geman_mcclure_loss(), false, 3 * std::sqrt(3) / 8, 2, false},
          {"sigmoid", sigmoid_loss(), true, 0.25, std::sqrt(3) / 18, false},
          {"pl-example", polyak_example_loss(), false, kInfinity, 8, false}};
}

std::vector<double> grid(double radius, int points = 2000) {
  std::vector<double> out;
  for (int i = -points; i <= points; ++i) out.push_back(radius * i / points);
  return out;
}

std::vector<double> targets(const Tested& tested, double bound) {
  return tested.takes_labels ? std::vector<double>{-1, 1} : grid(bound, 100);
}

TEST(Loss, HasTheConstantsOfTheSpecification) {
  for (const Tested& tested : every_loss()) {
    const double slope = tested.loss.derivative_bound(kInfinity, kInfinity);
    if (std::isfinite(tested.slope)) {
      EXPECT_NEAR(slope, tested.slope, 1e-15 * tested.slope) << tested.name;
      EXPECT_GE(slope, tested.slope * (1 - 1e-16)) << tested.name;
    } else {
      EXPECT_EQ(slope, kInfinity) << tested.name;
    }
    EXPECT_NEAR(tested.loss.curvature_bound, tested.smoothness, 1e-15 * tested.smoothness)
        << tested.name;
    EXPECT_EQ(tested.loss.is_convex(), tested.is_convex) << tested.name;
  }
  EXPECT_NEAR(geman_mcclure_loss().derivative_bound(9, 1), 0.649519, 1e-6);
}

TEST(Loss, DerivativeBoundHoldsAndIsAttained) {
  for (const Tested& tested : every_loss()) {
    for (const double margin : {0.0, 0.2, 1.0, 2.5, 7.0, 40.0}) {
      for (const double target : {1.0, 0.1}) {
        if (tested.takes_labels && target < 1) continue;
        const double bound = tested.loss.derivative_bound(margin, target);
        double steepest = 0;
        for (const double y : targets(tested, target)) {
          for (const double m : grid(margin)) {
            steepest = std::fmax(steepest, std::fabs(tested.loss.derivative(m, y)));
          }
        }
        EXPECT_LE(steepest, bound * (1 + 1e-15)) << tested.name << " at " << margin;
        // A maximum inside is at most h / 2 from a point; there phi' has lost 12 (h / 2)^2 / 2.
        const double step = margin > 1 ? margin / 2000 : std::fmax(margin / 2000, target / 100);
        EXPECT_GE(steepest, bound - 1.5 * step * step - 1e-13 * bound)
            << tested.name << " at " << margin;
      }
    }
  }
}

TEST(Loss, SlopeKeepsItsSignExactlyWhereThatIsSaid) {
  for (const Tested& tested : every_loss()) {
    bool changes = false;
    for (const double y : targets(tested, 1)) {
      double least = kInfinity, most = -kInfinity;
      for (const double m : grid(40)) {
        least = std::fmin(least, tested.loss.derivative(m, y));
        most = std::fmax(most, tested.loss.derivative(m, y));
      }
      changes = changes || (least < 0 && most > 0);
    }
    EXPECT_EQ(tested.loss.keeps_sign, !changes) << tested.name;
  }
}

TEST(Loss, CurvatureBoundsHoldAndAreAttained) {
  // Difference quotients of phi' are means of phi'' and so between its bounds.
  constexpr double kStep = 1e-3;
  for (const Tested& tested : every_loss()) {
    double largest = -kInfinity;
    double smallest = kInfinity;
    for (const double y : {-1.0, 1.0}) {
      for (const double m : grid(12, 12000)) {
        const double rise =
            tested.loss.derivative(m + kStep, y) - tested.loss.derivative(m - kStep, y);
        largest = std::fmax(largest, rise / (2 * kStep));
        smallest = std::fmin(smallest, rise / (2 * kStep));
      }
    }
    const double bound = tested.loss.curvature_bound;
    EXPECT_LE(std::fmax(largest, -smallest), bound * (1 + 1e-11)) << tested.name;
    EXPECT_GE(std::fmax(largest, -smallest), bound * (1 - 1e-4)) << tested.name;
    EXPECT_GE(smallest, tested.loss.least_curvature - 1e-11 * bound) << tested.name;
    EXPECT_NEAR(smallest, tested.loss.least_curvature, 1e-4 * bound) << tested.name;
  }
}

TEST(Loss, StatedCurvatureIsTheDerivativesDifferenceQuotient) {
  // An error of h^2 phi'''' / 6 and of rounding, 1e-16 / h.
  constexpr double kStep = 1e-4;
  int stated = 0;
  for (const Tested& tested : every_loss()) {
    if (!tested.loss.curvature) continue;
    ++stated;
    for (const double y : targets(tested, 1)) {
      for (const double m : grid(5)) {
        const double rise =
            tested.loss.derivative(m + kStep, y) - tested.loss.derivative(m - kStep, y);
        EXPECT_NEAR(tested.loss.curvature(m, y), rise / (2 * kStep), 1e-8) << tested.name;
      }
    }
  }
  EXPECT_EQ(stated, 3);
}

TEST(Loss, PolyakLojasiewiczConstantsHold) {
  // phi is 0 at its minimum for both. The example's best constant is 0.176, so 1/32 is not tight.
  const auto least_quotient = [](const LinearLoss& loss, auto value) {
    double least = kInfinity;
    for (const double t : grid(100)) {
      const double slope = loss.derivative(t, 0);
      if (t != 0) least = std::fmin(least, slope * slope / (2 * value(t)));
    }
    return least;
  };
  const LinearLoss example = polyak_example_loss();
  const double least =
      least_quotient(example, [](double t) { return t * t + 3 * std::sin(t) * std::sin(t); });
  EXPECT_GE(least, *example.pl_constant);
  EXPECT_NEAR(least, 0.176, 1e-2);
  EXPECT_EQ(*example.pl_constant, 1.0 / 32);
  const double squared = least_quotient(squared_loss(), [](double t) { return t * t / 2; });
  EXPECT_NEAR(squared, *squared_loss().pl_constant, 1e-12);
  EXPECT_FALSE(logistic_loss().pl_constant || geman_mcclure_loss().pl_constant);
}

TEST(Loss, LogisticLiteralIsTheLogisticLossOfAnotherMargin) {
  // Not a relabelling: margins -m move every record by the same 1 against its own label.
  const LinearLoss literal = logistic_literal_loss();
  const LinearLoss logistic = logistic_loss();
  for (const double y : {1.0, -1.0}) {
    for (const double m : grid(8)) {
      EXPECT_NEAR(literal.derivative(m, y), -logistic.derivative(-(m + y), y), 1e-15);
    }
  }
}

}  // namespace
}  // namespace noisy
