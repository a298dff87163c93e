#include "engine/privacy/form/fresh_gradient.h"

#include "engine/privacy/form/full_gradient_form.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {

class FreshGradientForm final : public FullGradientForm {
 public:
  FreshGradientForm()
      : FullGradientForm({"fresh-gradient", "Fresh gradient",
                          "The mean gradient of all records, where a gradient was taken."}) {}

  static FreshGradientRequest request(const HiddenGradient& gradient, const Release& release) {
    return request_of(fresh_gradient_form(), gradient, release);
  }

  bool estimates_gradient() const override { return true; }
  std::string_view moving_text() const override { return "the mean gradient"; }
  std::string_view plain_plural() const override { return " gradients of "; }

  std::string released_text(const DescribedRelease& release) const override {
    return "noisy mean gradients, " + std::to_string(release.dimension) +
           " numbers each, and everything made from them: iterates, trace and solution";
  }

  std::string also_released_text(const DescribedRelease&) const override {
    return ", beside them noisy mean gradients";
  }

  bool is_noisy_mean() const override { return true; }

  void answer(const Request& request, Exact& exact) const override {
    exact.value() = gradient_of(request);
    exact.add_noise(request.release, *request.point, exact.value());
    exact.regularizer().add_gradient(*request.point, exact.value());
  }

  Vector noiseless(const Request& request, const Regularizer& regularizer,
                   const GradientAt& gradient_at) const override {
    return whole_gradient(*request.point, regularizer, gradient_at);
  }

 private:
  std::optional<GridQuery> integer_query(const Release& release,
                                         const FiniteSum& data) const override {
    return grid_query(data, release);
  }
};

const ReleaseForm* fresh_gradient_form() {
  static const FreshGradientForm form;
  return &form;
}

ReleaseDetails details_of_fresh(double radius) {
  return details_of_region(radius);
}

FreshGradientRequest fresh_gradient_of(const HiddenGradient& gradient, const Release& release) {
  return FreshGradientForm::request(gradient, release);
}

}  // namespace noisy
