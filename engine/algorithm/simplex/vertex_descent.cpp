#include "engine/algorithm/simplex/vertex_descent.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/math/elementary.h"
#include "engine/random/vertex_sampler.h"

namespace noisy {
namespace {

CoordinateMoves moves_of(const MirrorDescentSetting& setting, const PlayerWidths& widths) {
  return moves_without({.primal = 2 * widths.x, .dual = 2 * widths.y}, setting.frozen);
}

}  // namespace

Result<double> descent_grid(const MirrorDescentSetting& setting, const WholeGradient& one,
                            const PlayerWidths& widths, ReleaseKind kind) {
  if (setting.is_exact || kind == ReleaseKind::floating) return 0.0;
  const CoordinateMoves moving = moves_of(setting, widths);
  const double moves[] = {moving.primal, moving.dual};
  const auto block = static_cast<double>(setting.block_size);
  return hardened_gradient_grid(one,
                                {.scale = block / setting.step_size,
                                 .block = block,
                                 .total = block * static_cast<double>(setting.steps - 1)},
                                moves);
}

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
  const CoordinateMoves moves = moves_of(setting, widths);
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
  point_ = Vector::Zero(setting.size());
  stay_frozen(point_);
  take(setting.is_exact && !setting.draws_itself ? uniform_means() : uniform_draws());
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
  stay_frozen(average_);
  return average_;
}

void VertexDescent::stay_frozen(Vector& z) const {
  if (setting_.frozen == FrozenPlayer::primal) {
    z.head(setting_.primal_size) = still_.head(setting_.primal_size);
  }
  if (setting_.frozen == FrozenPlayer::dual) {
    z.tail(setting_.dual_size) = still_.tail(setting_.dual_size);
  }
}

template <class Draw>
void VertexDescent::visit_draws(const Draw& draw) const {
  for (const auto& [draws, before] : {std::pair<Index, Index>{setting_.draws.per_point, 0},
                                      {setting_.draws.output, setting_.size()}}) {
    if (draws == 0) continue;
    if (setting_.frozen != FrozenPlayer::primal) draw(draws, before, setting_.primal_size);
    if (setting_.frozen != FrozenPlayer::dual) {
      draw(draws, before + setting_.primal_size, setting_.dual_size);
    }
  }
}

/// What a release would be at scores of 0.
Vector VertexDescent::uniform_draws() const {
  std::vector<double> drawn;
  visit_draws([&](Index draws, Index first, Index count) {
    append_vertices(stream_, math::CumulativeWeights(static_cast<std::size_t>(count)), draws, first,
                    drawn);
  });
  return Vector::Map(drawn.data(), std::ssize(drawn));
}

/// And without noise.
Vector VertexDescent::uniform_means() const {
  std::vector<double> means;
  visit_draws([&](Index draws, Index first, Index count) {
    for (Index j = 0; j < count; ++j) {
      means.push_back(static_cast<double>(first + j));
      means.push_back(static_cast<double>(draws) / static_cast<double>(count));
    }
  });
  return Vector::Map(means.data(), std::ssize(means));
}

/// What vertices are drawn where all are expected so often.
Vector VertexDescent::draws_from(const Vector& means) const {
  constexpr double kLeast = 1e-300;
  std::vector<double> drawn, scores;
  Index next = 0;
  visit_draws([&](Index draws, Index first, Index count) {
    scores.clear();
    for (Index j = 0; j < count; ++j, next += 2) {
      scores.push_back(math::log(std::max(means[next + 1], kLeast)));
    }
    append_vertices(stream_, math::weights_of_scores(scores), draws, first, drawn);
  });
  return Vector::Map(drawn.data(), std::ssize(drawn));
}

void VertexDescent::take(const Vector& drawn) {
  for (const Index j : point_places_) point_[j] = 0;
  point_places_.clear();
  const Index size = setting_.size();
  for (Index i = 0; i < drawn.size(); i += 2) {
    const auto place = static_cast<Index>(drawn[i]);
    if (place >= size) {
      output_[place - size] += drawn[i + 1];
      continue;
    }
    if (point_[place] == 0) point_places_.push_back(place);
    point_[place] += drawn[i + 1];
  }
  if (setting_.draws.per_point > 1) {
    for (const Index j : point_places_) point_[j] /= static_cast<double>(setting_.draws.per_point);
  }
  if (setting_.draws.output > 0) return;
  for (const Index j : point_places_) output_[j] += point_[j];
}

}  // namespace noisy
