#include "engine/algorithm/baseline/frank_wolfe.h"

#include <gtest/gtest.h>

#include "engine/algorithm/baseline/theory/frank_wolfe_bound.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "tests/algorithm/erm/mirror_problem.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

using Kind = Domain::Kind;
using Points = std::vector<naive::Numbers>;

constexpr const char* kId = "noisy-frank-wolfe";
constexpr double kLipschitz = 1.5;

/// A set, and its vertices listed one by one.
struct VertexCase {
  std::string name;
  Domain domain;
  Points vertices;
  double longest = 0;   ///< max ||v||_2
  double diameter = 0;  ///< in L2
};

Points along_axes(std::size_t d, double length) {
  Points out;
  for (std::size_t i = 0; i < d; ++i) {
    out.emplace_back(d, 0.0);
    out.back()[i] = length;
  }
  return out;
}

Points joined(Points a, const Points& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Domain hull_of(const Points& vertices, bool mirrored) {
  Domain out{.kind = Kind::hull, .mirrored = mirrored};
  out.vertices.resize(std::ssize(vertices.front()), std::ssize(vertices));
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    out.vertices.col(static_cast<Index>(k)) = vector(vertices[k]);
  }
  return out;
}

std::vector<VertexCase> vertex_cases() {
  const std::size_t d = 4;
  const Points corners = {{2, 0, 0, 0}, {0, 1, 1, 0}, {-1, 0, 0.5, 1}, {0, -1, 0, 0}};
  Points mirror = corners;
  for (auto& vertex : mirror) {
    for (double& value : vertex) value = -value;
  }
  // The farthest corners are (2, 0, 0, 0) and (-1, 0, 0.5, 1).
  return {{"l1 ball",
           {.kind = Kind::l1_ball, .radius = 0.7},
           joined(along_axes(d, 0.7), along_axes(d, -0.7)),
           0.7,
           1.4},
          {"simplex", {.kind = Kind::simplex}, along_axes(d, 1), 1, std::sqrt(2.0)},
          {"hull", hull_of(corners, false), corners, 2, std::sqrt(9 + 0.25 + 1)},
          {"mirrored hull", hull_of(corners, true), joined(corners, mirror), 2, 4}};
}

DiagonalProblem some_problem(Index samples = 300) {
  return {Vector{{1, 0.8, 0.5, 0.2}}, Vector{{0.1, 0.6, -0.3, 0.2}}, samples, kLipschitz};
}

ParameterSet steps(double iterations) {
  ParameterSet out;
  out.set("iterations", iterations);
  return out;
}

PlanInput with_l2(PlanInput input, double strength) {
  input.regularizer = {.kind = Regularizer::Kind::l2, .strength = strength};
  input.facts.smoothness += strength;
  return input;
}

std::vector<Vector> run_of(const DiagonalProblem& problem, const AlgorithmPlan& plan,
                           const Regularizer& regularizer, const StreamFactory& streams,
                           const Vector& start) {
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(problem, regularizer, streams);
    return drive(problem, oracle, plan.start(oracle, start));
  }
  PrivateOracle oracle(problem, regularizer, streams, plan.rule().cap());
  auto path = drive(problem, oracle, plan.start(oracle, start));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  EXPECT_NEAR(oracle.ledger().spent().value, plan.rule().cap().value,
              1e-9 * plan.rule().cap().value);
  return path;
}

/// Walks over all vertices in every step; the noise of vertex k is -b ln(-ln U_k), U_k the k-th
/// number of the step's stream.
Points twin(const VertexCase& item, const DiagonalProblem& problem, double strength, double scale,
            int iterations, const StreamFactory& streams, naive::Numbers x) {
  Points path;
  for (int t = 0; t < iterations; ++t) {
    const naive::Numbers g = numbers(problem.exact_gradient(vector(x)));
    Stream stream = streams.stream(StreamPurpose::noise, static_cast<std::uint64_t>(t));
    const naive::Numbers* chosen = nullptr;
    double best = 0;
    for (const naive::Numbers& vertex : item.vertices) {
      double product = 0;
      for (std::size_t i = 0; i < x.size(); ++i) product += vertex[i] * (g[i] + strength * x[i]);
      if (scale > 0) {
        const double u = (static_cast<double>(stream.next_pair() >> 11) + 1) * 0x1p-53;
        product -= scale * -std::log(-std::log(u));
      }
      if (!chosen || product < best) {
        chosen = &vertex;
        best = product;
      }
    }
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 2.0 / (t + 2) * ((*chosen)[i] - x[i]);
    path.push_back(x);
  }
  return path;
}

