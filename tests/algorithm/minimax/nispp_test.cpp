// NISPP: noisy solutions of drawn batches.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/algorithm/minimax/nispp.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/privacy/form/drawn_solution.h"
#include "engine/problem/saddle/moment_equations.h"
#include "tests/algorithm/minimax/saddle_settings.h"
#include "tests/algorithm/stream_draws.h"

namespace noisy::testing {
namespace {

constexpr Index kRecords = 40;

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 9, .algorithm = "nispp"});
}

std::unique_ptr<AlgorithmPlan> planned(const PlanInput& input) {
  auto plan = find_algorithm("nispp")->plan(input);
  EXPECT_TRUE(plan) << plan.error().message;
  return *std::move(plan);
}

const NisppPlan& nispp_plan(const AlgorithmPlan& plan) {
  return dynamic_cast<const NisppPlan&>(plan);
}

double weight_of(const AlgorithmPlan& plan) {
  return nispp_plan(plan).release().details[0];
}

/// nu.
double distance_of(const AlgorithmPlan& plan) {
  return nispp_plan(plan).release().details[2] / std::sqrt(weight_of(plan));
}

std::vector<Vector> exact_path_of(const SaddleSetting& setting, const AlgorithmPlan& plan) {
  NonPrivateOracle oracle(*setting.risk, Regularizer{}, streams());
  const Vector zero = Vector::Zero(setting.risk->dimension());
  return drive(*setting.risk, oracle, plan.start(oracle, zero));
}

/// Means of the released points as section 2.9 has them, on the engine's batches and noise.
std::vector<Vector> twin_path(const SaddleSetting& setting, const AlgorithmPlan& plan) {
  const Release& release = nispp_plan(plan).release();
  const double weight = weight_of(plan);
  const auto draws = stream_draws(streams(), kRecords, setting.risk->dimension(),
                                  release.batch_size, UnitNoise::normal);
  std::vector<Vector> path;
  Vector w = Vector::Zero(setting.risk->dimension()), sum = w;
  setting.domain.project(w);
  for (std::size_t t = 1; t <= static_cast<std::size_t>(nispp_plan(plan).steps()); ++t) {
    w = naive_saddle_point(setting, draws.batch(t),
                           {.primal = weight, .dual = weight, .steps = 400}, w);
    w += release.noise_scale * vector(draws.noise(t));
    setting.domain.project(w);
    sum += w;
    path.push_back(sum / static_cast<double>(t));
  }
  return path;
}

TEST(Nispp, EqualsItsTwinUpToWhatIsCertified) {
  const SaddleSetting setting = setting_of(auc(), kRecords);
  for (const PrivacyRequest& privacy : {kNoNoise, kApproximate}) {
    const auto plan = planned(input_for(
        setting, privacy,
        parameters({{"iterations", 12.0}, {"batchSize", 7.0}, {"toleranceRatio", 1e-6}})));
    std::vector<Vector> path;
    if (privacy.notion == Notion::none) {
      path = exact_path_of(setting, *plan);
    } else {
      PrivateOracle oracle(*setting.risk, Regularizer{}, streams(), plan->rule().cap());
      const Vector zero = Vector::Zero(setting.risk->dimension());
      path = drive(*setting.risk, oracle, plan->start(oracle, zero));
      ASSERT_FALSE(oracle.refusal()) << oracle.refusal()->message;
      EXPECT_EQ(oracle.ledger().releases(), 12);
      EXPECT_NEAR(oracle.ledger().spent().value / plan->rule().cap().value, 1, 1e-9);
    }
    // A solution moves by no more than its centre, and projections by no more than their points.
    EXPECT_LE(path_distance(path, twin_path(setting, *plan)), 12 * distance_of(*plan) + 1e-12);
    EXPECT_LE(distance_of(*plan), 1e-6);
  }
}

