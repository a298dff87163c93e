#include "engine/privacy/accountant/joint_renyi.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kUnreached = std::numeric_limits<double>::infinity();
constexpr double kPi = 0x1.921fb54442d18p+1;
constexpr double kHalfLogOfTwoPi = 0.91893853320467274178;
constexpr double kMostExponent = 340;  ///< of a likelihood ratio, whose square is finite then
constexpr double kMostWork = 1e6;      ///< nodes times orders
constexpr double kRounding = 1e-13;    ///< of a sum, over the sum of its terms' sizes

/// (1-q) e^{m0 x - m0^2/2} + q e^{m1 x - m1^2/2} - 1 at a point x.
struct RatioLessOne {
  double rate, low, high;  ///< q, m0, m1

  double exponent(double x) const {
    return std::max(low * (x - 0.5 * low), high * (x - 0.5 * high));
  }
  double operator()(double x) const {
    return (1 - rate) * math::expm1(low * (x - 0.5 * low)) +
           rate * math::expm1(high * (x - 0.5 * high));
  }
  /// E of its square.
  double square() const {
    return (1 - rate) * (1 - rate) * math::expm1(low * low) +
           2 * rate * (1 - rate) * math::expm1(low * high) + rate * rate * math::expm1(high * high);
  }
};

/// ln nu_k, and of even k ln chi_k.
struct LogMoments {
  std::vector<double> plain, squared;
};

/// Weights of a trapezoid sum times V^k, k after k, over a common scale. Far out they begin below
/// what a double holds, and come in once the power of V has raised them.
class Powers {
 public:
  Powers(const RatioLessOne& ratio, const RatioLessOne& other, double first, double step,
         std::size_t count)
      : first_(first), step_(step), ratio_(count), other_(count), term_(count), log_ratio_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      const double x = point(i), y = other(x);
      ratio_[i] = ratio(x);
      log_ratio_[i] = math::log(std::fabs(ratio_[i]));
      other_[i] = y * y;
    }
    low_ = high_ = static_cast<std::size_t>(-first / step);
    widen();
  }

  struct Sums {
    double plain = 0, size = 0, squared = 0;
  };
  /// Over e^log_scale().
  Sums sums() const {
    Sums out;
    for (std::size_t i = low_; i < high_; ++i) {
      out.plain += term_[i];
      out.size += std::fabs(term_[i]);
      out.squared += term_[i] * other_[i];
    }
    return out;
  }
  double log_scale() const { return log_scale_; }

  /// From V^k to V^{k+1}, where the sums had this size.
  void raise(double size) {
    const double factor = 1 / size;
    for (std::size_t i = low_; i < high_; ++i) term_[i] = term_[i] * factor * ratio_[i];
    log_scale_ += math::log(size);
    power_ += 1;
    while (low_ < high_ && is_tiny(low_)) ++low_;
    while (low_ < high_ && is_tiny(high_ - 1)) --high_;
    widen();
  }

 private:
  static constexpr double kNegligible = -600;  ///< ln of a term that need not be in
  static constexpr double kTiny = 1e-270;      ///< below e^kNegligible: out before it is subnormal

  bool is_tiny(std::size_t i) const { return std::fabs(term_[i]) < kTiny; }

  double point(std::size_t i) const { return first_ + static_cast<double>(i) * step_; }

  bool come_in(std::size_t i) {
    const double x = point(i);
    const double size = (power_ > 0 ? power_ * log_ratio_[i] : 0) - 0.5 * x * x - kHalfLogOfTwoPi +
                        math::log(step_) - log_scale_;
    if (!(size > kNegligible)) return false;
    const bool is_negative = ratio_[i] < 0 && std::fmod(power_, 2) == 1;
    term_[i] = is_negative ? -math::exp(size) : math::exp(size);
    return true;
  }

  void widen() {
    while (high_ < term_.size() && come_in(high_)) ++high_;
    while (low_ > 0 && come_in(low_ - 1)) --low_;
  }

  double first_, step_;
  std::vector<double> ratio_, other_, term_, log_ratio_;
  std::size_t low_ = 0, high_ = 0;  ///< which terms are in
  double power_ = 0, log_scale_ = 0;
};

/// What the sums are about: rate at most 1/2, and the nodes of trapezoid sums.
struct Setting {
  RatioLessOne ratio, other;
  double kappa, first, step, count;

  double point(double i) const { return first + i * step; }
};

/// Nodes for moments up to `most`, out to where the ratio's power alpha has its mass. A trapezoid
/// sum of so smooth a function errs by some (2/t)^k e^{-2 pi^2 / step^2}, t^2 = E V^2.
Setting setting_for(const JointMove& move, double rate, double most, double order) {
  const double spread = rate * move.change;
  Setting out{.ratio = {rate, move.mean - spread, move.mean + move.change - spread},
              .other = {rate, -spread, move.change - spread},
              .kappa = 0.5 * rate * (1 - rate) * move.change * move.change,
              .first = 0,
              .step = 0,
              .count = 0};
  constexpr double kReach = 13, kWidest = 0.25, kDigits = 45;
  out.first = -(order + 3) * spread - kReach;
  const double last = (order + 3) * out.ratio.high + kReach;
  const double scale = std::min(1.0, std::sqrt(out.ratio.square()));
  const double digits = kDigits + (most + 2) * math::log(4 / scale);
  out.step = std::min(kWidest, kPi * std::sqrt(2 / digits));
  out.count = (last - out.first) / out.step;
  const double exponent = std::max(
      {out.ratio.exponent(out.first), out.ratio.exponent(last), out.other.exponent(out.first)});
  if (!(out.count * most < kMostWork) || !(exponent < kMostExponent)) out.count = 0;
  return out;
}

