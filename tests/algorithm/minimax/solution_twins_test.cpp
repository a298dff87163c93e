// The algorithms of "Bring Your Own Algorithm" against a few lines of their own: weights, blocks
// and noise by the paper's formulas, solutions in closed form, the noise drawn from the same
// stream. Where the solver is exact, with the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/problem/risk/mean_estimation.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/minimax/support/linear_problems.h"

namespace noisy::testing {
namespace {

constexpr double kEpsilon = 0.5, kDelta = 1e-5;
const Domain kBall{.kind = Domain::Kind::l2_ball, .radius = 1};
const Domain kCube{.kind = Domain::Kind::linf_ball, .radius = 0.5};

PrivacyRequest papers() {
  PrivacyRequest privacy = approximate(kEpsilon, kDelta);
  privacy.calibration = Calibration::paper;
  return privacy;
}

Vector onto_ball(Vector x, double radius) {
  const double length = x.norm();
  if (length > radius) x *= radius / length;
  return x;
}

Vector into(const Domain& domain, Vector x) {
  if (domain.kind == Domain::Kind::l2_ball) return onto_ball(x, domain.radius);
  if (domain.kind == Domain::Kind::linf_ball) {
    for (double& value : x) value = std::clamp(value, -domain.radius, domain.radius);
  }
  return x;
}

/// Records first .. first + count - 1 in the mean.
Vector mean_of(const std::vector<naive::Numbers>& rows, std::size_t first, std::size_t count) {
  Vector sum = Vector::Zero(static_cast<Index>(rows.front().size()));
  for (std::size_t i = first; i < first + count; ++i) sum += vector(rows[i]);
  return sum / static_cast<double>(count);
}

/// Adds what release number `number` draws.
void add_noise(std::uint64_t number, double sigma, Vector& x) {
  Stream stream = noise_streams().stream(StreamPurpose::noise, number);
  for (double& value : x) value += normal(stream, sigma);
}

struct Phase {
  std::size_t first, count;
  double weight;  ///< mu_k
};

/// Blocks and weights of n records in K phases, by section 2.2.
std::vector<Phase> phases_of(const std::string& schedule, std::size_t n, std::size_t count,
                             double mu) {
  std::vector<Phase> out;
  std::size_t first = 0;
  for (std::size_t k = 1; k <= count; ++k) {
    const bool is_geometric = schedule == "geometric";
    const std::size_t spare = schedule == "balanced" && k <= n % count ? 1 : 0;
    const std::size_t size = is_geometric ? n >> k : n / count + spare;
    out.push_back({first, size, std::ldexp(mu, static_cast<int>(is_geometric ? 3 * k : k))});
    first += size;
  }
  return out;
}

double papers_noise(double lipschitz, double weight, double least_weight, double records,
                    double shares) {
  return shares * 4 * lipschitz * std::sqrt(2 * std::log(2.5 * shares / kDelta)) /
         (std::sqrt(weight * least_weight) * records * kEpsilon);
}

/// Takes the engine's sigma, which may differ in its last bits, after it was checked.
double checked(double sigma, double naive) {
  EXPECT_NEAR(sigma / naive, 1, 1e-12);
  return sigma;
}

TEST(SolutionTwins, OutputPerturbationOfLinearLossesHasTheirBits) {
  const auto rows = half_signs(64, 1);
  for (const Domain& domain : {Domain{}, kCube}) {
    const SolutionProblem problem = linear_problem(rows, domain);
    const auto plan =
        planned("output-perturbation", problem, papers(),
                parameters({{"regularization", 0.5}, {"solver", std::string("svrg")}}));
    const auto& step = steps_of(*plan).at(0);
    Vector twin = into(domain, mean_of(rows, 0, 64) / 0.5);
    add_noise(0, checked(step.noise, papers_noise(1, 0.5, 0.5, 64, 1)), twin);
    twin = into(domain, twin);
    const auto path = released_path(problem, *plan);
    ASSERT_EQ(path.size(), 1u);
    EXPECT_EQ(path[0], twin) << domain.is_bounded();
  }
}

/// Algorithm 2 on T2: x_k = P(x~_{k-1} + mean_k / mu_k).
std::vector<Vector> phased_twin(const std::vector<naive::Numbers>& rows,
                                const std::vector<Phase>& phases, const Domain& domain,
                                const std::vector<SolutionStep>& steps) {
  std::vector<Vector> out;
  Vector x = Vector::Zero(4);
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const Phase& phase = phases[k];
    x = into(domain, x + mean_of(rows, phase.first, phase.count) / phase.weight);
    const double naive =
        papers_noise(1, phase.weight, phase.weight, static_cast<double>(phase.count), 1);
    add_noise(k, checked(steps[k].noise, naive), x);
    x = into(domain, x);
    out.push_back(x);
  }
  return out;
}

TEST(SolutionTwins, PhasedOutputPerturbationOfLinearLossesHasTheirBits) {
  constexpr std::size_t kRecords = 256, kPhases = 4;
  const auto rows = half_signs(kRecords, 2);
  for (const std::string schedule : {"equal", "balanced", "geometric"}) {
    for (const Domain& domain : {Domain{}, kCube}) {
      const SolutionProblem problem = linear_problem(rows, domain);
      const auto plan = planned("phased-output-perturbation", problem, papers(),
                                parameters({{"schedule", schedule},
                                            {"phases", static_cast<double>(kPhases)},
                                            {"regularization", 0.0625},
                                            {"solver", std::string("svrg")}}));
      const auto twin = phased_twin(rows, phases_of(schedule, kRecords, kPhases, 0.0625), domain,
                                    steps_of(*plan));
      const auto path = released_path(problem, *plan);
      ASSERT_EQ(path.size(), twin.size());
      for (std::size_t k = 0; k < twin.size(); ++k) {
        EXPECT_EQ(path[k], twin[k]) << schedule << " " << domain.is_bounded() << " " << k;
      }
    }
  }
}

TEST(SolutionTwins, PhasesOfAnyNumberOfRecordsAreTheirsUpToRounding) {
  for (const std::size_t records : {37u, 300u}) {
    const auto rows = half_signs(records, 3);
    const SolutionProblem problem = linear_problem(rows, kBall);
    for (const std::string schedule : {"equal", "balanced", "geometric"}) {
      const auto plan = planned("phased-output-perturbation", problem, papers(),
                                parameters({{"schedule", schedule}, {"regularization", 0.3}}));
      const auto& steps = steps_of(*plan);
      const double log2 = std::log2(static_cast<double>(records));
      const double phases = schedule == "geometric" ? std::floor(log2) : std::ceil(log2);
      ASSERT_EQ(static_cast<double>(steps.size()), phases);
      const auto twin =
          phased_twin(rows, phases_of(schedule, records, steps.size(), 0.3), kBall, steps);
      const auto path = released_path(problem, *plan);
      for (std::size_t k = 0; k < twin.size(); ++k) {
        EXPECT_LE((path[k] - twin[k]).norm(), 1e-12) << schedule << " " << records << " " << k;
      }
    }
  }
}

/// Where T3 with quadratic terms has its saddle point, on all of space:
///
///     x* = (w_y (w_x u - b) - a (w_y v - c)) / Delta,   y* = (w_x (w_y v - c) + a (w_x u - b)) /
///     Delta
///
/// with weights w, centres u and v, means b and c, coupling a and Delta = w_x w_y + a^2.
Vector saddle_point(const Vector& mean, double coupling, double primal, double dual,
                    const Vector& centre) {
  const Index d = mean.size() / 2;
  const Vector towards_x = primal * centre.head(d) - mean.head(d);
  const Vector towards_y = dual * centre.tail(d) - mean.tail(d);
  const double determinant = primal * dual + coupling * coupling;
  Vector z(2 * d);
  z.head(d) = (dual * towards_x - coupling * towards_y) / determinant;
  z.tail(d) = (primal * towards_y + coupling * towards_x) / determinant;
  return z;
}

TEST(SolutionTwins, MinimaxOutputPerturbationWithoutCouplingHasItsBits) {
  const auto rows = half_signs(64, 4);
  const SolutionProblem problem = linear_game({0, 0, 1}, rows);
  const auto plan = planned("minimax-output-perturbation", problem, papers(),
                            parameters({{"primalRegularization", 1.0},
                                        {"dualRegularization", 0.25},
                                        {"solver", std::string("svrg-saddle")}}));
  Vector twin = saddle_point(mean_of(rows, 0, 64), 0, 1, 0.25, Vector::Zero(4));
  twin.head(2) = onto_ball(twin.head(2), 1);
  twin.tail(2) = onto_ball(twin.tail(2), 1);
  const SolutionStep& step = steps_of(*plan).at(0);
  const double lipschitz = problem.data->bounds_within(INFINITY).record_gradient;
  EXPECT_NEAR(lipschitz, 1, 1e-9);
  // Half of (epsilon, delta) for each part; in the norm of W both have the same noise.
  const double stretched =
      checked(step.release.noise_scale, papers_noise(lipschitz, 1, 0.25, 64, 2));
  Stream stream = noise_streams().stream(StreamPurpose::noise, 0);
  for (Index j = 0; j < 4; ++j) {
    const double root = j < 2 ? 1 : 0.5;
    twin[j] = (twin[j] * root + normal(stream, stretched)) / root;
  }
  twin.head(2) = onto_ball(twin.head(2), 1);
  twin.tail(2) = onto_ball(twin.tail(2), 1);
  const auto path = released_path(problem, *plan);
  ASSERT_EQ(path.size(), 1u);
  EXPECT_EQ(path[0], twin);
}

/// Algorithms 4 and 5 side by side on T3 without projections; the part that is not released keeps
/// the other one's path.
std::vector<Vector> pair_twin(const std::vector<naive::Numbers>& rows,
                              const std::vector<Phase>& phases, double coupling, double mu,
                              double radius, const std::vector<SolutionStep>& steps) {
  std::vector<Vector> out;
  Vector x = Vector::Zero(2), y = Vector::Zero(2);
  const auto project = [&](Vector& part) {
    if (std::isfinite(radius)) part = onto_ball(part, radius);
  };
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const Phase& phase = phases[k];
    const Vector mean = mean_of(rows, phase.first, phase.count);
    Vector centre = Vector::Zero(4);
    centre.head(2) = x;
    x = saddle_point(mean, coupling, phase.weight, mu, centre).head(2);
    project(x);
    add_noise(2 * k, steps[2 * k].noise, x);
    project(x);
    Vector z(4);
    z << x, y;
    out.push_back(z);
    centre.setZero();
    centre.tail(2) = y;
    y = saddle_point(mean, coupling, mu, phase.weight, centre).tail(2);
    project(y);
    add_noise(2 * k + 1, steps[2 * k + 1].noise, y);
    project(y);
    z << x, y;
    out.push_back(z);
  }
  return out;
}

