// Certified solutions behind the wall: what leaves it, what it costs, and what no solver can do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/minimax/solution_plan.h"
#include "engine/random/distributions.h"
#include "engine/solver/base/solver_ids.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 3, .algorithm = "output-perturbation"});
}

constexpr PrivacyRequest kNoNoise{.notion = Notion::none, .mechanism = std::nullopt};

PrivacyRequest approximate(double epsilon, double delta) {
  return {
      .notion = Notion::approximate, .epsilon = epsilon, .delta = delta, .mechanism = std::nullopt};
}

const Domain kBall{.kind = Domain::Kind::l2_ball, .radius = 0.7};

PlanInput input_for(const FiniteSum& data, const Regularizer& regularizer,
                    const PrivacyRequest& privacy, const ParameterSet& given) {
  return {.facts = public_facts(data, regularizer),
          .privacy = privacy,
          .parameters = given,
          .regularizer = regularizer,
          .domain = kBall};
}

/// The minimizer over the ball of the mean over some records plus (weight / 2) ||x - centre||^2, by
/// projected gradient descent that knows nothing of the engine.
Vector minimizer(const naive::Problem& problem, std::size_t first, std::size_t count, double weight,
                 const Vector& centre) {
  Vector x = Vector::Zero(centre.size());
  const double step = 1 / (1 + weight);
  for (int t = 0; t < 20'000; ++t) {
    Vector gradient = weight * (x - centre);
    for (std::size_t i = first; i < first + count; ++i) {
      const naive::Numbers of_record = problem.gradient(i, naive::Numbers(x.begin(), x.end()));
      gradient += vector(of_record) / static_cast<double>(count);
    }
    const Vector before = x;
    x -= step * gradient;
    const double length = x.norm();
    if (length > kBall.radius) x *= kBall.radius / length;
    if ((x - before).norm() <= 1e-16 * x.norm()) break;
  }
  return x;
}

const SolutionPlan& solution_plan(const AlgorithmPlan& plan) {
  return dynamic_cast<const SolutionPlan&>(plan);
}

/// The released path; without noise where the plan has none.
std::vector<Vector> path_of(const FiniteSum& data, const AlgorithmPlan& plan) {
  const Vector start = Vector::Zero(data.dimension());
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(data, Regularizer{}, streams());
    return drive(data, oracle, plan.start(oracle, start));
  }
  PrivateOracle oracle(data, Regularizer{}, streams(), plan.rule().cap());
  auto path = drive(data, oracle, plan.start(oracle, start));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  return path;
}

/// What its L2 distance from the exact minimizer may be.
double certified_distance(const SolutionStep& step) {
  return step.distance / std::sqrt(step.primal_weight);
}

TEST(SolverIds, AreThoseOfTheEngine) {
  std::vector<std::string_view> minimizers, saddles;
  for (const SolverEntry& entry : solvers().entries()) {
    if (entry.origin != Origin::engine) continue;
    if (entry.minimizes) minimizers.push_back(entry.id);
    if (entry.solves_saddles) saddles.push_back(entry.id);
  }
  const auto ids = minimizer_ids();
  const auto saddle_ids = saddle_solver_ids();
  EXPECT_TRUE(std::ranges::is_permutation(minimizers, ids));
  EXPECT_TRUE(std::ranges::is_permutation(saddles, saddle_ids));
}

TEST(CertifiedOutput, WithoutNoiseIsTheMinimizerWhoeverLooksForIt) {
  const Setting setting = logistic_setting(4, 40);
  const Vector exact =
      minimizer(setting.problem, 0, 40, setting.regularizer.strength, Vector::Zero(4));
  for (const std::string_view solver : minimizer_ids()) {
    const PlanInput input = input_for(*setting.data, setting.regularizer, kNoNoise,
                                      parameters({{"solver", std::string(solver)}}));
    const auto plan = find_algorithm("output-perturbation")->plan(input).value();
    const auto path = path_of(*setting.data, *plan);
    ASSERT_EQ(path.size(), 1u) << solver;
    const double allowed = certified_distance(solution_plan(*plan).steps()[0]);
    EXPECT_LE((path[0] - exact).norm(), allowed) << solver;
    EXPECT_LT(allowed, 0.01);
  }
}

