#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "engine/data/inline_data.h"
#include "engine/solver/gap/gap_search.h"
#include "engine/solver/gap/record_mean.h"
#include "tests/solver/support/problems.h"

namespace noisy::testing {

/// A saddle function in closed form.
struct ClosedForm {
  std::function<double(const Vector&)> value;
  std::function<Vector(const Vector&)> slopes;  ///< (grad_x F, -grad_y F)
  Domain primal_domain, dual_domain;
  SaddleSmoothness smoothness;
  Index primal = 1, dual = 1;
};

class ClosedFormMean final : public SaddleMean {
 public:
  explicit ClosedFormMean(ClosedForm form) : form_(std::move(form)) {}

  Index primal_dimension() const override { return form_.primal; }
  Index dual_dimension() const override { return form_.dual; }
  const Domain& primal_domain() const override { return form_.primal_domain; }
  const Domain& dual_domain() const override { return form_.dual_domain; }
  SaddleSmoothness smoothness() const override { return form_.smoothness; }
  Index records() const override { return 1; }
  std::unique_ptr<Pass> begin_pass(const Vector& z, SaddleMeanAnswer& answer) const override {
    ++passes_;
    const double value = form_.value(z);
    const Vector slopes = form_.slopes(z);
    answer = {.value = value,
              .slopes = slopes,
              .value_size = 1 + std::abs(value),
              .gradient_size = 1 + slopes.norm()};
    return std::make_unique<Done>();
  }

  Index passes() const { return passes_; }

 private:
  struct Done final : Pass {
    bool advance(ThreadPool&, const Deadline&) override { return true; }
  };
  ClosedForm form_;
  mutable Index passes_ = 0;
};

inline void run(Pass& pass) {
  ThreadPool pool(1);
  while (!pass.advance(pool, Deadline::after_seconds(0))) {
  }
}

inline Bracket gap_at(const SaddleMean& mean, const SaddlePoint& z, double width = 1e-9) {
  GapSearch search(mean, {&z, 1}, {.width = width, .most_evaluations = 2'000'000});
  run(search);
  EXPECT_TRUE(search.is_narrow());
  EXPECT_GE(search.gap().width(), 0);
  EXPECT_LE(search.gap().width(), std::max(width, 1e-11));
  return search.gap();
}

}  // namespace noisy::testing
