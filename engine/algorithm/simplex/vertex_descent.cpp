#include "engine/algorithm/simplex/vertex_descent.h"

#include <utility>
#include <vector>

#include "engine/algorithm/simplex/simplex_input.h"

namespace noisy {

Release descent_release(const MirrorDescentSetting& setting, const PlayerWidths& widths,
                        Index samples) {
  const RecordBlock& records = setting.records;
  Release release{.form = iterate_vertices_form(),
                  .batch_size = records.is_whole() ? samples : records.count,
                  .block = records};
  release.noise_scale = 1 / setting.step_size;
  release.details = details_of_vertices(setting.block_size, setting.draws, setting.frozen);
  if (setting.is_exact) return release;
  const CoordinateMoves moves =
      moves_without({.primal = 2 * widths.x, .dual = 2 * widths.y}, setting.frozen);
  release.mechanism = Mechanism::exponential;
  release.cost = {CostUnit::rho, iterate_vertices_rho(moves, setting.block_size, setting.draws,
                                                      release.noise_scale)};
  release.base_epsilon =
      2 * moves.largest() / (static_cast<double>(setting.block_size) * release.noise_scale);
  return release;
}

VertexDescent::VertexDescent(const MirrorDescentSetting& setting, const Release& release,
                             Stream& first, const Vector& still)
    : setting_(setting),
      release_(release),
      still_(still),
      iterate_(setting.block_size, release.noise_scale, setting.records, setting.frozen) {
  output_ = Vector::Zero(setting.size());
  take(uniform_draws(first));
}

void VertexDescent::add(const Vector& drawn) {
  take(drawn);
  ++steps_;
}

const Vector& VertexDescent::average() {
  average_ = output_ / static_cast<double>(steps_);
  return average_;
}

/// What a release would be at scores of 0.
Vector VertexDescent::uniform_draws(Stream& stream) const {
  const Index size = setting_.size();
  const std::vector<std::pair<Index, Index>> parts = {{setting_.draws.per_point, 0},
                                                      {setting_.draws.output, size}};
  Vector out = Vector::Zero(setting_.draws.output > 0 ? 2 * size : size);
  const auto draw = [&](Index draws, Index first, Index count) {
    out.segment(first, count) = uniform_counts(stream, draws, count, setting_.is_exact);
  };
  for (const auto& [draws, first] : parts) {
    if (draws == 0) continue;
    if (setting_.frozen != FrozenPlayer::primal) draw(draws, first, setting_.primal_size);
    if (setting_.frozen != FrozenPlayer::dual) {
      draw(draws, first + setting_.primal_size, setting_.dual_size);
    }
  }
  return out;
}

void VertexDescent::take(const Vector& drawn) {
  point_ = drawn.head(setting_.size());
  if (setting_.draws.per_point > 1) point_ /= static_cast<double>(setting_.draws.per_point);
  if (setting_.frozen == FrozenPlayer::primal) {
    point_.head(setting_.primal_size) = still_.head(setting_.primal_size);
  }
  if (setting_.frozen == FrozenPlayer::dual) {
    point_.tail(setting_.dual_size) = still_.tail(setting_.dual_size);
  }
  if (setting_.draws.output > 0) {
    output_ += drawn.tail(setting_.size());
  } else {
    output_ += point_;
  }
}

}  // namespace noisy
