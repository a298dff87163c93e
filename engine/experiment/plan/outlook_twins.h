#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/plan/planner.h"
#include "engine/math/elementary.h"
#include "engine/random/distributions.h"

namespace noisy {

/// What of a problem decides how its plans are played.
struct OutlookProblem {
  LinearLoss loss;             ///< of margins
  Index classes = 0;           ///< K of the softmax loss, which is played in place of it; else 0
  double row_bound = 0;        ///< R >= ||u||_2
  double clip = 0;             ///< C >= ||grad f_i||_2, infinity without
  double target_bound = 0;     ///< T >= |y| of numbers; 0: labels of -1 and +1
  bool has_full_rows = false;  ///< ||u||_2 = R
};

/// Small public data sets on which plans of noisy steps are played before they run. Nothing of the
/// data is read. They are of the kind of the recommendation's (question/recommend/public_twin.h):
/// from weak to strong signals, rows that fill a third to all of their bound, with little and much
/// in common, few and many directions; and small enough that a plan of 200 steps takes some
/// milliseconds.
class OutlookTwins {
 public:
  static constexpr int kCount = 24;

  /// @param columns  d: beyond 16 columns the records are of the others only what noise costs
  OutlookTwins(OutlookProblem problem, Index columns)
      : problem_(std::move(problem)),
        columns_(columns),
        scores_(static_cast<std::size_t>(std::max<Index>(1, problem_.classes))) {
    if (problem_.target_bound == 0 && problem_.classes == 0) tabulate();
    for (int k = 0; k < kCount; ++k) twins_.push_back(draw(k));
  }

  /// F(x_T) / F(0) on one twin, the regularizer included: above 1, doing nothing is better.
  ///
  ///   x_{t+1} = x_t + beta (x_t - x_{t-1}) - alpha (g(a_t) + lambda a_t + noise),
  ///   a_t = x_t, or with Nesterov's method x_t + beta (x_t - x_{t-1})
  ///
  /// Columns beyond the twin's meet the same noise and only the regularizer's force. Their second
  /// moments follow a linear recursion, and lambda / 2 times their sum is added to F(x_T).
  ///
  /// @param strength     lambda of the l2 regularizer
  /// @param looks_ahead  Nesterov's method
  double end_ratio(int number, const std::vector<PlanSegment>& segments, double strength,
                   bool looks_ahead) const {
    const Twin& twin = twins_[static_cast<std::size_t>(number)];
    Stream stream = streams(number).stream(StreamPurpose::noise, 0);
    Path path(scores_, static_cast<std::size_t>(twin.columns));
    for (const PlanSegment& segment : segments) {
      const double first = math::log(deviation(segment.first_release));
      const double last = math::log(deviation(segment.last_release));
      for (Index t = 0; t < segment.count; ++t) {
        const double place =
            segment.count > 1 ? static_cast<double>(t) / static_cast<double>(segment.count - 1) : 0;
        const Force force{.noise = math::exp(first + place * (last - first)),
                          .strength = strength,
                          .looks_ahead = looks_ahead};
        step(twin, segment, force, stream, path);
      }
      if (!(path.squares() < 1e30)) return 1e30;
    }
    const double others =
        static_cast<double>(columns_ - twin.columns) * static_cast<double>(scores_);
    const double extra = strength / 2 * (path.squares() + others * path.own);
    const std::vector<double> start(path.x.size());
    return (value(twin, path.x, path) + extra) / value(twin, start, path);
  }

 private:
  static constexpr Index kRows = 64;
  static constexpr Index kMostColumns = 16;
  /// Deviation of numbers, over their bound, as in the recommendation's twins.
  static constexpr double kTargetSpread = 0.35;

  struct Twin {
    Index columns = 0;
    std::vector<double> rows;  ///< one after another
    std::vector<double> lengths;
    std::vector<double> targets;  ///< or the numbers of classes
  };

  struct Force {
    double noise = 0;  ///< standard deviation of each coordinate
    double strength = 0;
    bool looks_ahead = false;
  };

  struct Path {
    Path(std::size_t scores, std::size_t columns)
        : x(scores * columns), previous(x.size()), at(x.size()), force(x.size()), slopes(scores) {}
    double squares() const {
      double sum = 0;
      for (const double coordinate : x) sum += coordinate * coordinate;
      return sum;
    }
    std::vector<double> x, previous, at, force;  ///< the weights of one score after the other
    std::vector<double> slopes;                  ///< of one record's loss in its scores
    double own = 0, cross = 0,
           before = 0;  ///< E x_t^2, E x_t x_{t-1}, E x_{t-1}^2 of one more column
  };

  static StreamFactory streams(int number) {
    return StreamFactory::synthetic_data(static_cast<std::uint64_t>(number), "outlook-twin");
  }

