#include "engine/privacy/form/anchored.h"

#include <cmath>
#include <memory>

#include "engine/json/lookup.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/privacy/release/variance_reduction.h"
#include "engine/record/reader.h"

namespace noisy {

namespace {

bool states_change(const ReleaseDetails& details) {
  return details[0] > 0;
}

/// Whether R is G = S_2 / 2, as RegionBounds::record_change has it for some losses.
bool is_half(double change, double sensitivity) {
  return std::fabs(change - 0.5 * sensitivity) <= 0.5 * kUnderstated * sensitivity;
}

/// R. Without one any two differences have a distance of at most 2 S_2, which a split of the noise
/// counts with: so do older statements.
double change_of(const ReleaseDetails& details, double sensitivity) {
  return states_change(details) ? details[0] : sensitivity;
}

void describe_change(const DescribedRelease& release, Json& entry) {
  const double change = change_of(release.release.details, release.bounds.l2);
  const char* text = is_half(change, release.bounds.l2)
                         ? "the gradients of one record at two points differ by at most move, half "
                           "of value"
                         : "how the gradients of records change between two points: the changes "
                           "of all records lie in a ball of radius move";
  entry.set("change", Json::object({{"move", change}, {"text", text}}));
}

void read_change(RecordReader& entry, StatedRelease& stated) {
  if (!entry.has("change")) return;
  stated.rule_details =
      details_of_change(entry.inside("change").number("move", NumberRule::positive));
}

void check_change(const StatedRelease& stated, const std::string& place, Findings& findings) {
  const double change = stated.rule_details[0];
  findings.expect(change == 0 || change >= stated.sensitivity * (1 - kUnderstated) ||
                      is_half(change, stated.sensitivity),
                  place + ".change.move", "understated: less than value, and not half of it");
}

}  // namespace

ReleaseDetails details_of_change(double change) {
  return {change};
}

/// What the three kinds share: the noise is Gaussian, G = S_2 / 2 bounds one record's gradient.
class AnchoredForm : public ReleaseForm {
 public:
  using ReleaseForm::ReleaseForm;

  static HiddenKey key() { return hidden_key(); }

  bool estimates_gradient() const override { return true; }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    if (cost.unit() != CostUnit::renyi) return cost.full_batch_gaussian(request.release);
    return is_covered(request.release, exact) ? cost.renyi(request.release) : kUnproven;
  }

  double renyi(const Release& release, Index samples, double sensitivity,
               double order) const final {
    if (!is_plain_gaussian(release, sensitivity) || !(order > 1)) return kUnproven;
    return proven(release, samples, sensitivity, order).divergence;
  }

  ReleaseDetails written_details(const Json& entry) const override {
    return details_of_change(number_of(entry.member("change"), "move"));
  }

 protected:
  virtual ProvenDivergence proven(const Release& release, Index samples, double sensitivity,
                                  double order) const = 0;

  /// In units of G.
  static VarianceReducedNoise noise_of_release(const Release& release, Index samples,
                                               double sensitivity) {
    const double bound = sensitivity / 2;
    return {.samples = samples,
            .batch_size = release.batch_size,
            .noise = release.noise_scale / bound,
            .difference = change_of(release.details, sensitivity) / bound};
  }

  /// Whether the release counts with what the data enforce.
  static bool is_covered(const Release& release, const Exact& exact) {
    const RegionBounds bounds = exact.data().bounds_within(HUGE_VAL);
    const double sensitivity = exact.data().gradient_bounds().l2;
    return !states_change(release.details) ||
           release.details[0] >= change_bound(sensitivity, bounds);
  }

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

/// One record moves the difference by at most 2 R / b, and the anchor's gradient by S_2 / n
/// (least_variance_reduced_renyi). Of all records the anchor cancels: rho of S_2 / n.
class VarianceReduced final : public AnchoredForm {
 public:
  VarianceReduced()
      : AnchoredForm({"variance-reduced", "Variance-reduced gradient",
                      "The mean difference of a batch's gradients at two points, plus the whole "
                      "gradient at the second."}) {}

  bool has_anchor() const override { return true; }

  void describe(const DescribedRelease& release, Json& entry) const override {
    if (release.unit == CostUnit::renyi) describe_change(release, entry);
  }
  void read(RecordReader& entry, StatedRelease& stated) const override {
    read_change(entry, stated);
  }
  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    AnchoredForm::check(stated, place, findings);
    check_change(stated, place, findings);
  }

  std::string_view noised_text() const override { return "variance-reduced gradient"; }

  std::string released_text(const DescribedRelease& release) const override {
    return "the noisy variance-reduced gradient of every inner step, " +
           std::to_string(release.dimension) +
           " numbers each, and everything made from them: iterates, trace and solution";
  }

