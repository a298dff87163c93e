#include "engine/question/trial/kl_ground.h"

#include <cmath>
#include <limits>

#include "engine/math/figure_text.h"
#include "engine/question/trial/minimizer_bound.h"

namespace noisy {
namespace {

std::string valued(const char* name, double value) {
  return std::string(name) + " = " + figure_text(value);
}

/// Goes from fact to fact.
class Sorter {
 public:
  explicit Sorter(const TrialPoint& point)
      : problem_(point.point.problem),
        privacy_(point.point.privacy),
        objective_(*point.plans.objective),
        facts_(point.plans.facts) {}

  KlGround sorted() && {
    sort_bounds();
    sort_condition();
    sort_gap();
    sort_region();
    return std::move(out_);
  }

 private:
  bool is_enforced() const { return facts_.risk.reasons.empty() && facts_.risk.believed.empty(); }
  void certify(std::string sentence) { out_.certified.push_back(std::move(sentence)); }
  void assume(std::string sentence) { out_.assumed.push_back(std::move(sentence)); }
  void say(bool is_certain, std::string sentence) {
    is_certain ? certify(std::move(sentence)) : assume(std::move(sentence));
  }

  std::string rows_text() const {
    return "rows are at most " + figure_text(objective_.data->facts.bounds.l2) + " long";
  }

  /// L_0 and L_1: all that privacy rests on.
  void sort_bounds() {
    const RiskFacts& risk = facts_.risk;
    for (const std::string& reason : risk.reasons)
      assume("For privacy and bounds: " + reason + ".");
    for (const std::string& reason : risk.believed)
      assume("For privacy and bounds: " + reason + ".");
    // Half of what two records' gradients are apart may be shorter than one.
    constexpr double kEverywhere = std::numeric_limits<double>::infinity();
    const std::string length = valued("L0", risk.bounds_within(kEverywhere).record_gradient);
    if (problem_.gradient_clip) {
      say(is_enforced(),
          length + " bounds the length of every record's gradient, which is clipped.");
      assume(
          "On the way to the minimum no record's gradient is longer than what it is clipped to. "
          "Where one is, privacy holds, but no theorem bounds the error.");
    } else {
      say(is_enforced(), length + " bounds the length of every record's gradient: " + rows_text() +
                             ", and the loss's slope is bounded" +
                             (problem_.loss->needs_gradient_clip() ? " in the domain." : "."));
    }
    say(is_enforced(), valued("L1", risk.smoothness_bound) +
                           " bounds how fast a record's gradient changes: " + rows_text() +
                           ", and the loss's curvature is bounded.");
    if (privacy_.notion == Notion::none || !is_enforced()) return;
    certify(
        "Privacy rests on L0, L1 and the noise alone: it holds also where something that is "
        "assumed "
        "is false.");
  }

  void sort_condition() {
    const KlFacts& kl = facts_.risk.kl;
    const ConstantsSpec& constants = problem_.constants;
    const bool is_stated = constants.kl_constant.has_value() || constants.pl_constant.has_value();
    say(is_enforced() && !is_stated, "The KL condition with " + valued("kappa", kl.exponent) +
                                         " and " + valued("gamma", kl.constant) + ": " + kl.source +
                                         ".");
  }

  void sort_gap() {
    const std::string gap = valued("F0", facts_.gap.value);
    switch (facts_.gap.source) {
      case GapSource::start:
        return say(is_enforced(),
                   gap +
                       " bounds the gap at the start: the objective is at most that there, and "
                       "nowhere below 0.");
      case GapSource::known:
        return say(is_enforced(), gap + " bounds the gap at the start by a closed form.");
      case GapSource::stated:
        return assume(gap + " bounds the gap at the start: the file states it.");
      case GapSource::assumed:
        return assume(gap + " bounds the gap at the start, where nothing bounds " +
                      (has_bounded_targets()
                           ? "the loss."
                           : "the targets: a step \"scale-target\" of data.preprocess, with "
                             "their public range, would."));
    }
  }

  bool has_bounded_targets() const {
    const FeatureBounds& bounds = objective_.data->facts.bounds;
    return objective_.has_labels ||
           (std::isfinite(bounds.target_lower) && std::isfinite(bounds.target_upper));
  }

  void sort_region() {
    const double radius = problem_.domain.l2_radius(facts_.risk.dimension);
    if (!std::isfinite(radius)) return;
    const MinimizerBound bound = minimizer_bound(problem_, facts_);
    const std::string where =
        "A minimizer of the whole objective lies in the domain, the ball of "
        "radius " +
        figure_text(radius);
    if (!(bound.length <= radius)) return assume(where + ".");
    say(is_enforced() && bound.is_certified,
        where + ": it is at most " + figure_text(bound.length) + " long, by " + bound.source + ".");
  }

  const ProblemSpec& problem_;
  const PrivacySpec& privacy_;
  const Objective& objective_;
  const ProblemFacts& facts_;
  KlGround out_;
};

}  // namespace

KlGround kl_ground(const TrialPoint& point) {
  return Sorter(point).sorted();
}

}  // namespace noisy
