// Synthetic data by a histogram against queries, and MWEM: textbook loops with the same draws, what
// they end at without noise, costs against sums and enumeration, refusals.
#include "engine/algorithm/simplex/synthetic_descent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/simplex/mwem.h"
#include "engine/algorithm/simplex/theory/mwem_rule.h"
#include "engine/algorithm/simplex/theory/synthetic_rule.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/random/discrete.h"
#include "engine/random/distributions.h"
#include "engine/random/exact_choice.h"
#include "engine/random/vertex_sampler.h"
#include "tests/algorithm/simplex/support/query_problem.h"
#include "tests/algorithm/simplex/support/test_game.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

constexpr PrivacyRequest kNoNoise{.notion = Notion::none, .mechanism = std::nullopt};
constexpr PrivacyRequest kApproximate{
    .notion = Notion::approximate, .epsilon = 1, .delta = 1e-6, .mechanism = std::nullopt};

constexpr PrivacyRequest zcdp(double rho) {
  return {.notion = Notion::zcdp, .rho = rho, .mechanism = std::nullopt};
}

StreamFactory streams(std::uint64_t seed) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "synthetic-data"});
}

ParameterSet given(std::initializer_list<std::pair<const char*, ParameterValue>> all) {
  ParameterSet out;
  for (const auto& [name, value] : all) out.set(name, value);
  return out;
}

PlanInput input_of(const SaddleRiskBounds& risk, const PrivacyRequest& privacy,
                   const ParameterSet& parameters) {
  return {.facts = public_facts(risk, Regularizer{}),
          .privacy = privacy,
          .parameters = parameters,
          .regularizer = {},
          .domain = risk.domain()};
}

using Planner = Result<std::unique_ptr<AlgorithmPlan>> (*)(const PlanInput&);

std::unique_ptr<AlgorithmPlan> planned(Planner plan, const SaddleRiskBounds& risk,
                                       const PrivacyRequest& privacy,
                                       const ParameterSet& parameters = {}) {
  auto out = plan(input_of(risk, privacy, parameters));
  EXPECT_TRUE(out) << out.error().field << ": " << out.error().message;
  return *std::move(out);
}

Error refused(Planner plan, const SaddleRiskBounds& risk, const PrivacyRequest& privacy,
              const ParameterSet& parameters = {}) {
  const auto out = plan(input_of(risk, privacy, parameters));
  EXPECT_FALSE(out);
  return out ? Error{} : out.error();
}

/// Every iterate of a run; nothing may be refused, and the whole budget of the plan is spent.
std::vector<Vector> path_of(const FiniteSum& data, const AlgorithmPlan& plan,
                            std::uint64_t seed = 5) {
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(data, {}, streams(seed));
    return drive(data, oracle, plan.start(oracle, {}));
  }
  PrivateOracle oracle(data, {}, streams(seed), plan.rule().cap());
  auto path = drive(data, oracle, plan.start(oracle, {}));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  EXPECT_EQ(static_cast<double>(oracle.gradient_evaluations()),
            plan.summary().gradient_evaluations);
  EXPECT_NEAR(oracle.ledger().spent().value, plan.rule().cap().value,
              1e-12 * plan.rule().cap().value);
  return path;
}

double number(const AlgorithmPlan& plan, const char* name) {
  return *plan.summary().parameters.number(name);
}

// ---- the paper's lines
// ---------------------------------------------------------------------------

struct NaiveSetting {
  Index steps, draws, block;
  bool is_one_pass;
  double step_x, step_y;
};

