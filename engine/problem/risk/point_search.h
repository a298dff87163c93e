#pragma once

#include <cstddef>
#include <memory>

#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// Looks for exact numbers that belong to one point, by passes of its own over the records: the
/// optimum of a player who answers it, the ranks of its scores. Not private.
class PointSearch : public Pass {
 public:
  /// Valid once advance() has returned true.
  virtual double number(std::size_t which) const = 0;
  /// Records that it has evaluated so far.
  virtual double evaluations() const = 0;
};

/// Begins such searches.
class PointSearcher {
 public:
  virtual ~PointSearcher() = default;

  /// @param point  must outlive the search
  virtual std::unique_ptr<PointSearch> begin(const Vector& point) const = 0;
};

}  // namespace noisy