TEST(SolutionTwins, PhasedMinimaxWithoutCouplingHasItsBits) {
  const auto rows = half_signs(256, 5);
  const SolutionProblem problem = linear_game({0, 0, 1}, rows);
  const auto plan = planned("phased-minimax", problem, papers(),
                            parameters({{"phases", 4.0},
                                        {"regularization", 0.0625},
                                        {"variant", std::string("convex-concave")},
                                        {"solver", std::string("svrg-saddle")}}));
  const auto& steps = steps_of(*plan);
  ASSERT_EQ(steps.size(), 8u);
  const double lipschitz = problem.data->bounds_within(INFINITY).record_gradient;
  const auto phases = phases_of("equal", 256, 4, 0.0625);
  for (std::size_t k = 0; k < 8; ++k) {
    checked(steps[k].noise, papers_noise(lipschitz, phases[k / 2].weight, 0.0625, 64, 2));
  }
  const auto twin = pair_twin(rows, phases, 0, 0.0625, 1, steps);
  const auto path = released_path(problem, *plan);
  ASSERT_EQ(path.size(), twin.size());
  for (std::size_t k = 0; k < twin.size(); ++k) EXPECT_EQ(path[k], twin[k]) << k;
}

/// Little noise, so that nothing is cut off in balls of radius 100.
PrivacyRequest little_noise() {
  return {.notion = Notion::zcdp, .rho = 1e9, .mechanism = std::nullopt};
}