/// Section 2.7 in its own order, on dense matrices: draw from s_y, take the histogram, move both.
/// The draws of step t > 1 are those of release t - 1.
///
/// @param drawn  what every step drew, where it is asked for
std::vector<Vector> naive_path(const NaiveSetting& of, const QueryProblem& problem,
                               const std::vector<naive::Numbers>& rows, std::uint64_t seed,
                               std::vector<Vector>* all_drawn = nullptr) {
  const QueryFamily& family = problem.family();
  const Eigen::MatrixXd queries = query_matrix(family);
  const Index cells = family.cells(), count = family.queries();
  Vector s_x = Vector::Zero(cells), s_y = Vector::Zero(2 * count);
  Vector shares = Vector::Zero(cells), chosen = Vector::Zero(2 * count);
  std::vector<Vector> path;
  for (Index t = 1; t <= of.steps; ++t) {
    Stream stream =
        t == 1 ? streams(seed).stream(StreamPurpose::output, 0)
               : streams(seed).stream(StreamPurpose::noise, static_cast<std::uint64_t>(t - 2));
    Vector drawn = Vector::Zero(2 * count);
    VertexSampler(math::view(s_y))
        .add_counts(stream, of.draws, {drawn.data(), static_cast<std::size_t>(2 * count)});
    if (all_drawn) all_drawn->push_back(drawn);
    const Vector x = softmax(s_x);
    shares += x;
    chosen += drawn / static_cast<double>(of.draws);
    Vector z(cells + 2 * count);
    z << shares / static_cast<double>(t), chosen / static_cast<double>(t);
    if (t > 1) path.push_back(z);
    const auto first = of.is_one_pass ? static_cast<std::size_t>((t - 1) * of.block) : 0;
    const auto read = of.is_one_pass ? static_cast<std::size_t>(of.block) : rows.size();
    if (first + read > rows.size()) break;
    const Vector a = naive_mean(family, rows, first, read) - queries * x;
    s_y += of.step_y * with_negations(a);
    s_x += of.step_x * queries.transpose() * (drawn.head(count) - drawn.tail(count)) /
           static_cast<double>(of.draws);
  }
  return path;
}

PrivacyRequest hardened(PrivacyRequest privacy) {
  privacy.release = ReleaseKind::hardened;
  return privacy;
}

/// The power of two from 2^-39 on that takes a noise of m b to between 2^38 and 2^39 steps.
double naive_grid(double noise) {
  return std::exp2(std::ceil(std::log2(noise)) - 39);
}

/// Draws with P(j) proportional to e^(u_j / N), the scores of a mean over m being u / m.
void naive_choice(Stream& stream, const Vector& sums, const Vector& aims, double steps, double grid,
                  Index draws, Vector& drawn) {
  std::vector<std::int64_t> scores;
  for (const double sign : {1.0, -1.0}) {
    for (Index j = 0; j < sums.size(); ++j) {
      scores.push_back(
          static_cast<std::int64_t>(sign * (sums[j] / grid - std::round(aims[j] / grid))));
    }
  }
  for (Index k = 0; k < draws; ++k) {
    drawn[static_cast<Index>(exponential_choice(
        stream, scores, {.numerator = 1, .denominator = static_cast<std::uint64_t>(steps)}))] += 1;
  }
}

/// The first step draws as above; later ones from whole scores.
std::vector<Vector> naive_hardened_path(const NaiveSetting& of, const QueryProblem& problem,
                                        const std::vector<naive::Numbers>& rows,
                                        std::uint64_t seed) {
  const QueryFamily& family = problem.family();
  const Eigen::MatrixXd queries = query_matrix(family);
  const Index cells = family.cells(), count = family.queries();
  const double m = static_cast<double>(of.block), grid = naive_grid(m / of.step_y);
  Vector s_x = Vector::Zero(cells), shares = Vector::Zero(cells), past = Vector::Zero(count);
  Vector chosen = Vector::Zero(2 * count);
  std::vector<Vector> path;
  for (Index t = 1; t <= of.steps; ++t) {
    Vector drawn = Vector::Zero(2 * count);
    const double before = static_cast<double>(t - 1);
    if (t == 1) {
      Stream stream = streams(seed).stream(StreamPurpose::output, 0);
      VertexSampler(math::view(drawn))
          .add_counts(stream, of.draws, {drawn.data(), static_cast<std::size_t>(2 * count)});
    } else {
      Stream stream = streams(seed).stream(StreamPurpose::noise, static_cast<std::uint64_t>(t - 2));
      const auto read = of.is_one_pass ? static_cast<std::size_t>((t - 1) * of.block) : rows.size();
      const Vector sums = (naive_mean(family, rows, 0, read) * double(read)).array().round();
      const Vector guess = of.is_one_pass ? past : Vector(past / before);
      const double scale = 1 / (of.step_y * (of.is_one_pass ? 1 : before));
      naive_choice(stream, sums, m * guess, std::ceil(m * scale / grid), grid, of.draws, drawn);
    }
    const Vector x = softmax(s_x);
    past += queries * x;
    shares += x;
    chosen += drawn / static_cast<double>(of.draws);
    Vector z(cells + 2 * count);
    z << shares / static_cast<double>(t), chosen / static_cast<double>(t);
    if (t > 1) path.push_back(z);
    s_x += of.step_x * queries.transpose() * (drawn.head(count) - drawn.tail(count)) /
           static_cast<double>(of.draws);
  }
  return path;
}

