#include "engine/experiment/plan/reference_search.h"

#include <algorithm>
#include <utility>

#include "engine/diagnostic/diagnostic.h"
#include "engine/problem/domain/proximal_term.h"
#include "engine/problem/domain/vertex_hull.h"
#include "engine/solver/composite.h"
#include "engine/solver/newton.h"
#include "engine/solver/reference.h"

namespace noisy {
namespace {

/// With more features the Gram matrix costs more than its tight constants save.
constexpr Index kMostSpectrumFeatures = 64;

/// The first diagnostic that needs this, in quotation marks.
std::string first_that(bool DiagnosticNeeds::*need) {
  const auto found = std::ranges::find_if(
      diagnostics(), [&](const DiagnosticEntry& entry) { return entry.needs.*need; });
  return found == diagnostics().end() ? "" : "\"" + found->id + "\"";
}

Error no_reference(std::string field, std::string message) {
  return {ErrorCode::no_reference, std::move(field), std::move(message)};
}

}  // namespace

ReferenceSearch::ReferenceSearch(Objective& objective)
    : objective_(objective), uses_newton_(uses_newton(objective)) {}

bool ReferenceSearch::uses_newton(const Objective& objective) {
  return objective.domain.kind == Domain::Kind::all &&
         NewtonSolver::fits(*objective.exact, objective.regularizer);
}

bool ReferenceSearch::wants_spectrum() const {
  if (objective_.spectrum || objective_.data->features() > kMostSpectrumFeatures) return false;
  return !uses_newton_ || objective_.least_curvature > 0;
}

bool ReferenceSearch::advance(math::ThreadPool& pool, const math::Deadline& deadline) {
  if (objective_.reference) return true;
  if (objective_.record_loss) {
    objective_.reference = closed_form(pool);
    return true;
  }
  if (objective_.saddle_loss) {
    objective_.reference = std::unexpected(
        no_reference("problem.kind", "a saddle problem has no minimum to measure from: leave " +
                                         first_that(&DiagnosticNeeds::reference) +
                                         " and what else is measured from it out of "
                                         "run.diagnostics"));
    return true;
  }
  if (!objective_.is_convex) {
    objective_.reference = std::unexpected(
        no_reference("problem.loss", "the loss is not convex, so nobody knows its optimum: leave " +
                                         first_that(&DiagnosticNeeds::reference) +
                                         " and what else is measured from it out of "
                                         "run.diagnostics and ask for " +
                                         first_that(&DiagnosticNeeds::gradient)));
    return true;
  }
  if (!solver_ && wants_spectrum()) {
    if (!spectrum_) spectrum_.emplace(*objective_.data);
    if (!spectrum_->advance(pool, deadline)) return false;
    objective_.spectrum = spectrum_->result();
    spectrum_.reset();
  }
  if (!solver_) {
    if (auto error = begin_solver()) {
      objective_.reference = std::unexpected(std::move(*error));
      return true;
    }
  }
  if (!solver_->advance(pool, deadline)) return false;
  objective_.reference = take_result();
  return true;
}

Result<ReferenceOptimum> ReferenceSearch::closed_form(math::ThreadPool& pool) const {
  const Vector near = own_start(objective_).value_or(Vector::Zero(objective_.exact->dimension()));
  if (!closed_gap(objective_, near)) {
    return std::unexpected(
        no_reference("problem.name",
                     "no closed form of the optimum is known with these records, regularizer and "
                     "domain: leave " +
                         first_that(&DiagnosticNeeds::reference) +
                         " and what else is measured from it out of run.diagnostics"));
  }
  ReferenceOptimum optimum{.solution = *objective_.record_loss->minimizer(near, *objective_.means)};
  const PointQuery query{.point = &optimum.solution, .value = &optimum.value};
  const auto pass = objective_.exact->begin_pass({&query, 1});
  while (!pass->advance(pool, math::Deadline::never())) {
  }
  return optimum;
}

std::optional<Error> ReferenceSearch::begin_solver() {
  const FiniteSum& exact = *objective_.exact;
  const Regularizer& regularizer = objective_.regularizer;
  const std::optional<Spectrum>& spectrum = objective_.spectrum;
  const double convexity = (spectrum ? objective_.least_curvature * spectrum->smallest : 0) +
                           regularizer.strong_convexity();
  if (uses_newton_) {
    solver_ = std::make_unique<NewtonSolver>(exact, regularizer, convexity);
    return std::nullopt;
  }
  const double smoothness = exact_smoothness(objective_);
  if (regularizer.is_smooth() && objective_.domain.kind == Domain::Kind::all) {
    solver_ = std::make_unique<ReferenceSolver>(exact, regularizer,
                                                smoothness + regularizer.smoothness(), convexity);
    return std::nullopt;
  }
  return begin_composite(smoothness, convexity);
}

std::optional<Error> ReferenceSearch::begin_composite(double smoothness, double convexity) {
  const FiniteSum& exact = *objective_.exact;
  if (objective_.domain.kind == Domain::Kind::hull &&
      objective_.regularizer.kind == Regularizer::Kind::none) {
    lifted_ = std::make_unique<LiftedSum>(exact, all_vertices(objective_.domain));
    const Domain simplex{.kind = Domain::Kind::simplex};
    auto term = ProximalTerm::create({}, simplex, lifted_->dimension());
    if (!term) return term.error();
    solver_ = std::make_unique<CompositeSolver>(
        *lifted_, *term, CompositeFacts{.smoothness = smoothness * lifted_->squared_norm_bound()});
    return std::nullopt;
  }
  auto term = ProximalTerm::create(objective_.regularizer, objective_.domain, exact.dimension());
  if (!term) {
    return no_reference("problem.domain",
                        "no exact solver knows this regularizer over this domain: leave " +
                            first_that(&DiagnosticNeeds::reference) +
                            " and what else is measured from the optimum out of run.diagnostics");
  }
  solver_ = std::make_unique<CompositeSolver>(
      exact, *term, CompositeFacts{.smoothness = smoothness, .strong_convexity = convexity});
  return std::nullopt;
}

Result<ReferenceOptimum> ReferenceSearch::take_result() const {
  Result<ReferenceOptimum> optimum = solver_->result();
  if (!optimum || !lifted_) return optimum;
  Vector point = Vector::Zero(objective_.exact->dimension());
  for (Index k = 0; k < lifted_->dimension(); ++k) {
    point += optimum->solution[k] * lifted_->vertices().col(k);
  }
  optimum->weights = std::exchange(optimum->solution, std::move(point));
  return optimum;
}

double ReferenceSearch::evaluations() const {
  if (!solver_ || !objective_.reference || !*objective_.reference) return 0;
  return static_cast<double>((*objective_.reference)->iterations) *
         static_cast<double>(objective_.exact->samples());
}

}  // namespace noisy
