#include <algorithm>
#include <array>
#include <bit>
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

/// Pairs that are taken from the stream in one go: never more than there are draws left, each of
/// which takes at least one. A draw that needs more takes them from the stream.
class PairChunk {
 public:
  explicit PairChunk(Stream& stream) : stream_(stream) {}

  void refill(std::size_t draws) {
    size_ = std::min(draws, pairs_.size());
    next_ = 0;
    stream_.fill_pairs(std::span(pairs_).first(size_));
  }

  bool is_empty() const { return next_ == size_; }
  std::uint64_t next_pair() { return is_empty() ? stream_.next_pair() : pairs_[next_++]; }

 private:
  Stream& stream_;
  std::size_t size_ = 0;
  std::size_t next_ = 0;
  std::array<std::uint64_t, 128> pairs_;
};

/// As exponential() draws it, with scale 1.
template <class Source>
double standard_exponential(Source& source) {
  return -math::log(detail::positive_unit_interval(source.next_pair()));
}

/// |x| given |x| > kTailStart (Marsaglia 1964).
template <class Source>
double tail(Source& source) {
  double beyond;
  double height;
  do {
    beyond = 1.0 / kTailStart * standard_exponential(source);
    height = standard_exponential(source);
  } while (height + height < beyond * beyond);
  return kTailStart + beyond;
}

/// `x`, negative when the pair's ninth bit is set.
double with_sign_of(std::uint64_t pair, double x) {
  const std::uint64_t sign = (pair & kLayers) << 55;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ sign);
}

constexpr double kRejected = -1.0;

/// |x| from a pair that lies beyond its layer's inner box.
template <class Source>
[[gnu::noinline]] double outer_draw(Source& source, const Ziggurat& table, std::size_t layer,
                                    double x) {
  if (layer == 0) return tail(source);
  const double bottom = table.density[layer];
  const double position = detail::unit_interval(source.next_pair());
  const double height = bottom + position * (table.density[layer + 1] - bottom);
  return height < math::exp(-0.5 * x * x) ? x : kRejected;
}

template <class Source>
double standard_normal(Source& source, const Ziggurat& table) {
  while (true) {
    const std::uint64_t pair = source.next_pair();
    const std::size_t layer = pair & (kLayers - 1);
    double x = detail::unit_interval(pair) * table.right[layer];
    if (!(x < table.right[layer + 1])) [[unlikely]] {
      x = outer_draw(source, table, layer, x);
      if (x == kRejected) continue;
    }
    return with_sign_of(pair, x);
  }
}

}  // namespace

double normal(Stream& stream, double standard_deviation) {
  return standard_deviation * standard_normal(stream, ziggurat());
}

void fill_normal(Stream& stream, double standard_deviation, std::span<double> out) {
  const Ziggurat& table = ziggurat();
  PairChunk chunk(stream);
  for (std::size_t done = 0; done < out.size();) {
    chunk.refill(out.size() - done);
    while (!chunk.is_empty()) out[done++] = standard_deviation * standard_normal(chunk, table);
  }
}

double normal_quantile(double probability) {
  return math::normal_quantile(probability);
}

}  // namespace noisy
