#include "engine/experiment/plan/record_objective.h"

#include "engine/problem/loss/tilt_alone.h"
#include "engine/problem/risk/mean_estimation.h"
#include "engine/problem/risk/record_risk.h"
#include "engine/problem/risk/softmax_risk.h"
#include "engine/problem/saddle/saddle_risk.h"
#include "engine/solver/gap/gap_searcher.h"
#include "engine/solver/gap/held_out_gap.h"
#include "engine/solver/gap/population_excess.h"
#include "engine/solver/gap/population_mean.h"
#include "engine/solver/gap/record_mean.h"

namespace noisy {
namespace {

/// All records of the data, which are dense (check_storage).
CountedRecords counted(const LoadedData& data) {
  if (const auto* grouped = std::get_if<GroupedRecords>(&data.records)) {
    return {.rows = &grouped->rows, .counts = grouped->counts};
  }
  return {.rows = &std::get<DenseData>(data.records), .counts = {}};
}

void make_record(const ProblemSpec& problem, const LoadedData& data, Objective& objective) {
  const auto loss = problem.loss->record(problem.loss_parameters);
  const FeatureBounds& bounds = data.facts.bounds;
  const auto keep = [&](auto sum, auto exact) {
    objective.region = exact->region(RecordBounds::kEverywhere);
    objective.sum = std::move(sum);
    objective.exact = std::move(exact);
  };
  if (const auto* absent = std::get_if<AbsentRecords>(&data.records)) {
    keep(make_absent_record_risk(loss, *absent, bounds, problem.domain, problem.gradient_clip),
         make_absent_record_risk(loss, *absent, bounds, problem.domain, std::nullopt));
  } else {
    const auto make = [&](const std::optional<GradientClip>& clip) {
      return std::make_unique<RecordRisk>(loss, counted(data), bounds, problem.domain, clip);
    };
    auto exact = make(std::nullopt);
    objective.means = exact->means();
    keep(make(problem.gradient_clip), std::move(exact));
  }
  objective.is_convex = loss->is_convex();
  objective.curvature = objective.exact->smoothness_bound();
  objective.spectrum = Spectrum{.smallest = 0, .largest = 1};
  const bool has_tilts_alone = differs_by_tilt_alone(*loss) && !problem.gradient_clip;
  objective.derivative_bound =
      has_tilts_alone ? 1
                      : objective.exact->bounds_within(RecordBounds::kEverywhere).record_gradient;
  objective.slope_factors = has_tilts_alone ? bounds : unit_gradient(data.features());
  objective.record_loss = loss;
}

std::unique_ptr<SaddleRiskBounds> saddle_risk(std::shared_ptr<const SaddleLoss> loss,
                                              const LoadedData& data) {
  const FeatureBounds& bounds = data.facts.bounds;
  if (const auto* absent = std::get_if<AbsentRecords>(&data.records)) {
    return make_absent_saddle_risk(std::move(loss), *absent, bounds);
  }
  if (const auto* sparse = std::get_if<SparseRecords>(&data.records)) {
    return std::make_unique<SaddleRisk>(std::move(loss), sparse->rows, bounds);
  }
  return std::make_unique<SaddleRisk>(std::move(loss), std::get<DenseData>(data.records), bounds);
}

std::unique_ptr<const PointSearcher> gap_searcher(std::shared_ptr<const SaddleMean> mean,
                                                  const SaddleBounds& bounds) {
  if (!mean) return nullptr;
  const SideOptions options = usual_gap_options(bounds, mean->records());
  return std::make_unique<GapSearcher>(std::move(mean), options);
}

/// What diagnostics measure, where there are records.
void add_gaps(const LoadedData& data, Objective& objective) {
  const auto* records = std::get_if<DenseData>(&data.records);
  if (!records) return;
  const FeatureBounds& bounds = data.facts.bounds;
  const SaddleBounds& scale = *objective.exact->saddle();
  const auto mean_of = [&](const DenseData& rows) -> std::shared_ptr<const SaddleMean> {
    auto mean = RecordMean::make(*objective.saddle_loss, rows, bounds);
    return mean ? std::make_shared<const RecordMean>(*std::move(mean)) : nullptr;
  };
  const auto mean = mean_of(*records);
  objective.saddle_gap = gap_searcher(mean, scale);
  const auto* held_out = data.held_out ? std::get_if<DenseData>(&*data.held_out) : nullptr;
  if (mean && held_out) {
    objective.held_out_gap = std::make_unique<HeldOutGapSearcher>(mean, mean_of(*held_out), scale);
  }
  if (!data.population) return;
  objective.population = population_mean(objective.saddle_loss, *data.population, bounds);
  objective.population_gap = gap_searcher(objective.population, scale);
}

void make_saddle(const ProblemSpec& problem, const LoadedData& data, Objective& objective) {
  objective.saddle_loss = saddle_of(problem);
  auto exact = saddle_risk(objective.saddle_loss, data);
  objective.domain = exact->domain();
  objective.sum = saddle_risk(objective.saddle_loss, data);
  objective.exact = std::move(exact);
  add_gaps(data, objective);
  objective.has_labels = problem.loss->takes_labels;
  objective.curvature = objective.exact->smoothness_bound();
  objective.spectrum = Spectrum{.smallest = 0, .largest = 1};
  objective.derivative_bound = objective.exact->gradient_bounds().l2 / 2;
  objective.slope_factors = unit_gradient(objective.exact->dimension());
}

/// Its Hessian is the identity, whatever the data are. They are dense (check_storage).
void make_mean(const ProblemSpec& problem, const LoadedData& data, Objective& objective) {
  const FeatureBounds& bounds = data.facts.bounds;
  const auto make = [&](const std::optional<GradientClip>& clip) -> std::unique_ptr<FiniteSum> {
    if (const auto* absent = std::get_if<AbsentRecords>(&data.records)) {
      return make_absent_mean(*absent, bounds, problem.domain, clip);
    }
    return std::make_unique<MeanEstimationRisk>(std::get<DenseData>(data.records), bounds,
                                                problem.domain, clip);
  };
  objective.sum = make(problem.gradient_clip);
  objective.exact = make(std::nullopt);
  objective.spectrum = Spectrum{.smallest = 1, .largest = 1};
  objective.curvature = objective.least_curvature = objective.loss_convexity = 1;
  objective.derivative_bound = 1;
  objective.slope_factors = bounds;
}

/// Its records are dense (check_storage).
void make_classes(const ProblemSpec& problem, const LoadedData& data, Objective& objective) {
  const FeatureBounds& bounds = data.facts.bounds;
  objective.classes = problem.loss->classes(problem.loss_parameters);
  const auto make = [&](const std::optional<GradientClip>& clip) -> std::unique_ptr<FiniteSum> {
    if (std::holds_alternative<AbsentRecords>(data.records)) {
      return make_absent_softmax(data.samples(), bounds, clip, objective.classes, data.features());
    }
    return std::make_unique<SoftmaxRisk>(std::get<DenseData>(data.records), bounds, clip,
                                         objective.classes);
  };
  objective.sum = make(problem.gradient_clip);
  objective.exact = make(std::nullopt);
  objective.curvature = 0.5;  // times the spectrum of the rows: SoftmaxBounds
  objective.derivative_bound = residual_bound(RowNorm::l2);
  objective.slope_factors = bounds;
}

void add_excess(const ProblemSpec& problem, const LoadedData& data, Objective& objective) {
  const auto* absent = std::get_if<AbsentRecords>(&data.records);
  const bool has_records =
      std::holds_alternative<DenseData>(data.records) || (absent && absent->rows);
  if (!data.population || !has_records) return;
  if (problem.regularizer.kind != Regularizer::Kind::none) return;
  objective.population_gap = population_excess(*problem.loss, problem.loss_parameters,
                                               *data.population, problem.domain, data.facts.bounds);
}

void make_own(const ProblemSpec& problem, const LoadedData& data, Objective& objective) {
  switch (problem.loss->form) {
    case LossForm::margin:  // make_objective() knows the rest
      return add_excess(problem, data, objective);
    case LossForm::distance:
      make_mean(problem, data, objective);
      return add_excess(problem, data, objective);
    case LossForm::classes:
      return make_classes(problem, data, objective);
    case LossForm::record:
      return make_record(problem, data, objective);
    case LossForm::saddle:
      return make_saddle(problem, data, objective);
  }
}

}  // namespace

RecordObjectiveMaker record_objective_maker() {
  return make_own;
}

}  // namespace noisy
