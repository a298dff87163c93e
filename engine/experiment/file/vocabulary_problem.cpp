// The words of the `problem` block.
#include <array>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/gap_source.h"
#include "engine/json/vocabulary.h"

namespace noisy {

template <>
std::span<const Word<GapSource>> vocabulary() {
  static constexpr std::array<Word<GapSource>, 4> kWords = {{
      {GapSource::stated, "stated", "Stated", "The file states it."},
      {GapSource::start, "start", "Loss at the start",
       "The most that the objective can be at the start, by enforced bounds."},
      {GapSource::known, "known", "Known",
       "The problem's own, at the start, for records such as it is made for."},
      {GapSource::assumed, "assumed", "Assumed", "Nothing bounds the loss at the start."},
  }};
  return kWords;
}

template <>
std::span<const Word<Regularizer::Kind>> vocabulary() {
  using Kind = Regularizer::Kind;
  static constexpr std::array<Word<Kind>, 7> kWords = {{
      {Kind::l2, "l2", "L2",
       "(strength / 2) ||x||^2; adds strength to both mu and L and costs no privacy."},
      {Kind::l1, "l1", "L1", "strength ||x||_1: sparse solutions, by soft thresholds."},
      {Kind::elastic_net, "elastic-net", "Elastic net",
       "L1 and L2 together: sparse solutions of a strongly convex objective."},
      {Kind::group_l2, "group-l2", "Group lasso",
       "strength times the sum of the blocks' lengths: whole blocks become 0."},
      {Kind::l2_norm, "l2-norm", "L2 norm",
       "strength ||x||_2, not squared: all of x may become 0."},
      {Kind::linf, "linf", "L-infinity",
       "strength max |x_j|: the largest coordinates are levelled."},
      {Kind::none, "none", "None", "Only the losses."},
  }};
  return kWords;
}

template <>
std::span<const Word<Domain::Kind>> vocabulary() {
  using Kind = Domain::Kind;
  static constexpr std::array<Word<Kind>, 10> kWords = {{
      {Kind::all, "all", "Everywhere", "No constraint."},
      {Kind::l2_ball, "l2-ball", "L2 ball", "||x||_2 at most the radius."},
      {Kind::l1_ball, "l1-ball", "L1 ball",
       "||x||_1 at most the radius: sparse solutions, and noise that hardly grows with d."},
      {Kind::linf_ball, "linf-ball", "Cube", "Every |x_j| at most the radius."},
      {Kind::box, "box", "Box", "Every coordinate between its bounds."},
      {Kind::nonnegative, "nonnegative", "Non-negative", "Every coordinate at least 0."},
      {Kind::simplex, "simplex", "Simplex", "Non-negative coordinates that add up to 1."},
      {Kind::group_ball, "group-ball", "Group ball",
       "The blocks' lengths add up to at most the radius."},
      {Kind::lp_ball, "lp-ball", "Lp ball", "||x||_a at most the radius, 1 < a <= 2."},
      {Kind::hull, "hull", "Hull", "The convex hull of given vertices."},
  }};
  return kWords;
}

}  // namespace noisy
