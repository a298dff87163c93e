#include "engine/privacy/form/step_difference.h"

#include "engine/math/reduce.h"
#include "engine/privacy/form/full_gradient_form.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/problem/domain/projection.h"

namespace noisy {

class StepDifferenceForm final : public FullGradientForm {
 public:
  StepDifferenceForm()
      : FullGradientForm({"step-difference", "Difference along a step",
                          "The mean difference of all records' gradients at both ends of a step "
                          "whose length is bounded."}) {}

  static StepDifferenceRequest request(const HiddenGradient& gradient, const Release& release) {
    return request_of(step_difference_form(), gradient, release);
  }

  double step_length(const Release& release) const override { return release.details[1]; }
  ReleaseDetails details_at(const Release& release, double length) const override {
    return details_of_step(release.details[0], length);
  }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    // Rounding of the step itself; far below any digit that a statement shows.
    constexpr double kSlack = 1 + 1e-12;
    if (auto refused = FullGradientForm::refusal(request, exact)) return refused;
    if (request.release.is_hardened()) {
      return Error{ErrorCode::unsupported_option, "run.randomness.release",
                   "differences of gradients along short steps have no hardened release: how much "
                   "rounding adds to them has no proven bound; use floating releases"};
    }
    if (!has_before(request)) {
      return Error{ErrorCode::internal, "release",
                   "there is no gradient before this one to take the difference to"};
    }
    if (auto refused = outside(request.release, point_before(request))) return refused;
    const Vector step = *request.point - point_before(request);
    if (scaled_l2_norm(math::view(step)) <= step_length(request.release) * kSlack) {
      return std::nullopt;
    }
    return Error{ErrorCode::internal, "release",
                 "the step is longer than the length that the difference's sensitivity rests on"};
  }

  void answer(const Request& request, Exact& exact) const override {
    Vector& value = exact.value();
    value = gradient_of(request) - gradient_before(request);
    exact.add_noise(request.release, *request.point, value);
    exact.regularizer().add_gradient(*request.point - point_before(request), value);
  }

  std::string_view moving_text() const override {
    return "the mean difference of gradients, over the length of its step,";
  }
  std::string_view noised_text() const override {
    return "mean difference of the gradients at both ends of a step";
  }
  std::string_view plain_plural() const override {
    return " differences of gradients along steps of ";
  }

  /// Over the length of a step, which differs from release to release.
  double mean_sensitivity(const DescribedRelease& release, double) const override {
    return difference_move(bounds_of(release), release.neighbours, 1) /
           static_cast<double>(release.samples);
  }
  std::string mean_text(const DescribedRelease& release) const override {
    if (release.neighbours == Neighbours::zero_out) {
      return "region.smoothness / n: one record's difference is at most region.smoothness s_t long";
    }
    return "2 region.smoothness / n: two records' differences are each at most region.smoothness "
           "s_t long";
  }
  std::string cost_formula(const DescribedRelease&) const override {
    return "rho_t = (mean s_t / sigma_t)^2 / 2 with the length s_t of noise.steps";
  }
  std::string released_text(const DescribedRelease& release) const override {
    return "noisy mean differences of gradients along steps, " + std::to_string(release.dimension) +
           " numbers each, and everything made from them: iterates, trace and solution";
  }

  std::string also_released_text(const DescribedRelease&) const override {
    return ", beside them noisy mean differences of gradients along steps";
  }
  std::string_view plain_length() const override { return " times the length of its step"; }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    FullGradientForm::check(stated, place, findings);
    findings.expect(stated.release == ReleaseKind::floating, place,
                    "differences along steps have floating noise");
  }
  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const RegionBounds bounds{.record_smoothness = region_of(stated).smoothness};
    findings.compare(place, stated.mean_sensitivity,
                     difference_move(bounds, stated.neighbours, 1) / stated.batch_size);
  }
  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (!(noise.step_length > 0)) return kUnproven;
    StatedNoise per_length = noise;
    per_length.scale /= noise.step_length;
    return FullGradientForm::stated_cost(stated, per_length);
  }

  Vector noiseless(const Request& request, const Regularizer& regularizer,
                   const GradientAt& gradient_at) const override {
    return whole_gradient(*request.point, regularizer, gradient_at) -
           whole_gradient(point_before(request), regularizer, gradient_at);
  }

 private:
  bool rests_on_smoothness() const override { return true; }
  double moved_sum(const Release& release, const RegionBounds& bounds,
                   Neighbours neighbours) const override {
    return difference_move(bounds, neighbours, step_length(release));
  }
  std::optional<GridQuery> integer_query(const Release&, const FiniteSum&) const override {
    return std::nullopt;
  }
};

const ReleaseForm* step_difference_form() {
  static const StepDifferenceForm form;
  return &form;
}

ReleaseDetails details_of_step(double radius, double step_length) {
  ReleaseDetails details = details_of_region(radius);
  details[1] = step_length;
  return details;
}

StepDifferenceRequest step_difference_of(const HiddenGradient& gradient, const Release& release) {
  return StepDifferenceForm::request(gradient, release);
}

}  // namespace noisy
