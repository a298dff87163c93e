#pragma once

#include <gtest/gtest.h>

#include "tests/math/row_data.h"

namespace noisy::testing {

/// What was asked for has the bits of `all`, where everything was; the rest is untouched.
inline void expect_asked_answers(const Queries& some, const Queries& all) {
  const std::size_t dimension = some.points.size() / some.list.size();
  for (std::size_t q = 0; q < some.list.size(); ++q) {
    const math::RowQuery& query = some.list[q];
    EXPECT_EQ(some.values[q], query.value ? all.values[q] : Queries::kUntouched) << q;
    for (std::size_t j = q * dimension; j < (q + 1) * dimension; ++j) {
      ASSERT_EQ(some.gradients[j], query.gradient ? all.gradients[j] : Queries::kUntouched) << q;
    }
  }
}

}  // namespace noisy::testing
