#include "engine/algorithm/erm/default_epochs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/algorithm/erm/theory/svrg_plus_bound.h"
#include "engine/algorithm/frame/typical_problem.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kEpochs = 5;
constexpr double kStepDivisor = 12;
constexpr double kClearlyWorse = 1.5;
constexpr double kDoublingLength = 10;

class Chooser {
 public:
  explicit Chooser(const PlanInput& input)
      : input_(input), facts_(svrg_theorem_facts(input)), problem_(input.facts) {}

  /// The anchor takes the sampling away, and the noise is that of large batches.
  double end(double step, double steps) const {
    return problem_.descended(
        {.step = step, .travel = step * steps, .variance = facts_.noise_variance(steps)});
  }

  void restarted(SvrgParameters& parameters) const {
    const double step = 1 / (kStepDivisor * facts_.smoothness);
    double best = 1;
    double least = std::numeric_limits<double>::infinity();
    for (double steps = 1; steps <= kMostSteps; steps = std::ceil(1.4 * steps)) {
      const double lowest = end(step, steps);
      if (!(lowest < least)) continue;
      least = lowest;
      best = steps;
    }
    if (theorem_end() <= kClearlyWorse * least) return;
    parameters.theory.reset();
    parameters.step_size = step;
    const double epochs = std::min(kEpochs, best);
    parameters.epochs = static_cast<Index>(epochs);
    parameters.inner_iterations = static_cast<Index>(std::round(best / epochs));
  }

  void doubling(SvrgParameters& parameters) const {
    constexpr Index kMostEpochs = 16;
    const double step = svrg_plus_step(*parameters.theory, facts_.smoothness);
    double least = std::numeric_limits<double>::infinity();
    for (Index epochs = 1; epochs <= kMostEpochs; ++epochs) {
      const double lowest = end(step, svrg_plus_inner_steps(kDoublingLength, epochs));
      if (!(lowest < least)) continue;
      least = lowest;
      parameters.epochs = epochs;
    }
  }

 private:
  static constexpr double kMostSteps = 5e5;

  double theorem_end() const {
    const double mu = input_.facts.strong_convexity;
    if (!(mu > 0)) return 0;  // refused, and why is said there
    const SvrgEpoch epoch = theory_epoch(VarianceLemma::paper, facts_.smoothness, mu);
    const auto epochs = svrg_epochs(facts_, epoch.length);
    return epochs ? end(epoch.step_size, epoch.length * static_cast<double>(*epochs)) : 0;
  }

  const PlanInput& input_;
  ErmFacts facts_;
  TypicalProblem problem_;
};

}  // namespace

void choose_epochs(SvrgKind kind, const PlanInput& input, SvrgParameters& parameters) {
  const ParameterSet& given = input.parameters;
  const bool is_stated = std::ranges::any_of(
      std::array{"epochs", "innerIterations", "stepSize", "stepScale", "theory"},
      [&](const char* name) { return given.has(name); });
  if (is_stated || input.privacy.notion == Notion::none) return;
  if (!(input.facts.loss_smoothness > 0)) return;
  const Chooser chooser(input);
  if (kind == SvrgKind::restarted) {
    chooser.restarted(parameters);
  } else {
    chooser.doubling(parameters);
  }
}

}  // namespace noisy
