#pragma once

#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/privacy/form/iterate_vertices.h"
#include "engine/random/stream.h"

namespace noisy {

/// The steps of mirror descent that draws vertices; all of it is public.
struct MirrorDescentSetting {
  Index steps = 2;       ///< T >= 2; the last one's gradient is not asked for
  Index block_size = 1;  ///< B, the records of one step
  VertexDraws draws;     ///< of each player
  double step_size = 0;  ///< tau
  Index primal_size = 0;
  Index dual_size = 0;
  bool is_exact = false;                     ///< nothing is drawn
  RecordBlock records = {};                  ///< those that are read; all where it is whole
  FrozenPlayer frozen = FrozenPlayer::none;  ///< who stays, so that the other one answers

  Index size() const { return primal_size + dual_size; }
};

/// What each of its T - 1 releases is.
///
/// @param widths   of both players, also of a frozen one
/// @param samples  n
Release descent_release(const MirrorDescentSetting& setting, const PlayerWidths& widths,
                        Index samples);

/// One descent while it goes on: what to ask for next, and the output so far. The first step's
/// draws are uniform and read no data, so that none belongs to a release.
class VertexDescent {
 public:
  /// @param first  what the first step draws from
  /// @param still  a point with the frozen player's coordinates, where there is one
  VertexDescent(const MirrorDescentSetting& setting, const Release& release, Stream& first,
                const Vector& still = {});

  /// T - 1
  Index releases() const { return setting_.steps - 1; }
  /// The next release; the descent must outlive the request.
  IterateVerticesRequest next() { return vertices_after(iterate_, point_, release_); }
  /// Takes what was drawn.
  void add(const Vector& drawn);
  /// What the next vertices are drawn from, for a diagnostic.
  const HiddenState& hidden() const { return iterate_; }
  /// The output of the steps so far: of a frozen player where it stays, but for rounding.
  Vector average() const { return output_ / static_cast<double>(steps_); }

 private:
  Vector uniform_draws(Stream& stream) const;
  /// The point that the first part of what was drawn is.
  Vector point_of(const Vector& drawn) const;

  MirrorDescentSetting setting_;
  Release release_;
  Vector still_;
  HiddenIterate iterate_;
  Vector point_;
  Vector output_;
  Index steps_ = 1;
};

}  // namespace noisy
