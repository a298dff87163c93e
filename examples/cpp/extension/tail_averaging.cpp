// An algorithm of our own in one file: noisy gradient descent that answers with the mean of its
// last steps,
//
//   x_t = x_(t-1) - (c / L) g_t,   g_t a noisy gradient at x_(t-1), t = 1 ... T,
//   answer: the mean of the last k = max(1, floor(tail T)) of x_1 ... x_T.
//
// The last iterate carries the noise of a few steps, the mean of many iterates that of all of them;
// and what is far from the optimum, the first steps, is left out. Averages: Polyak and Juditsky
// 1992; of the tail alone: Rakhlin, Shamir and Sridharan 2012. Averaging released points costs no
// privacy.

#include <algorithm>
#include <array>
#include <string>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/release_rule.h"
#include "engine/privacy/form/gradient.h"
#include "extensions.h"

namespace {

using namespace noisy;

struct TailParameters {
  Index iterations = 100;   ///< T
  double step_scale = 0.5;  ///< c
  double tail = 0.5;        ///< the share of the steps that is averaged

  Index averaged() const {
    return std::max<Index>(1, static_cast<Index>(tail * static_cast<double>(iterations)));
  }
};

class TailPlan final : public AlgorithmPlan {
 public:
  TailPlan(const TailParameters& parameters, double step_size, ReleaseRule rule,
           PlanSummary summary)
      : parameters_(parameters),
        step_size_(step_size),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  Index iterations() const { return parameters_.iterations; }
  Index averaged() const { return parameters_.averaged(); }
  double step_size() const { return step_size_; }
  Release release(Index iteration) const { return rule_.at(iteration); }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  TailParameters parameters_;
  double step_size_;
  ReleaseRule rule_;
  PlanSummary summary_;
};

TailParameters read(const ParameterSet& given) {
  TailParameters parameters;
  if (const auto value = given.number("iterations")) {
    parameters.iterations = static_cast<Index>(*value);
  }
  parameters.step_scale = given.number("stepScale").value_or(parameters.step_scale);
  parameters.tail = given.number("tail").value_or(parameters.tail);
  return parameters;
}

PlanSummary summary_of(const PlanInput& input, const TailParameters& parameters, double step_size,
                       const ReleaseRule& rule) {
  const Release release = rule.at(1);
  const Index samples = input.facts.samples;
  const auto last = static_cast<double>(parameters.iterations);
  PlanSummary summary;
  summary.iterations = parameters.iterations;
  summary.gradient_evaluations = last * static_cast<double>(samples);
  const std::string released = "all " + std::to_string(parameters.iterations) + " noisy gradients";
  summary.claim = privacy_claim(input, rule, gradient_words(released, release, samples));
  summary.segments = {{.count = parameters.iterations,
                       .step_size = step_size,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", last);
  summary.parameters.set("stepScale", parameters.step_scale);
  summary.parameters.set("tail", parameters.tail);
  if (release.mechanism != Mechanism::none) {
    summary.noise_scale = {{1, last}, {release.noise_scale, release.noise_scale}};
    summary.cost = {{1, last}, {release.cost.value, release.cost.value}};
  }
  return summary;
}

/// Every step has the same share of the budget.
Result<std::unique_ptr<AlgorithmPlan>> plan(const PlanInput& input) {
  const TailParameters parameters = read(input.parameters);
  const std::array<WeightSegment, 1> steps = {{{.count = parameters.iterations}}};
  auto rule = ReleaseRule::create(input.facts, input.privacy, Division::uniform,
                                  SensitivityRule::uniform, input.facts.samples, steps);
  if (!rule) return std::unexpected(rule.error());
  const double step_size = parameters.step_scale / input.facts.smoothness;
  PlanSummary summary = summary_of(input, parameters, step_size, *rule);
  return std::make_unique<TailPlan>(parameters, step_size, *std::move(rule), std::move(summary));
}

/// Shows the answer that the run would give if it ended here: the mean of the steps that count so
/// far, or the step itself where none does yet.
Run tail_averaged(GradientOracle& data, const TailPlan& plan, Vector x) {
  const Index skipped = plan.iterations() - plan.averaged();
  Vector mean = x;
  for (Index t = 1; t <= plan.iterations(); ++t) {
    const Vector& gradient = co_await data.ask(gradient_at(x, plan.release(t)));
    x -= plan.step_size() * gradient;
    if (t <= skipped + 1) {
      mean = x;
    } else {
      mean += (x - mean) / static_cast<double>(t - skipped);
    }
    co_yield Iterate{mean};
  }
}

Run TailPlan::start(GradientOracle& data, Vector start) const {
  return tail_averaged(data, *this, std::move(start));
}

std::vector<ParameterSpec> parameters() {
  ParameterSpec iterations = iterations_spec({.description = "T, the number of noisy gradients."});
  iterations.default_value = static_cast<double>(TailParameters{}.iterations);
  return {std::move(iterations),
          {.name = "stepScale",
           .title = "Step scale",
           .minimum = 0,
           .maximum = 1,
           .exclusive_minimum = true,
           .default_value = TailParameters{}.step_scale,
           .description = "c in step = c / L."},
          {.name = "tail",
           .title = "Tail",
           .minimum = 0,
           .maximum = 1,
           .default_value = TailParameters{}.tail,
           .description = "The share of the steps, the last ones, whose mean is the answer."},
          start_spec({.description = "x_0, chosen without looking at the data."})};
}

}  // namespace

AlgorithmEntry tail_averaging() {
  AlgorithmEntry entry;
  entry.id = "tail-averaging";
  entry.title = "Tail averaging";
  entry.paper = "Rakhlin, Shamir, Sridharan 2012";
  entry.theorem = "none for its error; its privacy is that of its releases, composed";
  entry.summary =
      "Noisy gradient descent that answers with the mean of its last steps, which carries less "
      "noise than the last one.";
  entry.notions = {Notion::pure, Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::laplace, Mechanism::gaussian};
  entry.needs = {"smoothness", "bounded gradient sensitivity"};
  entry.guarantee = "The whole path is private; every step pays budget / T.";
  entry.parameters = parameters();
  entry.plan = &plan;
  return entry;
}
