#include "engine/privacy/form/anchored.h"

#include <algorithm>
#include <memory>

#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/privacy/release/variance_reduction.h"
#include "engine/record/reader.h"

namespace noisy {

/// What the three kinds share: the noise is Gaussian, G = S_2 / 2 bounds one record's gradient.
class AnchoredForm : public ReleaseForm {
 public:
  using ReleaseForm::ReleaseForm;

  static HiddenKey key() { return hidden_key(); }

  bool estimates_gradient() const override { return true; }

  double least_cost(const Request& request, const Exact&, ReleaseCost& cost) const override {
    return cost.unit() == CostUnit::renyi ? cost.renyi(request.release)
                                          : cost.full_batch_gaussian(request.release);
  }

  double renyi(const Release& release, Index samples, double sensitivity,
               double order) const final {
    if (!is_plain_gaussian(release, sensitivity) || !(order > 1)) return kUnproven;
    const double bound = sensitivity / 2;
    return divergence({.samples = samples,
                       .batch_size = release.batch_size,
                       .noise = release.noise_scale / bound},
                      order);
  }

 protected:
  /// Of noise in units of G.
  virtual double divergence(const VarianceReducedNoise& noise, double order) const = 0;

  static const Vector& anchor_point(const Request& request) {
    return static_cast<const AnchoredRequest&>(request).anchor->point_;
  }
  static const Vector& anchor_gradient(const Request& request) {
    return static_cast<const AnchoredRequest&>(request).anchor->gradient_;
  }
  static void release_value(const Request& request, Exact& exact) {
    exact.add_noise(request.release, *request.point, exact.value());
    exact.regularizer().add_gradient(*request.point, exact.value());
  }
};

Anchor::Anchor() : Hidden(AnchoredForm::key()) {}

namespace {

/// Of variance-reduced releases: how their noise is split (variance_reduced_renyi).
struct StatedShare final : StatedRelease::Details {
  double share = 0;
};

/// One record moves the difference by at most 2 S_2 / b, and the anchor's gradient by S_2 / n
/// (variance_reduced_renyi). Of all records the anchor cancels: rho of S_2 / n.
class VarianceReduced final : public AnchoredForm {
 public:
  VarianceReduced()
      : AnchoredForm({"variance-reduced", "Variance-reduced gradient",
                      "The mean difference of a batch's gradients at two points, plus the whole "
                      "gradient at the second."}) {}

  bool has_anchor() const override { return true; }
  std::string_view noised_text() const override { return "variance-reduced gradient"; }

  std::string released_text(const DescribedRelease& release) const override {
    return "the noisy variance-reduced gradient of every inner step, " +
           std::to_string(release.dimension) +
           " numbers each, and everything made from them: iterates, trace and solution";
  }

  std::string cost_formula(const DescribedRelease& release) const override {
    if (release.unit != CostUnit::renyi) return AnchoredForm::cost_formula(release);
    return "D_t = sampled + a (value / n)^2 / (2 (1 - share) sigma_t^2), sampled = " +
           std::string(statement::kSampledDivergence) +
           ", s = 2 mean / (sqrt(share) sigma_t): the noise counts as one of variance share "
           "sigma_t^2 on the batch's difference and one of the rest on the anchor's gradient";
  }

  /// The split of the noise that was found best.
  void describe_cost(const DescribedRelease& release, Json& cost) const override {
    if (release.unit != CostUnit::renyi) return;
    const VarianceReducedNoise noise{
        .samples = release.samples,
        .batch_size = release.release.batch_size,
        .noise = release.release.noise_scale / (release.bounds.l2 / 2)};
    cost.set("share", best_variance_reduced_renyi(noise, release.order).share);
  }

  void read_cost(RecordReader& cost, StatedRelease& stated) const override {
    if (stated.unit != CostUnit::renyi) return;
    auto split = std::make_shared<StatedShare>();
    split->share = cost.number("share", NumberRule::share);
    stated.details = std::move(split);
  }

  /// At the stated split.
  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (stated.unit != CostUnit::renyi) return AnchoredForm::stated_cost(stated, noise);
    const double share = stated.details_as<StatedShare>().share;
    const bool is_possible = stated.order > 1 && share > 0 && noise.scale > 0 &&
                             stated.mechanism == Mechanism::gaussian && stated.sensitivity > 0 &&
                             stated.release == ReleaseKind::floating;
    if (!is_possible) return kUnproven;
    return variance_reduced_renyi({.samples = static_cast<Index>(stated.samples),
                                   .batch_size = static_cast<Index>(stated.batch_size),
                                   .noise = noise.scale / (stated.sensitivity / 2)},
                                  stated.order, share);
  }

