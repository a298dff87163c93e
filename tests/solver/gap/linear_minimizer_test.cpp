// Minimizers of linear functions: in the domain, and no random point of it is better.
#include "engine/solver/gap/linear_minimizer.h"

#include <gtest/gtest.h>

#include "tests/solver/support/problems.h"

namespace noisy::testing {
namespace {

using Kind = Domain::Kind;

void expect_minimizers(const Domain& domain, Index size) {
  ASSERT_TRUE(has_linear_minimizer(domain));
  Draws draws(3);
  for (int trial = 0; trial < 20; ++trial) {
    const Vector gradient = draws.unit(size) * draws(0, 3);
    const Vector found = linear_minimizer(domain, gradient);
    EXPECT_TRUE(domain.contains(found));
    // The projection of a far point along -gradient is the minimizer where it is unique.
    Vector far = -1e7 * gradient;
    domain.project(far);
    EXPECT_NEAR(gradient.dot(found), gradient.dot(far), 1e-5);
    for (int other = 0; other < 50; ++other) {
      Vector point = draws.unit(size) * draws(0, 20);
      domain.project(point);
      EXPECT_LE(gradient.dot(found), gradient.dot(point) + 1e-12);
    }
  }
  EXPECT_TRUE(domain.contains(linear_minimizer(domain, Vector::Zero(size))));
}

TEST(LinearMinimizer, IsNotBeatenByAnyPoint) {
  const Domain ball{.kind = Kind::l2_ball, .radius = 0.7};
  const Domain box{.kind = Kind::box,
                   .lower = (Vector(3) << -1, 0.2, -3).finished(),
                   .upper = (Vector(3) << 1, 0.3, -1).finished()};
  const Domain simplex{.kind = Kind::simplex};
  expect_minimizers(ball, 4);
  expect_minimizers({.kind = Kind::l1_ball, .radius = 2}, 4);
  expect_minimizers({.kind = Kind::linf_ball, .radius = 2}, 4);
  expect_minimizers(box, 3);
  expect_minimizers(simplex, 5);
  expect_minimizers({.kind = Kind::product,
                     .factors = {{.domain = ball, .size = 2},
                                 {.domain = box, .size = 3},
                                 {.domain = simplex, .size = 2}}},
                    7);
}

TEST(LinearMinimizer, NeedsABoundedDomain) {
  EXPECT_FALSE(has_linear_minimizer({}));
  EXPECT_FALSE(has_linear_minimizer({.kind = Kind::nonnegative}));
  EXPECT_FALSE(has_linear_minimizer({.kind = Kind::product, .factors = {{.size = 2}}}));
}

}  // namespace
}  // namespace noisy::testing
