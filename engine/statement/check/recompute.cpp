#include "engine/statement/check/recompute.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/laplace_renyi.h"
#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/statement_words.h"

namespace noisy {
namespace {

using namespace statement;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// More groups of equal steps are not accounted anew by Renyi orders.
constexpr std::size_t kMostGroups = 20'000;

/// Sum of c r^k for k < count, with r = e^{log_ratio}.
double geometric_sum(double first, double log_ratio, double count) {
  const double span = log_ratio * count;
  if (std::fabs(span) < 1e-9) return first * count * (1 + 0.5 * log_ratio * (count - 1));
  return first * math::expm1(span) / math::expm1(log_ratio);
}

double log_ratio(double first, double last, Index count) {
  return count > 1 ? math::log(last / first) / static_cast<double>(count - 1) : 0;
}

/// A part of a stretch that is equal or a progression.
ScaleRun part_of(const ScaleRun& run, Index done, Index count) {
  const double step = log_ratio(run.first, run.last, run.count);
  const auto at = [&](Index k) {
    return k == 0 ? run.first : run.first * math::exp(static_cast<double>(k) * step);
  };
  return {.count = count, .first = at(done), .last = at(done + count - 1)};
}

/// Walks along the stretches of one list.
class Stretches {
 public:
  explicit Stretches(const std::vector<ScaleRun>& runs) : at_(runs.begin()), end_(runs.end()) {
    skip();
  }

  /// How many releases are left of this stretch, at most so many; so many where there is none.
  Index left(Index most) const { return at_ == end_ ? most : std::min(most, at_->count - done_); }

  /// The next ones, left() of them at most; all 0 where there is no stretch.
  ScaleRun take(Index count) {
    if (at_ == end_) return {.count = count};
    const ScaleRun part = part_of(*at_, done_, count);
    done_ += count;
    skip();
    return part;
  }

 private:
  void skip() {
    while (at_ != end_ && done_ >= at_->count) {
      ++at_;
      done_ = 0;
    }
  }

  std::vector<ScaleRun>::const_iterator at_;
  std::vector<ScaleRun>::const_iterator end_;
  Index done_ = 0;
};

/// Releases on one grid whose noise and steps are equal or progressions.
struct Piece {
  ScaleRun run;
  double grid = 0;
  ScaleRun steps;

  StatedNoise first() const {
    return {.scale = run.first, .grid = grid, .step_length = steps.first};
  }
  StatedNoise last() const { return {.scale = run.last, .grid = grid, .step_length = steps.last}; }
  bool is_constant() const { return run.is_constant() && steps.is_constant(); }
};

/// Cuts the stretches of noise where the grid or the stretch of steps changes.
std::vector<Piece> pieces_of(const StatedEntry& entry) {
  std::vector<Piece> pieces;
  Stretches grids(entry.grids), steps(entry.steps);
  for (const ScaleRun& run : entry.values) {
    for (Index done = 0; done < run.count;) {
      const Index count = steps.left(grids.left(run.count - done));
      pieces.push_back({.run = part_of(run, done, count),
                        .grid = grids.take(count).first,
                        .steps = steps.take(count)});
      done += count;
    }
  }
  return pieces;
}

/// Adds up the costs of one piece of the schedule, from its beginning.
class Stretch {
 public:
  Stretch(const StatedEntry& entry, const Piece& piece)
      : entry_(entry),
        piece_(piece),
        first_cost_(entry.form->stated_cost(entry, piece.first())),
        is_constant_(piece.is_constant() || piece.run.count < 2) {}

  /// The cost of its first `count` releases; nothing when the effort does not suffice.
  std::optional<double> cost(double count, Effort& effort) const {
    if (is_constant_) return count * first_cost_;
    // Without sampling a cost is a power of the scale, so that it is a progression, too.
    if (!entry_.draws_batches) {
      const double last_cost = entry_.form->stated_cost(entry_, piece_.last());
      return geometric_sum(first_cost_, log_ratio(first_cost_, last_cost, piece_.run.count), count);
    }
    effort.evaluations -= count;
    if (effort.evaluations < 0) return std::nullopt;
    const ScaleRun& run = piece_.run;
    const double step = log_ratio(run.first, run.last, run.count);
    StatedNoise noise = piece_.first();
    double total = 0;
    for (double k = 0; k < count; ++k) {
      noise.scale = run.first * math::exp(k * step);
      total += entry_.form->stated_cost(entry_, noise);
    }
    return total;
  }

