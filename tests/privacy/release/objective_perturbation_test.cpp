// The proof of objective perturbation against exact densities in one and two dimensions.
#include "engine/privacy/release/objective_perturbation.h"
#include "engine/privacy/form/minimizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/math/quadrature.h"
#include "engine/privacy/accountant/renyi.h"
#include "tests/support/planned_release.h"

namespace noisy {
namespace {

constexpr double kFar = 1e9;

/// A record of one feature: phi(a x), and the width of Huber's loss or of the hinge's bend.
struct LineRecord {
  enum class Loss { logistic, huber, hinge } loss = Loss::logistic;
  double feature = 1;
  double target = 1;
  double width = 1;

  double slope(double x) const {
    const double m = feature * x;
    switch (loss) {
      case Loss::logistic:
        return -target * feature / (1 + std::exp(target * m));
      case Loss::huber:
        return feature * std::clamp(m - target, -width, width);
      case Loss::hinge:
        return -target * feature * std::clamp((1 - target * m) / width, 0.0, 1.0);
    }
    return 0;
  }

  double curvature(double x) const {
    const double m = feature * x;
    switch (loss) {
      case Loss::logistic: {
        const double p = 1 / (1 + std::exp(-m));
        return feature * feature * p * (1 - p);
      }
      case Loss::huber:
        return std::fabs(m - target) < width ? feature * feature : 0;
      case Loss::hinge:
        return target * m < 1 && target * m > 1 - width ? feature * feature / width : 0;
    }
    return 0;
  }

  std::vector<double> kinks() const {
    if (loss == Loss::logistic || feature == 0) return {};
    if (loss == Loss::huber) return {(target - width) / feature, (target + width) / feature};
    return {1 / (target * feature), (1 - width) / (target * feature)};
  }
};

using Records = std::vector<LineRecord>;

/// What one run of the mechanism is calibrated with; gradients are means over n records.
struct Noise {
  double strong_convexity = 0;  ///< mu, all of it around 0
  double deviation = 0;         ///< sigma of the linear term
};

/// The exact density of the minimizer.
class Minimizer {
 public:
  Minimizer(Records records, Noise noise) : records_(std::move(records)), noise_(noise) {}

  /// The linear term whose minimizer is x.
  double linear_term(double x) const {
    double sum = 0;
    for (const LineRecord& record : records_) sum += record.slope(x);
    return -sum / static_cast<double>(records_.size()) - noise_.strong_convexity * x;
  }

  double log_density(double x) const {
    double curvature = 0;
    for (const LineRecord& record : records_) curvature += record.curvature(x);
    const double z = linear_term(x) / noise_.deviation;
    return -0.5 * z * z - std::log(noise_.deviation * std::sqrt(2 * M_PI)) +
           std::log(curvature / static_cast<double>(records_.size()) + noise_.strong_convexity);
  }

  /// An interval of minimizers of linear terms within so many deviations, cut at the kinks.
  std::vector<double> pieces(double deviations) const {
    double slope = 0;
    for (const LineRecord& record : records_) slope += std::fabs(record.feature) * record.width;
    const double reach = (deviations * noise_.deviation + slope + 1) / noise_.strong_convexity;
    std::vector<double> cuts = {-reach, reach};
    for (const LineRecord& record : records_) {
      for (const double kink : record.kinks()) {
        if (std::fabs(kink) < reach) cuts.push_back(kink);
      }
    }
    return cuts;
  }