  std::string cost_formula(const DescribedRelease& release) const override {
    if (release.unit != CostUnit::renyi) return AnchoredForm::cost_formula(release);
    if (proven(release).share) {
      return "D_t = sampled + a (value / n)^2 / (2 (1 - share) sigma_t^2), sampled = " +
             std::string(statement::kSampledDivergence) +
             ", s = 2 change / (m sqrt(share) sigma_t): the noise counts as one of variance share "
             "sigma_t^2 on the batch's difference and one of the rest on the anchor's gradient";
    }
    return "D_t = ln(1 + sum over k = 2..a of C(a, k) J_k) / (a - 1) with D = value / (n sigma_t), "
           "S = 2 change / (m sigma_t), q = m/n or 1 - m/n, the lesser, "
           "V = (1-q) exp(u x - u^2/2) + q exp(w x - w^2/2) - 1, u = D - q S, w = D + (1-q) S, "
           "Y = V at D = 0, x standard normal, v_k = E V^k, c_k = E V^k Y^2, K = q (1-q) S^2 / 2; "
           "J_k = exp((k-1) K) v_k of even k, and of odd k the lesser of exp((k-1) K) h_k and "
           "v_k + (exp((k-1) K) - 1) h_k + (k-1) sqrt(v_(k+1) c_(k-1)), "
           "h_k = (v_k + sqrt(v_(k-1) v_(k+1))) / 2; between whole orders (a - 1) D_t lies "
           "on a line; a = order: the batch's difference and the anchor's gradient count together";
  }

  /// The split of the noise that was found best, where a split proves the cost.
  void describe_cost(const DescribedRelease& release, Json& cost) const override {
    if (release.unit != CostUnit::renyi) return;
    if (const auto share = proven(release).share) cost.set("share", *share);
  }

  void read_cost(RecordReader& cost, StatedRelease& stated) const override {
    if (stated.unit != CostUnit::renyi || !cost.has("share")) return;
    auto split = std::make_shared<StatedShare>();
    split->share = cost.number("share", NumberRule::share);
    stated.details = std::move(split);
  }

  /// At the stated split, or by the joint theorem where none is stated.
  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (stated.unit != CostUnit::renyi) return AnchoredForm::stated_cost(stated, noise);
    const double share = stated.details_as<StatedShare>().share;
    const bool is_joint = share == 0 && states_change(stated.rule_details);
    const bool is_possible = stated.order > 1 && (share > 0 || is_joint) && noise.scale > 0 &&
                             stated.mechanism == Mechanism::gaussian && stated.sensitivity > 0 &&
                             stated.release == ReleaseKind::floating;
    if (!is_possible) return kUnproven;
    const VarianceReducedNoise of = noise_of_release(
        stated.rule_at(noise.scale), static_cast<Index>(stated.samples), stated.sensitivity);
    return is_joint ? joint_variance_reduced_renyi(of, stated.order)
                    : variance_reduced_renyi(of, stated.order, share);
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
  ProvenDivergence proven(const Release& release, Index samples, double sensitivity,
                          double order) const override {
    const VarianceReducedNoise noise = noise_of_release(release, samples, sensitivity);
    if (states_change(release.details)) return least_variance_reduced_renyi(noise, order);
    const SplitDivergence split = best_variance_reduced_renyi(noise, order);
    return {split.divergence, split.share};
  }

  ProvenDivergence proven(const DescribedRelease& release) const {
    return proven(release.release, release.samples, release.bounds.l2, release.order);
  }
};

/// One record moves it by at most 2 R / b.
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
    return 2 * change_of(release.release.details, sensitivity) /
           static_cast<double>(release.release.batch_size);
  }
  std::string mean_text(const DescribedRelease&) const override { return "2 change / m"; }

  void describe(const DescribedRelease& release, Json& entry) const override {
    describe_change(release, entry);
  }
  void read(RecordReader& entry, StatedRelease& stated) const override {
    read_change(entry, stated);
  }
  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    AnchoredForm::check(stated, place, findings);
    check_change(stated, place, findings);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    findings.compare(place, stated.mean_sensitivity,
                     2 * change_of(stated.rule_details, stated.sensitivity) / stated.batch_size);
  }

  void answer(const Request& request, Exact& exact) const override {
    exact.mean_of_batch(*request.point, &anchor_point(request), request.release.batch_size);
    release_value(request, exact);
  }

  /// In rho nothing is proven: one record moves it twice as far as a gradient.
  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const bool is_known = cost.unit() == CostUnit::renyi && is_covered(request.release, exact);
    return is_known ? cost.renyi(request.release) : kUnproven;
  }

 private:
  ProvenDivergence proven(const Release& release, Index samples, double sensitivity,
                          double order) const override {
    return {difference_renyi(noise_of_release(release, samples, sensitivity), order), {}};
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
  ProvenDivergence proven(const Release& release, Index samples, double sensitivity,
                          double order) const override {
    return {anchor_renyi(samples, release.noise_scale / (sensitivity / 2), order), {}};
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