double farthest(const std::vector<Vector>& path, const Points& expected) {
  if (path.size() != expected.size()) return HUGE_VAL;
  double largest = 0;
  for (std::size_t t = 0; t < path.size(); ++t) {
    largest = std::max(largest, (path[t] - vector(expected[t])).lpNorm<Eigen::Infinity>());
  }
  return largest;
}

TEST(FrankWolfe, EqualsItsTwinStepForStepWithTheSameNoise) {
  const DiagonalProblem problem = some_problem();
  const int count = 40;
  struct Case {
    PrivacyRequest privacy;
    double range;  ///< epsilon_0
  };
  for (const VertexCase& item : vertex_cases()) {
    for (const Case& one :
         {Case{{.notion = Notion::pure, .epsilon = 6}, 6.0 / count},
          Case{{.notion = Notion::zcdp, .rho = 0.9}, std::sqrt(8 * 0.9 / count)}}) {
      for (const double strength : {0.0, 0.4}) {
        const PlanInput input =
            with_l2(plan_input(problem, item.domain, one.privacy, steps(count)), strength);
        const auto plan = plan_of(kId, input);
        ASSERT_TRUE(plan) << item.name;
        // Gradients differ by 2 G in L2, and so do all products by 2 G times the longest vertex.
        const double scale = 2 * (2 * kLipschitz * item.longest / 300) / one.range;
        EXPECT_NEAR(planned_release(*plan, 7).noise_scale, scale, 1e-12 * scale);
        const Vector start = item.domain.centre(4);
        const auto path = run_of(problem, *plan, input.regularizer, streams_of(3), start);
        const Points expected =
            twin(item, problem, strength, scale, count, streams_of(3), numbers(start));
        EXPECT_LE(farthest(path, expected), 1e-13) << item.name;
      }
    }
  }
}

TEST(FrankWolfe, WithoutNoiseIsTheTextbookMethodAndObeysItsBound) {
  const DiagonalProblem problem = some_problem();
  for (const VertexCase& item : vertex_cases()) {
    for (const char* id : {"frank-wolfe", kId}) {
      const auto plan =
          plan_of(id, plan_input(problem, item.domain, {.notion = Notion::none}, steps(400)));
      ASSERT_TRUE(plan) << item.name;
      EXPECT_FALSE(plan->summary().claim.certified());
      const Vector start = item.domain.centre(4);
      const auto path = run_of(problem, *plan, {}, streams_of(1), start);
      EXPECT_LE(farthest(path, twin(item, problem, 0, 0, 400, streams_of(1), numbers(start))),
                1e-13);
      // The optimum, from many more steps and below by the last gap's certificate.
      const auto longer =
          plan_of(id, plan_input(problem, item.domain, {.notion = Notion::none}, steps(200000)));
      const double best =
          problem.objective(run_of(problem, *longer, {}, streams_of(1), start).back());
      for (std::size_t t = 1; t <= path.size(); ++t) {
        // C_f <= L diam^2, L = 1.
        const double bound = 2 * item.diameter * item.diameter / static_cast<double>(t + 2);
        ASSERT_LE(problem.objective(path[t - 1]) - best, bound) << item.name << " " << t;
      }
      EXPECT_NEAR(plan->summary().bound.value.back(), 2 * item.diameter * item.diameter / 402,
                  1e-12);
      EXPECT_EQ(plan->summary().noise_floor.value.back(), 0);
    }
  }
}

TEST(FrankWolfe, FirstStepForgetsTheStart) {
  const DiagonalProblem problem = some_problem();
  const Domain ball{.kind = Kind::l1_ball, .radius = 0.7};
  ParameterSet parameters = steps(1);
  parameters.set("start", std::vector<double>{0.1, 0, 0, -0.4});
  const auto plan =
      plan_of(kId, plan_input(problem, ball, {.notion = Notion::zcdp, .rho = 1}, parameters));
  ASSERT_TRUE(plan);
  const Vector x = run_of(problem, *plan, {}, streams_of(2), Vector{{0.1, 0, 0, -0.4}}).front();
  EXPECT_EQ(x.lpNorm<1>(), 0.7);
  EXPECT_EQ((x.array() != 0).count(), 1);
}

