// Hardened choices of queries and answers to tables: exact laws by enumeration, exact privacy loss,
// grids, refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/frame/run.h"
#include "engine/algorithm/simplex/mwem_plan.h"
#include "engine/algorithm/simplex/synthetic_descent_plan.h"
#include "engine/privacy/form/query_choice.h"
#include "engine/privacy/form/table_answers.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/privacy/release/whole_sums.h"
#include "engine/random/discrete.h"
#include "tests/algorithm/simplex/support/query_problem.h"
#include "tests/algorithm/simplex/support/test_game.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

__extension__ typedef __int128 Wide;

StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "hardened-queries"});
}

double move_of(QueryKind kind) {
  return kind == QueryKind::marginals ? 1 : 2;
}

struct Rule {
  QueryChoice choice;
  double scale = 1;
  double grid = 0x1p-20;
};

Release choice_release(const QueryProblem& problem, QueryKind kind, const Rule& rule,
                       double factor = 1 + 1e-12) {
  return {
      .form = query_choice_form(),
      .batch_size = problem.risk->samples(),
      .mechanism = Mechanism::exponential,
      .cost = {CostUnit::rho, factor * query_choice_rho(move_of(kind), rule.choice, rule.scale)},
      .noise_scale = rule.scale,
      .grid = rule.grid,
      .details = details_of_choice(rule.choice)};
}

Run choose_once(GradientOracle& data, Index records, Vector guess, Release release) {
  HiddenAnswers answers;
  const Vector& drawn = co_await data.ask(choose_queries(answers, records, guess, release));
  co_yield Iterate{drawn};
}

std::optional<Error> refused(const QueryProblem& problem, const Vector& guess,
                             const Release& release) {
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e30});
  drive(*problem.risk, oracle, choose_once(oracle, problem.risk->samples(), guess, release));
  return oracle.refusal();
}

/// What is drawn, or without noise the exact law.
Vector chosen(const QueryProblem& problem, Index records, const Vector& guess,
              const Release& release, bool is_noisy, std::uint64_t seed = 5) {
  PrivateOracle noisy(*problem.risk, {}, streams(seed), Cost{CostUnit::rho, 1e30});
  NonPrivateOracle exact(*problem.risk, {}, streams(seed));
  GradientOracle& oracle = is_noisy ? static_cast<GradientOracle&>(noisy) : exact;
  const auto out = drive(*problem.risk, oracle, choose_once(oracle, records, guess, release));
  EXPECT_FALSE(oracle.refusal());
  return out.empty() ? Vector() : out.front();
}

/// ceil(m b / grid) in integers: b is a whole number of 2^-60.
Index naive_steps(Index divisor, double scale, double grid) {
  const auto parts = static_cast<Wide>(std::ldexp(scale, 60));
  const Wide step = static_cast<Wide>(std::ldexp(grid, 60));
  return static_cast<Index>((divisor * parts + step - 1) / step);
}

/// Whole numbers of steps, from the codes of the records; then e^(u_j / N), normalized.
Vector naive_law(const QueryProblem& problem, const std::vector<naive::Numbers>& rows,
                 std::size_t records, const Vector& guess, const Rule& rule) {
  const Index size = problem.family().queries();
  const Vector sums =
      (naive_mean(problem.family(), rows, 0, records) * static_cast<double>(records))
          .array()
          .round();
  std::vector<Wide> scores(static_cast<std::size_t>(2 * size));
  for (Index j = 0; j < size; ++j) {
    const long double aim = static_cast<long double>(rule.choice.divisor) * guess[j];
    const Wide u = static_cast<Wide>(sums[j]) * static_cast<Wide>(1 / rule.grid) -
                   static_cast<Wide>(std::rint(aim / rule.grid));
    scores[static_cast<std::size_t>(j)] = u;
    scores[static_cast<std::size_t>(size + j)] = -u;
  }
  const Wide best = *std::ranges::max_element(scores);
  const auto steps =
      static_cast<long double>(naive_steps(rule.choice.divisor, rule.scale, rule.grid));
  Vector law(2 * size);
  for (Index j = 0; j < 2 * size; ++j) {
    const Wide behind = best - scores[static_cast<std::size_t>(j)];
    law[j] = static_cast<double>(std::exp(-static_cast<long double>(behind) / steps));
  }
  return law / law.sum();
}

TEST(WholeSums, TheNoiseIsTheLeastWholeNumberOfStepsThatIsNoSmaller) {
  Numbers01 random(3);
  for (int i = 0; i < 2000; ++i) {
    const double scale = std::ldexp(std::floor(random(0, 0x1p53)), -58);
    const auto divisor = static_cast<Index>(random(1, 1e6));
    const double grid = std::ldexp(1.0, -static_cast<int>(random(0, 14)));
    EXPECT_EQ(whole_steps(static_cast<double>(divisor), scale, grid, 1e6),
              static_cast<std::uint64_t>(naive_steps(divisor, scale, grid)));
  }
  // The double 0.2 is more than a fifth, and five of it more than 1, to which it is rounded.
  EXPECT_EQ(5 * 0.2, 1);
  EXPECT_EQ(whole_steps(5, 0.2, 1, 100), 2u);
}

