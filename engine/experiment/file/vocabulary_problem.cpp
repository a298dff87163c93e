// The words of the `problem` block.
#include <array>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/gap_source.h"
#include "engine/json/vocabulary.h"

namespace noisy {

template <>
std::span<const Word<LossKind>> vocabulary() {
  static constexpr std::array<Word<LossKind>, 9> kWords = {{
      {LossKind::logistic, "logistic", "Logistic",
       "ln(1 + exp(-y u.x)) for labels y of -1 or +1: classification."},
      {LossKind::squared, "squared", "Squared",
       "(u.x - y)^2 / 2 for a numeric target y: regression."},
      {LossKind::huber, "huber", "Huber",
       "As squared up to |u.x - y| = width, then linear: outliers count less."},
      {LossKind::smoothed_hinge, "smoothed-hinge", "Smoothed hinge",
       "max(0, 1 - y u.x) with its corner rounded off by a parabola of this width."},
      {LossKind::mean_estimation, "mean-estimation", "Mean estimation",
       "||x - u||^2 / 2: the optimum is the mean of the rows; targets are not used."},
      {LossKind::logistic_literal, "logistic-literal", "Logistic, as printed",
       "ln(1 + exp(1 + y u.x)), as one paper prints the loss of its experiments."},
      {LossKind::geman_mcclure, "geman-mcclure", "Geman-McClure",
       "t^2 / (1 + t^2) with t = u.x - y: bounded, so outliers hardly count; not convex."},
      {LossKind::sigmoid, "sigmoid", "Sigmoid",
       "1 / (1 + exp(y u.x)), a smooth count of wrong labels; not convex."},
      {LossKind::polyak_example, "pl-example", "PL example",
       "t^2 + 3 sin^2 t with t = u.x - y: not convex, yet every stationary point is optimal."},
  }};
  return kWords;
}

template <>
std::span<const Word<GapSource>> vocabulary() {
  static constexpr std::array<Word<GapSource>, 3> kWords = {{
      {GapSource::stated, "stated", "Stated", "The file states it."},
      {GapSource::start, "start", "Loss at the start",
       "The most that the objective can be at the start, by enforced bounds."},
      {GapSource::assumed, "assumed", "Assumed", "Nothing bounds the loss at the start."},
  }};
  return kWords;
}

LossTraits loss_traits(LossKind loss) {
  LossTraits traits{
      .takes_labels = true, .needs_gradient_clip = false, .has_width = false, .is_convex = true};
  switch (loss) {
    case LossKind::logistic:
    case LossKind::logistic_literal:
      break;
    case LossKind::smoothed_hinge:
      traits.has_width = true;
      break;
    case LossKind::sigmoid:
      traits.is_convex = false;
      break;
    case LossKind::huber:
      traits.takes_labels = false;
      traits.has_width = true;
      break;
    case LossKind::squared:
      traits.takes_labels = false;
      traits.needs_gradient_clip = true;
      break;
    case LossKind::mean_estimation:
      traits.takes_labels = false;
      break;
    case LossKind::geman_mcclure:
      traits.takes_labels = false;
      traits.is_convex = false;
      break;
    case LossKind::polyak_example:
      traits.takes_labels = false;
      traits.needs_gradient_clip = true;
      traits.is_convex = false;
      break;
  }
  return traits;
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
