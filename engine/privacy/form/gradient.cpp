#include "engine/privacy/form/gradient.h"

#include <algorithm>

#include "engine/privacy/accountant/sampled_renyi.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/amplification.h"
#include "engine/privacy/release/hockey_stick_account.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

/// epsilon_0 of Laplace noise on the batch, with sensitivity S_1 / m. At a point's own sensitivity
/// the scale falls as far as the stated epsilon_0 lets it.
double laplace_base_epsilon(const Release& release, const FiniteSum& data) {
  const double sensitivity = data.gradient_bounds().l1;
  const bool is_uniform = release.sensitivity == SensitivityRule::uniform;
  if (!release.is_hardened()) {
    return is_uniform
               ? sensitivity / (static_cast<double>(release.batch_size) * release.noise_scale)
               : release.base_epsilon;
  }
  const double epsilon =
      hardened_laplace_epsilon(grid_query(data, release), sensitivity, release.noise_scale);
  return is_uniform ? epsilon : std::max(epsilon, release.base_epsilon);
}

/// A record that is replaced moves the mean gradient of m records by at most S_1 / m in L1 and
/// S_2 / m in L2; one that is zeroed out that of all n by at most L_0 / n in L2 (gradient_move).
///
/// | noise    | unit            | cost                                                          |
/// |----------|-----------------|---------------------------------------------------------------|
/// | Laplace  | epsilon         | ln(1 + (m/n) (e^epsilon_0 - 1)), epsilon_0 = S_1 / (m b)      |
/// |          | rho             | epsilon^2 / 2                                                 |
/// | Gaussian | rho, all records| (S_2 / (n sigma))^2 / 2                                       |
/// |          | renyi, batches  | sampled_gaussian_renyi with S_2 / m and q = m / n             |
///
/// Where a record is zeroed out Gaussian noise on all records in rho, with L_0 for S_2, is all that
/// is proven.
///
/// (Kuru et al., eq. 11; Bun and Steinke 2016, Prop. 1.6.) Hardened releases: the same with the
/// sensitivities and scales of the integer query (GridQuery).
class Gradient final : public ReleaseForm, public HockeyStickAccount {
 public:
  Gradient() : ReleaseForm({"gradient", "Gradient", "The mean gradient of a batch."}) {}

  bool estimates_gradient() const override { return true; }
  bool is_noisy_mean() const override { return true; }
  bool is_proven_for(Neighbours neighbours) const override {
    return neighbours != Neighbours::add_remove;
  }

  bool needs_pass(const Request& request, const Exact& exact) const override {
    return request.release.batch_size == exact.data().samples();
  }

  void answer(const Request& request, Exact& exact) const override {
    if (!needs_pass(request, exact)) {
      exact.mean_of_batch(*request.point, nullptr, request.release.batch_size);
    }
    exact.add_noise(request.release, *request.point, exact.value());
    exact.regularizer().add_gradient(*request.point, exact.value());
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    if (cost.unit() == CostUnit::renyi) return cost.renyi(release);
    if (release.mechanism != Mechanism::laplace) return cost.full_batch_gaussian(release);
    const double base = laplace_base_epsilon(release, exact.data());
    const double epsilon =
        amplified_epsilon(base, release.batch_size, exact.data().samples()).value_or(kUnproven);
    return cost.unit() == CostUnit::epsilon ? epsilon : 0.5 * epsilon * epsilon;
  }

  double renyi(const Release& release, Index samples, double sensitivity,
               double order) const override {
    if (!is_plain_gaussian(release, sensitivity) || !(order > 1)) return kUnproven;
    const double noise = release.noise_scale / (sensitivity / 2);
    const double batch = static_cast<double>(release.batch_size);
    return sampled_gaussian_renyi(0.5 * noise * batch, batch / static_cast<double>(samples), order,
                                  SampledPair::exchanged);
  }

  double epsilon(const Release& release, Index samples, double sensitivity, double count,
                 double delta) const override {
    if (!is_plain_gaussian(release, sensitivity)) return kUnproven;
    const double move = sensitivity / static_cast<double>(release.batch_size);
    return drawn_batches_epsilon(release, samples, move, BatchSampling::without_replacement, count,
                                 delta);
  }
};

}  // namespace

const ReleaseForm* gradient_form() {
  static const Gradient form;
  return &form;
}

}  // namespace noisy
