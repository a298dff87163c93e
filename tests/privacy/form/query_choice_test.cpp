// Choices of queries and answers to their tables: laws, costs, what a record can change, refusals.
#include "engine/privacy/form/query_choice.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/form/table_answers.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "tests/algorithm/simplex/support/query_problem.h"
#include "tests/algorithm/simplex/support/test_game.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "query-choice"});
}

struct Rule {
  QueryChoice choice;
  double scale = 1;
  double move = 1;  ///< D
};

Release release_of(const QueryProblem& problem, const Rule& rule, double factor = 1 + 1e-9) {
  return {.form = query_choice_form(),
          .batch_size = problem.risk->samples(),
          .mechanism = Mechanism::exponential,
          .cost = {CostUnit::rho, factor * query_choice_rho(rule.move, rule.choice, rule.scale)},
          .noise_scale = rule.scale,
          .details = details_of_choice(rule.choice)};
}

/// Asks about so many records after each other.
Run ask_about(GradientOracle& data, std::vector<Index> records, Vector guess, Release release) {
  HiddenAnswers answers;
  for (const Index count : records) {
    const Vector& drawn = co_await data.ask(choose_queries(answers, count, guess, release));
    co_yield Iterate{drawn};
  }
}

std::vector<Vector> exact(const QueryProblem& problem, const std::vector<Index>& records,
                          const Vector& guess, const Rule& rule) {
  NonPrivateOracle oracle(*problem.risk, {}, streams());
  return drive(*problem.risk, oracle, ask_about(oracle, records, guess, release_of(problem, rule)));
}

std::optional<Error> refused(const QueryProblem& problem, const std::vector<Index>& records,
                             const Vector& guess, const Release& release,
                             const Cost& cap = {CostUnit::rho, 1e30}) {
  PrivateOracle oracle(*problem.risk, {}, streams(), cap);
  drive(*problem.risk, oracle, ask_about(oracle, records, guess, release));
  return oracle.refusal();
}

TEST(QueryChoice, ProbabilitiesAreTheSoftmaxOfAnswersLessTheGuessAndTheirNegations) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const auto rows = random_codes(20, 3, 2, 1);
    const QueryProblem problem = query_problem(rows, 2, kind);
    const QueryFamily& family = problem.family();
    const Vector guess = Vector::LinSpaced(family.queries(), 0, 1);
    const Rule rule{.choice = {.divisor = 4, .draws = 3}, .scale = 0.7};
    const auto drawn = exact(problem, {4, 12, 20}, guess, rule);
    ASSERT_EQ(drawn.size(), 3u);
    const std::vector<std::size_t> counts = {4, 12, 20};
    for (std::size_t t = 0; t < 3; ++t) {
      const Vector mean = naive_mean(family, rows, 0, counts[t]);
      const Vector score = static_cast<double>(counts[t]) / 4 * mean - guess;
      const Vector wanted = 3 * softmax(with_negations(score) / 0.7);
      EXPECT_LT((drawn[t] - wanted).cwiseAbs().maxCoeff(), 1e-12);
    }
  }
}

/// By chi-square at false-alarm rate 1e-9, over all queries with their negations.
TEST(QueryChoice, FrequenciesOfManyDrawsAreTheProbabilities) {
  constexpr Index kDraws = 200'000;
  const QueryProblem problem = query_problem(random_codes(20, 3, 2, 1), 2);
  const Vector guess = Vector::Zero(problem.family().queries());
  const Rule rule{.choice = {.divisor = 20, .draws = kDraws}, .scale = 0.5};
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e30});
  const auto drawn =
      drive(*problem.risk, oracle, ask_about(oracle, {20}, guess, release_of(problem, rule)));
  ASSERT_FALSE(oracle.refusal());
  const Vector wanted = exact(problem, {20}, guess, rule).front();
  double statistic = 0;
  for (Index j = 0; j < wanted.size(); ++j) {
    statistic += (drawn[0][j] - wanted[j]) * (drawn[0][j] - wanted[j]) / wanted[j];
  }
  EXPECT_EQ(drawn[0].sum(), static_cast<double>(kDraws));
  // Chi-square of 35 degrees of freedom is above 119 with probability 1e-11 or less (Wilson and
  // Hilferty: (119/35)^(1/3) is 6.3 standard deviations above its mean).
  ASSERT_EQ(wanted.size(), 36);
  EXPECT_LT(statistic, 119);
}

