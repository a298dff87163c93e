#include "engine/algorithm/erm/svrg_step.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"

namespace noisy {

BarzilaiBorwein::BarzilaiBorwein(const SvrgSetting& setting, SvrgStepRule rule,
                                 const Regularizer& regularizer)
    : regularizer_(regularizer),
      is_clamped_(rule == SvrgStepRule::private_barzilai_borwein),
      inner_iterations_(static_cast<double>(setting.inner_iterations)),
      smallest_(1 / (inner_iterations_ * (setting.smoothness + regularizer.smoothness()))),
      largest_(1 / (24 * setting.smoothness)),
      step_(setting.step_size) {
  const double mu = setting.strong_convexity;
  if (mu > 0) largest_ = std::min(largest_, 1 / (inner_iterations_ * mu));
}

double BarzilaiBorwein::next(const Vector& point, const Vector& gradient) {
  if (last_point_.size() > 0) {
    const Vector moved = point - last_point_;
    Vector bent = gradient - last_gradient_;
    regularizer_.add_gradient(moved, bent);  // linear in its argument
    const double quotient = math::squared_norm(moved) / math::dot(moved, bent) / inner_iterations_;
    if (quotient > 0 && std::isfinite(quotient)) {
      step_ = is_clamped_ ? clamped(quotient) : quotient;
    }
  }
  last_point_ = point;
  last_gradient_ = gradient;
  return step_;
}

double BarzilaiBorwein::clamped(double step) const {
  // The bounds cross when mu is about L: then the epochs are short, and the larger one is right.
  return std::max(smallest_, std::min(step, largest_));
}

}  // namespace noisy