TEST(SolutionTwins, CoupledGamesAreTheirsUpToWhatIsCertified) {
  constexpr double kCoupling = 0.7, kMu = 0.4;
  const auto rows = half_signs(300, 6);
  const SolutionProblem problem = linear_game({kCoupling, 0, 100}, rows);
  for (const std::string solver : {"extragradient", "loopless-svr-extragradient"}) {
    const ParameterSet given = parameters({{"regularization", kMu},
                                           {"projectOutput", false},
                                           {"toleranceRatio", 1e-6},
                                           {"variant", std::string("convex-concave")},
                                           {"schedule", std::string("equal")},
                                           {"solver", solver}});
    const auto plan = planned("phased-minimax", problem, little_noise(), given);
    const auto& steps = steps_of(*plan);
    ASSERT_EQ(steps.size(), 18u);
    const auto twin =
        pair_twin(rows, phases_of("equal", 300, 9, kMu), kCoupling, kMu, INFINITY, steps);
    const auto path = released_path(problem, *plan);
    double allowed = 1e-12;
    for (std::size_t k = 0; k < twin.size(); ++k) {
      allowed += released_distance(steps[k]);
      EXPECT_LE((path[k] - twin[k]).norm(), allowed) << solver << " " << k;
    }
    EXPECT_LT(allowed, 1e-3);
    EXPECT_LT(path.back().norm(), 10);
  }
}

