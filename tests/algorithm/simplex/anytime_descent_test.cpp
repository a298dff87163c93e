// Mirror descent with anytime averages: the paper's lines in plain loops, textbook exponentiated
// gradient without noise, plans and what they cost.
#include "engine/algorithm/simplex/anytime_descent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/simplex/theory/anytime_rule.h"
#include "engine/algorithm/simplex/vertex_problem.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/problem/parameter.h"
#include "engine/random/distributions.h"
#include "engine/random/exact_softmax.h"
#include "engine/random/vertex_sampler.h"
#include "tests/algorithm/simplex/support/vertex_plans.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "vertex-sco"});
}

Result<std::unique_ptr<AlgorithmPlan>> asked(const VertexSetting& setting,
                                             const PrivacyRequest& privacy,
                                             const ParameterSet& parameters = {}) {
  return plan_anytime_descent(input_of(setting, privacy, parameters));
}

std::unique_ptr<AlgorithmPlan> planned(const VertexSetting& setting, const PrivacyRequest& privacy,
                                       const ParameterSet& parameters = {}) {
  auto plan = asked(setting, privacy, parameters);
  EXPECT_TRUE(plan) << plan.error().field << ": " << plan.error().message;
  return *std::move(plan);
}

const AnytimeDescentSetting& setting_of(const std::unique_ptr<AlgorithmPlan>& plan) {
  return dynamic_cast<const AnytimeDescentPlan&>(*plan).setting();
}

std::vector<Vector> path_of(const FiniteSum& data, const AlgorithmPlan& plan,
                            std::uint64_t seed = 5) {
  return whole_path(data, plan, streams(seed));
}

// ---- the paper's lines --------------------------------------------------------------------------

struct NaiveSetting {
  Index steps, period, draws;
  std::size_t block;
  double step_size;
  bool reuse = false;
};

/// Algorithm 5 in its own order: average, draw where the schedule says so, ask a batch, move the
/// scores. The draws of release k come from its own stream.
std::vector<Vector> naive_path(const NaiveSetting& setting, const Squares& problem,
                               std::uint64_t seed) {
  const Eigen::MatrixXd vertices = naive_vertices(problem.domain, problem.dimension());
  const Index size = vertices.cols();
  const double draws = static_cast<double>(setting.draws);
  Vector score = Vector::Zero(size), w = Vector::Zero(size), sampled;
  std::vector<Vector> path;
  std::uint64_t release = 0;
  const auto draw = [&](Stream stream) {
    const Vector logs = w.array().log();
    Vector counts = Vector::Zero(size);
    VertexSampler(math::view(logs))
        .add_counts(stream, setting.draws, {counts.data(), static_cast<std::size_t>(size)});
    return Vector(vertices * counts / draws);
  };
  for (Index t = 1; t <= setting.steps; ++t) {
    w = (static_cast<double>(t - 1) * w + naive_softmax(score)) / static_cast<double>(t);
    if (t == 1) {
      sampled = draw(streams(seed).stream(StreamPurpose::output, 0));
    } else if (t <= setting.period || t % setting.period == 0) {
      sampled = draw(streams(seed).stream(StreamPurpose::noise, release++));
      path.push_back(sampled);
    }
    if (t == setting.steps) break;  // nobody uses the last update
    score -= setting.step_size * vertices.transpose() *
             problem.mean_gradient(static_cast<std::size_t>(t - 1) * setting.block, setting.block,
                                   sampled);
  }
  if (!setting.reuse) {
    path.push_back(draw(streams(seed).stream(StreamPurpose::noise, release)));
  }
  return path;
}

constexpr PrivacyRequest kLoose{.notion = Notion::zcdp, .rho = 5e3, .mechanism = std::nullopt};

