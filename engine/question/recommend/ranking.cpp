#include "engine/question/recommend/ranking.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kLeastShare = 1.0 / 300;
/// Where steps run away: worse than any start.
constexpr double kMostShare = 1e3;

double counted_gap(double gap, double start) {
  return std::clamp(std::isfinite(gap) ? gap : kMostShare * start, kLeastShare * start,
                    kMostShare * start);
}

}  // namespace

std::vector<std::vector<TwinEnd>> play_all(std::span<const TwinPlayer* const> twins,
                                           std::span<const Candidate> candidates,
                                           const StatedChoice& stated, int threads) {
  std::vector<std::vector<TwinEnd>> ends(twins.size());
  math::ThreadPool pool(threads);
  pool.parallel_for(std::ssize(twins), [&](Index k) {
    const auto at = static_cast<std::size_t>(k);
    ends[at] = twins[at]->play(candidates, stated);
  });
  return ends;
}

std::vector<double> log_regrets(std::span<const TwinPlayer* const> twins,
                                const std::vector<std::vector<TwinEnd>>& ends) {
  std::vector<double> regrets(ends.front().size());
  for (std::size_t k = 0; k < twins.size(); ++k) {
    const double start = twins[k]->start_gap();
    double least = start;
    for (const TwinEnd& end : ends[k]) least = std::min(least, counted_gap(end.gap, start));
    for (std::size_t i = 0; i < regrets.size(); ++i) {
      const double ratio = counted_gap(ends[k][i].gap, start) / least;
      regrets[i] += ratio * ratio * ratio * ratio / static_cast<double>(twins.size());
    }
  }
  for (double& regret : regrets) regret = math::log(regret) / 4;
  return regrets;
}

double mean_progress(std::span<const TwinPlayer* const> twins,
                     const std::vector<std::vector<TwinEnd>>& ends, std::size_t candidate) {
  double sum = 0;
  for (std::size_t k = 0; k < twins.size(); ++k) {
    const double start = twins[k]->start_gap();
    sum += math::log(counted_gap(ends[k][candidate].gap, start) / start);
  }
  return sum / static_cast<double>(twins.size());
}

std::vector<std::size_t> order_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  return order;
}

double quantile_of(std::vector<double> values, double share) {
  std::ranges::sort(values);
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace noisy
