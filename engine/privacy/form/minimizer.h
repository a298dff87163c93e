#pragma once

#include <cmath>
#include <limits>

#include "engine/privacy/oracle/hidden.h"
#include "engine/privacy/oracle/request.h"
#include "engine/privacy/release/objective_perturbation.h"
#include "engine/problem/domain/regularizer.h"

namespace noisy {

/// The exact minimization of an objective with a random linear term, which nobody but the oracle
/// can watch: Nesterov's method with constant steps (Nesterov 2004, section 2.2.1,
/// the third scheme) on
///
/// J(x) = F(x) + r(x) + (lambda / 2) ||x - c||^2 + <b, x>
///
/// x_{k+1} = y_k - grad J(y_k) / (L + mu),   y_{k+1} = x_{k+1} + beta (x_{k+1} - x_k)
///
/// from where everything but F is smallest, so that the first gradient is that of F alone, however
/// large b is. In a ball around 0 the start and every x_{k+1} are projected onto it
/// (section 2.2.4), and the gradient that is to become small is the gradient mapping (L + mu) (y_k
/// - x_{k+1}). y_k may lie outside. The point leaves the oracle only as a noised release. b, and
/// the noise that this release will add, are drawn before the first step.
class HiddenMinimization final : public Hidden {
 public:
  /// @param regularizer     r, smooth
  /// @param added_strength  lambda >= 0; with r strongly convex together
  /// @param smoothness      L of F
  /// @param centre          c, public
  /// @param release         the rule of its release, which has the noise's scales
  /// @param radius          of the ball; infinity: all of space
  HiddenMinimization(const Regularizer& regularizer, double added_strength, double smoothness,
                     Vector centre, const Release& release,
                     double radius = std::numeric_limits<double>::infinity());

 private:
  friend class MinimizerForm;
  const Vector& place() const override { return ahead_; }
  Vector& gradient() override { return gradient_; }
  const Vector& gradient() const override { return gradient_; }
  std::string_view title() const override { return "the minimization"; }
  /// Within a ball its steps may: what is released of it is projected.
  bool may_leave_domain() const override { return std::isfinite(radius_); }
  void prepare(const Exact& exact) override;
  void step() override;
  double strong_convexity() const { return regularizer_.strong_convexity() + added_strength_; }
  void project(Vector& x) const;

  Regularizer regularizer_;
  double added_strength_;
  double radius_;
  double step_size_;
  double momentum_;
  double linear_scale_;    ///< deviation of b
  double solution_scale_;  ///< deviation of the noise on the solution
  Vector centre_;
  Vector linear_term_;     ///< b
  Vector solution_noise_;  ///< what its release will add
  Vector point_;           ///< x_k
  Vector ahead_;           ///< y_k
  Vector gradient_;
  /// Of J's gradient mapping at the last y_k; infinity before the first.
  double gradient_norm_ = std::numeric_limits<double>::infinity();
  /// Releases before the one that this noise was drawn for. Noise serves once: where two releases
  /// shared it, their difference would have none.
  Index noise_number_ = -1;
};

/// The minimizer of the objective with a random linear term, whose scale is the release's
/// noise_scale.
const ReleaseForm* minimizer_form();

/// What a release of this form rests on beside its noise (objective_perturbation.h), as its
/// details.
ReleaseDetails details_of(const PerturbedObjective& objective);
PerturbedObjective perturbed_objective(const Release& release);

struct MinimizerRequest : Request {
  const HiddenMinimization* minimization = nullptr;
};

/// Where the hidden minimization stands, with its noise. Refused when the gradient mapping there is
/// above three quarters of the release's tolerance; the last quarter is left to rounding.
MinimizerRequest minimizer_of(const HiddenMinimization& minimization, const Release& release);

}  // namespace noisy
