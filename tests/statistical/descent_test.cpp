// Noisy gradient descent against the exact laws and rates of Wang, Ye and Xu, Theorems 6.2 and 6.3.
#include <gtest/gtest.h>

#include "engine/algorithm/erm/theory/svrg_quadratic.h"
#include "engine/algorithm/frame/execute.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

/// Mean of a quantity over runs, with its standard error.
struct Mean {
  double value = 0;
  double standard_error = 0;
};

template <typename Sample>
Mean mean_of(int runs, const Sample& sample) {
  double sum = 0;
  double squares = 0;
  for (int run = 0; run < runs; ++run) {
    const double value = sample(static_cast<std::uint64_t>(run));
    sum += value;
    squares += value * value;
  }
  const double mean = sum / runs;
  return {.value = mean, .standard_error = std::sqrt((squares / runs - mean * mean) / runs)};
}

/// The last iterate of a planned run; x_0 when it ends there.
Vector last_iterate(const FiniteSum& data, const AlgorithmPlan& plan, const Vector& start,
                    std::uint64_t repeat) {
  PrivateOracle oracle(
      data, Regularizer{},
      StreamFactory::reproducible({.seed = 17, .algorithm = "dp-gd", .repeat = repeat}),
      plan.rule().cap());
  const auto path = drive(data, oracle, plan.start(oracle, start));
  EXPECT_FALSE(oracle.refusal());
  return path.empty() ? start : path.back();
}

std::unique_ptr<AlgorithmPlan> descent_plan(
    const RiskFacts& facts, double rho,
    std::initializer_list<std::pair<const char*, ParameterValue>> values,
    const Domain& domain = {}) {
  const PlanInput input{.facts = facts,
                        .privacy = {.notion = Notion::zcdp, .rho = rho, .mechanism = std::nullopt},
                        .parameters = parameters(values),
                        .regularizer = {},
                        .domain = domain};
  auto plan = find_algorithm("dp-gd")->plan(input);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  return *std::move(plan);
}

/// F = sum_i h_i x_i^2 / 2 over n records of gradients within the L1 ball of radius G.
LinearQuadraticRisk quadratic(const Vector& curvatures, Index samples, double bound) {
  return *LinearQuadraticRisk::create(curvatures.asDiagonal(),
                                      Eigen::MatrixXd::Zero(curvatures.size(), samples), bound);
}

double quadratic_gap(const Vector& curvatures, const Vector& x) {
  return 0.5 * (curvatures.array() * x.array().square()).sum();
}

TEST(DescentStatistics, MeanGapOnAQuadraticIsThePublishedClosedForm) {
  // h = (1, 0.5, 0.1), x_0 = 1, eta = 1, T = 30, sigma = 0.1: 0.01105003. One comparison of 4
  // standard errors: it would fail by chance with probability 6e-5.
  const Vector curvatures{{1, 0.5, 0.1}};
  const LinearQuadraticRisk data = quadratic(curvatures, 10, 1);
  RiskFacts facts = public_facts(data, Regularizer{});
  // sigma = (S / n) sqrt(T / (2 rho)), S = 2.
  const double rho = 30 * std::pow(2.0 / 10 / 0.1, 2) / 2;
  const auto plan = descent_plan(facts, rho, {{"iterations", 30.0}, {"stepSize", 1.0}});
  ASSERT_NEAR(planned_release(*plan, 1).noise_scale, 0.1, 1e-12);
  const Mean gap = mean_of(20'000, [&](std::uint64_t repeat) {
    return quadratic_gap(curvatures, last_iterate(data, *plan, Vector::Ones(3), repeat));
  });
  EXPECT_NEAR(gap.value, 0.01105003, 4 * gap.standard_error);
  EXPECT_LT(gap.standard_error, 0.01 * gap.value);
}

constexpr double kRho = 0.0208199383395;  // zCDP of epsilon = 1, delta = 1e-5

