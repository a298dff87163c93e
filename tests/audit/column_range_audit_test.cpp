// The choice of a column's range, attacked in every way that is known: all neighbours of all small
// data sets, enumerated, and a game that tells two of them apart by many choices. Planted bugs must
// be noticed by both.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "engine/audit/exact_privacy.h"
#include "engine/data/private_ranges.h"
#include "engine/math/binomial.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/form/column_range.h"
#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

using Values = std::vector<double>;
using Scores = std::vector<std::int64_t>;

/// What a mechanism scores by; a planted bug scores otherwise.
using Scorer =
    std::function<Scores(const Values&, const Values& candidates, double quantile, RangeEnd)>;

/// Candidates of five kinds: few, one, equal distances, and what runs choose from.
const std::vector<Values> kCandidates = {
    {0, 1}, {1.5}, {0, 0.5, 1, 1.5, 2, 2.5, 3}, {-8, 1, 1 + 1e-9, 2}, range_candidates({-2, 3})};
constexpr double kQuantiles[] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
/// What records hold: on, between and beyond candidates.
const Values kHeld = {-9, 0, 1, 1.2, 2, 9};
constexpr double kRanges[] = {0.03, 0.7, 4};

/// All data sets of n records, ascending: choices with repetition.
std::vector<Values> data_sets(std::size_t n) {
  std::vector<Values> out = {{}};
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<Values> longer;
    for (const Values& set : out) {
      for (const double value : kHeld) {
        if (!set.empty() && value < set.back()) continue;
        longer.push_back(set);
        longer.back().push_back(value);
      }
    }
    out = std::move(longer);
  }
  return out;
}

std::vector<Values> neighbours_of(const Values& values) {
  std::vector<Values> out;
  for (std::size_t record = 0; record < values.size(); ++record) {
    for (const double other : kHeld) {
      out.push_back(values);
      out.back()[record] = other;
      std::ranges::sort(out.back());
    }
  }
  return out;
}

Values chances(const Scores& scores, double scale) {
  const std::int64_t best = *std::ranges::max_element(scores);
  Values out;
  double sum = 0;
  for (const std::int64_t score : scores) {
    out.push_back(std::exp(static_cast<double>(score - best) / scale));
    sum += out.back();
  }
  for (double& chance : out) chance /= sum;
  return out;
}

double divergence(const Values& p, const Values& q, double order) {
  double sum = 0;
  for (std::size_t t = 0; t < p.size(); ++t) sum += p[t] * std::pow(p[t] / q[t], order - 1);
  return std::log(sum) / (order - 1);
}

/// What the worst neighbours cost, each as a part of what is charged: at most 1.
struct Worst {
  double range = 0;
  double epsilon = 0;
  double rho = 0;
  double renyi = 0;

  void see(const Values& p, const Values& q, const Release& release) {
    const double charged = column_range_cost(release, CostUnit::epsilon, 0);
    double least = 0, most = 0;
    for (std::size_t t = 0; t < p.size(); ++t) {
      least = std::min(least, std::log(p[t] / q[t]));
      most = std::max(most, std::log(p[t] / q[t]));
    }
    range = std::max(range, (most - least) / charged);
    epsilon = std::max(epsilon, finite_epsilon(p, q) / charged);
    for (const double order : {1.01, 2.0, 8.0, 50.0}) {
      const double found = divergence(p, q, order);
      rho = std::max(rho, found / order / column_range_cost(release, CostUnit::rho, 0));
      renyi = std::max(renyi, found / column_range_cost(release, CostUnit::renyi, order));
    }
  }
};

/// Over all data sets of up to three records, candidates, quantiles, ends and budgets.
///
/// @param loss  the scale that choices are made with, over the one that is charged
Worst worst_of(const Scorer& scorer, double loss = 1) {
  Worst worst;
  for (std::size_t n = 1; n <= 3; ++n) {
    for (const Values& values : data_sets(n)) {
      for (const Values& other : neighbours_of(values)) {
        for (const Values& candidates : kCandidates) {
          // Runs' own candidates are many: few records and the middle budget alone.
          const bool are_many = candidates.size() > 100;
          if (are_many && n > 2) continue;
          for (const double quantile : kQuantiles) {
            for (const RangeEnd end : {RangeEnd::lower, RangeEnd::upper}) {
              const Scores mine = scorer(values, candidates, quantile, end);
              const Scores theirs = scorer(other, candidates, quantile, end);
              if (mine == theirs) continue;
              for (const double range : kRanges) {
                if (are_many && range != kRanges[1]) continue;
                const Release release{.form = column_range_form(),
                                      .mechanism = Mechanism::exponential,
                                      .noise_scale = *column_range_scale(range)};
                const double scale = release.noise_scale * loss;
                worst.see(chances(mine, scale), chances(theirs, scale), release);
              }
            }
          }
        }
      }
    }
  }
  return worst;
}

