#pragma once

#include <optional>

#include "engine/privacy/form/full_gradient.h"
#include "engine/privacy/form/region_form.h"
#include "engine/privacy/release/hardened.h"

namespace noisy {

/// Kinds that add Gaussian noise to something of a HiddenGradient, which one record moves by at
/// most D: (D / sigma)^2 / 2 in rho.
class FullGradientForm : public RegionForm {
 public:
  using RegionForm::RegionForm;

  static HiddenKey key() { return hidden_key(); }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override;
  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const final;

 protected:
  /// n D at points where these bounds hold.
  virtual double moved_sum(const Release& release, const RegionBounds& bounds,
                           Neighbours neighbours) const;
  /// What is noised as an integer query, of which one record moves n times the coordinates by the
  /// gradient_move of the whole domain; nothing where that is not proven.
  virtual std::optional<GridQuery> integer_query(const Release& release,
                                                 const FiniteSum& data) const = 0;

  static const HiddenGradient& hidden_of(const Request& request) {
    return *static_cast<const FullGradientRequest&>(request).gradient;
  }
  static const Vector& gradient_of(const Request& request) {
    return hidden_of(request).here_.gradient;
  }
  static const Vector& gradient_before(const Request& request) {
    return hidden_of(request).before_.gradient;
  }
  static const Vector& point_before(const Request& request) {
    return hidden_of(request).before_.point;
  }
  static bool has_before(const Request& request) { return hidden_of(request).before_.is_taken; }
  static double norm_of(const Request& request) { return hidden_of(request).norm_; }
  /// A request of this form about a hidden gradient.
  static FullGradientRequest request_of(const ReleaseForm* form, const HiddenGradient& gradient,
                                        const Release& release);
};

}  // namespace noisy
