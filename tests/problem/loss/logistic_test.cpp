// Logistic regression's gradient against differentiation of its value, and its sensitivity against
// random and worst pairs of records.
#include <gtest/gtest.h>

#include <complex>

#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

constexpr std::size_t kRecords = 101;
constexpr std::size_t kDimension = 6;
constexpr double kRadius = 3;

using naive::Numbers;

struct Records {
  std::vector<Numbers> rows;
  Numbers labels;
};

/// Random records on the L1 sphere, and all its corners with both labels.
Records records_in_the_ball(std::uint64_t seed) {
  Numbers01 random(seed);
  Records out;
  for (std::size_t i = 0; i < kRecords; ++i) {
    Numbers row(kDimension);
    for (double& value : row) value = std::pow(random(-1, 1), 3);
    const double norm = naive::norm_1(row);
    for (double& value : row) value *= kRadius * (1 - 1e-15) / norm;
    out.rows.push_back(row);
    out.labels.push_back(random(-1, 1) > 0 ? 1 : -1);
  }
  for (std::size_t k = 0; k < kDimension; ++k) {
    for (const double label : {1.0, -1.0}) {
      Numbers corner(kDimension, 0.0);
      corner[k] = kRadius;
      out.rows.push_back(corner);
      out.labels.push_back(label);
    }
  }
  return out;
}

constexpr FeatureBounds kBounds{
    .l1 = kRadius, .l2 = kRadius, .linf = kRadius, .target_lower = -1, .target_upper = 1};

class Logistic : public ::testing::Test {
 protected:
  double value(const Vector& x) const {
    double out = 0;
    ask({.point = &x, .gradient = nullptr, .value = &out});
    return out;
  }

  Vector gradient(const Vector& x) const {
    Vector out(x.size());
    ask({.point = &x, .gradient = &out, .value = nullptr});
    return out;
  }

  Vector record_gradient(Index record, const Vector& x) const {
    Vector out(x.size());
    BatchScratch scratch;
    risk_.answer_batch({&record, 1}, {.point = &x, .gradient = &out, .value = nullptr}, scratch);
    return out;
  }

  Vector random_point(double size) {
    return Vector::NullaryExpr(kDimension, [&] { return random_(-size, size); });
  }

  const Records records_ = records_in_the_ball(1);
  const std::unique_ptr<DenseData> data_ = dense_records(records_.rows, records_.labels);
  const EmpiricalRisk risk_{*data_, kBounds, logistic_loss()};
  Numbers01 random_{2};

 private:
  void ask(const PointQuery& query) const {
    ThreadPool pool(1);
    const auto pass = risk_.begin_pass({&query, 1});
    while (!pass->advance(pool, Deadline::never())) {
    }
  }
};

TEST_F(Logistic, GradientIsTheDifferenceQuotientOfTheValue) {
  // Central differences with h = 1e-5: an error of h^2 F''' / 6 and of rounding, 1e-16 F / h.
  for (int trial = 0; trial < 20; ++trial) {
    const Vector x = random_point(2);
    const Vector exact = gradient(x);
    for (Index k = 0; k < x.size(); ++k) {
      Vector up = x;
      Vector down = x;
      up[k] += 1e-5;
      down[k] -= 1e-5;
      EXPECT_NEAR(exact[k], (value(up) - value(down)) / 2e-5, 2e-9);
    }
  }
}

TEST_F(Logistic, GradientIsTheComplexStepDerivativeOfTheFormula) {
  // Im F(x + i h e_k) / h has no cancellation, so h = 1e-30 gives every digit.
  for (int trial = 0; trial < 20; ++trial) {
    const Vector x = random_point(2);
    const Vector exact = gradient(x);
    for (std::size_t k = 0; k < kDimension; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < records_.rows.size(); ++i) {
        std::complex<double> margin = 0;
        for (std::size_t j = 0; j < kDimension; ++j) {
          const std::complex<double> moved(x[static_cast<Index>(j)], j == k ? 1e-30 : 0);
          margin += records_.labels[i] * records_.rows[i][j] * moved;
        }
        sum += std::log(1.0 + std::exp(-margin)).imag() / 1e-30;
      }
      const double mean = sum / static_cast<double>(records_.rows.size());
      EXPECT_NEAR(exact[static_cast<Index>(k)], mean, 1e-13);
    }
  }
}

TEST_F(Logistic, NoPairOfRecordsViolatesTheSensitivity) {
  const auto records = static_cast<Index>(records_.rows.size());
  int pairs = 0;
  for (const double size : {0.0, 0.1, 1.0, 5.0, 100.0}) {
    for (int trial = 0; trial < 10; ++trial) {
      const Vector x = random_point(size);
      const double at_point = risk_.l1_sensitivity_at(x);
      EXPECT_GE(at_point, kRadius);
      EXPECT_LE(at_point, 2 * kRadius);
      std::vector<Vector> gradients;
      for (Index i = 0; i < records; ++i) gradients.push_back(record_gradient(i, x));
      for (int pair = 0; pair < 2000; ++pair, ++pairs) {
        const auto a = static_cast<std::size_t>(random_(0, static_cast<double>(records)));
        const auto b = static_cast<std::size_t>(random_(0, static_cast<double>(records)));
        ASSERT_LE((gradients[a] - gradients[b]).lpNorm<1>(), at_point);
      }
    }
  }
  EXPECT_EQ(pairs, 100000);
}

TEST_F(Logistic, CornersAttainTheSensitivityAtAPoint) {
  // At x = -c (1, ..., 1) the corners along two axes have gradients -R sigmoid(R c) e_1 and
  // -R sigmoid(R c) e_2, so S_1(x) = 2 R sigmoid(R c) is no overestimate.
  for (const double c : {0.0, 0.01, 0.2, 1.0, 30.0}) {
    const Vector x = Vector::Constant(kDimension, -c);
    const Vector first = record_gradient(kRecords, x);
    const Vector second = record_gradient(kRecords + 2, x);
    const double expected = 2 * kRadius / (1 + std::exp(-kRadius * c));
    EXPECT_NEAR((first - second).lpNorm<1>(), expected, 1e-13);
    EXPECT_NEAR(risk_.l1_sensitivity_at(x), expected, 1e-12);
  }
}

}  // namespace
}  // namespace noisy::testing
