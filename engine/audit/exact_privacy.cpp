#include "engine/audit/exact_privacy.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr double kInverseRootTwo = 0.70710678118654752;

double normal_distribution(double x) {
  return 0.5 * math::erfc(-x * kInverseRootTwo);
}

double one_sided_delta(std::span<const double> p, std::span<const double> q, double epsilon) {
  const double factor = math::exp(epsilon);
  return math::sum_of(p.size(), [&](std::size_t i) { return std::max(0.0, p[i] - factor * q[i]); });
}

/// rising e^{t} + falling e^{-t}, t the distance from the piece's left end over the scale.
struct Piece {
  double rising = 0;
  double falling = 0;
};

/// Adds one mixture's density on [left, right] to a piece; both ends lie between neighbouring
/// centres.
void add_density(const LineMixture& mixture, double factor, double scale, double left, double right,
                 Piece& piece) {
  for (std::size_t i = 0; i < mixture.centres.size(); ++i) {
    const double height = factor * mixture.weights[i] / (2 * scale);
    const double centre = mixture.centres[i];
    if (centre >= right) {
      piece.rising += height * math::exp((left - centre) / scale);
    } else {
      piece.falling += height * math::exp((centre - left) / scale);
    }
  }
}

/// Integral of the piece from t = 0 to `length`, times the scale.
double integral(const Piece& piece, double length, double scale) {
  return scale * (piece.rising * math::expm1(length) - piece.falling * math::expm1(-length));
}

/// Integral of the piece's positive part.
double positive_integral(const Piece& piece, double length, double scale) {
  const auto value = [&](double t) {
    return piece.rising * math::exp(t) + piece.falling * math::exp(-t);
  };
  const double whole = integral(piece, length, scale);
  const bool starts_above = value(0) > 0;
  const bool ends_above = value(length) > 0;
  if (starts_above && ends_above) return whole;
  if (!starts_above && !ends_above) return 0;
  const double zero = 0.5 * math::log(-piece.falling / piece.rising);
  const double before = integral(piece, std::clamp(zero, 0.0, length), scale);
  return starts_above ? before : whole - before;
}

std::vector<double> sorted_centres(const LineMixture& p, const LineMixture& q) {
  std::vector<double> centres = p.centres;
  centres.insert(centres.end(), q.centres.begin(), q.centres.end());
  std::ranges::sort(centres);
  const auto repeated = std::ranges::unique(centres);
  centres.erase(repeated.begin(), repeated.end());
  return centres;
}

double density(const LineMixture& mixture, double scale, double x) {
  return math::sum_of(mixture.centres.size(), [&](std::size_t i) {
    return mixture.weights[i] * math::exp(-std::fabs(x - mixture.centres[i]) / scale) / (2 * scale);
  });
}

/// Beyond the outermost centres the densities' ratio is constant, so the tail counts whole or not
/// at all.
double tail_excess(const LineMixture& p, const LineMixture& q, double factor, double scale,
                   double end) {
  return std::max(0.0, scale * (density(p, scale, end) - factor * density(q, scale, end)));
}

double one_sided_delta(const LineMixture& p, const LineMixture& q, double scale, double epsilon) {
  const double factor = math::exp(epsilon);
  const std::vector<double> ends = sorted_centres(p, q);
  double total = tail_excess(p, q, factor, scale, ends.front()) +
                 tail_excess(p, q, factor, scale, ends.back());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    Piece piece;
    add_density(p, 1, scale, ends[i], ends[i + 1], piece);
    add_density(q, -factor, scale, ends[i], ends[i + 1], piece);
    total += positive_integral(piece, (ends[i + 1] - ends[i]) / scale, scale);
  }
  return total;
}

}  // namespace

double finite_delta(std::span<const double> p, std::span<const double> q, double epsilon) {
  return std::max(one_sided_delta(p, q, epsilon), one_sided_delta(q, p, epsilon));
}

double finite_epsilon(std::span<const double> p, std::span<const double> q) {
  double largest = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] == q[i]) continue;
    if (p[i] == 0 || q[i] == 0) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, std::fabs(math::log(p[i] / q[i])));
  }
  return largest;
}

Result<LineMixture> batch_means(std::span<const double> values, Index batch_size) {
  constexpr std::size_t kMostValues = 20;
  const auto n = std::ssize(values);
  if (batch_size < 1 || batch_size > n || values.size() > kMostValues) {
    return fail(ErrorCode::invalid_value, "batchSize",
                "batches of 1 to n of at most 20 records can be enumerated");
  }
  LineMixture mixture;
  for (std::uint32_t subset = 1; subset < std::uint32_t{1} << n; ++subset) {
    if (std::popcount(subset) != batch_size) continue;
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (subset >> i & 1) total += values[i];
    }
    mixture.centres.push_back(total / static_cast<double>(batch_size));
  }
  mixture.weights.assign(mixture.centres.size(), 1 / static_cast<double>(mixture.centres.size()));
  return mixture;
}

double laplace_mixture_delta(const LineMixture& p, const LineMixture& q, double scale,
                             double epsilon) {
  return std::max(one_sided_delta(p, q, scale, epsilon), one_sided_delta(q, p, scale, epsilon));
}

double laplace_mixture_epsilon(const LineMixture& p, const LineMixture& q, double scale) {
  double largest = 0;
  for (const double centre : sorted_centres(p, q)) {
    const double ratio = density(p, scale, centre) / density(q, scale, centre);
    largest = std::max(largest, std::fabs(math::log(ratio)));
  }
  return largest;
}

double sampled_gaussian_delta(double shift, double rate, double epsilon) {
  const double factor = math::exp(epsilon);
  // The mixture over the fixed one exceeds e^eps above a threshold, the other way round below one.
  const auto threshold = [&](double ratio) {
    return (math::log((ratio - (1 - rate)) / rate) + 0.5 * shift * shift) / shift;
  };
  const auto mixture_below = [&](double x) {
    return (1 - rate) * normal_distribution(x) + rate * normal_distribution(x - shift);
  };
  const auto mixture_above = [&](double x) {
    return (1 - rate) * normal_distribution(-x) + rate * normal_distribution(shift - x);
  };
  const double high = threshold(factor);
  double delta = mixture_above(high) - factor * normal_distribution(-high);
  if (1 / factor > 1 - rate) {
    const double low = threshold(1 / factor);
    delta = std::max(delta, normal_distribution(low) - factor * mixture_below(low));
  }
  return std::max(0.0, delta);
}

}  // namespace noisy