Scores proven(const Values& values, const Values& candidates, double quantile, RangeEnd end) {
  return quantile_scores(values, candidates, quantile, end);
}

TEST(ColumnRangeAudit, NoNeighboursPayMoreThanIsChargedInAnyUnitAndSomePayNearlyAll) {
  const Worst worst = worst_of(&proven);
  EXPECT_LE(worst.range, 1 + 1e-9);
  EXPECT_GT(worst.range, 1 - 1e-9);
  EXPECT_LE(worst.epsilon, 1 + 1e-9);
  EXPECT_GT(worst.epsilon, 0.75);
  EXPECT_LE(worst.rho, 1 + 1e-9);
  EXPECT_GT(worst.rho, 0.95);
  EXPECT_LE(worst.renyi, 1 + 1e-9);
  EXPECT_GT(worst.renyi, 0.95);
}

// A record that is counted as nothing leaves n and k as they are.
TEST(ColumnRangeAudit, ZeroedRecordsPayNoMoreEither) {
  Worst worst;
  const Release release{.form = column_range_form(),
                        .mechanism = Mechanism::exponential,
                        .noise_scale = *column_range_scale(0.7)};
  const auto scores = [](const Values& values, const Values& candidates, Index n, Index wanted,
                         RangeEnd end) {
    Scores out;
    for (std::size_t t = 0; t < candidates.size(); ++t) {
      const auto below = [&](std::size_t at) -> std::int64_t {
        return std::ranges::count_if(values, [&](double v) { return v < candidates[at]; });
      };
      const bool is_upper = end == RangeEnd::upper;
      const std::int64_t least = is_upper ? (t == 0 ? 0 : below(t - 1)) : below(t);
      const std::int64_t most =
          is_upper ? below(t) : (t + 1 == candidates.size() ? n : below(t + 1));
      out.push_back(std::min({std::int64_t{0}, wanted - least, most - wanted}));
    }
    return out;
  };
  for (const Values& values : data_sets(3)) {
    for (std::size_t record = 0; record < 3; ++record) {
      Values zeroed = values;
      zeroed.erase(zeroed.begin() + static_cast<std::ptrdiff_t>(record));
      for (const Values& candidates : {kCandidates[0], kCandidates[2], kCandidates[3]}) {
        for (Index wanted = 0; wanted <= 3; ++wanted) {
          for (const RangeEnd end : {RangeEnd::lower, RangeEnd::upper}) {
            const Scores mine = scores(values, candidates, 3, wanted, end);
            EXPECT_EQ(mine, proven(values, candidates, static_cast<double>(wanted) / 3, end));
            worst.see(chances(mine, release.noise_scale),
                      chances(scores(zeroed, candidates, 3, wanted, end), release.noise_scale),
                      release);
          }
        }
      }
    }
  }
  EXPECT_LE(worst.epsilon, 1 + 1e-9);
  EXPECT_LE(worst.range, 1 + 1e-9);
  EXPECT_LE(worst.rho, 1 + 1e-9);
}

TEST(ColumnRangeAudit, EnumerationNoticesNoiseOfHalfTheScale) {
  EXPECT_GT(worst_of(&proven, 0.5).range, 1.9);
  EXPECT_GT(worst_of(&proven, 0.5).rho, 3);
}

TEST(ColumnRangeAudit, EnumerationNoticesNoiseThatIsTooSmallBySqrtTwo) {
  const Worst worst = worst_of(&proven, std::sqrt(0.5));
  EXPECT_GT(worst.range, 1.4);
  EXPECT_GT(worst.rho, 1.9);
}

TEST(ColumnRangeAudit, EnumerationNoticesACountThatIsAskedForOfTheDataItself) {
  // k follows from how many values lie between the candidates, which is no public number.
  const Scorer planted = [](const Values& values, const Values& candidates, double quantile,
                            RangeEnd end) {
    Values inside;
    for (const double value : values) {
      if (candidates.front() <= value && value <= candidates.back()) inside.push_back(value);
    }
    const Scores of_inside = quantile_scores(inside, candidates, quantile, end);
    Scores out = quantile_scores(values, candidates, quantile, end);
    for (std::size_t t = 0; t < out.size(); ++t) out[t] += of_inside[t];
    return out;
  };
  EXPECT_GT(worst_of(planted).range, 1.2);
}

TEST(ColumnRangeAudit, EnumerationNoticesScoresThatDependOnTheValuesThemselves) {
  const Scorer planted = [](const Values& values, const Values& candidates, double quantile,
                            RangeEnd end) {
    Scores out = quantile_scores(values, candidates, quantile, end);
    for (std::size_t t = 0; t < out.size(); ++t) {
      const bool holds = std::ranges::find(values, candidates[t]) != values.end();
      out[t] += holds ? 1 : 0;  // an end at somebody's own value
    }
    return out;
  };
  EXPECT_GT(worst_of(planted).range, 1.2);
}

