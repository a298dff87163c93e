#pragma once

#include <limits>

#include "engine/problem/risk/finite_sum.h"
#include "tests/algorithm/naive/problem.h"

namespace noisy::testing {

inline naive::Numbers numbers(const Vector& x) {
  return {x.data(), x.data() + x.size()};
}

inline Vector vector(const naive::Numbers& x) {
  return Eigen::Map<const Vector>(x.data(), static_cast<Index>(x.size()));
}

/// A naive problem, without its regularizer, in the form that the engine's oracles read.
class NaiveFiniteSum final : public FiniteSum {
 public:
  explicit NaiveFiniteSum(naive::Problem problem) : problem_(std::move(problem)) {
    for (std::size_t i = 0; i < problem_.samples; ++i) all_.push_back(static_cast<Index>(i));
  }

  Index samples() const override { return static_cast<Index>(problem_.samples); }
  Index dimension() const override { return static_cast<Index>(problem_.dimension); }

  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override {
    for (const PointQuery& query : queries) answer(all_, query);
    return std::make_unique<Done>();
  }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch&) const override {
    answer(records, query);
  }
  GradientBounds gradient_bounds() const override {
    return {.l1 = problem_.l1_sensitivity, .l2 = problem_.l1_sensitivity};
  }
  double l1_sensitivity_at(const Vector& point) const override {
    return problem_.l1_sensitivity_at(numbers(point));
  }
  double smoothness_bound() const override { return std::numeric_limits<double>::infinity(); }

 private:
  struct Done final : Pass {
    bool advance(ThreadPool&, const Deadline&) override { return true; }
  };

  void answer(std::span<const Index> records, const PointQuery& query) const {
    const std::vector<std::size_t> batch(records.begin(), records.end());
    const naive::Numbers x = numbers(*query.point);
    if (query.gradient) *query.gradient = vector(problem_.batch_gradient(batch, x));
    if (query.gradient && query.anchor) {
      *query.gradient -= vector(problem_.batch_gradient(batch, numbers(*query.anchor)));
    }
    if (!query.value) return;
    double sum = 0;
    for (const std::size_t i : batch) sum += problem_.loss(i, x);
    *query.value = sum / static_cast<double>(batch.size());
  }

  naive::Problem problem_;
  std::vector<Index> all_;
};

}  // namespace noisy::testing
