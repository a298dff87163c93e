#include <algorithm>
#include <cmath>

#include "engine/data/preprocess.h"
#include "engine/data/private_ranges.h"

namespace noisy {
namespace {

/// Checks one step's parameters against the number of columns that it will see, then derives what
/// holds afterwards.
class StepFacts {
 public:
  StepFacts(PipelineFacts& facts, std::string field) : facts_(facts), field_(std::move(field)) {}

  Result<void> operator()(const ClipRows& step) {
    if (!(step.bound >= 1e-100 && step.bound <= 1e100)) {
      return invalid("bound", "the bound must be between 1e-100 and 1e100");
    }
    FeatureBounds& bounds = facts_.bounds;
    if (step.mode == ClipRows::Mode::normalize) forget_norms();
    double& norm = step.norm == RowNorm::l1   ? bounds.l1
                   : step.norm == RowNorm::l2 ? bounds.l2
                                              : bounds.linf;
    norm = std::min(norm, step.bound);
    return conclude();
  }

  Result<void> operator()(const ScaleColumns& step) {
    if (Result<void> checked = check_limits(step.lower, "lower"); !checked) return checked;
    if (Result<void> checked = check_limits(step.upper, "upper"); !checked) return checked;
    const std::size_t count = std::max(step.lower.size(), step.upper.size());
    for (std::size_t i = 0; i < count; ++i) {
      const double lower = step.lower[step.lower.size() == 1 ? 0 : i];
      const double upper = step.upper[step.upper.size() == 1 ? 0 : i];
      if (!is_range(lower, upper)) {
        return invalid(step.upper.size() == 1 ? "upper" : "upper." + std::to_string(i),
                       "the upper end must be above the lower end, by a finite amount");
      }
    }
    if (!is_range(step.to.lower, step.to.upper)) {
      return invalid("to", "its second end must be above the first, by a finite amount");
    }
    forget_norms();
    facts_.bounds.linf = std::max(std::fabs(step.to.lower), std::fabs(step.to.upper));
    return conclude();
  }

  Result<void> operator()(const AddIntercept& step) {
    if (!std::isfinite(step.value)) return invalid("value", "the intercept must be finite");
    const double v = std::fabs(step.value);
    FeatureBounds& bounds = facts_.bounds;
    bounds.l1 = add_upward(bounds.l1, v);
    bounds.l2 = square_root_upward(
        add_upward(multiply_upward(bounds.l2, bounds.l2), multiply_upward(v, v)));
    bounds.linf = std::max(bounds.linf, v);
    facts_.unranged.clear();
    ++facts_.features;
    return conclude();
  }

  Result<void> operator()(const MapLabels& step) {
    if (step.positive.empty()) return invalid("positive", "name at least one positive label");
    return bound_target();
  }

  Result<void> operator()(const ScaleTarget& step) {
    if (!is_range(step.lower, step.upper)) {
      return invalid("upper", "the upper end must be above the lower end, by a finite amount");
    }
    return bound_target();
  }

  Result<void> operator()(const ClampTarget& step) {
    if (!is_range(step.lower, step.upper)) {
      return invalid("upper", "the upper end must be above the lower end, by a finite amount");
    }
    FeatureBounds& bounds = facts_.bounds;
    bounds.target_lower = std::clamp(bounds.target_lower, step.lower, step.upper);
    bounds.target_upper = std::clamp(bounds.target_upper, step.lower, step.upper);
    return {};
  }

  Result<void> operator()(const SelectColumns& step) {
    if (step.columns.empty()) return invalid("columns", "keep at least one column");
    std::vector<Index> seen;
    for (std::size_t i = 0; i < step.columns.size(); ++i) {
      const std::string name = "columns." + std::to_string(i);
      if (step.columns[i] < 0 || step.columns[i] >= facts_.features) {
        return invalid(name,
                       "columns are numbered from 0 to " + std::to_string(facts_.features - 1));
      }
      seen.push_back(step.columns[i]);
    }
    std::sort(seen.begin(), seen.end());
    if (std::adjacent_find(seen.begin(), seen.end()) != seen.end()) {
      return invalid("columns", "a column can be kept only once");
    }
    facts_.unranged.clear();
    facts_.features = static_cast<Index>(step.columns.size());
    return conclude();
  }