/// The privacy loss between neighbours has exactly the range that is charged for: two records that
/// differ in every column move a query by D and its negation by -D.
TEST(QueryChoice, TheRangeThatIsChargedIsAttainedByTwoRecordsAndNeverPassed) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const double move = kind == QueryKind::marginals ? 1 : 2;
    const Rule rule{.choice = {.divisor = 5, .draws = 1}, .scale = 0.3, .move = move};
    const double range = 2 * move / (5 * 0.3);
    double largest = 0;
    for (Index other = 1; other < 8; ++other) {
      auto rows = random_codes(5, 3, 2, 2);
      rows[0] = {0, 0, 0};
      const QueryProblem here = query_problem(rows, 2, kind);
      const Vector guess = Vector::Constant(here.family().queries(), 0.1);
      const Vector p = exact(here, {5}, guess, rule).front();
      rows[0] = {double(other % 2), double(other / 2 % 2), double(other / 4)};
      const QueryProblem there = query_problem(rows, 2, kind);
      const Vector q = exact(there, {5}, guess, rule).front();
      const Vector loss = (p.array() / q.array()).log();
      EXPECT_LE(loss.maxCoeff() - loss.minCoeff(), range * (1 + 1e-9));
      largest = std::max(largest, loss.maxCoeff() - loss.minCoeff());
    }
    EXPECT_NEAR(largest, range, 1e-9 * range);
    EXPECT_NEAR(query_choice_rho(move, rule.choice, 0.3), range * range / 8, 1e-15);
  }
}

TEST(QueryChoice, IsRefusedWhereItCostsMoreThanItSaysOrReadsWhatIsNotThere) {
  const QueryProblem problem = query_problem(random_codes(6, 3, 2, 1), 2);
  const Vector guess = Vector::Zero(problem.family().queries());
  const Rule rule{.choice = {.divisor = 6, .draws = 2}, .scale = 0.5};
  const Release fair = release_of(problem, rule);
  EXPECT_FALSE(refused(problem, {6, 6}, guess, fair));
  EXPECT_TRUE(refused(problem, {6}, guess, release_of(problem, rule, 0.999)));
  EXPECT_TRUE(refused(problem, {6, 6}, guess, fair, 1.5 * fair.cost));
  EXPECT_TRUE(refused(problem, {7}, guess, fair));     // more records than there are
  EXPECT_TRUE(refused(problem, {4, 2}, guess, fair));  // fewer than before
  EXPECT_TRUE(refused(problem, {6}, Vector::Zero(3), fair));
  Release other = fair;
  other.mechanism = Mechanism::gaussian;
  EXPECT_TRUE(refused(problem, {6}, guess, other));
  other = fair;
  other.noise_scale = 0;
  EXPECT_TRUE(refused(problem, {6}, guess, other));
  // A sum that no queries are asked about.
  const GameProblem game = game_problem({.rows = 2, .columns = 2}, random_games(6, 4, 1));
  PrivateOracle oracle(*game.risk, {}, streams(), Cost{CostUnit::rho, 1e30});
  drive(*game.risk, oracle, ask_about(oracle, {6}, guess, fair));
  EXPECT_TRUE(oracle.refusal());
}

// ---- answers to tables
// ----------------------------------------------------------------------------

Release answers_release(const QueryProblem& problem, double move, Index moved, double deviation,
                        double factor = 1 + 1e-9) {
  const double rho =
      table_answers_rho(move, static_cast<double>(moved), problem.risk->samples(), deviation);
  return {.form = table_answers_form(),
          .batch_size = problem.risk->samples(),
          .mechanism = Mechanism::gaussian,
          .cost = {CostUnit::rho, factor * rho},
          .noise_scale = deviation,
          .details = details_of_table(moved)};
}

