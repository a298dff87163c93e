#include "engine/audit/attack.h"

#include <algorithm>
#include <cmath>

#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr double kRankGrowth = 1.1;

using Scores = std::vector<double>;

/// Wilson's score interval: one end of the proportions that are within `deviations` of the count.
double wilson(double count, double total, double deviations) {
  const double p = count / total;
  const double square = deviations * deviations / total;
  const double spread = std::sqrt(p * (1 - p) / total + 0.25 * square / total);
  return std::clamp((p + 0.5 * square + deviations * spread) / (1 + square), 0.0, 1.0);
}

/// Scores at ranks 1, 2, 3, ... growing geometrically from both ends.
void add_thresholds(const Scores& sorted, Scores& out) {
  const std::size_t size = sorted.size();
  for (std::size_t rank = 0; rank < size;) {
    out.push_back(sorted[rank]);
    out.push_back(sorted[size - 1 - rank]);
    rank = std::max(rank + 1, static_cast<std::size_t>(static_cast<double>(rank) * kRankGrowth));
  }
}

double count_above(const Scores& sorted, double threshold) {
  return static_cast<double>(sorted.end() - std::ranges::upper_bound(sorted, threshold));
}

class Search {
 public:
  Search(AttackGoal goal, double delta, double error)
      : goal_(goal), delta_(delta), deviations_(-normal_quantile(0.5 * error)) {}

  void look_at(std::size_t statistic, Scores first, Scores second) {
    std::ranges::sort(first);
    std::ranges::sort(second);
    Scores thresholds;
    add_thresholds(first, thresholds);
    add_thresholds(second, thresholds);
    const auto n_first = static_cast<double>(first.size());
    const auto n_second = static_cast<double>(second.size());
    for (const double threshold : thresholds) {
      const double above_first = count_above(first, threshold);
      const double above_second = count_above(second, threshold);
      const Attack above{.statistic = statistic, .threshold = threshold};
      consider(above, above_second, n_second, above_first, n_first);
      consider(other_side(above), n_first - above_first, n_first, n_second - above_second,
               n_second);
      consider(swapped(above), above_first, n_first, above_second, n_second);
      consider(swapped(other_side(above)), n_second - above_second, n_second, n_first - above_first,
               n_first);
    }
  }

  std::optional<Attack> best() const { return best_; }

 private:
  /// Below the threshold it is the other data set that should be the likelier.
  static Attack other_side(Attack attack) {
    attack.is_above = !attack.is_above;
    return swapped(attack);
  }
  static Attack swapped(Attack attack) {
    attack.is_second_likelier = !attack.is_second_likelier;
    return attack;
  }

  void consider(const Attack& attack, double hits, double rounds, double false_hits,
                double false_rounds) {
    const double hit = wilson(hits, rounds, -deviations_);
    const double false_hit = wilson(false_hits, false_rounds, deviations_);
    if (!(hit > false_hit)) return;
    const double gain = goal_ == AttackGoal::epsilon
                            ? epsilon_needed(hit, false_hit, delta_)
                            : normal_quantile(hit) - normal_quantile(false_hit);
    if (!(gain > gain_)) return;
    gain_ = gain;
    best_ = attack;
  }

  AttackGoal goal_;
  double delta_;
  double deviations_;
  double gain_ = 0;
  std::optional<Attack> best_;
};

Index count_events(const Attack& attack, const std::vector<double>& scores) {
  return std::ranges::count_if(
      scores, [&](double score) { return (score > attack.threshold) == attack.is_above; });
}

}  // namespace

std::optional<Attack> choose_attack(const ScoreTable& rounds, AttackGoal goal, double delta,
                                    double error) {
  Search search(goal, delta, error);
  for (std::size_t statistic = 0; statistic < rounds.first.size(); ++statistic) {
    search.look_at(statistic, rounds.first[statistic], rounds.second[statistic]);
  }
  return search.best();
}

AttackCounts count_attack(const Attack& attack, const ScoreTable& rounds) {
  const Scores& first = rounds.first[attack.statistic];
  const Scores& second = rounds.second[attack.statistic];
  const Scores& likelier = attack.is_second_likelier ? second : first;
  const Scores& other = attack.is_second_likelier ? first : second;
  return {.hits = count_events(attack, likelier),
          .rounds = std::ssize(likelier),
          .false_hits = count_events(attack, other),
          .false_rounds = std::ssize(other)};
}

ScoreTable part_of(const ScoreTable& table, std::size_t first, std::size_t last) {
  const auto cut = [&](const std::vector<Scores>& columns) {
    std::vector<Scores> out;
    for (const Scores& column : columns) {
      out.emplace_back(column.begin() + static_cast<std::ptrdiff_t>(first),
                       column.begin() + static_cast<std::ptrdiff_t>(last));
    }
    return out;
  };
  return {.first = cut(table.first), .second = cut(table.second)};
}

}  // namespace noisy
