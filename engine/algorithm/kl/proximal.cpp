#include "engine/algorithm/kl/proximal.h"

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/kl/kl_entries.h"
#include "engine/algorithm/kl/proximal_specs.h"
#include "engine/algorithm/kl/told_step.h"
#include "engine/algorithm/kl/two_balls.h"
#include "engine/privacy/form/gradient.h"

namespace noisy {
namespace {

/// What both methods say of themselves.
AlgorithmEntry proximal_entry() {
  AlgorithmEntry entry = kl_entry();
  entry.term_use = TermUse::smooth_in_ball;
  entry.plans_without_smoothness = true;
  entry.columns = proximal_columns();
  return entry;
}

AlgorithmEntry kl_proximal_point() {
  AlgorithmEntry entry = proximal_entry();
  entry.id = "kl-proximal-point";
  entry.title = "KL proximal point";
  entry.theorem = "Algorithm 2, Theorem 2; with weights that grow, which repair its proof";
  entry.summary =
      "Solves a short sequence of strongly convex problems, each by noisy gradient descent around "
      "where the one before ended. For objectives that are sharper than quadratic at their minimum "
      "(kappa >= 2), smooth or not.";
  entry.needs = {"bounded gradient sensitivity", "a KL condition with kappa >= 2",
                 "weak convexity"};
  entry.guarantee =
      "The whole path is private; with growing weights the gap ends below the plan's last target "
      "with probability 1 - beta where the KL constants are true.";
  entry.parameters = proximal_parameter_specs();
  entry.plan = optional_planners().kl_proximal_point;
  return entry;
}

AlgorithmEntry noisy_gd() {
  AlgorithmEntry entry = proximal_entry();
  entry.id = "noisy-gd";
  entry.title = "Noisy GD, regularized";
  entry.theorem = "Algorithm 4, Theorem 9; explicit constants derived";
  entry.summary =
      "Noisy gradient descent for F(w) + Lambda ||w - w_0||^2 in the ball that holds its "
      "minimizer, "
      "with the average of the iterates as its answer: the solver inside the proximal point "
      "method.";
  entry.needs = {"bounded gradient sensitivity"};
  entry.guarantee = "The whole path is private; every step pays budget / (T - 1).";
  entry.parameters = noisy_gd_parameter_specs();
  entry.plan = optional_planners().noisy_gd;
  return entry;
}

}  // namespace

Run proximal_point(GradientOracle& data, const ProximalPlan& plan, Vector x) {
  const Release release = first_release(plan.rule());
  const Ball region{.centre = Vector::Zero(x.size()), .radius = plan.region()};
  const Index last = plan.inner().iterations - 1;
  ToldStep<5> told;
  for (std::size_t k = 0; k < plan.steps().size(); ++k) {
    const ProximalStep& step = plan.steps()[k];
    const Ball ball{.centre = x, .radius = step.radius};
    Vector average = x;
    for (Index t = 1; t <= last; ++t) {
      const Vector& gradient = co_await data.ask(gradient_at(x, release));
      const double size = inner_step(plan.inner().step_rule, step.weight, t);
      x -= size * (gradient + 2 * step.weight * (x - ball.centre));
      project(ball, region, x);
      // Weights 1, 2, ..: the share of the newest of t + 1 iterates is 2 / (t + 2).
      const double share = 2 / static_cast<double>(t + 2);
      average += share * (x - average);
      if (t == last) x = average;
      told.tell({static_cast<double>(k + 1), step.target, step.weight, release.noise_scale,
                 t == last ? share * size : size});
      co_yield Iterate{x, told.view()};
    }
  }
}

Run ProximalPlan::start(GradientOracle& data, Vector start) const {
  return proximal_point(data, *this, std::move(start));
}

std::vector<AlgorithmEntry> proximal_entries() {
  return {kl_proximal_point(), noisy_gd()};
}

}  // namespace noisy
