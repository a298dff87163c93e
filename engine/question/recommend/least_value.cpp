#include "engine/question/recommend/least_value.h"

#include <algorithm>
#include <cmath>

#include "engine/solver/newton.h"

namespace noisy {
namespace {

constexpr int kSteps = 600;

void ask(const FiniteSum& mean, const PointQuery& query) {
  math::ThreadPool alone;
  const auto pass = mean.begin_pass(std::span(&query, 1));
  while (!pass->advance(alone, math::Deadline::never())) {
  }
}

double value_at(const FiniteSum& mean, double strength, const Vector& x) {
  double value = 0;
  ask(mean, {.point = &x, .value = &value});
  return value + strength / 2 * x.squaredNorm();
}

/// Nesterov's method; whenever a step and the gradient disagree, it forgets its momentum
/// (O'Donoghue and Candes).
double by_gradients(const FiniteSum& mean, double strength) {
  const double smoothness = mean.smoothness_bound() + strength;
  Vector x = Vector::Zero(mean.dimension());
  Vector ahead = x;
  Vector gradient(x.size());
  double weight = 1;
  for (int k = 0; k < kSteps; ++k) {
    ask(mean, {.point = &ahead, .gradient = &gradient});
    gradient += strength * ahead;
    const Vector next = ahead - gradient / smoothness;
    const bool disagrees = gradient.dot(next - x) > 0;
    const double grown = disagrees ? 1 : (1 + std::sqrt(1 + 4 * weight * weight)) / 2;
    const double momentum = disagrees ? 0 : (weight - 1) / grown;
    ahead = next + momentum * (next - x);
    weight = grown;
    x = next;
  }
  return value_at(mean, strength, x);
}

}  // namespace

LeastValue least_value(const FiniteSum& mean, double strength) {
  LeastValue out;
  out.start = value_at(mean, strength, Vector::Zero(mean.dimension()));
  const Regularizer term{.kind = Regularizer::Kind::l2, .strength = strength};
  if (NewtonSolver::fits(mean, term)) {
    NewtonSolver newton(mean, term, strength);
    math::ThreadPool alone;
    while (!newton.advance(alone, math::Deadline::never())) {
    }
    if (const auto optimum = newton.result()) {
      out.least = optimum->value;
      return out;
    }
  }
  out.least = by_gradients(mean, strength);
  return out;
}

}  // namespace noisy
