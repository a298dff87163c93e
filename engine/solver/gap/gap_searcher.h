#pragma once

#include "engine/problem/risk/point_search.h"
#include "engine/problem/saddle/saddle_problem.h"
#include "engine/solver/gap/saddle_mean.h"
#include "engine/solver/gap/side_search.h"

namespace noisy {

/// Finds max F(x, .) - min F(., y^) of the projected x alone, y^ its best answer: the upper end of
/// a bracket, and so at least how far max F(x, .) is above its least value over X.
class PrimalGapSearcher final : public PointSearcher {
 public:
  /// As GapSearcher.
  PrimalGapSearcher(std::shared_ptr<const SaddleMean> mean, const SideOptions& options)
      : mean_(std::move(mean)), options_(options) {}

  std::unique_ptr<PointSearch> begin(const Vector& point) const override;

 private:
  std::shared_ptr<const SaddleMean> mean_;
  SideOptions options_;
};

/// Brackets the duality gap max F(x, .) - min F(., y) of points z = (x, y), projected first. The
/// numbers of a search are the bracket's ends.
class GapSearcher final : public PointSearcher {
 public:
  static constexpr std::size_t kLower = 0;
  static constexpr std::size_t kUpper = 1;

  /// @param mean     not null
  /// @param options  its width is that of the gap
  GapSearcher(std::shared_ptr<const SaddleMean> mean, const SideOptions& options)
      : mean_(mean), options_(options), primal_(std::move(mean), options) {}

  std::unique_ptr<PointSearch> begin(const Vector& point) const override;
  /// For those that release x alone.
  const PrimalGapSearcher& primal() const { return primal_; }

 private:
  std::shared_ptr<const SaddleMean> mean_;
  SideOptions options_;
  PrimalGapSearcher primal_;
};

/// (x, y) of z, each projected onto its domain.
SaddlePoint projected_parts(const SaddleMean& mean, const Vector& z);

/// How narrow gaps are bracketed where nobody says it: to a hundred thousandth of L (D_x + D_y),
/// where none is larger than twice that product. A search ends after 2000 walks over the records,
/// as wide as its bracket is then.
///
/// @param records  n
SideOptions usual_gap_options(const SaddleBounds& bounds, Index records);

}  // namespace noisy