TEST(WholeSums, TheGridIsAPowerOfTwoThatHoldsSumsAndNoise) {
  for (const double scale : {1e-9, 0.3, 1.0, 57.0, 1e6, 0x1p39, 0x1p40}) {
    for (const Index records : {Index{2}, Index{569}, Index{1} << 40, Index{1} << 53}) {
      const auto grid = whole_sum_grid(scale, records);
      ASSERT_TRUE(grid);
      int exponent;
      EXPECT_EQ(std::frexp(*grid, &exponent), 0.5);
      EXPECT_LE(*grid, 1);
      EXPECT_LE(static_cast<double>(records) / *grid, 0x1p60);
      EXPECT_LE(scale / *grid, 0x1p40);
      if (records <= 569 && scale > 1e-3) {
        EXPECT_GE(scale / *grid, std::min(scale, 0x1p38));
      }
      EXPECT_GE(whole_steps(1, scale, *grid, static_cast<double>(records)), 1u);
    }
  }
  for (const double grid : {0.0, -0.5, 0.75, 2.0, 0x1p-61, std::nan("")}) {
    EXPECT_EQ(whole_steps(10, 1, grid, 100), 0u) << grid;
  }
  EXPECT_EQ(whole_steps(10, 1e300, 1, 100), 0u);
  EXPECT_EQ(whole_steps(10, std::nan(""), 1, 100), 0u);
}

TEST(WholeSums, RefusesWhat64BitsDoNotHold) {
  const auto records = whole_sum_grid(1, (Index{1} << 53) + 1);
  ASSERT_FALSE(records);
  EXPECT_EQ(records.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(records.error().field, "data");
  const auto noise = whole_sum_grid(0x1.0000000001p40, 100);
  ASSERT_FALSE(noise);
  EXPECT_EQ(noise.error().code, ErrorCode::invalid_budget);
  EXPECT_EQ(noise.error().field, "privacy");
}

/// Both plans say so, before anything runs.
TEST(WholeSums, PlansOfTooManyRecordsAreRefused) {
  const QueryProblem problem = query_problem(random_codes(20, 3, 2, 1), 2);
  PlanInput input{.facts = public_facts(*problem.risk, Regularizer{}),
                  .privacy = {.notion = Notion::zcdp,
                              .rho = 0.1,
                              .mechanism = std::nullopt,
                              .release = ReleaseKind::hardened},
                  .parameters = {},
                  .regularizer = {},
                  .domain = problem.risk->domain()};
  input.parameters.set("iterations", 5.0);
  for (const auto plan : {&plan_synthetic_descent, &plan_mwem}) {
    EXPECT_TRUE(plan(input));
    PlanInput huge = input;
    huge.facts.samples = Index{1} << 54;
    const auto refused = plan(huge);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::limit_exceeded);
    EXPECT_EQ(refused.error().field, "data");
  }
}

TEST(HardenedQueryChoice, TheLawIsThatOfTheIntegerScores) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const auto rows = random_codes(20, 3, 2, 1);
    const QueryProblem problem = query_problem(rows, 2, kind);
    const Vector guess = Vector::LinSpaced(problem.family().queries(), -0.3, 1.1);
    for (const double grid : {1.0, 0.25, 0x1p-20}) {
      const Rule rule{.choice = {.divisor = 7, .draws = 1}, .scale = 0.43, .grid = grid};
      const Release release = choice_release(problem, kind, rule);
      const Vector law = chosen(problem, 13, guess, release, false);
      const Vector wanted = naive_law(problem, rows, 13, guess, rule);
      EXPECT_LT((law - wanted).cwiseAbs().maxCoeff(), 1e-13);
    }
  }
}

/// By chi-square at false-alarm rate 1e-9, over all queries with their negations.
TEST(HardenedQueryChoice, DrawsFollowTheEnumeratedLaw) {
  constexpr Index kDraws = 100'000;
  const auto rows = random_codes(20, 3, 2, 1);
  const QueryProblem problem = query_problem(rows, 2);
  const Vector guess = Vector::LinSpaced(problem.family().queries(), 0, 0.5);
  const Rule rule{.choice = {.divisor = 20, .draws = kDraws}, .scale = 0.5, .grid = 0.5};
  const Release release = choice_release(problem, QueryKind::marginals, rule);
  const Vector drawn = chosen(problem, 20, guess, release, true);
  const Vector wanted = static_cast<double>(kDraws) * naive_law(problem, rows, 20, guess, rule);
  ASSERT_EQ(drawn.size(), 36);
  EXPECT_EQ(drawn.sum(), static_cast<double>(kDraws));
  const double statistic = ((drawn - wanted).array().square() / wanted.array()).sum();
  // As QueryChoice.FrequenciesOfManyDrawsAreTheProbabilities.
  EXPECT_LT(statistic, 119);
}

