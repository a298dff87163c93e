#pragma once

#include "engine/data/feature_bounds.h"

namespace noisy {

/// sqrt(a^2 + b^2)
double length_of(double a, double b);

/// A bound on the operator's derivative [[a, c], [-c', b]] from those of its parts: the larger
/// eigenvalue of [[a, c], [c, b]], because ||J (h, k)|| is at most the length of that matrix times
/// (||h||, ||k||). Infinity where a part is.
double joint_smoothness(double primal, double dual, double coupling);

/// Bounds on log(1 + exp(-w.c)) and its gradients at ||w|| <= radius, for records with
/// ||c|| <= length.
struct LogisticBounds {
  double slope = 0;     ///< sigmoid(radius length) >= sigmoid(-w.c), attained
  double value = 0;     ///< log(1 + exp(radius length)), attained at the same c
  double gradient = 0;  ///< length slope >= ||grad_w||, attained
  /// B (1 + min(tanh(r B / 2), r B / 4)) with B the length and r the radius: how far the gradients
  /// -sigmoid(-w.c) c of two records can be apart. They are -c/2 + tanh(w.c / 2) c / 2. The first
  /// parts are at most B apart. The second are no longer than B tanh(r B / 2) / 2; where tanh is
  /// replaced by its argument they are (w.c) c / 4, which lie in a ball of diameter r B^2 / 4
  /// through 0, and tanh only shrinks them towards 0. B at least is attained, by c and -c across w.
  double gradient_difference = 0;
};

LogisticBounds logistic_bounds(double radius, double length);

/// T >= |target|
double largest_target(const FeatureBounds& records);

}  // namespace noisy
