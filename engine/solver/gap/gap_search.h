#pragma once

#include "engine/problem/saddle/saddle_problem.h"
#include "engine/solver/gap/side_search.h"

namespace noisy {

/// Brackets the gap of points z_r = (x_r, y_r), in slices:
///
///     max over y of (1/R) sum_r F(x_r, y) - min over x of (1/R) sum_r F(x, y_r)
///
/// Of one point that is the duality gap, whose mean over runs is the strong gap; of the released
/// points of many runs it is the plug-in estimate of the weak gap. Exact, so not private.
class GapSearch final : public Pass {
 public:
  /// @param mean    must outlive this
  /// @param points  at least one, finite, in the domains: project them first
  /// @param options its width is that of the gap
  GapSearch(const SaddleMean& mean, std::span<const SaddlePoint> points,
            const SideOptions& options);

  bool advance(ThreadPool& pool, const Deadline& deadline) override;

  /// The rest is valid once advance() has returned true.
  Bracket gap() const { return dual_.result().value - primal_.result().value; }
  SideOptimum dual() const { return dual_.result(); }      ///< the best y
  SideOptimum primal() const { return primal_.result(); }  ///< the best x
  bool is_narrow() const { return dual().is_narrow && primal().is_narrow; }

 private:
  SideSearch dual_;
  SideSearch primal_;
};

}  // namespace noisy