 private:
  Records records_;
  Noise noise_;
};

/// integral of f(x, ln p(x), ln q(x)) over the line.
template <typename Function>
double over_the_line(const Minimizer& p, const Minimizer& q, double deviations, const Function& f) {
  std::vector<double> cuts = p.pieces(deviations);
  for (const double cut : q.pieces(deviations)) cuts.push_back(cut);
  std::ranges::sort(cuts);
  const double width = cuts.back() - cuts.front();
  double sum = 0;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double length = cuts[i + 1] - cuts[i];
    if (length <= 0) continue;
    const int panels = 1 + static_cast<int>(60 * length / width);
    sum += math::integrate([&](double x) { return f(x, p.log_density(x), q.log_density(x)); },
                           cuts[i], cuts[i + 1], panels);
  }
  return sum;
}

double exact_renyi(const Minimizer& p, const Minimizer& q, double order, double shift) {
  const double sum = over_the_line(p, q, 12 + order * shift, [&](double, double a, double b) {
    return std::exp(order * a - (order - 1) * b);
  });
  return std::log(sum) / (order - 1);
}

/// delta of the pair at epsilon: the hockey-stick divergence.
double exact_delta(const Minimizer& p, const Minimizer& q, double epsilon) {
  return over_the_line(p, q, 12, [&](double, double a, double b) {
    return a - b > epsilon ? -std::exp(a) * std::expm1(epsilon - (a - b)) : 0.0;
  });
}

LineRecord huber(double target, double width, double feature = 1) {
  return {.loss = LineRecord::Loss::huber, .feature = feature, .target = target, .width = width};
}

/// Records of the universe |a| <= 1 whose slopes or kinks differ the most.
std::vector<LineRecord> universe(LineRecord::Loss loss, double reach) {
  std::vector<LineRecord> out;
  for (const double feature : {-1.0, 0.4, 1.0}) {
    if (loss == LineRecord::Loss::huber) {
      for (double target = -reach; target <= reach; target += reach / 4) {
        out.push_back(huber(target, 1, feature));
      }
      out.push_back(huber(kFar, 1, feature));
    } else {
      out.push_back({.loss = loss, .feature = feature, .target = 1});
      out.push_back({.loss = loss, .feature = feature, .target = -1});
    }
  }
  return out;
}

constexpr double kSlopeSensitivity = 2;  ///< S_2 of all losses here

double record_curvature(LineRecord::Loss loss) {
  return loss == LineRecord::Loss::logistic ? 0.25 : 1;
}

TEST(ObjectivePerturbation, DensityOfTheMinimizerIsAProbabilityDensity) {
  const Noise noise{.strong_convexity = 0.4, .deviation = 0.7};
  for (const auto loss :
       {LineRecord::Loss::logistic, LineRecord::Loss::huber, LineRecord::Loss::hinge}) {
    const Minimizer p({{.loss = loss, .feature = 0.7, .target = -1}, {.loss = loss}}, noise);
    EXPECT_NEAR(over_the_line(p, p, 12, [](double, double a, double) { return std::exp(a); }), 1,
                1e-11);
  }
}

TEST(ObjectivePerturbation, RenyiBoundCoversEveryPairOnALineInBothDirections) {
  double closest = 10;
  for (const auto loss :
       {LineRecord::Loss::logistic, LineRecord::Loss::huber, LineRecord::Loss::hinge}) {
    for (const double mu : {0.3, 2.0}) {
      for (const double shift : {0.25, 1.0}) {
        const double n = 2;
        const Noise noise{.strong_convexity = mu, .deviation = kSlopeSensitivity / (n * shift)};
        const auto all = universe(loss, 8 * noise.deviation / mu);
        for (const LineRecord& other : {all.front(), all[all.size() / 2]}) {
          for (const LineRecord& first : all) {
            for (const LineRecord& second : all) {
              const Minimizer p({first, other}, noise);
              const Minimizer q({second, other}, noise);
              for (const double order : {1.5, 4.0, 16.0}) {
                const PerturbedObjective objective{.strong_convexity = mu,
                                                   .record_curvature = record_curvature(loss),
                                                   .tolerance = 0,
                                                   .solution_scale = 1};
                const double bound = objective_perturbation_renyi(objective, shift, 2, order);
                const double exact = exact_renyi(p, q, order, shift);
                EXPECT_LE(exact, bound * (1 + 1e-9));
                closest = std::min(closest, bound - exact);
              }
            }
          }
        }
      }
    }
  }
  // Some pair comes near.
  EXPECT_LT(closest, 0.3);
}

TEST(ObjectivePerturbation, NeitherTheCurvatureNorTheFullSlopeCanBeLeftOut) {
  // One Huber record far out bends where the tail is; the other's slope never changes.
  const double mu = 0.5;
  const double shift = 0.5;
  const Noise noise{.strong_convexity = mu, .deviation = kSlopeSensitivity / shift};
  const double order = 16;
  const auto bound = [&](double curvature, double of_shift) {
    return objective_perturbation_renyi({.strong_convexity = mu,
                                         .record_curvature = curvature,
                                         .tolerance = 0,
                                         .solution_scale = 1},
                                        of_shift, 1, order);
  };
  double most = 0;
  for (double target = 0; target < 14 * noise.deviation / mu; target += 0.5) {
    const Minimizer p({huber(target, 1)}, noise);
    const Minimizer q({huber(-kFar, 1)}, noise);
    most = std::max({most, exact_renyi(p, q, order, shift), exact_renyi(q, p, order, shift)});
  }
  EXPECT_LE(most, bound(1, shift));
  EXPECT_GT(most, bound(0, shift));
  EXPECT_GT(most, bound(1, shift / 2));
}

/// Two logistic records in the plane, of which the first is exchanged; midpoint rule.
double exact_renyi_in_the_plane(const std::array<double, 2>& first,
                                const std::array<double, 2>& second, double mu, double deviation,
                                double order, double shift) {
  const std::array<double, 2> other = {0.6, -0.8};
  const double reach = ((9 + order * shift) * deviation + 1) / mu;
  constexpr int kCells = 500;
  const double cell = 2 * reach / kCells;
  const auto log_density = [&](const std::array<double, 2>& record, double x, double y) {
    double b[2] = {-mu * x, -mu * y};
    double h[3] = {mu, 0, mu};
    for (const auto& a : {record, other}) {
      const double p = 1 / (1 + std::exp(-(a[0] * x + a[1] * y)));
      for (int k = 0; k < 2; ++k) b[k] -= 0.5 * (p - 1) * a[k];
      h[0] += 0.5 * p * (1 - p) * a[0] * a[0];
      h[1] += 0.5 * p * (1 - p) * a[0] * a[1];
      h[2] += 0.5 * p * (1 - p) * a[1] * a[1];
    }
    return -(b[0] * b[0] + b[1] * b[1]) / (2 * deviation * deviation) -
           std::log(2 * M_PI * deviation * deviation) + std::log(h[0] * h[2] - h[1] * h[1]);
  };
  double sum = 0;
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) {
      const double x = -reach + (i + 0.5) * cell;
      const double y = -reach + (j + 0.5) * cell;
      sum += std::exp(order * log_density(first, x, y) - (order - 1) * log_density(second, x, y));
    }
  }
  return std::log(sum * cell * cell) / (order - 1);
}