TEST(SolutionTwins, OfStronglyConcaveGamesReleaseXAlone) {
  constexpr double kCoupling = 0.7, kConcavity = 0.9, kMu = 0.4;
  const auto rows = half_signs(300, 6);
  const SolutionProblem problem = linear_game({kCoupling, kConcavity, 100}, rows);
  const auto plan = planned("phased-minimax", problem, little_noise(),
                            parameters({{"regularization", kMu},
                                        {"projectOutput", false},
                                        {"toleranceRatio", 1e-6},
                                        {"variant", std::string("strongly-concave")},
                                        {"schedule", std::string("equal")}}));
  const auto& steps = steps_of(*plan);
  ASSERT_EQ(steps.size(), 9u);
  const auto path = released_path(problem, *plan);
  Vector x = Vector::Zero(2);
  double allowed = 1e-12;
  const auto phases = phases_of("equal", 300, 9, kMu);
  for (std::size_t k = 0; k < 9; ++k) {
    Vector centre = Vector::Zero(4);
    centre.head(2) = x;
    x = saddle_point(mean_of(rows, phases[k].first, phases[k].count), kCoupling, phases[k].weight,
                     kConcavity, centre)
            .head(2);
    add_noise(k, steps[k].noise, x);
    allowed += released_distance(steps[k]);
    EXPECT_LE((path[k].head(2) - x).norm(), allowed) << k;
    EXPECT_EQ(path[k].tail(2), Vector::Zero(2)) << k;
  }
  EXPECT_LT(allowed, 1e-3);
}

/// T1: f(x; u) = ||x - u||^2 / 2, whose minimizer is the mean.
TEST(SolutionTwins, OutputPerturbationOfMeanEstimationIsTheNoisyMean) {
  const auto rows = half_signs(64, 7);
  SolutionProblem problem;
  problem.records = dense_records(rows, naive::Numbers(64, 0.0));
  problem.domain = {.kind = Domain::Kind::l2_ball, .radius = 1};
  problem.data = std::make_unique<MeanEstimationRisk>(
      *problem.records, FeatureBounds{.l1 = 2, .l2 = 1, .linf = 1}, problem.domain);
  for (const std::string solver : {"accelerated-gradient", "loopless-svrg", "sarah"}) {
    const auto plan =
        planned("output-perturbation", problem, papers(), parameters({{"solver", solver}}));
    const SolutionStep& step = steps_of(*plan).at(0);
    const double lipschitz = problem.data->bounds_within(INFINITY).record_gradient;
    EXPECT_NEAR(lipschitz, 2, 1e-9);
    Vector twin = mean_of(rows, 0, 64);
    add_noise(0, checked(step.noise, papers_noise(lipschitz, 1, 1, 64, 1)), twin);
    twin = onto_ball(twin, 1);
    EXPECT_LE((released_path(problem, *plan).at(0) - twin).norm(), released_distance(step))
        << solver;
  }
}

}  // namespace
}  // namespace noisy::testing
