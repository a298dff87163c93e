#include <optional>

#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/math/reduce.h"
#include "engine/problem/domain/proximal_term.h"

namespace noisy {
namespace {

/// ||grad F(x) + grad r(x)||^2; where a regularizer or a domain leaves no gradient, that of the
/// mapping L (x - prox(x - grad F(x) / L)), with L the smoothness.
class GradientNormMeter final : public Meter {
 public:
  GradientNormMeter(const MeasuredProblem& problem, std::optional<ProximalTerm> term)
      : problem_(problem), term_(std::move(term)), smoothness_(term_ ? scale(problem) : 1) {}

  void ask(const MeasuredPoint& point, Questions& questions) const override {
    const Vector& x = point.iterate;
    questions.gradient(*problem_.exact, x,
                       [this, &x](const Vector& gradient) { return squared_length(x, gradient); });
  }
  double value(const MeasuredPoint&, std::span<const double> answers) const override {
    return answers[0];
  }

 private:
  /// Of a sum of linear losses there is no better scale than any other.
  static double scale(const MeasuredProblem& problem) {
    const double smoothness = problem.smoothness();
    return smoothness > 0 ? smoothness : 1;
  }
  double squared_length(const Vector& x, const Vector& gradient) const {
    if (term_) {
      Vector mapping = x - gradient / smoothness_;
      term_->prox(1 / smoothness_, mapping);
      mapping = smoothness_ * (x - mapping);
      return math::squared_norm(mapping);
    }
    Vector whole = gradient;
    problem_.regularizer->add_gradient(x, whole);
    return math::squared_norm(whole);
  }

  MeasuredProblem problem_;
  std::optional<ProximalTerm> term_;
  double smoothness_;
};

Result<std::unique_ptr<Meter>> make_meter(const MeasuredProblem& problem) {
  std::optional<ProximalTerm> term;
  if (!problem.regularizer->is_smooth() || problem.domain->kind != Domain::Kind::all) {
    auto made =
        ProximalTerm::create(*problem.regularizer, *problem.domain, problem.exact->dimension());
    if (!made) {
      return fail(ErrorCode::unsupported_option, "run.diagnostics",
                  "\"gradient-norm\" needs the proximal map of the regularizer over the domain, "
                  "which has no closed form here: leave it out");
    }
    term = *std::move(made);
  }
  return std::make_unique<GradientNormMeter>(problem, std::move(term));
}

}  // namespace

DiagnosticEntry gradient_norm_diagnostic() {
  return {.id = "gradient-norm",
          .title = "Squared gradient norm",
          .description =
              "||grad F(x)||^2; with a domain or a regularizer without gradient, that of the "
              "proximal gradient mapping. Of a saddle problem the operator (grad_x F, -grad_y F) "
              "stands for the gradient.",
          .needs = {.gradient = true},
          .meter = &make_meter};
}

}  // namespace noisy