TEST(FrankWolfe, BoundIsTheOneDerived) {
  const DiagonalProblem problem = some_problem(5000);
  const Domain ball{.kind = Kind::l1_ball, .radius = 0.7};
  const PlanInput input =
      with_l2(plan_input(problem, ball, {.notion = Notion::zcdp, .rho = 0.2}, steps(50)), 0.25);
  const auto plan = plan_of(kId, input);
  ASSERT_TRUE(plan);
  const double range = std::sqrt(8 * 0.2 / 50);
  const double noise = 2 * (2 * kLipschitz * 0.7 / 5000) / range * std::log(8.0);
  EXPECT_NEAR(plan->summary().bound.value.back(), 2 * 1.25 * 1.4 * 1.4 / 52 + noise, 1e-12);
  EXPECT_NEAR(plan->summary().noise_floor.value.back(), noise, 1e-12);
  EXPECT_EQ(plan->summary().gradient_evaluations, 50 * 5000.0);
  EXPECT_TRUE(plan->summary().claim.certified());
}

double last_bound(const AlgorithmPlan& plan) {
  return plan.summary().bound.value.back();
}

TEST(FrankWolfe, DefaultIterationsMinimizeTheBound) {
  const Domain ball{.kind = Kind::l1_ball, .radius = 0.7};
  const DiagonalProblem problem = some_problem(2000);
  for (const PrivacyRequest& privacy :
       {PrivacyRequest{.notion = Notion::pure, .epsilon = 1},
        PrivacyRequest{.notion = Notion::zcdp, .rho = 0.1},
        PrivacyRequest{.notion = Notion::approximate, .epsilon = 1, .delta = 1e-6}}) {
    const auto plan = plan_of(kId, plan_input(problem, ball, privacy));
    ASSERT_TRUE(plan);
    const Index chosen = plan->summary().iterations;
    EXPECT_GT(chosen, 3);
    for (Index t = 1; t <= 3 * chosen; ++t) {
      const auto other =
          plan_of(kId, plan_input(problem, ball, privacy, steps(static_cast<double>(t))));
      ASSERT_GE(last_bound(*other), last_bound(*plan) * (1 - 1e-12)) << t;
    }
  }
}

