#pragma once

#include <memory>
#include <span>

#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// Answers every query with NaN: of records that are not there.
std::unique_ptr<Pass> begin_absent_pass(std::span<const PointQuery> queries);
void answer_nothing(const PointQuery& query);

/// What follows from bounds, on records that are not there.
template <class Bounds>
class AbsentSum : public Bounds {
 public:
  template <class... Facts>
  explicit AbsentSum(Index samples, const Facts&... facts) : Bounds(facts...), samples_(samples) {}

  Index samples() const final { return samples_; }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const final {
    return begin_absent_pass(queries);
  }
  void answer_batch(std::span<const Index>, const PointQuery& query, BatchScratch&) const final {
    answer_nothing(query);
  }

 private:
  Index samples_;
};

}  // namespace noisy
