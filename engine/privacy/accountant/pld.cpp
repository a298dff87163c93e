#include "engine/privacy/accountant/pld.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/composed_losses.h"
#include "engine/privacy/accountant/delta_curve.h"
#include "engine/privacy/accountant/loss_outline.h"

namespace noisy {

Error exhausted(const LossAccuracy& accuracy) {
  return {ErrorCode::limit_exceeded, "accountant",
          "finding this takes more than " + figure_text(accuracy.most_work) +
              " points of privacy loss distributions, the most for one question: choose the "
              "accountant \"rdp\", or state what is sought and ask for the epsilon of it"};
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kRefinements = 3;

struct Composition {
  ComposedLosses losses;
  CompositionWindow window;
  double truncated = 0.0;
};

Result<Composition> compose_on_grid(std::span<const PrivacyLossDistribution::Term> terms,
                                    const LossOutline& outline, const CompositionWindow& window,
                                    const LossAccuracy& accuracy) {
  constexpr Index kMostBuckets = Index{1} << 22;
  std::vector<GridTerm> grids;
  double truncated = 0.0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    auto grid = round_to_grid(*terms[i].pair, window.step, outline.range(i), kMostBuckets);
    if (!grid) return std::unexpected(grid.error());
    truncated += static_cast<double>(terms[i].count) *
                 std::max(0.0, grid->pessimistic.infinite - terms[i].pair->infinite_mass());
    if (accuracy.work) accuracy.work->add(static_cast<double>(grid->pessimistic.masses.size()));
    grids.push_back({std::move(*grid), terms[i].count});
  }
  if (accuracy.work) accuracy.work->add(static_cast<double>(window.points));
  return Composition{ComposedLosses(grids, window), window, truncated};
}

void describe(CertifiedBounds& bounds, const Composition& composition, double infinite_mass) {
  bounds.grid_step = composition.window.step;
  bounds.grid_points = composition.window.points;
  bounds.infinite_mass = infinite_mass;
  bounds.truncated_mass = composition.truncated;
}

double allowed_gap(double epsilon, double least, const LossAccuracy& accuracy) {
  return std::max(accuracy.absolute * std::clamp(epsilon, least, 1.0), accuracy.relative * epsilon);
}

struct Gap {
  double found;
  double allowed;
};

/// Answers on finer and finer grids until the gap of epsilon is small enough.
///
/// @param answer      the bounds on one composition
/// @param gap_of      their gap as one of epsilon, and what is allowed
template <typename Answer, typename GapOf>
Result<CertifiedBounds> refine(std::span<const PrivacyLossDistribution::Term> terms,
                               const LossOutline& outline, const LossOutline::Tilt& tilt,
                               const LossAccuracy& accuracy, const Answer& answer,
                               const GapOf& gap_of) {
  // A first guess of epsilon that is far too small must not ask for an enormous grid.
  constexpr double kLeastGuess = 0.03;
  if (accuracy.is_exhausted()) return std::unexpected(exhausted(accuracy));
  double aim = 0.5 * allowed_gap(std::fabs(tilt.epsilon), kLeastGuess, accuracy);
  CertifiedBounds best{0.0, kInfinity};
  for (int round = 0;; ++round) {
    const CompositionWindow window = outline.window(tilt, aim, accuracy.most_points);
    const auto composition = compose_on_grid(terms, outline, window, accuracy);
    if (!composition && round > 0) return best;
    if (!composition) return std::unexpected(composition.error());
    CertifiedBounds bounds = answer(*composition);
    // Every grid's bounds hold, so the best of each side does.
    bounds.pessimistic = std::min(bounds.pessimistic, best.pessimistic);
    bounds.optimistic = std::min(std::max(bounds.optimistic, best.optimistic), bounds.pessimistic);
    best = bounds;
    const auto [gap, allowed] = gap_of(bounds);
    if (gap <= allowed || window.points >= accuracy.most_points || outline.exact() ||
        round == kRefinements)
      return best;
    aim *= std::clamp(0.5 * allowed / gap, 0.005, 0.5);
  }
}

}  // namespace

PrivacyLossDistribution PrivacyLossDistribution::of_pair(LossPairPointer pair) {
  PrivacyLossDistribution distribution;
  distribution.terms_.push_back({std::move(pair), 1});
  return distribution;
}

Result<PrivacyLossDistribution> PrivacyLossDistribution::of(const LossMechanism& mechanism,
                                                            LossDirection direction,
                                                            double sampling_rate) {
  if (!(sampling_rate >= 0.0 && sampling_rate <= 1.0))
    return fail(ErrorCode::invalid_value, "samplingRate", "the rate must lie between 0 and 1");
  switch (direction) {
    case LossDirection::remove:
      return of_pair(sampled_remove_pair(mechanism.pair(), sampling_rate));
    case LossDirection::add:
      return of_pair(sampled_add_pair(mechanism.pair(), sampling_rate));
    case LossDirection::exchange:
      break;
  }
  if (!mechanism.pair()->symmetric())
    return fail(ErrorCode::unsupported_neighbours, "neighbours",
                "this mechanism has no pair for exchanging a record: use add-remove");
  return of_pair(sampled_exchange_pair(mechanism.pair(), sampling_rate));
}

PrivacyLossDistribution PrivacyLossDistribution::compose(
    const PrivacyLossDistribution& other) const {
  PrivacyLossDistribution both = *this;
  for (const Term& term : other.terms_) {
    const auto same = std::find_if(both.terms_.begin(), both.terms_.end(),
                                   [&](const Term& mine) { return mine.pair == term.pair; });
    if (same != both.terms_.end())
      same->count += term.count;
    else
      both.terms_.push_back(term);
  }
  return both;
}

