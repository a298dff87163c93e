#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <string>

#include "tests/algorithm/naive/numbers.h"

/// Mirror steps, descent steps and the two mirror methods, written from sections 2.4 and 2.5.
namespace noisy::naive {

enum class Shape { l2, linf, l1_lift, l1_power, simplex };

/// A set of radius R (1 for the simplex) with its generator, in p coordinates.
struct MirrorSet {
  Shape shape = Shape::l2;
  double radius = 1;
  std::size_t dimension = 1;

  bool is_lift() const { return shape == Shape::l1_lift || shape == Shape::simplex; }
  double l2_radius() const {
    return shape == Shape::linf ? radius * std::sqrt(static_cast<double>(dimension)) : radius;
  }
  double diameter() const { return shape == Shape::simplex ? std::sqrt(2.0) : 2 * l2_radius(); }
};

inline Numbers soft(Numbers x, double threshold) {
  for (double& value : x) {
    value = std::copysign(std::max(std::abs(value) - threshold, 0.0), value);
  }
  return x;
}

/// What the mirror iterate is kept as: the weights of a lift, else the point.
inline Numbers centre(const MirrorSet& set) {
  const std::size_t p = set.dimension;
  if (set.shape == Shape::simplex) return Numbers(p, 1.0 / static_cast<double>(p));
  if (set.shape == Shape::l1_lift) return Numbers(2 * p, 0.5 / static_cast<double>(p));
  return Numbers(p, 0.0);
}

inline Numbers point_of(const MirrorSet& set, const Numbers& state) {
  if (set.shape != Shape::l1_lift) return state;
  Numbers x(set.dimension);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = set.radius * (state[i] - state[set.dimension + i]);
  }
  return x;
}

/// (sum |x_i|^e)^(1/e)
inline double norm_of(const Numbers& x, double exponent) {
  double sum = 0;
  for (const double value : x) sum += std::pow(std::abs(value), exponent);
  return std::pow(sum, 1 / exponent);
}

/// ||x||_e^(2-e) sign(x_i) |x_i|^(e-1), 0 at 0.
inline Numbers power_gradient(const Numbers& x, double exponent, double factor) {
  const double norm = norm_of(x, exponent);
  Numbers out(x.size(), 0.0);
  if (norm == 0) return out;
  for (std::size_t i = 0; i < x.size(); ++i) {
    out[i] = std::copysign(factor * norm * std::pow(std::abs(x[i]) / norm, exponent - 1), x[i]);
  }
  return out;
}

inline Numbers power_step(const MirrorSet& set, const Numbers& z, const Numbers& move) {
  const double p = static_cast<double>(set.dimension);
  const double s = std::max(2.0, 2 * std::log(p)), q = s / (s - 1);
  const double k = (s - 1) * std::pow(p, 2 / s) / (set.radius * set.radius);
  const Numbers theta = minus(power_gradient(z, q, k), move);
  const auto primal = [&](double nu) { return power_gradient(soft(theta, nu), s, 1 / k); };
  if (norm_1(primal(0)) <= set.radius) return primal(0);
  double low = 0, high = norm_infinity(theta);
  for (int i = 0; i < 200; ++i) {
    const double nu = 0.5 * (low + high);
    (norm_1(primal(nu)) > set.radius ? low : high) = nu;
  }
  return primal(high);
}

/// u_j <- u_j e^(-slope_j), normalized.
inline Numbers entropy_step(Numbers u, const Numbers& slope) {
  const double least = *std::min_element(slope.begin(), slope.end());
  double sum = 0;
  for (std::size_t j = 0; j < u.size(); ++j) sum += u[j] *= std::exp(least - slope[j]);
  for (double& value : u) value /= sum;
  return u;
}

/// argmin over C of B_w(z, z_k) + <move, z>, move = alpha g.
inline Numbers mirror_step(const MirrorSet& set, const Numbers& state, const Numbers& move) {
  switch (set.shape) {
    case Shape::l2: {
      Numbers z = plus(state, -set.radius * set.radius, move);
      const double length = norm(z);
      if (length > set.radius) {
        for (double& value : z) value *= set.radius / length;
      }
      return z;
    }
    case Shape::linf: {
      Numbers z = plus(state, -set.radius * set.radius, move);
      for (double& value : z) value = std::clamp(value, -set.radius, set.radius);
      return z;
    }
    case Shape::simplex:
      return entropy_step(state, move);
    case Shape::l1_lift: {
      Numbers slope;
      for (const double sign : {1.0, -1.0}) {
        for (const double value : move) slope.push_back(sign * set.radius * value);
      }
      return entropy_step(state, slope);
    }
    case Shape::l1_power:
      return power_step(set, state, move);
  }
  return {};
}

/// A way to move: how much norm it may use, and what it gains per unit of norm.
struct Move {
  double room;
  double gain;
  std::function<void(Numbers& y, double norm)> apply;
};