TEST(ObjectivePerturbation, RenyiBoundCoversRecordsAtAnyAngleInThePlane) {
  const double mu = 0.4;
  for (const double shift : {0.3, 1.0}) {
    const double deviation = kSlopeSensitivity / (2 * shift);
    for (const double angle : {0.0, 0.7, M_PI / 2, 2.3, 3.0, M_PI}) {
      const std::array<double, 2> second = {std::cos(angle), std::sin(angle)};
      EXPECT_NEAR(exact_renyi_in_the_plane({1, 0}, {1, 0}, mu, deviation, 2, shift), 0, 1e-6);
      for (const double order : {1.5, 4.0, 10.0}) {
        const double bound = objective_perturbation_renyi(
            {.strong_convexity = mu, .record_curvature = 0.25, .tolerance = 0, .solution_scale = 1},
            shift, 2, order);
        EXPECT_LE(exact_renyi_in_the_plane({1, 0}, second, mu, deviation, order, shift), bound);
        EXPECT_LE(exact_renyi_in_the_plane(second, {1, 0}, mu, deviation, order, shift), bound);
      }
    }
  }
}

/// What the engine plans for n records with |phi'| |a| <= 1 and phi'' a^2 <= L_1, with the share of
/// epsilon for the curvature that it chooses itself, or this one.
Release planned(Index samples, double curvature, double epsilon, double delta,
                std::optional<double> share = std::nullopt) {
  RiskFacts facts{.samples = samples,
                  .dimension = 1,
                  .smoothness = curvature,
                  .loss_smoothness = curvature,
                  .smoothness_bound = curvature,
                  .l1_sensitivity = kSlopeSensitivity,
                  .l2_sensitivity = kSlopeSensitivity,
                  .record_curvature = curvature,
                  .is_convex = true};
  PlanInput input{.facts = facts,
                  .privacy = {.notion = Notion::approximate,
                              .epsilon = epsilon,
                              .delta = delta,
                              .mechanism = std::nullopt},
                  .parameters = {},
                  .regularizer = {},
                  .domain = {}};
  if (share) input.parameters.set("curvatureShare", *share);
  const auto plan = find_algorithm("objective-perturbation")->plan(input);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  return plan ? testing::planned_release(**plan, 1) : Release{};
}

/// The largest delta of a Huber record whose bend lies anywhere in the tail against one that never
/// bends, with `others` further records that do not either, in both directions.
double worst_delta(const Noise& noise, std::size_t others, double epsilon) {
  const double unit = noise.deviation / noise.strong_convexity;
  double most = 0;
  for (double target = -8 * unit; target <= 8 * unit; target += unit / 16) {
    Records first(others, huber(kFar, 1));
    Records second = first;
    first.push_back(huber(target, 1));
    second.push_back(huber(-kFar, 1));
    const Minimizer p(first, noise);
    const Minimizer q(second, noise);
    most = std::max({most, exact_delta(p, q, epsilon), exact_delta(q, p, epsilon)});
  }
  return most;
}