TEST(SyntheticDescent, IsSection27StepForStepWithTheSameDraws) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const auto rows = random_codes(60, 4, 2, 1);
    const QueryProblem problem = query_problem(rows, 2, kind);
    for (const bool is_one_pass : {true, false}) {
      for (const Index draws : {1, 3}) {
        const NaiveSetting setting{.steps = 12,
                                   .draws = draws,
                                   .block = 5,
                                   .is_one_pass = is_one_pass,
                                   .step_x = 0.6,
                                   .step_y = 0.8};
        const auto plan =
            planned(&plan_synthetic_descent, *problem.risk, zcdp(5000),
                    given({{"passes", std::string(is_one_pass ? "one-pass" : "full-batch")},
                           {"iterations", 12.0},
                           {"samplesPerStep", static_cast<double>(draws)},
                           {"stepSize", 0.8},
                           {"histogramStepSize", 0.6}}));
        for (const std::uint64_t seed : {5, 6, 7}) {
          const auto path = path_of(*problem.risk, *plan, seed);
          const auto naive = naive_path(setting, problem, rows, seed);
          ASSERT_EQ(path.size(), 11u);
          ASSERT_EQ(naive.size(), 11u);
          for (std::size_t k = 0; k < path.size(); ++k) {
            EXPECT_LT((path[k] - naive[k]).cwiseAbs().maxCoeff(), 1e-13) << k;
          }
        }
      }
    }
  }
}

/// The same with hardened releases: whole scores in steps of the grid, and exact coins.
TEST(SyntheticDescent, HardenedIsSection27WithWholeScores) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const auto rows = random_codes(60, 4, 2, 1);
    const QueryProblem problem = query_problem(rows, 2, kind);
    for (const bool is_one_pass : {true, false}) {
      const NaiveSetting setting{.steps = 12,
                                 .draws = 2,
                                 .block = is_one_pass ? 5 : 60,
                                 .is_one_pass = is_one_pass,
                                 .step_x = 0.6,
                                 .step_y = 0.8};
      const auto plan =
          planned(&plan_synthetic_descent, *problem.risk, hardened(zcdp(5000)),
                  given({{"passes", std::string(is_one_pass ? "one-pass" : "full-batch")},
                         {"iterations", 12.0},
                         {"samplesPerStep", 2.0},
                         {"stepSize", 0.8},
                         {"histogramStepSize", 0.6}}));
      const auto path = path_of(*problem.risk, *plan);
      const auto naive = naive_hardened_path(setting, problem, rows, 5);
      ASSERT_EQ(path.size(), 11u);
      ASSERT_EQ(naive.size(), 11u);
      for (std::size_t k = 0; k < path.size(); ++k) {
        EXPECT_LT((path[k] - naive[k]).cwiseAbs().maxCoeff(), 1e-13) << k;
      }
    }
  }
}

