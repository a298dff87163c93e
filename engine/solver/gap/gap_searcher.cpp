#include "engine/solver/gap/gap_searcher.h"

#include <algorithm>
#include <limits>

#include "engine/solver/gap/gap_search.h"

namespace noisy {
namespace {

/// Of L (D_x + D_y).
constexpr double kWidthShare = 1e-5;
/// A narrower bracket than this is made of rounding alone.
constexpr double kLeastWidth = std::numeric_limits<double>::min();
/// Of each player's search.
constexpr Index kMostWalks = 1000;

class PointGapSearch final : public PointSearch {
 public:
  PointGapSearch(std::shared_ptr<const SaddleMean> mean, const Vector& z,
                 const SideOptions& options)
      : mean_(std::move(mean)),
        point_(projected_parts(*mean_, z)),
        search_(*mean_, {&point_, 1}, options) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    return search_.advance(pool, deadline);
  }
  double number(std::size_t which) const override {
    const Bracket gap = search_.gap();
    return which == GapSearcher::kLower ? gap.lower : gap.upper;
  }
  double evaluations() const override {
    return static_cast<double>(search_.dual().evaluations + search_.primal().evaluations);
  }

 private:
  std::shared_ptr<const SaddleMean> mean_;
  SaddlePoint point_;
  GapSearch search_;
};

}  // namespace

std::unique_ptr<PointSearch> GapSearcher::begin(const Vector& point) const {
  return std::make_unique<PointGapSearch>(mean_, point, options_);
}

SaddlePoint projected_parts(const SaddleMean& mean, const Vector& z) {
  SaddlePoint out{z.head(mean.primal_dimension()), z.tail(mean.dual_dimension())};
  mean.primal_domain().project(out.primal);
  mean.dual_domain().project(out.dual);
  return out;
}

SideOptions usual_gap_options(const SaddleBounds& bounds, Index records) {
  const double scale = bounds.lipschitz * (bounds.primal_radius + bounds.dual_radius);
  return {.width = std::max(kWidthShare * scale, kLeastWidth),
          .most_evaluations = kMostWalks * records};
}

}  // namespace noisy