TEST(AnytimeDescent, IsThePapersAlgorithmStepForStepWithTheSameDraws) {
  for (const Domain& domain : vertex_domains()) {
    const Squares problem = random_squares(62, 3, 1, domain);
    for (const Index period : {1, 3, 4, 12}) {
      for (const Index draws : {1, 5}) {
        for (const bool reuse : {false, true}) {
          const auto plan = planned({problem.risk.get(), domain}, kLoose,
                                    given({{"iterations", 12.0},
                                           {"samplesPerStep", static_cast<double>(draws)},
                                           {"resamplePeriod", static_cast<double>(period)},
                                           {"stepSize", 0.9},
                                           {"reuseLastBlock", reuse}}));
          const NaiveSetting setting{.steps = 12,
                                     .period = period,
                                     .draws = draws,
                                     .block = 5,
                                     .step_size = 0.9,
                                     .reuse = reuse};
          const auto path = path_of(*problem.risk, *plan);
          const auto naive = naive_path(setting, problem, 5);
          ASSERT_EQ(path.size(), naive.size());
          ASSERT_EQ(path.size(), static_cast<std::size_t>(period + 12 / period - (reuse ? 2 : 1)));
          for (std::size_t k = 0; k < path.size(); ++k) {
            EXPECT_LT((path[k] - naive[k]).cwiseAbs().maxCoeff(), 1e-14) << k;
          }
        }
      }
    }
  }
}

// ---- the same in whole numbers ------------------------------------------------------------------

PrivacyRequest hardened(PrivacyRequest privacy) {
  privacy.release = ReleaseKind::hardened;
  return privacy;
}

/// The lines of Algorithm 5 in whole numbers: a record's product with a vertex is rounded by
/// itself, in steps of the grid, and nothing else ever is. A draw from w^t is one from x^i, with an
/// i that is drawn before the first step for all that are ever let out; every x^i is kept here.
std::vector<Vector> naive_whole_path(const NaiveSetting& setting, const Squares& problem,
                                     double grid) {
  const Eigen::MatrixXd vertices = naive_vertices(problem.domain, problem.dimension());
  const auto size = static_cast<std::size_t>(vertices.cols());
  const auto steps = static_cast<std::uint64_t>(std::ceil(
      (1 + std::pow(2, -16)) * static_cast<double>(setting.block) / setting.step_size / grid));
  struct Draw {
    std::size_t release, step, vertex;
  };
  std::vector<Draw> draws;
  std::vector<std::int64_t> score(size);
  std::vector<Vector> path;
  Vector counts = Vector::Zero(vertices.cols());
  Stream first = streams().stream(StreamPurpose::output, 0);
  VertexSampler(std::vector<double>(size)).add_counts(first, setting.draws, {counts.data(), size});
  Vector sampled = vertices * counts / static_cast<double>(setting.draws);
  const auto releases_at = [&](Index t) {
    const bool draws_here = t > 1 && (t <= setting.period || t % setting.period == 0);
    return (draws_here ? 1 : 0) + (t == setting.steps ? 1 : 0);
  };
  Stream stream = streams().stream(StreamPurpose::noise, 0);
  for (Index t = 2, release = 0; t <= setting.steps; ++t) {
    for (Index end = release + releases_at(t); release < end; ++release) {
      for (Index k = 0; k < setting.draws; ++k) {
        const std::uint64_t step = 1 + bounded_integer(stream, static_cast<std::uint64_t>(t));
        draws.push_back({static_cast<std::size_t>(release), static_cast<std::size_t>(step), 0});
      }
    }
  }
  for (Index t = 1; t <= setting.steps; ++t) {
    for (Draw& draw : draws) {
      if (draw.step == static_cast<std::size_t>(t)) {
        draw.vertex = ExactSoftmax(score, steps).draw(stream);
      }
    }
    for (Index k = releases_at(t); k > 0; --k) {
      if (setting.reuse && t == setting.steps && k == 1) break;
      sampled = Vector::Zero(vertices.rows());
      for (const Draw& draw : draws) {
        if (draw.release != path.size()) continue;
        sampled += vertices.col(static_cast<Index>(draw.vertex));
      }
      sampled /= static_cast<double>(setting.draws);
      path.push_back(sampled);
      stream = streams().stream(StreamPurpose::noise, path.size());
    }
    for (std::size_t i = 0; i < setting.block && t < setting.steps; ++i) {
      const std::size_t record = static_cast<std::size_t>(t - 1) * setting.block + i;
      const Vector products = vertices.transpose() * problem.gradient(record, sampled);
      for (std::size_t k = 0; k < size; ++k) {
        score[k] -= std::llrint(products[static_cast<Index>(k)] / grid);
      }
    }
  }
  return path;
}

