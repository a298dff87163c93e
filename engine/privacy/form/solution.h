#pragma once

#include <utility>

#include "engine/privacy/oracle/hidden.h"
#include "engine/privacy/oracle/request.h"
#include "engine/problem/domain/proximal_term.h"

namespace noisy {

/// Exact proximal gradient descent that nobody but the oracle can watch:
///
/// x_t = prox(eta, x_{t-1} - eta (grad F(x_{t-1}) + grad r(x_{t-1})))
///
/// Where it stands leaves the oracle only as a noised release.
class HiddenDescent final : public Hidden {
 public:
  /// @param smooth_part  r, whose gradient is taken
  /// @param term         what the proximal map belongs to
  /// @param start        x_0, public; moved into the domain
  HiddenDescent(double step_size, const Regularizer& smooth_part, ProximalTerm term, Vector start);

 private:
  friend class SolutionForm;
  const Vector& place() const override { return point_; }
  Vector& gradient() override { return gradient_; }
  const Vector& gradient() const override { return gradient_; }
  std::string_view title() const override { return "the descent"; }
  void step() override {
    smooth_part_.add_gradient(point_, gradient_);
    point_ -= step_size_ * gradient_;
    term_.prox(step_size_, point_);
    ++steps_;
  }
  double strong_convexity() const {
    return smooth_part_.strong_convexity() + term_.strong_convexity();
  }

  double step_size_;
  Regularizer smooth_part_;
  ProximalTerm term_;
  Vector point_;
  Vector gradient_;
  Index steps_ = 0;
};

/// Where exact descent ended.
const ReleaseForm* solution_form();

/// eta and T of the exact steps that a release of this form rests on, as its details.
ReleaseDetails details_of_descent(double step_size, Index steps);

struct SolutionRequest : Request {
  const HiddenDescent* descent = nullptr;
};

/// Where the hidden descent stands. Its sensitivity is the oracle's own (descent_sensitivity); a
/// private oracle refuses losses that are not convex.
SolutionRequest solution_of(const HiddenDescent& descent, const Release& release);

}  // namespace noisy
