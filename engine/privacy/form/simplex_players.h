#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/json/json.h"
#include "engine/math/log_weights.h"
#include "engine/math/vector.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/risk/players.h"
#include "engine/problem/saddle_bounds.h"
#include "engine/random/stream.h"
#include "engine/random/vertex_sampler.h"
#include "engine/record/reader.h"

namespace noisy {

/// How far two records' operators (grad_x f, -grad_y f) can be apart in one coordinate of x and of
/// y: C_x and C_y; of a minimization C and 0.
struct CoordinateMoves {
  double primal = 0;
  double dual = 0;

  double largest() const;
};

/// A player of a saddle problem who stays where a public point has it, so that the other one learns
/// its best response: its operator is not added up, and none of its coordinates is drawn.
enum class FrozenPlayer { none = 0, primal = 1, dual = 2 };

/// C_x and C_y of the players that move: 0 of a frozen one.
CoordinateMoves moves_without(const CoordinateMoves& moves, FrozenPlayer frozen);

/// Whether the player with this number, from 0, moves.
bool is_moving(FrozenPlayer frozen, std::size_t player);

/// What statements call a frozen player.
std::string_view word_of(FrozenPlayer frozen);

/// Adds the frozen player to a part of a statement, where there is one, and reads it again.
void add_frozen(FrozenPlayer frozen, Json& part);
FrozenPlayer read_frozen(RecordReader& part);

/// @param largest  S_inf of both together (GradientBounds::linf)
/// @param saddle   of a saddle problem, else null
CoordinateMoves coordinate_moves(double largest, const SaddleBounds* saddle);

/// L_inf: no coordinate of a record's operator is larger, by the bounds that are enforced.
double largest_coordinate(const FiniteSum& data);

/// ln of the chance of independent draws, but for a number that does not depend on the records.
///
/// @param drawn     how often each coordinate came
/// @param expected  how often each does in the mean, or any multiples of that
double log_chance(std::span<const double> drawn, std::span<const double> expected);

/// Coordinates of one simplex, drawn with P(j) proportional to exp(s_j / scale) for log-weights s;
/// or how often each is drawn in the mean.
class PlayerDraws {
 public:
  PlayerDraws(const math::LogWeights& player, double scale);
  /// @param scores  s, finite
  PlayerDraws(std::span<const double> scores, double scale);

  /// Adds to `out` how often each coordinate came, or nearly: without a stream its mean.
  void add_counts(std::optional<Stream>& stream, Index draws, std::span<double> out) const;

 private:
  std::vector<double> scores_;
  VertexSampler sampler_;
};

/// How often each is drawn in the mean with P(j) proportional to e^(s_j / steps) for whole numbers
/// s, as ExactSoftmax draws: for who knows the law of a hardened release.
void add_expected_counts(std::span<const std::int64_t> scores, std::uint64_t steps, Index draws,
                         std::span<double> out);

/// Writes P(j) proportional to exp(s_j / scale) of one simplex after the other.
void show_probabilities(std::span<const math::LogWeights> players, double scale,
                        std::span<double> point);

/// The number of one of some scores, drawn with P(i) proportional to exp(-s_i / scale) by Gumbel
/// noise, that of the smallest being the likeliest; without a stream that one.
Index smallest_score(const Vector& scores, double scale, std::optional<Stream>& stream);

/// ln of the chance that this one is drawn by smallest_score; -infinity where there is no such
/// number.
double log_chance_of(const Vector& scores, double scale, double number);

/// The number of one of some whole scores, drawn with P(i) proportional to e^(s_i / steps) exactly
/// (ExactSoftmax), that of the largest being the likeliest; without a stream that one.
Index largest_score(std::span<const std::int64_t> scores, std::uint64_t steps,
                    std::optional<Stream>& stream);

/// ln of the chance that this one is drawn by largest_score; as above.
double log_chance_of(std::span<const std::int64_t> scores, std::uint64_t steps, double number);

}  // namespace noisy
