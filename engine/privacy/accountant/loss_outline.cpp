#include "engine/privacy/accountant/loss_outline.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kLeastMass = 1e-300;
constexpr double kLargestExponent = 1000.0;
// What may be lost beyond the window: e^-kLogMissed of the tilted mass.
constexpr double kLogMissed = 30.0;

struct Least {
  double argument;
  double value;
};

/// Golden sections in the logarithm of the argument.
template <typename Function>
Least minimize(double low, double high, const Function& f) {
  constexpr double kGolden = 0.61803398874989485;
  double a = math::log(low);
  double b = math::log(std::max(low, high));
  double c = b - kGolden * (b - a);
  double d = a + kGolden * (b - a);
  double at_c = f(math::exp(c));
  double at_d = f(math::exp(d));
  for (int step = 0; step < 48; ++step) {
    if (at_c < at_d) {
      b = d;
      d = c;
      at_d = at_c;
      c = b - kGolden * (b - a);
      at_c = f(math::exp(c));
    } else {
      a = c;
      c = d;
      at_c = at_d;
      d = a + kGolden * (b - a);
      at_d = f(math::exp(d));
    }
  }
  return at_c < at_d ? Least{math::exp(c), at_c} : Least{math::exp(d), at_d};
}

/// Edges evenly over the range and, towards 0, evenly in the logarithm.
std::vector<double> outline_edges(const LossRange& range) {
  constexpr int kEven = 800;
  constexpr double kGrowth = 1.07;
  std::vector<double> edges;
  for (int i = 0; i <= kEven; ++i)
    edges.push_back(range.low + (range.high - range.low) * i / kEven);
  const double farthest = std::max(std::fabs(range.low), std::fabs(range.high));
  for (double size = 1e-10 * farthest; size > 0.0 && size < farthest; size *= kGrowth) {
    if (size < range.high) edges.push_back(size);
    if (-size > range.low) edges.push_back(-size);
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

/// c(lambda) of the conversion: lambda ln lambda - (1 + lambda) ln(1 + lambda).
double conversion(double exponent) {
  return -exponent * math::log1p(1.0 / exponent) - math::log1p(exponent);
}

}  // namespace

LossOutline::LossOutline(std::span<const PrivacyLossDistribution::Term> terms, double delta) {
  double steps = 0.0;
  double most_used = 0.0;
  for (const auto& term : terms) steps += static_cast<double>(term.count);
  const double above = std::max(kLeastMass, 1e-11 * delta / steps);
  const double below = std::max(kLeastMass, 1e-13 / steps);
  for (const auto& term : terms) {
    const LossPair& pair = *term.pair;
    Outline outline;
    outline.range = loss_range(pair, below, above);
    outline.count = static_cast<double>(term.count);
    smallest_ += outline.count * pair.smallest_loss();
    largest_ += outline.count * pair.largest_loss();
    offset_ += outline.count * pair.anchor();
    // Only one pair's ends can be brought onto the grid: those of the one used most.
    if (pair.span() > 0.0 && outline.count > most_used) {
      most_used = outline.count;
      span_ = pair.span();
    }
    for (const LossAtom& atom : pair.atoms()) {
      if (!(atom.p > 0.0)) continue;
      outline.losses.push_back(atom.loss);
      outline.log_masses.push_back(math::log(atom.p));
    }
    if (pair.atoms().empty()) {
      const std::vector<double> edges = outline_edges(outline.range);
      LossTails low = pair.tails(edges.front());
      const auto add = [&](double loss, double mass) {
        if (!(mass > 0.0)) return;
        outline.losses.push_back(loss);
        outline.log_masses.push_back(math::log(mass));
      };
      // Ties at the ends of the range may count as beyond it.
      add(edges.front(), low.p_below);
      add(edges.back(), pair.tails(edges.back()).p_above);
      for (std::size_t i = 1; i < edges.size(); ++i) {
        const LossTails high = pair.tails(edges[i]);
        const double ratio = math::exp(edges[i - 1] - edges[i]);
        const double p =
            low.p_above <= low.p_below ? low.p_above - high.p_above : high.p_below - low.p_below;
        const double q = low.q_above <= low.q_below
                             ? low.scaled_q_above - ratio * high.scaled_q_above
                             : ratio * high.scaled_q_below - low.scaled_q_below;
        const double start = edges[i - 1];
        low = high;
        if (!(p > 0.0)) continue;
        const double mean = q > 0.0 ? start + math::log(p / q) : edges[i];
        add(std::clamp(mean, start, edges[i]), p);
      }
    }
    outlines_.push_back(std::move(outline));
  }
  // A common lattice: all are whole multiples of the finest.
  lattice_ = terms.empty() ? 0.0 : terms.front().pair->lattice();
  for (const auto& term : terms) lattice_ = std::min(lattice_, term.pair->lattice());
  for (const auto& term : terms) {
    if (lattice_ <= 0.0) break;
    const double ratio = term.pair->lattice() / lattice_;
    if (std::fabs(ratio - std::nearbyint(ratio)) > 1e-15 * ratio) lattice_ = 0.0;
  }
}

double LossOutline::log_moment(double exponent) const {
  double total = 0.0;
  for (const Outline& outline : outlines_) {
    double top = -1e300;
    for (std::size_t i = 0; i < outline.losses.size(); ++i)
      top = std::max(top, outline.log_masses[i] + exponent * outline.losses[i]);
    double sum = 0.0;
    for (std::size_t i = 0; i < outline.losses.size(); ++i)
      sum += math::exp(outline.log_masses[i] + exponent * outline.losses[i] - top);
    if (sum > 0.0) total += outline.count * (top + math::log(sum));
  }
  return total;
}

double LossOutline::largest_exponent() const {
  double farthest = 1e-9;
  for (const Outline& outline : outlines_)
    farthest = std::max({farthest, std::fabs(outline.range.low), std::fabs(outline.range.high)});
  return kLargestExponent / farthest;
}

LossOutline::Tilt LossOutline::tilt_for_delta(double delta) const {
  const double log_delta = math::log(delta);
  const auto bound = [&](double exponent) {
    return (log_moment(exponent) + conversion(exponent) - log_delta) / exponent;
  };
  const Least least = minimize(1e-4, std::max(1e-3, largest_exponent()), bound);
  return {least.argument, std::max(0.0, least.value), log_delta};
}

LossOutline::Tilt LossOutline::tilt_for_epsilon(double epsilon) const {
  const auto bound = [&](double exponent) {
    return log_moment(exponent) + conversion(exponent) - exponent * epsilon;
  };
  const Least least = minimize(1e-4, std::max(1e-3, largest_exponent()), bound);
  return {least.argument, epsilon, std::min(0.0, least.value)};
}

template <typename Term>
double LossOutline::tilted_mean(const Outline& outline, double exponent, const Term& term) {
  double top = -1e300;
  for (std::size_t i = 0; i < outline.losses.size(); ++i)
    top = std::max(top, outline.log_masses[i] + exponent * outline.losses[i]);
  double mass = 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < outline.losses.size(); ++i) {
    const double loss = outline.losses[i];
    const double weight = math::exp(outline.log_masses[i] + exponent * loss - top);
    mass += weight;
    sum += weight * term(loss);
  }
  return mass > 0.0 ? sum / mass : 0.0;
}

