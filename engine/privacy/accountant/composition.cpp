#include "engine/privacy/accountant/composition.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr double kRoundUp = 1.0 + 0x1p-50;
constexpr double kMostOptimal = 1e7;
constexpr double kEuler = 2.71828182845904523536;

template <typename Term>
double total(std::span<const EqualReleases> releases, const Term& term) {
  math::CompensatedSum sum;
  for (const EqualReleases& release : releases) sum.add(release.count * term(release));
  return sum.value();
}

/// ln of the product of 1 - delta_i.
double log_kept(std::span<const EqualReleases> releases) {
  return total(releases, [](const EqualReleases& release) { return math::log1p(-release.delta); });
}

double delta_with_slack(std::span<const EqualReleases> releases, double slack) {
  const double kept = log_kept(releases) + math::log1p(-slack);
  return std::min(1.0, -math::expm1(kept) * kRoundUp);
}

/// The points delta_i of the optimal composition, from i = 1 on, scaled so that nothing underflows.
class OptimalCurve {
 public:
  OptimalCurve(double epsilon, double count)
      : epsilon_(epsilon),
        count_(count),
        log_probability_(-count * math::log1p(math::exp(-epsilon))),
        step_(math::exp(-epsilon)),
        decay_(math::exp(-2.0 * epsilon)) {}

  /// Moves on to delta_{i+1}.
  void advance() {
    // Q_i = sum over l <= i of P(l) e^{-2 (i - l) eps}, and delta_{i+1} = (1 - e^{-2 eps}) sum Q.
    tail_ = weight_ + decay_ * tail_;
    sum_ += tail_;
    weight_ *= (count_ - index_) / (index_ + 1.0) * step_;
    index_ += 1.0;
    if (sum_ > kScale || weight_ > kScale) rescale();
  }

  double delta() const {
    return sum_ > 0 ? math::exp(log_probability_ + math::log(sum_)) * -math::expm1(-2.0 * epsilon_)
                    : 0.0;
  }

 private:
  static constexpr double kScale = 1e200;

  void rescale() {
    weight_ /= kScale;
    tail_ /= kScale;
    sum_ /= kScale;
    log_probability_ += math::log(kScale);
  }

  double epsilon_;
  double count_;
  double log_probability_;  ///< of the most revealing outcome, and of the scale
  double step_;
  double decay_;
  double index_ = 0.0;
  double weight_ = 1.0;
  double tail_ = 0.0;
  double sum_ = 0.0;
};

}  // namespace

Composed compose_basic(std::span<const EqualReleases> releases) {
  const double epsilon = total(releases, [](const EqualReleases& g) { return g.epsilon; });
  const double delta = total(releases, [](const EqualReleases& g) { return g.delta; });
  return {epsilon, std::min(1.0, delta), "sum"};
}

Composed compose_parallel(std::span<const EqualReleases> blocks) {
  Composed out{0.0, 0.0, "largest"};
  for (const EqualReleases& block : blocks) {
    const Composed each = compose_basic({&block, 1});
    out.epsilon = std::max(out.epsilon, each.epsilon);
    out.delta = std::max(out.delta, each.delta);
  }
  return out;
}

Composed compose_advanced(std::span<const EqualReleases> releases, double slack) {
  Composed best = compose_basic(releases);
  best.delta = delta_with_slack(releases, slack);
  if (slack == 0) return best;
  const double squares =
      total(releases, [](const EqualReleases& g) { return g.epsilon * g.epsilon; });
  const double mean = total(
      releases, [](const EqualReleases& g) { return g.epsilon * math::tanh(0.5 * g.epsilon); });
  const double with_logarithm =
      mean + std::sqrt(2.0 * squares * math::log(kEuler + std::sqrt(squares) / slack));
  const double with_slack = mean + std::sqrt(-2.0 * squares * math::log(slack));
  if (with_logarithm < best.epsilon) best = {with_logarithm, best.delta, "logarithm"};
  if (with_slack < best.epsilon) best = {with_slack, best.delta, "slack"};
  if (best.rule != "sum") best.epsilon *= 1.0 + 0x1p-51;
  return best;
}

Composed compose_classical(const EqualReleases& release, double slack) {
  const double k = release.count, epsilon = release.epsilon;
  const double value =
      k * epsilon * math::expm1(epsilon) + epsilon * std::sqrt(-2.0 * k * math::log(slack));
  return {value * kRoundUp, std::min(1.0, k * release.delta + slack), "classical"};
}

Result<OptimalComposition> compose_optimal(const EqualReleases& release, double slack) {
  const double k = release.count, epsilon = release.epsilon;
  if (k > kMostOptimal)
    return fail(ErrorCode::limit_exceeded, "mechanisms",
                "the optimal rule takes at most 10^7 releases: use \"advanced\" or an accountant");
  OptimalComposition out{k * epsilon, k * epsilon, delta_with_slack({&release, 1}, slack)};
  if (slack == 0 || epsilon == 0) return out;
  OptimalCurve curve(epsilon, k);
  double before = 0.0, index = 0.0, after = 0.0;
  for (; index <= 0.5 * k; index += 1.0) {
    curve.advance();
    after = curve.delta();
    if (after > slack) break;
    before = after;
  }
  // The slack lies between the points index and index + 1, before <= slack < after.
  const double grid = std::max(0.0, (k - 2.0 * index) * epsilon);
  out.epsilon = grid;
  const double share = std::clamp((after - slack) / (after - before), 0.0, 1.0);
  const double lower = (k - 2.0 * index - 2.0) * epsilon;
  const double inner = 2.0 * epsilon > 700 ? 2.0 * epsilon + math::log(std::max(share, 1e-300))
                                           : math::log1p(share * math::expm1(2.0 * epsilon));
  out.exact = std::clamp((lower + inner) * (1.0 + 0x1p-45), 0.0, grid);
  return out;
}

Result<double> slack_of_total(std::span<const EqualReleases> releases, double total_delta) {
  const double slack = -math::expm1(math::log1p(-total_delta) - log_kept(releases));
  if (slack >= 0) return slack;
  return fail(ErrorCode::invalid_budget, "totalDelta",
              "is less than what the releases cost together without any slack: " +
                  std::to_string(-math::expm1(log_kept(releases))));
}

}  // namespace noisy
