#pragma once

#include <string_view>

#include "engine/math/vector.h"
#include "engine/privacy/release/release_form.h"

namespace noisy {

/// Exact steps that nobody but the oracle, and the kind that releases where they end, can watch:
/// they ask for the gradient over all records, release nothing and are charged nothing.
class Hidden {
 public:
  virtual ~Hidden() = default;
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;

 protected:
  explicit Hidden(const ReleaseForm::HiddenKey&) {}

 private:
  friend class GradientOracle;
  /// Before every step; noise that covers all of them is drawn before the first.
  virtual void prepare(const Exact& /*exact*/) {}
  /// Where the gradient of the empirical risk is wanted next.
  virtual const Vector& place() const = 0;
  /// Whether its steps may leave the domain that the data's bounds hold in. What is released of
  /// them then has to see to it that it rests on points inside.
  virtual bool may_leave_domain() const { return false; }
  /// What it goes into.
  virtual Vector& gradient() = 0;
  virtual const Vector& gradient() const = 0;
  /// The step that the gradient is there for.
  virtual void step() {}
  /// What it is, for errors: "the descent".
  virtual std::string_view title() const = 0;
};

}  // namespace noisy
