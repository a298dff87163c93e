#pragma once

#include "engine/privacy/oracle/hidden.h"
#include "engine/privacy/oracle/request.h"

namespace noisy {

/// A point and the exact gradient of the empirical risk there, which nobody but the oracle can
/// read. Variance-reduced releases are made with it, and pay for it:
/// `co_await data.advance(anchor.at(x))` takes it.
class Anchor final : public Hidden {
 public:
  Anchor();

  /// Stands at x from now on, whose gradient is not there yet.
  Anchor& at(const Vector& x) {
    point_ = x;
    gradient_.resize(x.size());
    return *this;
  }

 private:
  friend class AnchoredForm;
  const Vector& place() const override { return point_; }
  Vector& gradient() override { return gradient_; }
  const Vector& gradient() const override { return gradient_; }
  std::string_view title() const override { return "the anchor"; }

  Vector point_;
  Vector gradient_;
};

/// Of releases that hold a difference: R (change_bound), which their cost rests on.
ReleaseDetails details_of_change(double change);

/// grad F_B(x) - grad F_B(a) + grad F(a) of a batch B and an anchor a. With a batch of all records
/// the anchor cancels, so the answer is the gradient at x.
const ReleaseForm* variance_reduced_form();

/// grad F_B(x) - grad F_B(a).
const ReleaseForm* difference_form();

/// grad F(a).
const ReleaseForm* anchor_form();

struct AnchoredRequest : Request {
  const Anchor* anchor = nullptr;
};

/// A release of the form variance_reduced, difference or anchor, whichever the rule is of.
AnchoredRequest variance_reduced_at(const Vector& x, const Anchor& anchor, const Release& release);

}  // namespace noisy
