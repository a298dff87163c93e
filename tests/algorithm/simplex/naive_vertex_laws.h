#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace noisy::naive {

/// Exact laws of everything that tiny runs of vertex sampling release, written from the paper's
/// pseudo-code alone: two vertices per simplex, one record per batch. Outcomes are listed in one
/// order whatever the records are, so that two laws can be compared.
using Law = std::vector<double>;
using Pair = std::array<double, 2>;

inline Pair softmax(const Pair& score) {
  const double first = 1.0 / (1.0 + std::exp(score[1] - score[0]));
  return {first, 1.0 - first};
}

/// The operator (grad_x f, -grad_y f) of one record.
struct Operator {
  Pair x{};
  Pair y{};

  void add(double weight, const Operator& other) {
    for (int i : {0, 1}) {
      x[i] += weight * other.x[i];
      y[i] += weight * other.y[i];
    }
  }
};

/// What a record (here a sign) says at a point; x[0] + x[1] = 1.
using Field = std::function<Operator(double record, const Pair& x, const Pair& y)>;

/// f = x' A_z y with A_z = z [[1, -1], [-1, 1]].
inline Operator matching_pennies(double record, const Pair& x, const Pair& y) {
  const double column = record * (y[0] - y[1]), row = record * (x[0] - x[1]);
  return {{column, -column}, {-row, row}};
}

struct Scores {
  Pair x{};
  Pair y{};

  Scores moved(double step, const Operator& by) const {
    return {{x[0] - step * by.x[0], x[1] - step * by.x[1]},
            {y[0] - step * by.y[0], y[1] - step * by.y[1]}};
  }
};

/// Vertices of both players: bit 0 of a pair is x's, bit 1 y's.
using Pairs = std::vector<int>;

inline double probability(const Pairs& drawn, const Scores& scores) {
  const Pair x = softmax(scores.x), y = softmax(scores.y);
  double p = 1.0;
  for (const int pair : drawn) p *= x[pair & 1] * y[pair >> 1];
  return p;
}

/// The averages of pairs from..to-1.
inline Operator at_average(const Field& field, double record, const Pairs& drawn, int from,
                           int to) {
  Pair x{}, y{};
  for (int k = from; k < to; ++k) {
    x[drawn[k] & 1] += 1.0 / (to - from);
    y[drawn[k] >> 1] += 1.0 / (to - from);
  }
  return field(record, x, y);
}

/// Calls visit with every sequence of so many pairs.
template <typename Visit>
void for_all_pairs(int count, const Visit& visit) {
  Pairs drawn(count);
  for (int code = 0; code < 1 << (2 * count); ++code) {
    for (int k = 0; k < count; ++k) drawn[k] = code >> (2 * k) & 3;
    visit(drawn);
  }
}

/// Algorithm 1 with K = 1: every step draws a pair for the gradient and one for the output.
inline void mirror_law(const Field& field, const std::vector<double>& records, double step,
                       std::size_t t, const Scores& scores, double so_far, Law& law) {
  if (t == records.size()) {
    law.push_back(so_far);
    return;
  }
  for_all_pairs(2, [&](const Pairs& drawn) {
    mirror_law(field, records, step, t + 1,
               scores.moved(step, at_average(field, records[t], drawn, 0, 1)),
               so_far * probability(drawn, scores), law);
  });
}

inline Law mirror_law(const Field& field, const std::vector<double>& records, double step) {
  Law law;
  mirror_law(field, records, step, 0, {}, 1.0, law);
  return law;
}

/// Algorithm 2 with normalizer C: pairs are its 2^(N+1) draws, and others after them.
inline Operator bias_reduced(const Field& field, double record, const Pairs& drawn, int level,
                             double normalizer, bool is_antithetic) {
  const int half = 1 << level;
  const double weight = normalizer * half;
  Operator sum;
  sum.add(weight, at_average(field, record, drawn, 0, 2 * half));
  sum.add(is_antithetic ? -0.5 * weight : -weight, at_average(field, record, drawn, 0, half));
  if (is_antithetic) sum.add(-0.5 * weight, at_average(field, record, drawn, half, 2 * half));
  sum.add(1.0, at_average(field, record, drawn, 0, 1));
  return sum;
}

struct LevelRun {
  std::vector<int> levels;
  int max_level = 0;
  bool is_antithetic = false;
};

/// Algorithm 3 at given levels.
inline void level_law(const Field& field, const std::vector<double>& records, double step,
                      const LevelRun& run, std::size_t t, const Scores& scores, double so_far,
                      Law& law) {
  if (t == records.size()) {
    law.push_back(so_far);
    return;
  }
  double normalizer = 0.0;
  for (int k = 0; k <= run.max_level; ++k) normalizer += std::pow(0.5, k);
  const int level = run.levels[t];
  for_all_pairs((2 << level) + 1, [&](const Pairs& drawn) {
    const Operator by =
        bias_reduced(field, records[t], drawn, level, normalizer, run.is_antithetic);
    level_law(field, records, step, run, t + 1, scores.moved(step, by),
              so_far * probability(drawn, scores), law);
  });
}

inline Law level_law(const Field& field, const std::vector<double>& records, double step,
                     const LevelRun& run) {
  Law law;
  level_law(field, records, step, run, 0, {}, 1.0, law);
  return law;
}

/// Algorithm 5 with K = q = 1: a vertex of w^t in every step, and one of w^T at the end. The
/// field's y is not used.
inline void anytime_law(const Field& field, const std::vector<double>& records, double step,
                        std::size_t t, const Pair& score, const Pair& sum, double so_far,
                        Law& law) {
  const Pair iterate = softmax(score);
  const Pair total = {sum[0] + iterate[0], sum[1] + iterate[1]};
  const double count = static_cast<double>(t + 1);
  const Pair average = {total[0] / count, total[1] / count};
  for (int vertex : {0, 1}) {
    const double here = so_far * average[vertex];
    const Pair point = {vertex == 0 ? 1.0 : 0.0, vertex == 0 ? 0.0 : 1.0};
    if (t + 1 == records.size()) {
      law.push_back(here * average[0]);
      law.push_back(here * average[1]);
      continue;
    }
    const Pair by = field(records[t], point, {}).x;
    anytime_law(field, records, step, t + 1, {score[0] - step * by[0], score[1] - step * by[1]},
                total, here, law);
  }
}

inline Law anytime_law(const Field& field, const std::vector<double>& records, double step) {
  Law law;
  anytime_law(field, records, step, 0, {}, {}, 1.0, law);
  return law;
}

/// Renyi divergence of order > 1.
inline double renyi(const Law& p, const Law& q, double order) {
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * std::pow(p[i] / q[i], order - 1.0);
  return std::log(sum) / (order - 1.0);
}

inline double kullback_leibler(const Law& p, const Law& q) {
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * std::log(p[i] / q[i]);
  return sum;
}

}  // namespace noisy::naive
