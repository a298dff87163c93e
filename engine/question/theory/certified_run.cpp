#include "engine/question/theory/certified_run.h"

#include <cmath>

#include "engine/algorithm/erm/theory/accmd_bound.h"
#include "engine/algorithm/erm/theory/descent_bound.h"
#include "engine/algorithm/erm/theory/noise_ratio.h"
#include "engine/algorithm/erm/theory/svrg_plus_bound.h"
#include "engine/privacy/calibration/variance_reduced_calibration.h"
#include "engine/problem/geometry/gaussian_width.h"

namespace noisy {
namespace {

double ball_width(const TablesQuestion& question) {
  Domain ball;
  ball.kind = Domain::Kind::l2_ball;
  ball.radius = 0.5 * question.diameter;
  return gaussian_width(ball, question.dimension).width;
}

/// The same with G = L = 1, for the theorems.
Result<ErmFacts> erm_facts(const TablesQuestion& question, const Result<double>& ratio) {
  if (!ratio) return std::unexpected(ratio.error());
  return ErmFacts{question.samples, question.dimension, 1.0, 1.0, question.initial_gap, *ratio};
}

/// Fills in batch size, noise and cost of T epochs with N inner steps, all accountant-certified.
Result<CertifiedRun> drawn_batches(const TablesQuestion& question, Index epochs,
                                   double inner_steps) {
  constexpr double kMostSteps = 1e12;
  if (!(inner_steps <= kMostSteps)) {
    return fail(ErrorCode::limit_exceeded, "strongConvexity",
                "is so small that the theorem asks for more than 10^12 steps");
  }
  VarianceReducedSchedule schedule{.samples = question.samples,
                                   .batch_size = 1,
                                   .steps = static_cast<Index>(inner_steps),
                                   .anchored_steps = 0};
  const PrivacyTarget target{.epsilon = question.epsilon, .delta = question.delta};
  const auto batch = smallest_batch(schedule, target);
  if (!batch) return std::unexpected(batch.error());
  schedule.batch_size = *batch;
  const auto calibration = calibrate_variance_reduced(schedule, target);
  if (!calibration) return std::unexpected(calibration.error());
  return CertifiedRun{epochs,
                      inner_steps,
                      *batch,
                      calibration->noise,
                      static_cast<double>(epochs) * static_cast<double>(question.samples) +
                          2.0 * inner_steps * static_cast<double>(*batch),
                      0.0};
}

Result<CertifiedRun> certified_svrg(const TablesQuestion& question, const ErmFacts& facts) {
  const SvrgEpoch epoch = theory_epoch(VarianceLemma::paper, 1.0, question.strong_convexity);
  const auto contraction = epoch_contraction(epoch);
  if (!contraction) return std::unexpected(contraction.error());
  const auto epochs = svrg_epochs(facts, epoch.length);
  if (!epochs) return std::unexpected(epochs.error());
  auto run = drawn_batches(question, *epochs, epoch.length * static_cast<double>(*epochs));
  if (!run) return run;
  run->bound =
      svrg_bound_curve(*contraction, facts, run->noise * run->noise, *epochs).back().total();
  return run;
}

Result<CertifiedRun> certified_svrg_plus(const TablesQuestion& question, const ErmFacts& facts) {
  const SvrgPlusSetting setting{.lemma = VarianceLemma::paper,
                                .step_size = svrg_plus_step(VarianceLemma::paper, 1.0),
                                .smoothness = 1.0,
                                .distance = question.distance};
  const auto epochs = svrg_plus_epochs(setting, facts);
  if (!epochs) return std::unexpected(epochs.error());
  auto run = drawn_batches(question, *epochs, svrg_plus_inner_steps(setting.length, *epochs));
  if (!run) return run;
  const auto curve = svrg_plus_bound_curve(setting, facts, run->noise * run->noise, *epochs);
  if (!curve) return std::unexpected(curve.error());
  run->bound = curve->back().total();
  return run;
}

CertifiedRun full_batches(const TablesQuestion& question, const ErmFacts& facts, Index iterations) {
  const double steps = static_cast<double>(iterations);
  return {iterations,
          0.0,
          0,
          std::sqrt(facts.noise_variance(steps)),
          steps * static_cast<double>(question.samples),
          0.0};
}

Result<CertifiedRun> certified_accmd(const TablesQuestion& question, const ErmFacts& facts) {
  const double radius = 0.5 * question.diameter;
  const double width = complexity_facts(question).gaussian_width;
  const AccmdGeometry geometry{radius * radius, question.bregman_radius,
                               width * width + radius * radius};
  const auto iterations = accmd_iterations(geometry, facts);
  if (!iterations) return std::unexpected(iterations.error());
  CertifiedRun run = full_batches(question, facts, *iterations);
  run.bound = accmd_bound(geometry, run.noise * run.noise, *iterations).total();
  return run;
}

Result<CertifiedRun> certified_descent(const TablesQuestion& question, const ErmFacts& facts,
                                       bool nonconvex) {
  const auto iterations =
      nonconvex ? nonconvex_iterations(facts) : pl_iterations(facts, question.strong_convexity);
  if (!iterations) return std::unexpected(iterations.error());
  CertifiedRun run = full_batches(question, facts, *iterations);
  const double variance = run.noise * run.noise;
  const auto bound = nonconvex
                         ? nonconvex_bound(facts, 1.0, variance, *iterations)
                         : pl_bound(facts, question.strong_convexity, 1.0, variance, *iterations);
  if (!bound) return std::unexpected(bound.error());
  run.bound = bound->total();
  return run;
}

}  // namespace

ComplexityFacts complexity_facts(const TablesQuestion& question) {
  return {.samples = static_cast<double>(question.samples),
          .dimension = static_cast<double>(question.dimension),
          .epsilon = question.epsilon,
          .strong_convexity = question.strong_convexity,
          .gaussian_width = question.gaussian_width.value_or(ball_width(question)),
          .diameter = question.diameter,
          .regularization = question.regularization,
          .distance = question.distance};
}

Result<CertifiedRun> certified_run(const TablesQuestion& question, ComplexitySetting setting) {
  const bool batches =
      setting == ComplexitySetting::strongly_convex || setting == ComplexitySetting::convex;
  const auto ratio =
      batches ? variance_reduced_noise_ratio(NoiseLevel::tight, question.epsilon, question.delta)
              : full_batch_noise_ratio(NoiseLevel::tight, question.epsilon, question.delta);
  const auto facts = erm_facts(question, ratio);
  if (!facts) return std::unexpected(facts.error());
  switch (setting) {
    case ComplexitySetting::strongly_convex:
      return certified_svrg(question, *facts);
    case ComplexitySetting::convex:
      return certified_svrg_plus(question, *facts);
    case ComplexitySetting::high_dimension:
      return certified_accmd(question, *facts);
    case ComplexitySetting::polyak_lojasiewicz:
    case ComplexitySetting::nonconvex:
      break;
  }
  return certified_descent(question, *facts, setting == ComplexitySetting::nonconvex);
}

}  // namespace noisy
