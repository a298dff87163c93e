#pragma once

#include "engine/math/vector.h"

namespace noisy {

class FiniteSum;
struct Request;

/// A kind that answers from work that was done behind the wall (HiddenWork). An audit has that work
/// done once on either data set, and plays its releases alone, again and again.
class SolvedAnswer {
 public:
  virtual ~SolvedAnswer() = default;

  /// Puts the numbers of an answer into units in which the noise of all of them is alike.
  virtual void equalize(const Request& request, const FiniteSum& data, Vector& answer) const = 0;
};

}  // namespace noisy
