#include "engine/algorithm/minimax/descent_ascent.h"

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/privacy/form/gradient.h"

namespace noisy {
namespace {

/// What both kinds of steps have in common.
AlgorithmEntry steps_entry(OperatorSteps kind) {
  AlgorithmEntry entry;
  entry.theorem = "baseline of Table 1 (noise by privacy loss distributions)";
  entry.draws_batches = true;
  entry.problem_use = ProblemUse::saddles;
  entry.term_use = TermUse::proximal;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::gaussian};
  entry.plans_without_smoothness = true;
  entry.needs = {"bounded domains", "bounded gradient sensitivity"};
  entry.guarantee = "The whole path is private; every step is charged as one release of a batch.";
  entry.parameters = descent_ascent_parameter_specs(kind);
  return entry;
}

AlgorithmEntry dp_sgda() {
  AlgorithmEntry entry = steps_entry(OperatorSteps::descent_ascent);
  entry.id = "dp-sgda";
  entry.title = "DP-SGDA";
  entry.paper = "Zhang, Thekumparampil, Oh, He 2022: Bring Your Own Algorithm";
  entry.summary =
      "Stochastic gradient descent in x and ascent in y at once, with noise on both, and the mean "
      "of the path as its output. The baseline of private saddle problems.";
  entry.plan = optional_planners().descent_ascent;
  return entry;
}

AlgorithmEntry nseg() {
  AlgorithmEntry entry = steps_entry(OperatorSteps::extragradient);
  entry.id = "nseg";
  entry.title = "NSEG";
  entry.paper = "Boob, Guzman 2023: private stochastic variational inequalities";
  entry.summary =
      "Noisy stochastic extragradient: every step looks ahead with one batch and goes where a "
      "second one points from there. The output is the mean of the points ahead.";
  entry.plan = optional_planners().noisy_extragradient;
  return entry;
}

}  // namespace

Run descent_ascent(GradientOracle& data, const DescentAscentPlan& plan, Vector z) {
  const DescentAscentSetting& setting = plan.setting();
  const bool averages = setting.output == DescentAscentOutput::average;
  plan.domain().project(z);
  Vector mean = Vector::Zero(z.size());
  for (Index t = 1; t <= setting.steps; ++t) {
    mean += (z - mean) / static_cast<double>(t);
    const Vector& direction = co_await data.ask(gradient_at(z, plan.release()));
    z -= setting.step_size * direction;
    plan.domain().project(z);
    co_yield Iterate{averages ? mean : z};
  }
}

std::vector<AlgorithmEntry> descent_ascent_entries() {
  return {dp_sgda(), nseg()};
}

}  // namespace noisy