/// The loss of two neighbours has the range 2 D / (grid N), enumerated over all outcomes and all
/// records that another one can become: what is charged, but for the rounding down of the rate.
TEST(HardenedQueryChoice, TheExactLossIsAttainedAndWithinWhatIsCharged) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    for (const double grid : {1.0, 0.5, 0x1p-30}) {
      const Rule rule{.choice = {.divisor = 5, .draws = 1}, .scale = 0.3, .grid = grid};
      const double charged = 2 * move_of(kind) / (5 * 0.3);
      const double steps = static_cast<double>(naive_steps(5, 0.3, grid));
      double largest = 0;
      for (Index other = 1; other < 8; ++other) {
        auto rows = random_codes(5, 3, 2, 2);
        rows[0] = {0, 0, 0};
        const QueryProblem here = query_problem(rows, 2, kind);
        const Release release = choice_release(here, kind, rule);
        const Vector guess = Vector::Constant(here.family().queries(), 0.1);
        const Vector p = chosen(here, 5, guess, release, false);
        rows[0] = {double(other % 2), double(other / 2 % 2), double(other / 4)};
        const QueryProblem there = query_problem(rows, 2, kind);
        const Vector q = chosen(there, 5, guess, release, false);
        const Vector loss = (p.array() / q.array()).log();
        largest = std::max(largest, loss.maxCoeff() - loss.minCoeff());
      }
      EXPECT_NEAR(largest, 2 * move_of(kind) / (grid * steps), 1e-9);
      EXPECT_LE(largest, charged * (1 + 1e-12));
      EXPECT_GE(largest, charged / (1 + grid / (5 * 0.3)) * (1 - 1e-12));
    }
  }
}

/// The guess is rounded by half a step, and the scale up by less than one.
TEST(HardenedQueryChoice, AgreesWithTheFloatingLawUpToTheGrid) {
  const auto rows = random_codes(20, 3, 2, 1);
  const QueryProblem problem = query_problem(rows, 2);
  const Vector guess = Vector::LinSpaced(problem.family().queries(), -0.3, 1.1);
  for (const double grid : {0x1p-10, 0x1p-20, 0x1p-30}) {
    const Rule rule{.choice = {.divisor = 20, .draws = 1}, .scale = 0.21, .grid = grid};
    Release release = choice_release(problem, QueryKind::marginals, rule);
    const Vector hardened = chosen(problem, 20, guess, release, false);
    release.grid = 0;
    const Vector floating = chosen(problem, 20, guess, release, false);
    const Vector apart = (hardened.array() / floating.array()).log();
    const double noise = 20 * 0.21;
    // A score of up to 20 is off by half a step, and by a part of grid / noise of itself.
    const double most = 2 * (0.5 * grid + 20 * grid / noise) / noise + 1e-12;
    EXPECT_LT(apart.cwiseAbs().maxCoeff(), most);
    if (grid > 0x1p-11) {
      EXPECT_GT(apart.cwiseAbs().maxCoeff(), 0.01 * most);
    }
  }
}

TEST(HardenedQueryChoice, TheOrderOfTheRecordsChangesNothing) {
  auto rows = random_codes(40, 3, 2, 7);
  const QueryProblem problem = query_problem(rows, 2);
  const Vector guess = Vector::Constant(problem.family().queries(), 0.3);
  const Rule rule{.choice = {.divisor = 40, .draws = 300}, .scale = 0.2};
  const Release release = choice_release(problem, QueryKind::marginals, rule);
  const Vector drawn = chosen(problem, 40, guess, release, true);
  std::ranges::reverse(rows);
  std::swap(rows[3], rows[17]);
  const QueryProblem other = query_problem(rows, 2);
  EXPECT_EQ(chosen(other, 40, guess, release, true), drawn);
}

TEST(HardenedQueryChoice, IsRefusedWhereTheGridHoldsNoSumsOrItCostsMoreThanItSays) {
  const QueryProblem problem = query_problem(random_codes(6, 3, 2, 1), 2);
  const Vector guess = Vector::Zero(problem.family().queries());
  const Rule fair{.choice = {.divisor = 6, .draws = 2}, .scale = 0.5};
  const auto is_refused = [&](const Rule& rule, double factor = 1 + 1e-12) {
    const Release release = choice_release(problem, QueryKind::marginals, rule, factor);
    return refused(problem, guess, release).has_value();
  };
  EXPECT_FALSE(is_refused(fair));
  EXPECT_TRUE(is_refused(fair, 0.999));
  for (const double grid : {2.0, 0.75, -1.0, 0x1p-60}) {
    Rule other = fair;
    other.grid = grid;
    EXPECT_TRUE(is_refused(other)) << grid;
  }
}

