#pragma once

#include "engine/solver/base/block.h"

namespace noisy {

/// Nesterov's method with constant momentum, for minimizations (bring-your-own-minimax, M2):
///
///     y = x + beta (x - x_before),   x_next = P(y - grad Phi(y) / M)
///     M = l + lambda,   beta = (sqrt(M / lambda) - 1) / (sqrt(M / lambda) + 1)
///
/// Phi(x_T) - Phi* <= (1 - sqrt(lambda / M))^T L^2 / lambda from P(c).
class AcceleratedGradient {
 public:
  /// @param block  must outlive this
  AcceleratedGradient(const Block& block, Vector start);

  /// M / lambda
  static double condition(const Block& block);

  /// y, where A is needed next.
  const Vector& ahead() const { return ahead_; }
  /// Takes a = A(y).
  void step(const Vector& a);
  /// x
  const Vector& point() const { return x_; }
  /// (M / lambda - 1) ||y - x||_W with the last step's y: at least ||x - x*||_W, as far as l is
  /// right, because M (y - x) - grad Phi(y) + grad Phi(x) lies in grad Phi(x) plus the normal cone.
  double distance() const { return distance_; }

 private:
  const Block* block_;
  double condition_;
  double momentum_;
  Vector x_, before_, ahead_, gradient_;
  double distance_ = 0;
};

}  // namespace noisy
