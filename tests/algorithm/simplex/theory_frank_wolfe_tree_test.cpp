#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "engine/algorithm/simplex/theory/frank_wolfe_tree_calibration.h"

namespace noisy {
namespace {

const VertexBudget kBudget = approximate_vertex_budget(1, 1e-6).value();

/// A node of a phase's tree as the pseudo-code visits it.
struct Node {
  Index depth;
  Index first;  ///< number of its first leaf
  bool is_right;
};

void visit_tree(Index phase, const Node& node, const std::function<void(const Node&)>& visit) {
  visit(node);
  if (node.depth == phase) return;
  const Index half = Index{1} << (phase - node.depth - 1);
  visit_tree(phase, {node.depth + 1, node.first, false}, visit);
  visit_tree(phase, {node.depth + 1, node.first + half, true}, visit);
}

void visit_phase(Index phase, const std::function<void(const Node&)>& visit) {
  visit_tree(phase, {0, 0, false}, visit);
}

/// The move of a right child, from its sibling's first leaf.
double move_of(Index phase, const Node& node) {
  return tree_move(phase, node.depth, node.first - (Index{1} << (phase - node.depth)));
}

// 6.15
TEST(FrankWolfeTree, CountsItsRecords) {
  for (Index phases = 1; phases <= 8; ++phases) {
    const Index batch = 3 * (Index{1} << phases);
    Index records = 0;
    for (Index phase = 1; phase <= phases; ++phase)
      visit_phase(phase, [&](const Node& node) {
        if (node.depth == 0) records += batch;
        if (node.is_right) records += batch >> node.depth;
      });
    EXPECT_EQ(tree_records(phases, batch), records);
    EXPECT_EQ(4 * records, batch * (4 * phases + phases * (phases + 1)));
  }
}

TEST(FrankWolfeTree, TakesTheLargestRootBatch) {
  for (Index phases = 1; phases <= 8; ++phases)
    for (Index samples = 1; samples < 100000; samples = samples * 5 / 4 + 1) {
      const Index batch = tree_root_batch(phases, samples), unit = Index{1} << phases;
      EXPECT_EQ(batch % unit, 0);
      EXPECT_LE(tree_records(phases, batch), samples);
      EXPECT_GT(tree_records(phases, batch + unit), samples);
    }
}

// 6.15: vertices chosen at random never move a point farther than was known beforehand.
TEST(FrankWolfeTree, KnowsMovesBeforehand) {
  std::mt19937_64 bits(615);
  const std::size_t dimension = 5;
  double closest = 0.0;
  for (int run = 0; run < 40; ++run) {
    std::vector<double> x(dimension);
    x[0] = 1.0;
    for (Index phase = 1; phase <= 6; ++phase) {
      std::vector<std::vector<double>> path(phase + 1);
      visit_phase(phase, [&](const Node& node) {
        if (node.is_right) {
          double distance = 0.0;
          for (std::size_t i = 0; i < dimension; ++i)
            distance += std::fabs(x[i] - path[node.depth - 1][i]);
          ASSERT_LE(distance, move_of(phase, node) + 1e-12);
          closest = std::max(closest, distance / move_of(phase, node));
        }
        path[node.depth] = x;
        if (node.depth < phase) return;
        const double step = tree_step(phase, node.first);
        for (double& coordinate : x) coordinate *= 1.0 - step;
        x[run < 20 ? bits() % dimension : (phase + node.first) % 2] += step;
      });
    }
  }
  EXPECT_GT(closest, 0.9);
}

TEST(FrankWolfeTree, MovesAreSmallDeepDown) {
  for (Index phase = 1; phase <= 12; ++phase)
    visit_phase(phase, [&](const Node& node) {
      if (!node.is_right) return;
      const double move = move_of(phase, node);
      ASSERT_LE(move, std::min(2.0, std::pow(2.0, 3.0 - static_cast<double>(node.depth))));
      ASSERT_LE(move, tree_move(phase, node.depth, 0));
    });
  EXPECT_EQ(tree_step(1, 0), 1.0);
  EXPECT_EQ(tree_step(3, 2), 2.0 / 7.0);
}

// Section 3.6
TEST(FrankWolfeTreeCalibration, HasTheConstantsOfTheExample) {
  const double expected[] = {32.0, 28.4, 23.04, 21.2, 20.4};
  for (Index phase = 1; phase <= 5; ++phase)
    EXPECT_NEAR(tree_phase_constant({1, 1, 0}, phase), expected[phase - 1], 0.05) << phase;
  for (const double smoothness : {0.0, 0.1, 1.0, 10.0})
    for (Index phase = 1; phase <= 12; ++phase)
      EXPECT_LE(tree_phase_constant({1, smoothness, 0}, phase),
                std::max(4.0, 64.0 * smoothness * std::min(1.0, smoothness)) + 1e-12);
}

struct Charges {
  double rho = 0.0;
  double epsilon = 0.0;
};

/// The worst node's cost, node by node: how often its records are used, and how far they move
/// scores.
Charges summed_charges(const TreeSetting& setting, const TreePlan& plan) {
  Charges worst;
  const double L0 = setting.regularity.lipschitz, L1 = setting.regularity.smoothness;
  const double b = static_cast<double>(plan.root_batch);
  for (Index phase = 1; phase <= plan.phases(); ++phase)
    visit_phase(phase, [&](const Node& node) {
      if (node.depth > 0 && !node.is_right) return;
      const double selections = std::pow(2.0, static_cast<double>(phase - node.depth));
      const double change = node.depth == 0
                                ? 2.0 * L0 / b
                                : std::min(4.0 * L0, 2.0 * L1 * move_of(phase, node)) /
                                      (b / std::pow(2.0, static_cast<double>(node.depth)));
      const double range = 2.0 * change / plan.scales[phase - 1];
      const double divisor = setting.noise == SelectionNoise::gumbel ? 8.0 : 2.0;
      worst.rho = std::max(worst.rho, selections * range * range / divisor);
      worst.epsilon = std::max(worst.epsilon, selections * range);
    });
  return worst;
}

TEST(FrankWolfeTreeCalibration, CoversEveryNode) {
  for (const Index samples : {100, 10000, 1000000})
    for (const double smoothness : {0.0, 0.3, 1.0, 4.0})
      for (const auto noise : {SelectionNoise::gumbel, SelectionNoise::laplace}) {
        const TreeSetting setting{.regularity = {1.5, smoothness, 0},
                                  .log_dimension = std::log(64),
                                  .samples = samples,
                                  .noise = noise};
        const auto zcdp = tree_plan(setting, kBudget, TreeCalibration::zcdp).value();
        const auto pure = tree_plan(setting, kBudget, TreeCalibration::pure).value();
        EXPECT_TRUE(zcdp.is_certified && pure.is_certified);
        const double rho = summed_charges(setting, zcdp).rho;
        EXPECT_LE(rho, kBudget.rho);
        EXPECT_GT(rho, kBudget.rho * (1.0 - 1e-12));
        EXPECT_NEAR(tree_rho(setting, zcdp), rho, 1e-12);
        const double epsilon = summed_charges(setting, pure).epsilon;
        EXPECT_LE(epsilon, 1.0);
        EXPECT_GT(epsilon, 1.0 - 1e-12);
        EXPECT_NEAR(tree_epsilon(setting, pure), epsilon, 1e-12);
      }
}

/// The recursion of Frank-Wolfe's error, step by step, with a tenth of the records' deviation and
/// half of the curvature.
double error_by_steps(const TreeSetting& setting, const TreePlan& plan) {
  const double L0 = setting.regularity.lipschitz, L1 = setting.regularity.smoothness;
  double error = 2 * L0;
  for (Index phase = 1; phase <= plan.phases(); ++phase) {
    double squares = L0 * L0;
    for (Index depth = 1; depth <= phase; ++depth) {
      const double clip = std::min(2 * L0, L1 * tree_move(phase, depth, 0));
      squares += std::pow(2.0, depth) * clip * clip;
    }
    const double wide = 2 * (std::log(2.0) + setting.log_dimension) * squares;
    const double lost =
        std::min(2 * L0, plan.scales[phase - 1] * setting.log_dimension +
                             0.2 * std::sqrt(wide / static_cast<double>(plan.root_batch)));
    const double first = std::pow(2.0, phase - 1);
    for (double kappa = first; kappa < first + std::pow(2.0, phase); ++kappa) {
      const double eta = 2 / (kappa + 1);
      error = (1 - eta) * error + eta * lost + L1 * eta * eta;
    }
  }
  return error;
}

TEST(FrankWolfeTreeCalibration, EstimatesTheErrorOfItsSteps) {
  for (const Index samples : {600, 100000})
    for (const double smoothness : {0.1, 1.0, 25.0})
      for (Index phases = 1; phases <= 5; ++phases) {
        const TreeSetting setting{
            .regularity = {1.5, smoothness, 0}, .log_dimension = std::log(64), .samples = samples};
        TreePlan plan{.root_batch = tree_root_batch(phases, samples),
                      .scales = std::vector<double>(phases)};
        for (Index t = 1; t <= phases; ++t)
          plan.scales[t - 1] = tree_scale(setting, kBudget, TreeCalibration::zcdp, plan, t);
        const double by_steps = error_by_steps(setting, plan);
        const double estimate = tree_error_estimate(setting, plan);
        // A bound of each step's 8 L_1 kappa / (kappa + 1) by 8 L_1 is all that differs.
        EXPECT_GE(estimate, by_steps * (1 - 1e-12));
        EXPECT_LE(estimate, by_steps + 4 * smoothness * std::pow(2.0, -phases));
      }
}

TEST(FrankWolfeTreeCalibration, TakesThePhasesWhoseEstimateIsLeast) {
  for (const double smoothness : {0.1, 1.0, 25.0})
    for (const Index samples : {600, 10000, 1000000}) {
      const TreeSetting setting{
          .regularity = {1, smoothness, 0}, .log_dimension = std::log(64), .samples = samples};
      const TreePlan found = tree_plan(setting, kBudget, TreeCalibration::zcdp).value();
      for (Index phases = 1; phases <= 12; ++phases) {
        TreePlan other{.root_batch = tree_root_batch(phases, samples),
                       .scales = std::vector<double>(phases)};
        if (other.root_batch == 0) continue;
        for (Index t = 1; t <= phases; ++t)
          other.scales[t - 1] = tree_scale(setting, kBudget, TreeCalibration::zcdp, other, t);
        EXPECT_LE(tree_error_estimate(setting, found), tree_error_estimate(setting, other))
            << samples << " " << phases;
      }
    }
  const auto phases = [](const TreeSetting& setting) {
    return tree_plan(setting, kBudget, TreeCalibration::zcdp)->phases();
  };
  const double log_dimension = std::log(64);
  EXPECT_GT(phases({{1, 1, 0}, log_dimension, 10000000}),
            phases({{1, 1, 0}, log_dimension, 10000}));
  EXPECT_EQ(phases({{1, 0, 0}, log_dimension, 1000000}), 1);
}

TEST(FrankWolfeTreeCalibration, MarksTheFormulasOfAsiUncertified) {
  const TreeSetting setting{
      .regularity = {1, 1, 0}, .log_dimension = std::log(64), .samples = 1000000};
  const auto pure = tree_plan(setting, kBudget, TreeCalibration::asi_pure).value();
  const auto approximate = tree_plan(setting, kBudget, TreeCalibration::asi_approximate).value();
  EXPECT_FALSE(pure.is_certified || approximate.is_certified);
  const double b = 1e6 / std::pow(std::log(1e6), 2);
  EXPECT_EQ(pure.phases(), std::floor(0.5 * std::log2(b * 2.0 / std::log(64))));
  EXPECT_EQ(approximate.phases(),
            std::floor(2.0 / 3.0 * std::log2(b * 2.0 / (std::log(1e12) * std::log(64)))));
  EXPECT_NEAR(pure.scales[0], 4.0 * 2.0 / static_cast<double>(pure.root_batch), 1e-15);
  for (const double scale : approximate.scales)
    EXPECT_NEAR(scale,
                2.0 * std::pow(2.0, 0.5 * static_cast<double>(approximate.phases())) *
                    std::log(1e12) / static_cast<double>(approximate.root_batch),
                1e-12);
  // Its pure constant is below what is certified.
  EXPECT_GT(tree_epsilon(setting, pure), 1.5);
}

TEST(FrankWolfeTreeCalibration, NamesWhatIsWrong) {
  const auto error = [](TreeSetting setting, TreeCalibration calibration,
                        const VertexBudget& budget = kBudget) {
    const auto plan = tree_plan(setting, budget, calibration);
    return plan.has_value() ? Error{} : plan.error();
  };
  const TreeSetting setting{.regularity = {1, 1, 0}, .log_dimension = std::log(64), .samples = 2};
  EXPECT_EQ(error(setting, TreeCalibration::zcdp).field, "data");
  EXPECT_EQ(error(setting, TreeCalibration::asi_pure).field, "data");
  TreeSetting wrong = setting;
  wrong.log_dimension = 0.0;
  EXPECT_EQ(error(wrong, TreeCalibration::zcdp).code, ErrorCode::unsupported_domain);
  wrong = setting;
  wrong.regularity.lipschitz = -1.0;
  EXPECT_EQ(error(wrong, TreeCalibration::zcdp).field, "problem.constants");
  EXPECT_EQ(error(setting, TreeCalibration::pure, zcdp_vertex_budget(1).value()).field,
            "privacy.epsilon");
  EXPECT_EQ(
      error(setting, TreeCalibration::asi_approximate, VertexBudget{.epsilon = 1, .rho = 1}).field,
      "privacy.delta");
}

}  // namespace
}  // namespace noisy
