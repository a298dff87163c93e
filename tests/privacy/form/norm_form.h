#pragma once

#include <cmath>
#include <string>

#include "engine/math/reduce.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"

namespace noisy::testing {

/// A kind of release that the engine does not have: the length of the gradient of the whole
/// objective.
///
/// One record moves it by at most what it moves the gradient, | ||g|| - ||g'|| | <= ||g - g'||_2 <=
/// S_2 / n, so that Gaussian noise of deviation sigma costs (S_2 / (n sigma))^2 / 2 in rho.
class NormForm final : public ReleaseForm {
 public:
  NormForm()
      : ReleaseForm({"outside-norm", "Length of the gradient",
                     "The length of the mean gradient of all records."}) {}

  bool needs_pass(const Request&, const Exact&) const override { return true; }

  void answer(const Request& request, Exact& exact) const override {
    exact.regularizer().add_gradient(*request.point, exact.value());
    Vector norm(1);
    norm[0] = math::l2_norm(exact.value());
    exact.add_noise(request.release, *request.point, norm);
    exact.value() = norm;
  }

  double least_cost(const Request& request, const Exact&, ReleaseCost& cost) const override {
    return cost.full_batch_gaussian(request.release);
  }

  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "the length of the gradient"; }
  std::string_view noised_text() const override { return "length of the mean gradient"; }
  std::string released_text(const DescribedRelease&) const override {
    return "the noisy length of the gradient in every iteration, and everything made from it";
  }

  std::string_view plain_plural() const override { return " lengths of gradients of "; }

  double log_likelihood(const Release& release, const Vector& released, const Vector& exact,
                        const VertexSet*) const override {
    const double away = (released[0] - math::l2_norm(exact)) / release.noise_scale;
    return -0.5 * away * away;
  }
};

/// Registered when it is first asked for.
inline const ReleaseForm* norm_form() {
  static const NormForm form;
  static const bool is_registered = register_release_form(form).has_value();
  return is_registered ? &form : nullptr;
}

/// ||grad F(x)|| + noise.
inline Request norm_at(const Vector& x, const Release& release) {
  return {.form = norm_form(), .release = release, .point = &x};
}

}  // namespace noisy::testing
