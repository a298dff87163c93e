#include "engine/question/trial/kl_changes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "engine/algorithm/kl/kl_entries.h"
#include "engine/math/figure_text.h"
#include "engine/question/trial/kl_methods.h"
#include "engine/question/trial/minimizer_bound.h"
#include "engine/question/trial/trial_point.h"

namespace noisy {
namespace {

constexpr double kRowBound = 1;
constexpr double kUsualTarget = 1;  ///< sup |y| where nothing bounds it
constexpr double kSmoothnessShare = 0.1;
constexpr double kRoom = 2;  ///< how often the ball holds the minimizers' own
constexpr double kDelta = 1e-6;
constexpr double kDeltaShare = 0.1;  ///< of 1/n, which delta must be well below

/// A number with so few digits as somebody would write it.
double with_digits(double value, int digits) {
  const std::string text = significant_text(value, digits);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Changes one block after the other, and keeps the reasons.
class Change {
 public:
  Change(const Experiment& given, const std::optional<StatedShape>& shape)
      : given_(given), shape_(shape), out_{.experiment = given.source, .sentences = {}} {}

  Result<void> all() {
    take_methods();
    drop_constants();
    if (auto done = change_data(); !done) return done;
    open_domain();
    if (auto done = change_regularizer(); !done) return done;
    if (auto done = close_domain(); !done) return done;
    if (auto done = clip(); !done) return done;
    return state_condition();
  }

  KlChanges made() && { return std::move(out_); }

 private:
  void say(std::string sentence) { out_.sentences.push_back(std::move(sentence)); }

  Json& block(std::string_view name) {
    if (!out_.experiment.find(name)) out_.experiment.set(name, Json::object());
    return *out_.experiment.find(name);
  }

  Result<TrialPoint> look() const {
    return trial_point(out_.experiment, shape_, TrialDepth::facts);
  }

  const FeatureBounds& bounds() const { return data_->facts.bounds; }

  /// sup |y| of the targets.
  double largest_target() const {
    if (given_.problem.loss->takes_labels) return 1;
    return std::max(std::fabs(bounds().target_lower), std::fabs(bounds().target_upper));
  }

  void take_methods() {
    out_.experiment.set("algorithms", kl_methods());
    keep_measured(given_, kl_method_entries(), out_.experiment);
    if (given_.sweep.empty()) return;
    out_.experiment.erase("sweep");
    say("The sweep is left out: a trial is one experiment.");
  }

  /// Whether the file says that a condition holds.
  bool states_condition() const {
    const ConstantsSpec& constants = given_.problem.constants;
    return constants.kl_constant.has_value() || constants.pl_constant.has_value();
  }

  /// They are about another objective, or less than what is known without them.
  void drop_constants() {
    Json& problem = block("problem");
    if (!problem.find("constants")) return;
    Json kept = Json::object();
    for (const auto& [name, value] : problem.member("constants").members()) {
      const bool is_condition = name == "klConstant" || name == "klExponent" ||
                                name == "plConstant" || name == "initialGap";
      if (states_condition() && is_condition) kept.set(name, value);
    }
    if (kept == problem.member("constants")) return;
    problem.erase("constants");
    if (kept.size() > 0) problem.set("constants", std::move(kept));
    say("Constants that were stated or measured give way to what follows from enforced bounds.");
  }

  /// A condition that the file states is about the objective as it was.
  ///
  /// @return whether there was one
  bool drop_condition() {
    Json& problem = block("problem");
    if (!problem.find("constants")) return false;
    problem.erase("constants");
    return true;
  }

  void say_condition(bool was_dropped) {
    if (was_dropped) say("The stated KL condition is about the objective as it was: it gives way.");
  }

  Result<void> change_data() {
    const auto data = stated_data(*given_.data, use_of(given_.problem), shape_);
    if (!data) return std::unexpected(data.error());
    data_ = *data;
    change_privacy();
    if (std::isfinite(bounds().l2)) return {};
    const bool had_condition = drop_condition();
    Json& block_of_data = block("data");
    std::vector<Json> steps;
    for (const Json& step : block_of_data.member("preprocess").elements()) steps.push_back(step);
    steps.push_back(Json::object({{"kind", "clip-rows"}, {"norm", "l2"}, {"bound", kRowBound}}));
    block_of_data.set("preprocess", Json::array(std::move(steps)));
    say("Nothing bounds the rows: longer ones are scaled down to length " + figure_text(kRowBound) +
        ". Columns of different units should be scaled first.");
    say_condition(had_condition);
    return {};
  }

  void change_privacy() {
    Json& privacy = block("privacy");
    const AlgorithmEntry methods = kl_entry();
    const auto has = [](const auto& list, auto value) {
      return std::ranges::find(list, value) != list.end();
    };
    const PrivacySpec& asked = given_.privacy;
    const bool keeps_neighbours = has(methods.neighbours, asked.neighbours);
    const bool is_usual = asked.calibration == Calibration::tight && keeps_neighbours &&
                          (!asked.mechanism || has(methods.mechanisms, *asked.mechanism));
    for (const char* name : {"mechanism", "calibration", "noiseConstant"}) privacy.erase(name);
    if (!keeps_neighbours) privacy.erase("neighbours");
    const bool is_zeroed = asked.neighbours == Neighbours::zero_out;
    if (!is_usual) {
      say(std::string("Noise is Gaussian and calibrated tightly, for records that are ") +
          (is_zeroed ? "zeroed out." : "replaced."));
    }
    if (given_.privacy.notion != Notion::pure) return;
    const double delta = std::min(kDelta, kDeltaShare / static_cast<double>(data_->samples()));
    privacy.set("notion", "approximate");
    privacy.set("delta", with_digits(delta, 1));
    say("These methods count in zCDP, which is not pure: the same epsilon, with delta = " +
        figure_text(with_digits(delta, 1)) + ".");
  }

  void open_domain() {
    using Kind = Domain::Kind;
    const Kind kind = given_.problem.domain.kind;
    if (kind == Kind::l2_ball) return;
    block("problem").erase("domain");
    if (kind == Kind::all) return;
    say("These methods work in a ball around 0, which takes the place of the domain.");
  }

  Result<void> change_regularizer() {
    const Regularizer& given = given_.problem.regularizer;
    const auto seen = look();
    if (!seen) return std::unexpected(seen.error());
    const RiskFacts& risk = seen->plans.facts.risk;
    const bool has_condition = risk.kl.is_known() && risk.kl.exponent > 1;
    if (given.is_smooth() && (given.strong_convexity() > 0 || has_condition)) return {};
    const bool is_convex_part = given.strong_convexity() > 0;
    const double strength = is_convex_part
                                ? given.strong_convexity()
                                : with_digits(kSmoothnessShare * risk.loss_smoothness, 2);
    if (!(strength > 0 && std::isfinite(strength))) {
      return fail(ErrorCode::unbounded_sensitivity, "problem.loss",
                  "nothing bounds this loss's curvature, which KL methods rest on: choose another");
    }
    const bool had_condition = drop_condition();
    block("problem").set("regularizer", Json::object({{"kind", "l2"}, {"strength", strength}}));
    if (given.kind != Regularizer::Kind::none) {
      say("These methods need a gradient everywhere, which the regularizer has not.");
    }
    const std::string share = is_convex_part ? "" : ", a tenth of the loss's smoothness,";
    say("An l2 regularizer of strength " + figure_text(strength) + share +
        (risk.is_convex ? " makes the objective strongly convex."
                        : " keeps the minimizers near 0."));
    say_condition(had_condition);
    return {};
  }

  Result<void> close_domain() {
    if (given_.problem.domain.kind == Domain::Kind::l2_ball) return {};
    const auto seen = look();
    if (!seen) return std::unexpected(seen.error());
    const MinimizerBound bound = minimizer_bound(seen->point.problem, seen->plans.facts);
    if (!std::isfinite(bound.length)) return {};
    // A hundredth more, so that fewer digits are no less.
    const double radius = with_digits(1.01 * kRoom * bound.length, 3);
    block("problem").set("domain", Json::object({{"kind", "l2-ball"}, {"radius", radius}}));
    say("The domain is the ball of radius " + figure_text(radius) +
        ", twice what a minimizer's length can be by " + bound.source + ".");
    return {};
  }

  /// Whether the file's own ball bounds the slope of any loss.
  Result<bool> bounds_slope() const {
    if (given_.problem.domain.kind != Domain::Kind::l2_ball) return false;
    const auto seen = look();
    if (!seen) return std::unexpected(seen.error());
    return std::isfinite(seen->plans.facts.risk.l2_sensitivity);
  }

  Result<void> clip() {
    const LossEntry& loss = *given_.problem.loss;
    if (given_.problem.gradient_clip || !loss.needs_gradient_clip()) return {};
    const auto is_bounded = bounds_slope();
    if (!is_bounded) return std::unexpected(is_bounded.error());
    if (*is_bounded) return {};
    const LinearLoss linear = loss.linear(given_.problem.loss_parameters);
    const double row = std::isfinite(bounds().l2) ? bounds().l2 : kRowBound;
    const double target = largest_target();
    const bool is_bounded_target = std::isfinite(target);
    const double bound =
        with_digits(row * linear.derivative_bound(0, is_bounded_target ? target : kUsualTarget), 3);
    block("problem").set("gradientClip", Json::object({{"norm", "l2"}, {"bound", bound}}));
    say("The loss grows ever steeper: records' gradients are clipped to " + figure_text(bound) +
        ", as long as they can be at 0" +
        (is_bounded_target ? "." : " if no target is above 1 or below -1: nothing bounds them."));
    return {};
  }

  Result<void> state_condition() {
    const auto seen = look();
    if (!seen) return std::unexpected(seen.error());
    if (seen->plans.facts.risk.kl.is_known()) return {};
    const double strength = seen->point.problem.regularizer.strong_convexity();
    const double gamma = with_digits(1 / std::sqrt(2 * strength), 4);
    Json& problem = block("problem");
    Json constants = problem.find("constants") ? problem.member("constants") : Json::object();
    constants.set("klExponent", 2);
    constants.set("klConstant", gamma);
    problem.set("constants", std::move(constants));
    say("The loss is not convex: kappa = 2 and gamma = " + figure_text(gamma) +
        " are stated, as the regularizer would give them to a convex loss.");
    return {};
  }

  const Experiment& given_;
  const std::optional<StatedShape>& shape_;
  std::shared_ptr<const LoadedData> data_;
  KlChanges out_;
};

}  // namespace

Result<KlChanges> change_for_kl(const Experiment& given, const std::optional<StatedShape>& shape) {
  if (given.problem.loss->form == LossForm::record) {
    return fail(ErrorCode::invalid_value, "problem",
                "a problem of the gallery is a KL problem as it is: choose methods for it");
  }
  if (given.problem.loss->form == LossForm::saddle) {
    return fail(ErrorCode::invalid_value, "problem",
                "a saddle problem has no minimum, and no KL condition: choose a loss");
  }
  Change change(given, shape);
  if (auto done = change.all(); !done) return std::unexpected(std::move(done.error()));
  return std::move(change).made();
}

}  // namespace noisy
