#include "engine/experiment/plan/spectrum.h"

#include <gtest/gtest.h>

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

TEST(Spectrum, OfDataIsThatOfTheirGramMatrix) {
  // Rows (3, 0), (0, 1), (0, 1): U'U / 3 = diag(3, 2/3), whatever the targets.
  auto records = inline_data({{3, 0}, {0, 1}, {0, 1}}, {5, -7, 9});
  ASSERT_TRUE(records);
  const LoadedData data{
      .records = std::move(*records), .facts = {}, .target = "", .hash = "", .counts = {}};
  SpectrumSearch search(data);
  math::ThreadPool pool(1);
  while (!search.advance(pool, math::Deadline::after_seconds(0))) {
  }
  EXPECT_NEAR(search.result().largest, 3, 1e-14);
  EXPECT_NEAR(search.result().smallest, 2.0 / 3, 1e-14);
}

}  // namespace
}  // namespace noisy
