#include "engine/math/row_pass.h"

#include <gtest/gtest.h>

#include <array>
#include <new>
#include <vector>

#include "tests/math/asked_answers.h"
#include "tests/math/row_data.h"

namespace noisy::math {
namespace {

using noisy::testing::expect_asked_answers;
using noisy::testing::logistic_loss;
using noisy::testing::Loss;
using noisy::testing::Queries;
using noisy::testing::RowData;
using noisy::testing::squared_loss;
using noisy::testing::sum_rows;

RowPass pass_of(const Loss& loss, const PanelView& view, const std::vector<RowQuery>& queries) {
  return RowPass(loss.pass, loss.link, view, queries);
}

/// The queries' answers by one pass after another on this thread.
Queries answers_alone(const Loss& loss, const RowData& data, Index count) {
  Queries queries(count, data.view.dimension);
  for (const RowQuery& query : queries.list) sum_rows(loss, data.view, &query, 1);
  return queries;
}

TEST(RowPass, GivesTheSameBitsForEveryNumberOfThreadsAndQueries) {
  struct Shape {
    Index rows, dimension, queries;
  };
  for (const auto [rows, dimension, count] : {Shape{20000, 20, 1},
                                              {20000, 20, 9},
                                              {300, 50, 100},
                                              {5003, 3, 20},
                                              {1, 1, 1},
                                              {700, 2000, 3}}) {
    const RowData data(rows, dimension);
    const Queries expected = answers_alone(logistic_loss(), data, count);
    for (const int threads : {1, 2, 3, 4}) {
      ThreadPool pool(threads);
      Queries queries(count, dimension);
      RowPass pass = pass_of(logistic_loss(), data.view, queries.list);
      EXPECT_TRUE(pass.advance(pool, Deadline::never()));
      EXPECT_EQ(queries.gradients, expected.gradients) << rows << " " << threads;
      EXPECT_EQ(queries.values, expected.values) << rows << " " << threads;
    }
  }
}

TEST(RowPass, GivesTheSameBitsForRowsStoredOneAfterAnother) {
  for (const auto& [rows, dimension, count] :
       {std::array<Index, 3>{20000, 20, 70}, {5003, 32, 3}, {1, 1, 1}, {9000, 300, 1}}) {
    const RowData data(rows, dimension);
    const Queries expected = answers_alone(logistic_loss(), data, count);
    const RowView view{.features = data.rows.data(),
                       .row_stride = dimension,
                       .targets = data.targets.data(),
                       .rows = rows,
                       .dimension = dimension};
    for (const int threads : {1, 2, 3}) {
      ThreadPool pool(threads);
      Queries queries(count, dimension);
      RowPass pass(logistic_loss().pass, logistic_loss().link, view, queries.list);
      while (!pass.advance(pool, Deadline::after_seconds(0))) {
      }
      EXPECT_EQ(queries.gradients, expected.gradients) << rows << " " << threads;
      EXPECT_EQ(queries.values, expected.values) << rows << " " << threads;
    }
  }
}

TEST(RowPass, PausesAtADeadlineAndGoesOnWhereItStopped) {
  const RowData data(60000, 30);
  const Queries expected = answers_alone(squared_loss(), data, 70);
  for (const int threads : {1, 2}) {
    ThreadPool pool(threads);
    Queries queries(70, 30);
    RowPass pass = pass_of(squared_loss(), data.view, queries.list);
    int calls = 1;
    while (!pass.advance(pool, Deadline::after_seconds(0))) ++calls;
    EXPECT_GT(calls, 5) << threads;
    EXPECT_TRUE(pass.advance(pool, Deadline::after_seconds(0)));
    EXPECT_EQ(queries.gradients, expected.gradients);
    EXPECT_EQ(queries.values, expected.values);
  }
}

TEST(RowPass, TakesQueriesInAnyOrderOfWhatTheyWant) {
  const RowData data(3000, 17);
  const Queries expected = answers_alone(logistic_loss(), data, 30);
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    Queries queries(30, 17);
    for (std::size_t q = 0; q < 30; ++q) {
      if (q % 3 == 0) queries.list[q].gradient = nullptr;
      if (q % 3 == 1) queries.list[q].value = nullptr;
    }
    RowPass pass = pass_of(logistic_loss(), data.view, queries.list);
    EXPECT_TRUE(pass.advance(pool, Deadline::never()));
    expect_asked_answers(queries, expected);
  }
}

TEST(RowPass, WithoutQueriesOrRowsIsDoneAtOnce) {
  ThreadPool pool(2);
  const RowData empty(0, 5), data(10, 5);
  Queries queries(2, 5);
  EXPECT_TRUE(pass_of(logistic_loss(), data.view, {}).advance(pool, Deadline::never()));
  EXPECT_TRUE(pass_of(logistic_loss(), empty.view, queries.list).advance(pool, Deadline::never()));
  EXPECT_EQ(queries.values, std::vector<double>(2, 0.0));
}

}  // namespace
}  // namespace noisy::math