// Standard deviation of the composed tilted loss.
double LossOutline::spread(double exponent) const {
  double variance = 0.0;
  for (const Outline& outline : outlines_) {
    const double mean = tilted_mean(outline, exponent, [](double loss) { return loss; });
    variance += outline.count * tilted_mean(outline, exponent, [&](double loss) {
                  return (loss - mean) * (loss - mean);
                });
  }
  return std::sqrt(variance);
}

// By how much both roundings together change the variance of the composed tilted loss.
double LossOutline::added_variance(double exponent, double step) const {
  constexpr double kBothSides = 2.5;
  double variance = 0.0;
  for (const Outline& outline : outlines_) {
    variance += outline.count * tilted_mean(outline, exponent, [&](double loss) {
                  return std::min(step * step / 6.0, step * std::fabs(loss));
                });
  }
  return kBothSides * variance;
}

// A variance v more moves epsilon by about (1 + lambda) v / 2.
double LossOutline::step_for(const Tilt& tilt, double epsilon_gap, double width) const {
  const double allowed = epsilon_gap / (1.0 + tilt.exponent);
  double low = width * 0x1p-40;
  double high = width * 0x1p-6;
  for (int i = 0; i < 30; ++i) {
    const double middle = std::sqrt(low * high);
    (added_variance(tilt.exponent, middle) <= allowed ? low : high) = middle;
  }
  return low;
}

CompositionWindow LossOutline::window(const Tilt& tilt, double epsilon_gap,
                                      Index most_points) const {
  const double base = log_moment(tilt.exponent);
  const double deviation = std::max(spread(tilt.exponent), 1e-12);
  const double guess = std::sqrt(2.0 * kLogMissed) / deviation;
  const double most = std::max(largest_exponent(), 2.0 * tilt.exponent);
  const auto top = [&](double exponent) {
    return (log_moment(tilt.exponent + exponent) - base + kLogMissed) / exponent;
  };
  const auto bottom = [&](double exponent) {
    return (log_moment(tilt.exponent - exponent) - base + kLogMissed) / exponent;
  };
  const Least rise = minimize(std::min(1e-3 * guess, most), std::min(1e3 * guess, most), top);
  const double least_fall = std::max(tilt.exponent, std::min(1e-3 * guess, most));
  const Least fall =
      minimize(least_fall, std::max(least_fall, std::min(1e3 * guess, most)), bottom);
  const double high = std::min(rise.value, largest_);
  const double low = std::max(-fall.value, smallest_);
  // The coarse outline is a little narrower than the truth.
  const double width = std::max(1.02 * (high - low), 1e-9);

  CompositionWindow window;
  constexpr Index kMargin = 8;
  constexpr Index kLeastPoints = 256;
  const auto points_for = [&](double step) {
    const double needed = width / step + 2.0 * kMargin;
    return needed >= static_cast<double>(most_points)
               ? most_points
               : std::max(kLeastPoints, static_cast<Index>(std::bit_ceil(
                                            static_cast<std::uint64_t>(std::ceil(needed)))));
  };
  if (exact() && width / lattice_ + 2.0 * kMargin <= static_cast<double>(most_points)) {
    window.step = lattice_;
    window.points = points_for(lattice_);
  } else {
    window.points = points_for(step_for(tilt, epsilon_gap, width));
    window.step = width / static_cast<double>(window.points - 2 * kMargin);
    const double parts = std::floor(span_ / window.step);
    if (parts >= 1.0) window.step = span_ / parts;
  }
  window.tilt = tilt.exponent * window.step;
  window.rise = rise.argument * window.step;
  window.fall = fall.argument * window.step;
  window.first =
      static_cast<Index>(std::floor((low - 0.01 * (high - low) - offset_) / window.step)) - kMargin;
  return window;
}

}  // namespace noisy