TEST(Nispp, WithoutNoiseApproachesTheSaddlePoint) {
  const SaddleSetting setting = setting_of(std::make_shared<MomentEquations>(1.0), kRecords);
  const auto plan = planned(
      input_for(setting, kNoNoise,
                parameters({{"iterations", 300.0}, {"batchSize", 39.0}, {"regularization", 1.0}})));
  const auto path = exact_path_of(setting, *plan);
  ASSERT_EQ(path.size(), 300u);
  Numbers01 random(4);
  double worst = 0, first = 0;
  for (int i = 0; i < 2000; ++i) {
    Vector u(setting.risk->dimension());
    for (double& value : u) value = random(-1.5, 1.5);
    setting.domain.project(u);
    worst = std::max(worst, merit(setting, path.back(), u));
    first = std::max(first, merit(setting, path.front(), u));
  }
  EXPECT_GT(first, 0.02);
  EXPECT_LT(worst, first / 8);
}

TEST(Nispp, ARecordMovesTheSolutionOfItsBatchAsFarAsBounded) {
  SaddleSetting setting = setting_of(std::make_shared<MomentEquations>(1.0), kRecords);
  const auto plan = planned(
      input_for(setting, kNoNoise,
                parameters({{"iterations", 1.0}, {"batchSize", 10.0}, {"regularization", 4.0}})));
  const Vector before = exact_path_of(setting, *plan).at(0);
  const double allowed =
      drawn_solution_move(setting.risk->gradient_bounds().l2, 10, 4, distance_of(*plan));
  int moved = 0;
  double largest = 0;
  for (Index record = 0; record < kRecords; ++record) {
    std::vector<double> row(kFeatures);
    setting.data->copy_row(record, row);
    double& target = setting.data->targets()[static_cast<std::size_t>(record)];
    // As long as a row may be, with the other target.
    setting.data->set_row(record, std::vector<double>{row[0] > 0 ? 1.0 : -1.0, 0, 0});
    target = -target;
    const double move = (exact_path_of(setting, *plan).at(0) - before).norm();
    target = -target;
    setting.data->set_row(record, row);
    moved += move > 0 ? 1 : 0;
    EXPECT_LE(move, allowed);
    largest = std::max(largest, move / allowed);
  }
  EXPECT_EQ(moved, 10);  // those of the batch
  EXPECT_GT(largest, 0.2);
}

TEST(Nispp, NoiseIsTheAccountantsForTheMoveOfASolution) {
  const SaddleSetting setting = setting_of(auc(), kRecords);
  const auto plan = planned(input_for(setting, kApproximate, {}));
  const Release& release = nispp_plan(*plan).release();
  // m = ceil(sqrt(40)), T = n.
  EXPECT_EQ(release.batch_size, 7);
  EXPECT_EQ(nispp_plan(*plan).steps(), 40);
  const SaddleBounds& bounds = *setting.risk->saddle();
  const double difference = setting.risk->gradient_bounds().l2;
  EXPECT_NEAR(distance_of(*plan), 0.01 * bounds.lipschitz / (7 * weight_of(*plan)), 1e-15);
  const double move = difference / (7 * weight_of(*plan)) + 2 * distance_of(*plan);
  const Releases releases{.noise_multiplier = release.noise_scale / move,
                          .steps = 40,
                          .sampling_rate = 7.0 / kRecords,
                          .sampling = BatchSampling::without_replacement,
                          .neighbours = Neighbours::replace_one};
  EXPECT_GT(releases_epsilon(releases, Accountant::rdp, 1e-5)->value, 1.05);
  EXPECT_NEAR(releases_epsilon(releases, Accountant::pld, 1e-5)->value, 1, 1e-3);
  EXPECT_LE(releases_epsilon(releases, Accountant::pld, 1e-5)->value, 1);
  EXPECT_NEAR(plan->summary().claim.epsilon, 1, 1e-12);
  EXPECT_TRUE(plan->summary().claim.certified());
  // lambda = 1 / eta of DP-SGDA, whose noise is the same multiple of S / m.
  const double noise = release.noise_scale / move * difference / 7;
  const double numbers = static_cast<double>(setting.risk->dimension());
  EXPECT_NEAR(weight_of(*plan) * std::hypot(bounds.primal_radius, bounds.dual_radius) /
                  std::sqrt(40 * (bounds.lipschitz * bounds.lipschitz + numbers * noise * noise)),
              1, 1e-6);
}

