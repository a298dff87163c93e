#pragma once

namespace noisy {

/// What limits l(s, t) over |s| <= M and |t| <= T. All are attained.
struct ScoreBounds {
  double slope = 0;             ///< |dl / ds|
  double value = 0;             ///< |l|
  double range = 0;             ///< how far apart two values of l can be
  double curvature = 0;         ///< d^2 l / ds^2 >= 0
  double third_derivative = 0;  ///< |d^3 l / ds^3|
};

/// A loss l(s, t) of a linear model's score s = w.u of a record with the target t, convex in s.
struct ScoreLoss {
  double (*value)(double score, double target);
  double (*slope)(double score, double target);  ///< dl / ds
  /// @param margin  M >= |s|
  /// @param target  T >= |t|
  ScoreBounds (*bounds)(double margin, double target);
  /// How far apart the gradients l'(w.u, t) u of two records can be at the same w.
  ///
  /// @param radius  r >= ||w||
  /// @param length  B >= ||u||
  /// @param target  T >= |t|
  double (*gradient_difference)(double radius, double length, double target);
};

/// log(1 + exp(-s)) where t > 0, else log(1 + exp(s)): T is not looked at.
/// - |l'| <= sigmoid(M), |l| <= log(1 + exp(M)), range M, and 1/4 and 1 / (6 sqrt(3)) the maxima of
///   the second and third derivatives.
/// - The gradients of two records: LogisticBounds.
extern const ScoreLoss kLogisticScores;

/// The same less ln 2, the loss of a coin, so that |l| <= log(1 + exp(M)) - ln 2.
extern const ScoreLoss kLogisticScoresAboveCoin;

/// (s - t)^2 / 2.
/// - |l'| <= M + T, |l| <= (M + T)^2 / 2 = range, curvature 1 and no third derivative.
/// - Two gradients are at most r B^2 + 2 T B apart: they are u u'w - t u, two matrices u u' are at
///   most B^2 apart, and two vectors t u at most 2 T B. Within a factor 3/4.
extern const ScoreLoss kSquaredScores;

}  // namespace noisy
