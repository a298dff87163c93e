#include "engine/experiment/plan/objective.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/experiment/plan/make_risk.h"
#include "engine/experiment/plan/record_objective.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Mean squared length of the rows: the trace of U'U / n, never below its largest eigenvalue. Of
/// records that are not kept, a public bound of it.
double mean_squared_row(const LoadedData& data) {
  if (std::holds_alternative<AbsentRecords>(data.records)) {
    return data.facts.bounds.l2 * data.facts.bounds.l2;
  }
  const auto* sparse = std::get_if<SparseRecords>(&data.records);
  std::vector<double> row(sparse ? 0 : static_cast<std::size_t>(data.features()));
  const double total = math::sum_of(static_cast<std::size_t>(data.samples()), [&](std::size_t i) {
    if (sparse) return math::squared_norm(sparse->rows.values(static_cast<Index>(i)));
    std::get<DenseData>(data.records).copy_row(static_cast<Index>(i), row);
    return math::squared_norm(row);
  });
  return total / static_cast<double>(data.samples());
}

void make_linear(const ProblemSpec& problem, const LoadedData& data, Objective& objective) {
  const LinearLoss loss = problem.loss->linear(problem.loss_parameters);
  const FeatureBounds& bounds = data.facts.bounds;
  objective.sum = make_risk(data, bounds, loss, problem.gradient_clip, problem.domain);
  objective.exact = make_risk(data, bounds, loss, std::nullopt, problem.domain);
  objective.has_labels = problem.loss->takes_labels;
  objective.linear_loss = loss;
  objective.curvature = loss.curvature_bound;
  objective.least_curvature = std::max(0.0, loss.least_curvature);
  objective.is_convex = loss.is_convex();
  if (!loss.is_convex()) objective.concavity = -loss.least_curvature * bounds.l2 * bounds.l2;
  const Domain& domain = problem.gradient_clip ? Domain{} : problem.domain;  // as in the risk
  objective.derivative_bound = slope_bound(loss, bounds, domain, data.features()).value;
  objective.slope_factors = bounds;
}

}  // namespace

Result<void> check_problem(const ProblemSpec& problem, const LoadedData& data) {
  if (!problem.loss->may_be_sparse() && data.is_sparse()) {
    return fail(ErrorCode::unsupported_option, "data.storage",
                "\"" + problem.loss->id + "\" works on dense records: use \"dense\"");
  }
  return check_features(problem, data.features());
}

std::shared_ptr<Objective> make_objective(const ProblemSpec& problem,
                                          std::shared_ptr<const LoadedData> data) {
  auto objective = std::make_shared<Objective>();
  objective->domain = problem.domain;
  objective->prediction = problem.loss->prediction();
  switch (problem.loss->form) {
    case LossForm::margin:
      make_linear(problem, *data, *objective);
      // What a population adds; programs without it draw no such records either.
      if (data->population && record_objective_maker()) {
        record_objective_maker()(problem, *data, *objective);
      }
      break;
    case LossForm::distance:
    case LossForm::classes:
    case LossForm::record:
    case LossForm::saddle:
      record_objective_maker()(problem, *data, *objective);
      break;
  }
  objective->regularizer = problem.regularizer;
  objective->data = std::move(data);
  return objective;
}

std::optional<double> closed_gap(const Objective& objective, const Vector& point) {
  if (!objective.record_loss || !objective.means) return std::nullopt;
  if (objective.regularizer.kind != Regularizer::Kind::none) return std::nullopt;
  const auto best = objective.record_loss->minimizer(point, *objective.means);
  if (!best || !objective.domain.contains(*best)) return std::nullopt;
  return objective.record_loss->gap(point, *objective.means);
}

std::optional<Vector> own_start(const Objective& objective) {
  if (!objective.record_loss) return std::nullopt;
  Vector start = objective.record_loss->default_start(objective.sum->dimension());
  if (objective.domain.contains(start)) return start;
  if (!objective.domain.has_projection()) return std::nullopt;
  objective.domain.project(start);
  return start;
}

Result<void> compute_spectrum(Objective& objective, math::ThreadPool& pool) {
  if (objective.spectrum) return {};
  if (objective.data->features() > SpectrumSearch::kMostFeatures) {
    return fail(ErrorCode::unsupported_option, "problem.constants",
                "constants are computed from at most " +
                    std::to_string(SpectrumSearch::kMostFeatures) +
                    " features; state them as numbers");
  }
  SpectrumSearch search(*objective.data);
  while (!search.advance(pool, math::Deadline::never())) {
  }
  objective.spectrum = search.result();
  return {};
}

double exact_smoothness(const Objective& objective) {
  const double largest =
      objective.spectrum ? objective.spectrum->largest : mean_squared_row(*objective.data);
  return std::min(objective.curvature * largest, objective.exact->smoothness_bound());
}

}  // namespace noisy