// ---- answers to tables

Release answers_release(const QueryProblem& problem, QueryKind kind, double deviation, double grid,
                        double factor = 1 + 1e-12) {
  const auto moved = problem.family().moved_in_table();
  return {
      .form = table_answers_form(),
      .batch_size = problem.risk->samples(),
      .mechanism = Mechanism::gaussian,
      .cost = {CostUnit::rho, factor * table_answers_rho(move_of(kind), static_cast<double>(moved),
                                                         problem.risk->samples(), deviation)},
      .noise_scale = deviation,
      .grid = grid,
      .details = details_of_table(moved)};
}

Run ask_tables(GradientOracle& data, Index times, Index table, Release release) {
  HiddenAnswers answers;
  for (Index i = 0; i < times; ++i) {
    const Vector& out = co_await data.ask(answers_of(answers, table, release));
    co_yield Iterate{out};
  }
}

/// Bit for bit: whole numbers of steps, each with a draw from the stream of its release.
TEST(HardenedTableAnswers, AreWholeSumsWithDiscreteGaussianNoise) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const auto rows = random_codes(37, 3, 2, 3);
    const QueryProblem problem = query_problem(rows, 2, kind);
    const Vector mean = naive_mean(problem.family(), rows, 0, 37);
    for (const double grid : {1.0, 0x1p-12}) {
      PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e30});
      const auto path = drive(*problem.risk, oracle,
                              ask_tables(oracle, 5, 4, answers_release(problem, kind, 0.1, grid)));
      ASSERT_EQ(path.size(), 5u);
      const auto& table = problem.family().tables()[4];
      const auto steps = static_cast<std::uint64_t>(naive_steps(37, 0.1, grid));
      for (std::uint64_t i = 0; i < 5; ++i) {
        Stream stream = streams().stream(StreamPurpose::noise, i);
        for (Index k = 0; k < table.size; ++k) {
          const double sum = std::round(37 * mean[table.first + k]) +
                             grid * static_cast<double>(discrete_gaussian(stream, steps));
          EXPECT_EQ(path[static_cast<std::size_t>(i)][k], sum / 37);
        }
      }
    }
  }
}

/// The Renyi divergences of the two sums' noise, enumerated, at neighbours: at most alpha times the
/// rho that is charged, and nearly attained. Noise of one step less is above it.
TEST(HardenedTableAnswers, ExactDivergencesAreWithinWhatIsCharged) {
  const double samples = 9, deviation = 0.27;
  const auto divergence = [](double steps, double move, double alpha) {
    double sum = 0, total = 0;
    for (double z = -400; z <= 400; ++z) {
      const double p = z * z / (2 * steps * steps);
      const double q = (z - move) * (z - move) / (2 * steps * steps);
      total += std::exp(-p);
      sum += std::exp(-alpha * p + (alpha - 1) * q);
    }
    return std::log(sum / total) / (alpha - 1);
  };
  for (const double grid : {1.0, 0.25}) {
    const auto steps = static_cast<double>(whole_steps(samples, deviation, grid, samples));
    for (const double alpha : {1.5, 2.0, 5.0}) {
      // Two numbers of a table move by 1 / grid steps each.
      const double both = 2 * divergence(steps, 1 / grid, alpha);
      const double charged = alpha * table_answers_rho(1, 2, 9, deviation);
      EXPECT_LE(both, charged * (1 + 1e-12));
      EXPECT_GT(both, 0.6 * charged);
      EXPECT_GT(2 * divergence(steps - 1, 1 / grid, alpha), charged);
    }
  }
}

TEST(HardenedTableAnswers, AreRefusedWhereTheGridHoldsNoSumsOrTheyCostMoreThanTheySay) {
  const QueryProblem problem = query_problem(random_codes(7, 2, 2, 3), 2);
  const auto is_refused = [&](double grid, double factor = 1 + 1e-12) {
    PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e30});
    drive(*problem.risk, oracle,
          ask_tables(oracle, 1, 0,
                     answers_release(problem, QueryKind::marginals, 0.2, grid, factor)));
    return oracle.refusal().has_value();
  };
  EXPECT_FALSE(is_refused(0.5));
  EXPECT_TRUE(is_refused(0.5, 0.999));
  for (const double grid : {2.0, 0.7, -1.0, 0x1p-60}) EXPECT_TRUE(is_refused(grid)) << grid;
}

}  // namespace
}  // namespace noisy::testing
