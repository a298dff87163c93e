#include "engine/statement/check/rehearsal.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/experiment/session/active_run.h"
#include "engine/experiment/session/report.h"

namespace noisy {
namespace {

/// What a step of any dimension takes, in coordinates: some 0.5 us of 16 ns each.
constexpr double kStep = 35;

/// Records of which the public facts are known, with gradients, losses and answers of zero.
class ZeroSum final : public FiniteSum {
 public:
  /// @param facts   of the records; must outlive this
  /// @param effort  what answering takes is taken away from it
  ZeroSum(const FiniteSum& facts, Index samples, double& effort)
      : facts_(facts), samples_(samples), effort_(effort) {}

  /// Answers with zero.
  void answer(const PointQuery& query) const {
    effort_ -= static_cast<double>(dimension());
    if (query.gradient) query.gradient->setZero(dimension());
    if (query.value) *query.value = 0;
  }

  Index samples() const override { return samples_; }
  Index dimension() const override { return facts_.dimension(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override {
    for (const PointQuery& query : queries) answer(query);
    return std::make_unique<DonePass>();
  }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch&) const override {
    effort_ -= static_cast<double>(records.size());
    answer(query);
  }
  void add_clipped_gradients(Index, Index, const Vector&, const CoordinateClip&, BatchScratch&,
                             math::PlacedSum&) const override {}
  bool has_parts() const override { return facts_.has_parts(); }
  std::unique_ptr<FiniteSum> part(Index, Index count) const override {
    return std::make_unique<ZeroSum>(facts_, count, effort_);
  }
  const SaddleBounds* saddle() const override { return facts_.saddle(); }
  std::shared_ptr<const QueryFamily> queries() const override { return facts_.queries(); }
  GradientBounds gradient_bounds() const override { return facts_.gradient_bounds(); }
  RegionBounds bounds_within(double radius) const override { return facts_.bounds_within(radius); }
  double l1_sensitivity_at(const Vector& point) const override {
    return facts_.l1_sensitivity_at(point);
  }
  double summation_error(Index records) const override { return facts_.summation_error(records); }
  bool is_convex() const override { return facts_.is_convex(); }
  double record_convexity() const override { return facts_.record_convexity(); }
  double rank_one_curvature() const override { return facts_.rank_one_curvature(); }
  QuadraticBounds quadratic_bounds() const override { return facts_.quadratic_bounds(); }
  double allowed_radius() const override { return facts_.allowed_radius(); }
  bool is_allowed(const Vector& point) const override { return facts_.is_allowed(point); }
  double smoothness_bound() const override { return facts_.smoothness_bound(); }

 private:
  class DonePass final : public Pass {
    bool advance(ThreadPool&, const Deadline&) override { return true; }
  };

  const FiniteSum& facts_;
  Index samples_;
  double& effort_;
};

/// One run on them, with the noise of its own seed.
class ZeroRun {
 public:
  ZeroRun(const PlannedAlgorithm& planned, const Objective& objective, Index trace_points,
          std::uint64_t seed, double& effort)
      : effort_(effort),
        sum_(*objective.sum, objective.sum->samples(), effort),
        run_(sum_, objective.regularizer, setup_of(planned, trace_points, seed)) {}

  /// Carries it out; false where it does not complete, or the effort ends before.
  bool completes() {
    while (!run_.is_over() && effort_ >= 0) {
      effort_ -= kStep;
      run_.work(Deadline::after_seconds(0), ActiveRun::Clock::now());
      if (!run_.waits_for_pass()) continue;
      sum_.answer(run_.request());
      run_.take_answer(0);
    }
    return run_.status() == RunStatus::completed;
  }

  const ActiveRun& run() const { return run_; }

  std::vector<NamedColumn> columns() const {
    const Trace& trace = run_.trace();
    std::vector<NamedColumn> out = {
        {"iteration", trace.iteration},
        {"gradientEvaluations", trace.gradient_evaluations},
        {spent_column(run_.setup().plan->summary().claim.notion), trace.spent}};
    out.insert(out.end(), trace.steps.begin(), trace.steps.end());
    return out;
  }

