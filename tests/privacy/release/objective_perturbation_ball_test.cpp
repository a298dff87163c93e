// The proof of objective perturbation in a ball against exact laws on an interval: the minimizer of
// squared losses has a density inside and a chance of either end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/math/quadrature.h"
#include "engine/privacy/release/objective_perturbation.h"

namespace noisy {
namespace {

/// (a x - y)^2 / 2 with |a| <= 1 and |y| <= 1.
struct SquareRecord {
  double feature = 1;
  double target = 0;
};

/// The exact law of argmin over [-R, R] of the mean loss of two records, mu x^2 / 2 and b x.
struct IntervalLaw {
  SquareRecord first, second;
  double strong_convexity, deviation, radius;

  /// b / sigma of the linear term whose minimizer on the line is x.
  double unit_term(double x) const {
    double slope = strong_convexity * x;
    for (const SquareRecord& record : {first, second}) {
      slope += 0.5 * record.feature * (record.feature * x - record.target);
    }
    return -slope / deviation;
  }
  double density(double x) const {
    const double curvature =
        strong_convexity + 0.5 * (first.feature * first.feature + second.feature * second.feature);
    const double z = unit_term(x);
    return std::exp(-0.5 * z * z) / (deviation * std::sqrt(2 * M_PI)) * curvature;
  }
  double lower_end() const { return 0.5 * std::erfc(unit_term(-radius) / std::sqrt(2.0)); }
  double upper_end() const { return 0.5 * std::erfc(-unit_term(radius) / std::sqrt(2.0)); }
};

/// integral of f(p, q) over the law: both ends and what lies between.
template <typename Function>
double over_the_interval(const IntervalLaw& p, const IntervalLaw& q, const Function& f) {
  return f(p.lower_end(), q.lower_end()) + f(p.upper_end(), q.upper_end()) +
         math::integrate([&](double x) { return f(p.density(x), q.density(x)); }, -p.radius,
                         p.radius, 24);
}

double exact_renyi(const IntervalLaw& p, const IntervalLaw& q, double order) {
  const double sum = over_the_interval(p, q, [&](double a, double b) {
    return a == 0 ? 0 : std::exp(order * std::log(a) - (order - 1) * std::log(b));
  });
  return std::log(sum) / (order - 1);
}

double bound_of(double mu, double curvature, double shift, double order) {
  return objective_perturbation_renyi(
      {.strong_convexity = mu, .record_curvature = curvature, .tolerance = 0, .solution_scale = 1},
      shift, 2, order);
}

TEST(ObjectivePerturbationInABall, RenyiBoundCoversEveryPairOnAnInterval) {
  std::vector<SquareRecord> universe;
  for (const double feature : {-1.0, 0.0, 0.4, 1.0}) {
    for (const double target : {-1.0, 0.0, 1.0}) universe.push_back({feature, target});
  }
  double closest = 10, most_without_curvature = -10;
  for (const double radius : {0.3, 2.0}) {
    for (const double mu : {0.2, 2.0}) {
      for (const double shift : {0.25, 1.0}) {
        const double sensitivity = 2 * (radius + 1);
        const double deviation = sensitivity / (2 * shift);
        for (const SquareRecord& other : {universe.front(), universe[7]}) {
          for (const SquareRecord& first : universe) {
            for (const SquareRecord& second : universe) {
              const IntervalLaw p{first, other, mu, deviation, radius};
              const IntervalLaw q{second, other, mu, deviation, radius};
              EXPECT_NEAR(over_the_interval(p, q, [](double a, double) { return a; }), 1, 1e-10);
              for (const double order : {1.5, 4.0, 16.0}) {
                const double exact = exact_renyi(p, q, order);
                const double bound = bound_of(mu, 1, shift, order);
                EXPECT_LE(exact, bound * (1 + 1e-9));
                closest = std::min(closest, bound - exact);
                most_without_curvature =
                    std::max(most_without_curvature, exact - bound_of(mu, 0, shift, order));
              }
            }
          }
        }
      }
    }
  }
  // Some pair comes near, and the curvature cannot be left out.
  EXPECT_LT(closest, 0.5);
  EXPECT_GT(most_without_curvature, 0);
}

}  // namespace
}  // namespace noisy
