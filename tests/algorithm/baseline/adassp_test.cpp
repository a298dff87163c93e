// AdaSSP: its lines in plain loops with the same noise, ridge regression without noise, what its
// noise costs by an independent computation, and what it refuses.
#include "engine/algorithm/baseline/adassp.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <numbers>

#include "engine/privacy/form/moment.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/baseline/least_squares.h"

namespace noisy::testing {
namespace {

const Domain kSmallBall{.kind = Domain::Kind::l2_ball, .radius = 0.4};
constexpr PrivacyRequest kZcdp{.notion = Notion::zcdp, .rho = 3, .mechanism = std::nullopt};
constexpr PrivacyRequest kExact{.notion = Notion::none, .mechanism = std::nullopt};
constexpr PrivacyRequest kApproximate{
    .notion = Notion::approximate, .epsilon = 1, .delta = 1e-5, .mechanism = std::nullopt};

StreamFactory streams(std::uint64_t repeat = 0) {
  return StreamFactory::reproducible({.seed = 9, .algorithm = "adassp", .repeat = repeat});
}

std::unique_ptr<AlgorithmPlan> planned(const PlanInput& input) {
  auto plan = find_algorithm("adassp")->plan(input);
  EXPECT_TRUE(plan) << plan.error().field << ": " << plan.error().message;
  return plan ? *std::move(plan) : nullptr;
}

const AdasspSetting& setting_of(const AlgorithmPlan& plan) {
  return dynamic_cast<const AdasspPlan&>(plan).setting();
}

Vector private_solution(const LeastSquares& data, const AlgorithmPlan& plan, std::uint64_t repeat) {
  PrivateOracle oracle(*data.risk, {}, streams(repeat), plan.rule().cap());
  const Vector start = Vector::Zero(data.risk->dimension());
  const auto path = drive(*data.risk, oracle, plan.start(oracle, start));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  EXPECT_EQ(path.size(), 1u);
  EXPECT_EQ(oracle.ledger().spent().value, plan.rule().cap().value);
  return path.empty() ? start : path.back();
}

Vector exact_solution(const LeastSquares& data, const AlgorithmPlan& plan) {
  NonPrivateOracle oracle(*data.risk, {}, streams());
  const Vector start = Vector::Zero(data.risk->dimension());
  const auto path = drive(*data.risk, oracle, plan.start(oracle, start));
  EXPECT_EQ(static_cast<double>(oracle.gradient_evaluations()),
            plan.summary().gradient_evaluations);
  return path.empty() ? start : path.back();
}

double least_eigenvalue(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues()[0];
}

/// Algorithm 2 of the paper for means, with noise of these deviations.
struct NaiveAdassp {
  double eigenvalue_scale = 0;  ///< 0: the least eigenvalue is that of the noisy moments
  double second_scale = 0;
  double first_scale = 0;
  double delta = 1e-6;
  double failure = 0.05;
  double strength = 0;

