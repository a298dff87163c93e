#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/naive/mirror.h"
#include "tests/algorithm/naive_finite_sum.h"
#include "tests/support/drive.h"

namespace noisy::testing {

/// F(x) = (1/2) sum_j h_j (x_j - c_j)^2 whose n records are all alike, with G as if they were not:
/// what a bound on the records says, not what they are.
class DiagonalProblem final : public FiniteSum {
 public:
  DiagonalProblem(Vector curvature, Vector minimizer, Index samples, double lipschitz)
      : curvature_(std::move(curvature)),
        minimizer_(std::move(minimizer)),
        samples_(samples),
        lipschitz_(lipschitz) {}

  double objective(const Vector& x) const {
    return 0.5 * (curvature_.array() * (x - minimizer_).array().square()).sum();
  }
  Vector exact_gradient(const Vector& x) const {
    return (curvature_.array() * (x - minimizer_).array()).matrix();
  }

  Index samples() const override { return samples_; }
  Index dimension() const override { return minimizer_.size(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override {
    for (const PointQuery& query : queries) answer(query);
    return std::make_unique<Done>();
  }
  void answer_batch(std::span<const Index>, const PointQuery& query, BatchScratch&) const override {
    answer(query);
  }
  GradientBounds gradient_bounds() const override {
    return {.l1 = 2 * lipschitz_ * std::sqrt(static_cast<double>(dimension())),
            .l2 = 2 * lipschitz_};
  }
  double l1_sensitivity_at(const Vector&) const override { return gradient_bounds().l1; }
  double smoothness_bound() const override { return curvature_.maxCoeff(); }

 private:
  struct Done final : Pass {
    bool advance(ThreadPool&, const Deadline&) override { return true; }
  };
  void answer(const PointQuery& query) const {
    if (query.gradient) *query.gradient = exact_gradient(*query.point);
    if (query.value) *query.value = objective(*query.point);
  }

  Vector curvature_, minimizer_;
  Index samples_;
  double lipschitz_;
};

/// What a plan is told of the problem.
inline PlanInput plan_input(const DiagonalProblem& problem, Domain domain,
                            const PrivacyRequest& privacy, ParameterSet parameters = {}) {
  const double apart = problem.gradient_bounds().l2;
  PlanInput input;
  input.facts = {.samples = problem.samples(),
                 .dimension = problem.dimension(),
                 .smoothness = problem.smoothness_bound(),
                 .loss_smoothness = problem.smoothness_bound(),
                 .l1_sensitivity = problem.gradient_bounds().l1,
                 .l2_sensitivity = apart,
                 .bounds_within =
                     [apart](double) {
                       return RegionBounds{.gradient_l2 = apart, .record_gradient = apart / 2};
                     },
                 .is_convex = true};
  input.privacy = privacy;
  input.parameters = std::move(parameters);
  input.domain = std::move(domain);
  return input;
}

inline std::unique_ptr<AlgorithmPlan> plan_of(const char* id, const PlanInput& input) {
  auto plan = find_algorithm(id)->plan(input);
  return plan ? *std::move(plan) : nullptr;
}

inline Error plan_error(const char* id, const PlanInput& input) {
  const auto plan = find_algorithm(id)->plan(input);
  return plan ? Error{} : plan.error();
}

/// The iterates of a run with the plan's own noise, or without any for the notion none.
inline std::vector<Vector> path_of(const DiagonalProblem& problem, const AlgorithmPlan& plan,
                                   const StreamFactory& streams, const Vector& start) {
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(problem, {}, streams);
    return drive(problem, oracle, plan.start(oracle, start));
  }
  PrivateOracle oracle(problem, {}, streams, plan.rule().cap());
  if (plan.leaks()) oracle.allow_leaks();
  return drive(problem, oracle, plan.start(oracle, start));
}

inline StreamFactory streams_of(std::uint64_t seed) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "mirror"});
}

/// The same problem's t-th noisy gradient with the draws of these streams.
inline naive::NoisyGradient noisy_gradient(const DiagonalProblem& problem,
                                           const StreamFactory& streams, double scale) {
  return [&problem, streams, scale](std::size_t t, const naive::Numbers& x) {
    Vector g = problem.exact_gradient(vector(x));
    Stream stream = streams.stream(StreamPurpose::noise, t - 1);
    for (double& value : g) value += scale * normal(stream, 1);
    return numbers(g);
  };
}

struct MirrorCase {
  std::string name;
  naive::MirrorSet twin;
  Domain domain;
  std::string geometry;
};

/// The sets of 6.3, with both generators of the l1 ball.
inline std::vector<MirrorCase> mirror_cases(Index p, double radius) {
  using Kind = Domain::Kind;
  using Shape = naive::Shape;
  const auto item = [&](std::string name, Shape shape, Kind kind, std::string geometry) {
    const double r = kind == Kind::simplex ? 1 : radius;
    return MirrorCase{std::move(name),
                      {.shape = shape, .radius = r, .dimension = static_cast<std::size_t>(p)},
                      {.kind = kind, .radius = r},
                      std::move(geometry)};
  };
  return {item("l2", Shape::l2, Kind::l2_ball, "l2"),
          item("l1 lift", Shape::l1_lift, Kind::l1_ball, "lift"),
          item("l1 p-norm", Shape::l1_power, Kind::l1_ball, "p-norm"),
          item("simplex", Shape::simplex, Kind::simplex, "entropy"),
          item("linf", Shape::linf, Kind::linf_ball, "l2")};
}

}  // namespace noisy::testing
