#include <array>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/normal_distribution.h"
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

}  // namespace

double normal(Stream& stream, double standard_deviation) {
  return standard_deviation * standard_normal(stream, ziggurat());
}

void fill_normal(Stream& stream, double standard_deviation, std::span<double> out) {
  const Ziggurat& table = ziggurat();
  for (double& x : out) x = standard_deviation * standard_normal(stream, table);
}

double normal_quantile(double probability) {
  return math::normal_quantile(probability);
}

}  // namespace noisy