/// What a private oracle says to a release of a solve with this setting.
bool is_refused(const SaddleSetting& saddle, const SolveSetting& setting, const Release& release) {
  PrivateOracle oracle(*saddle.risk, Regularizer{}, streams(),
                       {release.cost.unit, 1e9, release.cost.order});
  const auto run = [&]() -> noisy::Run {
    HiddenSolve solve(setting);
    co_await oracle.complete(solve);
    CertifiedSolutionRequest request = drawn_solution(solve, release);
    request.form = release.form;
    const Vector& z = co_await oracle.ask(request);
    co_yield Iterate{z};
  };
  drive(*saddle.risk, oracle, run());
  return oracle.refusal().has_value();
}

TEST(Nispp, TheOracleRecomputesWhatASolutionCosts) {
  const SaddleSetting setting = setting_of(auc(), kRecords);
  const auto plan = planned(input_for(setting, kApproximate, parameters({{"iterations", 5.0}})));
  const Release fair = nispp_plan(*plan).release();
  const SolveSetting solve = nispp_plan(*plan).setting_at(Vector::Zero(setting.risk->dimension()));
  EXPECT_FALSE(is_refused(setting, solve, fair));
  Release quiet = fair;
  quiet.noise_scale *= 1 - 1e-8;
  EXPECT_TRUE(is_refused(setting, solve, quiet));
  Release of_more = fair;
  of_more.batch_size = 8;
  EXPECT_TRUE(is_refused(setting, solve, of_more));
  Release nearer = fair;
  nearer.details[2] /= 2;
  EXPECT_TRUE(is_refused(setting, solve, nearer));
  SolveSetting of_other = solve;
  of_other.drawn = 6;
  EXPECT_TRUE(is_refused(setting, of_other, fair));
  SolveSetting own = solve;
  own.dual_convexity = 0.1;
  EXPECT_TRUE(is_refused(setting, own, fair));
  SolveSetting uneven = solve;
  uneven.dual_weight *= 2;
  EXPECT_TRUE(is_refused(setting, uneven, fair));
}

TEST(Nispp, ASolutionOfABatchIsNoneOfAllRecords) {
  // Of all 40 records it would move four times less than of ten drawn ones.
  const SaddleSetting setting = setting_of(auc(), kRecords);
  const auto plan = planned(input_for(setting, kApproximate, parameters({{"iterations", 5.0}})));
  SolveSetting solve = nispp_plan(*plan).setting_at(Vector::Zero(setting.risk->dimension()));
  Release whole{.form = certified_solution_form(SolutionPart::saddle),
                .batch_size = kRecords,
                .mechanism = Mechanism::gaussian,
                .cost = {CostUnit::rho, 1e6},
                .noise_scale = 1,
                .details = details_of(solve)};
  EXPECT_TRUE(is_refused(setting, solve, whole));
  solve.drawn = 0;
  EXPECT_FALSE(is_refused(setting, solve, whole));
}

TEST(Nispp, BadInputIsRefusedWithTheFieldToChange) {
  const SaddleSetting setting = setting_of(auc(), kRecords);
  const auto of = [&](const std::function<void(PlanInput&)>& change) {
    PlanInput input = input_for(setting, kApproximate, {});
    change(input);
    return refused("nispp", input);
  };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(of([](PlanInput&) {}), "planned");
  EXPECT_EQ(of([](PlanInput& input) { input.parameters.set("batchSize", 40.0); }),
            "invalid-value batchSize");
  EXPECT_EQ(of([=](PlanInput& input) { input.facts.saddle->dual_radius = infinity; }),
            "invalid-value regularization");
  EXPECT_EQ(of([](PlanInput& input) { input.facts.is_convex = false; }),
            "output-perturbation-requires-convexity problem");
  EXPECT_EQ(of([](PlanInput& input) { input.privacy.notion = Notion::zcdp; }),
            "unsupported-notion privacy.notion");
  EXPECT_EQ(of([](PlanInput& input) { input.privacy.release = ReleaseKind::hardened; }),
            "unsupported-option run.randomness.release");
  EXPECT_EQ(of([](PlanInput& input) { input.privacy.calibration = Calibration::paper; }),
            "unsupported-option privacy.calibration");
}

}  // namespace
}  // namespace noisy::testing
