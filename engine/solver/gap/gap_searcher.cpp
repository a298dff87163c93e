#include "engine/solver/gap/gap_searcher.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

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

SideOptions halved(SideOptions options) {
  options.width /= 2;
  return options;
}

class PrimalGapSearch final : public PointSearch {
 public:
  PrimalGapSearch(std::shared_ptr<const SaddleMean> mean, const Vector& z,
                  const SideOptions& options)
      : mean_(std::move(mean)),
        options_(halved(options)),
        answer_(*mean_, SaddleSide::dual, {projected_parts(*mean_, z).primal}, options_) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    if (!reply_) {
      if (!answer_.advance(pool, deadline)) return false;
      const std::vector<Vector> best = {answer_.result().point};
      reply_.emplace(*mean_, SaddleSide::primal, best, options_);
    }
    return reply_->advance(pool, deadline);
  }
  double number(std::size_t) const override {
    return (answer_.result().value - reply_->result().value).upper;
  }
  double evaluations() const override {
    return static_cast<double>(answer_.result().evaluations + reply_->result().evaluations);
  }

 private:
  std::shared_ptr<const SaddleMean> mean_;
  SideOptions options_;
  SideSearch answer_;                ///< y^
  std::optional<SideSearch> reply_;  ///< to y^
};

}  // namespace

std::unique_ptr<PointSearch> PrimalGapSearcher::begin(const Vector& point) const {
  return std::make_unique<PrimalGapSearch>(mean_, point, options_);
}

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
