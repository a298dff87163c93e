#include "engine/random/exact_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

using testing::chi_square;
using testing::chi_square_tail;

constexpr int kDraws = 300'000;
const std::vector<std::int64_t> kScores = {-3, 5, 4, 0, 5, -40, 2};
constexpr ExactRate kRate{.numerator = 2, .denominator = 5};

double coin(std::int64_t score, const std::vector<std::int64_t>& scores, double rate) {
  const auto best = static_cast<double>(*std::ranges::max_element(scores));
  return std::exp(-rate * (best - static_cast<double>(score)));
}

std::vector<double> exponential_probabilities(const std::vector<std::int64_t>& scores,
                                              double rate) {
  std::vector<double> p;
  for (const std::int64_t score : scores) p.push_back(coin(score, scores, rate));
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& value : p) value /= sum;
  return p;
}

/// Over all orders of the candidates: the first one whose coin shows heads.
std::vector<double> permute_and_flip_probabilities(const std::vector<std::int64_t>& scores,
                                                   double rate) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> p(scores.size());
  double orders = 0;
  do {
    double reached = 1;
    for (const std::size_t i : order) {
      const double heads = coin(scores[i], scores, rate);
      p[i] += reached * heads;
      reached *= 1 - heads;
    }
    ++orders;
  } while (std::ranges::next_permutation(order).found);
  for (double& value : p) value /= orders;
  return p;
}

using Choose = std::size_t (*)(Stream&, std::span<const std::int64_t>, ExactRate);

std::vector<double> counts(Choose choose, std::span<const std::int64_t> scores, ExactRate rate) {
  Stream source = StreamFactory::reproducible({.seed = 23, .algorithm = "choice"})
                      .stream(StreamPurpose::noise, 0);
  std::vector<double> out(scores.size());
  for (int i = 0; i < kDraws; ++i) ++out[choose(source, scores, rate)];
  return out;
}

// Seven cells: six degrees of freedom.
TEST(ExponentialChoice, PassesChiSquareAgainstItsExactProbabilitiesAtFalseAlarmRate1e9) {
  // The last place but one is 45 behind: e^-18 of the best.
  const std::vector<double> p = exponential_probabilities(kScores, 0.4);
  EXPECT_GT(chi_square_tail(chi_square(counts(exponential_choice, kScores, kRate), p, kDraws), 6),
            1e-9);
}

TEST(PermuteAndFlip, PassesChiSquareAgainstItsExactProbabilitiesAtFalseAlarmRate1e9) {
  const std::vector<double> p = permute_and_flip_probabilities(kScores, 0.4);
  const std::vector<double> seen = counts(permute_and_flip, kScores, kRate);
  EXPECT_GT(chi_square_tail(chi_square(seen, p, kDraws), 6), 1e-9);
  // It is another distribution than the exponential mechanism's, and the test sees that.
  const std::vector<double> other = exponential_probabilities(kScores, 0.4);
  EXPECT_LT(chi_square_tail(chi_square(seen, other, kDraws), 6), 1e-50);
}

// Scores that move by at most 1 each, at rate epsilon / 2: no probability moves by more than
// e^epsilon.
TEST(ExactChoice, IsPrivateForScoresOfSensitivityOne) {
  const double epsilon = 0.8;
  const std::vector<std::int64_t> scores = {2, 0, 3, 1};
  for (const auto& probabilities : {exponential_probabilities, permute_and_flip_probabilities}) {
    const std::vector<double> p = probabilities(scores, epsilon / 2);
    double largest = 0;
    for (int change = 0; change < 81; ++change) {
      std::vector<std::int64_t> moved = scores;
      for (int rest = change; std::int64_t & score : moved) {
        score += rest % 3 - 1;
        rest /= 3;
      }
      const std::vector<double> q = probabilities(moved, epsilon / 2);
      for (std::size_t i = 0; i < p.size(); ++i) {
        largest = std::max(largest, std::fabs(std::log(q[i] / p[i])));
      }
    }
    EXPECT_LE(largest, epsilon * (1 + 1e-12));
    EXPECT_GT(largest, 0.6 * epsilon);
  }
}

TEST(ExactChoice, TakesScoresFromOneEndOfTheRangeToTheOther) {
  const std::vector<std::int64_t> scores = {std::numeric_limits<std::int64_t>::min(),
                                            std::numeric_limits<std::int64_t>::max()};
  const ExactRate tiny{.numerator = 1, .denominator = std::uint64_t{1} << 63};
  const std::vector<double> p = {1 / (1 + std::exp(2.0)), 1 / (1 + std::exp(-2.0))};
  const std::vector<double> seen = counts(exponential_choice, scores, tiny);
  EXPECT_TRUE(testing::is_plausible(seen[0], kDraws, p[0])) << seen[0];
  EXPECT_EQ(counts(permute_and_flip, scores, {})[0], 0);
}

TEST(ExactChoice, ALoneCandidateIsChosen) {
  const std::vector<std::int64_t> one = {-7};
  EXPECT_EQ(counts(exponential_choice, one, {})[0], kDraws);
  EXPECT_EQ(counts(permute_and_flip, one, {})[0], kDraws);
}

}  // namespace
}  // namespace noisy