// ---- by drawing -------------------------------------------------------------------------------

/// The pair that nearly reaches epsilon: one candidate gains what all others lose.
struct Pair {
  Values candidates = {2};
  Scores mine, theirs;

  Pair() {
    for (int i = 0; i < 20; ++i) candidates.push_back(4 + i * 1e-3);
    mine = quantile_scores(Values{1, 1, 1, 3}, candidates, 0.75, RangeEnd::upper);
    theirs = quantile_scores(Values{1, 1, 3, 8}, candidates, 0.75, RangeEnd::upper);
  }
};

/// A lower bound on the epsilon of choices with this scale, by how often the first candidate is
/// chosen on either side. It is wrong with probability at most 2e-9.
double audited_epsilon(double scale) {
  constexpr int kRuns = 800'000;
  const Pair pair;
  const Release release{.form = column_range_form(),
                        .mechanism = Mechanism::exponential,
                        .noise_scale = scale,
                        .grid = kColumnRangeGrid};
  Stream stream = StreamFactory::reproducible({.seed = 23, .algorithm = "audit"})
                      .stream(StreamPurpose::ranges, 0);
  Index mine = 0, theirs = 0;
  for (int i = 0; i < kRuns; ++i) {
    mine += choose_candidate(pair.mine, release, stream) == 0;
    theirs += choose_candidate(pair.theirs, release, stream) == 0;
  }
  return std::log(proportion_lower_bound(mine, kRuns, 1e-9) /
                  proportion_upper_bound(theirs, kRuns, 1e-9));
}

TEST(ColumnRangeAudit, AGameNearlyReachesItsEpsilonAndNoticesPlantedNoise) {
  const double scale = *column_range_scale(1);
  const double found = audited_epsilon(scale);
  EXPECT_LE(found, 1);
  EXPECT_GT(found, 0.85);
  EXPECT_GT(audited_epsilon(scale / 2), 1.7);
}

/// The tail of the chi-square statistic of choices against the exact chances of another scale;
/// cells of fewer than 10 expected draws count together.
double choice_tail(const Scores& scores, double drawn, double stated) {
  constexpr int kDraws = 60'000;
  const Release release{.form = column_range_form(),
                        .mechanism = Mechanism::exponential,
                        .noise_scale = drawn,
                        .grid = kColumnRangeGrid};
  Stream stream = StreamFactory::reproducible({.seed = 31, .algorithm = "audit"})
                      .stream(StreamPurpose::ranges, 1);
  std::vector<double> counts(scores.size());
  for (int i = 0; i < kDraws; ++i) ++counts[choose_candidate(scores, release, stream)];
  const Values exact = chances(scores, stated);
  Values cells = {0}, expected = {0};
  for (std::size_t t = 0; t < exact.size(); ++t) {
    const bool is_rare = exact[t] * kDraws < 10;
    if (!is_rare) {
      cells.push_back(counts[t]);
      expected.push_back(exact[t]);
    } else {
      cells[0] += counts[t];
      expected[0] += exact[t];
    }
  }
  if (expected[0] * kDraws < 10) {
    cells[1] += cells[0];
    expected[1] += expected[0];
    cells.erase(cells.begin());
    expected.erase(expected.begin());
  }
  // An even number of degrees of freedom: one more only makes the tail larger.
  const int degrees = static_cast<int>(cells.size()) / 2 * 2;
  return testing::chi_square_tail(testing::chi_square(cells, expected, kDraws), degrees);
}

// Each comparison raises a false alarm with probability 1e-9 at most.
TEST(ColumnRangeAudit, HardenedChoicesHaveTheirExactChancesForFewAndManyCandidates) {
  Values values;
  for (int i = 0; i < 40; ++i) values.push_back(std::sin(i) * 1.7 + 0.01 * i);
  std::ranges::sort(values);
  for (const Values& candidates : {kCandidates[2], kCandidates[4]}) {
    for (const double range : {0.05, 0.7, 3.0}) {
      for (const RangeEnd end : {RangeEnd::lower, RangeEnd::upper}) {
        const double scale = *column_range_scale(range);
        const Scores scores = quantile_scores(values, candidates, 0.3, end);
        EXPECT_GT(choice_tail(scores, scale, scale), 1e-9) << candidates.size() << " " << range;
      }
    }
  }
  const double scale = *column_range_scale(0.7);
  const Scores scores = quantile_scores(values, kCandidates[2], 0.3, RangeEnd::upper);
  EXPECT_LT(choice_tail(scores, scale / 2, scale), 1e-9);
}

}  // namespace
}  // namespace noisy
