// Releases of certified solutions where one record moves them as far as any can (E11): linear
// losses without a domain, and a record replaced by its opposite. What an attacker sees there is as
// much as is charged, but for what the certificate's distance is paid for in vain, and no more.
// Confidence 1 - 1e-6: a bound is wrong with probability at most 1e-6; seeds are fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/audit/epsilon_bound.h"
#include "tests/algorithm/minimax/support/linear_problems.h"

namespace noisy::testing {
namespace {

constexpr std::size_t kRecords = 16;
constexpr double kDelta = 1e-5, kTolerance = 0.01, kError = 1e-6;
constexpr int kRuns = 16'000;

/// Two neighbours, and along what the record moves the release.
struct Game {
  const char* method;
  SolutionProblem data, neighbour;
  ParameterSet given;
  Vector direction;
};

/// Rows of zeros but for the first one, of length 1 along a direction.
std::vector<naive::Numbers> one_row(const Vector& direction) {
  std::vector<naive::Numbers> rows(kRecords,
                                   naive::Numbers(static_cast<std::size_t>(direction.size()), 0.0));
  rows.front() = {direction.begin(), direction.end()};
  return rows;
}

Game minimization() {
  const Vector direction = Vector{{0.6, 0, -0.8}};
  return {.method = "output-perturbation",
          .data = linear_problem(one_row(direction)),
          .neighbour = linear_problem(one_row(-direction)),
          .given = parameters({{"regularization", 0.3}, {"toleranceRatio", kTolerance}}),
          .direction = direction};
}

/// The records' last two coordinates are y's, the part with the smaller weight.
Game saddle() {
  const Vector direction = Vector{{0, 0, 0.6, -0.8}};
  return {.method = "minimax-output-perturbation",
          .data = linear_game({0, 0, 1e6}, one_row(direction)),
          .neighbour = linear_game({0, 0, 1e6}, one_row(-direction)),
          .given = parameters({{"primalRegularization", 0.5},
                               {"dualRegularization", 0.2},
                               {"toleranceRatio", kTolerance}}),
          .direction = direction};
}

/// Where the releases of many runs lie along the direction.
std::vector<double> releases(const Game& game, const SolutionProblem& problem, double epsilon,
                             std::uint64_t first_run) {
  const auto plan = planned(game.method, problem, approximate(epsilon, kDelta), game.given);
  std::vector<double> out;
  for (int run = 0; run < kRuns; ++run) {
    const auto streams = noise_streams(first_run + static_cast<std::uint64_t>(run));
    out.push_back(game.direction.dot(released_path(problem, *plan, streams).at(0)));
  }
  return out;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// mu of Gaussian DP that the ledger's rho stands for.
double charged_mu(const Game& game, double epsilon) {
  const auto plan = planned(game.method, game.data, approximate(epsilon, kDelta), game.given);
  return std::sqrt(2 * plan->rule().cap().value);
}

class SolutionAudit : public ::testing::TestWithParam<Game (*)()> {};

TEST_P(SolutionAudit, SeparatesNeighboursByWhatIsChargedButForTheCertificatesShare) {
  const Game game = GetParam()();
  // The same noise on both sides, so that their difference is the shift itself.
  const auto here = releases(game, game.data, 1, 0), there = releases(game, game.neighbour, 1, 0);
  const double centre = mean_of(here), shift = std::fabs(centre - mean_of(there));
  double squares = 0;
  for (const double value : here) squares += (value - centre) * (value - centre);
  const double deviation = std::sqrt(squares / kRuns);
  const double expected = charged_mu(game, 1) / (1 + kTolerance);
  // The deviation's own error is 1 / sqrt(2 runs) = 0.56 %: false with probability 4e-4 for other
  // seeds.
  EXPECT_NEAR(shift / deviation / expected, 1, 0.02);
}

/// Thresholds are known beforehand: the two means are opposite, and so far apart.
double found_epsilon(const std::vector<double>& here, const std::vector<double>& there,
                     double width, double& found_mu) {
  double epsilon = 0;
  constexpr double kPlaces[] = {0, 1, 2};
  for (const double place : kPlaces) {
    const auto hits = [&](const std::vector<double>& values) {
      return std::ranges::count_if(values, [&](double value) { return value > place * width; });
    };
    const AttackCounts counts{
        .hits = hits(here), .rounds = kRuns, .false_hits = hits(there), .false_rounds = kRuns};
    epsilon = std::max(epsilon, epsilon_lower_bound(counts, kDelta, kError / 3));
    found_mu = std::max(found_mu, gaussian_mu_needed(rate_bounds(counts, kError / 3)));
  }
  return epsilon;
}

TEST_P(SolutionAudit, FindsNearlyWhatIsClaimedAndNoMore) {
  constexpr double kEpsilon = 4;
  const Game game = GetParam()();
  const auto here = releases(game, game.data, kEpsilon, 0);
  const auto there = releases(game, game.neighbour, kEpsilon, kRuns);
  const double width = std::fabs(mean_of(here) - mean_of(there));
  const bool is_above = mean_of(here) > mean_of(there);
  double mu = 0;
  const double epsilon = found_epsilon(is_above ? here : there, is_above ? there : here, width, mu);
  const double charged = charged_mu(game, kEpsilon);
  EXPECT_LE(epsilon, kEpsilon);
  EXPECT_GT(epsilon, 0.35 * kEpsilon);
  EXPECT_LE(mu, charged);
  EXPECT_GT(mu, 0.85 * charged);
}

INSTANTIATE_TEST_SUITE_P(Linear, SolutionAudit, ::testing::Values(minimization, saddle),
                         [](const auto& test) {
                           return std::string(test.index == 0 ? "Minimization" : "SaddlePoint");
                         });

}  // namespace
}  // namespace noisy::testing
