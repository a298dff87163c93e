// Certified saddle points behind the wall: both parts at once, and in phases.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/algorithm/minimax/solution_plan.h"
#include "engine/problem/saddle/moment_equations.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/minimax/saddle_settings.h"

namespace noisy::testing {
namespace {

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 5, .algorithm = "phased-minimax"});
}

std::unique_ptr<AlgorithmPlan> planned(const char* id, const PlanInput& input) {
  auto plan = find_algorithm(id)->plan(input);
  EXPECT_TRUE(plan) << plan.error().message;
  return *std::move(plan);
}

const SolutionPlan& solution_plan(const AlgorithmPlan& plan) {
  return dynamic_cast<const SolutionPlan&>(plan);
}

std::vector<Vector> path_of(const SaddleSetting& setting, const AlgorithmPlan& plan) {
  Vector start = Vector::Zero(setting.risk->dimension());
  setting.domain.project(start);
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(*setting.risk, Regularizer{}, streams());
    return drive(*setting.risk, oracle, plan.start(oracle, start));
  }
  PrivateOracle oracle(*setting.risk, Regularizer{}, streams(), plan.rule().cap());
  auto path = drive(*setting.risk, oracle, plan.start(oracle, start));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  return path;
}

Vector saddle_point(const SaddleSetting& setting, const RecordBlock& block, double primal,
                    double dual, const Vector& centre) {
  std::vector<Index> numbers(static_cast<std::size_t>(block.count));
  std::iota(numbers.begin(), numbers.end(), block.first);
  return naive_saddle_point(setting, numbers, {.primal = primal, .dual = dual}, centre);
}

double weighted_distance(const Vector& a, const Vector& b, const SolutionStep& step, Index d_x) {
  const Vector moved = a - b;
  return std::sqrt(step.primal_weight * moved.head(d_x).squaredNorm() +
                   step.dual_weight * moved.tail(moved.size() - d_x).squaredNorm());
}

TEST(MinimaxOutput, WithoutNoiseIsTheSaddlePointWhoeverLooksForIt) {
  const SaddleSetting setting = setting_of(auc(), 30);
  const Vector zero = Vector::Zero(setting.risk->dimension());
  const Vector exact = saddle_point(setting, {0, 30}, 0.3, 0.1, zero);
  for (const char* solver : {"extragradient", "loopless-svr-extragradient", "saga-saddle",
                             "al-svre", "gradient-descent-ascent"}) {
    const auto plan = planned("minimax-output-perturbation",
                              input_for(setting, kNoNoise,
                                        parameters({{"primalRegularization", 0.3},
                                                    {"dualRegularization", 0.1},
                                                    {"solver", std::string(solver)}})));
    const SolutionStep& step = solution_plan(*plan).steps()[0];
    EXPECT_NEAR(step.dual_weight, 0.1 + 0.5, 1e-12);  // mu_y = 2 p (1 - p) is the problem's own
    const auto path = path_of(setting, *plan);
    ASSERT_EQ(path.size(), 1u) << solver;
    EXPECT_LE(weighted_distance(path[0], exact, step, kFeatures + 2), step.distance) << solver;
  }
}

TEST(MinimaxOutput, ReleasesBothPartsWithTheNoiseOfTheNormOfW) {
  const SaddleSetting setting = setting_of(auc(), 400);
  const ParameterSet given = parameters({{"primalRegularization", 1.0}, {"projectOutput", false}});
  const auto exact = path_of(
      setting, *planned("minimax-output-perturbation", input_for(setting, kNoNoise, given)));
  const auto plan = planned("minimax-output-perturbation", input_for(setting, kApproximate, given));
  const auto noisy_path = path_of(setting, *plan);
  const SolutionStep& step = solution_plan(*plan).steps()[0];
  Stream stream = streams().stream(StreamPurpose::noise, 0);
  Vector expected = exact[0];
  for (Index j = 0; j < expected.size(); ++j) {
    const double weight = j < kFeatures + 2 ? step.primal_weight : step.dual_weight;
    expected[j] += step.release.noise_scale * normal(stream, 1) / std::sqrt(weight);
  }
  EXPECT_LE(weighted_distance(noisy_path[0], expected, step, kFeatures + 2), 2 * step.distance);
  EXPECT_NEAR(plan->summary().claim.epsilon, 1, 1e-12);
  EXPECT_TRUE(plan->summary().claim.certified());
}

/// Every phase's released part is that of the saddle point around where the path stood.
void expect_phases(const SaddleSetting& setting, const AlgorithmPlan& plan, double own_concavity) {
  const auto path = path_of(setting, plan);
  const auto& steps = solution_plan(plan).steps();
  ASSERT_EQ(path.size(), steps.size());
  const Index d_x = setting.loss->primal_dimension(kFeatures);
  Vector before = Vector::Zero(setting.risk->dimension());
  setting.domain.project(before);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const SolutionStep& step = steps[k];
    Vector centre = before;
    centre.head(d_x) *= step.primal_pull;
    centre.tail(centre.size() - d_x) *= step.dual_pull;
    const Vector exact = saddle_point(setting, step.release.block, step.primal_weight,
                                      step.dual_weight - own_concavity, centre);
    const bool is_dual = step.part == SolutionPart::dual;
    const double moved = is_dual ? (path[k] - exact).tail(centre.size() - d_x).norm()
                                 : (path[k] - exact).head(d_x).norm();
    const double allowed =
        step.distance / std::sqrt(is_dual ? step.dual_weight : step.primal_weight);
    EXPECT_LE(moved, allowed + 1e-9) << k;
    // The other part of the path stays where it was: it is not released.
    const double other = is_dual ? (path[k] - before).head(d_x).norm()
                                 : (path[k] - before).tail(centre.size() - d_x).norm();
    EXPECT_EQ(other, 0) << k;
    before = path[k];
  }
}