/// n epsilon to the power -2/3 for zCDP, and -1/2 for pure DP, whose noise grows like T.
TEST(FrankWolfe, BestBoundFallsWithThePowerOfTheTheorem) {
  const Domain ball{.kind = Kind::l1_ball, .radius = 0.7};
  const auto slope = [&](const PrivacyRequest& privacy) {
    const DiagonalProblem few = some_problem(10'000), many = some_problem(1'000'000);
    const auto at_few = plan_of(kId, plan_input(few, ball, privacy));
    const auto at_many = plan_of(kId, plan_input(many, ball, privacy));
    const double steps_ratio = static_cast<double>(at_many->summary().iterations) /
                               static_cast<double>(at_few->summary().iterations);
    const double by_bound = std::log(last_bound(*at_many) / last_bound(*at_few)) / std::log(100.0);
    EXPECT_NEAR(std::log(steps_ratio) / std::log(100.0), -by_bound, 0.02);
    return by_bound;
  };
  EXPECT_NEAR(slope({.notion = Notion::zcdp, .rho = 0.01}), -2.0 / 3, 0.01);
  EXPECT_NEAR(slope({.notion = Notion::approximate, .epsilon = 0.2, .delta = 1e-6}), -2.0 / 3,
              0.01);
  EXPECT_NEAR(slope({.notion = Notion::pure, .epsilon = 1}), -0.5, 0.01);
}

/// The number of coordinates enters through ln K alone.
TEST(FrankWolfe, NoiseGrowsWithTheLogarithmOfTheVertices) {
  const auto floor_of = [](Index d) {
    const DiagonalProblem problem(Vector::Ones(d), Vector::Zero(d), 1000, 1);
    const auto plan = plan_of(kId, plan_input(problem, {.kind = Kind::l1_ball},
                                              {.notion = Notion::zcdp, .rho = 1}, steps(10)));
    return plan->summary().noise_floor.value.back();
  };
  EXPECT_NEAR(floor_of(5000) / floor_of(5), std::log(10000.0) / std::log(10.0), 1e-9);
}

struct Moments {
  double mean = 0;
  double error = 0;  ///< standard error
};

/// Of the last gap over runs with seeds 0, 1, ...; the minimum lies in the ball, so F* = 0.
Moments gap_of(const DiagonalProblem& problem, const AlgorithmPlan& plan, int runs) {
  double sum = 0, squares = 0;
  for (int run = 0; run < runs; ++run) {
    const auto path = run_of(problem, plan, {}, streams_of(static_cast<std::uint64_t>(run)),
                             Vector::Zero(problem.dimension()));
    const double gap = problem.objective(path.back());
    sum += gap;
    squares += gap * gap;
  }
  const double mean = sum / runs;
  return {.mean = mean, .error = std::sqrt((squares / runs - mean * mean) / runs)};
}

/// The bound is on the mean: 5 standard errors above it fail by chance with probability 3e-7.
TEST(FrankWolfe, MeanErrorStaysBelowItsBoundAndFallsWithMoreRecords) {
  const Index d = 20;
  Vector minimizer = Vector::Zero(d);
  minimizer[1] = 0.5;
  minimizer[7] = -0.3;
  std::vector<double> means;
  for (const Index samples : {500, 4000, 32000}) {
    const DiagonalProblem problem(Vector::LinSpaced(d, 1, 0.2), minimizer, samples, 1);
    for (const PrivacyRequest& privacy :
         {PrivacyRequest{.notion = Notion::pure, .epsilon = 1},
          PrivacyRequest{.notion = Notion::approximate, .epsilon = 1, .delta = 1e-6}}) {
      const auto plan = plan_of(kId, plan_input(problem, {.kind = Kind::l1_ball}, privacy));
      ASSERT_TRUE(plan);
      const Moments gap = gap_of(problem, *plan, 60);
      EXPECT_LE(gap.mean - 5 * gap.error, last_bound(*plan)) << samples;
      // Far above its bound the test would see noise that is too large by some factor.
      EXPECT_GE(gap.mean, last_bound(*plan) / 200) << samples;
      means.push_back(gap.mean);
    }
  }
  for (std::size_t i = 2; i < means.size(); ++i) EXPECT_LT(means[i], 0.6 * means[i - 2]);
}

TEST(FrankWolfe, NamesWhatItCannotDo) {
  const DiagonalProblem problem = some_problem();
  const PrivacyRequest privacy{.notion = Notion::zcdp, .rho = 1};
  const Domain ball{.kind = Kind::l1_ball};
  const auto expect = [](const Error& error, ErrorCode code, const char* field) {
    EXPECT_EQ(error.code, code) << error.message;
    EXPECT_EQ(error.field, field) << error.message;
    EXPECT_GT(error.message.size(), 20u);
  };
  for (const char* id : {kId, "frank-wolfe"}) {
    const PrivacyRequest any =
        id == std::string(kId) ? privacy : PrivacyRequest{.notion = Notion::none};
    for (const Kind kind : {Kind::all, Kind::l2_ball, Kind::linf_ball, Kind::nonnegative}) {
      expect(plan_error(id, plan_input(problem, {.kind = kind}, any)),
             ErrorCode::unsupported_domain, "problem.domain");
    }
    PlanInput input = plan_input(problem, ball, any);
    input.regularizer = {.kind = Regularizer::Kind::l1, .strength = 0.1};
    expect(plan_error(id, input), ErrorCode::unsupported_regularizer, "problem.regularizer");
    input = plan_input(problem, ball, any);
    input.facts.smoothness = HUGE_VAL;
    expect(plan_error(id, input), ErrorCode::invalid_value, "problem.constants.smoothness");
    ParameterSet outside;
    outside.set("start", 0.3);
    expect(plan_error(id, plan_input(problem, ball, any, outside)), ErrorCode::infeasible_start,
           "start");
  }
  PlanInput input = plan_input(problem, ball, privacy);
  input.facts.l1_sensitivity = input.facts.l2_sensitivity = HUGE_VAL;
  expect(plan_error(kId, input), ErrorCode::unbounded_sensitivity, "problem");
  PrivacyRequest other = privacy;
  other.mechanism = Mechanism::gaussian;
  expect(plan_error(kId, plan_input(problem, ball, other)), ErrorCode::unsupported_mechanism,
         "privacy.mechanism");
  other = privacy;
  other.release = ReleaseKind::hardened;
  expect(plan_error(kId, plan_input(problem, ball, other)), ErrorCode::unsupported_option,
         "run.randomness.release");
  other = {.notion = Notion::approximate,
           .epsilon = 1,
           .delta = 1e-6,
           .calibration = Calibration::advanced};
  expect(plan_error(kId, plan_input(problem, ball, other)), ErrorCode::unsupported_option,
         "privacy.calibration");
  expect(plan_error(kId, plan_input(problem, ball, {.notion = Notion::zcdp, .rho = 0})),
         ErrorCode::invalid_budget, "privacy.rho");
}

}  // namespace
}  // namespace noisy::testing
