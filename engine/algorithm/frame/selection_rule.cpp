#include "engine/algorithm/frame/selection_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/checks.h"
#include "engine/privacy/form/vertex.h"

namespace noisy {
namespace {

/// Bisections until neighbouring doubles, or nearly.
constexpr int kBisections = 100;
constexpr int kDoublings = 60;
/// Where the pure guarantee is best: D there is nearly epsilon_0, and the conversion costs nothing.
constexpr double kLargestOrder = 1e9;

Result<void> check_request(const PrivacyRequest& privacy, double sensitivity) {
  if (privacy.mechanism.value_or(Mechanism::exponential) != Mechanism::exponential) {
    return fail(ErrorCode::unsupported_mechanism, "privacy.mechanism",
                "vertices are chosen by the exponential mechanism: use \"auto\"");
  }
  if (privacy.release == ReleaseKind::hardened) {
    return fail(ErrorCode::unsupported_option, "run.randomness.release",
                "choices by hardened scores are not proven here: use \"floating\" releases");
  }
  const bool is_through_zcdp =
      privacy.calibration == Calibration::zcdp && privacy.notion == Notion::zcdp;
  if (privacy.calibration != Calibration::tight && !is_through_zcdp) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "choices by the exponential mechanism are calibrated as \"tight\" only");
  }
  if (!(sensitivity > 0) || !std::isfinite(sensitivity)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem",
                "a finite sensitivity of the vertices' scores is required: bound the rows "
                "(data.preprocess with clip-rows or scale-columns), or set problem.gradientClip");
  }
  return {};
}

/// The largest x with `holds`, which is true at `low` and false from some point on.
template <typename Condition>
double largest_where(double low, const Condition& holds) {
  double high = 2 * low;
  for (int i = 0; i < kDoublings && holds(high); ++i) {
    low = high;
    high *= 2;
  }
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

Result<SelectionRule> SelectionRule::create(const PrivacyRequest& privacy, double sensitivity,
                                            Index samples, Index selections) {
  SelectionRule rule;
  rule.privacy_ = privacy;
  rule.selections_ = selections;
  rule.release_ = {.form = vertex_form(), .batch_size = samples};
  if (privacy.notion == Notion::none) {
    if (privacy.mechanism.value_or(Mechanism::none) == Mechanism::none) return rule;
    return fail(ErrorCode::unsupported_mechanism, "privacy.mechanism",
                "without a privacy notion there is no noise: use mechanism auto");
  }
  if (auto checked = check_request(privacy, sensitivity); !checked) {
    return std::unexpected(checked.error());
  }
  if (auto done = rule.calibrate(); !done) return std::unexpected(done.error());
  rule.release_.mechanism = Mechanism::exponential;
  rule.release_.base_epsilon = rule.range_;
  rule.release_.noise_scale = 2 * sensitivity / rule.range_;
  return rule;
}

Result<void> SelectionRule::calibrate() {
  const double count = static_cast<double>(selections_);
  if (privacy_.notion == Notion::zcdp) {
    if (auto valid = check_budget(privacy_.rho, "privacy.rho"); !valid) return valid;
    range_ = std::sqrt(8 * privacy_.rho / count);
    cap_ = {CostUnit::rho, privacy_.rho};
    release_.cost = {CostUnit::rho, privacy_.rho / count};
    return {};
  }
  if (auto valid = check_budget(privacy_.epsilon, "privacy.epsilon"); !valid) return valid;
  if (privacy_.notion == Notion::approximate) {
    if (auto valid = check_delta(privacy_.delta); !valid) return valid;
    return calibrate_by_renyi();
  }
  range_ = privacy_.epsilon / count;
  cap_ = {CostUnit::epsilon, privacy_.epsilon};
  release_.cost = {CostUnit::epsilon, range_};
  return {};
}

Result<void> SelectionRule::calibrate_by_renyi() {
  const double epsilon = privacy_.epsilon, delta = privacy_.delta;
  const double count = static_cast<double>(selections_);
  const auto proven = [&](double range) {
    return renyi_epsilon(bounded_range_curve(range).times(count), delta);
  };
  // Proven by basic composition; rounding aside.
  const double least = epsilon / count * (1 - 1e-12);
  const double best = proven(largest_where(least, [&](double range) {
                        return proven(range).value <= epsilon;
                      })).order;
  const double order =
      std::isfinite(best) && best > 1 ? std::min(best, kLargestOrder) : kLargestOrder;
  // The ledger counts at this order, so that this is what is calibrated to the last digit.
  const double cap = renyi_cap(order, epsilon, delta);
  const auto is_within = [&](double range) {
    return count * bounded_range_renyi(order, range) <= cap;
  };
  if (!is_within(0.5 * least)) {
    return fail(ErrorCode::no_certificate, "privacy.epsilon",
                "no Renyi order proves this target: raise epsilon or delta, or use \"pure\"");
  }
  range_ = largest_where(0.5 * least, is_within);
  release_.cost = {CostUnit::renyi, bounded_range_renyi(order, range_), order};
  cap_ = count * release_.cost;
  return {};
}

void SelectionRule::state(PrivacyClaim& claim) const {
  BudgetRule::state(claim);
  if (claim.notion == Notion::approximate) claim.epsilon = privacy_.epsilon;
}

double SelectionRule::spent(const Cost& cost) const {
  if (privacy_.notion == Notion::none) return std::numeric_limits<double>::quiet_NaN();
  if (privacy_.notion != Notion::approximate || cost.value == 0) return cost.value;
  const double count = std::round(cost.value / release_.cost.value);
  const double epsilon =
      renyi_epsilon(bounded_range_curve(range_).times(count), privacy_.delta).value;
  return std::min(epsilon, privacy_.epsilon);
}

}  // namespace noisy
