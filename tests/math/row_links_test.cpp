// The losses besides the logistic and the squared one, row by row: values and derivatives against
// plain formulas, on every instruction set, with the same bits.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "engine/math/label_links.h"
#include "engine/math/number_links.h"
#include "tests/math/row_data.h"
#include "tests/support/every_instruction_set.h"

namespace noisy::math {
namespace {

using noisy::testing::BitHash;
using noisy::testing::Queries;
using noisy::testing::RowData;
using noisy::testing::TestNumbers;

class RowLinks : public noisy::testing::EveryInstructionSet {};

INSTANTIATE_TEST_SUITE_P(Everywhere, RowLinks, ::testing::ValuesIn(available_instruction_sets()),
                         noisy::testing::instruction_set_of);

constexpr double kWidth = 0.7;
constexpr LogisticLiteralLink kLogisticLiteral;
constexpr SmoothedHingeLink kSmoothedHinge{kWidth};
constexpr SigmoidLossLink kSigmoidLoss;
constexpr HuberLink kHuber{kWidth};
constexpr GemanMcClureLink kGemanMcClure;
constexpr PolyakExampleLink kPolyakExample;

using Formula = long double (*)(long double margin, long double target);

struct Tested {
  std::string_view name;
  BlockPass KernelTable::*pass;
  const void* link;
  Formula value;
  Formula derivative;
};

const Tested kTested[] = {
    {"logistic-literal", &KernelTable::logistic_literal, &kLogisticLiteral,
     [](long double m, long double y) { return std::log1p(std::exp(1 + y * m)); },
     [](long double m, long double y) { return y / (1 + std::exp(-1 - y * m)); }},
    {"smoothed-hinge", &KernelTable::smoothed_hinge, &kSmoothedHinge,
     [](long double m, long double y) {
       const long double s = 1 - y * m;
       if (s <= 0) return 0.0L;
       return s <= kWidth ? s * s / (2 * kWidth) : s - kWidth / 2.0L;
     },
     [](long double m, long double y) {
       const long double s = 1 - y * m;
       return s <= 0 ? 0.0L : s <= kWidth ? -y * s / kWidth : -y;
     }},
    {"sigmoid", &KernelTable::sigmoid_loss, &kSigmoidLoss,
     [](long double m, long double y) { return 1 / (1 + std::exp(y * m)); },
     [](long double m, long double y) { return -y / (2 + std::exp(m) + std::exp(-m)); }},
    {"huber", &KernelTable::huber, &kHuber,
     [](long double m, long double y) {
       const long double t = std::fabs(m - y);
       return t <= kWidth ? t * t / 2 : kWidth * (t - kWidth / 2.0L);
     },
     [](long double m, long double y) {
       const long double t = m - y;
       return std::fabs(t) <= kWidth ? t : std::copysign((long double)(kWidth), t);
     }},
    {"geman-mcclure", &KernelTable::geman_mcclure, &kGemanMcClure,
     [](long double m, long double y) { return 1 - 1 / (1 + (m - y) * (m - y)); },
     [](long double m, long double y) {
       return 2 * (m - y) / std::pow(1 + (m - y) * (m - y), 2.0L);
     }},
    {"pl-example", &KernelTable::polyak_example, &kPolyakExample,
     [](long double m, long double y) {
       return (m - y) * (m - y) + 3 * std::pow(std::sin(m - y), 2.0L);
     },
     [](long double m, long double y) { return 2 * (m - y) + 3 * std::sin(2 * (m - y)); }}};

/// Rows of one feature at the point 1: their features are the margins.
struct Margins {
  explicit Margins(std::vector<double> margins, double target)
      : features(panel_stride(1) * ((margins.size() + kPanelRows - 1) / kPanelRows), 0.0),
        targets(margins.size(), target) {
    const auto rows = static_cast<Index>(margins.size());
    pack_panels(margins.data(), 1, 1, rows, features.data(), panel_stride(1));
    view = {.features = features.data(),
            .targets = targets.data(),
            .rows = rows,
            .dimension = 1,
            .stride = panel_stride(1)};
  }

