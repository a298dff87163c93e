#include "engine/privacy/form/gradient_norm.h"

#include <algorithm>
#include <limits>

#include "engine/privacy/form/full_gradient_form.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/problem/domain/projection.h"

namespace noisy {
namespace {

/// w of the norm, as a query of one coordinate.
double norm_error(double dimension, double records, double summation_error) {
  constexpr double kRoundUp = 1 + 0x1p-49;
  const double of_record = (dimension - 1) * 0x1p-52 / records;
  const double of_length = 2 * kLongestHardenedNorm * (dimension + 8) * 0x1p-53;
  return (summation_error + of_record + of_length) * kRoundUp;
}

}  // namespace

class GradientNormForm final : public FullGradientForm {
 public:
  GradientNormForm()
      : FullGradientForm({"gradient-length", "Length of the gradient",
                          "The length of the mean gradient of all records, one number."}) {}

  static GradientNormRequest request(const HiddenGradient& gradient, const Release& release) {
    return request_of(gradient_norm_form(), gradient, release);
  }

  void answer(const Request& request, Exact& exact) const override {
    const double most =
        longest_norm(request.release, exact.data(), request.release.cost.neighbours);
    exact.value() = Vector::Constant(1, std::min(norm_of(request), most));
    exact.add_noise(request.release, *request.point, exact.value());
  }

  std::string_view moving_text() const override { return "the length of the mean gradient"; }
  std::string_view noised_text() const override { return "length of the mean gradient"; }
  std::string_view plain_plural() const override { return " lengths of gradients of "; }

  std::string noise_text(const DescribedRelease& release) const override {
    return std::string(noise_of(release.release.mechanism).scale_text) + ", added to the " +
           std::string(noised_text()) + ", one number";
  }
  double mean_sensitivity(const DescribedRelease& release, double sensitivity) const override {
    return release.is_hardened() ? norm_sensitivity(release, sensitivity)
                                 : FullGradientForm::mean_sensitivity(release, sensitivity);
  }
  std::string mean_text(const DescribedRelease& release) const override {
    const std::string text = FullGradientForm::mean_text(release);
    return release.is_hardened() ? text + std::string(kNormRoundingText) : text;
  }
  std::string cost_formula(const DescribedRelease& release) const override {
    return release.is_hardened() ? "rho_t = (D_t / sigma_t)^2 / 2, D_t = mean + grid_t"
                                 : "rho_t = (mean / sigma_t)^2 / 2";
  }
  std::string released_text(const DescribedRelease&) const override {
    return "noisy lengths of the gradient, a number each, and everything made from them: iterates, "
           "trace and solution";
  }
  std::string also_released_text(const DescribedRelease&) const override {
    return ", beside them noisy lengths of the gradient";
  }
  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    StatedRelease one_number = stated;
    one_number.dimension = 1;
    return FullGradientForm::stated_cost(one_number, noise);
  }

  Vector noiseless(const Request& request, const Regularizer& regularizer,
                   const GradientAt& gradient_at) const override {
    const Vector gradient = whole_gradient(*request.point, regularizer, gradient_at);
    return Vector::Constant(1, scaled_l2_norm(math::view(gradient)));
  }

 private:
  std::optional<GridQuery> integer_query(const Release& release,
                                         const FiniteSum& data) const override {
    return norm_query(grid_query(data, release));
  }
};

const ReleaseForm* gradient_norm_form() {
  static const GradientNormForm form;
  return &form;
}

ReleaseDetails details_of_norm(double radius) {
  return details_of_region(radius);
}

double norm_sensitivity(const DescribedRelease& release, double sensitivity) {
  const double records = static_cast<double>(release.samples);
  const double dimension = static_cast<double>(release.dimension);
  return sensitivity *
         ((1 + 129 * 0x1p-52) / records + norm_error(dimension, records, release.summation_error));
}

double longest_norm(const Release& release, const FiniteSum& data, Neighbours neighbours) {
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  if (!release.is_hardened()) return kEverywhere;
  return kLongestHardenedNorm * gradient_move(data.bounds_within(kEverywhere), neighbours);
}

GradientNormRequest gradient_norm_of(const HiddenGradient& gradient, const Release& release) {
  return GradientNormForm::request(gradient, release);
}

GridQuery norm_query(const GridQuery& of_gradient) {
  const double error =
      norm_error(static_cast<double>(of_gradient.dimension),
                 static_cast<double>(of_gradient.batch_size), of_gradient.summation_error);
  return {.dimension = 1,
          .batch_size = of_gradient.batch_size,
          .summation_error = error,
          .grid = of_gradient.grid};
}

}  // namespace noisy