TEST(ObjectivePerturbation, CalibratedNoiseKeepsTheExactDeltaAndSevenTenthsOfItDoNot) {
  for (const std::size_t samples : {2, 3}) {
    for (const auto& [epsilon, delta] : {std::pair(0.5, 1e-3), {1.0, 1e-5}, {3.0, 1e-6}}) {
      const Release release = planned(static_cast<Index>(samples), 1, epsilon, delta, 0.05);
      Noise noise{.strong_convexity = perturbed_objective(release).strong_convexity,
                  .deviation = release.noise_scale};
      const double exact = worst_delta(noise, samples - 1, epsilon);
      EXPECT_LE(exact, delta);
      EXPECT_GT(exact, 0);
      noise.deviation *= 0.7;
      EXPECT_GT(worst_delta(noise, samples - 1, epsilon), delta);
    }
  }
}

/// E (1 - exp(e - m^2 / 2 - (m / 2) (|Z| + |Z'|)))_+ of normal Z and Z' with this correlation.
double mean_over_two_lines(double shift, double excess, double correlation) {
  constexpr double kReach = 9;
  constexpr int kCells = 700;
  const double cell = 2 * kReach / kCells;
  const double along = std::sqrt((1 + correlation) / 2), across = std::sqrt((1 - correlation) / 2);
  double sum = 0;
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) {
      const double u = -kReach + (i + 0.5) * cell, v = -kReach + (j + 0.5) * cell;
      const double lines = std::fabs(along * u + across * v) + std::fabs(along * u - across * v);
      const double loss = 0.5 * shift * (shift + lines);
      if (loss > excess) sum -= std::expm1(excess - loss) * std::exp(-0.5 * (u * u + v * v));
    }
  }
  return sum * cell * cell / (2 * M_PI);
}

TEST(ObjectivePerturbation, HockeyStickBoundCoversAnyTwoLinesAndProvesLessThanRenyi) {
  for (const double shift : {0.05, 0.3, 1.0}) {
    for (const double delta : {1e-4, 1e-7}) {
      const PerturbedObjective exact{
          .strong_convexity = 1, .record_curvature = 0.5, .tolerance = 0, .solution_scale = 1};
      const double epsilon = objective_perturbation_epsilon(exact, shift, 10, delta);
      const double curvature = std::log1p(0.05);
      double most = 0;
      for (const double correlation : {0.0, 0.4, 0.8, 0.95, 1.0}) {
        most = std::max(most, mean_over_two_lines(shift, epsilon - curvature, correlation));
      }
      EXPECT_LE(most, delta * (1 + 1e-3));
      EXPECT_GT(most, delta * 0.99) << "attained where both records lie on one line";
      const RenyiBound renyi = renyi_epsilon(
          RenyiCurve(
              [&](double order) { return objective_perturbation_renyi(exact, shift, 10, order); },
              std::numeric_limits<double>::infinity()),
          delta);
      EXPECT_GT((renyi.value - curvature) / (epsilon - curvature), 1.03);
      EXPECT_LT((renyi.value - curvature) / (epsilon - curvature), 1.2);
      // A search that ends eta s away counts like more noise in quadrature.
      PerturbedObjective inexact = exact;
      inexact.tolerance = 0.5 * shift / 32;
      const double wider = shift * std::sqrt(1 + 1.0 / 1024);
      EXPECT_NEAR(objective_perturbation_epsilon(inexact, shift, 10, delta),
                  objective_perturbation_epsilon(exact, wider, 10, delta), 1e-12);
    }
  }
}

TEST(ObjectivePerturbation, HockeyStickBoundIsUnknownWhereItsProofIs) {
  const PerturbedObjective exact{
      .strong_convexity = 1, .record_curvature = 0.5, .tolerance = 0, .solution_scale = 1};
  const auto epsilon = [](const PerturbedObjective& objective, double delta) {
    return objective_perturbation_epsilon(objective, 0.3, 10, delta);
  };
  EXPECT_TRUE(std::isfinite(epsilon(exact, 1e-3)));
  EXPECT_EQ(epsilon(exact, 0.3), HUGE_VAL);  // epsilon within sqrt(3) m: lines may differ
  EXPECT_EQ(epsilon(exact, 0), HUGE_VAL);
  PerturbedObjective far = exact;
  far.tolerance = 0.5 * 0.3;  // eta = m: the solution's noise reaches there
  EXPECT_EQ(epsilon(far, 1e-6), HUGE_VAL);
  EXPECT_TRUE(std::isfinite(objective_perturbation_renyi(far, 0.3, 10, 3)));
  PerturbedObjective flat = exact;
  flat.strong_convexity = 0;
  EXPECT_EQ(epsilon(flat, 1e-6), HUGE_VAL);
}