 private:
  const StatedEntry& entry_;
  Piece piece_;
  double first_cost_;
  bool is_constant_;
};

bool is_pure_laplace(const StatedEntry& entry) {
  return noise_of(entry.mechanism).norm == RowNorm::l1 && entry.unit == CostUnit::epsilon;
}

std::optional<double> renyi_figure(const StatedEntry& entry, const StatedFigure& figure) {
  const bool full = figure.accountant == kRenyiLaplace;
  const bool is_plain = !entry.draws_batches && entry.release == ReleaseKind::floating;
  if (!is_pure_laplace(entry) || (full && !is_plain)) return std::nullopt;
  if (entry.values.size() + entry.grids.size() > kMostGroups) return std::nullopt;
  std::vector<StepGroup> steps;
  for (const Piece& piece : pieces_of(entry)) {
    if (!piece.is_constant()) return std::nullopt;
    const double epsilon = entry.form->stated_cost(entry, piece.first());
    if (!steps.empty() && steps.back().epsilon == epsilon) {
      steps.back().count += piece.run.count;
    } else {
      steps.push_back({.epsilon = epsilon, .count = piece.run.count});
    }
  }
  const auto budget = approximate_budget(
      steps, full ? LaplaceAccounting::full_batch_renyi : LaplaceAccounting::pure_renyi,
      figure.delta);
  if (!budget) return std::nullopt;
  return budget->epsilon;
}

/// At an order that the figure states.
std::optional<double> renyi_epsilon_of(const StatedEntry& entry, const StatedFigure& figure) {
  const bool suits = entry.unit == CostUnit::renyi && figure.order > 1 && figure.delta > 0;
  if (!suits) return std::nullopt;
  double divergence = 0;
  for (const StatedEntry& kind : entry.by_kind()) {
    divergence += renyi_releases(kind).at(figure.order);
  }
  return std::max(0.0, renyi_epsilon_at(figure.order, divergence, figure.delta));
}

/// By their hockey-stick divergence; nothing where no account of it is known.
std::optional<double> hockey_stick_of(const std::vector<RenyiReleases>& releases, double delta) {
  if (releases.size() != 1 || !(delta > 0) || !(delta < 1)) return std::nullopt;
  const double epsilon = releases.front().hockey_stick(delta);
  return std::isfinite(epsilon) ? std::optional(epsilon) : std::nullopt;
}

/// rho-zCDP as (epsilon, delta)-DP; nothing without a delta to convert at, or by an accountant that
/// does not convert.
std::optional<double> converted(std::string_view accountant, double rho, double delta) {
  if (rho == 0) return 0;
  if (!(delta > 0)) return std::nullopt;
  if (!std::isfinite(rho)) return rho;
  if (accountant == kZcdpStandard) return rho + 2 * std::sqrt(-rho * math::log(delta));
  if (accountant == kZcdpOptimal) return zcdp_epsilon(rho, delta, ZcdpConversion::optimal);
  if (accountant == kZcdpGaussian) return zcdp_epsilon(rho, delta, ZcdpConversion::gaussian);
  return std::nullopt;
}

}  // namespace

RenyiReleases renyi_releases(const StatedEntry& entry) {
  double count = 0;
  for (const ScaleRun& run : entry.values) count += static_cast<double>(run.count);
  return {.release = entry.rule_at(entry.values.empty() ? 0 : entry.values.front().first),
          .samples = static_cast<Index>(entry.samples),
          .sensitivity = entry.form->stated_sum_sensitivity(entry),
          .order = entry.order,
          .count = count};
}

bool is_gaussian(const StatedEntry& entry) {
  // Whether the exact formula holds for noise that is chosen on the way is not shown here.
  const auto is_normal = [](const StatedEntry& kind) { return noise_of(kind.mechanism).is_normal; };
  return std::ranges::all_of(entry.by_kind(), is_normal) &&
         entry.release == ReleaseKind::floating && !entry.cap;
}

double recomputed_sensitivity(const StatedEntry& entry) {
  const double times = changed_records(entry.neighbours);
  const double product = entry.derivative_bound * entry.feature_bound;
  const double bound = std::isnan(product) ? kInfinity : times * product;
  if (!entry.clip) return bound;
  const bool needs_root = entry.is_l1() && entry.clip->norm == GradientClip::Norm::l2;
  return std::min(bound, times * entry.clip->bound * (needs_root ? std::sqrt(entry.dimension) : 1));
}

std::optional<std::vector<double>> schedule_costs(const StatedEntry& entry,
                                                  std::span<const double> releases,
                                                  Effort& effort) {
  if (effort.evaluations < 0) return std::nullopt;
  std::vector<double> costs = entry.form->stated_totals(entry, releases);
  if (!costs.empty()) {
    effort.evaluations -= entry.planned;
    return costs;
  }
  double before = 0;       // releases of the stretches that are behind
  double before_cost = 0;  // what they cost
  const std::vector<Piece> pieces = pieces_of(entry);
  auto piece = pieces.begin();
  for (const double wanted : releases) {
    while (piece != pieces.end() && before + static_cast<double>(piece->run.count) <= wanted) {
      const double count = static_cast<double>(piece->run.count);
      const auto whole = Stretch(entry, *piece).cost(count, effort);
      if (!whole) return std::nullopt;
      before += count;
      before_cost += *whole;
      ++piece;
    }
    double cost = before_cost;
    if (wanted > before && piece != pieces.end()) {
      const auto part = Stretch(entry, *piece).cost(wanted - before, effort);
      if (!part) return std::nullopt;
      cost += *part;
    }
    costs.push_back(cost);
  }
  return costs;
}

namespace {

/// For the records that are learnt from.
std::optional<double> learnt_figure(const StatedEntry& entry, const StatedFigure& figure,
                                    double cost) {
  const std::string& accountant = figure.accountant;
  if (accountant == kRenyiLaplace || accountant == kRenyiPure) return renyi_figure(entry, figure);
  if (accountant == kBasic) {
    return entry.unit != CostUnit::epsilon || figure.delta != 0 ? std::nullopt
                                                                : std::optional(cost);
  }
  if (accountant == kRenyi) return renyi_epsilon_of(entry, figure);
  if (accountant == kHockeyStick) {
    if (entry.unit != CostUnit::renyi || entry.by_kind().size() != 1) return std::nullopt;
    return hockey_stick_of({renyi_releases(entry.by_kind().front())}, figure.delta);
  }
  if (entry.unit != CostUnit::rho) return std::nullopt;
  if (accountant == kZcdp) return cost;
  if (accountant == kZcdpGaussian && !is_gaussian(entry)) return std::nullopt;
  return converted(accountant, cost, figure.delta);
}

std::optional<double> learnt_total(const TotalCosts& costs, const StatedFigure& total) {
  if (counts_divergences(total.accountant) != !costs.renyi.empty()) return std::nullopt;
  if (total.accountant == kHockeyStick) {
    const bool is_alone = !costs.has_rho && costs.pure_as_rho == 0;
    return is_alone ? hockey_stick_of(costs.renyi, total.delta) : std::nullopt;
  }
  if (total.accountant == kRenyi) {
    if (!(total.order > 1) || !(total.delta > 0)) return std::nullopt;
    double divergence = total.order * (costs.rho + costs.pure_as_rho);
    for (const RenyiReleases& some : costs.renyi) divergence += some.at(total.order);
    return std::max(0.0, renyi_epsilon_at(total.order, divergence, total.delta));
  }
  if (total.accountant == kBasic) {
    return costs.has_rho || total.delta != 0 ? std::nullopt : std::optional(costs.epsilon);
  }
  if (total.accountant == kZcdpStandard || total.accountant == kZcdpOptimal) {
    return converted(total.accountant, costs.rho + costs.pure_as_rho, total.delta);
  }
  const bool suits = total.accountant == kZcdpGaussian ? costs.only_gaussian && costs.epsilon == 0
                                                       : total.accountant == kPureAndZcdp;
  if (!suits) return std::nullopt;
  const auto rest =
      converted(costs.only_gaussian ? kZcdpGaussian : kZcdpOptimal, costs.rho, total.delta);
  return rest ? std::optional(costs.epsilon + *rest) : std::nullopt;
}

/// Raised to what records pay that are held out.
std::optional<double> at_least(std::optional<double> learnt, double held_out) {
  return learnt ? std::optional(std::max(*learnt, held_out)) : std::nullopt;
}

}  // namespace

std::optional<double> recomputed_figure(const StatedEntry& entry, const StatedFigure& figure,
                                        double cost) {
  const bool in_rho = figure.accountant == kZcdp;
  return at_least(learnt_figure(entry, figure, cost),
                  in_rho ? entry.score_rho() : entry.score_epsilon());
}

std::optional<double> recomputed_total(const TotalCosts& costs, const StatedFigure& total) {
  return at_least(learnt_total(costs, total), costs.score_epsilon);
}

}  // namespace noisy
