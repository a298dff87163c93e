#include "engine/privacy/form/full_gradient_form.h"

#include <limits>

#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {

std::optional<Error> FullGradientForm::refusal(const Request& request, const Exact&) const {
  const HiddenGradient& hidden = hidden_of(request);
  if (!hidden.here_.is_taken) {
    return Error{ErrorCode::internal, "release",
                 "the gradient that is to be released was not taken: advance it first"};
  }
  return outside(request.release, hidden.here_.point);
}

double FullGradientForm::moved_sum(const Release&, const RegionBounds& bounds,
                                   Neighbours neighbours) const {
  return gradient_move(bounds, neighbours);
}

double FullGradientForm::least_cost(const Request& request, const Exact& exact,
                                    ReleaseCost& cost) const {
  const Release& release = request.release;
  const FiniteSum& data = exact.data();
  const bool is_known = cost.unit() == CostUnit::rho && release.mechanism == Mechanism::gaussian &&
                        release.sensitivity == SensitivityRule::uniform &&
                        release.batch_size == data.samples() && release.noise_scale > 0;
  if (!is_known) return kUnproven;
  if (release.is_hardened()) {
    const auto query = integer_query(release, data);
    const double sensitivity = gradient_move(
        data.bounds_within(std::numeric_limits<double>::infinity()), cost.neighbours());
    return query ? hardened_gaussian_rho(*query, sensitivity, release.noise_scale) : kUnproven;
  }
  const double move = moved_sum(release, bounds_of(release, data), cost.neighbours()) /
                      static_cast<double>(data.samples());
  return move > 0 ? rho_of_gaussian(move, release.noise_scale) : kUnproven;
}

FullGradientRequest FullGradientForm::request_of(const ReleaseForm* form,
                                                 const HiddenGradient& gradient,
                                                 const Release& release) {
  FullGradientRequest request;
  request.form = form;
  request.release = release;
  request.point = &gradient.here_.point;
  request.gradient = &gradient;
  return request;
}

}  // namespace noisy