/// x^t is a function of j_1 .. j_(t-1): made again from what was drawn, without the records.
TEST(SyntheticDescent, HistogramsFollowFromTheDrawnQueriesAlone) {
  const auto rows = random_codes(40, 3, 2, 4);
  const QueryProblem problem = query_problem(rows, 2);
  const auto plan =
      planned(&plan_synthetic_descent, *problem.risk, zcdp(2), given({{"iterations", 9.0}}));
  const auto path = path_of(*problem.risk, *plan);
  const Index cells = problem.family().cells(), count = problem.family().queries();
  const Eigen::MatrixXd queries = query_matrix(problem.family());
  // What step t drew: y is the average, so that t y^t - (t - 1) y^(t-1) is the draw.
  const auto y = [&](std::size_t k) { return Vector(path[k].tail(2 * count)); };
  std::vector<Vector> drawn;
  Stream first = streams(5).stream(StreamPurpose::output, 0);
  drawn.push_back(Vector::Zero(2 * count));
  VertexSampler(std::vector<double>(static_cast<std::size_t>(2 * count)))
      .add_counts(first, 1, {drawn[0].data(), static_cast<std::size_t>(2 * count)});
  for (std::size_t k = 0; k < path.size(); ++k) {
    const double t = static_cast<double>(k + 2);
    drawn.push_back(k == 0 ? Vector(2 * y(0) - drawn[0]) : Vector(t * y(k) - (t - 1) * y(k - 1)));
  }
  const double step = number(*plan, "histogramStepSize");
  Vector score = Vector::Zero(cells), shares = softmax(score);
  for (std::size_t k = 0; k < path.size(); ++k) {
    score += step * queries.transpose() * (drawn[k].head(count) - drawn[k].tail(count));
    shares += softmax(score);
    EXPECT_LT((path[k].head(cells) - shares / static_cast<double>(k + 2)).cwiseAbs().maxCoeff(),
              1e-12);
  }
}

double largest_error(const QueryProblem& problem, const std::vector<naive::Numbers>& rows,
                     const Vector& point) {
  const QueryFamily& family = problem.family();
  const Vector answers = query_matrix(family) * point.head(family.cells());
  return (answers - naive_mean(family, rows, 0, rows.size())).cwiseAbs().maxCoeff();
}

/// 6.19: with exact weights the error goes to 0, at the rate of the regrets: sqrt(2 ln|Z| / T)
/// times 5/4 for the longer step and ln|Q| / (tau T) with tau = sqrt(ln|Q| / (2 T)).
TEST(SyntheticDescent, WithoutNoiseTheErrorGoesToZero) {
  const auto rows = random_codes(50, 3, 3, 5);
  const QueryProblem problem = query_problem(rows, 3);
  double last = 1;
  for (const double steps : {100.0, 400.0, 1600.0, 6400.0}) {
    const auto plan =
        planned(&plan_synthetic_descent, *problem.risk, kNoNoise, given({{"iterations", steps}}));
    const double error = largest_error(problem, rows, path_of(*problem.risk, *plan).back());
    const double cells = std::log(27.0);
    const double queries = std::log(2.0 * static_cast<double>(problem.family().queries()));
    EXPECT_LT(error,
              (1.25 * std::sqrt(2 * cells) + 1.25 * std::sqrt(2 * queries)) / std::sqrt(steps));
    EXPECT_LT(error, last);
    last = error;
  }
  EXPECT_LT(last, 0.015);
}

// ---- costs
// ----------------------------------------------------------------------------------------

TEST(SyntheticDescent, CostsTheSumOfItsDrawsRanges) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const QueryProblem problem = query_problem(random_codes(200, 4, 2, 1), 2, kind);
    const double move = kind == QueryKind::marginals ? 1 : 2;
    for (const bool is_one_pass : {true, false}) {
      const auto plan =
          planned(&plan_synthetic_descent, *problem.risk, zcdp(0.1),
                  given({{"passes", std::string(is_one_pass ? "one-pass" : "full-batch")},
                         {"samplesPerStep", 2.0}}));
      const double steps = number(*plan, "iterations"), tau = number(*plan, "stepSize");
      double rho = 0;
      for (double t = 2; t <= steps; ++t) {
        // A record's share of the score, added once, or in each of t - 1 steps.
        const double moved =
            is_one_pass ? tau * move / std::floor(200 / steps) : tau * move * (t - 1) / 200;
        rho += 2 * (2 * moved) * (2 * moved) / 8;
      }
      EXPECT_NEAR(plan->rule().cap().value, rho, 1e-9 * rho);
      EXPECT_LE(plan->rule().cap().value, 0.1 * (1 + 1e-12));
      if (!is_one_pass) EXPECT_NEAR(rho, 0.1, 1e-9);  // all of it is spent
      EXPECT_EQ(static_cast<double>(plan->rule().planned().empty()), 0);
    }
  }
}