TEST(CertifiedOutput, ReleasesTheMinimizerPlusTheNoiseOfItsStream) {
  const Setting setting = logistic_setting(4, 40);
  const double strength = setting.regularizer.strength;
  const PlanInput input = input_for(*setting.data, setting.regularizer, approximate(0.8, 1e-5), {});
  const auto plan = find_algorithm("output-perturbation")->plan(input).value();
  const double move = setting.data->gradient_bounds().l2 / (40 * strength) +
                      2 * certified_distance(solution_plan(*plan).steps()[0]);
  // sigma / Delta of (0.8, 1e-5) by the C library's erfc.
  EXPECT_NEAR(planned_release(*plan, 1).noise_scale / move, 4.572761747773699, 1e-9);
  EXPECT_NEAR(plan->summary().claim.epsilon, 0.8, 1e-12);
  EXPECT_TRUE(plan->summary().claim.certified());
  Vector expected = minimizer(setting.problem, 0, 40, strength, Vector::Zero(4));
  Stream stream = streams().stream(StreamPurpose::noise, 0);
  for (double& value : expected) value += planned_release(*plan, 1).noise_scale * normal(stream, 1);
  if (expected.norm() > kBall.radius) expected *= kBall.radius / expected.norm();
  EXPECT_LE((path_of(*setting.data, *plan).at(0) - expected).norm(),
            certified_distance(solution_plan(*plan).steps()[0]));
}

/// The phases' releases by the naive minimizer and the noise's own stream.
std::vector<Vector> naive_phases(const Setting& setting, const SolutionPlan& plan,
                                 double strength) {
  std::vector<Vector> out;
  Vector x = Vector::Zero(setting.data->dimension());
  for (const SolutionStep& step : plan.steps()) {
    const auto k = static_cast<std::uint64_t>(out.size());
    const double pulled = step.primal_weight - strength;
    x = minimizer(setting.problem, static_cast<std::size_t>(step.release.block.first),
                  static_cast<std::size_t>(step.release.block.count), step.primal_weight,
                  pulled / step.primal_weight * x);
    Stream stream = streams().stream(StreamPurpose::noise, k);
    for (double& value : x) value += step.release.noise_scale * normal(stream, 1);
    if (x.norm() > kBall.radius) x *= kBall.radius / x.norm();
    out.push_back(x);
  }
  return out;
}

TEST(PhasedOutput, EqualsItsTwinUpToWhatIsCertifiedForEverySchedule) {
  const Setting setting = logistic_setting(5, 300);
  for (const char* schedule : {"equal", "balanced", "geometric"}) {
    for (const double strength : {0.0, 0.2}) {
      const Regularizer l2{.kind = strength > 0 ? Regularizer::Kind::l2 : Regularizer::Kind::none,
                           .strength = strength};
      const PlanInput input =
          input_for(*setting.data, l2, approximate(1, 1e-5),
                    parameters({{"schedule", std::string(schedule)}, {"regularization", 0.05}}));
      const auto planned = find_algorithm("phased-output-perturbation")->plan(input);
      ASSERT_TRUE(planned) << planned.error().message;
      const SolutionPlan& plan = solution_plan(**planned);
      const auto path = path_of(*setting.data, plan);
      const auto twin = naive_phases(setting, plan, strength);
      ASSERT_EQ(path.size(), twin.size()) << schedule;
      // Projections and centres pass differences on without expansion (Lemma B.2).
      double allowed = 1e-12;
      for (std::size_t k = 0; k < path.size(); ++k) {
        allowed += certified_distance(plan.steps()[k]);
        EXPECT_LE((path[k] - twin[k]).norm(), allowed) << schedule << " " << k;
      }
    }
  }
}

TEST(PhasedOutput, EqualWeightsHalveTheNoiseAndCostOneBlock) {
  const Setting setting = logistic_setting(5, 256);
  const PlanInput input = input_for(*setting.data, Regularizer{}, approximate(1, 1e-5),
                                    parameters({{"schedule", std::string("equal")}}));
  const auto plan = find_algorithm("phased-output-perturbation")->plan(input).value();
  const auto& steps = solution_plan(*plan).steps();
  ASSERT_EQ(steps.size(), 8u);
  for (std::size_t k = 1; k < steps.size(); ++k) {
    EXPECT_NEAR(steps[k].release.noise_scale / steps[k - 1].release.noise_scale, 0.5, 1e-12);
    EXPECT_NEAR(steps[k].release.cost.value, plan->rule().cap().value, 1e-12);
  }
  EXPECT_NEAR(plan->summary().claim.epsilon, 1, 1e-12);
}