LogMoments moments(const Setting& setting, double most) {
  Powers powers(setting.ratio, setting.other, setting.first, setting.step,
                static_cast<std::size_t>(setting.count));
  LogMoments out;
  for (double k = 0; k <= most; ++k) {
    const auto sums = powers.sums();
    // nu_k >= 0 is a theorem: a negative sum is rounding.
    out.plain.push_back(powers.log_scale() +
                        math::log(std::max(0.0, sums.plain) + kRounding * sums.size));
    out.squared.push_back(powers.log_scale() + math::log(sums.squared * (1 + kRounding)));
    powers.raise(sums.size);
  }
  return out;
}

/// ln J_k.
double log_term(const LogMoments& moments, std::size_t k, double kappa) {
  const double less = static_cast<double>(k - 1), rise = less * kappa;
  const double plain = moments.plain[k];
  if (k % 2 == 0) return rise + plain;
  const double root = 0.5 * (moments.plain[k - 1] + moments.plain[k + 1]);
  const double half = math::log_add_exp(plain, root) - math::log(2.0);
  const double cross = math::log(less) + 0.5 * (moments.plain[k + 1] + moments.squared[k - 1]);
  const double excess = math::log(math::expm1(rise)) + half;
  return std::min(rise + half, math::log_add_exp(math::log_add_exp(plain, excess), cross));
}

/// ln of a bound on sum_{k >= j} C(n, k) z^k, the least of t^-j (1 + t z)^n over t >= 1.
double log_upper_part(double n, double j, double log_z) {
  const double log_t = math::log(j / (n - j)) - log_z;
  if (log_t <= 0) return n * math::softplus(log_z);
  return j * (math::log(n / j) + log_z) - (n - j) * math::log1p(-j / n);
}

/// ln of a bound on sum_{k > last} C(alpha, k) J_k. With z = e^kappa |V| and any u > 0,
/// sqrt(nu_{k-1} nu_{k+1}) <= (u nu_{k-1} + nu_{k+1} / u) / 2, C(alpha, k) <= C(alpha, k-1) alpha /
/// k and C(alpha, k) <= C(alpha+1, k+1), so the sum is at most the mean of e^-kappa times
///
///   R(alpha, K+1) + (u alpha / (K+1) R(alpha, K) + R(alpha+1, K+2) / u) / 4,
///   R(n, j) >= sum_{k >= j} C(n, k) z^k
double log_tail(const Setting& setting, double order, double last) {
  const double u = last / order;
  const double before = math::log(0.25 * u * order / (last + 1)), behind = math::log(4 * u);
  std::vector<double> terms;
  for (double i = 0; i < setting.count; ++i) {
    const double x = setting.point(i);
    const double log_z = setting.kappa + math::log(std::fabs(setting.ratio(x)));
    terms.push_back(log_upper_part(order, last + 1, log_z) - 0.5 * x * x);
    terms.push_back(log_upper_part(order, last, log_z) + before - 0.5 * x * x);
    terms.push_back(log_upper_part(order + 1, last + 2, log_z) - behind - 0.5 * x * x);
  }
  return math::log_sum_exp(terms) + math::log(setting.step) - kHalfLogOfTwoPi - setting.kappa;
}

/// (alpha - 1) times the bound at an integer alpha; 0 at 1. Infinity where terms beyond the moments
/// count.
double scaled_divergence(const Setting& setting, const LogMoments& moments, double order) {
  const double last = std::min(order, static_cast<double>(moments.plain.size()) - 2);
  std::vector<double> terms;
  double log_binomial = math::log(order);
  for (double k = 2; k <= last; ++k) {
    log_binomial += math::log((order - k + 1) / k);
    terms.push_back(log_binomial + log_term(moments, static_cast<std::size_t>(k), setting.kappa));
  }
  double log_sum = math::log_sum_exp(terms);
  if (last < order) {
    constexpr double kNegligible = 28;
    const double tail = log_tail(setting, order, last) + math::log(2.0);
    if (!(tail < log_sum - kNegligible)) return kUnreached;
    log_sum = math::log_add_exp(log_sum, tail);
  }
  return math::softplus(log_sum) * (1 + 1e-11 + 1e-13 * last);
}

/// The chord between two integer orders, with moments up to `most`.
double chord(const JointMove& move, double rate, double order, double most) {
  const double low = std::floor(order), high = std::ceil(order);
  const Setting setting = setting_for(move, rate, most, high);
  if (setting.count == 0) return kUnreached;
  const LogMoments found = moments(setting, most);
  const double at_high = scaled_divergence(setting, found, high);
  if (low == high) return at_high / (order - 1);
  const double at_low = low > 1 ? scaled_divergence(setting, found, low) : 0;
  return ((high - order) * at_low + (order - low) * at_high) / (order - 1);
}

}  // namespace

double joint_renyi(const JointMove& move, double order) {
  if (move.change == 0 || move.rate == 1) return 0.5 * order * move.mean * move.mean;
  const double rate = std::min(move.rate, 1 - move.rate);
  // Terms of small k are most of the sum where a record does little.
  constexpr double kFewest = 24, kMore = 4;
  const double all = std::ceil(order) + 1;
  for (double most = kFewest; most < all; most *= kMore) {
    const double bound = chord(move, rate, order, most);
    if (std::isfinite(bound)) return bound;
  }
  return chord(move, rate, order, all);
}

}  // namespace noisy
