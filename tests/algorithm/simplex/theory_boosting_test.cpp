#include "engine/algorithm/simplex/theory/boosting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace noisy {
namespace {

using ::testing::HasSubstr;

// Section 2.5
TEST(BoostingCounts, AreThoseOfTheExamples) {
  const auto tenth = boosting_counts(0.1).value();
  EXPECT_EQ(tenth.candidates, 6);
  EXPECT_EQ(tenth.runs, 9);
  const auto twentieth = boosting_counts(0.05).value();
  EXPECT_EQ(twentieth.candidates, 7);
  EXPECT_EQ(twentieth.runs, 11);
  EXPECT_EQ(boosting_blocks(308000, twentieth)->response_x, 1000);
  for (const double beta : {0.0, 1.0, double(NAN)})
    EXPECT_EQ(boosting_counts(beta).error().field, "failureProbability");
}

TEST(BoostingBlocks, AreDisjointPartsOfTheData) {
  for (const Index samples : {1000, 12345, 999999})
    for (const double beta : {0.3, 0.1, 0.01}) {
      const auto counts = boosting_counts(beta).value();
      const auto blocks = boosting_blocks(samples, counts);
      const Index quarter = samples / 4, solvers = counts.candidates * counts.runs;
      if (!blocks) {
        EXPECT_EQ(quarter / solvers, 0);
        EXPECT_THAT(blocks.error().message, HasSubstr(std::to_string(quarter) + " records"));
        continue;
      }
      EXPECT_EQ(blocks->candidate, quarter / counts.candidates);
      EXPECT_EQ(blocks->response_x, quarter / solvers);
      EXPECT_EQ(blocks->response_y, quarter / solvers);
      EXPECT_EQ(blocks->selection, quarter);
    }
  const auto uneven = boosting_blocks(1000, {2, 5}, {0.4, 0.1, 0.2, 0.3}).value();
  EXPECT_EQ(uneven.candidate, 200);
  EXPECT_EQ(uneven.response_x, 10);
  EXPECT_EQ(uneven.response_y, 20);
  EXPECT_EQ(uneven.selection, 300);
  EXPECT_EQ(boosting_blocks(1000, {2, 5}, {0.4, 0.4, 0.2, 0.3}).error().field, "shares");
  EXPECT_EQ(boosting_blocks(1000, {2, 5}, {0.4, 0.0, 0.2, 0.3}).error().field, "shares");
  EXPECT_EQ(boosting_blocks(1000, {0, 5}).error().field, "candidates");
  EXPECT_EQ(boosting_blocks(1000, {1, 0}).error().field, "runs");
}

/// G of one candidate with J = 2 best responses of each player, from the records' values; the
/// candidate's own losses are columns 0..1 for y's responses and 2..3 for x's.
double score(const std::vector<std::array<double, 4>>& records) {
  std::array<double, 4> mean{};
  for (const auto& record : records)
    for (int column = 0; column < 4; ++column)
      mean[column] += record[column] / static_cast<double>(records.size());
  return std::max(mean[0], mean[1]) + std::max(-mean[2], -mean[3]);
}

// 6.16: all patterns of {-B_f, B_f}, every replacement of a record.
TEST(BoostingSelection, ScoreSensitivityIsThatOfBruteForce) {
  const double bound = 0.7;
  const auto pattern = [&](int code) {
    std::array<double, 4> record{};
    for (int column = 0; column < 4; ++column) record[column] = code >> column & 1 ? bound : -bound;
    return record;
  };
  double largest = 0.0;
  for (int first = 0; first < 16; ++first)
    for (int second = 0; second < 16; ++second)
      for (int third = 0; third < 16; ++third)
        for (int other = 0; other < 16; ++other)
          largest = std::max(largest,
                             std::fabs(score({pattern(first), pattern(second), pattern(third)}) -
                                       score({pattern(other), pattern(second), pattern(third)})));
  EXPECT_NEAR(boosting_selection(-bound, bound, 3, 1.0)->score_sensitivity, largest, 1e-12);
  EXPECT_NEAR(largest, 4.0 * bound / 3.0, 1e-12);
}

// 6.16
TEST(BoostingSelection, HasTheLawOfThePaper) {
  const Index samples = 4000;
  const double bound = 2.0, epsilon = 0.5, gap = 0.3;
  const auto selection = boosting_selection(-bound, bound, samples / 4, epsilon).value();
  const double first = 1.0 / (1.0 + std::exp(-selection.coefficient * gap));
  EXPECT_NEAR(first, 1.0 / (1.0 + std::exp(-4000.0 * epsilon * gap / (32.0 * bound))), 1e-12);
  // epsilon-DP: G moves by score_sensitivity at most.
  EXPECT_NEAR(2.0 * selection.coefficient * selection.score_sensitivity, epsilon, 1e-12);
  EXPECT_NEAR(selection.excess(6, 0.1), 32.0 * bound * std::log(60.0) / (4000.0 * epsilon), 1e-12);
}

// S16: draws by inversion; the frequency of failures stays within six standard deviations (1e-9).
TEST(BoostingSelection, ExcessIsRarelyPassed) {
  std::mt19937_64 bits(16);
  const std::vector<double> scores = {0.0, 0.02, 0.03, 0.05, 0.08, 0.4};
  const auto selection = boosting_selection(-1, 1, 1000, 1.0).value();
  std::vector<double> cumulative;
  double total = 0.0;
  for (const double one : scores)
    cumulative.push_back(total += std::exp(-selection.coefficient * one));
  const int draws = 100000;
  for (const double allowed : {0.5, 0.1}) {
    int failures = 0;
    for (int draw = 0; draw < draws; ++draw) {
      const double u = static_cast<double>(bits() >> 11) * 0x1p-53 * total;
      const auto chosen = std::upper_bound(cumulative.begin(), cumulative.end(), u);
      failures += scores[chosen - cumulative.begin()] > selection.excess(6, allowed);
    }
    EXPECT_LE(failures, draws * allowed + 6.0 * std::sqrt(draws * allowed));
  }
}

TEST(BoostingSelection, DeviationIsHoeffdings) {
  // C_3 = B_f sqrt(8 ln(2/alpha) / n) with n / 4 records.
  EXPECT_NEAR(boosting_deviation(-1.5, 1.5, 250, 0.01),
              1.5 * std::sqrt(8.0 * std::log(200.0) / 1000.0), 1e-12);
}

TEST(BoostingSelection, NamesWhatIsMissing) {
  EXPECT_EQ(boosting_selection(0, INFINITY, 10, 1).error().code, ErrorCode::missing_field);
  EXPECT_EQ(boosting_selection(1, 1, 10, 1).error().field, "valueBound");
  EXPECT_EQ(boosting_selection(-1, 1, 0, 1).error().field, "data");
  EXPECT_EQ(boosting_selection(-1, 1, 10, 0).error().field, "privacy.epsilon");
}

}  // namespace
}  // namespace noisy