TEST(PhasedOutput, ARecordChangesOnlyWhatFollowsItsBlockAndThatAsFarAsBounded) {
  Setting setting = logistic_setting(6, 128);
  const PlanInput input = input_for(*setting.data, Regularizer{}, kNoNoise,
                                    parameters({{"schedule", std::string("geometric")}}));
  const auto plan = find_algorithm("phased-output-perturbation")->plan(input).value();
  const auto before = path_of(*setting.data, *plan);
  const auto& steps = solution_plan(*plan).steps();
  for (const std::size_t changed : {std::size_t{0}, std::size_t{3}}) {
    const Index record = steps[changed].release.block.first;
    std::vector<double> row(4);
    setting.records->copy_row(record, row);
    const auto kept = row;
    for (double& value : row) value = -1.5 * value;
    setting.records->set_row(record, row);
    const auto after = path_of(*setting.data, *plan);
    setting.records->set_row(record, kept);
    for (std::size_t k = 0; k < changed; ++k) EXPECT_EQ(before[k], after[k]);
    const SolutionStep& step = steps[changed];
    const double bound = setting.data->gradient_bounds().l2 /
                             (static_cast<double>(step.release.block.count) * step.primal_weight) +
                         2 * certified_distance(step);
    const double moved = (before[changed] - after[changed]).norm();
    EXPECT_GT(moved, 0);
    EXPECT_LE(moved, bound);
  }
}

/// A solver that points at one place and stops there.
SolverEntry pointing_solver(const char* id, double at) {
  SolverEntry entry{.id = id, .title = id, .minimizes = true};
  entry.solve = [at](SolverWork& work) -> Task<> {
    Vector z = Vector::Constant(work.block().dimension(), at);
    if (co_await work.accepts(z)) co_return;
    work.offer(z);
  };
  entry.cost = [](const SolverCost&) { return 1.0; };
  return entry;
}

TEST(CertifiedOutput, CertifiesEuclideanDistancesAtSmallWeights) {
  // Of a minimization R is in the norm of W: read as a Euclidean distance it would accept, at
  // lambda = 0.01, a point ten times as far off as the noise covers.
  const Setting setting = logistic_setting(4, 40);
  const Regularizer weak{.kind = Regularizer::Kind::l2, .strength = 0.01};
  const PlanInput input =
      input_for(*setting.data, weak, kNoNoise,
                parameters({{"toleranceRatio", 0.1}, {"solver", std::string("planted-far")}}));
  static bool registered = false;
  if (!std::exchange(registered, true)) {
    ASSERT_TRUE(register_solver(pointing_solver("planted-far", 0.3)));
  }
  const auto plan = find_algorithm("output-perturbation")->plan(input).value();
  const Vector exact = minimizer(setting.problem, 0, 40, 0.01, Vector::Zero(4));
  const double euclidean = 0.1 * setting.data->bounds_within(1).record_gradient / (0.01 * 40);
  EXPECT_NEAR(certified_distance(solution_plan(*plan).steps()[0]), euclidean, 1e-12);
  EXPECT_LE((path_of(*setting.data, *plan).at(0) - exact).norm(), euclidean);
}

/// What a private oracle says to a release of a solve with this setting.
std::optional<Error> refusal(const FiniteSum& data, SolveSetting setting, Release release) {
  PrivateOracle oracle(data, Regularizer{}, streams(), {CostUnit::rho, 10});
  release.cost.unit = CostUnit::rho;
  const auto run = [&]() -> noisy::Run {
    HiddenSolve solve(setting);
    co_await oracle.complete(solve);
    const Vector& x = co_await oracle.ask(certified_solution(solve, release));
    co_yield Iterate{x};
  };
  drive(data, oracle, run());
  return oracle.refusal();
}

