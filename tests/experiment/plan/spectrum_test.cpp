#include "engine/experiment/plan/spectrum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/data/inline_data.h"

namespace noisy {
namespace {

TEST(Spectrum, OfADiagonalMatrixIsItsDiagonal) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(3, 3);
  matrix.diagonal() << 2, -1, 5;
  const Spectrum spectrum = symmetric_spectrum(matrix);
  EXPECT_EQ(spectrum.smallest, -1);
  EXPECT_EQ(spectrum.largest, 5);
}

TEST(Spectrum, OfTheSecondDifferenceMatrixIsKnown) {
  // Eigenvalues 2 - 2 cos(k pi / (d + 1)).
  constexpr Index kSize = 40;
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(kSize, kSize);
  for (Index i = 0; i < kSize; ++i) {
    matrix(i, i) = 2;
    if (i > 0) matrix(i, i - 1) = matrix(i - 1, i) = -1;
  }
  const double angle = 3.14159265358979323846 / (kSize + 1);
  const Spectrum spectrum = symmetric_spectrum(matrix);
  EXPECT_NEAR(spectrum.smallest, 2 - 2 * std::cos(angle), 1e-13);
  EXPECT_NEAR(spectrum.largest, 2 - 2 * std::cos(kSize * angle), 1e-13);
}

Spectrum spectrum_of(std::vector<std::vector<double>> rows) {
  std::vector<double> targets(rows.size(), 1);
  auto records = inline_data(std::move(rows), std::move(targets));
  EXPECT_TRUE(records);
  const LoadedData data{
      .records = std::move(*records), .facts = {}, .target = "", .hash = "", .counts = {}};
  SpectrumSearch search(data);
  math::ThreadPool pool(1);
  while (!search.advance(pool, math::Deadline::after_seconds(0))) {
  }
  return search.result();
}

TEST(Spectrum, OfDataIsThatOfTheirGramMatrix) {
  // Rows (3, 0), (0, 1), (0, 1): U'U / 3 = diag(3, 2/3), whatever the targets.
  const Spectrum spectrum = spectrum_of({{3, 0}, {0, 1}, {0, 1}});
  EXPECT_NEAR(spectrum.largest, 3, 1e-14);
  EXPECT_NEAR(spectrum.smallest, 2.0 / 3, 1e-14);
}

TEST(Spectrum, OfRecordsInAPlaneEndsAtZeroAndNotAtWhatRoundingMakesOfIt) {
  // u_i = a_i p + b_i q in 5 dimensions: rank 2.
  for (int seed = 1; seed <= 40; ++seed) {
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < 60; ++i) {
      const double a = std::sin(1.3 * seed + 0.7 * i), b = std::cos(0.9 * seed + 2.1 * i);
      rows.push_back({});
      for (int j = 0; j < 5; ++j) {
        rows.back().push_back(a * std::sin(1 + seed * j) + b * std::cos(2.0 + j * j));
      }
    }
    EXPECT_EQ(spectrum_of(rows).smallest, 0) << seed;
  }
}

TEST(Spectrum, OfNearlyFlatRecordsIsStillThere) {
  // diag(1, 1e-11) / 2: far above rounding.
  EXPECT_NEAR(spectrum_of({{1, 0}, {0, 3e-6}}).smallest, 4.5e-12, 1e-20);
}

}  // namespace
}  // namespace noisy
