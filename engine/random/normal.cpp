#include <array>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr std::size_t kLayers = 256;

/// Where the tail begins, and the area of every layer under e^(-x^2/2), the tail's included.
constexpr double kTailStart = 3.6541528853610088;
constexpr double kLayerArea = 0.00492867323397465524494;

/// Layer i >= 1 is the box [0, right[i]] x [density[i], density[i+1]]; layer 0 is the tail together
/// with the box below density[1], drawn as one box of width right[0].
struct Ziggurat {
  std::array<double, kLayers + 1> right;
  std::array<double, kLayers + 1> density;  ///< e^(-right^2 / 2)

  Ziggurat() {
    const auto height = [](double x) { return math::exp(-0.5 * x * x); };
    right[0] = kLayerArea / height(kTailStart);
    right[1] = kTailStart;
    for (std::size_t i = 1; i + 1 < kLayers; ++i) {
      right[i + 1] = std::sqrt(-2.0 * math::log(height(right[i]) + kLayerArea / right[i]));
    }
    right[kLayers] = 0.0;
    for (std::size_t i = 0; i <= kLayers; ++i) density[i] = height(right[i]);
  }
};

const Ziggurat& ziggurat() {
  static const Ziggurat table;
  return table;
}

/// |x| given |x| > kTailStart (Marsaglia 1964).
double tail(Stream& stream) {
  double beyond;
  double height;
  do {
    beyond = exponential(stream, 1.0 / kTailStart);
    height = exponential(stream, 1.0);
  } while (height + height < beyond * beyond);
  return kTailStart + beyond;
}

double standard_normal(Stream& stream, const Ziggurat& table) {
  while (true) {
    const std::uint64_t pair = stream.next_pair();
    const std::size_t layer = pair & (kLayers - 1);
    const double sign = (pair & kLayers) != 0 ? -1.0 : 1.0;
    const double x = detail::unit_interval(pair) * table.right[layer];
    if (x < table.right[layer + 1]) return sign * x;
    if (layer == 0) return sign * tail(stream);
    const double bottom = table.density[layer];
    const double height = bottom + uniform(stream) * (table.density[layer + 1] - bottom);
    if (height < math::exp(-0.5 * x * x)) return sign * x;
  }
}

template <std::size_t kTerms>
double polynomial(const std::array<double, kTerms>& coefficients, double x) {
  double value = 0.0;
  for (const double coefficient : coefficients) value = value * x + coefficient;
  return value;
}

/// The quantile's rational function for |probability - 1/2| <= 0.425.
double central_quantile(double offset) {
  constexpr std::array kTop = {2.5090809287301226727e+3, 3.3430575583588128105e+4,
                               6.7265770927008700853e+4, 4.5921953931549871457e+4,
                               1.3731693765509461125e+4, 1.9715909503065514427e+3,
                               1.3314166789178437745e+2, 3.3871328727963666080e+0};
  constexpr std::array kBottom = {5.2264952788528545610e+3, 2.8729085735721942674e+4,
                                  3.9307895800092710610e+4, 2.1213794301586595867e+4,
                                  5.3941960214247511077e+3, 6.8718700749205790830e+2,
                                  4.2313330701600911252e+1, 1.0};
  const double x = 0.180625 - offset * offset;
  return polynomial(kTop, x) * offset / polynomial(kBottom, x);
}

/// The quantile's size for a root = sqrt(-log(tail probability)) up to 5.
double near_quantile(double root) {
  constexpr std::array kTop = {7.74545014278341407640e-4, 2.27238449892691845833e-2,
                               2.41780725177450611770e-1, 1.27045825245236838258e+0,
                               3.64784832476320460504e+0, 5.76949722146069140550e+0,
                               4.63033784615654529590e+0, 1.42343711074968357734e+0};
  constexpr std::array kBottom = {1.05075007164441684324e-9, 5.47593808499534494600e-4,
                                  1.51986665636164571966e-2, 1.48103976427480074590e-1,
                                  6.89767334985100004550e-1, 1.67638483018380384940e+0,
                                  2.05319162663775882187e+0, 1.0};
  return polynomial(kTop, root - 1.6) / polynomial(kBottom, root - 1.6);
}

/// The same beyond 5, down to tail probabilities of 1e-316.
double far_quantile(double root) {
  constexpr std::array kTop = {2.01033439929228813265e-7, 2.71155556874348757815e-5,
                               1.24266094738807843860e-3, 2.65321895265761230930e-2,
                               2.96560571828504891230e-1, 1.78482653991729133580e+0,
                               5.46378491116411436990e+0, 6.65790464350110377720e+0};
  constexpr std::array kBottom = {2.04426310338993978564e-15, 1.42151175831644588870e-7,
                                  1.84631831751005468180e-5,  7.86869131145613259100e-4,
                                  1.48753612908506148525e-2,  1.36929880922735805310e-1,
                                  5.99832206555887937690e-1,  1.0};
  return polynomial(kTop, root - 5.0) / polynomial(kBottom, root - 5.0);
}

}  // namespace

double normal(Stream& stream, double standard_deviation) {
  return standard_deviation * standard_normal(stream, ziggurat());
}

void fill_normal(Stream& stream, double standard_deviation, std::span<double> out) {
  const Ziggurat& table = ziggurat();
  for (double& x : out) x = standard_deviation * standard_normal(stream, table);
}

double normal_quantile(double probability) {
  const double offset = probability - 0.5;
  if (std::fabs(offset) <= 0.425) return central_quantile(offset);
  const double tail_probability = offset < 0 ? probability : 1.0 - probability;
  if (tail_probability == 0) return std::copysign(INFINITY, offset);
  const double root = std::sqrt(-math::log(tail_probability));
  return std::copysign(root <= 5.0 ? near_quantile(root) : far_quantile(root), offset);
}

}  // namespace noisy
