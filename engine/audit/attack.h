#pragma once

#include <optional>
#include <vector>

#include "engine/audit/epsilon_bound.h"

namespace noisy {

/// Scores of independent rounds on two neighbouring data sets: by statistic, then by round.
/// Infinite scores are allowed, NaN is not.
struct ScoreTable {
  std::vector<std::vector<double>> first;   ///< rounds on the first data set
  std::vector<std::vector<double>> second;  ///< rounds on the second one
};

/// An event by which an attacker tells the two data sets apart.
struct Attack {
  std::size_t statistic = 0;
  double threshold = 0;
  bool is_above = true;            ///< the event is score > threshold, else score <= threshold
  bool is_second_likelier = true;  ///< hits are rounds on the second data set
};

/// By what an attack is judged.
enum class AttackGoal {
  epsilon,     ///< the epsilon that its rates need at the given delta
  gaussian_mu  ///< the mu of Gaussian DP that they need
};

/// The most promising attack on these rounds, by quick (Wilson) bounds on the rates. It is a choice
/// only: what it proves has to be counted on other rounds.
///
/// Both directions and both sides of every threshold are tried; thresholds lie at ranks that grow
/// geometrically from either end of either data set's scores.
///
/// @param error  the error that the bound will be allowed
/// @return nothing when no event favours either data set beyond chance
std::optional<Attack> choose_attack(const ScoreTable& rounds, AttackGoal goal, double delta,
                                    double error);

/// Counts the event.
AttackCounts count_attack(const Attack& attack, const ScoreTable& rounds);

/// The rounds [first, last) of a table.
ScoreTable part_of(const ScoreTable& table, std::size_t first, std::size_t last);

}  // namespace noisy