  AlignedDoubles features;
  std::vector<double> targets;
  PanelView view;
};

LinkResult<double> sums(const Tested& tested, const PanelView& view) {
  const double one = 1;
  LinkResult<double> out{};
  const RowQuery query{&one, &out.derivative, &out.value};
  sum_rows(kernel_table().*tested.pass, tested.link, view, {&query, 1});
  return out;
}

TEST_P(RowLinks, OneRowHasTheValueAndTheDerivativeOfTheFormula) {
  TestNumbers numbers(3);
  std::vector<double> margins = {0.3, -0.3, 0.7, -0.7, 1, -1, 1e-9, 12, -12};
  for (int i = 0; i < 100; ++i) margins.push_back(numbers.uniform(-4, 4));
  for (const Tested& tested : kTested) {
    for (const double target : {1.0, -1.0}) {
      for (const double margin : margins) {
        const Margins row({margin}, target);
        const LinkResult<double> result = sums(tested, row.view);
        const auto value = static_cast<double>(tested.value(margin, target));
        const auto derivative = static_cast<double>(tested.derivative(margin, target));
        EXPECT_NEAR(result.value, value, 4e-15 * std::fmax(1, value)) << tested.name;
        EXPECT_NEAR(result.derivative, derivative * margin,
                    4e-15 * std::fmax(1, std::fabs(derivative * margin)))
            << tested.name << " at " << margin;
      }
    }
  }
}

TEST_P(RowLinks, DerivativeIsTheDifferenceQuotientOfTheValue) {
  // h = 1e-5: an error of h^2 phi''' / 6 <= 4e-10 and of rounding, 1e-16 phi / h. Where phi'' jumps
  // within h, h / 4 times the jump, 4e-6, comes on top; the margins keep away from there.
  constexpr double kStep = 1e-5;
  for (const Tested& tested : kTested) {
    for (const double target : {1.0, -1.0}) {
      for (double margin = -3.014; margin < 3; margin += 0.1) {
        const auto value = [&](double at) {
          return sums(tested, Margins({at}, target).view).value;
        };
        const double quotient = (value(margin + kStep) - value(margin - kStep)) / (2 * kStep);
        const double derivative = sums(tested, Margins({margin}, target).view).derivative / margin;
        EXPECT_NEAR(derivative, quotient, 2e-9) << tested.name << " at " << margin;
      }
    }
  }
}

TEST_P(RowLinks, ExtremeMarginsStayFiniteAndNaNStaysVisible) {
  for (const Tested& tested : kTested) {
    for (const double target : {1.0, -1.0}) {
      for (const double margin : {0.0, 1e-300, 40.0, 689.0, 800.0, 1e8, 1e100, 1e153}) {
        for (const double sign : {1.0, -1.0}) {
          const LinkResult<double> result = sums(tested, Margins({sign * margin}, target).view);
          EXPECT_TRUE(std::isfinite(result.value)) << tested.name << " at " << margin;
          EXPECT_TRUE(std::isfinite(result.derivative)) << tested.name << " at " << margin;
        }
      }
      const Margins nan({std::numeric_limits<double>::quiet_NaN()}, target);
      EXPECT_TRUE(std::isnan(sums(tested, nan.view).value)) << tested.name;
      EXPECT_TRUE(std::isnan(sums(tested, nan.view).derivative)) << tested.name;
    }
  }
}

TEST_P(RowLinks, SumsOverRowsAreThoseOfTheRowsAlone) {
  TestNumbers numbers(4);
  for (const Tested& tested : kTested) {
    std::vector<double> margins(261);
    for (double& margin : margins) margin = numbers.uniform(-3, 3);
    const LinkResult<double> all = sums(tested, Margins(margins, 1).view);
    LinkResult<double> expected{};
    for (const double margin : margins) {
      const LinkResult<double> row = sums(tested, Margins({margin}, 1).view);
      expected.value += row.value;
      expected.derivative += row.derivative;
    }
    EXPECT_NEAR(all.value, expected.value, 1e-12 * expected.value) << tested.name;
    EXPECT_NEAR(all.derivative, expected.derivative, 1e-11) << tested.name;
  }
}

/// All bits in one number. Every compiler, instruction set and thread count must give it.
TEST_P(RowLinks, EveryMachineGivesTheSameBits) {
  BitHash hash;
  for (const Tested& tested : kTested) {
    for (const Index dimension : {1, 7, 20}) {
      const RowData data(1003, dimension);
      Queries queries(5, dimension);
      for (double& value : queries.points) value *= 5;
      sum_rows(kernel_table().*tested.pass, tested.link, data.view, queries.list);
      hash.add(queries.gradients);
      hash.add(queries.values);
    }
  }
  EXPECT_EQ(hash.value(), 0xca76d27dd74a12e8u);
}

}  // namespace
}  // namespace noisy::math
