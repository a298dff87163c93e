#pragma once

#include <optional>
#include <utility>

#include "engine/privacy/oracle/hidden.h"
#include "engine/privacy/oracle/request.h"
#include "engine/problem/domain/proximal_term.h"
#include "engine/random/stream.h"

namespace noisy {

/// Proximal gradient descent that nobody but the oracle can watch, exact or with noise in every
/// step:
///
/// x_t = prox(eta, x_{t-1} - eta (grad F(x_{t-1}) + grad r(x_{t-1}) + N(0, sigma^2 I)))
///
/// Where exact steps end leaves the oracle only as a noised release, and where noisy ones end as
/// last_iterate_form.
class HiddenDescent final : public Hidden {
 public:
  /// @param smooth_part  r, whose gradient is taken
  /// @param term         what the proximal map belongs to
  /// @param start        x_0, public; moved into the domain
  /// @param noise_scale  sigma, in units of the mean gradient; 0: exact steps
  HiddenDescent(double step_size, const Regularizer& smooth_part, ProximalTerm term, Vector start,
                double noise_scale = 0);

 private:
  friend class SolutionForm;
  friend class LastIterateForm;
  void prepare(const Exact& exact) override;
  const Vector& place() const override { return point_; }
  Vector& gradient() override { return gradient_; }
  const Vector& gradient() const override { return gradient_; }
  std::string_view title() const override { return "the descent"; }
  void step() override {
    add_noise();
    smooth_part_.add_gradient(point_, gradient_);
    point_ -= step_size_ * gradient_;
    term_.prox(step_size_, point_);
    ++steps_;
  }
  void add_noise();
  double strong_convexity() const {
    return smooth_part_.strong_convexity() + term_.strong_convexity();
  }

  double step_size_;
  Regularizer smooth_part_;
  ProximalTerm term_;
  Vector point_;
  Vector gradient_;
  Index steps_ = 0;
  double noise_scale_;
  std::optional<Stream> noise_;  ///< of all steps; nothing in an oracle without noise
  Vector draws_;
  /// Releases before the first step. Noise serves one: what else is released after it was drawn may
  /// have the same.
  Index noise_number_ = -1;
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
