#pragma once

#include <vector>

#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/privacy/calibration/level_weight.h"

namespace noisy {

/// How a loss depends on a coordinate; all have convex derivatives, so that averages of vertices
/// bias these upwards.
enum class CoordinateShape {
  exponential,  ///< phi(u) = e^(beta (u - 1)) / beta - e^(beta (p* - 1)) u, of BiasStress
  kinked,       ///< beta (u - p*)_+^2 / 2: L_1-smooth, without third derivatives
  quadratic     ///< beta (u - p*)^2 / 2: unbiased
};

/// A loss that depends on one coordinate u of a point of a simplex, so that at the average of K
/// drawn vertices u is a binomial number over K, and expectations are sums.
struct CoordinateLoss {
  CoordinateShape shape = CoordinateShape::exponential;
  double curvature = 5.0;  ///< beta > 0, which is L_1
  double minimizer = 0.8;  ///< p* in [0, 1]; of the kinked one, the largest

  double value(double weight) const;
  double slope(double weight) const;

  /// L_0 = max |phi'| on [0, 1] and L_1 = beta, both attained. L_2 = beta^2 (exponential), 0
  /// (quadratic), or infinity (kinked).
  SimplexRegularity regularity() const;
};

/// Where Algorithm 1 comes to rest with K vertices for each gradient: the p at which E phi' of the
/// average of K vertices is 0, whose bias its point then has.
///
/// exponential: (e^(beta p* / K) - 1) / (e^(beta / K) - 1); quadratic: p*; kinked: 0, as the slope
/// is positive as soon as an average can pass the kink.
double plateau(const CoordinateLoss& loss, Index draws);

/// How the average of K vertices of a point with u = p is misled.
struct AverageError {
  double slope_bias = 0.0;   ///< E phi'(average) - phi'(p)
  double mean_square = 0.0;  ///< E (phi'(average) - phi'(p))^2
  double value_bias = 0.0;   ///< E phi(average) - phi(p)
};

/// By sums over the binomial law, in which terms of probability below 1e-20 of the largest are left
/// out.
AverageError average_error(const CoordinateLoss& loss, double weight, Index draws);

/// The largest that each can be on one simplex of d vertices (saddle-mirror-descent, 2.1).
struct AverageBounds {
  double slope_bias = 0.0;              ///< 2 L_2 / K (Cor. 2.4)
  double first_order_slope_bias = 0.0;  ///< 4 L_1 / sqrt(K) (Cor. 2.6)
  double mean_square = 0.0;  ///< 16 L_2^2/K^2 + 16 L_1^2 (4 + ln d)/K (Cor. 2.12, doubled: E9)
  /// 4 L_1^2 (1 + ln 2d) / K + 2 (4 L_1 / sqrt(K))^2: beyond the paper (E17).
  double first_order_mean_square = 0.0;
  double value_bias = 0.0;  ///< 2 L_1 / K (Cor. 2.3)
};
AverageBounds average_bounds(const SimplexRegularity& regularity, double vertices, Index draws);

/// E g^2 of the bias-reduced gradient (Algorithm 2)
///
///     g = C_M 2^N (phi'(plus) - phi'(minus)) + phi'(first),   P[N = k] = 2^-k / C_M, k <= M
///
/// or, antithetic, with (phi'(minus) + phi'(other)) / 2 in the place of phi'(minus). Its mean is
/// that of phi' at the average of 2^(M+1) vertices.
class LevelMoments {
 public:
  /// @param weight     p, the probability of the coordinate's vertex
  /// @param most_level  the largest M that is asked for
  LevelMoments(const CoordinateLoss& loss, double weight, Index most_level);

  /// E g^2 for M = max_level.
  double second_moment(Index max_level, LevelEstimator estimator) const;

 private:
  /// Of the difference D that a level takes.
  struct Difference {
    double square = 0.0;  ///< E D^2
    double cross = 0.0;   ///< E D phi'(first)

    void add(double weight, double difference, double first) {
      square += weight * difference * difference;
      cross += weight * difference * first;
    }
  };
  struct Level {
    Difference plain;
    Difference antithetic;
  };
  static Level level_of(const CoordinateLoss& loss, double weight, Index level);

  double first_square_ = 0.0;  ///< E phi'(first)^2
  std::vector<Level> levels_;
};

/// E ||g||^2 <= 2 L_0^2 + 80 (M + 1) (1 + ln 2 (d_x + d_y)) L_1^2 + 576 L_2^2 in the largest
/// coordinate, of both estimators (saddle-mirror-descent, 2.3, conservative).
double second_moment_bound(const SimplexRegularity& regularity, double vertices, Index max_level);

/// zCDP of T steps of size tau over n records, in units of (tau L_0)^2 T^3 / n^2.
///
/// K vertices for each gradient and one for the output, in blocks of n / T records (3.2 with all
/// draws counted): 4 (K + 1).
double even_draws_cost(double draws);

/// The same of bias-reduced steps, in expectation and whatever the levels are (3.3): with e = E 2^N
/// a player draws 2 e + 1 vertices a step, alpha = T e / n, and a record moves a score by at most
/// tau alpha L_0 Lambda. That makes Lambda^2 e^2 (2 e + 1), which is 4 (K + 1) for M = 0 and K = 2.
double leveled_draws_cost(Index max_level, LevelEstimator estimator);

}  // namespace noisy