TEST(AnytimeDescent, HardenedIsThePapersAlgorithmInWholeNumbersBitForBit) {
  for (const Domain& domain : vertex_domains()) {
    const Squares problem = random_squares(62, 3, 1, domain);
    for (const Index period : {1, 3, 4, 12}) {
      for (const bool reuse : {false, true}) {
        const auto plan = planned({problem.risk.get(), domain}, hardened(kLoose),
                                  given({{"iterations", 12.0},
                                         {"samplesPerStep", 5.0},
                                         {"resamplePeriod", static_cast<double>(period)},
                                         {"stepSize", 0.9},
                                         {"reuseLastBlock", reuse}}));
        const NaiveSetting setting{.steps = 12,
                                   .period = period,
                                   .draws = 5,
                                   .block = 5,
                                   .step_size = 0.9,
                                   .reuse = reuse};
        const auto path = path_of(*problem.risk, *plan);
        const auto naive = naive_whole_path(setting, problem, setting_of(plan).grid);
        ASSERT_EQ(path.size(), naive.size());
        for (std::size_t k = 0; k < path.size(); ++k) {
          EXPECT_LT((path[k] - naive[k]).cwiseAbs().maxCoeff(), 1e-14) << k;
        }
      }
    }
  }
}

/// What is planned is the floating plan but for the grid: steps, cost and all, by either theorem
/// (linear losses are smooth to any order, squares to the first only).
TEST(AnytimeDescent, HardenedPlansAreTheFloatingOnesOnAGrid) {
  for (const LossKind loss : {LossKind::linear, LossKind::squared}) {
    const VertexSetting setting = absent_setting(100'000, 64, loss);
    for (const PrivacyRequest& privacy : {kApproximate, by_the_paper(), kZcdp}) {
      const auto floating = planned(setting, privacy);
      const auto on_grid = planned(setting, hardened(privacy));
      Release release = dynamic_cast<const AnytimeDescentPlan&>(*on_grid).release();
      EXPECT_TRUE(release.is_hardened());
      release.grid = 0;
      EXPECT_EQ(release, dynamic_cast<const AnytimeDescentPlan&>(*floating).release());
      EXPECT_EQ(on_grid->rule().cap().value, floating->rule().cap().value);
      EXPECT_EQ(on_grid->summary().claim.epsilon, floating->summary().claim.epsilon);
    }
    EXPECT_EQ(setting_of(planned(setting, hardened(kNoNoise))).grid, 0);
  }
}

double squares_at(const Squares& problem, const Vector& x) {
  double sum = 0;
  for (std::size_t k = 0; k < problem.rows.size(); ++k) {
    const double error = vector(problem.rows[k]).dot(x) - problem.targets[k];
    sum += 0.5 * error * error;
  }
  return sum / static_cast<double>(problem.rows.size());
}

/// Losses of 400 runs each: means are within 5 standard errors of another, which one correct build
/// in 1.7 million is not.
TEST(AnytimeDescent, HardenedRunsReachWhatFloatingOnesDo) {
  const Squares problem = random_squares(300, 6, 8);
  const auto parameters = given(
      {{"iterations", 30.0}, {"samplesPerStep", 8.0}, {"resamplePeriod", 4.0}, {"stepSize", 0.3}});
  std::array<double, 2> means{}, variances{};
  for (const std::size_t kind : {0, 1}) {
    const auto plan = planned({problem.risk.get(), problem.domain},
                              kind == 0 ? kLoose : hardened(kLoose), parameters);
    constexpr int kRuns = 400;
    double sum = 0, squares_sum = 0;
    for (int seed = 0; seed < kRuns; ++seed) {
      const double loss = squares_at(
          problem, path_of(*problem.risk, *plan, static_cast<std::uint64_t>(seed)).back());
      sum += loss;
      squares_sum += loss * loss;
    }
    means[kind] = sum / kRuns;
    variances[kind] = (squares_sum / kRuns - means[kind] * means[kind]) / kRuns;
  }
  EXPECT_NEAR(means[0], means[1], 5 * std::sqrt(variances[0] + variances[1]));
  RecordProperty("floating", std::to_string(means[0]));
  RecordProperty("hardened", std::to_string(means[1]));
  RecordProperty("error", std::to_string(std::sqrt(variances[0] + variances[1])));
}

TEST(AnytimeDescent, HandsOutAveragesOfVertices) {
  const Squares problem = random_squares(60, 4, 2);
  const auto plan =
      planned({problem.risk.get(), problem.domain}, kApproximate,
              given({{"iterations", 20.0}, {"samplesPerStep", 6.0}, {"resamplePeriod", 3.0}}));
  const auto path = path_of(*problem.risk, *plan);
  ASSERT_EQ(path.size(), 8u);
  for (const Vector& point : path) {
    const Vector counts = point * 6;
    EXPECT_LT((counts - counts.array().round().matrix()).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NEAR(point.sum(), 1, 1e-12);
  }
}

// ---- without noise ------------------------------------------------------------------------------

/// Gradients at the average of the iterates: each of its weights is a product of exponentials.
/// Where every record is the same, F(w^T) - min F <= ln d / (tau T) + tau L_0^2 / 2.
TEST(AnytimeDescent, WithoutNoiseIsExponentiatedGradientAtAverages) {
  constexpr Index kSteps = 300;
  const naive::Numbers row = {0.9, -0.7, 0.2, -0.1};
  const Squares problem = squares(std::vector<naive::Numbers>(kSteps, row),
                                  naive::Numbers(kSteps, 0.35), {.kind = Domain::Kind::simplex});
  for (const double step : {0.05, 0.5}) {
    const auto plan =
        planned({problem.risk.get(), problem.domain}, kNoNoise, given({{"stepSize", step}}));
    EXPECT_EQ(setting_of(plan).schedule.period, 1);
    const auto path = path_of(*problem.risk, *plan);
    ASSERT_EQ(path.size(), static_cast<std::size_t>(kSteps));
    Vector weights = Vector::Ones(4), sum = Vector::Zero(4);
    for (Index t = 1; t <= kSteps; ++t) {
      sum += weights / weights.sum();
      const Vector average = sum / static_cast<double>(t);
      if (t > 1) {
        ASSERT_LT((path[static_cast<std::size_t>(t - 2)] - average).cwiseAbs().maxCoeff(), 1e-12);
      }
      const Vector g = problem.gradient(0, average);
      for (Index j = 0; j < 4; ++j) weights[j] *= std::exp(-step * g[j]);
    }
    // The draw of step T and the output are the same.
    EXPECT_EQ(path[path.size() - 1], path[path.size() - 2]);
    const double error = vector(row).dot(path.back()) - 0.35;
    EXPECT_LE(0.5 * error * error, std::log(4.0) / (step * kSteps) + 2 * step);
  }
}

TEST(AnytimeDescent, WithoutNoiseFindsTheBestWeightsOfTheVertices) {
  const Domain ball{.kind = Domain::Kind::l1_ball, .radius = 1};
  const Squares problem =
      squares(std::vector<naive::Numbers>(3000, {0.5, -1, 0.25}), naive::Numbers(3000, 0.8), ball);
  const auto plan = planned({problem.risk.get(), ball}, kNoNoise);
  const Vector last = path_of(*problem.risk, *plan).back();
  const double error = vector({0.5, -1, 0.25}).dot(last) - 0.8;
  EXPECT_LE(0.5 * error * error, 2 * std::sqrt(2 * std::log(6.0) / 3000));
  EXPECT_LT(std::fabs(error), 0.1);
  EXPECT_LE(last.lpNorm<1>(), 1 + 1e-12);
}

// ---- plans --------------------------------------------------------------------------------------

/// Linear losses of signs: L_0 = 1, L_1 = L_2 = 0.
VertexSetting signs(Index samples, Index features) {
  return absent_setting(samples, features, LossKind::linear);
}

TEST(AnytimeDescent, HardenedPlansAreRefusedWhereWholeNumbersDoNotHoldThem) {
  const auto error = [](const VertexSetting& setting, const PrivacyRequest& privacy,
                        const ParameterSet& parameters = {}) {
    const auto plan = asked(setting, hardened(privacy), parameters);
    return plan ? "planned" : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  PrivacyRequest tiny = kZcdp;
  tiny.rho = 1e-16;
  EXPECT_TRUE(asked(signs(100, 4), tiny));
  EXPECT_EQ(error(signs(100, 4), tiny), "invalid-budget privacy");
  const auto many = given({{"iterations", 10.0}, {"resamplePeriod", 5.0}, {"samplesPerStep", 3e6}});
  EXPECT_EQ(error(signs(100, 4), kZcdp, many), "limit-exceeded samplesPerStep");
}

/// 3.5: n = 10^6, T = 66666, B = 15, K = 519, q = 125.
TEST(AnytimeDescent, LongestStepsAreThoseOfTheSpecsExample) {
  const VertexSetting setting = signs(1'000'000, 64);
  const auto asks = [&](const PrivacyRequest& privacy, double step, bool reuse = false) {
    return asked(setting, privacy,
                 given({{"iterations", 66666.0},
                        {"samplesPerStep", 519.0},
                        {"resamplePeriod", 125.0},
                        {"stepSize", step},
                        {"reuseLastBlock", reuse}}));
  };
  EXPECT_TRUE(asks(kApproximate, 0.00283473));
  EXPECT_FALSE(asks(kApproximate, 0.00283475));
  EXPECT_TRUE(asks(by_the_paper(), 0.000610387));
  const auto refused = asks(by_the_paper(), 0.000610389);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::no_certificate);
  EXPECT_EQ(refused.error().field, "stepSize");
  EXPECT_NE(refused.error().message.find("0.00061"), std::string::npos);
  EXPECT_TRUE(asks(kNoNoise, 5));
  // 66666 steps are no multiple of 125.
  EXPECT_EQ(asks(kApproximate, 1e-4, true).error().field, "reuseLastBlock");
}

/// The claim is what the ledger's rho converts to, whatever limits the step.
TEST(AnytimeDescent, ClaimsWhatItsReleasesCost) {
  const VertexSetting setting = signs(100'000, 64);
  for (const PrivacyRequest& privacy : {kApproximate, by_the_paper(), kZcdp}) {
    for (const char* rule : {"paper-scaling", "bound-optimal", "smaller-bound"}) {
      const auto plan = planned(setting, privacy, given({{"rule", std::string(rule)}}));
      const AnytimeDescentSetting& chosen = setting_of(plan);
      const double by_theory = anytime_rho({.steps = chosen.schedule.steps,
                                            .draws = chosen.schedule.draws,
                                            .period = chosen.schedule.period,
                                            .batch_size = chosen.schedule.block_size,
                                            .lipschitz = 1},
                                           chosen.step_size);
      const double rho = plan->rule().cap().value;
      EXPECT_NEAR(rho, by_theory, 1e-8 * rho);
      const PrivacyClaim& claim = plan->summary().claim;
      EXPECT_TRUE(claim.certified());
      if (privacy.notion == Notion::zcdp) {
        EXPECT_DOUBLE_EQ(claim.rho, rho);
        EXPECT_LE(claim.rho, privacy.rho);
      } else {
        EXPECT_EQ(claim.epsilon, zcdp_epsilon(rho, privacy.delta, ZcdpConversion::optimal));
        EXPECT_LE(claim.epsilon, privacy.epsilon);
      }
    }
  }
}

/// The rules of 4.1, by the theory's own functions, and the better of the two.
TEST(AnytimeDescent, TakesTheParametersOfItsRule) {
  const VertexSetting setting = absent_setting(100'000, 64, LossKind::squared);
  const AnytimeRuleSetting rule{
      .bound = {.regularity = {.lipschitz = 2, .smoothness = 1, .hessian_lipschitz = 0},
                .log_dimension = std::log(64.0)},
      .samples = 100'000};
  const VertexBudget budget = approximate_vertex_budget(1, 1e-6).value();
  const auto paper = paper_scaled_anytime(rule, budget, AnytimeRate::second_order).value();
  const auto optimal = bound_optimal_anytime(rule, budget).value();
  const auto expect = [&](const char* name, const AnytimeParameters& wanted) {
    const auto plan = planned(setting, kApproximate, given({{"rule", std::string(name)}}));
    const AnytimeDescentSetting& chosen = setting_of(plan);
    EXPECT_EQ(chosen.schedule.steps, wanted.steps) << name;
    EXPECT_EQ(chosen.schedule.draws, wanted.draws) << name;
    EXPECT_EQ(chosen.schedule.period, wanted.period) << name;
    EXPECT_EQ(chosen.schedule.block_size, wanted.batch_size) << name;
    EXPECT_NEAR(chosen.step_size, wanted.step_size, 1e-9 * wanted.step_size) << name;
    return anytime_bound(rule.bound, wanted.steps, wanted.draws, wanted.period, wanted.step_size)
        .total();
  };
  const double paper_bound = expect("paper-scaling", paper);
  const double optimal_bound = expect("bound-optimal", optimal);
  EXPECT_LT(optimal_bound, paper_bound);
  expect("smaller-bound", optimal);
  EXPECT_EQ(planned(setting, kApproximate)->summary().parameters.text("rule"), "bound-optimal");
}

/// What the plan says of its error.
double stated_bound(const AlgorithmPlan& plan) {
  const std::string notes = notes_of(plan), phrase = "excess risk of the output is at most ";
  const auto at = notes.find(phrase);
  EXPECT_NE(at, std::string::npos) << notes;
  return at == std::string::npos ? 0 : std::strtod(notes.c_str() + at + phrase.size(), nullptr);
}

/// The least bound of signs of these facts, by the theory's own functions.
double least_bound(const SimplexRegularity& known) {
  const AnytimeRuleSetting rule{.bound = {.regularity = known, .log_dimension = std::log(64.0)},
                                .samples = 100'000};
  const VertexBudget budget = approximate_vertex_budget(1, 1e-6).value();
  const auto best = bound_optimal_anytime(rule, budget).value();
  return anytime_bound(rule.bound, best.steps, best.draws, best.period, best.step_size).total();
}

/// As if nothing bounded them the bound would be 0.7353.
TEST(AnytimeDescent, OfLeastSquaresIsPlannedWithoutThirdDerivatives) {
  const auto squares = planned(absent_setting(100'000, 64, LossKind::squared), kApproximate);
  EXPECT_NEAR(stated_bound(*squares), 0.2858, 5e-5);
  EXPECT_NEAR(stated_bound(*squares), least_bound({.lipschitz = 2, .smoothness = 1}), 5e-5);
  EXPECT_NEAR(least_bound({.lipschitz = 2, .smoothness = 1, .hessian_lipschitz = kLargest}), 0.7353,
              5e-5);
}

/// Records of signs that are not there, with a loss of the margin.
VertexSetting signs_with(const LinearLoss& loss, std::optional<GradientClip> clip = {}) {
  const Domain simplex{.kind = Domain::Kind::simplex};
  const FeatureBounds bounds{.l1 = 64, .l2 = 8, .linf = 1, .target_lower = -1, .target_upper = 1};
  return {make_absent_risk({.samples = 100'000, .features = 64}, bounds, loss, clip, simplex),
          simplex};
}

/// Of others nothing is carried: the logistic loss bends, and clipping bends what does not.
TEST(AnytimeDescent, TakesNoOtherLossForAQuadratic) {
  const auto regularity = [](const VertexSetting& setting) {
    return vertex_problem(input_of(setting, kApproximate)).value().regularity.hessian_lipschitz;
  };
  EXPECT_EQ(regularity(signs_with(squared_loss())), 0);
  for (const LinearLoss& loss : {logistic_loss(), huber_loss(1), smoothed_hinge_loss(0.5)})
    EXPECT_GE(regularity(signs_with(loss)), kLargest);
  const GradientClip clip{.bound = 1};
  EXPECT_GE(regularity(signs_with(squared_loss(), clip)), kLargest);
}

TEST(AnytimeDescent, OfMeansIsPlannedWithoutThirdDerivatives) {
  const Domain simplex{.kind = Domain::Kind::simplex};
  const FeatureBounds bounds{.l1 = 64, .l2 = 8, .linf = 1};
  const VertexSetting means{
      make_absent_mean({.samples = 100'000, .features = 64}, bounds, simplex, std::nullopt),
      simplex};
  EXPECT_EQ(vertex_problem(input_of(means, kApproximate)).value().regularity.hessian_lipschitz, 0);
}

TEST(AnytimeDescent, GivenPartsOfTheScheduleStandAndTheStepFollowsTheBound) {
  const VertexSetting setting = absent_setting(10'000, 16, LossKind::squared);
  const auto plan =
      planned(setting, {.notion = Notion::zcdp, .rho = 1e4, .mechanism = std::nullopt},
              given({{"iterations", 99.0}, {"samplesPerStep", 1000.0}, {"resamplePeriod", 7.0}}));
  const AnytimeDescentSetting& chosen = setting_of(plan);
  EXPECT_EQ(chosen.schedule, (AverageSchedule{101, 1000, 99, 7}));
  const AnytimeBoundSetting bound{
      .regularity = {.lipschitz = 2, .smoothness = 1, .hessian_lipschitz = 0},
      .log_dimension = std::log(16.0)};
  const double wanted =
      std::min(anytime_bound_step_size(bound, 99, 1000, 7), anytime_utility_cap(7, 2));
  EXPECT_NEAR(chosen.step_size, wanted, 1e-9 * wanted);
  EXPECT_EQ(plan->summary().iterations, 7 + 14 - 1);
  EXPECT_EQ(plan->summary().gradient_evaluations, 98 * 101);
}

TEST(AnytimeDescent, PlansTheSmallestDataSets) {
  PrivacyRequest tiny = kApproximate;
  tiny.epsilon = 0.01;
  const auto plan = planned(signs(2, 2), tiny);
  EXPECT_EQ(setting_of(plan).schedule.steps, 2);
  EXPECT_EQ(setting_of(plan).schedule.block_size, 1);
  EXPECT_EQ(asked(signs(1, 2), tiny).error().code, ErrorCode::empty_data);
}

TEST(AnytimeDescent, SaysWhereItsBoundSaysNothing) {
  EXPECT_NE(notes_of(*planned(signs(20, 64), kApproximate)).find("says nothing"),
            std::string::npos);
  EXPECT_EQ(notes_of(*planned(signs(10'000'000, 64), kApproximate)).find("says nothing"),
            std::string::npos);
  const auto too_long =
      planned(signs(10'000, 4), kLoose, given({{"resamplePeriod", 50.0}, {"stepSize", 0.1}}));
  EXPECT_NE(notes_of(*too_long).find("No theorem bounds the error of steps longer"),
            std::string::npos);
  const auto short_step = planned(signs(10'000, 4), kApproximate, given({{"stepSize", 1e-6}}));
  EXPECT_NE(notes_of(*short_step).find("a part of the budget is not spent"), std::string::npos);
}

TEST(AnytimeDescent, RefusesWhatItHasNoProofOf) {
  const VertexSetting setting = signs(100, 4);
  expect_refusals_of_vertex_privacy(
      [&](const PrivacyRequest& privacy) { return asked(setting, privacy); });
  const auto error = [&](const char* name, const ParameterValue& value) {
    const auto plan = asked(setting, kApproximate, given({{"iterations", 10.0}, {name, value}}));
    return plan ? "planned" : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  EXPECT_EQ(error("iterations", 101.0), "invalid-value iterations");
  EXPECT_EQ(error("iterations", 100.0), "planned");
  EXPECT_EQ(error("resamplePeriod", 11.0), "invalid-value resamplePeriod");
  EXPECT_EQ(error("stepSize", 1e9), "no-certificate stepSize");
  PlanInput in_a_ball = input_of(setting, kApproximate);
  in_a_ball.domain = {.kind = Domain::Kind::l2_ball, .radius = 1};
  EXPECT_EQ(plan_anytime_descent(in_a_ball).error().code, ErrorCode::unsupported_domain);
  EXPECT_EQ(asked(signs(100, 1), kApproximate).error().code, ErrorCode::unsupported_domain);
}

}  // namespace
}  // namespace noisy::testing
