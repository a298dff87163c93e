#pragma once

#include <gtest/gtest.h>

namespace noisy {

/// Whether no other mu has a lower bound, near and far.
template <typename Bound>
void expect_least(const Bound& bound) {
  const double best = bound.best_regularization(), least = bound.at(best);
  for (const double factor : {1e-4, 0.1, 0.5, 0.9, 0.999, 1.001, 1.1, 2.0, 10.0, 1e4})
    EXPECT_GT(bound.at(factor * best), least) << factor;
}

}  // namespace noisy
