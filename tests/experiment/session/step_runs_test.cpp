// Diagnostics of single steps, beside twins of the algorithms and beside formulas of their own.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/erm/accmd.h"
#include "engine/experiment/session/lockstep.h"
#include "tests/algorithm/erm/mirror_problem.h"
#include "tests/algorithm/erm/svrg_runs.h"
#include "tests/experiment/session/meters.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

/// One run to its end, traced at every iteration.
std::unique_ptr<LockstepGroup> finished(const MeasuredProblem& problem,
                                        std::initializer_list<std::string_view> diagnostics,
                                        RunSetup setup) {
  setup.trace_points = setup.plan->summary().iterations + 1;
  setup.meters = meters_of(diagnostics, problem);
  std::vector<RunSetup> setups;
  setups.push_back(std::move(setup));
  auto group =
      std::make_unique<LockstepGroup>(*problem.sum, *problem.regularizer, std::move(setups));
  math::ThreadPool pool(1);
  while (!group->advance(pool, math::Deadline::never())) {
  }
  EXPECT_EQ(group->runs().front()->status(), RunStatus::completed);
  return group;
}

/// Mean record gradient and r's, one record after the other.
double gradient_length(const naive::Problem& problem, double l2, const naive::Numbers& x) {
  naive::Numbers sum(x.size(), 0.0);
  for (std::size_t i = 0; i < problem.samples; ++i)
    sum = naive::plus(sum, 1, problem.gradient(i, x));
  for (double& value : sum) value /= static_cast<double>(problem.samples);
  return naive::norm(naive::plus(sum, l2, x));
}

double mean_loss(const naive::Problem& problem, const naive::Numbers& x) {
  double sum = 0;
  for (std::size_t i = 0; i < problem.samples; ++i) sum += problem.loss(i, x);
  return sum / static_cast<double>(problem.samples);
}

constexpr std::uint64_t kSeed = 314;

TEST(NoiseRatio, IsTheScaleOfTheNoiseOverTheGradientThatATwinComputes) {
  Setting setting = logistic_setting(7);
  for (const char* mechanism : {"laplace", "gaussian"}) {
    const bool is_laplace = mechanism[0] == 'l';
    const double steps = 9, budget = 3, n = 24, d = 4, sensitivity = 3;
    PlanInput input;
    input.facts = engine_facts(setting.facts);
    input.privacy = {.notion = is_laplace ? Notion::pure : Notion::zcdp,
                     .epsilon = budget,
                     .rho = budget,
                     .mechanism = is_laplace ? Mechanism::laplace : Mechanism::gaussian};
    input.parameters = parameters({{"iterations", steps}, {"stepScale", 0.3}});
    input.regularizer = setting.regularizer;
    std::shared_ptr<const AlgorithmPlan> plan = find_algorithm("dp-gd")->plan(input).value();
    const StreamFactory streams =
        StreamFactory::reproducible({.seed = kSeed, .algorithm = "dp-gd"});
    const auto path = private_path(setting, *plan, streams);
    const MeasuredProblem problem{.sum = setting.data.get(),
                                  .exact = setting.data.get(),
                                  .regularizer = &setting.regularizer};
    const auto group = finished(problem, {"noise-ratio"},
                                {.plan = plan, .start = vector(setting.start), .streams = streams});
    const auto column = measured(*group->runs().front(), "noiseRatio");
    // Laplace: b = S_1 T / (n epsilon), variance 2 b^2; Gaussian: sigma = S_2 / (n sqrt(2 rho/T)).
    const double length = is_laplace
                              ? std::sqrt(2 * d) * sensitivity * steps / (n * budget)
                              : std::sqrt(d) * sensitivity / n / std::sqrt(2 * budget / steps);
    ASSERT_EQ(column.size(), path.size() + 1);
    EXPECT_TRUE(std::isnan(column[0]));
    for (std::size_t t = 0; t < path.size(); ++t) {
      const double gradient = gradient_length(setting.problem, 0.2, numbers(path[t]));
      EXPECT_NEAR(column[t + 1], length / gradient, 1e-11 * column[t + 1]) << mechanism << t;
    }
  }
}

/// What the epoch diagnostics are compared with, at the same steps.
struct EpochRun {
  SvrgSetting setting = svrg_logistic();
  naive::Svrg method;
  ReferenceOptimum reference;  ///< any point and number: the formula holds for all

