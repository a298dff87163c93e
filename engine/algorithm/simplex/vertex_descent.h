#pragma once

#include <span>
#include <vector>

#include "engine/algorithm/frame/run.h"
#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/privacy/form/iterate_vertices.h"
#include "engine/privacy/release/whole_gradients.h"
#include "engine/random/stream.h"

namespace noisy {

/// The steps of mirror descent that draws vertices; all of it is public.
struct MirrorDescentSetting {
  Index steps = 2;       ///< T >= 2; the last one's gradient is not asked for
  Index block_size = 1;  ///< B, the records of one step
  VertexDraws draws;     ///< of each player
  double step_size = 0;  ///< tau
  double grid = 0;       ///< of hardened releases, else 0
  Index primal_size = 0;
  Index dual_size = 0;
  bool is_exact = false;                     ///< no release draws anything
  RecordBlock records = {};                  ///< those that are read; all where it is whole
  FrozenPlayer frozen = FrozenPlayer::none;  ///< who stays, so that the other one answers
  StepRecords reads = StepRecords::next_block;
  bool draws_itself = false;  ///< vertices, from the exact iterates that releases hand out

  Index size() const { return primal_size + dual_size; }
};

/// The grid of hardened releases, 0 where they are none.
///
/// @param one     of a coordinate of a record's operator
/// @param widths  of both players, also of a frozen one
/// @error as hardened_gradient_grid
Result<double> descent_grid(const MirrorDescentSetting& setting, const WholeGradient& one,
                            const PlayerWidths& widths, ReleaseKind kind);

/// What the first of its T - 1 releases is.
///
/// @param widths   of both players, also of a frozen one
/// @param samples  n
Release descent_release(const MirrorDescentSetting& setting, const PlayerWidths& widths,
                        Index samples);

/// What the release with this number is, from 1: where all records are read every time, it costs
/// the square of that.
Release numbered_release(const Release& first, StepRecords reads, Index number);

/// One descent while it goes on: what to ask for next, and the output so far. The first step's
/// draws are uniform and read no data, so that none belongs to a release.
class VertexDescent final : public IterateMaker {
 public:
  /// @param first  what the first step draws from, and all steps where releases draw nothing; must
  ///               outlive the descent
  /// @param still  a point with the frozen player's coordinates, where there is one
  VertexDescent(const MirrorDescentSetting& setting, const Release& release, Stream& first,
                const Vector& still = {});

  /// T - 1
  Index releases() const { return setting_.steps - 1; }
  /// The next release; the descent must outlive the request.
  IterateVerticesRequest next() {
    return vertices_after(iterate_, point_, numbered_release(release_, setting_.reads, steps_));
  }
  /// Takes what was released.
  void add(const Vector& released);
  /// What the next vertices are drawn from, for a diagnostic.
  const HiddenState& hidden() const { return iterate_; }
  /// The output of the steps so far: of a frozen player where it stays. Valid until it is asked for
  /// again.
  const Vector& average();
  const Vector& look() override { return average(); }

 private:
  /// What is drawn for the point and for the output: `draw` gets how many, the place of a player's
  /// first coordinate, and how many that has.
  template <class Draw>
  void visit_draws(const Draw& draw) const;
  Vector uniform_draws() const;
  Vector uniform_means() const;
  Vector draws_from(const Vector& means) const;
  /// Goes to the point that was drawn, and adds to the output: looks at no coordinate that was not
  /// drawn.
  void take(const Vector& drawn);
  void stay_frozen(Vector& z) const;

  MirrorDescentSetting setting_;
  Release release_;
  Vector still_;
  Stream& stream_;
  HiddenIterate iterate_;
  Vector point_;
  std::vector<Index> point_places_;  ///< where players that move have something
  Vector output_;                    ///< the sum of what it is the average of
  Vector average_;                   ///< kept for its memory
  Index steps_ = 1;
};

}  // namespace noisy
