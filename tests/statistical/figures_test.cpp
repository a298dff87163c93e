// Figures 3 and 4 of the accelerated methods' paper, m = n: every cell of its final errors.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "source_directory.h"
#include "tests/statistical/fast_figures.h"

namespace noisy::testing {
namespace {

// Of the seeds below 60 the closest to the published data in initial gap (29.2), share of positive
// labels (90.2%) and smoothness (5.1033).
constexpr std::uint64_t kDataSeed = 11;

constexpr std::array<int, 4> kLengths = {100, 200, 500, 1000};
using Row = std::array<double, 4>;
using Table = std::map<std::string, Row>;

/// One table of Figure 3: `noise` is "correct", or "published", which is too small by sqrt 2.
Table reference_cells(const std::string& noise, double step_scale) {
  std::ifstream file(NOISY_SOURCE_DIRECTORY "/tests/vectors/figures-3-4.json");
  const auto vectors = nlohmann::json::parse(file);
  Table table;
  for (const auto& cell : vectors.at("cells")) {
    if (cell.at("figure") != 3 || cell.at("stepScale") != step_scale) continue;
    table[cell.at("algorithm")] = cell.at(noise).get<Row>();
  }
  EXPECT_EQ(table.size(), 6u);
  return table;
}

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

/// The cells of one table, each checked against its reference.
Table measured_as_referenced(const std::string& noise, double step_scale) {
  const Table expected = reference_cells(noise, step_scale);
  const Table table = measure(expected, step_scale, noise == "published");
  expect_cells(table, expected, step_scale);
  return table;
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
  const Table table = measured_as_referenced("correct", 1);

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
  const Table table = measured_as_referenced("correct", 0.1);

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
  measured_as_referenced("published", 1);
}

TEST(Figures3And4, SmallStepAsPublished) {
  measured_as_referenced("published", 0.1);
}

}  // namespace
}  // namespace noisy::testing