Run ask_tables(GradientOracle& data, std::vector<Index> tables, Release release) {
  HiddenAnswers answers;
  for (const Index table : tables) {
    const Vector& out = co_await data.ask(answers_of(answers, table, release));
    co_yield Iterate{out};
  }
}

std::vector<Vector> exact_tables(const QueryProblem& problem, const std::vector<Index>& tables) {
  NonPrivateOracle oracle(*problem.risk, {}, streams());
  return drive(*problem.risk, oracle,
               ask_tables(oracle, tables, answers_release(problem, 1, 2, 1)));
}

TEST(TableAnswers, AreMeansWithoutNoiseAndMoveByWhatIsChargedFor) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    auto rows = random_codes(7, 3, 2, 3);
    rows[0] = {0, 0, 0};
    const QueryProblem here = query_problem(rows, 2, kind);
    const Vector mean = naive_mean(here.family(), rows, 0, 7);
    rows[0] = {1, 1, 0};
    const QueryProblem there = query_problem(rows, 2, kind);
    const auto tables = std::ssize(here.family().tables());
    double largest = 0;
    for (Index t = 0; t < tables; ++t) {
      const auto& table = here.family().tables()[static_cast<std::size_t>(t)];
      const Vector at = exact_tables(here, {t}).front();
      EXPECT_LT((at - mean.segment(table.first, table.size)).cwiseAbs().maxCoeff(), 1e-15);
      largest = std::max(largest, (at - exact_tables(there, {t}).front()).norm());
    }
    const double move = kind == QueryKind::marginals ? 1 : 2;
    const auto moved = static_cast<double>(here.family().moved_in_table());
    EXPECT_NEAR(largest, std::sqrt(moved) * move / 7, 1e-14);
    const double wanted = largest * largest / (2 * 0.3 * 0.3);
    EXPECT_NEAR(table_answers_rho(move, moved, 7, 0.3), wanted, 1e-12);
  }
}

/// By the deviation of 4000 answers, at false-alarm rate 1e-9.
TEST(TableAnswers, HaveTheNoiseOfTheirRelease) {
  const QueryProblem problem = query_problem(random_codes(7, 2, 2, 3), 2);
  const std::vector<Index> tables(1000, 0);  // of both columns
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e30});
  const auto noisy =
      drive(*problem.risk, oracle, ask_tables(oracle, tables, answers_release(problem, 1, 2, 0.2)));
  ASSERT_FALSE(oracle.refusal());
  const Vector mean = exact_tables(problem, {0}).front();
  double squares = 0;
  for (const Vector& one : noisy) squares += (one - mean).squaredNorm();
  EXPECT_EQ(mean.size(), 4);
  EXPECT_NEAR(squares / (0.04 * 4000), 1, kNormalThreshold * std::sqrt(2.0 / 4000));
}

TEST(TableAnswers, AreRefusedWhereTheyCostMoreThanTheySay) {
  const QueryProblem problem = query_problem(random_codes(7, 2, 2, 3), 2);
  const auto refusal = [&](const Release& release, Index table = 0) {
    PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e30});
    drive(*problem.risk, oracle, ask_tables(oracle, {table}, release));
    return oracle.refusal().has_value();
  };
  EXPECT_FALSE(refusal(answers_release(problem, 1, 2, 0.2)));
  EXPECT_TRUE(refusal(answers_release(problem, 1, 2, 0.2, 0.999)));
  EXPECT_TRUE(refusal(answers_release(problem, 1, 1, 0.2)));  // one number alone would move
  EXPECT_TRUE(refusal(answers_release(problem, 0.9, 2, 0.2)));
  EXPECT_TRUE(refusal(answers_release(problem, 1, 2, 0.2), 3));
  EXPECT_TRUE(refusal(answers_release(problem, 1, 2, 0.2), -1));
}

}  // namespace
}  // namespace noisy::testing
