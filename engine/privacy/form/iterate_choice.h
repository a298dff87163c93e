#pragma once

#include <vector>

#include "engine/privacy/form/full_gradient.h"

namespace noisy {

/// Points, which are public, and the exact lengths of the gradient there, which nobody but the kind
/// that chooses among them can read.
class KeptNorms final {
 public:
  KeptNorms() = default;
  KeptNorms(const KeptNorms&) = delete;
  KeptNorms& operator=(const KeptNorms&) = delete;

  /// Keeps where the hidden gradient stands, with the length of the whole objective's gradient,
  /// which must have been taken there.
  void keep(const HiddenGradient& gradient);

  Index size() const { return static_cast<Index>(points_.size()); }
  /// A kept point. @param number  from 0
  const Vector& point(Index number) const { return points_[static_cast<std::size_t>(number)]; }

 private:
  friend class IterateChoiceForm;
  std::vector<Vector> points_;
  std::vector<double> norms_;
};

/// The number of one of the kept points, from 0, chosen by the length of the gradient there.
const ReleaseForm* iterate_choice_form();

/// The details of such a release.
///
/// @param radius  of the points; 0: the whole domain
ReleaseDetails details_of_choice(double radius);

struct IterateChoiceRequest : Request {
  const KeptNorms* kept = nullptr;
};

/// A Vector of one number: the number of a point, the likelier the shorter the gradient there, by
/// the exponential mechanism. Independent Gumbel noise of the stated scale b is added to every
/// point's score, minus its gradient's length, and the best one is released: P(t) is proportional
/// to exp(-||grad F(x_t)|| / b).
///
/// One record moves a score by at most S / n, S = gradient_move (gradient_norm_of). The points do
/// not depend on the record but through earlier releases, which are paid for; so the range is
/// 2 (S / n) / b (selection_range), and its square over 8 the cost in rho. Refused without a point.
///
/// Hardened releases choose the same in whole numbers. Every length is computed, kept below 16 S
/// and rounded to a grid gamma as that of gradient_length is, so that one record moves the whole
/// number l_t of its steps by at most D (norm_query), whatever rounding does. With b a whole number
/// N of steps, point t is chosen with P(t) proportional to e^(-l_t / N) exactly (ExactSoftmax): the
/// range is 2 D / N. Points at which a record's gradient may overflow are refused.
IterateChoiceRequest choice_of(const KeptNorms& kept, const Release& release);

}  // namespace noisy