/// Ways in order of falling gain; those of a set whose norm is l1.
inline std::vector<Move> l1_moves(const MirrorSet& set, const Numbers& x, const Numbers& g) {
  std::size_t best = 0;
  const bool is_simplex = set.shape == Shape::simplex;
  for (std::size_t j = 1; j < g.size(); ++j) {
    const bool better = is_simplex ? g[j] < g[best] : std::abs(g[j]) > std::abs(g[best]);
    if (better) best = j;
  }
  std::vector<Move> moves;
  const double direction = is_simplex ? 1 : (g[best] > 0 ? -1 : 1);
  const double slope = is_simplex ? -g[best] : std::abs(g[best]);
  if (!is_simplex) {
    const double back = x[best] * direction < 0 ? 2 * std::abs(x[best]) : 0;
    moves.push_back({std::max(0.0, set.radius - norm_1(x)) + back, slope,
                     [=](Numbers& y, double t) { y[best] += direction * t; }});
  }
  std::vector<Move> pairs;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (j == best || x[j] == 0) continue;
    const double sign = x[j] > 0 ? 1 : -1;
    pairs.push_back({2 * std::abs(x[j]), (slope + sign * g[j]) / 2, [=](Numbers& y, double t) {
                       y[j] -= sign * t / 2;
                       y[best] += direction * t / 2;
                     }});
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Move& a, const Move& b) { return a.gain > b.gain; });
  moves.insert(moves.end(), pairs.begin(), pairs.end());
  return moves;
}

/// argmin over C of (H / 2) ||y - x||_C^2 + <g, y - x>: the total length t at which the marginal
/// gain falls below H t / R^2, found by bisection.
inline Numbers gauge_prox(const MirrorSet& set, double curvature, const Numbers& g,
                          const Numbers& x) {
  const double square = set.radius * set.radius;
  if (set.shape == Shape::l2) {
    return mirror_step({.shape = Shape::l2, .radius = set.radius, .dimension = x.size()}, x,
                       plus(Numbers(x.size(), 0.0), 1 / curvature, g));
  }
  const auto room = [&](std::size_t j) { return set.radius + (g[j] > 0 ? x[j] : -x[j]); };
  const std::vector<Move> moves =
      set.shape == Shape::linf ? std::vector<Move>() : l1_moves(set, x, g);
  const auto gain = [&](double t) {
    double sum = 0;
    if (set.shape == Shape::linf) {
      for (std::size_t j = 0; j < x.size(); ++j) sum += t < room(j) ? std::abs(g[j]) : 0;
      return sum;
    }
    for (const Move& move : moves) {
      if (t < sum + move.room) return std::max(move.gain, 0.0);
      sum += move.room;
    }
    return 0.0;
  };
  double low = 0, high = 4 * set.radius;
  for (int i = 0; i < 200; ++i) {
    const double t = 0.5 * (low + high);
    (curvature * t / square > gain(t) ? high : low) = t;
  }
  Numbers y = x;
  if (set.shape == Shape::linf) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (g[j] != 0) y[j] -= std::copysign(std::min(low, room(j)), g[j]);
    }
    return y;
  }
  double left = low;
  for (const Move& move : moves) {
    const double t = std::min(left, move.room);
    if (t > 0) move.apply(y, t);
    left -= t;
  }
  return y;
}

/// The t-th noisy gradient at a point, t = 1, 2, ...
using NoisyGradient = std::function<Numbers(std::size_t t, const Numbers& x)>;

/// y_1, ..., y_T of DP-AccMD, repaired.
inline std::vector<Numbers> accmd(const MirrorSet& set, std::size_t steps, double smoothness,
                                  bool convex_combination, const NoisyGradient& gradient) {
  std::vector<Numbers> path;
  Numbers state = centre(set);
  Numbers y = point_of(set, state);
  for (std::size_t k = 0; k < steps; ++k) {
    const double alpha = (static_cast<double>(k) + 2) / (4 * smoothness);
    const double r = 2 / (static_cast<double>(k) + 2);
    const Numbers z = point_of(set, state);
    const Numbers x = plus(plus(Numbers(y.size(), 0.0), r, z), 1 - r, y);
    const Numbers g = gradient(k + 1, x);
    state = mirror_step(set, state, plus(Numbers(g.size(), 0.0), alpha, g));
    y = convex_combination ? plus(plus(Numbers(y.size(), 0.0), r, point_of(set, state)), 1 - r, y)
                           : gauge_prox(set, 2 * smoothness, g, x);
    path.push_back(y);
  }
  return path;
}

/// Means of z_0 .. z_{t-1}, t = 1, ..., T, of noisy mirror descent.
inline std::vector<Numbers> mirror_descent(const MirrorSet& set, std::size_t steps,
                                           double step_size, const NoisyGradient& gradient) {
  std::vector<Numbers> path;
  Numbers state = centre(set);
  Numbers sum(set.dimension, 0.0);
  for (std::size_t t = 1; t <= steps; ++t) {
    const Numbers z = point_of(set, state);
    sum = plus(sum, 1, z);
    path.push_back(plus(Numbers(sum.size(), 0.0), 1 / static_cast<double>(t), sum));
    const Numbers g = gradient(t, z);
    state = mirror_step(set, state, plus(Numbers(g.size(), 0.0), step_size, g));
  }
  return path;
}

}  // namespace noisy::naive
