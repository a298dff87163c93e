#include "engine/privacy/accountant/joint_renyi.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/math/index.h"

namespace noisy {
namespace {

struct Value {
  double rate, mean, change, order, bound;
};

/// By closed sums with 400 digits, all digits shown right.
constexpr Value kTable[] = {
    {0.05, 0.0025, 0.1, 2, 6.3676512182951e-6},    {0.05, 0.0025, 0.1, 17, 5.45208533099255e-5},
    {0.05, 0.0125, 0.5, 3, 3.60253892971544e-4},   {0.05, 0.0125, 0.5, 24, 0.0058247470306965},
    {0.5, 0.01, 0.04, 18, 9.07189818216917e-4},    {0.5, 0.25, 1, 6, 1.00361237135535},
    {0.005, 0.00125, 0.5, 6, 7.27314075535455e-6}, {0.0005, 0.00025, 1, 4, 4.85525417369138e-7},
    {0.05, 0.0125, 0.25, 12, 0.00100137169411716}, {0.8, 0.04, 0.1, 8, 0.00648871935378362},
    {0.05, 1e-6, 4e-5, 32, 1.60000000845121e-11},  {1, 0.03, 0.06, 7, 0.00315}};

TEST(JointRenyi, HasTheValuesOfTheTable) {
  for (const Value& value : kTable) {
    const double found = joint_renyi({value.rate, value.mean, value.change}, value.order);
    EXPECT_NEAR(found, value.bound, 3e-11 * value.bound) << value.rate << " " << value.order;
  }
}

/// ln(e^a + e^b).
long double log_add(long double a, long double b) {
  return std::max(a, b) + std::log1pl(std::exp(-std::fabs(a - b)));
}

/// ln E L^alpha / (alpha - 1), L = (1-q) e^{m0 z - m0^2/2} + q e^{m1 z - m1^2/2}: the divergence of
/// two data sets of opposite gradients, summed in closed form.
long double attained(const JointMove& move, int order) {
  const long double q = move.rate, low = move.mean - q * move.change, high = low + move.change;
  long double total = -HUGE_VALL;
  for (int k = 0; k <= order; ++k) {
    const int rest = order - k;
    const long double sum = k * high + rest * low;
    const long double squares = k * high * high + rest * low * low;
    const long double binomial =
        std::lgammal(order + 1) - std::lgammal(k + 1) - std::lgammal(rest + 1);
    total = log_add(total,
                    binomial + k * std::log(q) + rest * std::log1p(-q) + (sum * sum - squares) / 2);
  }
  return total / (order - 1);
}

/// The same by Simpson's rule, where the closed form cancels.
double attained_by_quadrature(const JointMove& move, double order) {
  const double low = move.mean - move.rate * move.change, high = low + move.change;
  const double reach = 14 + order * high;
  const int pieces = 40'000;
  const double h = 2 * reach / pieces;
  double sum = 0;
  for (int i = 0; i <= pieces; ++i) {
    const double z = -reach + i * h;
    const double less_one = (1 - move.rate) * std::expm1(low * z - low * low / 2) +
                            move.rate * std::expm1(high * z - high * high / 2);
    // L^alpha - 1 - alpha (L - 1), whose mean is that of L^alpha less 1.
    const double log_ratio = std::log1p(less_one);
    const double rest =
        std::fabs(less_one) < 1e-4
            ? order * (order - 1) / 2 * less_one * less_one * (1 + (order - 2) / 3 * less_one)
            : std::expm1(order * log_ratio) - order * less_one;
    sum += (i == 0 || i == pieces ? 1 : i % 2 ? 4 : 2) * rest * std::exp(-z * z / 2);
  }
  return std::log1p(sum * h / 3 / std::sqrt(2 * M_PI)) / (order - 1);
}

TEST(JointRenyi, LiesAboveWhatTwoDataSetsAttain) {
  for (const double rate : {0.0005, 0.005, 0.05, 0.3, 0.5})
    for (const double change : {0.03, 0.2, 0.8, 1.5})
      for (const double signs : {0.5, 1.0})
        for (const int order : {2, 3, 5, 11, 20}) {
          const JointMove move{rate, signs * rate * change, change};
          const auto closed = static_cast<double>(attained(move, order));
          const double floor = closed < 1 ? attained_by_quadrature(move, order) : closed;
          if (closed > 0.1) EXPECT_NEAR(floor, closed, 1e-7 * floor);
          const double bound = joint_renyi(move, order);
          EXPECT_GE(bound, floor * (1 - 1e-9)) << rate << " " << change << " " << order;
        }
}

TEST(JointRenyi, AtCalibratedNoiseLiesBarelyAboveIt) {
  // Of 400 releases at epsilon = 1 and 4: with 1.8 % less noise the two data sets leak more.
  constexpr struct {
    double rate, change;
    int order;
  } kCalibrated[] = {{0.5, 0.049, 18}, {0.05, 0.398, 17}, {0.005, 1.003, 10}, {0.0005, 1.245, 10},
                     {0.5, 0.154, 7},  {0.05, 0.807, 6},  {0.005, 1.454, 5},  {0.0005, 1.97, 4}};
  for (const auto& [rate, change, order] : kCalibrated) {
    const JointMove move{rate, rate * change / 2, change};
    const double bound = joint_renyi(move, order), floor = attained_by_quadrature(move, order);
    EXPECT_GE(bound, floor * (1 - 1e-9)) << rate << " " << change;
    const JointMove farther{rate, 1.018 * move.mean, 1.018 * change};
    EXPECT_LE(bound, attained_by_quadrature(farther, order)) << rate << " " << change;
  }
}

TEST(JointRenyi, RisesWithBothMovesAndTheOrder) {
  for (const double rate : {0.001, 0.1, 0.5, 0.9})
    for (const double change : {0.01, 0.3, 1.2})
      for (const double order : {1.3, 2.0, 2.7, 7.0, 30.0}) {
        const JointMove move{rate, 0.4 * rate * change, change};
        JointMove farther = move, wider = move;
        farther.mean *= 1.05;
        wider.change *= 1.05;
        const double bound = joint_renyi(move, order);
        EXPECT_GT(joint_renyi(farther, order), bound);
        EXPECT_GT(joint_renyi(wider, order), bound);
        EXPECT_GE(joint_renyi(move, 1.05 * order), bound * (1 - 1e-10));  // equal below 2
      }
}

TEST(JointRenyi, OfAllRecordsOrAtTheAnchorIsThePlainGaussian) {
  EXPECT_DOUBLE_EQ(joint_renyi({1, 0.2, 0.7}, 3.5), 3.5 * 0.04 / 2);
  EXPECT_DOUBLE_EQ(joint_renyi({0.1, 0.2, 0}, 3.5), 3.5 * 0.04 / 2);
  // And tends to it.
  for (const double order : {2.0, 9.0, 60.0})
    EXPECT_NEAR(joint_renyi({0.3, 0.01, 1e-4}, order), order * 1e-4 / 2, 2e-3 * order * 1e-4 / 2);
}

TEST(JointRenyi, CountsALargeBatchByTheRecordsThatItLacks) {
  for (const double order : {2.0, 6.0})
    EXPECT_EQ(joint_renyi({0.75, 0.03, 0.08}, order), joint_renyi({0.25, 0.03, 0.08}, order));
}

TEST(JointRenyi, IsAChordBetweenWholeOrders) {
  const JointMove move{0.05, 0.0125, 0.5};
  const double second = joint_renyi(move, 2), third = joint_renyi(move, 3);
  EXPECT_NEAR(joint_renyi(move, 2.25) * 1.25, 0.75 * second + 0.25 * 2 * third, 1e-15);
  EXPECT_NEAR(joint_renyi(move, 1.5), second, 1e-15);  // from 0 at order 1
}

/// D of (1-q) N(P.missed, 1) + q N(P.drawn, 1) from the same of another, in one dimension.
struct Centres {
  double missed, drawn;
};

double mixture_renyi(const Centres& p, const Centres& r, double rate, double order) {
  const auto log_density = [&](double x, const Centres& of) {
    const double a = std::log1p(-rate) - (x - of.missed) * (x - of.missed) / 2;
    const double b = std::log(rate) - (x - of.drawn) * (x - of.drawn) / 2;
    return std::max(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
  };
  const int pieces = 1600;
  const double reach = 16 + 3 * order, h = 2 * reach / pieces;
  double sum = 0;
  for (int i = 0; i <= pieces; ++i) {
    const double x = -reach + i * h;
    const double weight = i == 0 || i == pieces ? 1 : i % 2 ? 4 : 2;
    sum += weight * std::exp(order * log_density(x, p) + (1 - order) * log_density(x, r));
  }
  return std::log(sum * h / 3 / std::sqrt(2 * M_PI)) / (order - 1);
}

TEST(JointRenyi, IsNeverBelowWhatAnyOneDimensionalRecordsLeak) {
  // Gradients f and e of the record at x and at the anchor, of its replacement, and the difference
  // t of the others, in units of G: a grid of all signs, and of values between.
  double tightest = 0;
  for (const double rate : {0.05, 0.3, 0.5, 0.8})
    for (const double change : {0.1, 0.6, 1.5})
      for (const int order : {2, 5, 9})
        for (const double f : {-1.0, 0.3, 1.0})
          for (const double e : {-1.0, 1.0})
            for (const double other_f : {-1.0, 0.2, 1.0})
              for (const double other_e : {-1.0, 1.0})
                for (const double t : {-2.0, 0.5, 2.0}) {
                  const double h = change / 4, bound_mean = rate * change / 2;
                  const double shift = rate * h * (f - other_f);
                  const double w = h * (f - e - t), v = h * (other_f - other_e - t);
                  const Centres p{shift - rate * w, shift + (1 - rate) * w};
                  const Centres r{-rate * v, (1 - rate) * v};
                  const double leak = mixture_renyi(p, r, rate, order);
                  const double bound = joint_renyi({rate, bound_mean, change}, order);
                  ASSERT_LE(leak, bound * (1 + 1e-8) + 1e-12)
                      << rate << " " << change << " " << order << " " << f << e << other_f
                      << other_e << t;
                  tightest = std::max(tightest, leak / bound);
                }
  EXPECT_GT(tightest, 0.98);
}

// By Jensen 1 + V >= e^{D z - (D^2 + q (1-q) S^2) / 2}, whose power alpha has the plain Gaussian's
// mean but for a part of 1/alpha. Such orders belong to epsilons near 1e-20.
TEST(JointRenyi, AtHugeOrdersIsThePlainGaussians) {
  for (const double order : {1e8, 1e14, 1e18, 1e22}) {
    for (const double reach : {1.0, 5.0, 10.0}) {
      const double mean = reach / order;
      const double bound = joint_renyi({.rate = 0.5, .mean = mean, .change = 3 * mean}, order);
      EXPECT_NEAR(bound / (0.5 * order * mean * mean), 1, 1e-5) << order << ", " << reach;
    }
  }
}

TEST(JointRenyi, IsOutOfReachWhereItsSumsAreHuge) {
  EXPECT_TRUE(std::isinf(joint_renyi({0.05, 1, 40}, 64)));
  EXPECT_TRUE(std::isinf(joint_renyi({0.05, 1e-3, 0.04}, 1e7)));
}

}  // namespace
}  // namespace noisy
