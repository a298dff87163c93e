#include "engine/privacy/form/poisson_gradient.h"

#include "engine/privacy/accountant/sampled_renyi.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/chance_batches.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/hockey_stick_account.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

class PoissonGradient final : public ReleaseForm, public ChanceBatches, public HockeyStickAccount {
 public:
  PoissonGradient()
      : ReleaseForm({"poisson-gradient", "Gradient of a Poisson batch",
                     "The sum of a batch's gradients over how many records are expected in it."}) {}

  bool estimates_gradient() const override { return true; }
  bool is_noisy_mean() const override { return true; }
  bool is_proven_for(Neighbours neighbours) const override {
    return neighbours == Neighbours::zero_out;
  }

  std::string_view moving_text() const override { return "the sum over the batch, divided by m,"; }
  std::string_view noised_text() const override { return "Poisson batch gradient"; }

  std::string cost_formula(const DescribedRelease& release) const override {
    if (release.unit != CostUnit::renyi) return ReleaseForm::cost_formula(release);
    return "D_t = ln(integral of phi(x) L^a dx) / (a - 1), L = 1 - q + q exp(s x - s^2/2), "
           "q = m/n, a = order, s = mean / sigma_t";
  }

  void answer(const Request& request, Exact& exact) const override {
    exact.mean_of_batch(*request.point, nullptr, request.release.batch_size);
    exact.add_noise(request.release, *request.point, exact.value());
    exact.regularizer().add_gradient(*request.point, exact.value());
  }

  double least_cost(const Request& request, const Exact&, ReleaseCost& cost) const override {
    return cost.unit() == CostUnit::renyi ? cost.renyi(request.release) : kUnproven;
  }

  double renyi(const Release& release, Index samples, double sensitivity,
               double order) const override {
    if (!is_plain_gaussian(release, sensitivity) || !(order > 1)) return kUnproven;
    const double batch = static_cast<double>(release.batch_size);
    return sampled_gaussian_renyi(release.noise_scale * batch / sensitivity,
                                  batch / static_cast<double>(samples), order, SampledPair::remove);
  }

  double epsilon(const Release& release, Index samples, double sensitivity, double count,
                 double delta) const override {
    if (!is_plain_gaussian(release, sensitivity)) return kUnproven;
    const double move = sensitivity / static_cast<double>(release.batch_size);
    return drawn_batches_epsilon(release, samples, move, BatchSampling::poisson, count, delta);
  }
};

}  // namespace

const ReleaseForm* poisson_gradient_form() {
  static const PoissonGradient form;
  return &form;
}

}  // namespace noisy