  static double deviation(const Release& release) {
    const double laplace = std::sqrt(2.0);
    return release.noise_scale * (release.mechanism == Mechanism::laplace ? laplace : 1);
  }

  static double dot(const double* a, const double* b, std::size_t count) {
    double sum = 0;
    for (std::size_t j = 0; j < count; ++j) sum += a[j] * b[j];
    return sum;
  }

  static std::vector<double> direction(Stream& stream, std::size_t count, double fall) {
    std::vector<double> out(count);
    fill_normal(stream, 1, out);
    for (std::size_t j = 0; j < count; ++j) out[j] *= math::pow(static_cast<double>(j + 1), -fall);
    const double length = std::sqrt(dot(out.data(), out.data(), count));
    for (double& value : out) value /= length;
    return out;
  }

  Twin draw(int number) const {
    constexpr std::array<double, 4> kSignals = {1, 2.5, 6, 25};
    constexpr std::array<double, 3> kFills = {0.4, 0.7, 1};
    const auto k = static_cast<std::size_t>(number);
    // Labels follow a difference of two independent scores, which varies twice as much as one.
    const double signal = kSignals[k % 4] / (problem_.classes > 0 ? std::sqrt(2.0) : 1);
    // Every signal comes with every fill in each dozen; the second has the other two turned round.
    const std::size_t dozen = k / 12;
    const double common = (k / 3 + dozen) % 2 == 0 ? 0.7 : 0.1;  // share of a row's square
    const double decay = (k / 2 + dozen) % 2 == 0 ? 0.6 : 1.5;
    Twin twin{
        .columns = std::min(columns_, kMostColumns), .rows = {}, .lengths = {}, .targets = {}};
    const auto columns = static_cast<std::size_t>(twin.columns);
    Stream stream = streams(number).stream(StreamPurpose::data, 0);
    std::vector<double> spread(columns);
    double sum = 0;
    for (std::size_t j = 0; j < columns; ++j) {
      spread[j] = math::pow(static_cast<double>(j + 1), -decay);
      sum += spread[j];
    }
    for (double& variance : spread) variance = std::sqrt((1 - common) * variance / sum);
    const std::vector<double> middle = direction(stream, columns, 0);
    std::vector<std::vector<double>> weights;
    std::vector<double> scores(scores_);
    std::vector<double> offsets(scores_);
    for (std::size_t s = 0; s < scores_; ++s) {
      weights.push_back(direction(stream, columns, decay / 2));
      offsets[s] = normal(stream, 1.2);  // classes of unequal size
    }
    const double scale = kFills[k % 3] * problem_.row_bound;
    std::vector<double> standard(columns);
    std::vector<double> row(columns);
    for (Index i = 0; i < kRows; ++i) {
      fill_normal(stream, 1, standard);
      for (std::size_t j = 0; j < columns; ++j) {
        row[j] = scale * (std::sqrt(common) * middle[j] + spread[j] * standard[j]);
      }
      const double length = std::sqrt(dot(row.data(), row.data(), columns));
      const bool is_scaled = problem_.has_full_rows || length > problem_.row_bound;
      const double cut = is_scaled ? problem_.row_bound / length : 1;
      for (double& value : row) value *= cut;
      twin.rows.insert(twin.rows.end(), row.begin(), row.end());
      twin.lengths.push_back(cut * length);
      for (std::size_t s = 0; s < scores_; ++s) {
        scores[s] = dot(standard.data(), weights[s].data(), columns) + offsets[s];
      }
      twin.targets.push_back(problem_.classes > 0 ? class_of(stream, signal, scores)
                                                  : target(stream, signal, scores[0]));
    }
    return twin;
  }

  double target(Stream& stream, double signal, double score) const {
    constexpr double kLogisticVariance = 3.289868133696453;
    if (problem_.target_bound == 0) {
      return uniform(stream) < math::sigmoid(signal * score) ? 1 : -1;
    }
    const double share = signal * signal / (signal * signal + kLogisticVariance);
    const double standard = std::sqrt(share) * score + std::sqrt(1 - share) * normal(stream, 1);
    return problem_.target_bound * std::clamp(kTargetSpread * standard, -1.0, 1.0);
  }

  /// k with the probability of exp(signal score_k), over their sum.
  static double class_of(Stream& stream, double signal, std::vector<double> scores) {
    for (double& score : scores) score *= signal;
    const double total = math::log_sum_exp(scores);
    double level = uniform(stream);
    std::size_t k = 0;
    while (k + 1 < scores.size() && (level -= math::exp(scores[k] - total)) >= 0) ++k;
    return static_cast<double>(k);
  }

