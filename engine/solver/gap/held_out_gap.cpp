#include "engine/solver/gap/held_out_gap.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/solver/gap/gap_search.h"
#include "engine/solver/gap/gap_searcher.h"
#include "engine/solver/gap/linear_minimizer.h"

namespace noisy {
namespace {

/// How exactly the answers to the run's records are looked for, as a share of what chance leaves
/// open: they only choose at which points the held-out records are asked.
constexpr double kAnswerWidth = 0.02;

/// What differs between two records along a step of one player.
struct PlayerSpread {
  double coordinate = 0;  ///< S_inf
  double length = 0;      ///< S_x or S_y

  double along(const Vector& step) const {
    const double in_length = length * math::l2_norm(step);
    if (!std::isfinite(coordinate)) return in_length;
    return std::min(coordinate * math::l1_norm(math::view(step)), in_length);
  }
};

/// One player's side of the upper end, which is the sum of both.
struct Side {
  const Domain& domain;
  PlayerSpread spread;
  double radius;           ///< of the domain
  const Vector& at;        ///< y, or x
  const Vector& expanded;  ///< w, or v
  Vector slope;            ///< of what the player makes small: -grad_y F or grad_x F at it
};

/// max over u of <-slope, u - w> + deviation (c(w - y) + c(u - w))
double largest_step(const Side& side, double deviation) {
  const double before = side.spread.along(side.expanded - side.at);
  const double here = math::dot(side.slope, side.expanded);
  if (side.domain.kind != Domain::Kind::simplex) {
    const Vector answer = linear_minimizer(side.domain, side.slope);
    const double widest = side.spread.length * (math::l2_norm(side.expanded) + side.radius);
    return here - math::dot(side.slope, answer) + deviation * (before + widest);
  }
  double most = -std::numeric_limits<double>::infinity();
  Vector step = -side.expanded;
  for (Index j = 0; j < step.size(); ++j) {
    step[j] += 1;
    most = std::max(most, here - side.slope[j] + deviation * (before + side.spread.along(step)));
    step[j] = -side.expanded[j];
  }
  return most;
}

class HeldOutGapSearch final : public PointSearch {
 public:
  HeldOutGapSearch(std::shared_ptr<const SaddleMean> records,
                   std::shared_ptr<const SaddleMean> held_out, const SaddleBounds& bounds,
                   double deviation, const Vector& z)
      : records_(std::move(records)),
        held_out_(std::move(held_out)),
        bounds_(bounds),
        deviation_(deviation),
        point_(projected_parts(*records_, z)),
        search_(*records_, {&point_, 1}, options()) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    if (asked_ == 0 && !pass_) {
      if (!search_.advance(pool, deadline)) return false;
      choose_points();
    }
    while (asked_ < kPoints) {
      if (!pass_) pass_ = held_out_->begin_pass(points_[asked_], answers_[asked_]);
      if (!pass_->advance(pool, deadline)) return false;
      pass_.reset();
      ++asked_;
    }
    return true;
  }
  double number(std::size_t which) const override {
    return which == HeldOutGapSearcher::kLower ? lower() : upper();
  }
  double evaluations() const override {
    return static_cast<double>(search_.dual().evaluations + search_.primal().evaluations) +
           static_cast<double>(asked_) * static_cast<double>(held_out_->records());
  }

 private:
  /// Where the held-out records are asked: at the answers to the run's records, (x, w*) and
  /// (v*, y), and where the upper end is expanded, (x, w) and (v, y).
  enum Point : std::size_t { kDualAnswer, kPrimalAnswer, kDualExpanded, kPrimalExpanded, kPoints };

  SideOptions options() const {
    SideOptions out = usual_gap_options(bounds_, records_->records());
    const double apart = std::max(bounds_.primal_difference, bounds_.dual_difference);
    const double differs = std::min(apart, bounds_.coordinates.difference);
    out.width = std::max(out.width, kAnswerWidth * deviation_ * differs);
    return out;
  }
  PlayerSpread in_x() const { return {bounds_.coordinates.difference, bounds_.primal_difference}; }
  PlayerSpread in_y() const { return {bounds_.coordinates.difference, bounds_.dual_difference}; }

  void choose_points() {
    dual_answer_ = search_.dual().point;
    primal_answer_ = search_.primal().point;
    dual_expanded_ = bounds_.smoothness.dual == 0 ? point_.dual : dual_answer_;
    primal_expanded_ = bounds_.smoothness.primal == 0 ? point_.primal : primal_answer_;
    const auto joined = [](const Vector& x, const Vector& y) -> Vector {
      return (Vector(x.size() + y.size()) << x, y).finished();
    };
    points_[kDualAnswer] = joined(point_.primal, dual_answer_);
    points_[kPrimalAnswer] = joined(primal_answer_, point_.dual);
    points_[kDualExpanded] = joined(point_.primal, dual_expanded_);
    points_[kPrimalExpanded] = joined(primal_expanded_, point_.dual);
  }

  double lower() const {
    const double width =
        in_y().along(dual_answer_ - point_.dual) + in_x().along(primal_answer_ - point_.primal);
    const double mean = answers_[kDualAnswer].value - answers_[kPrimalAnswer].value;
    return std::max(0.0, mean - deviation_ * width);
  }
  double upper() const {
    const Side dual{
        held_out_->dual_domain(), in_y(),
        bounds_.dual_radius,      point_.dual,
        dual_expanded_,           answers_[kDualExpanded].slopes.tail(point_.dual.size())};
    const Side primal{
        held_out_->primal_domain(), in_x(),
        bounds_.primal_radius,      point_.primal,
        primal_expanded_,           answers_[kPrimalExpanded].slopes.head(point_.primal.size())};
    const double here = answers_[kDualExpanded].value - answers_[kPrimalExpanded].value;
    const double end = here + largest_step(dual, deviation_) + largest_step(primal, deviation_);
    return std::max(0.0, end);
  }

  std::shared_ptr<const SaddleMean> records_;
  std::shared_ptr<const SaddleMean> held_out_;
  SaddleBounds bounds_;
  double deviation_;
  SaddlePoint point_;  ///< z, projected
  GapSearch search_;   ///< for w* and v*
  Vector dual_answer_, primal_answer_, dual_expanded_, primal_expanded_;
  Vector points_[kPoints];
  SaddleMeanAnswer answers_[kPoints];
  std::size_t asked_ = 0;
  std::unique_ptr<Pass> pass_;
};

}  // namespace

HeldOutGapSearcher::HeldOutGapSearcher(std::shared_ptr<const SaddleMean> records,
                                       std::shared_ptr<const SaddleMean> held_out,
                                       const SaddleBounds& bounds, double confidence)
    : records_(std::move(records)),
      held_out_(std::move(held_out)),
      bounds_(bounds),
      deviation_(std::sqrt(math::log(2 / (1 - confidence)) /
                           (2 * static_cast<double>(held_out_->records())))) {}

std::unique_ptr<PointSearch> HeldOutGapSearcher::begin(const Vector& point) const {
  return std::make_unique<HeldOutGapSearch>(records_, held_out_, bounds_, deviation_, point);
}

}  // namespace noisy
