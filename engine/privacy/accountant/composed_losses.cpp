#include "engine/privacy/accountant/composed_losses.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/fourier.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr double kUnit = 0x1p-53;
// Squared sizes below this are taken as 0: numbers that small only slow the transform down.
constexpr double kVanishing = 1e-240;

/// value * e^x where e^x alone may overflow.
double times_exp(double value, double x) {
  if (std::fabs(x) < 600.0) return value * math::exp(x);
  const double half = math::exp(0.5 * x);
  return value * half * half;
}

/// Tilted masses f_k e^{t k - c}, whose sum is at most 1.
struct TiltedMasses {
  std::vector<double> values;
  double log_scale = 0.0;  // c
};

TiltedMasses tilt(std::span<const double> masses, Index first, double tilt, double safe_side) {
  TiltedMasses tilted;
  tilted.values.resize(masses.size());
  // The largest term gives a scale near enough; one division does the rest.
  double log_scale = -1e300;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    if (masses[i] <= 0.0) continue;
    const double place = static_cast<double>(first + static_cast<Index>(i));
    log_scale = std::max(log_scale, math::log(masses[i]) + tilt * place);
  }
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double exponent = tilt * static_cast<double>(first + static_cast<Index>(i));
    const double shifted = exponent - log_scale;
    const double error = kUnit * (std::fabs(exponent) + std::fabs(shifted) + 16);
    tilted.values[i] =
        masses[i] > 0.0 ? times_exp(masses[i], shifted) * (1 + safe_side * error) : 0;
  }
  const double total = math::sum(tilted.values) * (1 + 64 * kUnit);
  if (!(total > 0.0)) return tilted;
  for (double& value : tilted.values) value /= total;
  tilted.log_scale = log_scale + math::log(total);
  return tilted;
}

/// ln of an upper bound of sum_k f_k e^{exponent (k - origin)}.
double log_moment(const TiltedMasses& masses, Index first, double exponent, double origin) {
  const double total = math::sum_of(masses.values.size(), [&](std::size_t i) {
    const double place = static_cast<double>(first + static_cast<Index>(i)) - origin;
    return masses.values[i] == 0.0 ? 0.0 : times_exp(masses.values[i], exponent * place);
  });
  return math::log(total) + 1e-12;
}

/// The smallest and the largest k with mass.
struct Places {
  double lowest = 0.0;
  double highest = 0.0;
};

Places occupied(const TiltedMasses& masses, Index first) {
  std::size_t low = 0;
  std::size_t high = masses.values.size();
  while (low < high && masses.values[low] == 0.0) ++low;
  while (high > low + 1 && masses.values[high - 1] == 0.0) --high;
  return {static_cast<double>(first + static_cast<Index>(low)),
          static_cast<double>(first + static_cast<Index>(high)) - 1.0};
}

struct PairSpectrum {
  explicit PairSpectrum(Index points)
      : real(static_cast<std::size_t>(points), 0.0),
        imaginary(static_cast<std::size_t>(points), 0.0) {}
  math::AlignedDoubles real;
  math::AlignedDoubles imaginary;
};

void wrap(std::span<const double> masses, Index first, math::AlignedDoubles& periodic) {
  const auto points = static_cast<Index>(periodic.size());
  Index place = first % points;
  if (place < 0) place += points;
  for (const double mass : masses) {
    periodic[static_cast<std::size_t>(place)] += mass;
    if (++place == points) place = 0;
  }
}

struct Complex {
  double real = 0.0;
  double imaginary = 0.0;
};

