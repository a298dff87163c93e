#include "engine/algorithm/simplex/vertex_descent.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/math/elementary.h"
#include "engine/random/vertex_sampler.h"

namespace noisy {

Release descent_release(const MirrorDescentSetting& setting, const PlayerWidths& widths,
                        Index samples) {
  const RecordBlock& records = setting.records;
  Release release{.form = iterate_vertices_form(),
                  .batch_size = records.is_whole() ? samples : records.count,
                  .block = records};
  release.noise_scale = 1 / setting.step_size;
  release.details =
      details_of_vertices(setting.block_size, setting.draws, setting.frozen, setting.reads);
  if (setting.is_exact) return release;
  const CoordinateMoves moves =
      moves_without({.primal = 2 * widths.x, .dual = 2 * widths.y}, setting.frozen);
  release.mechanism = Mechanism::exponential;
  release.grid = setting.grid;
  release.cost = {CostUnit::rho, iterate_vertices_rho(moves, setting.block_size, setting.draws,
                                                      release.noise_scale)};
  release.base_epsilon =
      2 * moves.largest() / (static_cast<double>(setting.block_size) * release.noise_scale);
  return release;
}

Release numbered_release(const Release& first, StepRecords reads, Index number) {
  Release release = first;
  if (reads == StepRecords::all) {
    release.cost.value *= static_cast<double>(number) * static_cast<double>(number);
  }
  return release;
}

VertexDescent::VertexDescent(const MirrorDescentSetting& setting, const Release& release,
                             Stream& first, const Vector& still)
    : setting_(setting),
      release_(release),
      still_(still),
      stream_(first),
      iterate_(setting.block_size, release.noise_scale, setting.records, setting.frozen,
               setting.reads, release.grid) {
  output_ = Vector::Zero(setting.size());
  take(uniform_draws(stream_));
}

void VertexDescent::add(const Vector& released) {
  if (setting_.draws_itself) {
    take(draws_from(released));
  } else {
    take(released);
  }
  ++steps_;
}

const Vector& VertexDescent::average() {
  average_ = output_ / static_cast<double>(steps_);
  return average_;
}

template <class Draw>
void VertexDescent::visit_draws(const Draw& draw) const {
  const std::pair<Index, Index> parts[] = {{setting_.draws.per_point, 0},
                                           {setting_.draws.output, setting_.size()}};
  for (const auto& [draws, first] : parts) {
    if (draws == 0) continue;
    if (setting_.frozen != FrozenPlayer::primal) draw(draws, first, setting_.primal_size);
    if (setting_.frozen != FrozenPlayer::dual) {
      draw(draws, first + setting_.primal_size, setting_.dual_size);
    }
  }
}

/// What a release would be at scores of 0.
Vector VertexDescent::uniform_draws(Stream& stream) const {
  const Index size = setting_.size();
  const bool is_exact = setting_.is_exact && !setting_.draws_itself;
  Vector out = Vector::Zero(setting_.draws.output > 0 ? 2 * size : size);
  visit_draws([&](Index draws, Index first, Index count) {
    out.segment(first, count) = uniform_counts(stream, draws, count, is_exact);
  });
  return out;
}

/// What vertices are drawn where so many of each are expected.
Vector VertexDescent::draws_from(const Vector& expected) {
  constexpr double kLeast = 1e-300;
  Vector out = Vector::Zero(expected.size());
  std::vector<double> scores;
  visit_draws([&](Index draws, Index first, Index count) {
    scores.resize(static_cast<std::size_t>(count));
    for (Index j = 0; j < count; ++j) {
      scores[static_cast<std::size_t>(j)] = math::log(std::max(expected[first + j], kLeast));
    }
    VertexSampler(scores).add_counts(stream_, draws, {out.data() + first, scores.size()});
  });
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
