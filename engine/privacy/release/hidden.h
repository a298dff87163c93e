#pragma once

#include <limits>

#include "engine/math/vector.h"
#include "engine/problem/domain/proximal_term.h"

namespace noisy {

/// A point and the exact gradient of the empirical risk there, which nobody but the oracle can
/// read. Variance-reduced releases are made with it.
class Anchor {
 public:
  Anchor() = default;
  Anchor(const Anchor&) = delete;
  Anchor& operator=(const Anchor&) = delete;

 private:
  friend class GradientOracle;
  Vector point_;
  Vector gradient_;
};

/// Exact proximal gradient descent that nobody but the oracle can watch:
///
/// x_t = prox(eta, x_{t-1} - eta (grad F(x_{t-1}) + grad r(x_{t-1})))
///
/// Where it stands leaves the oracle only as a noised release.
class HiddenDescent {
 public:
  /// @param smooth_part  r, whose gradient is taken
  /// @param term         what the proximal map belongs to
  /// @param start        x_0, public; moved into the domain
  HiddenDescent(double step_size, const Regularizer& smooth_part, ProximalTerm term, Vector start)
      : step_size_(step_size),
        smooth_part_(smooth_part),
        term_(std::move(term)),
        point_(std::move(start)),
        gradient_(point_.size()) {
    term_.prox(0, point_);
  }
  HiddenDescent(const HiddenDescent&) = delete;
  HiddenDescent& operator=(const HiddenDescent&) = delete;

 private:
  friend class GradientOracle;
  double strong_convexity() const {
    return smooth_part_.strong_convexity() + term_.strong_convexity();
  }
  /// The step that the gradient is there for.
  void step() {
    smooth_part_.add_gradient(point_, gradient_);
    point_ -= step_size_ * gradient_;
    term_.prox(step_size_, point_);
    ++steps_;
  }

  double step_size_;
  Regularizer smooth_part_;
  ProximalTerm term_;
  Vector point_;
  Vector gradient_;
  Index steps_ = 0;
};

/// The exact minimization of an objective with a random linear term, which nobody but the oracle
/// can watch: Nesterov's method with constant steps (Nesterov 2004, section 2.2.1,
/// the third scheme) on
///
/// J(x) = F(x) + r(x) + (lambda / 2) ||x - c||^2 + <b, x>
///
/// x_{k+1} = y_k - grad J(y_k) / (L + mu),   y_{k+1} = x_{k+1} + beta (x_{k+1} - x_k)
///
/// from where everything but F is smallest, so that the first gradient is that of F alone, however
/// large b is. The point leaves the oracle only as a noised release.
class HiddenMinimization {
 public:
  /// @param regularizer     r, smooth
  /// @param added_strength  lambda >= 0; with r strongly convex together
  /// @param smoothness      L of F
  /// @param centre          c, public
  HiddenMinimization(const Regularizer& regularizer, double added_strength, double smoothness,
                     Vector centre);
  HiddenMinimization(const HiddenMinimization&) = delete;
  HiddenMinimization& operator=(const HiddenMinimization&) = delete;

 private:
  friend class GradientOracle;
  double strong_convexity() const { return regularizer_.strong_convexity() + added_strength_; }
  /// With the linear term there, and where the method starts.
  void begin();
  /// The step that the gradient at y_k is there for.
  void step();

  Regularizer regularizer_;
  double added_strength_;
  double step_size_;
  double momentum_;
  Vector centre_;
  Vector linear_term_;     ///< b
  Vector solution_noise_;  ///< what its release will add
  Vector point_;           ///< x_k
  Vector ahead_;           ///< y_k
  Vector gradient_;
  /// Of J at the last y_k; infinity before the first.
  double gradient_norm_ = std::numeric_limits<double>::infinity();
  double linear_scale_ = 0;  ///< deviation of b
  /// Releases before the one that this noise was drawn for. Noise serves once: where two releases
  /// shared it, their difference would have none.
  Index noise_number_ = -1;
  double solution_scale_ = 0;  ///< deviation of the noise on the solution
};

}  // namespace noisy