  std::vector<naive::SvrgStep> twin;
  std::unique_ptr<LockstepGroup> group;

  EpochRun(bool doubles, std::string step_rule, bool per_epoch) {
    method = {.doubles = doubles,
              .epochs = 4,
              .length = doubles ? std::size_t{3} : std::size_t{12},
              .step_size = 0.05,
              .step_rule = std::move(step_rule),
              .term = {.l1 = 0.03, .l2 = 0.2}};
    method.per_epoch = per_epoch;
    constexpr double kConstant = 0.2;
    constexpr Index kBatch = 5;
    method.noise = theorem_noise(setting, kConstant, method.steps());
    PrivacyRequest privacy = theorem_privacy(kConstant);
    if (per_epoch) privacy = {.notion = Notion::approximate, .epsilon = 3, .delta = 1e-2};
    const std::shared_ptr<const AlgorithmPlan> plan = svrg_plan(setting, method, kBatch, privacy);
    if (per_epoch) {
      method.anchor_noise = planned_release(*plan, 1).noise_scale;
      method.noise = planned_release(*plan, 2).noise_scale;
    }
    method.smoothness = setting.smoothness;
    method.strong_convexity = method.term.l2;
    const naive::Numbers start = {0.2, -0.2, 0.1, -0.3};
    const StreamFactory streams =
        StreamFactory::reproducible({.seed = kSeed, .algorithm = svrg_id(method)});
    twin = naive::steps_of(
        setting.problem, method,
        stream_draws(streams, setting.data->samples(), 4, kBatch, UnitNoise::normal), start);
    reference = {.solution = vector({0.3, 0.1, -0.2, 0.4}), .value = 0.1};
    regularizer = engine_regularizer(method.term);
    const MeasuredProblem problem{.sum = setting.data.get(),
                                  .exact = setting.data.get(),
                                  .regularizer = &regularizer,
                                  .reference = &reference};
    const RunSetup setup{.plan = plan, .start = vector(start), .streams = streams};
    group = doubles ? finished(problem, {"noise-ratio", "anchor-distance", "potential"}, setup)
                    : finished(problem, {"noise-ratio", "anchor-distance"}, setup);
  }

  /// The step is the release of its epoch's anchor, where the inner iterate does not move.
  static bool is_anchor(const naive::SvrgStep& step) { return step.answer == step.anchor; }

  std::vector<double> column(std::string_view name) const {
    return measured(*group->runs().front(), name);
  }

  double gap(const naive::Numbers& x) const {
    return mean_loss(setting.problem, x) + method.term.value(x) - reference.value;
  }

  Regularizer regularizer;
};

struct EpochCase {
  const char* rule;
  bool per_epoch;
};
constexpr EpochCase kEpochCases[] = {
    {"constant", false}, {"bb-private", false}, {"constant", true}, {"bb-private", true}};

TEST(AnchorDistance, EqualsTheTwinsAfterEveryStep) {
  for (const bool doubles : {false, true}) {
    for (const auto& [rule, per_epoch] : kEpochCases) {
      const EpochRun run(doubles, rule, per_epoch);
      const auto column = run.column("anchorDistance");
      ASSERT_EQ(column.size(), run.twin.size() + 1);
      EXPECT_EQ(column[0], 0);  // x_0 is its own anchor
      for (std::size_t t = 0; t < run.twin.size(); ++t) {
        const naive::SvrgStep& step = run.twin[t];
        const double distance = naive::norm(naive::minus(step.point, step.anchor));
        EXPECT_EQ(distance == 0, run.is_anchor(step) && (!doubles || step.epoch == 1));
        EXPECT_NEAR(column[t + 1], distance, 4e-12) << rule << " t=" << t + 1;
      }
    }
  }
}

TEST(NoiseRatio, OfADifferenceCountsItsAnchorsNoise) {
  for (const bool per_epoch : {false, true}) {
    const EpochRun run(true, "constant", per_epoch);
    const double inner = run.method.noise, outer = run.method.anchor_noise;
    const auto column = run.column("noiseRatio");
    ASSERT_EQ(column.size(), run.twin.size() + 1);
    for (std::size_t t = 0; t < run.twin.size(); ++t) {
      const naive::SvrgStep& step = run.twin[t];
      const double scale = run.is_anchor(step) ? outer : std::hypot(inner, outer);
      const double gradient = gradient_length(run.setting.problem, 0.2, step.answer);
      EXPECT_NEAR(column[t + 1], 2 * scale / gradient, 1e-9 * column[t + 1]) << t;  // d = 4
    }
  }
}

