#include "engine/privacy/form/full_gradient.h"

#include <utility>

#include "engine/math/reduce.h"
#include "engine/privacy/form/full_gradient_form.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/problem/domain/projection.h"

namespace noisy {

HiddenGradient::HiddenGradient() : Hidden(FullGradientForm::key()) {}

HiddenGradient& HiddenGradient::at(const Vector& x) {
  std::swap(here_, before_);
  here_.point = x;
  here_.gradient.resize(x.size());
  here_.is_taken = false;
  return *this;
}

void HiddenGradient::prepare(const Exact& exact) {
  smooth_part_ = exact.regularizer();
}

void HiddenGradient::step() {
  here_.is_taken = true;
  Vector whole = here_.gradient;
  smooth_part_.add_gradient(here_.point, whole);
  norm_ = scaled_l2_norm(math::view(whole));
}

}  // namespace noisy