Complex operator*(Complex a, Complex b) {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

Complex power(Complex base, Index exponent) {
  Complex result{1.0, 0.0};
  for (;;) {
    if (exponent & 1) result = result * base;
    exponent >>= 1;
    if (exponent == 0) break;
    base = base * base;
    if (base.real * base.real + base.imaginary * base.imaginary < kVanishing) return {};
  }
  if (result.real * result.real + result.imaginary * result.imaginary < kVanishing) return {};
  return result;
}

/// The spectra of two real sequences out of that of first + i second, at one frequency.
struct Pair {
  Complex first;
  Complex second;
};

Pair unpack(const PairSpectrum& z, std::size_t j, std::size_t mirrored) {
  return {{0.5 * (z.real[j] + z.real[mirrored]), 0.5 * (z.imaginary[j] - z.imaginary[mirrored])},
          {0.5 * (z.imaginary[j] + z.imaginary[mirrored]), 0.5 * (z.real[mirrored] - z.real[j])}};
}

void pack(PairSpectrum& z, std::size_t j, std::size_t mirrored, const Pair& pair) {
  z.real[j] = pair.first.real - pair.second.imaginary;
  z.imaginary[j] = pair.first.imaginary + pair.second.real;
  z.real[mirrored] = pair.first.real + pair.second.imaginary;
  z.imaginary[mirrored] = pair.second.real - pair.first.imaginary;
}

/// product *= factor^count, for both sequences, or product = factor^count at the first factor.
void multiply_power(PairSpectrum& product, const PairSpectrum& factor, Index count, bool first) {
  const std::size_t points = product.real.size();
  for (std::size_t j = 0; j < points; ++j) {
    const auto mirrored =
        static_cast<std::size_t>(math::FourierTransform::mirrored(static_cast<Index>(j)));
    if (mirrored < j) continue;
    Pair raised = unpack(factor, j, mirrored);
    raised = {power(raised.first, count), power(raised.second, count)};
    if (!first) {
      const Pair before = unpack(product, j, mirrored);
      raised = {before.first * raised.first, before.second * raised.second};
    }
    pack(product, j, mirrored, raised);
  }
}

/// P(some loss is infinite) among `count` with probability `infinite` each, given the log of none.
double log_finite(double infinite, Index count) {
  return infinite >= 1.0 ? -std::numeric_limits<double>::infinity()
                         : static_cast<double>(count) * math::log1p(-infinite);
}

}  // namespace

ComposedLosses::ComposedLosses(std::span<const GridTerm> terms, const CompositionWindow& window)
    : window_(window) {
  const math::FourierTransform transform(window.points);
  PairSpectrum product(window.points);
  const double top = static_cast<double>(window.first) + static_cast<double>(window.points);
  double steps = 0.0;
  double input_error = 0.0;
  double log_above = 0.0;
  double log_below = 0.0;
  double log_below_optimistic = 0.0;
  Places all;
  double log_finite_high = 0.0;
  double log_finite_low = 0.0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const LossGrid& grid = terms[i].losses;
    const auto count = static_cast<double>(terms[i].count);
    const TiltedMasses high = tilt(grid.pessimistic.masses, grid.first, window.tilt, 1.0);
    const TiltedMasses low = tilt(grid.optimistic.masses, grid.first, window.tilt, -1.0);
    // Shares of the window's ends keep the exponents small.
    const double share = 1.0 / static_cast<double>(terms.size());
    const double top_share = top * share / count;
    const double bottom_share = static_cast<double>(window.first) * share / count;
    log_above += count * log_moment(high, grid.first, window.rise, top_share);
    log_below += count * log_moment(high, grid.first, -window.fall, bottom_share);
    log_below_optimistic += count * log_moment(low, grid.first, -window.fall, bottom_share);
    const Places places = occupied(high, grid.first);
    const Places low_places = occupied(low, grid.first);
    all.lowest += count * std::min(places.lowest, low_places.lowest);
    all.highest += count * std::max(places.highest, low_places.highest);
    PairSpectrum factor(window.points);
    wrap(high.values, grid.first, factor.real);
    wrap(low.values, grid.first, factor.imaginary);
    const double norm =
        std::sqrt(math::squared_norm(factor.real) + math::squared_norm(factor.imaginary));
    input_error += count * norm;
    steps += count;
    transform.forward(factor.real, factor.imaginary);
    multiply_power(product, factor, terms[i].count, i == 0);
    pessimistic_.log_scale += count * high.log_scale;
    optimistic_.log_scale += count * low.log_scale;
    pessimistic_.scale_error += count * (4 * kUnit * (2 + std::fabs(high.log_scale)));
    optimistic_.scale_error += count * (4 * kUnit * (2 + std::fabs(low.log_scale)));
    log_finite_high += log_finite(grid.pessimistic.infinite, terms[i].count);
    log_finite_low += log_finite(grid.optimistic.infinite, terms[i].count);
    loss_error_ += count * (grid.loss_error + 8 * kUnit * std::fabs(grid.offset));
    offset_ += count * grid.offset;
  }
  transform.inverse(product.real, product.imaginary);
  // The pessimistic side's moments bound those of the optimistic one above, where e^{rise L} is a
  // convex function of e^L.
  const bool fits_above = all.highest < top;
  const bool fits_below = all.lowest >= static_cast<double>(window.first);
  pessimistic_.above = fits_above ? 0.0 : math::exp(log_above);
  optimistic_.above =
      pessimistic_.above * math::exp(pessimistic_.log_scale - optimistic_.log_scale + 1e-9);
  pessimistic_.below = fits_below ? 0.0 : math::exp(log_below);
  optimistic_.below = fits_below ? 0.0 : math::exp(log_below_optimistic);
  pessimistic_.infinite = -math::expm1(log_finite_high) * (1 + 64 * kUnit);
  optimistic_.infinite = -math::expm1(log_finite_low) * (1 - 64 * kUnit);
  const double spectrum_error = input_error * transform.roundoff();  // over sqrt(N): as errors of g
  const double result_norm =
      std::sqrt(math::squared_norm(product.real) + math::squared_norm(product.imaginary));
  round_off_ = 2 * spectrum_error *
                   math::exp(spectrum_error * std::sqrt(static_cast<double>(window.points))) +
               2 * (3 * kUnit * steps + transform.roundoff()) * result_norm + 1e-100;
  accumulate(pessimistic_, product.real);
  accumulate(optimistic_, product.imaginary);
}

