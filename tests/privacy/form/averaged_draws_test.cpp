// Exact draws from averages of laws: their law, and that releases are independent.
#include "engine/privacy/form/averaged_draws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/privacy/form/whole_law.h"
#include "tests/random/goodness_of_fit.h"

namespace noisy::testing {
namespace {

using Whole = std::vector<std::int64_t>;

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 5, .algorithm = "hardened-average"});
}

/// s^1, s^2, s^3 and N.
const std::vector<Whole> kScores = {{0, 0, 0, 0}, {0, -900, 400, 100}, {-2000, 0, 100, 1500}};
constexpr std::uint64_t kSteps = 1000;

AveragedDraws drawn_at_all(std::span<const Index> ends, Index draws) {
  Stream stream = streams().stream(StreamPurpose::noise, 0);
  AveragedDraws out(ends, draws, stream);
  for (Index step = 1; step <= ends.back(); ++step) {
    out.draw_at(step, kScores[static_cast<std::size_t>(step - 1)], kSteps, stream);
  }
  return out;
}

/// By chi-square at false-alarm rate 1e-9 each, with 3 degrees of freedom.
TEST(AveragedDraws, OfEachReleaseHaveTheMeanOfTheLawsUpToItsStep) {
  constexpr Index kDraws = 100'000;
  const std::vector<Index> ends = {2, 3, 3};
  const AveragedDraws draws = drawn_at_all(ends, kDraws);
  Vector sum = law_of(kScores[0], kSteps) + law_of(kScores[1], kSteps);
  std::vector<Vector> laws = {sum / 2};
  sum += law_of(kScores[2], kSteps);
  laws.insert(laws.end(), {sum / 3, sum / 3});
  const auto fits = [&](Index release, const Vector& law) {
    std::vector<double> counts(4);
    draws.add_counts(release, counts);
    const std::vector<double> chances(law.begin(), law.end());
    return chi_square_tail(chi_square(counts, chances, static_cast<double>(kDraws)), 3);
  };
  for (std::size_t k = 0; k < 3; ++k) EXPECT_GT(fits(static_cast<Index>(k), laws[k]), 1e-9) << k;
  // Another number of steps, and one step less, are seen.
  EXPECT_LT(fits(0, laws[1]), 1e-9);
  EXPECT_LT(fits(1, laws[0]), 1e-9);
}

/// 20,000 runs of one draw for either of two releases: all nine cells, at 8 degrees of freedom.
TEST(AveragedDraws, OfTwoReleasesAreIndependent) {
  constexpr int kRuns = 20'000;
  const std::vector<Whole> scores = {{0, 0, 0}, {0, 2000, -1000}};
  const Vector first = law_of(scores[0], kSteps);
  const Vector law = (first + law_of(scores[1], kSteps)) / 2;
  std::vector<double> cells(9), chances(9);
  Stream stream = streams().stream(StreamPurpose::noise, 0);
  const std::vector<Index> ends = {2, 2};
  for (int run = 0; run < kRuns; ++run) {
    AveragedDraws draws(ends, 1, stream);
    for (Index step : {1, 2}) {
      draws.draw_at(step, scores[static_cast<std::size_t>(step - 1)], kSteps, stream);
    }
    std::vector<double> one(3), other(3);
    draws.add_counts(0, one);
    draws.add_counts(1, other);
    for (std::size_t j = 0; j < 9; ++j) cells[j] += one[j / 3] * other[j % 3];
  }
  for (std::size_t j = 0; j < 9; ++j) {
    chances[j] = law[static_cast<Index>(j / 3)] * law[static_cast<Index>(j % 3)];
  }
  EXPECT_GT(chi_square_tail(chi_square(cells, chances, kRuns), 8), 1e-9);
}

}  // namespace
}  // namespace noisy::testing
