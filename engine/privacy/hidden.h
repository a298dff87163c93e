#pragma once

#include "engine/math/vector.h"
#include "engine/problem/proximal_term.h"

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

}  // namespace noisy
