#pragma once

#include "engine/privacy/oracle/hidden.h"
#include "engine/privacy/oracle/request.h"
#include "engine/privacy/release/moments.h"

namespace noisy {

/// The exact sufficient statistics of least squares, A and q, which nobody but the kinds that
/// release parts of them can read: `co_await data.advance(hidden)` once for each of its passes.
///
/// Gradients are affine in x: q = -grad F(0), and column j of A is grad F(e_j) - grad F(0). These
/// points may lie outside of the domain, since QuadraticBounds hold everywhere.
class HiddenMoments final : public Hidden {
 public:
  explicit HiddenMoments(Index dimension);

  /// d + 1
  Index passes() const { return gradient_.size() + 1; }

 private:
  friend class MomentForm;
  const Vector& place() const override { return point_; }
  Vector& gradient() override { return gradient_; }
  const Vector& gradient() const override { return gradient_; }
  void step() override;
  std::string_view title() const override { return "a point of the moments"; }
  bool may_leave_domain() const override { return true; }
  bool is_whole() const { return taken_ == passes(); }
  /// A, symmetric; only when it is whole.
  Eigen::MatrixXd second() const;

  Index taken_ = 0;
  Vector point_;
  Vector gradient_;
  Vector origin_;            ///< grad F(0)
  Eigen::MatrixXd columns_;  ///< of A, as computed
};

/// The kind of release of a part of them (moments.h), with Gaussian noise of one scale on each of
/// its numbers; it costs (D / (n sigma))^2 / 2 in rho, D = moment_move.
const ReleaseForm* moment_form(MomentPart part);

/// The bounds that such a release rests on, as its details.
ReleaseDetails details_of_moment(const QuadraticBounds& bounds);

struct MomentRequest : Request {
  const HiddenMoments* moments = nullptr;
};

/// A part: a number, the packed A, or q. Refused before all passes are made.
MomentRequest moment_of(MomentPart part, const HiddenMoments& moments, const Release& release);

}  // namespace noisy