TEST(CertifiedOutput, TheOracleRecomputesWhatASolutionCosts) {
  const Setting setting = logistic_setting(4, 40);
  SolveSetting solve{.primal_weight = 0.2,
                     .centre = Vector::Zero(4),
                     .primal_domain = kBall,
                     .distance = 0.01,
                     .solver = solvers().find("gradient-descent")};
  const double move = setting.data->gradient_bounds().l2 / (40 * 0.2) + 2 * 0.01 / std::sqrt(0.2);
  const double rho = 0.5;
  const Release fair{.form = certified_solution_form(SolutionPart::minimizer),
                     .batch_size = 40,
                     .mechanism = Mechanism::gaussian,
                     .cost = {CostUnit::rho, rho},
                     .noise_scale = move / std::sqrt(2 * rho),
                     .details = details_of(solve)};
  EXPECT_FALSE(refusal(*setting.data, solve, fair));
  Release quiet = fair;
  quiet.noise_scale *= 1 - 1e-9;
  EXPECT_TRUE(refusal(*setting.data, solve, quiet));
  Release of_fewer = fair;
  of_fewer.batch_size = 20;
  EXPECT_TRUE(refusal(*setting.data, solve, of_fewer));
  Release of_block = fair;
  of_block.block = {.first = 0, .count = 40};
  EXPECT_TRUE(refusal(*setting.data, solve, of_block));
  Release far = fair;
  far.details[2] = 0.001;  // states a better certificate than was demanded
  EXPECT_TRUE(refusal(*setting.data, solve, far));
  SolveSetting weak = solve;
  weak.primal_weight = 0.1;
  EXPECT_TRUE(refusal(*setting.data, weak, fair));
  SolveSetting curved = solve;
  curved.primal_convexity = 0.1;  // which no logistic loss has
  Release of_curved = fair;
  EXPECT_TRUE(refusal(*setting.data, curved, of_curved));
  Release of_saddle = fair;
  of_saddle.form = certified_solution_form(SolutionPart::saddle);
  EXPECT_TRUE(refusal(*setting.data, solve, of_saddle));
}

TEST(CertifiedOutput, ReleasesNothingThatIsNotCertified) {
  const Setting setting = logistic_setting(4, 40);
  const SolveSetting solve{.primal_weight = 0.2,
                           .centre = Vector::Zero(4),
                           .primal_domain = kBall,
                           .distance = 1e-18,
                           .solver = solvers().find("gradient-descent")};
  const auto refused =
      refusal(*setting.data, solve, {.form = certified_solution_form(SolutionPart::minimizer)});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, ErrorCode::certificate_precision);
}

TEST(CertifiedOutput, CountsOfHiddenWorkAreNoPublicCounts) {
  const Setting setting = logistic_setting(4, 40);
  const PlanInput input = input_for(*setting.data, setting.regularizer, kNoNoise, {});
  const auto plan = find_algorithm("output-perturbation")->plan(input).value();
  NonPrivateOracle oracle(*setting.data, Regularizer{}, streams());
  drive(*setting.data, oracle, plan->start(oracle, Vector::Zero(4)));
  EXPECT_EQ(oracle.gradient_evaluations(), 0);
  EXPECT_GT(oracle.hidden_evaluations(), 80);
}

TEST(CertifiedOutput, WithFixedIterationsCountsAreThoseOfAnyData) {
  Index counted[2];
  for (const std::uint64_t seed : {4u, 5u}) {
    const Setting setting = logistic_setting(seed, 40);
    const PlanInput input = input_for(*setting.data, setting.regularizer, kNoNoise,
                                      parameters({{"fixedIterations", true}}));
    const auto plan = find_algorithm("output-perturbation")->plan(input).value();
    NonPrivateOracle oracle(*setting.data, Regularizer{}, streams());
    drive(*setting.data, oracle, plan->start(oracle, Vector::Zero(4)));
    counted[seed - 4] = oracle.hidden_evaluations();
  }
  EXPECT_EQ(counted[0], counted[1]);
}

TEST(CertifiedOutput, SaysWhatIsMissing) {
  const Setting setting = logistic_setting(4, 40);
  const auto refused = [&](const char* id, const Regularizer& regularizer,
                           const ParameterSet& given, const PrivacyRequest& privacy) {
    const auto plan =
        find_algorithm(id)->plan(input_for(*setting.data, regularizer, privacy, given));
    return plan ? Error{ErrorCode::internal, "", "planned"} : plan.error();
  };
  const Regularizer none;
  EXPECT_EQ(
      refused("output-perturbation", none, parameters({{"regularization", 0.0}}), kNoNoise).field,
      "problem.regularizer");
  EXPECT_EQ(
      refused("phased-output-perturbation", none, parameters({{"phases", 41.0}}), kNoNoise).field,
      "phases");
  EXPECT_EQ(refused("phased-output-perturbation", none,
                    parameters({{"solver", std::string("nobody")}}), kNoNoise)
                .code,
            ErrorCode::unknown_name);
  EXPECT_EQ(refused("phased-output-perturbation", none,
                    parameters({{"solver", std::string("saga-saddle")}}), kNoNoise)
                .field,
            "solver");
  PrivacyRequest papers = approximate(1, 1e-5);
  papers.calibration = Calibration::paper;
  EXPECT_EQ(refused("phased-output-perturbation", none, {}, papers).field, "privacy.epsilon");
  EXPECT_EQ(refused("minimax-output-perturbation", none, {}, kNoNoise).field, "problem");
}

}  // namespace
}  // namespace noisy::testing
