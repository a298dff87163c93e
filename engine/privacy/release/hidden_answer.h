#pragma once

#include <functional>

#include "engine/math/vector.h"

namespace noisy {

struct Regularizer;
struct Release;
struct Request;

/// A kind of release that answers from what was computed before, so that nobody who stands between
/// oracle and data sees what an answer was made of. An audit, which knows both data sets, asks.
class HiddenAnswer {
 public:
  virtual ~HiddenAnswer() = default;

  /// How far from 0 the points of a release may lie; infinity: wherever the domain is.
  virtual double reach(const Release& release) const = 0;

  /// Gives the mean gradient at a point, of the data set that is meant.
  using GradientAt = std::function<void(const Vector& point, Vector& gradient)>;

  /// What the request would be answered with on that data set, without noise.
  virtual Vector noiseless(const Request& request, const Regularizer& regularizer,
                           const GradientAt& gradient_at) const = 0;
};

}  // namespace noisy