/// Every sequence of draws of three steps on three records of one bit, one of them replaced: the
/// hockey-stick divergence at the certified epsilon, both ways. Steps 20 times too long fail.
TEST(SyntheticDescent, ExactPrivacyOfATinyRunIsWithinItsBudget) {
  constexpr double kDelta = 1e-3;
  const auto divergence = [](double tau, double tau_x, bool is_one_pass, double epsilon) {
    double most = 0;
    for (const auto& [mine, other] :
         {std::pair<std::vector<naive::Numbers>, std::vector<naive::Numbers>>{{{0}, {1}, {1}},
                                                                              {{1}, {1}, {1}}},
          {{{1}, {1}, {1}}, {{0}, {1}, {1}}}}) {
      const QueryProblem problem = query_problem(mine, 2, QueryKind::marginals, 1);
      const QueryFamily& family = problem.family();
      const Eigen::MatrixXd queries = query_matrix(family);
      double sum = 0;
      for (Index path = 0; path < 64; ++path) {
        const Index j[3] = {path % 4, path / 4 % 4, path / 16};
        double chance[2] = {1, 1};
        for (int which = 0; which < 2; ++which) {
          const auto& rows = which == 0 ? mine : other;
          Vector s_x = Vector::Zero(2), s_y = Vector::Zero(4);
          for (std::size_t t = 0; t < 3; ++t) {
            chance[which] *= softmax(s_y)[j[t]];
            const Vector x = softmax(s_x);
            const Vector a =
                naive_mean(family, rows, is_one_pass ? t : 0, is_one_pass ? 1 : 3) - queries * x;
            s_y += tau * with_negations(a);
            Vector one = Vector::Zero(4);
            one[j[t]] = 1;
            s_x += tau_x * queries.transpose() * (one.head(2) - one.tail(2));
          }
        }
        sum += std::max(0.0, chance[0] - std::exp(epsilon) * chance[1]);
      }
      most = std::max(most, sum);
    }
    return most;
  };
  const QueryProblem problem = query_problem({{0}, {1}, {1}}, 2, QueryKind::marginals, 1);
  for (const bool is_one_pass : {true, false}) {
    const auto plan = planned(
        &plan_synthetic_descent, *problem.risk,
        {.notion = Notion::approximate, .epsilon = 1, .delta = kDelta, .mechanism = std::nullopt},
        given({{"passes", std::string(is_one_pass ? "one-pass" : "full-batch")},
               {"iterations", 3.0}}));
    const double tau = number(*plan, "stepSize"), tau_x = number(*plan, "histogramStepSize");
    EXPECT_LE(divergence(tau, tau_x, is_one_pass, 1), kDelta);
    EXPECT_GT(divergence(20 * tau, tau_x, is_one_pass, 1), kDelta);
  }
}

TEST(SyntheticDescent, DefaultsAreThoseOfTheRules) {
  const QueryProblem problem = query_problem(random_codes(500, 4, 2, 1), 2);
  const auto budget = approximate_vertex_budget(1, 1e-6).value();
  const SyntheticSetting setting{
      .cells = 16, .queries = 2 * problem.family().queries(), .samples = 500, .width = 0.5};
  const auto full = full_batch_synthetic_parameters(setting, budget).value();
  const auto plan = planned(&plan_synthetic_descent, *problem.risk, kApproximate);
  EXPECT_EQ(number(*plan, "iterations"), static_cast<double>(full.steps));
  EXPECT_NEAR(number(*plan, "stepSize"), full.step_size_y, 1e-9 * full.step_size_y);
  EXPECT_EQ(number(*plan, "histogramStepSize"), full.step_size_x);
  // T* by its formula, with the rho of epsilon = 1 and delta = 1e-6.
  const double wanted = 500 * std::sqrt(3 * 0.0243560 * std::log(16.0)) /
                        (0.5 * std::log(static_cast<double>(setting.queries)));
  EXPECT_NEAR(static_cast<double>(full.steps), wanted, 0.51);
  const auto one = synthetic_parameters(setting, budget).value();
  const auto pass = planned(&plan_synthetic_descent, *problem.risk, kApproximate,
                            given({{"passes", std::string("one-pass")}}));
  EXPECT_EQ(number(*pass, "iterations"), static_cast<double>(one.steps));
  EXPECT_NEAR(number(*pass, "stepSize"), one.step_size_y, 1e-9 * one.step_size_y);
  EXPECT_NEAR(number(*pass, "histogramStepSize"), one.step_size_x, 1e-12);
}