 private:
  static RunSetup setup_of(const PlannedAlgorithm& planned, Index trace_points,
                           std::uint64_t seed) {
    std::vector<std::string> columns;
    for (const StepColumn& column : planned.entry->columns) columns.push_back(column.name);
    return {.plan = planned.plan,
            .start = planned.start,
            .streams = StreamFactory::reproducible({.seed = seed, .algorithm = planned.entry->id}),
            .trace_points = trace_points,
            .columns = std::move(columns)};
  }

  double& effort_;
  ZeroSum sum_;
  ActiveRun run_;
};

/// What carrying a plan out takes beside answers: its steps with their noise, the choice of
/// batches, and releases that walk over blocks of records, which nobody can interrupt.
double least_effort(const PlannedAlgorithm& planned, const Objective& objective) {
  const PlanSummary& summary = planned.plan->summary();
  const ReleaseForm& form = *first_release(planned.plan->rule()).form;
  const auto dimension = static_cast<double>(objective.sum->dimension());
  double effort = static_cast<double>(summary.iterations) * (dimension + kStep);
  for (const PlanSegment& segment : summary.segments) {
    const Index batch = segment.first_release.batch_size;
    const bool is_drawn = batch < objective.sum->samples();
    if (is_drawn) effort += static_cast<double>(segment.count) * static_cast<double>(batch);
  }
  if (form.reads_blocks() && !form.hides_steps()) {
    effort += summary.gradient_evaluations * dimension;
  }
  return effort;
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// Leaves what both have in common of a column: all of it, or nothing.
void agree(NamedColumn& column, const NamedColumn& other) {
  if (!std::ranges::equal(column.values, other.values, &same)) column.values.clear();
}

}  // namespace

Rehearsal rehearse(const PlannedAlgorithm& planned, const Objective& objective, Index trace_points,
                   double& effort) {
  Rehearsal out;
  if (planned.plan->rule().length() != RunLength::fixed) return out;
  out.is_skipped = true;
  // A start that is not kept would be too long for this.
  if (planned.start.size() == 0 || 2 * least_effort(planned, objective) > effort) return out;
  ZeroRun one(planned, objective, trace_points, 1, effort);
  ZeroRun other(planned, objective, trace_points, 2, effort);
  if (!one.completes() || !other.completes()) return out;
  out.is_skipped = false;
  const std::size_t points = one.run().trace().size();
  out.is_whole = other.run().trace().size() == points;
  if (!out.is_whole) return out;
  out.columns = one.columns();
  const std::vector<NamedColumn> others = other.columns();
  for (std::size_t i = 0; i < out.columns.size(); ++i) agree(out.columns[i], others[i]);
  out.gradient_evaluations = one.run().gradient_evaluations();
  out.is_whole &= out.gradient_evaluations == other.run().gradient_evaluations();
  out.has_hidden_work = one.run().hidden_evaluations() > 0;
  return out;
}

std::vector<double> noise_deviations(const PlannedAlgorithm& planned, const Objective& objective,
                                     int runs, double effort) {
  const double needed = runs * least_effort(planned, objective);
  if (planned.start.size() == 0 || needed > effort) return {};
  const Index dimension = objective.sum->dimension();
  Vector mean = Vector::Zero(dimension);
  Vector squares = Vector::Zero(dimension);  // of distances from the mean (Welford 1962)
  for (int run = 1; run <= runs; ++run) {
    ZeroRun one(planned, objective, 2, static_cast<std::uint64_t>(run), effort);
    if (!one.completes()) return {};
    const Vector distance = one.run().current() - mean;
    mean += distance / run;
    squares += distance.cwiseProduct(one.run().current() - mean);
  }
  std::vector<double> out;
  for (Index j = 0; j < dimension; ++j) out.push_back(std::sqrt(squares[j] / (runs - 1)));
  return out;
}

}  // namespace noisy
