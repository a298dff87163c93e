#include <optional>

#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/math/reduce.h"
#include "engine/problem/domain/support.h"

namespace noisy {
namespace {

/// <A(z), z> - min over u in X x Y of <A(z), u>, A = (grad_x F, -grad_y F). F is convex in x and
/// concave in y, so that F(x, w) - F(v, y) <= <A(z), z - (v, w)>: it is never below the gap, and
/// equals it where F is linear in both.
/// A point outside is projected first, as the search for the gap does.
class LinearizedGapMeter final : public StepMeter<Vector> {
 public:
  explicit LinearizedGapMeter(const MeasuredProblem& problem) : problem_(problem) {}

 protected:
  std::optional<Vector> look(const TracedStep& at) const override {
    Vector z = at.iterate;
    problem_.domain->project(z);
    return z;
  }
  void ask_about(const Vector&, const Vector& z, Questions& questions) const override {
    questions.gradient(*problem_.exact, z, [this, &z](const Vector& a) {
      const Vector away = -a;
      return math::dot(a, z) + *support(*problem_.domain, math::view(away));
    });
  }
  double value_at(const Vector&, const Vector&, std::span<const double> answers) const override {
    return answers[0];
  }

 private:
  MeasuredProblem problem_;
};

}  // namespace

DiagnosticEntry linearized_gap_diagnostic() {
  return {.id = "linearized-gap",
          .title = "Linearized gap",
          .description =
              "max over (v, w) of <A(z), z - (v, w)> on the records, A = (grad_x F, -grad_y F): at "
              "least the strong duality gap, by one gradient and without any search. Of methods "
              "that release x alone, y stays where it began.",
          .needs = {.evaluations = 1},
          .objection = [](const AskedProblem& problem) -> std::string {
            if (problem.is_saddle) return "";
            return "\"linearized-gap\" is about a saddle problem, and the loss \"" + problem.loss +
                   "\" is minimized: leave it out";
          },
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            const Vector probe = Vector::Zero(problem.exact->dimension());
            if (!support(*problem.domain, math::view(probe))) {
              return fail(ErrorCode::unsupported_option, "run.diagnostics",
                          "\"linearized-gap\" needs bounded domains whose farthest point in a "
                          "direction has a closed form: leave it out");
            }
            return std::make_unique<LinearizedGapMeter>(problem);
          }};
}

}  // namespace noisy
