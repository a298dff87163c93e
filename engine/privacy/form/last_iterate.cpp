#include "engine/privacy/form/last_iterate.h"

#include <cmath>
#include <limits>
#include <memory>

#include "engine/privacy/form/stated_smoothness.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/counted_steps.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// Noisy steps in a domain, which their cost follows from.
struct NoisySteps {
  ExactDescent descent;
  double diameter = std::numeric_limits<double>::infinity();  ///< D; infinity: all of space

  /// K. @param move  S / n
  double counted(double move) const {
    return counted_steps(descent, diameter / (descent.step_size * move));
  }
};

struct StatedSteps final : StatedRelease::Details {
  NoisySteps steps;
  StatedSmoothness smoothness;
  double counted = 0;
};

NoisySteps described_steps(const DescribedRelease& release) {
  const Regularizer& regularizer = *release.regularizer;
  return {
      .descent = {.step_size = release.release.details[0],
                  .smoothness = release.smoothness,
                  .strong_convexity = regularizer.is_smooth() ? regularizer.strong_convexity() : 0,
                  .steps = static_cast<Index>(release.release.details[1])},
      .diameter = 2 * release.domain->l2_radius(release.dimension)};
}

constexpr double kEverywhere = std::numeric_limits<double>::infinity();

double move_of(const DescribedRelease& release) {
  return gradient_move(release.bounds_within(kEverywhere), release.neighbours) /
         static_cast<double>(release.samples);
}

}  // namespace

class LastIterateForm final : public ReleaseForm {
 public:
  LastIterateForm()
      : ReleaseForm({"last-iterate", "Last iterate", "Where noisy steps end that nobody sees."}) {}

  bool hides_steps() const override { return true; }
  bool is_proven_for(Neighbours neighbours) const override {
    return neighbours != Neighbours::add_remove;
  }
  std::string_view noised_text() const override { return "mean gradient of every hidden step"; }
  bool is_named(const DescribedRelease&) const override { return true; }

  std::string cost_formula(const DescribedRelease&) const override {
    return "rho = K (mean / sigma)^2 / 2 with K = countedSteps: the least of (1 - c^T) (1 + c) / "
           "((1 + c^T) (1 - c)), for c = 1 T, and, in a domain of diameter D, of (c^k w + (1 - "
           "c^k) / (1 - c))^2 (1 - c^2) / (1 - c^(2k)), for c = 1 (w + k)^2 / k, over k = 1 .. T - "
           "1; w = D / (eta mean), c = max(|1 - eta mu|, |1 - eta (L + mu)|), T = steps, eta = "
           "stepSize, L = smoothness = curvatureBound rowBound^2 by enforced bounds, mu = "
           "strongConvexity of the regularizer, for convex losses";
  }

  std::string released_text(const DescribedRelease& release) const override {
    return "where " + std::to_string(described_steps(release).descent.steps) +
           " noisy steps end, " + std::to_string(release.dimension) +
           " numbers, and nothing that was computed on the way";
  }

  void describe_cost(const DescribedRelease& release, Json& cost) const override {
    const NoisySteps described = described_steps(release);
    Json steps = Json::object(
        {{"steps", described.descent.steps}, {"stepSize", described.descent.step_size}});
    describe_smoothness(release, steps);
    steps.set("strongConvexity", described.descent.strong_convexity);
    if (std::isfinite(described.diameter)) steps.set("diameter", described.diameter);
    steps.set("countedSteps", described.counted(move_of(release)));
    cost.set("hiddenSteps", std::move(steps));
  }

  void read_cost(RecordReader& cost, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedSteps>();
    RecordReader steps = cost.inside("hiddenSteps");
    out->smoothness = read_smoothness(steps);
    out->steps.descent = {
        .step_size = steps.number("stepSize", NumberRule::positive),
        .smoothness = out->smoothness.smoothness,
        .strong_convexity = steps.number("strongConvexity", NumberRule::not_negative),
        .steps = static_cast<Index>(steps.number("steps", NumberRule::count))};
    if (steps.has("diameter")) {
      out->steps.diameter = steps.number("diameter", NumberRule::positive);
    }
    out->counted = steps.number("countedSteps", NumberRule::positive);
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && stated.release == ReleaseKind::floating &&
                        stated.planned == 1,
                    place,
                    "a last iterate is released once, with floating Gaussian noise on all records "
                    "in every step, in rho");
    const auto& of = stated.details_as<StatedSteps>();
    findings.compare(place + ", countedSteps", of.counted,
                     of.steps.counted(stated.mean_sensitivity));
    check_smoothness(of.smoothness, "hiddenSteps", stated, place, findings);
    ReleaseForm::check(stated, place, findings);
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    return stated.details_as<StatedSteps>().counted * ReleaseForm::stated_cost(stated, noise);
  }

  std::string plain_words(const Json& entry) const override {
    return noise_words(entry, "every hidden gradient of ", "it",
                       number_of(entry.member("sensitivity"), "mean"));
  }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const HiddenDescent& descent = descent_of(request);
    const bool has_own_noise = descent.noise_scale_ == request.release.noise_scale &&
                               descent.noise_number_ == exact.releases();
    if (!has_own_noise) {
      return Error{ErrorCode::internal, "release", "there is no such path to release the end of"};
    }
    if (descent.point_.allFinite()) return std::nullopt;
    return Error{ErrorCode::diverged, "", "the descent is not finite"};
  }

  void answer(const Request& request, Exact& exact) const override {
    exact.value() = descent_of(request).point_;
    exact.charge(request.release);
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const double counted = steps_of(descent_of(request), exact.data(), cost.neighbours());
    return std::isfinite(counted) && !request.release.is_hardened()
               ? counted * cost.full_batch_gaussian(request.release)
               : kUnproven;
  }

 private:
  bool has_stated_divergence(const StatedRelease&) const override { return false; }

  static const HiddenDescent& descent_of(const Request& request) {
    return *static_cast<const SolutionRequest&>(request).descent;
  }

  static double steps_of(const HiddenDescent& descent, const FiniteSum& data,
                         Neighbours neighbours) {
    if (!data.is_convex()) return kUnproven;
    const NoisySteps steps{.descent = {.step_size = descent.step_size_,
                                       .smoothness = data.smoothness_bound(),
                                       .strong_convexity = descent.smooth_part_.strong_convexity(),
                                       .steps = descent.steps_},
                           .diameter = 2 * descent.term_.domain().l2_radius(data.dimension())};
    return steps.counted(gradient_move(data.bounds_within(kEverywhere), neighbours) /
                         static_cast<double>(data.samples()));
  }
};

const ReleaseForm* last_iterate_form() {
  static const LastIterateForm form;
  return &form;
}

SolutionRequest last_iterate_of(const HiddenDescent& descent, const Release& release) {
  SolutionRequest request;
  request.form = last_iterate_form();
  request.release = release;
  request.descent = &descent;
  return request;
}

}  // namespace noisy