  Result<void> operator()(const SampleRows& step) {
    return check_choice(step, "keep at least one row");
  }

  Result<void> operator()(const HoldOut& step) {
    return check_choice(step, "hold at least one row out");
  }

  Result<void> operator()(const PrivateRanges& step) { return bound_ranged(step, field_, facts_); }

  Result<void> operator()(const Standardize&) {
    forget_norms();
    facts_.certified = false;
    facts_.reasons.push_back("standardize scales by the data's own mean and deviation");
    return {};
  }

 private:
  std::unexpected<Error> invalid(const std::string& parameter, std::string message) const {
    return fail(ErrorCode::invalid_value, field_ + "." + parameter, std::move(message));
  }

  Result<void> check_choice(const ChosenRows& rows, const char* too_few) const {
    if (rows.share) {
      if (*rows.share > 0 && *rows.share < 1) return {};
      return invalid("share", "the share must be between 0 and 1");
    }
    if (rows.count < 1) return invalid("count", too_few);
    return {};
  }

  static bool is_range(double lower, double upper) {
    return std::isfinite(lower) && std::isfinite(upper) && lower < upper &&
           std::isfinite(upper - lower);
  }

  Result<void> check_limits(const std::vector<double>& limits, const std::string& name) const {
    if (limits.size() == 1 || static_cast<Index>(limits.size()) == facts_.features) return {};
    return invalid(name, "give one number, or one for each of the " +
                             std::to_string(facts_.features) + " columns");
  }

  void forget_norms() {
    const FeatureBounds unknown;
    facts_.bounds.l1 = unknown.l1;
    facts_.bounds.l2 = unknown.l2;
    facts_.bounds.linf = unknown.linf;
    facts_.unranged.clear();
  }

  Result<void> bound_target() {
    facts_.bounds.target_lower = -1.0;
    facts_.bounds.target_upper = 1.0;
    return {};
  }

  Result<void> conclude() {
    facts_.bounds = with_implied_bounds(facts_.bounds, facts_.features);
    return {};
  }

  PipelineFacts& facts_;
  std::string field_;
};

}  // namespace

std::string_view step_id(const PreprocessStep& step) {
  struct Id {
    std::string_view operator()(const ClipRows&) const { return "clip-rows"; }
    std::string_view operator()(const ScaleColumns&) const { return "scale-columns"; }
    std::string_view operator()(const AddIntercept&) const { return "add-intercept"; }
    std::string_view operator()(const MapLabels&) const { return "labels"; }
    std::string_view operator()(const ScaleTarget&) const { return "scale-target"; }
    std::string_view operator()(const ClampTarget&) const { return "clamp-target"; }
    std::string_view operator()(const SelectColumns&) const { return "select-columns"; }
    std::string_view operator()(const SampleRows&) const { return "sample-rows"; }
    std::string_view operator()(const HoldOut&) const { return "hold-out"; }
    std::string_view operator()(const Standardize&) const { return "standardize"; }
    std::string_view operator()(const PrivateRanges&) const { return kPrivateRanges; }
  };
  return std::visit(Id{}, step);
}

Result<PipelineFacts> preprocessed_facts(PipelineFacts facts,
                                         std::span<const PreprocessStep> steps) {
  facts.bounds = with_implied_bounds(facts.bounds, facts.features);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string field = "data.preprocess." + std::to_string(i);
    if (std::holds_alternative<HoldOut>(steps[i]) && i + 1 < steps.size()) {
      return fail(ErrorCode::conflicting_fields, field,
                  "must be the last step, so that the rows held out are prepared as all others");
    }
    StepFacts after(facts, field);
    if (Result<void> derived = std::visit(after, steps[i]); !derived) {
      return std::unexpected(derived.error());
    }
  }
  return facts;
}

Index ChosenRows::of(Index n) const {
  if (!share) return count;
  return std::max<Index>(1, static_cast<Index>(std::floor(*share * static_cast<double>(n))));
}

bool only_chooses_rows(const PreprocessStep& step) {
  return std::holds_alternative<SampleRows>(step) || std::holds_alternative<HoldOut>(step);
}

Index added_columns(std::span<const PreprocessStep> steps) {
  return std::count_if(steps.begin(), steps.end(), [](const PreprocessStep& step) {
    return std::holds_alternative<AddIntercept>(step);
  });
}

}  // namespace noisy
