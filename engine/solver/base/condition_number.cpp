#include "engine/solver/base/condition_number.h"

#include <algorithm>
#include <cmath>

namespace noisy {

double weighted_condition(const OperatorSmoothness& l, double primal, double dual) {
  const double joint = l.joint / std::min(primal, dual);
  const double parts =
      std::max(l.primal / primal, l.dual / dual) + l.coupling / std::sqrt(primal * dual);
  return std::min(joint, parts);
}

OperatorSmoothness less_convex(OperatorSmoothness l, bool is_saddle, double primal, double dual) {
  // The operator's derivative is symmetric in a minimization, so that its spectrum moves down.
  if (!is_saddle) l.joint = std::max(0.0, l.joint - primal);
  l.primal = std::max(0.0, l.primal - primal);
  l.dual = std::max(0.0, l.dual - dual);
  return l;
}

}  // namespace noisy