TEST(DescentStatistics, PolyakLojasiewiczWithoutStrongConvexityFollowsItsExactLaw) {
  // Section 4.4: four of eight directions are flat. Each of the four comparisons of 4 standard
  // errors fails by chance with probability 6e-5.
  const Vector curvatures{{1, 0.5, 0.1, 0.1, 0, 0, 0, 0}};
  const Index samples[] = {1000, 4000, 16'000, 64'000};
  const double gaps[] = {1.5501e-2, 1.0480e-3, 1.2051e-4, 1.0970e-5};
  for (int i = 0; i < 4; ++i) {
    const LinearQuadraticRisk data = quadratic(curvatures, samples[i], 2);
    RiskFacts facts = public_facts(data, Regularizer{}, 0.2125);
    facts.pl_constant = 0.1;
    const auto plan = descent_plan(facts, kRho, {{"iterations", std::string("pl")}});
    const Mean gap = mean_of(3000, [&](std::uint64_t repeat) {
      const Vector start = Vector::Constant(8, 0.5);
      return quadratic_gap(curvatures, last_iterate(data, *plan, start, repeat));
    });
    EXPECT_NEAR(gap.value, gaps[i], 4 * gap.standard_error + 5e-5 * gaps[i]);
    EXPECT_LT(gap.standard_error, 0.03 * gap.value);
    EXPECT_LE(gap.value, plan->summary().bound.value.back());
  }
}

/// n copies of the record u = 1, y = 0 in one dimension, clipped so that gradients are bounded.
struct OneDimension {
  std::unique_ptr<DenseData> records;
  std::unique_ptr<EmpiricalRisk> data;

  OneDimension(Index samples, const LinearLoss& loss, std::optional<GradientClip> clip) {
    const std::size_t count = static_cast<std::size_t>(samples);
    records = dense_records(std::vector<naive::Numbers>(count, {1.0}), naive::Numbers(count, 0.0));
    const FeatureBounds bounds{.l1 = 1, .l2 = 1, .linf = 1, .target_lower = 0, .target_upper = 0};
    data = std::make_unique<EmpiricalRisk>(*records, bounds, loss, clip);
  }
};

double polyak_example(double t) {
  return t * t + 3 * std::pow(std::sin(t), 2);
}

TEST(DescentStatistics, PolyakLojasiewiczExampleDecaysLinearlyToAFloorThatFallsAsNSquared) {
  // t^2 + 3 sin^2 t on [-2, 2], where |f'| <= 2 t + 3: projected, not convex, PL constant 1/32.
  const Domain domain{.kind = Domain::Kind::l2_ball, .radius = 2};
  const auto gap_at = [&](Index samples, double rho, double steps, int runs) {
    const OneDimension problem(samples, polyak_example_loss(),
                               GradientClip{.norm = GradientClip::Norm::l2, .bound = 7});
    const RiskFacts facts = public_facts(*problem.data, Regularizer{});
    EXPECT_EQ(facts.smoothness, 8);
    EXPECT_EQ(facts.strong_convexity, 0);
    const auto plan = descent_plan(facts, rho, {{"iterations", steps}}, domain);
    return mean_of(runs, [&](std::uint64_t repeat) {
      return polyak_example(last_iterate(*problem.data, *plan, Vector::Constant(1, 2), repeat)[0]);
    });
  };
  // Linear decay where noise is negligible: gap_t <= (1 - mu / L)^t gap_0.
  double before = polyak_example(2);
  for (const double steps : {1.0, 2.0, 4.0, 8.0}) {
    const double gap = gap_at(100, 1e9, steps, 5).value;
    EXPECT_LT(gap, before);
    EXPECT_LE(gap, std::pow(1 - 1.0 / 256, steps) * polyak_example(2));
    before = gap;
  }
  // The floor: slope -2 in n. Each mean is known to 2.3%: 0.1 is 4 standard errors of the slope,
  // which chance exceeds with probability 6e-5.
  const Mean coarse = gap_at(100, 8, 60, 4000);
  const Mean fine = gap_at(400, 8, 60, 4000);
  EXPECT_LT(coarse.standard_error, 0.025 * coarse.value);
  EXPECT_NEAR(std::log(coarse.value / fine.value) / std::log(4.0), 2, 0.1);
}

