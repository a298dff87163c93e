#pragma once

#include <vector>

#include "engine/problem/risk/finite_sum.h"

namespace noisy::testing {

/// What a sum answers about a point.
struct PassAnswer {
  Vector gradient;
  double value = 0;
};

/// With an anchor, the gradient's difference to the one there, and no value.
inline PointQuery query_into(PassAnswer& out, const Vector& point, const Vector* anchor) {
  return {.point = &point,
          .gradient = &out.gradient,
          .value = anchor ? nullptr : &out.value,
          .anchor = anchor};
}

/// Of all records, in the shortest windows.
inline PassAnswer full_pass(const FiniteSum& risk, const Vector& point,
                            const Vector* anchor = nullptr, int threads = 1) {
  PassAnswer out;
  const PointQuery query = query_into(out, point, anchor);
  ThreadPool pool(threads);
  const auto pass = risk.begin_pass({&query, 1});
  while (!pass->advance(pool, Deadline::after_seconds(0))) {
  }
  return out;
}

/// Of these records.
inline PassAnswer batch_answer(const FiniteSum& risk, const std::vector<Index>& records,
                               const Vector& point, const Vector* anchor = nullptr) {
  PassAnswer out;
  BatchScratch scratch;
  risk.answer_batch(records, query_into(out, point, anchor), scratch);
  return out;
}

}  // namespace noisy::testing