  void score(const Twin& twin, std::size_t record, const std::vector<double>& x,
             std::vector<double>& out) const {
    const auto columns = static_cast<std::size_t>(twin.columns);
    for (std::size_t s = 0; s < scores_; ++s) {
      out[s] = dot(&twin.rows[record * columns], &x[s * columns], columns);
    }
  }

  double value(const Twin& twin, const std::vector<double>& x, Path& scratch) const {
    double sum = 0;
    for (std::size_t i = 0; i < twin.targets.size(); ++i) {
      score(twin, i, x, scratch.slopes);
      const double target = twin.targets[i];
      sum += problem_.classes > 0 ? math::log_sum_exp(scratch.slopes) -
                                        scratch.slopes[static_cast<std::size_t>(target)]
                                  : problem_.loss.value(scratch.slopes[0], target);
    }
    return sum / static_cast<double>(kRows);
  }

  /// The slopes of a record's loss in its scores, so that its gradient is no longer than the clip.
  void clipped_slopes(const Twin& twin, std::size_t record, Path& path) const {
    std::vector<double>& slopes = path.slopes;
    score(twin, record, path.at, slopes);
    const double cap = problem_.clip / twin.lengths[record];
    if (problem_.classes == 0) {
      slopes[0] = std::clamp(slope(slopes[0], twin.targets[record]), -cap, cap);
      return;
    }
    const double total = math::log_sum_exp(slopes);
    for (double& score : slopes) score = math::exp(score - total);
    slopes[static_cast<std::size_t>(twin.targets[record])] -= 1;
    const double length = std::sqrt(dot(slopes.data(), slopes.data(), slopes.size()));
    if (length <= cap) return;
    for (double& slope : slopes) slope *= cap / length;
  }

  void step(const Twin& twin, const PlanSegment& segment, const Force& force, Stream& stream,
            Path& path) const {
    const double alpha = segment.step_size;
    const double beta = segment.momentum;
    const auto columns = static_cast<std::size_t>(twin.columns);
    fill_normal(stream, force.noise, path.force);
    for (std::size_t j = 0; j < path.x.size(); ++j) {
      const double ahead = force.looks_ahead ? beta * (path.x[j] - path.previous[j]) : 0;
      path.at[j] = path.x[j] + ahead;
      path.force[j] += force.strength * path.at[j];
    }
    for (std::size_t i = 0; i < twin.targets.size(); ++i) {
      const double* row = &twin.rows[i * columns];
      clipped_slopes(twin, i, path);
      for (std::size_t s = 0; s < scores_; ++s) {
        const double share = path.slopes[s] / static_cast<double>(kRows);
        for (std::size_t j = 0; j < columns; ++j) path.force[s * columns + j] += share * row[j];
      }
    }
    for (std::size_t j = 0; j < path.x.size(); ++j) {
      const double next = path.x[j] + beta * (path.x[j] - path.previous[j]) - alpha * path.force[j];
      path.previous[j] = path.x[j];
      path.x[j] = next;
    }
    const double shrink = alpha * force.strength;
    const double now = force.looks_ahead ? (1 + beta) * (1 - shrink) : 1 + beta - shrink;
    const double then = force.looks_ahead ? -beta * (1 - shrink) : -beta;
    const double kick = alpha * force.noise;
    const double own = now * now * path.own + 2 * now * then * path.cross +
                       then * then * path.before + kick * kick;
    path.cross = now * path.own + then * path.cross;
    path.before = path.own;
    path.own = own;
  }

  /// phi' at places of the margin, for each label: a step asks for it at every row.
  void tabulate() {
    for (const bool is_positive : {false, true}) {
      for (int k = 0; k <= kPlaces; ++k) {
        slopes_[is_positive].push_back(
            problem_.loss.derivative(k / kPerUnit - kFarthest, is_positive ? 1 : -1));
      }
    }
  }

  /// phi', of labels on the line through the nearest places: playing needs no more digits.
  double slope(double margin, double target) const {
    const std::vector<double>& slopes = slopes_[target > 0];
    if (slopes.empty() || !(std::abs(margin) < 1e15)) {
      return problem_.loss.derivative(margin, target);
    }
    const double place = (margin + kFarthest) * kPerUnit;
    const auto below = static_cast<std::size_t>(std::clamp(place, 0.0, kPlaces - 1.0));
    const double rest = place - static_cast<double>(below);
    return slopes[below] + rest * (slopes[below + 1] - slopes[below]);
  }

  static constexpr double kFarthest = 16;
  static constexpr double kPerUnit = 16;
  static constexpr int kPlaces = 512;

  OutlookProblem problem_;
  std::array<std::vector<double>, 2> slopes_;
  Index columns_;
  std::size_t scores_;  ///< of a record: K, or one
  std::vector<Twin> twins_;
};

}  // namespace noisy
