#include "engine/algorithm/erm/key_lemma.h"
#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/problem/geometry/gauge.h"
#include "engine/problem/geometry/geometry.h"

namespace noisy {
namespace {

/// A step of accelerated mirror descent with vectors of its own.
class KeptMirrorStep {
 public:
  explicit KeptMirrorStep(const MirrorStep& step)
      : step_(step),
        query_(*step.query),
        gradient_(*step.gradient),
        state_before_(*step.state_before),
        state_(*step.state) {}

  MirrorStep view() const {
    MirrorStep out = step_;
    out.query = &query_;
    out.gradient = &gradient_;
    out.state_before = &state_before_;
    out.state = &state_;
    return out;
  }
  const Vector& query() const { return query_; }

 private:
  MirrorStep step_;
  Vector query_, gradient_, state_before_, state_;
};

/// key_lemma_slack() at u = x_*.
class KeyLemmaMeter final : public StepMeter<KeptMirrorStep> {
 public:
  explicit KeyLemmaMeter(const MeasuredProblem& problem) : problem_(problem) {}

 protected:
  std::optional<KeptMirrorStep> look(const TracedStep& at) const override {
    const auto* step = at.view.find<MirrorStep>();
    if (!step) return std::nullopt;
    return KeptMirrorStep(*step);
  }
  void ask_about(const Vector& iterate, const KeptMirrorStep& kept,
                 Questions& questions) const override {
    questions.value(*problem_.sum, iterate);
    questions.gradient_and_value(*problem_.exact, kept.query(), [&kept](const Vector& gradient) {
      const MirrorStep step = kept.view();
      return dual_norm(step.geometry->set(), Vector(*step.gradient - gradient));
    });
  }
  double value_at(const Vector&, const KeptMirrorStep& kept,
                  std::span<const double> answers) const override {
    const MirrorStep step = kept.view();
    const ReferenceOptimum& optimum = *problem_.reference;
    return key_lemma_slack(
        step, {.point = &optimum.solution,
               .primal = step.geometry->primal_of(optimum.solution).value_or(optimum.weights),
               .dual_noise = answers[1],
               .value_at_query = answers[2],
               .value = answers[0]});
  }

 private:
  MeasuredProblem problem_;
};

}  // namespace

DiagnosticEntry key_lemma_slack_diagnostic() {
  return {.id = "key-lemma-slack",
          .title = "Slack of the key lemma",
          .description =
              "Right side minus left side of the inequality behind each step of DP-AccMD, at the "
              "optimum; below 0 only where the stated smoothness is too small.",
          .needs = {.reference = true, .value = true, .evaluations = 1, .view = MirrorStep::kName},
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            if (!problem.reference) return nullptr;
            return std::make_unique<KeyLemmaMeter>(problem);
          }};
}

}  // namespace noisy