  bool needs_pass(const Request& request, const Exact& exact) const override {
    return request.release.batch_size == exact.data().samples();
  }

  void answer(const Request& request, Exact& exact) const override {
    if (!needs_pass(request, exact)) {
      exact.mean_of_batch(*request.point, &anchor_point(request), request.release.batch_size);
      exact.value() += anchor_gradient(request);
    }
    release_value(request, exact);
  }

 private:
  double divergence(const VarianceReducedNoise& noise, double order) const override {
    return best_variance_reduced_renyi(noise, order).divergence;
  }
};

/// One record moves it by at most 2 S_2 / b: it holds a record's gradient twice.
class Difference final : public AnchoredForm {
 public:
  Difference()
      : AnchoredForm({"difference", "Difference of gradients",
                      "The mean difference of a batch's gradients at two points."}) {}

  const ReleaseForm* added_to() const override { return anchor_form(); }
  std::string_view noised_text() const override {
    return "mean difference of the gradients here and at the anchor";
  }
  std::string_view plain_plural() const override { return " differences of gradients of "; }

  double mean_sensitivity(const DescribedRelease& release, double sensitivity) const override {
    return 2 * sensitivity / static_cast<double>(release.release.batch_size);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    findings.compare(place, stated.mean_sensitivity, 2 * stated.sensitivity / stated.batch_size);
  }

  void answer(const Request& request, Exact& exact) const override {
    exact.mean_of_batch(*request.point, &anchor_point(request), request.release.batch_size);
    release_value(request, exact);
  }

  /// In rho nothing is proven: one record moves it twice as far as a gradient.
  double least_cost(const Request& request, const Exact&, ReleaseCost& cost) const override {
    return cost.unit() == CostUnit::renyi ? cost.renyi(request.release) : kUnproven;
  }

 private:
  double divergence(const VarianceReducedNoise& noise, double order) const override {
    return difference_renyi(noise, order);
  }
};

/// One record moves it by S_2 / n.
class AnchorGradient final : public AnchoredForm {
 public:
  AnchorGradient()
      : AnchoredForm({"anchor", "Gradient at the anchor",
                      "The mean gradient of all records at an epoch's anchor."}) {}

  std::string_view noised_text() const override { return "mean gradient at an anchor"; }
  std::string_view plain_plural() const override { return " gradients at anchors of "; }

  std::string released_text(const DescribedRelease& release) const override {
    return "the noisy mean gradient at the anchor of every epoch, the noisy mean difference of "
           "every inner step to it, " +
           std::to_string(release.dimension) +
           " numbers each, and everything made from them: iterates, trace and solution";
  }

  std::string cost_formula(const DescribedRelease& release) const override {
    if (release.unit != CostUnit::renyi) return AnchoredForm::cost_formula(release);
    return "D_t = a (mean / sigma_t)^2 / 2, a = order";
  }

  std::optional<NoGame> no_game() const override {
    return NoGame{.parameter = "anchorNoise",
                  .message =
                      "the game has no model of anchors that are noised once per epoch: it "
                      "plays \"per-step\" only"};
  }

  void answer(const Request& request, Exact& exact) const override {
    exact.value() = anchor_gradient(request);
    release_value(request, exact);
  }

  /// Costs nothing to find out, and stands between releases that are alike.
  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    if (cost.unit() != CostUnit::renyi) return cost.full_batch_gaussian(request.release);
    return renyi(request.release, exact.data().samples(), exact.data().gradient_bounds().l2,
                 cost.renyi_order());
  }

 private:
  double divergence(const VarianceReducedNoise& noise, double order) const override {
    return anchor_renyi(noise.samples, noise.noise, order);
  }

  bool has_stated_divergence(const StatedRelease& stated) const override {
    return stated.mechanism == Mechanism::gaussian && !stated.draws_batches;
  }
};

}  // namespace

const ReleaseForm* variance_reduced_form() {
  static const VarianceReduced form;
  return &form;
}

const ReleaseForm* difference_form() {
  static const Difference form;
  return &form;
}

const ReleaseForm* anchor_form() {
  static const AnchorGradient form;
  return &form;
}

AnchoredRequest variance_reduced_at(const Vector& x, const Anchor& anchor, const Release& release) {
  const bool is_anchored = dynamic_cast<const AnchoredForm*>(release.form) != nullptr;
  AnchoredRequest request;
  request.form = is_anchored ? release.form : variance_reduced_form();
  request.release = release;
  request.point = &x;
  request.anchor = &anchor;
  return request;
}

}  // namespace noisy