TEST(ObjectivePerturbation, RecalledConstantsDoNotHoldForExchangedRecords) {
  // Lambda = 2 L / epsilon and s^2 = G^2 (8 ln(2/delta) + 4 epsilon) / epsilon^2 with one record's
  // own bound G, in units of sums: what B4 of the specification recalls. Huber's kinks may be
  // rounded off by as little as one likes: a twice differentiable loss does the same.
  const double epsilon = 1;
  const auto recalled = [&](double delta) {
    return Noise{.strong_convexity = 2 / epsilon,
                 .deviation = std::sqrt(8 * std::log(2 / delta) + 4 * epsilon) / epsilon};
  };
  EXPECT_GT(worst_delta(recalled(1e-8), 0, epsilon), 5e-8);
  EXPECT_GT(worst_delta(recalled(1e-11), 0, epsilon), 1e-9);
  for (const double delta : {1e-5, 1e-8}) {
    // What is proven here with the same added strength is more, and enough.
    const Noise noise = recalled(delta);
    const Release release = planned(2, 1, epsilon, delta, std::log1p(epsilon / 2) / epsilon);
    const Noise proven{.strong_convexity = 2 * perturbed_objective(release).strong_convexity,
                       .deviation = 2 * release.noise_scale};
    EXPECT_NEAR(proven.strong_convexity, noise.strong_convexity, 1e-9);
    EXPECT_GT(proven.deviation, 1.2 * noise.deviation);
    EXPECT_LE(worst_delta(proven, 0, epsilon), delta);
    // A record that is only absent elsewhere moves the gradient half as far: there they hold.
    const Minimizer absent({huber(0, 1, 0)}, noise);
    for (double target = 0; target <= 8; target += 0.5) {
      const Minimizer present({huber(target * noise.deviation / 2, 1)}, noise);
      EXPECT_LT(exact_delta(present, absent, epsilon), delta);
      EXPECT_LT(exact_delta(absent, present, epsilon), delta);
    }
  }
}

TEST(ObjectivePerturbation, DivergenceIsUnknownWithoutStrongConvexityOrNoise) {
  const PerturbedObjective sound{
      .strong_convexity = 1, .record_curvature = 1, .tolerance = 0.1, .solution_scale = 1};
  const auto divergence = [](PerturbedObjective objective, double shift, double order) {
    return objective_perturbation_renyi(objective, shift, 10, order);
  };
  EXPECT_TRUE(std::isfinite(divergence(sound, 0.5, 2)));
  PerturbedObjective other = sound;
  other.strong_convexity = 0;
  EXPECT_TRUE(std::isinf(divergence(other, 0.5, 2)));
  other = sound;
  other.solution_scale = 0;
  EXPECT_TRUE(std::isinf(divergence(other, 0.5, 2)));
  other = sound;
  other.record_curvature = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isinf(divergence(other, 0.5, 2)));
  EXPECT_TRUE(std::isinf(divergence(sound, std::numeric_limits<double>::infinity(), 2)));
  EXPECT_TRUE(std::isinf(divergence(sound, 0.5, 1)));
}

TEST(MinimizationPasses, ReachTheReductionOnQuadraticsAndBendsOfEveryCondition) {
  for (const double condition : {1.0, 1.5, 30.0, 2000.0}) {
    for (const double reduction : {1e-3, 1e-9}) {
      const auto passes = static_cast<int>(minimization_passes(condition, reduction));
      const double mu = 1;
      const double smoothness = condition - mu;  // of F
      const double ratio = std::sqrt(mu / condition);
      const double momentum = (1 - ratio) / (1 + ratio);
      // F' = L (x - z), and the same cut off at 1: F' of the start bounds the first gradient.
      for (const bool is_cut : {false, true}) {
        for (const double share : {1e-3, 0.1, 0.5, 1.0}) {
          const auto gradient = [&](double x) {
            const double slope = share * smoothness * (x + 1);
            return (is_cut ? std::clamp(slope, -0.5, 0.5) : slope) + mu * x;
          };
          const double bound = std::fabs(gradient(0));
          double x = 0, ahead = 0, norm = 0;
          for (int k = 0; k < passes; ++k) {
            norm = std::fabs(gradient(ahead));
            const double next = ahead - gradient(ahead) / condition;
            ahead = next + momentum * (next - x);
            x = next;
          }
          EXPECT_LE(norm, reduction * bound + 1e-15 * condition) << condition << " " << share;
        }
      }
    }
  }
}

}  // namespace
}  // namespace noisy
