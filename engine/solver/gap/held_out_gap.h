#pragma once

#include <memory>

#include "engine/problem/risk/point_search.h"
#include "engine/problem/saddle_bounds.h"
#include "engine/solver/gap/saddle_mean.h"

namespace noisy {

/// An interval for the duality gap on the law of the records,
///
///     Gap(x, y) = max over w of F(x, w) - min over v of F(v, y),   F = E f(., .; record),
///
/// of a point that does not depend on the m records held out: with the given confidence the gap
/// lies in it. Exact numbers of records, so not private.
///
/// **Lower end.** Let (v*, w*) answer (y, x) best on the records of the run, so that nothing held
/// out chose them, and D(r) = f(x, w*; r) - f(v*, y; r). Any answers give Gap >= E D, and the mean
/// over the held-out records is above E D by more than
///
///     W(D) sqrt( ln(2 / beta) / (2 m) )                                    (Hoeffding 1963)
///
/// with probability at most beta / 2, where W(D) is how far apart D of two records can be. The best
/// answers to the held-out records would not do: they were chosen for being large there.
///
/// **Upper end.** Let v and w be points of which nothing held out chose either (below), and
///
///     H_u(r) = f(x, w; r) + <grad_y f(x, w; r), u_y - w>
///              - f(v, y; r) - <grad_x f(v, y; r), u_x - v>
///
/// for vertices u = (u_x, u_y). F is concave in y and convex in x, so that Gap <= max over u of E
/// H_u. The vertex u° where that is attained is a function of the law alone, so that one inequality
/// is enough, without a union over the d_x + d_y vertices: with probability at least 1 - beta / 2
///
///     Gap <= E H_u° <= max over u of ( mean H_u + W(H_u) sqrt( ln(2 / beta) / (2 m) ) ).
///
/// w is y where f is linear in y, and H_u does not depend on it; else w*. The same in x.
///
/// **Widths.** Two records' derivatives differ by at most S_inf in each coordinate and by S_x, S_y
/// in length, everywhere in the domain, so that along a step s in y
///
///     |[f(x, y + s) - f(x, y)](r) - [..](r')| <= min(S_inf ||s||_1, S_y ||s||_2) = c_y(s).
///
/// f(x, y) cancels in D and H_u:
///
///     W(D)   = c_y(w* - y) + c_x(v* - x)
///     W(H_u) = c_y(w - y) + c_y(u_y - w) + c_x(v - x) + c_x(u_x - v)
///
/// The interval is the narrower, the nearer the point is to its best answers. On other domains than
/// simplices the largest W(H_u) stands for all of them.
///
/// It rests on: records held out that were drawn independently of each other and of those of the
/// run from the law (or, without replacement, from a finite population that then is the law:
/// Hoeffding 1963, section 6), and a choice of them that looked at no record. The confidence is of
/// one point, not of all points of a trace at once.
class HeldOutGapSearcher final : public PointSearcher {
 public:
  static constexpr std::size_t kLower = 0;
  static constexpr std::size_t kUpper = 1;
  static constexpr double kConfidence = 0.95;

  /// @param records     of the run; not null
  /// @param held_out    the others; not null
  /// @param bounds      of all of them
  /// @param confidence  1 - beta, in (0, 1)
  HeldOutGapSearcher(std::shared_ptr<const SaddleMean> records,
                     std::shared_ptr<const SaddleMean> held_out, const SaddleBounds& bounds,
                     double confidence = kConfidence);

  std::unique_ptr<PointSearch> begin(const Vector& point) const override;

 private:
  std::shared_ptr<const SaddleMean> records_;
  std::shared_ptr<const SaddleMean> held_out_;
  SaddleBounds bounds_;
  double deviation_;  ///< sqrt( ln(2 / beta) / (2 m) )
};

}  // namespace noisy
