#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "engine/math/elementary.h"
#include "engine/random/distributions.h"
#include "engine/random/full_range_uniform.h"
#include "engine/random/stream.h"
#include "tests/random/naive_discrete.h"

/// The samplers of vertices written again, as plainly as their definitions, on the same words.
namespace noisy::naive {

/// softmax(scores), in long double.
inline std::vector<long double> softmax(std::span<const double> scores) {
  const long double largest = *std::ranges::max_element(scores);
  std::vector<long double> p;
  long double sum = 0;
  for (const double score : scores) sum += p.emplace_back(std::exp(score - largest));
  for (long double& value : p) value /= sum;
  return p;
}

/// The first j with p_0 + ... + p_j > U, U = k / 2^64.
inline std::size_t draw_by_inverse_cdf(Stream& stream, std::span<const long double> p) {
  const long double uniform = std::ldexp(static_cast<long double>(stream.next_pair()), -64);
  long double sum = 0;
  std::size_t j = 0;
  while ((sum += p[j]) <= uniform) ++j;
  return j;
}

/// Cells of equal probability, which two coordinates share: from a list of light ones and a list of
/// heavy ones.
class AliasTable {
 public:
  explicit AliasTable(std::span<const double> weights) : own(weights.size()), other(own.size()) {
    double total = 0;
    for (const double weight : weights) total += weight;
    std::deque<std::size_t> light, heavy;
    for (std::size_t j = 0; j < own.size(); ++j) {
      own[j] = weights[j] * (static_cast<double>(own.size()) / total);
      other[j] = j;
      (own[j] < 1 ? light : heavy).push_back(j);
    }
    while (!light.empty() && !heavy.empty()) {
      const std::size_t giver = heavy.front();
      other[light.front()] = giver;
      own[giver] = (own[giver] + own[light.front()]) - 1;
      light.pop_front();
      if (own[giver] < 1) {
        heavy.pop_front();
        light.push_front(giver);
      }
    }
  }

  std::size_t draw(Stream& stream) const {
    const std::size_t cell = bounded_integer(stream, own.size());
    return full_range_uniform(stream) < own[cell] ? cell : other[cell];
  }

  /// What the table's cells add up to.
  std::vector<long double> probabilities() const {
    std::vector<long double> p(own.size());
    for (std::size_t cell = 0; cell < own.size(); ++cell) {
      const long double part = std::min(1.0L, static_cast<long double>(own[cell]));
      p[cell] += part / static_cast<long double>(own.size());
      p[other[cell]] += (1 - part) / static_cast<long double>(own.size());
    }
    return p;
  }

  std::vector<double> own;
  std::vector<std::size_t> other;
};

/// The smallest E_j / w_j.
inline std::size_t draw_by_gumbel_max(Stream& stream, std::span<const double> weights) {
  std::vector<double> times;
  for (const double weight : weights) {
    times.push_back(-math::log1p(-full_range_uniform(stream)) / weight);
  }
  return static_cast<std::size_t>(std::ranges::min_element(times) - times.begin());
}

/// Proposals, accepted by coins of the exponent's whole part and of its fraction.
///
/// @param gaps  largest score minus score, in units of 2^-20
inline std::size_t draw_by_rejection(Stream& stream, std::span<const std::uint64_t> gaps) {
  const Natural one(1), shift(std::uint64_t{1} << 44), unit = Natural(1 << 20) * shift;
  while (true) {
    const std::size_t j = bounded_integer(stream, gaps.size());
    bool kept = true;
    for (std::uint64_t i = 0; kept && i < gaps[j] >> 20; ++i) {
      kept = naive::bernoulli_exp(stream, one, one);
    }
    const Natural fraction = Natural(gaps[j] % (1 << 20)) * shift;
    if (kept && naive::bernoulli_exp(stream, fraction, unit)) return j;
  }
}

/// Half the sum of |p_j - q_j|.
inline long double total_variation(std::span<const long double> p, std::span<const long double> q) {
  long double sum = 0;
  for (std::size_t j = 0; j < p.size(); ++j) sum += std::fabs(p[j] - q[j]);
  return sum / 2;
}

}  // namespace noisy::naive
