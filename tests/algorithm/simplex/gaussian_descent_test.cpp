// Mirror descent on noisy gradients of blocks: its lines in plain loops, textbook hedge and
// exponentiated gradient without noise, plans, what they cost, and what their bound says.
#include "engine/algorithm/simplex/gaussian_descent.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/simplex/theory/gaussian_bound.h"
#include "engine/privacy/release/noise.h"
#include "tests/algorithm/simplex/support/simplex_runs.h"
#include "tests/algorithm/simplex/support/vertex_sums.h"

namespace noisy::testing {
namespace {

std::unique_ptr<AlgorithmPlan> planned(const SaddleRiskBounds& risk, const PrivacyRequest& privacy,
                                       const ParameterSet& parameters = {}) {
  return planned_by(plan_gaussian_descent, risk, privacy, parameters);
}

PlanInput input_over_vertices(const FiniteSum& data, const Domain& domain,
                              const PrivacyRequest& privacy, const ParameterSet& parameters = {}) {
  return {.facts = public_facts(data, Regularizer{}),
          .privacy = privacy,
          .parameters = parameters,
          .regularizer = {},
          .domain = domain};
}

std::unique_ptr<AlgorithmPlan> planned(const Squares& problem, const PrivacyRequest& privacy,
                                       const ParameterSet& parameters = {}) {
  auto plan = plan_gaussian_descent(
      input_over_vertices(*problem.risk, problem.domain, privacy, parameters));
  EXPECT_TRUE(plan) << plan.error().field << ": " << plan.error().message;
  return *std::move(plan);
}

const GaussianDescentPlan& plan_of(const std::unique_ptr<AlgorithmPlan>& plan) {
  return dynamic_cast<const GaussianDescentPlan&>(*plan);
}

std::string notes_of(const AlgorithmPlan& plan) {
  std::string all;
  for (const std::string& note : plan.summary().notes) all += note;
  return all;
}

// ---- in plain loops -----------------------------------------------------------------------------

/// Normal numbers that release k adds, from its own stream.
Vector noise_of_release(std::uint64_t seed, std::uint64_t release, double deviation, Index size) {
  Stream stream = streams(seed).stream(StreamPurpose::noise, release);
  Vector out(size);
  noise_of(Mechanism::gaussian)
      .fill(stream, deviation, {out.data(), static_cast<std::size_t>(size)});
  return out;
}

struct NaiveSteps {
  Index steps;
  std::size_t block;
  double step_size, deviation;
};

std::vector<Vector> naive_game_path(const NaiveSteps& of, const std::vector<naive::Numbers>& rows,
                                    Index d_x, Index d_y, std::uint64_t seed) {
  Vector score_x = Vector::Zero(d_x), score_y = Vector::Zero(d_y), sum = Vector::Zero(d_x + d_y);
  std::vector<Vector> path;
  for (Index t = 1; t <= of.steps; ++t) {
    Vector z(d_x + d_y);
    z << softmax(score_x), softmax(score_y);
    sum += z;
    if (t > 1) path.push_back(sum / static_cast<double>(t));
    if (t == of.steps) break;
    const auto k = static_cast<std::size_t>(t - 1);
    const Vector g = mean_operator(rows, k * of.block, of.block, d_x, d_y, z) +
                     noise_of_release(seed, k, of.deviation, d_x + d_y);
    score_x -= of.step_size * g.head(d_x);
    score_y -= of.step_size * g.tail(d_y);
  }
  return path;
}

std::vector<Vector> naive_vertex_path(const NaiveSteps& of, const Squares& problem,
                                      std::uint64_t seed) {
  const Eigen::MatrixXd vertices = naive_vertices(problem.domain, problem.dimension());
  Vector score = Vector::Zero(vertices.cols()), sum = Vector::Zero(problem.dimension());
  std::vector<Vector> path;
  for (Index t = 1; t <= of.steps; ++t) {
    const Vector x = vertices * naive_softmax(score);
    sum += x;
    if (t > 1) path.push_back(sum / static_cast<double>(t));
    if (t == of.steps) break;
    const auto k = static_cast<std::size_t>(t - 1);
    const Vector g = problem.mean_gradient(k * of.block, of.block, x) +
                     noise_of_release(seed, k, of.deviation, problem.dimension());
    score -= of.step_size * (vertices.transpose() * g);
  }
  return path;
}

void expect_same(const std::vector<Vector>& path, const std::vector<Vector>& wanted,
                 double tolerance) {
  ASSERT_EQ(path.size(), wanted.size());
  for (std::size_t k = 0; k < path.size(); ++k) {
    ASSERT_LT((path[k] - wanted[k]).cwiseAbs().maxCoeff(), tolerance) << k;
  }
}

constexpr PrivacyRequest kLoose{.notion = Notion::zcdp, .rho = 50, .mechanism = std::nullopt};

/// S_2 / (B sqrt(2 rho)) with S_2 = 2 (sqrt(4) + sqrt(3)) at most: by the bounds of the game.
TEST(GaussianDescent, OfAGameIsItsLinesStepForStepWithTheSameNoise) {
  const auto rows = random_games(60, 12, 1);
  const GameProblem problem = game_problem({.rows = 4, .columns = 3}, rows);
  const auto plan =
      planned(*problem.risk, kLoose, given({{"iterations", 12.0}, {"stepSize", 0.9}}));
  const double deviation = problem.risk->gradient_bounds().l2 / 5 / std::sqrt(2 * 50.0);
  EXPECT_NEAR(plan_of(plan).rule().at(1).noise_scale, deviation, 1e-12 * deviation);
  const NaiveSteps steps{.steps = 12,
                         .block = 5,
                         .step_size = 0.9,
                         .deviation = plan_of(plan).rule().at(1).noise_scale};
  for (const std::uint64_t seed : {5, 6, 7}) {
    expect_same(path_of(*problem.risk, *plan, seed), naive_game_path(steps, rows, 4, 3, seed),
                1e-13);
  }
}

TEST(GaussianDescent, OverVerticesIsItsLinesStepForStepWithTheSameNoise) {
  for (const Domain& domain : vertex_domains()) {
    const Squares problem = random_squares(62, 3, 1, domain);
    const auto plan = planned(problem, kLoose, given({{"iterations", 12.0}, {"stepSize", 0.7}}));
    const NaiveSteps steps{.steps = 12,
                           .block = 5,
                           .step_size = 0.7,
                           .deviation = plan_of(plan).rule().at(1).noise_scale};
    EXPECT_GT(steps.deviation, 0.01);
    expect_same(path_of(*problem.risk, *plan, 6), naive_vertex_path(steps, problem, 6), 1e-13);
  }
}

TEST(GaussianDescent, ARecordMovesWhatIsReleasedOfItsOwnBlockAlone) {
  auto rows = random_games(40, 12, 3);
  const auto path = [&] {
    const GameProblem problem = game_problem({.rows = 4, .columns = 3}, rows);
    return path_of(*problem.risk, *planned(*problem.risk, kLoose, given({{"iterations", 10.0}})));
  };
  const auto before = path();
  // In the sixth block of 4, which moves the scores of step 7, the sixth iterate.
  rows[21] = {-1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1};
  const auto after = path();
  ASSERT_EQ(before.size(), 9u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(before[k], after[k]) << k;
  EXPECT_NE(before[5], after[5]);
}

// ---- without noise ------------------------------------------------------------------------------

TEST(GaussianDescent, WithoutNoiseIsHedge) {
  constexpr Index kSteps = 200;
  for (const auto& [game, rows] : std::vector<std::pair<naive::Numbers, Index>>{
           {{1, -1.0 / 3, -2.0 / 3, 2.0 / 3}, 2}, {random_games(1, 20, 4)[0], 4}}) {
    const Hedge hedge = hedge_of(game, rows, static_cast<std::size_t>(kSteps));
    const GameProblem problem = game_problem({.rows = hedge.d_x, .columns = hedge.d_y}, hedge.rows);
    const auto plan = planned(*problem.risk, kNoNoise, given({{"stepSize", 0.3}}));
    EXPECT_EQ(plan_of(plan).setting().steps, kSteps);
    expect_same(path_of(*problem.risk, *plan), hedge.averages(kSteps, 0.3), 1e-12);
  }
}

TEST(GaussianDescent, WithoutNoiseIsExponentiatedGradient) {
  for (const Domain& domain : vertex_domains()) {
    const Squares problem = random_squares(100, 3, 8, domain);
    const auto plan = planned(problem, kNoNoise, given({{"stepSize", 0.2}}));
    const NaiveSteps steps{.steps = 100, .block = 1, .step_size = 0.2, .deviation = 0};
    expect_same(path_of(*problem.risk, *plan), naive_vertex_path(steps, problem, 5), 1e-12);
  }
}

// ---- what it costs ------------------------------------------------------------------------------

/// delta of one Gaussian mechanism (Balle, Wang 2018, Theorem 8).
double gaussian_delta(double epsilon, double shift) {
  const auto below = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
  return below(shift / 2 - epsilon / shift) -
         std::exp(epsilon) * below(-shift / 2 - epsilon / shift);
}

/// However many releases there are, a record is in one of them.
TEST(GaussianDescent, CostsWhatOneGaussianReleaseOfABlockDoes) {
  const auto game = absent(10'000, {.rows = 4, .columns = 4});
  const double length = game->gradient_bounds().l2;
  for (const double steps : {2.0, 50.0, 10'000.0}) {
    const auto plan = planned(*game, kApproximate, given({{"iterations", steps}}));
    const double block = std::floor(10'000 / steps);
    const double shift = length / block / plan_of(plan).rule().at(1).noise_scale;
    EXPECT_NEAR(gaussian_delta(1, shift), 1e-6, 1e-12) << steps;
    EXPECT_EQ(plan->summary().claim.epsilon, 1);
    EXPECT_TRUE(plan->summary().claim.certified());
    const auto in_rho = planned(*game, kZcdp, given({{"iterations", steps}}));
    const double ratio = length / block / plan_of(in_rho).rule().at(1).noise_scale;
    EXPECT_NEAR(ratio * ratio / 2, 0.1, 1e-12) << steps;
    EXPECT_NEAR(in_rho->rule().cap().value, 0.1, 1e-15);
  }
}

// ---- how steps are chosen -----------------------------------------------------------------------

double least_bound(const GaussianBoundSetting& setting, const StepBatches& batches, double noise) {
  const double deviation = noise / static_cast<double>(batches.batch_size);
  return gaussian_bound(setting, batches, deviation,
                        gaussian_step_size(setting, batches, deviation));
}

/// Against all B, and that no other step is better.
TEST(GaussianBound, IsLeastForTheStepsThatAreTaken) {
  for (const bool is_saddle : {false, true}) {
    for (const double noise : {0.0, 0.3, 20.0, 3e4}) {
      const GaussianBoundSetting setting{
          .is_saddle = is_saddle, .lipschitz = 1.5, .log_dimension = 3};
      const StepBatches chosen = gaussian_batches(setting, 10'000, noise);
      const double taken = least_bound(setting, chosen, noise);
      double least = taken;
      for (Index block = 1; block <= 5'000; ++block) {
        least = std::min(
            least, least_bound(setting, {.steps = 10'000 / block, .batch_size = block}, noise));
      }
      EXPECT_LE(taken, least * 1.05) << is_saddle << noise;
      const double deviation = noise / static_cast<double>(chosen.batch_size);
      const double step = gaussian_step_size(setting, chosen, deviation);
      for (const double factor : {0.9, 1.1}) {
        EXPECT_GT(gaussian_bound(setting, chosen, deviation, factor * step), taken);
      }
    }
  }
  const GaussianBoundSetting sco{.lipschitz = 1, .log_dimension = std::log(64.0)};
  // sqrt(2 ln 64 (1 + 0.5^2) / 100) by hand.
  EXPECT_NEAR(least_bound(sco, {.steps = 100, .batch_size = 4}, 2), 0.3224476, 1e-6);
}

/// The growth of the potential in one step: with normal noise of deviation s in every coordinate it
/// is more by at most tau^2 s^2 / 2 in the mean, whatever the dimension. (64,000 draws: 6 standard
/// errors.)
TEST(GaussianBound, NoiseMovesThePotentialByItsVarianceAlone) {
  constexpr Index kSize = 200;
  constexpr double kStep = 0.5, kDeviation = 2;
  Stream stream = streams(3).stream(StreamPurpose::noise, 0);
  double sum = 0, squares = 0;
  constexpr int kDraws = 64'000 / static_cast<int>(kSize);
  for (int draw = 0; draw < kDraws; ++draw) {
    Vector noise(kSize);
    noise_of(Mechanism::gaussian)
        .fill(stream, kDeviation, {noise.data(), static_cast<std::size_t>(kSize)});
    const double growth = std::log((-kStep * noise).array().exp().mean());
    sum += growth;
    squares += growth * growth;
  }
  const double mean = sum / kDraws;
  const double error = std::sqrt((squares / kDraws - mean * mean) / kDraws);
  EXPECT_LE(mean, kStep * kStep * kDeviation * kDeviation / 2 + 6 * error);
  EXPECT_GE(mean, 0.8 * kStep * kStep * kDeviation * kDeviation / 2);
}

TEST(GaussianDescent, TakesTheStepsOfItsBound) {
  const auto game = absent(100'000, {.rows = 8, .columns = 8});
  const auto plan = planned(*game, kZcdp);
  const double noise = game->gradient_bounds().l2 / std::sqrt(2 * 0.1);
  const GaussianBoundSetting setting{
      .is_saddle = true, .lipschitz = 1, .log_dimension = 2 * std::log(8.0)};
  const StepBatches wanted = gaussian_batches(setting, 100'000, noise);
  const GaussianDescentSetting& chosen = plan_of(plan).setting();
  EXPECT_EQ(chosen.steps, wanted.steps);
  EXPECT_EQ(chosen.block_size, wanted.batch_size);
  const double step =
      gaussian_step_size(setting, wanted, noise / static_cast<double>(wanted.batch_size));
  EXPECT_NEAR(chosen.step_size, step, 1e-9 * step);
  EXPECT_EQ(notes_of(*plan).find("says nothing"), std::string::npos);
  EXPECT_NE(notes_of(*planned(*absent(100, {.rows = 8, .columns = 8}), kZcdp)).find("says nothing"),
            std::string::npos);
}

/// The worst of games that say the same of every record; 12 seeds.
TEST(GaussianDescent, KeepsItsBound) {
  const Hedge hedge = hedge_of({1, -1, -1, 0.5}, 2, 4000);
  const GameProblem problem = game_problem({.rows = 2, .columns = 2}, hedge.rows);
  const auto plan = planned(*problem.risk, kApproximate);
  const GaussianDescentSetting& chosen = plan_of(plan).setting();
  const double bound =
      gaussian_bound({.is_saddle = true, .lipschitz = 1, .log_dimension = std::log(4.0)},
                     {.steps = chosen.steps, .batch_size = chosen.block_size},
                     plan_of(plan).rule().at(1).noise_scale, chosen.step_size);
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    sum += hedge.gap(path_of(*problem.risk, *plan, seed).back());
  }
  EXPECT_LT(sum / 12, bound);
  EXPECT_GT(sum / 12, bound / 30);
}

TEST(GaussianDescent, RefusesWhatItHasNoProofOf) {
  const auto game = absent(100, {.rows = 2, .columns = 2});
  const auto refused = [&](const auto& change) {
    PlanInput input = input_of(*game, kApproximate);
    change(input);
    const auto plan = plan_gaussian_descent(input);
    return plan ? "planned" : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  EXPECT_EQ(refused([](auto&) {}), "planned");
  EXPECT_EQ(refused([](auto& it) { it.privacy.release = ReleaseKind::hardened; }),
            "unsupported-option run.randomness.release");
  EXPECT_EQ(refused([](auto& it) {
              it.parameters = given({{"iterations", 101.0}});
            }),
            "invalid-value iterations");
  EXPECT_EQ(refused([](auto& it) { it.parameters = given({{"iterations", 100.0}}); }), "planned");
  EXPECT_EQ(refused([](auto& it) { it.privacy.epsilon = 0; }), "invalid-budget privacy.epsilon");
  EXPECT_EQ(refused([](auto& it) { it.domain = {.kind = Domain::Kind::l2_ball, .radius = 1}; }),
            "unsupported-domain problem");
  EXPECT_EQ(refused([](auto& it) { it.facts.samples = 1; }), "empty-data data");
}

}  // namespace
}  // namespace noisy::testing
