#include "engine/privacy/form/simplex_players.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/random/exact_softmax.h"

namespace noisy {
namespace {

/// The member of a statement's part that names a frozen player.
constexpr const char* kFrozen = "frozen";

/// s / scale for scores of 0 and less, kept where nothing overflows.
std::vector<double> scaled(std::vector<double> scores, double scale) {
  constexpr double kLeast = -1e300;
  for (double& score : scores) score = std::max(score / scale, kLeast);
  return scores;
}

/// The same but for a constant.
std::vector<double> scaled_scores(const math::LogWeights& player, double scale) {
  std::vector<double> scores(player.size());
  player.centred_scores(scores);
  return scaled(std::move(scores), scale);
}

std::vector<double> scaled_scores(std::span<const double> given, double scale) {
  std::vector<double> scores(given.begin(), given.end());
  const double largest = *std::ranges::max_element(scores);
  for (double& score : scores) score -= largest;
  return scaled(std::move(scores), scale);
}

/// -s / scale but for a constant: the smallest score is the likeliest.
std::vector<double> logits_of(const Vector& scores, double scale) {
  std::vector<double> logits(static_cast<std::size_t>(scores.size()));
  const double best = scores.minCoeff();
  for (std::size_t i = 0; i < logits.size(); ++i) logits[i] = best - scores[static_cast<Index>(i)];
  return scaled(std::move(logits), scale);
}

/// s / steps but for a constant.
std::vector<double> logits_of(std::span<const std::int64_t> scores, std::uint64_t steps) {
  const std::int64_t best = *std::ranges::max_element(scores);
  std::vector<double> logits(scores.size());
  std::ranges::transform(scores, logits.begin(), [&](std::int64_t score) {
    return static_cast<double>(score - best) / static_cast<double>(steps);
  });
  return scaled(std::move(logits), 1);
}

/// ln of the chance of the one with this number, by these log-weights.
double log_chance_by(std::span<const double> logits, double number) {
  const bool is_one =
      number >= 0 && number < static_cast<double>(logits.size()) && number == std::floor(number);
  if (!is_one) return -std::numeric_limits<double>::infinity();
  return logits[static_cast<std::size_t>(number)] - math::log_sum_exp(logits);
}

/// Adds how often each of so many draws with these log-weights comes in the mean.
void add_means(std::span<const double> scores, Index draws, std::span<double> out) {
  const double total = math::log_sum_exp(scores);
  for (std::size_t j = 0; j < out.size(); ++j) {
    out[j] += static_cast<double>(draws) * math::exp(scores[j] - total);
  }
}

}  // namespace

double CoordinateMoves::largest() const {
  return std::max(primal, dual);
}

CoordinateMoves moves_without(const CoordinateMoves& moves, FrozenPlayer frozen) {
  CoordinateMoves out = moves;
  if (frozen == FrozenPlayer::primal) out.primal = 0;
  if (frozen == FrozenPlayer::dual) out.dual = 0;
  return out;
}

bool is_moving(FrozenPlayer frozen, std::size_t player) {
  return static_cast<std::size_t>(frozen) != player + 1;
}

std::string_view word_of(FrozenPlayer frozen) {
  return frozen == FrozenPlayer::primal ? "x" : "y";
}

void add_frozen(FrozenPlayer frozen, Json& part) {
  if (frozen != FrozenPlayer::none) part.set(kFrozen, word_of(frozen));
}

FrozenPlayer read_frozen(RecordReader& part) {
  if (!part.has(kFrozen)) return FrozenPlayer::none;
  return part.choice(kFrozen, word_of(FrozenPlayer::primal), word_of(FrozenPlayer::dual))
             ? FrozenPlayer::dual
             : FrozenPlayer::primal;
}

CoordinateMoves coordinate_moves(double largest, const SaddleBounds* saddle) {
  if (!saddle) return {.primal = largest, .dual = 0};
  return {.primal = std::min(largest, saddle->primal_difference),
          .dual = std::min(largest, saddle->dual_difference)};
}

double largest_coordinate(const FiniteSum& data) {
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  if (const SaddleBounds* saddle = data.saddle()) {
    return std::min(saddle->lipschitz, saddle->coordinates.lipschitz);
  }
  // Where S_2 is twice the longest gradient, nothing cancels, and S_inf is twice the largest
  // coordinate.
  const double longest = data.bounds_within(kEverywhere).record_gradient;
  const GradientBounds apart = data.gradient_bounds();
  return apart.l2 / 2 == longest ? std::min(longest, apart.linf / 2) : longest;
}

double log_chance(std::span<const double> drawn, std::span<const double> expected) {
  return math::sum_of(drawn.size(), [&](std::size_t j) {
    return drawn[j] > 0 ? drawn[j] * math::log(expected[j]) : 0.0;
  });
}

PlayerDraws::PlayerDraws(const math::LogWeights& player, double scale)
    : scores_(scaled_scores(player, scale)), sampler_(scores_) {}

PlayerDraws::PlayerDraws(std::span<const double> scores, double scale)
    : scores_(scaled_scores(scores, scale)), sampler_(scores_) {}

void PlayerDraws::add_counts(std::optional<Stream>& stream, Index draws,
                             std::span<double> out) const {
  if (stream) return sampler_.add_counts(*stream, draws, out);
  add_means(scores_, draws, out);
}

void add_expected_counts(std::span<const std::int64_t> scores, std::uint64_t steps, Index draws,
                         std::span<double> out) {
  add_means(logits_of(scores, steps), draws, out);
}

void show_probabilities(std::span<const math::LogWeights> players, double scale,
                        std::span<double> point) {
  std::optional<Stream> exact;
  for (const math::LogWeights& player : players) {
    const std::span<double> part = point.first(player.size());
    std::ranges::fill(part, 0.0);
    PlayerDraws(player, scale).add_counts(exact, 1, part);
    point = point.subspan(player.size());
  }
}

Index smallest_score(const Vector& scores, double scale, std::optional<Stream>& stream) {
  if (!stream) return std::ranges::min_element(scores) - scores.begin();
  return VertexSampler(logits_of(scores, scale), VertexMethod::gumbel_max).draw(*stream);
}

double log_chance_of(const Vector& scores, double scale, double number) {
  return log_chance_by(logits_of(scores, scale), number);
}

Index largest_score(std::span<const std::int64_t> scores, std::uint64_t steps,
                    std::optional<Stream>& stream) {
  if (!stream) return std::ranges::max_element(scores) - scores.begin();
  return static_cast<Index>(ExactSoftmax(scores, steps).draw(*stream));
}

double log_chance_of(std::span<const std::int64_t> scores, std::uint64_t steps, double number) {
  return log_chance_by(logits_of(scores, steps), number);
}

}  // namespace noisy
