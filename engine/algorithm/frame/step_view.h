#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "engine/privacy/oracle/hidden_state.h"

namespace noisy {

/// A struct that a family of algorithms shows of its steps, under its name `View::kName`. Only the
/// family and the diagnostics that look at it know what it holds.
struct NamedView {
  template <class View>
  explicit NamedView(const View& shown) : name(View::kName), view(&shown) {}

  std::string_view name;
  const void* view;
};

/// The step that led to an iterate, for diagnostics: what its method tells of it. All pointers lead
/// into the run and are valid until it goes on; telling costs a hot loop two words.
class StepView {
 public:
  StepView() = default;
  explicit StepView(std::span<const NamedView> views) : views_(views) {}
  explicit StepView(const NamedView& view) : views_(&view, 1) {}

  /// The view of this type; null where the step does not tell it.
  template <class View>
  const View* find() const {
    const auto found = std::ranges::find(views_, View::kName, &NamedView::name);
    return found == views_.end() ? nullptr : static_cast<const View*>(found->view);
  }

 private:
  std::span<const NamedView> views_;
};

/// What a step tells everybody: its entry's columns (AlgorithmEntry), in their order. Only what
/// follows from released numbers and public facts may stand here, since results publish it beside
/// the releases: a noisy norm, a threshold, a scale of noise, never an exact norm. NaN where the
/// step has no such number.
struct PublicStep {
  static constexpr std::string_view kName = "public-step";
  std::span<const double> values;
};

/// Listed, and told, by methods that keep a point which nobody sees: only a run that was asked for
/// what is not private looks at it.
struct HiddenPoint {
  static constexpr std::string_view kName = "hidden-point";
  const HiddenState& state;
};

/// Listed by methods whose steps release gradients. Plan and ledger tell all about it, so the steps
/// need not.
struct GradientRelease {
  static constexpr std::string_view kName = "gradient-release";
};

}  // namespace noisy
