#include "engine/algorithm/accelerated/theory/lmi.h"

#include <cmath>

#include "engine/algorithm/accelerated/theory/momentum.h"

namespace noisy {
namespace {

// [A B]^T P [A B] - rho^2 P for A = [[1 + beta, -beta], [1, 0]], B = (input, 0).
SmallSymmetric<3> decrease(double p11, double p12, double p22, double momentum, double input,
                           double rate_squared) {
  const double beta = momentum;
  const double carried = (1.0 + beta) * p11 + p12;
  SmallSymmetric<3> phi{};
  phi[0][0] = (1.0 + beta) * (carried + p12) + p22 - rate_squared * p11;
  phi[0][1] = phi[1][0] = -beta * carried - rate_squared * p12;
  phi[0][2] = phi[2][0] = input * carried;
  phi[1][1] = beta * beta * p11 - rate_squared * p22;
  phi[1][2] = phi[2][1] = -input * beta * p11;
  phi[2][2] = input * input * p11;
  return phi;
}

}  // namespace

SmallSymmetric<3> heavy_ball_lmi(const ScaledHeavyBall& method, const LmiVariables& variables,
                                 double rate) {
  const double mu = method.convexity, alpha = method.step, beta = method.momentum;
  const double gap = 1.0 - rate * rate;
  const double mixed = 0.5 * (1.0 - alpha) * beta;  // g / 2
  const double curvature = 0.5 * beta * beta;
  const double c0 = variables.c0;
  const double input = method.form == LmiForm::corrected ? -alpha : alpha;
  SmallSymmetric<3> matrix{};
  matrix[0][0] = 2.0 * mu * c0 - curvature + 0.5 * gap * mu;
  matrix[0][1] = matrix[1][0] = curvature;
  matrix[0][2] = matrix[2][0] = -(mu + 1.0) * c0 - mixed - 0.5 * gap;
  matrix[1][1] = -curvature;
  matrix[1][2] = matrix[2][1] = mixed;
  matrix[2][2] = 2.0 * c0 + 0.5 * alpha * (2.0 - alpha);
  const SmallSymmetric<3> phi =
      decrease(variables.p11, variables.p12, variables.p22, beta, input, rate * rate);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) matrix[i][j] -= phi[i][j];
  return matrix;
}

SmallSymmetric<3> nesterov_lmi(double strong_convexity, double smoothness, double step_size) {
  const double mu = strong_convexity, alpha = step_size;
  const double beta = nesterov_momentum(alpha, mu);
  const double root = std::sqrt(alpha * mu);
  const double keep = 1.0 - root, ahead = 1.0 + beta;
  const double corner = 0.5 * alpha * (2.0 - smoothness * alpha);
  const double difference = std::sqrt(mu) - 1.0 / std::sqrt(alpha);
  const SmallSymmetric<3> phi = decrease(0.5 / alpha, 0.5 * (std::sqrt(mu / alpha) - 1.0 / alpha),
                                         0.5 * difference * difference, beta, -alpha, keep);
  // keep X_1 + root X_2, entry by entry.
  SmallSymmetric<3> matrix{};
  matrix[0][0] = 0.5 * mu * (keep * beta * beta + root * ahead * ahead);
  matrix[0][1] = matrix[1][0] = -0.5 * mu * beta * (keep * beta + root * ahead);
  matrix[0][2] = matrix[2][0] = -0.5 * (keep * beta + root * ahead);
  matrix[1][1] = 0.5 * mu * beta * beta;
  matrix[1][2] = matrix[2][1] = 0.5 * beta;
  matrix[2][2] = corner;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) matrix[i][j] -= phi[i][j];
  return matrix;
}

}  // namespace noisy