  Vector solve(const LeastSquares& data, const StreamFactory& draws) const {
    const Index d = static_cast<Index>(data.rows.front().size());
    const double size = static_cast<double>(d);
    std::uint64_t release = 0;
    Eigen::MatrixXd second = naive_second(data);
    double least = least_eigenvalue(second);
    if (eigenvalue_scale > 0) {
      Stream stream = draws.stream(StreamPurpose::noise, release++);
      least += eigenvalue_scale * normal(stream, 1);
      least -= eigenvalue_scale * std::sqrt(std::log(6 / delta));
    }
    Stream stream = draws.stream(StreamPurpose::noise, release++);
    for (Index i = 0; i < d; ++i) {
      second(i, i) += second_scale * normal(stream, 1);
      for (Index j = i + 1; j < d; ++j) {
        second(i, j) += second_scale * normal(stream, 1) / std::numbers::sqrt2;
        second(j, i) = second(i, j);
      }
    }
    if (eigenvalue_scale == 0) {
      least = least_eigenvalue(second) -
              second_scale * std::sqrt((size + 1) * std::log(2 * size / failure));
    }
    const double target = second_scale * std::sqrt(size * std::log(2 * size * size / failure));
    const double lambda = std::max(0.0, target - std::max(0.0, least));
    Vector first = naive_first(data);
    stream = draws.stream(StreamPurpose::noise, release++);
    for (double& value : first) value += first_scale * normal(stream, 1);
    second.diagonal().array() += lambda + strength;
    return second.ldlt().solve(first);
  }
};

// Budgets that leave no ridge, one that counts on the data, and one that knows nothing of them.
TEST(Adassp, EqualsTheNaiveTwinWithTheSameNoise) {
  for (const double rho : {3.0, 2e-4, 1e-5}) {
    for (const std::size_t dimension : {1, 3, 6}) {
      const LeastSquares data = random_least_squares(4000, dimension, 5 + dimension);
      for (const char* eigenvalue : {"released", "noisy-moments"}) {
        for (const double strength : {0.0, 0.3}) {
          PrivacyRequest privacy = kZcdp;
          privacy.rho = rho;
          PlanInput input = least_squares_input(*data.risk, privacy, strength);
          input.parameters.set("eigenvalue", std::string(eigenvalue));
          input.parameters.set("failure", 0.01);
          const auto plan = planned(input);
          const AdasspSetting& setting = setting_of(*plan);
          const NaiveAdassp twin{
              .eigenvalue_scale = setting.eigenvalue ? setting.eigenvalue->noise_scale : 0,
              .second_scale = setting.second.noise_scale,
              .first_scale = setting.first.noise_scale,
              .failure = 0.01,
              .strength = strength};
          EXPECT_EQ(twin.eigenvalue_scale > 0, eigenvalue == std::string("released"));
          for (const std::uint64_t repeat : {0, 1, 2}) {
            const Vector expected = twin.solve(data, streams(repeat));
            EXPECT_LE((private_solution(data, *plan, repeat) - expected).norm(),
                      1e-9 * expected.norm());
          }
        }
      }
    }
  }
}

TEST(Adassp, WithoutNoiseIsTheRidgeSolution) {
  const LeastSquares data = random_least_squares(200, 5, 3);
  for (const double strength : {0.0, 0.05}) {
    const auto plan = planned(least_squares_input(*data.risk, kExact, strength));
    Eigen::MatrixXd matrix = naive_second(data);
    matrix.diagonal().array() += strength;
    const Vector expected = matrix.ldlt().solve(naive_first(data));
    EXPECT_LE((exact_solution(data, *plan) - expected).norm(), 1e-11 * expected.norm());
    EXPECT_FALSE(plan->summary().claim.promises());
  }
}

TEST(Adassp, ComesNearTheRidgeSolutionAsTheBudgetGrows) {
  const LeastSquares data = random_least_squares(200, 5, 3);
  const Vector exact = exact_solution(data, *planned(least_squares_input(*data.risk, kExact, 0.1)));
  for (const double rho : {1e4, 1e8}) {
    PrivacyRequest privacy = kZcdp;
    privacy.rho = rho;
    const auto plan = planned(least_squares_input(*data.risk, privacy, 0.1));
    EXPECT_LE((private_solution(data, *plan, 0) - exact).norm(), 3 / std::sqrt(rho));
  }
}

/// delta of Gaussian noise mu at epsilon (Balle and Wang 2018), by the definition.
double gaussian_delta_of(double mu, double epsilon) {
  const auto cdf = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); };
  return cdf(-epsilon / mu + mu / 2) - std::exp(epsilon) * cdf(-epsilon / mu - mu / 2);
}

TEST(Adassp, ItsThreeReleasesAreOneGaussianMechanismOfTheRequestedBudget) {
  for (const Neighbours neighbours : {Neighbours::replace_one, Neighbours::zero_out}) {
    for (const std::size_t dimension : {1, 4}) {
      const LeastSquares data = random_least_squares(300, dimension, 3);
      PrivacyRequest privacy = kApproximate;
      privacy.neighbours = neighbours;
      const auto plan = planned(least_squares_input(*data.risk, privacy));
      const AdasspSetting& setting = setting_of(*plan);
      // How far a record moves each part, from its definition (see moments_test.cpp).
      const double square = kRowBound * kRowBound;
      const bool replaced = neighbours == Neighbours::replace_one;
      const double second = replaced && dimension > 1 ? std::numbers::sqrt2 * square : square;
      const double first = (replaced ? 2 : 1) * kRowBound * kTargetBound;
      const double n = 300;
      const double shares[] = {square / (n * setting.eigenvalue->noise_scale),
                               second / (n * setting.second.noise_scale),
                               first / (n * setting.first.noise_scale)};
      double mu_squared = 0;
      for (const double share : shares) {
        EXPECT_NEAR(share, shares[0], 1e-9 * share);
        mu_squared += share * share;
      }
      EXPECT_NEAR(gaussian_delta_of(std::sqrt(mu_squared), 1), 1e-5, 1e-12);
      EXPECT_NEAR(plan->rule().spent(plan->rule().cap()), 1, 1e-9);
      EXPECT_EQ(plan->summary().claim.epsilon, plan->rule().spent(plan->rule().cap()));
      EXPECT_TRUE(plan->summary().claim.certified());
    }
  }
}