TEST(SyntheticDescent, RefusesWhatItCannotDo) {
  const QueryProblem problem = query_problem(random_codes(20, 3, 2, 1), 2);
  const GameProblem game = game_problem({.rows = 2, .columns = 2}, random_games(6, 4, 1));
  for (const Planner plan : {&plan_synthetic_descent, &plan_mwem}) {
    EXPECT_EQ(refused(plan, *game.risk, kApproximate).code, ErrorCode::unsupported_domain);
    PrivacyRequest laplace = kApproximate;
    laplace.mechanism = Mechanism::laplace;
    EXPECT_EQ(refused(plan, *problem.risk, laplace).code, ErrorCode::unsupported_mechanism);
    PrivacyRequest paper = kApproximate;
    paper.calibration = Calibration::paper;
    EXPECT_EQ(refused(plan, *problem.risk, paper).code, ErrorCode::unsupported_option);
  }
  EXPECT_EQ(
      refused(&plan_synthetic_descent, *problem.risk, kApproximate, given({{"stepSize", 1e6}}))
          .code,
      ErrorCode::no_certificate);
  EXPECT_EQ(refused(&plan_synthetic_descent, *problem.risk, kApproximate,
                    given({{"passes", std::string("one-pass")}, {"iterations", 21.0}}))
                .field,
            "iterations");
}

// ---- MWEM
// ---------------------------------------------------------------------------------------------

/// Rounds in plain loops: the worst query by the exponential mechanism, its table with Gaussian
/// noise, exponentiated gradient on all measurements. Release 2 r - 2 chooses, 2 r - 1 answers.
/// Hardened ones draw from whole scores, and add discrete noise to whole sums.
std::vector<Vector> naive_mwem(const QueryProblem& problem, const std::vector<naive::Numbers>& rows,
                               const MwemParameters& of, Index replays, std::uint64_t seed,
                               bool is_hardened = false) {
  const double n = static_cast<double>(rows.size());
  const QueryFamily& family = problem.family();
  const Eigen::MatrixXd queries = query_matrix(family);
  const Index cells = family.cells(), count = family.queries();
  const Vector truth = naive_mean(family, rows, 0, rows.size());
  Vector score = Vector::Zero(cells);
  std::vector<std::vector<double>> measured(static_cast<std::size_t>(count));
  double tables = 0;
  std::vector<Vector> path;
  for (Index round = 0; round < of.rounds; ++round) {
    const auto release = static_cast<std::uint64_t>(2 * round);
    Stream choice = streams(seed).stream(StreamPurpose::noise, release);
    const Vector guess = queries * softmax(score);
    const Vector s = with_negations(truth - guess) / of.choice_scale;
    Vector whole = Vector::Zero(2 * count);
    Index drawn = 0;
    if (is_hardened) {
      const double grid = naive_grid(n * of.choice_scale);
      naive_choice(choice, (n * truth).array().round(), n * guess,
                   std::ceil(n * of.choice_scale / grid), grid, 1, whole);
      whole.maxCoeff(&drawn);
    } else {
      drawn = VertexSampler(math::view(s)).draw(choice);
    }
    const auto& table = family.tables()[static_cast<std::size_t>(family.table_of(drawn % count))];
    Stream noise = streams(seed).stream(StreamPurpose::noise, release + 1);
    std::vector<double> errors(static_cast<std::size_t>(table.size));
    if (is_hardened) {
      const double grid = naive_grid(n * of.deviation);
      const auto steps = static_cast<std::uint64_t>(std::ceil(n * of.deviation / grid));
      for (double& one : errors) {
        one = grid / n * static_cast<double>(discrete_gaussian(noise, steps));
      }
    } else {
      fill_normal(noise, of.deviation, errors);
    }
    for (Index k = 0; k < table.size; ++k) {
      const Index j = table.first + k;
      measured[static_cast<std::size_t>(j)].push_back(truth[j] +
                                                      errors[static_cast<std::size_t>(k)]);
    }
    tables += 1;
    for (Index i = 0; i < replays; ++i) {
      const Vector answers = queries * softmax(score);
      Vector pull = Vector::Zero(count);
      for (Index j = 0; j < count; ++j) {
        for (const double m : measured[static_cast<std::size_t>(j)]) pull[j] += m - answers[j];
      }
      score += 2 / tables * queries.transpose() * pull;
    }
    path.push_back(softmax(score));
  }
  return path;
}

