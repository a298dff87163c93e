#include "engine/experiment/objective.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/experiment/error_rate.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// With more features the Gram matrix costs more than its tight constants save.
constexpr Index kMostSpectrumFeatures = 64;

LinearLoss linear_loss(LossKind loss) {
  return loss == LossKind::logistic ? logistic_loss() : squared_loss();
}

/// Smallest second derivative: the logistic loss flattens out, the squared one is 1 everywhere.
double least_curvature(LossKind loss) {
  return loss == LossKind::squared ? 1 : 0;
}

Regularizer make_regularizer(const ProblemSpec& problem) {
  const bool is_none = problem.regularizer == RegularizerKind::none;
  return {.kind = is_none ? Regularizer::Kind::none : Regularizer::Kind::l2,
          .strength = problem.regularizer_strength};
}

/// Mean squared length of the rows: the trace of U'U / n, never below its largest eigenvalue.
double mean_squared_row(const DenseData& data) {
  std::vector<double> row(static_cast<std::size_t>(data.features()));
  const double total = math::sum_of(static_cast<std::size_t>(data.samples()), [&](std::size_t i) {
    data.copy_row(static_cast<Index>(i), row);
    return math::squared_norm(row);
  });
  return total / static_cast<double>(data.samples());
}

}  // namespace

std::shared_ptr<Objective> make_objective(const ProblemSpec& problem,
                                          std::shared_ptr<const LoadedData> data) {
  auto objective = std::make_shared<Objective>();
  const LinearLoss loss = linear_loss(problem.loss);
  const FeatureBounds& bounds = data->facts.bounds;
  objective->sum = std::make_unique<EmpiricalRisk>(data->data, bounds, loss, problem.gradient_clip);
  objective->exact = std::make_unique<EmpiricalRisk>(data->data, bounds, loss);
  if (loss_traits(problem.loss).takes_labels) {
    objective->error_rate = std::make_unique<EmpiricalRisk>(data->data, bounds, error_rate_loss());
  }
  objective->regularizer = make_regularizer(problem);
  objective->curvature = loss.curvature_bound;
  objective->least_curvature = least_curvature(problem.loss);
  const double target = std::max(std::fabs(bounds.target_lower), std::fabs(bounds.target_upper));
  objective->derivative_bound =
      loss.derivative_bound(std::numeric_limits<double>::infinity(), target);
  objective->data = std::move(data);
  return objective;
}

bool ReferenceSearch::advance(math::ThreadPool& pool, const math::Deadline& deadline) {
  if (objective_.reference) return true;
  const DenseData& data = objective_.data->data;
  if (!objective_.spectrum && data.features() <= kMostSpectrumFeatures) {
    if (!spectrum_) spectrum_.emplace(data);
    if (!spectrum_->advance(pool, deadline)) return false;
    objective_.spectrum = spectrum_->result();
    spectrum_.reset();
  }
  if (!solver_) begin_solver();
  if (!solver_->advance(pool, deadline)) return false;
  objective_.reference = solver_->result();
  return true;
}

void ReferenceSearch::begin_solver() {
  const std::optional<Spectrum>& spectrum = objective_.spectrum;
  const double strength = objective_.regularizer.strength;
  const double largest = spectrum ? spectrum->largest : mean_squared_row(objective_.data->data);
  const double bound =
      std::min(objective_.curvature * largest, objective_.exact->smoothness_bound());
  const double convexity = spectrum ? objective_.least_curvature * spectrum->smallest : 0;
  solver_.emplace(*objective_.exact, objective_.regularizer, bound + strength,
                  convexity + strength);
}

double ReferenceSearch::evaluations() const {
  if (!solver_ || !objective_.reference || !*objective_.reference) return 0;
  return static_cast<double>((*objective_.reference)->iterations) *
         static_cast<double>(objective_.exact->samples());
}

}  // namespace noisy