void ComposedLosses::accumulate(Side& side, std::span<const double> masses) const {
  const std::size_t points = masses.size();
  side.reach.assign(points, 0.0);
  side.weight.assign(points, 0.0);
  const double fade = math::exp(-window_.tilt);
  const double fade_more = math::exp(-window_.tilt - window_.step);
  const double gain = -math::expm1(-window_.step);
  Index place = window_.first % static_cast<Index>(points);
  if (place < 0) place += static_cast<Index>(points);
  const auto origin = static_cast<std::size_t>(place);
  double reach = 0.0;
  double weight = 0.0;
  for (std::size_t k = points; k-- > 0;) {
    const double mass = std::max(0.0, masses[(origin + k) & (points - 1)]);
    reach = fade * (reach + gain * weight);
    weight = mass + fade_more * weight;
    side.reach[k] = reach;
    side.weight[k] = weight;
  }
}

double ComposedLosses::highest() const {
  return offset_ + static_cast<double>(window_.first + window_.points - 1) * window_.step;
}

double ComposedLosses::lowest() const {
  return offset_ + static_cast<double>(window_.first) * window_.step;
}

ComposedLosses::Point ComposedLosses::point_at(double epsilon) const {
  const double last = static_cast<double>(window_.points - 1);
  const double index =
      std::clamp(std::ceil((epsilon - offset_) / window_.step) - static_cast<double>(window_.first),
                 0.0, last);
  const double place = index + static_cast<double>(window_.first);
  return {static_cast<std::size_t>(index), place,
          std::max(0.0, offset_ + place * window_.step - epsilon)};
}

double ComposedLosses::finite_part(const Side& side, const Point& point) const {
  return side.reach[point.index] - math::expm1(-point.distance) * side.weight[point.index];
}

// || e^{-t j} ||_2 over the grid points from this one on.
double ComposedLosses::error_norm(const Point& point) const {
  const auto count = static_cast<double>(window_.points - static_cast<Index>(point.index));
  const double geometric = -math::expm1(-2.0 * window_.tilt);
  return std::sqrt(geometric * count > 1.0 ? 1.0 / geometric : count);
}

double ComposedLosses::pessimistic_delta(double epsilon) const {
  const double safe = epsilon - loss_error_ - 8 * kUnit * (std::fabs(epsilon) + std::fabs(offset_));
  const Side& side = pessimistic_;
  const Point point = point_at(safe);
  if (safe > highest()) return 1.0;  // beyond what was computed
  const double relative = 16 * kUnit * static_cast<double>(window_.points);
  double sum =
      finite_part(side, point) * (1 + relative) + round_off_ * error_norm(point) + side.above;
  if (safe < lowest()) sum += side.below;
  const double exponent = side.log_scale - window_.tilt * point.place;
  const double error = side.scale_error + 4 * kUnit * std::fabs(window_.tilt * point.place);
  const double delta = side.infinite + times_exp(sum, exponent + error) * (1 + 16 * kUnit);
  return std::min(1.0, delta);
}

double ComposedLosses::optimistic_delta(double epsilon) const {
  const double safe = epsilon + loss_error_ + 8 * kUnit * (std::fabs(epsilon) + std::fabs(offset_));
  const Side& side = optimistic_;
  if (safe > highest()) return std::max(0.0, side.infinite);
  const Point point = point_at(safe);
  const double relative = 16 * kUnit * static_cast<double>(window_.points);
  const double sum = finite_part(side, point) * (1 - relative) - round_off_ * error_norm(point) -
                     side.above - side.below;
  const double exponent = side.log_scale - window_.tilt * point.place;
  const double error = side.scale_error + 4 * kUnit * std::fabs(window_.tilt * point.place);
  const double finite = sum > 0.0 ? times_exp(sum, exponent - error) * (1 - 16 * kUnit) : 0.0;
  return std::max(0.0, side.infinite) + finite;
}

}  // namespace noisy