TEST(DescentStatistics, RandomIterateOnAQuadraticAttainsTheNonConvexBound) {
  // F = |x|^2 / 2 with eta = 1: E |grad F(x_J)|^2 = 2 gap_0 / T + p sigma^2 (1 - 1/T). Each of the
  // two comparisons of 4 standard errors fails by chance with probability 6e-5.
  const Index samples[] = {1000, 10'000};
  const double values[] = {6.1029e-2, 6.1892e-3};
  for (int i = 0; i < 2; ++i) {
    const LinearQuadraticRisk data = quadratic(Vector::Ones(10), samples[i], 1);
    const RiskFacts facts = public_facts(data, Regularizer{}, 0.5);
    const auto plan = descent_plan(
        facts, kRho,
        {{"iterations", std::string("non-convex")}, {"output", std::string("random")}});
    const Mean square = mean_of(2000, [&](std::uint64_t repeat) {
      return last_iterate(data, *plan, Vector::Unit(10, 0), repeat).squaredNorm();
    });
    EXPECT_NEAR(square.value, values[i], 4 * square.standard_error);
    EXPECT_LE(square.value,
              plan->summary().gradient_bound.value.back() + 4 * square.standard_error);
  }
}

/// Records on the unit sphere of R^5 whose targets a hidden point gives, with outliers.
struct Robust {
  std::unique_ptr<DenseData> records;
  std::unique_ptr<EmpiricalRisk> data;

  explicit Robust(std::size_t samples) {
    Numbers01 random(23);
    std::vector<naive::Numbers> rows(samples, naive::Numbers(5));
    naive::Numbers targets(samples);
    for (std::size_t i = 0; i < samples; ++i) {
      for (double& value : rows[i]) value = random(-1, 1);
      const double length = naive::norm(rows[i]);
      for (double& value : rows[i]) value /= 1.0000001 * length;
      const bool is_outlier = random(0, 1) < 0.2;
      targets[i] = is_outlier ? random(-1, 1) : 0.9 * rows[i][0] - 0.4 * rows[i][3];
    }
    records = dense_records(rows, targets);
    const FeatureBounds bounds{
        .l1 = std::sqrt(5.0), .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};
    data = std::make_unique<EmpiricalRisk>(*records, bounds, geman_mcclure_loss());
  }

  double squared_gradient(const Vector& x) const {
    Vector gradient(x.size());
    const PointQuery query{.point = &x, .gradient = &gradient, .value = nullptr};
    ThreadPool pool(1);
    const auto pass = data->begin_pass({&query, 1});
    while (!pass->advance(pool, Deadline::never())) {
    }
    return gradient.squaredNorm();
  }
};

TEST(DescentStatistics, NonConvexRunsStayBelowTheirBoundAndFallAsOneOverN) {
  // Geman-McClure regression, T by Theorem 6.3; F <= 1, so the initial gap is at most 1. J is
  // uniform on 0..T-1 and drawn beforehand, so the mean over x_0..x_{T-1} is the expectation over
  // J.
  struct Squares {
    Mean random;
    double last = 0;
  };
  const auto squares_at = [&](std::size_t samples) {
    const Robust problem(samples);
    const RiskFacts facts = public_facts(*problem.data, Regularizer{}, 1);
    EXPECT_FALSE(facts.is_convex);
    const ParameterValue theory = std::string("non-convex");
    const auto plan = descent_plan(facts, 8 * kRho, {{"iterations", theory}});
    double last = 0;
    constexpr int kRuns = 20;
    const Mean random = mean_of(kRuns, [&](std::uint64_t repeat) {
      PrivateOracle oracle(
          *problem.data, Regularizer{},
          StreamFactory::reproducible({.seed = 29, .algorithm = "dp-gd", .repeat = repeat}),
          plan->rule().cap());
      const auto path = drive(*problem.data, oracle, plan->start(oracle, Vector::Zero(5)));
      last += problem.squared_gradient(path.back()) / kRuns;
      double sum = problem.squared_gradient(Vector::Zero(5));
      for (std::size_t t = 0; t + 1 < path.size(); ++t) sum += problem.squared_gradient(path[t]);
      return sum / static_cast<double>(path.size());
    });
    const auto stops =
        descent_plan(facts, 8 * kRho, {{"iterations", theory}, {"output", std::string("random")}});
    EXPECT_LE(random.value, stops->summary().gradient_bound.value.back());
    return Squares{random, last};
  };
  const Squares coarse = squares_at(200);
  const Squares fine = squares_at(1600);
  // Means are known to 3%, so the slope to 0.02: 0.1 is 4 of its standard errors and more.
  EXPECT_LT(coarse.random.standard_error, 0.03 * coarse.random.value);
  EXPECT_LT(fine.random.standard_error, 0.03 * fine.random.value);
  EXPECT_NEAR(std::log(fine.random.value / coarse.random.value) / std::log(8.0), -1, 0.1);
  // The last iterate has no theorem here, but has left the start behind.
  EXPECT_LT(coarse.last, coarse.random.value);
  EXPECT_LT(fine.last, fine.random.value);
}

}  // namespace
}  // namespace noisy::testing
