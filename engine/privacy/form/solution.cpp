#include "engine/privacy/form/solution.h"

#include <cmath>
#include <memory>

#include "engine/privacy/form/stated_smoothness.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/descent_sensitivity.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/record/reader.h"

namespace noisy {

namespace {

/// What is stated of the exact steps, which the sensitivity follows from.
struct StatedDescent final : StatedRelease::Details {
  ExactDescent descent;
  StatedSmoothness smoothness;
};

/// By the rule and the facts of a plan.
ExactDescent described_descent(const DescribedRelease& release) {
  return {.step_size = release.release.details[0],
          .smoothness = release.smoothness,
          .strong_convexity = release.regularizer->strong_convexity(),
          .steps = static_cast<Index>(release.release.details[1])};
}

}  // namespace

ReleaseDetails details_of_descent(double step_size, Index steps) {
  return {step_size, static_cast<double>(steps)};
}

/// One record moves it by at most D_T in L2 (descent_sensitivity): (D_T / sigma)^2 / 2 in rho.
class SolutionForm final : public ReleaseForm {
 public:
  SolutionForm()
      : ReleaseForm({"solution", "Solution", "Where exact steps end that nobody sees."}) {}

  static HiddenKey key() { return hidden_key(); }

  bool hides_steps() const override { return true; }
  std::string_view moving_text() const override { return "the solution"; }
  std::string_view noised_text() const override { return "solution"; }
  bool is_named(const DescribedRelease&) const override { return true; }

  double mean_sensitivity(const DescribedRelease& release, double sensitivity) const override {
    return descent_sensitivity(described_descent(release),
                               sensitivity / static_cast<double>(release.release.batch_size));
  }

  std::string mean_text(const DescribedRelease&) const override {
    return "D_T of the last of T exact steps: D_t = (1 - eta mu) D_(t-1) + eta S / n, D_0 = 0, for "
           "convex losses and eta of at most 1 / (L + mu), without mu 2 / L; with T = steps, eta = "
           "stepSize, L = smoothness = curvatureBound rowBound^2 by enforced bounds, mu = "
           "strongConvexity of the regularizer";
  }

  std::string released_text(const DescribedRelease& release) const override {
    return "the noisy end of " + std::to_string(described_descent(release).steps) +
           " exact steps, " + std::to_string(release.dimension) +
           " numbers, and nothing that was computed on the way";
  }

  void describe_sensitivity(const DescribedRelease& release, Json& sensitivity) const override {
    const ExactDescent described = described_descent(release);
    Json descent = Json::object({{"steps", described.steps}, {"stepSize", described.step_size}});
    describe_smoothness(release, descent);
    descent.set("strongConvexity", described.strong_convexity);
    sensitivity.set("descent", std::move(descent));
  }

  void read_sensitivity(RecordReader& sensitivity, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedDescent>();
    RecordReader descent = sensitivity.inside("descent");
    out->smoothness = read_smoothness(descent);
    out->descent = {.step_size = descent.number("stepSize", NumberRule::positive),
                    .smoothness = out->smoothness.smoothness,
                    .strong_convexity = descent.number("strongConvexity", NumberRule::not_negative),
                    .steps = static_cast<Index>(descent.number("steps", NumberRule::count))};
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && stated.release == ReleaseKind::floating &&
                        stated.planned == 1,
                    place, "a solution is released once, with floating Gaussian noise, in rho");
    ReleaseForm::check(stated, place, findings);
  }

  /// What it moves by follows from the steps behind it.
  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedDescent>();
    findings.compare(place, stated.mean_sensitivity,
                     descent_sensitivity(of.descent, stated.sensitivity / stated.batch_size));
    check_smoothness(of.smoothness, "descent", stated, place, findings);
  }

  std::string plain_words(const Json& entry) const override {
    return noise_words(entry, "end of exact descent on ", "it",
                       number_of(entry.member("sensitivity"), "mean"));
  }

  std::optional<Error> refusal(const Request& request, const Exact&) const override {
    if (descent_of(request).noise_scale_ != 0) {
      return Error{ErrorCode::internal, "release", "the steps are not exact"};
    }
    if (descent_of(request).point_.allFinite()) return std::nullopt;
    return Error{ErrorCode::diverged, "", "the descent is not finite"};
  }

  void answer(const Request& request, Exact& exact) const override {
    const HiddenDescent& descent = descent_of(request);
    exact.value() = descent.point_;
    exact.add_noise(request.release, descent.point_, exact.value());
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const double move = sensitivity(descent_of(request), exact.data());
    const bool is_proven = cost.unit() == CostUnit::rho &&
                           release.mechanism == Mechanism::gaussian && !release.is_hardened() &&
                           release.sensitivity == SensitivityRule::uniform &&
                           release.noise_scale > 0 && std::isfinite(move);
    return is_proven ? rho_of_gaussian(move, release.noise_scale) : kUnproven;
  }

 private:
  bool has_stated_divergence(const StatedRelease&) const override { return false; }

  static const HiddenDescent& descent_of(const Request& request) {
    return *static_cast<const SolutionRequest&>(request).descent;
  }

  static double sensitivity(const HiddenDescent& descent, const FiniteSum& data) {
    if (!data.is_convex()) return kUnproven;
    const double move = data.gradient_bounds().l2 / static_cast<double>(data.samples());
    return descent_sensitivity({.step_size = descent.step_size_,
                                .smoothness = data.smoothness_bound(),
                                .strong_convexity = descent.strong_convexity(),
                                .steps = descent.steps_},
                               move);
  }
};

HiddenDescent::HiddenDescent(double step_size, const Regularizer& smooth_part, ProximalTerm term,
                             Vector start, double noise_scale)
    : Hidden(SolutionForm::key()),
      step_size_(step_size),
      smooth_part_(smooth_part),
      term_(std::move(term)),
      point_(std::move(start)),
      gradient_(point_.size()),
      noise_scale_(noise_scale) {
  term_.prox(0, point_);
}

void HiddenDescent::prepare(const Exact& exact) {
  if (noise_number_ >= 0) return;
  noise_number_ = exact.releases();
  if (noise_scale_ != 0) noise_ = exact.noise_stream();
}

void HiddenDescent::add_noise() {
  if (!noise_) return;
  draws_.resize(gradient_.size());
  noise_of(Mechanism::gaussian)
      .fill(*noise_, noise_scale_, {draws_.data(), static_cast<std::size_t>(draws_.size())});
  gradient_ += draws_;
}

const ReleaseForm* solution_form() {
  static const SolutionForm form;
  return &form;
}

SolutionRequest solution_of(const HiddenDescent& descent, const Release& release) {
  SolutionRequest request;
  request.form = solution_form();
  request.release = release;
  request.descent = &descent;
  return request;
}

}  // namespace noisy