TEST(Potential, IsItsFormulaAtTheTwinsSteps) {
  for (const auto& [rule, per_epoch] : kEpochCases) {
    const EpochRun run(true, rule, per_epoch);
    const auto column = run.column("potential");
    ASSERT_EQ(column.size(), run.twin.size() + 1);
    for (std::size_t t = 0; t < run.twin.size(); ++t) {
      const naive::SvrgStep& step = run.twin[t];
      // Before an epoch has moved, its potential is that of the last one's end.
      const std::size_t epoch = step.epoch - (run.is_anchor(step) ? 1 : 0);
      const double length = static_cast<double>(run.method.epoch_length(epoch));
      const naive::Numbers off = naive::minus(step.point, numbers(run.reference.solution));
      const double expected = run.gap(step.answer) +
                              3 * naive::dot(off, off) / (4 * step.step_size * length) +
                              run.gap(step.point) / (2 * length);
      EXPECT_NEAR(column[t + 1], expected, 1e-10 * expected) << rule << " t=" << t + 1;
    }
  }
}

/// The least slack, in units of 1 + (the largest of the run), of DP-AccMD with this curvature H = f
/// L_C on a wide interval, where noise of standard deviation 3 and the gradient may agree.
double least_slack(double factor, std::uint64_t seed) {
  constexpr double kNoise = 3, kSteps = 12, kLipschitz = 10, kRadius = 20;
  constexpr Index kSamples = 10;
  Numbers01 random(seed);
  const Vector curvature = Vector::Ones(1), minimizer = Vector::Constant(1, random(-6, 6));
  const DiagonalProblem data(curvature, minimizer, kSamples, kLipschitz);
  // sigma^2 = 2 T G^2 / (n^2 rho)
  const double reach = kLipschitz / (kSamples * kNoise);
  PlanInput input = plan_input(data, {.kind = Domain::Kind::l2_ball, .radius = kRadius},
                               {.notion = Notion::zcdp, .rho = 2 * kSteps * reach * reach},
                               parameters({{"iterations", kSteps}}));
  const auto planned = plan_accmd(input, AccmdForm::repaired).value();
  AccmdSetting setting = dynamic_cast<const AccmdPlan&>(*planned).setting();
  setting.step_curvature = factor * setting.mirror_smoothness;
  const auto plan = std::make_shared<AccmdPlan>(setting, mirror_setting(input).value(),
                                                full_batch_rule(input, setting.iterations).value(),
                                                planned->summary());
  EXPECT_NEAR(planned_release(*plan, 1).noise_scale, kNoise, 1e-9);
  const ReferenceOptimum reference{.solution = minimizer, .value = 0};
  const Regularizer none;
  const MeasuredProblem problem{
      .sum = &data, .exact = &data, .regularizer = &none, .reference = &reference};
  const auto group =
      finished(problem, {"key-lemma-slack"},
               {.plan = plan, .start = Vector::Zero(1), .streams = streams_of(seed)});
  const auto column = measured(*group->runs().front(), "keyLemmaSlack");
  EXPECT_EQ(column.size(), kSteps + 1);
  EXPECT_TRUE(std::isnan(column.front()));
  double least = INFINITY, largest = 0;
  for (std::size_t t = 1; t < column.size(); ++t) {
    EXPECT_FALSE(std::isnan(column[t]));
    least = std::min(least, column[t]);
    largest = std::max(largest, column[t]);
  }
  return least / (1 + largest);
}

TEST(KeyLemmaSlack, IsBelowZeroWithThePrintedCurvatureAndNeverWithTheRepairedOne) {
  double printed = INFINITY, repaired = INFINITY;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    printed = std::min(printed, least_slack(1, seed));
    repaired = std::min(repaired, least_slack(2, seed));
  }
  EXPECT_LT(printed, -1e-3);
  EXPECT_GE(repaired, -1e-12);
}

}  // namespace
}  // namespace noisy::testing