TEST(PhasedMinimax, PairsPutOutTheSaddlePointsOfTheirBlocks) {
  const SaddleSetting setting = setting_of(std::make_shared<MomentEquations>(1.0), 60);
  const auto plan =
      planned("phased-minimax",
              input_for(setting, kNoNoise, parameters({{"schedule", std::string("equal")}})));
  EXPECT_EQ(solution_plan(*plan).steps().size(), 12u);
  expect_phases(setting, *plan, 0);
}

TEST(PhasedMinimax, OfStronglyConcaveProblemsReleasesThePrimalAlone) {
  const SaddleSetting setting = setting_of(auc(), 60);
  const auto plan =
      planned("phased-minimax", input_for(setting, kNoNoise,
                                          parameters({{"variant", std::string("strongly-concave")},
                                                      {"schedule", std::string("equal")}})));
  EXPECT_EQ(solution_plan(*plan).steps().size(), 6u);
  expect_phases(setting, *plan, 0.5);
}

TEST(PhasedMinimax, HasAtMostTwelveGeometricPhasesByDefault) {
  const SaddleSetting few = setting_of(auc(), 60);
  const ParameterSet concave = parameters(
      {{"variant", std::string("strongly-concave")}, {"schedule", std::string("geometric")}});
  const auto plan = planned("phased-minimax", input_for(few, kNoNoise, concave));
  EXPECT_EQ(solution_plan(*plan).steps().size(), 5u);
  expect_phases(few, *plan, 0.5);
  const SaddleSetting many = setting_of(auc(), 1 << 14);
  const auto longest = planned("phased-minimax", input_for(many, kNoNoise, concave));
  EXPECT_EQ(solution_plan(*longest).steps().size(), 12u);
}

TEST(PhasedMinimax, APairCostsWhatIsAskedForAndOneOfThemHalf) {
  const SaddleSetting setting = setting_of(std::make_shared<MomentEquations>(1.0), 256);
  const auto plan = planned("phased-minimax", input_for(setting, kApproximate, {}));
  EXPECT_NEAR(plan->summary().claim.epsilon, 1, 1e-12);
  const auto& steps = solution_plan(*plan).steps();
  ASSERT_EQ(steps.size(), 16u);
  for (std::size_t k = 0; k < steps.size(); k += 2) {
    EXPECT_EQ(steps[k].release.block, steps[k + 1].release.block);
    EXPECT_NEAR(steps[k].release.cost.value + steps[k + 1].release.cost.value,
                plan->rule().cap().value, 1e-12);
  }
  path_of(setting, *plan);
}

TEST(PhasedMinimax, ARecordChangesNothingBeforeItsBlock) {
  SaddleSetting setting = setting_of(std::make_shared<MomentEquations>(1.0), 64);
  const auto plan = planned("phased-minimax", input_for(setting, kNoNoise, {}));
  const auto before = path_of(setting, *plan);
  const auto& steps = solution_plan(*plan).steps();
  const std::size_t changed = 4;
  const Index record = steps[changed].release.block.first;
  const std::vector<double> other = {0.5, -0.5, 0.5};
  setting.data->set_row(record, other);
  const auto after = path_of(setting, *plan);
  for (std::size_t k = 0; k < changed; ++k) EXPECT_EQ(before[k], after[k]);
  const SaddleBounds& bounds = *setting.risk->saddle();
  for (const std::size_t k : {changed, changed + 1}) {
    SolutionBounds of{.records = static_cast<double>(steps[k].release.block.count),
                      .primal_weight = steps[k].primal_weight,
                      .dual_weight = steps[k].dual_weight,
                      .distance = steps[k].distance};
    set_differences(setting.risk->gradient_bounds().l2, &bounds, of);
    const Vector moved = after[k] - before[k];
    EXPECT_GT(moved.norm(), 0);
    // Of the second one the first one's move is still in the path's other part.
    const double of_part =
        k == changed ? moved.head(kFeatures).norm() : moved.tail(kFeatures).norm();
    EXPECT_LE(of_part, solution_sensitivity(steps[k].part, of));
  }
}

TEST(PhasedMinimax, SaysWhatIsMissing) {
  const SaddleSetting setting = setting_of(std::make_shared<MomentEquations>(1.0), 60);
  const auto refused = [&](const char* id, const ParameterSet& given) {
    const auto plan = find_algorithm(id)->plan(input_for(setting, kNoNoise, given));
    return plan ? std::string("planned") : plan.error().field;
  };
  EXPECT_EQ(refused("minimax-output-perturbation", {}), "planned");
  EXPECT_EQ(refused("minimax-output-perturbation", parameters({{"primalRegularization", 0.0}})),
            "primalRegularization");
  EXPECT_EQ(refused("minimax-output-perturbation", parameters({{"dualRegularization", 0.0}})),
            "dualRegularization");
  EXPECT_EQ(refused("phased-minimax", parameters({{"variant", std::string("strongly-concave")}})),
            "variant");
  EXPECT_EQ(refused("phased-minimax", parameters({{"phases", 64.0}})), "phases");
  EXPECT_EQ(refused("output-perturbation", {}), "problem");
}

}  // namespace
}  // namespace noisy::testing
