// Figures 3 and 4 of the accelerated methods' paper, m = n: every cell of its final errors.
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "tests/statistical/fast_figures.h"

namespace noisy::testing {
namespace {

// Of the seeds below 60 the closest to the published data in initial gap (29.2), share of positive
// labels (90.2%) and smoothness (5.1033).
constexpr std::uint64_t kDataSeed = 11;

constexpr std::array<int, 4> kLengths = {100, 200, 500, 1000};
using Row = std::array<double, 4>;
using Table = std::map<std::string, Row>;

// The two columns of the tables: with correct Laplace noise, and as published, whose noise is too
// small by sqrt 2.
const Table kCorrectFullStep = {{"dp-gd", {12.5, 5.02, 0.075, 0.333}},
                                {"dp-nag", {0.0243, 0.0912, 0.693, 2.69}},
                                {"dp-masg", {0.0240, 0.0305, 0.0681, 0.161}},
                                {"dp-hb", {0.0265, 0.101, 0.760, 2.98}},
                                {"dp-nag-opt", {0.0095, 0.0094, 0.0107, 0.0121}},
                                {"dp-masg-opt", {0.0100, 0.0098, 0.0139, 0.0116}}};
const Table kCorrectSmallStep = {{"dp-gd", {26.9, 24.8, 19.3, 12.7}},
                                 {"dp-nag", {3.55, 0.0749, 0.183, 0.749}},
                                 {"dp-masg", {5.18, 3.87, 2.17, 1.22}},
                                 {"dp-hb", {3.41, 0.0862, 0.193, 0.877}},
                                 {"dp-nag-opt", {3.50, 0.0566, 0.0373, 0.0335}},
                                 {"dp-masg-opt", {5.23, 5.16, 5.21, 5.17}}};
const Table kPublishedFullStep = {{"dp-gd", {12.5, 4.90, 0.0433, 0.148}},
                                  {"dp-nag", {0.0132, 0.0472, 0.269, 1.38}},
                                  {"dp-masg", {0.0114, 0.0164, 0.0423, 0.0719}},
                                  {"dp-hb", {0.0132, 0.0495, 0.382, 1.42}},
                                  {"dp-nag-opt", {0.0052, 0.0066, 0.0060, 0.0057}},
                                  {"dp-masg-opt", {0.0051, 0.0052, 0.0054, 0.0052}}};
const Table kPublishedSmallStep = {{"dp-gd", {26.8, 24.7, 19.2, 12.6}},
                                   {"dp-nag", {3.54, 0.0533, 0.101, 0.367}},
                                   {"dp-masg", {5.13, 3.87, 2.07, 1.19}},
                                   {"dp-hb", {3.45, 0.0872, 0.106, 0.384}},
                                   {"dp-nag-opt", {3.53, 0.0514, 0.0233, 0.0163}},
                                   {"dp-masg-opt", {5.21, 5.19, 5.18, 5.20}}};

const FastFigures& experiment() {
  static const FastFigures made(kDataSeed);
  return made;
}

naive::Method method(const std::string& id, int length, double step_scale, bool published) {
  return {.id = id,
          .iterations = length,
          .step_scale = step_scale,
          .division = id.ends_with("-opt") ? "remark-4-2" : "uniform",
          .horizon = published ? "published-figures" : "corrected",
          .budget = FastFigures::kEpsilon,
          .published_noise = published};
}

/// Mean final gaps of all methods and lengths.
Table measure(const Table& rows, double step_scale, bool published) {
  std::vector<naive::Method> methods;
  for (const auto& [id, row] : rows) {
    for (const int length : kLengths) {
      methods.push_back(method(id, length, step_scale, published));
    }
  }
  const std::vector<double> gaps = experiment().mean_gaps(methods);
  Table out;
  std::size_t next = 0;
  for (const auto& [id, row] : rows) {
    for (double& value : out[id]) value = gaps[next++];
  }
  return out;
}

/// Cells whose error is mostly what is left of the start; they hardly vary from run to run.
bool is_dominated_by_bias(const std::string& id, std::size_t column, double step_scale) {
  if (step_scale == 1) return id == "dp-gd" && column <= 1;
  if (id == "dp-gd" || id == "dp-masg-opt") return true;
  return id == "dp-masg" ? column <= 1 : column == 0;
}

void expect_cells(const Table& measured, const Table& expected, double step_scale) {
  for (const auto& [id, row] : expected) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      const double ratio = measured.at(id)[column] / row[column];
      const bool biased = is_dominated_by_bias(id, column, step_scale);
      EXPECT_LE(ratio, biased ? 1.03 : 1.6) << id << " T=" << kLengths[column];
      EXPECT_GE(ratio, biased ? 0.97 : 1 / 1.6) << id << " T=" << kLengths[column];
    }
  }
}

double best(const Table& table, const std::string& id) {
  return std::ranges::min(table.at(id));
}