MwemSetting mwem_setting(const QueryProblem& problem, double table_size, double move, Index moved) {
  return {.samples = problem.risk->samples(),
          .columns = std::ssize(problem.family().levels()),
          .tables = std::ssize(problem.family().tables()),
          .table_size = table_size,
          .move = move,
          .moved = moved};
}

TEST(Mwem, IsItsRoundsStepForStepWithTheSameNoise) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const auto rows = random_codes(80, 4, 2, 1);
    const QueryProblem problem = query_problem(rows, 2, kind);
    const bool is_marginal = kind == QueryKind::marginals;
    const auto plan = planned(&plan_mwem, *problem.risk, zcdp(0.2),
                              given({{"iterations", 8.0}, {"replays", 5.0}}));
    const auto of = mwem_parameters(
        mwem_setting(problem, 4, is_marginal ? 1 : 2, is_marginal ? 2 : 1), 0.2, 8, 0.2);
    const auto exact = planned(&plan_mwem, *problem.risk, hardened(zcdp(0.2)),
                               given({{"iterations", 8.0}, {"replays", 5.0}}));
    for (const std::uint64_t seed : {5, 6, 7}) {
      for (const bool is_hardened : {false, true}) {
        const auto path = path_of(*problem.risk, is_hardened ? *exact : *plan, seed);
        const auto naive = naive_mwem(problem, rows, of, 5, seed, is_hardened);
        ASSERT_EQ(path.size(), 16u);  // one after the choice, one after the answers
        for (std::size_t k = 0; k < naive.size(); ++k) {
          EXPECT_LT((path[2 * k + 1].head(16) - naive[k]).cwiseAbs().maxCoeff(), 1e-10) << k;
        }
      }
    }
  }
}

TEST(Mwem, SpendsItsBudgetAndNoMore) {
  const QueryProblem problem = query_problem(random_codes(300, 4, 3, 1), 3);
  const auto plan = planned(&plan_mwem, *problem.risk, zcdp(0.05));
  const auto& rule = dynamic_cast<const MwemPlan&>(*plan);
  const double rounds = number(*plan, "iterations");
  const double range = 2 / (300 * rule.choice().noise_scale);
  const double length = std::sqrt(2.0) / (300 * rule.answers().noise_scale);
  const double rho = rounds * (range * range / 8 + length * length / 2);
  EXPECT_NEAR(rho, 0.05, 1e-9);
  EXPECT_NEAR(rounds * range * range / 8, 0.2 * 0.05, 1e-9);
  EXPECT_NEAR(plan->rule().cap().value, rho, 1e-9);
  EXPECT_LE(plan->rule().cap().value, 0.05);
  path_of(*problem.risk, *plan);
}

/// As many rounds as leave a table's noise at half l1 length 0.18, between columns and tables.
TEST(Mwem, RoundsFollowTheBudget) {
  const MwemSetting setting{.samples = 1000, .columns = 4, .tables = 50, .table_size = 9};
  Index last = 0;
  for (const double rho : {1e-4, 1e-3, 1e-2, 1e-1, 1.0}) {
    const Index rounds = mwem_rounds(setting, rho);
    EXPECT_GE(rounds, std::max<Index>(last, 4));
    EXPECT_LE(rounds, 50);
    last = rounds;
    if (rounds == 4 || rounds == 50) continue;
    const double sigma = std::sqrt(2.0) / 1000 / std::sqrt(2 * 0.8 * rho / double(rounds));
    EXPECT_NEAR(9 * sigma / std::sqrt(2 * M_PI), 0.18, 0.01);
  }
  EXPECT_EQ(last, 50);
}

TEST(Mwem, WithoutNoiseTheErrorGoesToZero) {
  const auto rows = random_codes(50, 3, 3, 5);
  const QueryProblem problem = query_problem(rows, 3);
  const auto plan = planned(&plan_mwem, *problem.risk, kNoNoise, given({{"replays", 2000.0}}));
  EXPECT_LT(largest_error(problem, rows, path_of(*problem.risk, *plan).back()), 0.01);
}

}  // namespace
}  // namespace noisy::testing