TEST(Adassp, ProjectsItsSolutionOntoTheDomain) {
  const LeastSquares data = random_least_squares(500, 3, 3, kSmallBall);
  const auto plan = planned(least_squares_input(*data.risk, kZcdp, 0, kSmallBall));
  const auto free = planned(least_squares_input(*data.risk, kZcdp));
  for (const std::uint64_t repeat : {0, 1}) {
    Vector projected = private_solution(data, *free, repeat);
    EXPECT_GT(projected.norm(), kSmallBall.radius);
    projected *= kSmallBall.radius / projected.norm();
    EXPECT_LE((private_solution(data, *plan, repeat) - projected).norm(), 1e-12);
  }
}

TEST(Adassp, RidgeIsRaisedUntilTheNoisyMatrixIsPositiveDefinite) {
  const Eigen::MatrixXd indefinite{{1.0, 0.0}, {0.0, -3.0}};
  const Vector first{{1.0, 2.0}};
  double ridge = 0.5;
  const Vector x = ridge_solution(indefinite, first, 0.25, 0.1, ridge);
  EXPECT_EQ(ridge, 4);  // 0.5, 1, 2, 4
  EXPECT_NEAR(x[0], 1 / 5.25, 1e-15);
  EXPECT_NEAR(x[1], 2 / 1.25, 1e-15);
  ridge = 0;
  (void)ridge_solution(indefinite, first, 0, 0.1, ridge);
  EXPECT_NEAR(ridge, 3.2, 1e-12);
  // Without noise, of records that lie in a plane.
  ridge = 0;
  const Vector flat = ridge_solution(Eigen::MatrixXd{{1.0, 1.0}, {1.0, 1.0}}, first, 0, 0, ridge);
  EXPECT_TRUE(flat.allFinite());
  EXPECT_LE(ridge, 1e-11);
}

TEST(Adassp, HardenedReleasesCostWhatWasAskedForAndStayNearTheFloatingOnes) {
  const LeastSquares data = random_least_squares(500, 3, 3);
  for (const Neighbours neighbours : {Neighbours::replace_one, Neighbours::zero_out}) {
    PrivacyRequest privacy = kZcdp;
    privacy.neighbours = neighbours;
    PlanInput input = least_squares_input(*data.risk, privacy);
    input.parameters.set("eigenvalue", std::string("noisy-moments"));
    const auto floating = planned(input);
    input.privacy.release = ReleaseKind::hardened;
    input.parameters = {};
    const auto hardened = planned(input);
    const AdasspSetting& setting = setting_of(*hardened);
    EXPECT_FALSE(setting.eigenvalue);
    for (const auto part : {&AdasspSetting::second, &AdasspSetting::first}) {
      EXPECT_GT((setting.*part).grid, 0);
      const double ratio = (setting.*part).noise_scale / (setting_of(*floating).*part).noise_scale;
      EXPECT_GT(ratio, 1);
      EXPECT_LT(ratio, 1 + 1e-9);
    }
    for (const std::uint64_t repeat : {0, 1}) (void)private_solution(data, *hardened, repeat);
    input.parameters.set("eigenvalue", std::string("released"));
    const auto refused = find_algorithm("adassp")->plan(input);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().field, "eigenvalue");
  }
}

TEST(Adassp, RefusesWhatItCannotProveWithItsPlace) {
  const LeastSquares data = random_least_squares(50, 3, 3);
  const auto error = [&](const PlanInput& input) {
    const auto plan = find_algorithm("adassp")->plan(input);
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  const PlanInput sound = least_squares_input(*data.risk, kApproximate);
  EXPECT_EQ(error(sound), "planned");
  PlanInput input = sound;
  input.facts.clips_gradients = true;
  EXPECT_EQ(error(input), "unsupported-option problem.gradientClip");
  input = sound;
  input.facts.quadratic.slope = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error(input), "unbounded-sensitivity problem");
  input = sound;
  input.facts.quadratic.curvature = 0;  // a linear loss
  EXPECT_EQ(error(input), "unbounded-sensitivity problem");
  input = sound;
  input.domain = {.kind = Domain::Kind::lp_ball, .exponent = 1.5};
  EXPECT_EQ(error(input), "unsupported-option problem.domain");
  input = sound;
  input.facts.dimension = kMostMomentFeatures + 1;
  EXPECT_EQ(error(input), "limit-exceeded data");
  input = sound;
  input.privacy.calibration = Calibration::paper;
  EXPECT_EQ(error(input), "unsupported-option privacy.calibration");
  input = sound;
  input.privacy.delta = 0;
  EXPECT_EQ(error(input), "invalid-budget privacy.delta");
  const Setting logistic = logistic_setting(4);
  EXPECT_EQ(error(least_squares_input(*logistic.data, kApproximate)),
            "unbounded-sensitivity problem");
}

}  // namespace
}  // namespace noisy::testing