TEST(Figures3And4, UseADataSetLikeThePublishedOne) {
  const double gap = experiment().gaps({FastFigures::start()})[0];
  EXPECT_GE(gap, 28.5);
  EXPECT_LE(gap, 30);
  EXPECT_NEAR(experiment().positive_fraction(), 0.902, 0.005);
  EXPECT_NEAR(experiment().facts().smoothness, 5.1033, 0.005);
  EXPECT_DOUBLE_EQ(experiment().facts().l1_sensitivity, 40);
}

TEST(Figures3And4, SelectThePublishedHorizonsAndStateTheirTrueBudget) {
  const auto plan = [](const char* id, double step_scale, bool published) {
    return engine_plan(method(id, 1000, step_scale, published), experiment().facts());
  };
  EXPECT_EQ(plan("dp-nag-opt", 1, true)->summary().iterations, 136);
  EXPECT_EQ(plan("dp-nag-opt", 0.1, true)->summary().iterations, 396);
  EXPECT_EQ(plan("dp-masg-opt", 1, true)->summary().iterations, 89);
  EXPECT_EQ(plan("dp-masg-opt", 0.1, true)->summary().iterations, 89);
  EXPECT_EQ(plan("dp-nag-opt", 1, false)->summary().iterations, 121);
  EXPECT_EQ(plan("dp-nag-opt", 0.1, false)->summary().iterations, 349);
  EXPECT_EQ(plan("dp-masg-opt", 1, false)->summary().iterations, 89);
  for (const char* id : {"dp-gd", "dp-nag-opt"}) {
    EXPECT_NEAR(plan(id, 1, false)->summary().claim.epsilon, 10, 1e-9);
    EXPECT_NEAR(plan(id, 1, true)->summary().claim.epsilon, 10 * std::sqrt(2.0), 1e-9);
  }
}

TEST(Figures3And4, FullStepWithCorrectNoise) {
  const Table table = measure(kCorrectFullStep, 1, false);
  expect_cells(table, kCorrectFullStep, 1);

  // "About k times" is read as within the cells' factor of 1.6.
  // 1. Best over T: divided budgets, then the accelerated methods, then descent at T = 500.
  const double divided = std::min(best(table, "dp-nag-opt"), best(table, "dp-masg-opt"));
  EXPECT_LE(std::max(best(table, "dp-nag-opt"), best(table, "dp-masg-opt")), 1.25 * divided);
  for (const char* id : {"dp-nag", "dp-masg", "dp-hb"}) {
    EXPECT_GE(best(table, id), 2.5 / 1.6 * divided) << id;
    EXPECT_LE(best(table, id), 2.5 * 1.6 * divided) << id;
    EXPECT_LT(best(table, id), best(table, "dp-gd")) << id;
  }
  EXPECT_GE(best(table, "dp-gd"), 8 / 1.6 * divided);
  EXPECT_LE(best(table, "dp-gd"), 8 * 1.6 * divided);
  EXPECT_EQ(best(table, "dp-gd"), table.at("dp-gd")[2]);
  // 2. Uniform budgets get worse with T, by about 100; divided ones do not.
  for (const char* id : {"dp-nag", "dp-hb"}) {
    EXPECT_TRUE(std::ranges::is_sorted(table.at(id))) << id;
    EXPECT_GE(table.at(id)[3] / table.at(id)[0], 100 / 1.6) << id;
    EXPECT_LE(table.at(id)[3] / table.at(id)[0], 100 * 1.6) << id;
  }
  for (const char* id : {"dp-nag-opt", "dp-masg-opt"}) {
    EXPECT_LE(std::ranges::max(table.at(id)), 1.6 * table.at(id)[0]) << id;
  }
  // 3. After 1000 steps descent beats the accelerated methods with a uniform budget.
  EXPECT_LT(table.at("dp-gd")[3], table.at("dp-nag")[3]);
  EXPECT_LT(table.at("dp-gd")[3], table.at("dp-hb")[3]);
}

TEST(Figures3And4, SmallStepWithCorrectNoise) {
  const Table table = measure(kCorrectSmallStep, 0.1, false);
  expect_cells(table, kCorrectSmallStep, 0.1);

  // 4. Descent barely moves; heavy ball and Nesterov are done at T = 200; Nesterov with a divided
  // budget is best from T = 500 on; the multi-stage method is slow, and stuck with its divided one.
  EXPECT_GT(best(table, "dp-gd"), 12);
  EXPECT_LT(table.at("dp-nag")[1], 0.12);
  EXPECT_LT(table.at("dp-hb")[1], 0.12);
  for (const auto& [id, row] : table) {
    if (id == "dp-nag-opt") continue;
    for (const std::size_t column : {2, 3}) {
      EXPECT_GT(row[column], table.at("dp-nag-opt")[column]) << id;
    }
  }
  for (const double value : table.at("dp-masg-opt")) EXPECT_NEAR(value, 5.2, 0.03 * 5.2);
}

TEST(Figures3And4, FullStepAsPublished) {
  expect_cells(measure(kPublishedFullStep, 1, true), kPublishedFullStep, 1);
}

TEST(Figures3And4, SmallStepAsPublished) {
  expect_cells(measure(kPublishedSmallStep, 0.1, true), kPublishedSmallStep, 0.1);
}

}  // namespace
}  // namespace noisy::testing