Result<PrivacyLossDistribution> PrivacyLossDistribution::compose_self(Index count) const {
  constexpr Index kMostSteps = Index{1} << 53;
  if (count < 0) return fail(ErrorCode::invalid_value, "steps", "the count must not be negative");
  PrivacyLossDistribution repeated = *this;
  if (count == 0) repeated.terms_.clear();
  for (Term& term : repeated.terms_) {
    if (term.count > kMostSteps / count)
      return fail(ErrorCode::limit_exceeded, "steps", "at most 2^53 steps can be composed");
    term.count *= count;
  }
  return repeated;
}

double PrivacyLossDistribution::infinite_mass() const {
  double log_finite = 0.0;
  for (const Term& term : terms_) {
    if (term.pair->infinite_mass() >= 1.0) return 1.0;
    log_finite += static_cast<double>(term.count) * math::log1p(-term.pair->infinite_mass());
  }
  return log_finite < 0.0 ? -math::expm1(log_finite) : 0.0;
}

double PrivacyLossDistribution::largest_loss() const {
  double largest = 0.0;
  for (const Term& term : terms_)
    largest += static_cast<double>(term.count) * term.pair->largest_loss();
  return std::max(0.0, largest);
}

Result<CertifiedBounds> PrivacyLossDistribution::delta(double epsilon,
                                                       const LossAccuracy& accuracy) const {
  if (std::isnan(epsilon))
    return fail(ErrorCode::invalid_value, "epsilon", "epsilon must be a number");
  const double infinite = infinite_mass();
  CertifiedBounds bounds{infinite, infinite, 0.0, 0, infinite, 0.0};
  if (infinite >= 1.0 || epsilon == kInfinity) return bounds;
  if (epsilon == -kInfinity) return CertifiedBounds{1.0, 1.0, 0.0, 0, infinite, 0.0};
  double largest = 0.0;
  for (const Term& term : terms_)
    largest += static_cast<double>(term.count) * term.pair->largest_loss();
  if (epsilon >= largest) return bounds;
  if (terms_.empty()) {
    bounds.optimistic = bounds.pessimistic = -math::expm1(epsilon);
    return bounds;
  }
  if (terms_.size() == 1 && terms_.front().count == 1) {
    const SingleRelease curve(*terms_.front().pair);
    bounds.pessimistic = curve.pessimistic(epsilon);
    bounds.optimistic = std::min(curve.optimistic(epsilon), bounds.pessimistic);
    return bounds;
  }
  LossOutline first(terms_, 1e-280);
  const LossOutline::Tilt tilt = first.tilt_for_epsilon(epsilon);
  const LossOutline outline(terms_, math::exp(std::max(tilt.log_delta, -640.0)));
  const auto answer = [&](const Composition& composition) {
    CertifiedBounds at;
    at.pessimistic = composition.losses.pessimistic_delta(epsilon);
    at.optimistic = composition.losses.optimistic_delta(epsilon);
    describe(at, composition, infinite);
    return at;
  };
  // The gap that the same change of epsilon would make.
  const auto gap = [&](const CertifiedBounds& at) {
    const double size = at.pessimistic - infinite;
    return Gap{size > 0.0 ? at.gap() / size / (1.0 + tilt.exponent) : 0.0,
               allowed_gap(std::fabs(epsilon), 0.1, accuracy)};
  };
  return refine(terms_, outline, tilt, accuracy, answer, gap);
}

Result<CertifiedBounds> PrivacyLossDistribution::epsilon(double delta,
                                                         const LossAccuracy& accuracy) const {
  if (!(delta >= 0.0 && delta <= 1.0))
    return fail(ErrorCode::invalid_budget, "delta", "delta must lie between 0 and 1");
  const double infinite = infinite_mass();
  CertifiedBounds bounds;
  bounds.infinite_mass = infinite;
  if (delta == 1.0 || terms_.empty()) return bounds;
  const double highest = largest_loss();
  bounds.pessimistic = bounds.optimistic = infinite > 0.0 ? kInfinity : highest;
  if (infinite > delta || delta == 0.0 || highest == 0.0) {
    if (infinite <= delta) bounds.pessimistic = bounds.optimistic = highest;
    return bounds;
  }
  if (terms_.size() == 1 && terms_.front().count == 1) {
    double end = std::min(highest, 1.0);
    const SingleRelease curve(*terms_.front().pair);
    while (end < highest && end < 1e7 && curve.pessimistic(end) > delta)
      end = std::min(highest, 2.0 * end);
    bounds = solve(curve, delta, end);
    bounds.pessimistic = std::min(bounds.pessimistic, highest);
    bounds.infinite_mass = infinite;
    return bounds;
  }
  const double finite = std::max(delta - infinite, 1e-6 * delta);
  const LossOutline outline(terms_, finite);
  const LossOutline::Tilt tilt = outline.tilt_for_delta(finite);
  const auto answer = [&](const Composition& composition) {
    CertifiedBounds at =
        solve(ManyReleases(composition.losses), delta, composition.losses.highest());
    at.pessimistic = std::min(at.pessimistic, highest);
    describe(at, composition, infinite);
    return at;
  };
  const auto gap = [&](const CertifiedBounds& at) {
    return Gap{at.gap(), allowed_gap(at.pessimistic, 1e-9, accuracy)};
  };
  const auto answered = refine(terms_, outline, tilt, accuracy, answer, gap);
  if (answered && std::isinf(answered->pessimistic))
    return fail(ErrorCode::limit_exceeded, "delta",
                "delta is too small, or the steps are too many, for certified bounds");
  return answered;
}

}  // namespace noisy
