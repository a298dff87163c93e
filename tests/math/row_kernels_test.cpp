
#include "engine/math/row_kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "engine/math/elementary.h"
#include "engine/math/instruction_set.h"
#include "tests/math/asked_answers.h"
#include "tests/math/row_data.h"
#include "tests/support/every_instruction_set.h"

namespace noisy::math {

namespace {

using noisy::testing::BitHash;
using noisy::testing::expect_asked_answers;
using noisy::testing::logistic_loss;
using noisy::testing::Loss;
using noisy::testing::Queries;
using noisy::testing::RowData;
using noisy::testing::squared_loss;
using noisy::testing::sum_rows;

class RowKernels : public noisy::testing::EveryInstructionSet {};

INSTANTIATE_TEST_SUITE_P(Everywhere, RowKernels, ::testing::ValuesIn(available_instruction_sets()),
                         noisy::testing::instruction_set_of);

/// One row's loss and its derivative in the margin, written the plain way.
struct PlainLoss {
  Loss (*loss)();
  double (*value)(double margin, double target);
  double (*derivative)(double margin, double target);
};

const PlainLoss kPlainLosses[] = {
    {logistic_loss, [](double m, double y) { return softplus(-y * m); },
     [](double m, double y) { return -y * sigmoid(-y * m); }},
    {squared_loss, [](double m, double y) { return 0.5 * (m - y) * (m - y); },
     [](double m, double y) { return m - y; }}};

/// Sums over the rows with plain loops, in long double; the scale is the sum of absolute terms.
struct PlainSums {
  std::vector<long double> gradient, scale;
  long double value = 0;
};

PlainSums plain_sums(const PlainLoss& loss, const RowData& data, const double* point) {
  const auto dimension = static_cast<std::size_t>(data.view.dimension);
  PlainSums sums{std::vector<long double>(dimension), std::vector<long double>(dimension)};
  for (std::size_t i = 0; i < data.targets.size(); ++i) {
    const double* row = &data.rows[i * dimension];
    double margin = 0;
    for (std::size_t j = 0; j < dimension; ++j) margin += row[j] * point[j];
    sums.value += loss.value(margin, data.targets[i]);
    double derivative = loss.derivative(margin, data.targets[i]);
    if (data.view.residual_caps) {
      const double cap = data.view.residual_caps[i];
      derivative = std::fmin(std::fmax(derivative, -cap), cap);
    }
    for (std::size_t j = 0; j < dimension; ++j) {
      sums.gradient[j] += derivative * row[j];
      sums.scale[j] += std::fabs(derivative * row[j]);
    }
  }
  return sums;
}

void expect_equals_plain_sums(const PlainLoss& loss, const RowData& data, Index count) {
  Queries queries(count, data.view.dimension);
  sum_rows(loss.loss(), data.view, queries.list.data(), count);
  for (const RowQuery& query : queries.list) {
    const PlainSums expected = plain_sums(loss, data, query.point);
    EXPECT_NEAR(*query.value, static_cast<double>(expected.value),
                1e-13 * static_cast<double>(expected.value));
    for (std::size_t j = 0; j < expected.gradient.size(); ++j) {
      EXPECT_NEAR(query.gradient[j], static_cast<double>(expected.gradient[j]),
                  1e-13 * static_cast<double>(expected.scale[j]));
    }
  }
}

TEST_P(RowKernels, EqualsPlainLoops) {
  for (const PlainLoss& loss : kPlainLosses) {
    for (const Index rows : {1, 7, 8, 9, 255, 256, 257, 1000}) {
      for (const Index dimension : {1, 3, 4, 8, 13, 32, 100}) {
        expect_equals_plain_sums(loss, RowData(rows, dimension), rows % 5 + 1);
      }
    }
  }
}

TEST_P(RowKernels, CapsBoundEachRowsDerivativeAndNotItsValue) {
  RowData data(301, 6);
  std::vector<double> caps(301);
  noisy::testing::TestNumbers numbers(5);
  for (double& cap : caps) cap = numbers.uniform(0, 1);
  caps[0] = 0;
  caps[300] = std::numeric_limits<double>::infinity();
  data.view.residual_caps = caps.data();
  for (const PlainLoss& loss : kPlainLosses) expect_equals_plain_sums(loss, data, 3);
}

TEST_P(RowKernels, AnswersDoNotDependOnTheCompanyOfAQuery) {
  const RowData data(777, 21);
  for (const auto loss : {logistic_loss, squared_loss}) {
    Queries together(41, 21);
    sum_rows(loss(), data.view, together.list.data(), 41);
    for (const Index count : {1, 2, 3, 4, 5, 7, 16, 17, 20}) {
      Queries some(41, 21);
      sum_rows(loss(), data.view, some.list.data() + 1, count);
      for (std::size_t q = 1; q <= static_cast<std::size_t>(count); ++q) {
        EXPECT_EQ(some.values[q], together.values[q]);
        for (std::size_t j = 0; j < 21; ++j) {
          ASSERT_EQ(some.list[q].gradient[j], together.list[q].gradient[j]) << count << " " << q;
        }
      }
    }
  }
}

TEST_P(RowKernels, GradientsAndValuesMayBeAskedForApart) {
  const RowData data(500, 10);
  Queries all(6, 10);
  sum_rows(logistic_loss(), data.view, all.list.data(), 6);
  Queries some(6, 10);
  some.list[0].value = nullptr;
  some.list[2].value = nullptr;
  for (const std::size_t q : {4u, 5u}) some.list[q].gradient = nullptr;
  sum_rows(logistic_loss(), data.view, some.list.data(), 6);
  expect_asked_answers(some, all);
}

/// All the kernels' bits in one number. Every compiler, instruction set and thread count must give
/// it.
TEST_P(RowKernels, EveryMachineGivesTheSameBits) {
  BitHash hash;
  for (const auto loss : {logistic_loss, squared_loss}) {
    for (const Index dimension : {1, 7, 20, 64, 100}) {
      const RowData data(1003, dimension);
      Queries queries(7, dimension);
      sum_rows(loss(), data.view, queries.list.data(), 7);
      hash.add(queries.gradients);
      hash.add(queries.values);
    }
  }
  EXPECT_EQ(hash.value(), 0xe234bac86c62acd1u);
}

TEST_P(RowKernels, ExtremeMarginsStayFiniteAndNaNStaysVisible) {
  const std::vector<double> margins = {0.0, -0.0, 1e-300, 5,   -5,   40,
                                       -40, 689,  -691,   800, -800, 1e300};
  for (const double target : {1.0, -1.0}) {
    for (const double margin : margins) {
      const PanelView view{
          .features = nullptr, .targets = &target, .rows = 1, .dimension = 1, .stride = 8};
      AlignedDoubles features(8, 0.0);
      features[0] = margin;
      PanelView filled = view;
      filled.features = features.data();
      const double one = 1.0;
      double gradient = 0, value = 0;
      const RowQuery query{&one, &gradient, &value};
      sum_rows(logistic_loss(), filled, &query, 1);
      EXPECT_TRUE(std::isfinite(value) && std::isfinite(gradient)) << margin;
      if (std::fabs(margin) <= 690) {
        EXPECT_EQ(gradient, 0.0 + -target * sigmoid(-target * margin) * margin) << margin;
      }
      EXPECT_NEAR(value, softplus(-target * margin), 4e-16 * softplus(-target * margin) + 1e-299);
      features[0] = std::numeric_limits<double>::quiet_NaN();
      sum_rows(logistic_loss(), filled, &query, 1);
      EXPECT_TRUE(std::isnan(value));
      EXPECT_TRUE(std::isnan(gradient));
    }
  }
}

/// phi = width^2 (sqrt(1 + (m - y)^2 / width^2) - 1): a loss that the engine does not bring.
struct PseudoHuberLink {
  double width;
  template <class V>
  [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const {
    const V scaled = (margin - target) / width;
    const V root = square_root<V>(scaled * scaled + 1.0);
    return {width * width * (root - 1.0), width * scaled / root};
  }
};

TEST(OwnLink, WorksLikeTheProvidedOnes) {
  const PseudoHuberLink link{0.7};
  const RowData data(300, 5);
  Queries queries(3, 5);
  sum_rows({row_kernel::Pass<PseudoHuberLink, 2>::run, &link}, data.view, queries.list.data(), 3);
  for (const RowQuery& query : queries.list) {
    double value = 0, gradient[5] = {};
    for (std::size_t i = 0; i < 300; ++i) {
      const double* row = &data.rows[i * 5];
      double margin = 0;
      for (int j = 0; j < 5; ++j) margin += row[j] * query.point[j];
      const LinkResult<double> result = link.evaluate(margin, data.targets[i]);
      value += result.value;
      for (int j = 0; j < 5; ++j) gradient[j] += result.derivative * row[j];
    }
    EXPECT_NEAR(*query.value, value, 1e-12);
    for (int j = 0; j < 5; ++j) EXPECT_NEAR(query.gradient[j], gradient[j], 1e-12);
  }
}

TEST_P(RowKernels, NoRowsGiveZeros) {
  const RowData data(0, 4);
  Queries queries(2, 4);
  sum_rows(logistic_loss(), data.view, queries.list.data(), 2);
  for (const double value : queries.gradients) EXPECT_EQ(value, 0);
  for (const double value : queries.values) EXPECT_EQ(value, 0);
}

TEST(InstructionSet, StartsWithTheBaselineAndRefusesWhatIsMissing) {
  const std::vector<InstructionSet> sets = available_instruction_sets();
  ASSERT_FALSE(sets.empty());
  EXPECT_EQ(sets.front(), InstructionSet::baseline);
  const InstructionSet before = instruction_set();
  EXPECT_EQ(use_instruction_set(InstructionSet::avx512), sets.back() == InstructionSet::avx512);
  EXPECT_TRUE(use_instruction_set(before));
  EXPECT_EQ(instruction_set(), before);
}

}  // namespace
}  // namespace noisy::math
