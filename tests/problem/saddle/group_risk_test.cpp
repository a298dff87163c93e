// T7 for records: its constants, its shape, and which group a record belongs to.
#include "engine/problem/saddle/group_risk.h"

#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

TEST(GroupRiskLoss, HasTheBoundsOfItsText) {
  for (const double length : {0.3, 1.0, 3.0}) {
    for (const double radius : {0.5, 2.0}) {
      const GroupRiskLoss loss =
          GroupRiskLoss::make({.radius = radius, .shares = {0.7, 0.3}}).value();
      expect_sound({loss, rows_within(length)}, {.lipschitz = 1 - 1e-9,
                                                 .primal_difference = 0.75,
                                                 .dual_difference = 1 - 1e-9,
                                                 .joint = 0.65,
                                                 .primal = 0.98,
                                                 .coupling = 0.995});
    }
  }
}

/// Four groups, of which the two smallest are told apart by the column alone.
TEST(GroupRiskLoss, HasTheBoundsOfItsSmallestGroups) {
  const GroupRiskLoss loss =
      GroupRiskLoss::make(
          {.radius = 1, .rule = {.thresholds = {0.1}, .column = 0}, .shares = {0.4, 0.1, 0.3, 0.2}})
          .value();
  expect_sound({loss, rows_within(1)}, {.lipschitz = 0.99,
                                        .primal_difference = 0.75,
                                        .dual_difference = 0.8,
                                        .joint = 0.65,
                                        .primal = 0.9,
                                        .coupling = 0.99});
  const SaddleBounds bounds = loss.bounds(rows_within(1), 2);
  EXPECT_NEAR(bounds.dual_difference, std::log(1 + std::exp(1)) * std::hypot(10, 5), 1e-13);
}

TEST(GroupRiskLoss, GroupsByTheColumnFirstAndTheLabelSecond) {
  const std::vector<double> low = {9, 0.1};
  const std::vector<double> middle = {9, 0.3};
  const std::vector<double> high = {9, 0.9};
  const GroupRule crossed{.thresholds = {0.1, 0.5}, .column = 1};
  EXPECT_EQ(crossed.count(), 6);
  EXPECT_EQ(crossed.group_of({.features = low, .target = -1}), 0);
  EXPECT_EQ(crossed.group_of({.features = low, .target = 1}), 1);
  EXPECT_EQ(crossed.group_of({.features = middle, .target = -1}), 2);
  EXPECT_EQ(crossed.group_of({.features = high, .target = 1}), 5);
  const GroupRule alone{.by_label = false, .thresholds = {0.1, 0.5}, .column = 1};
  EXPECT_EQ(alone.count(), 3);
  EXPECT_EQ(alone.group_of({.features = high, .target = 1}), 2);
  const GroupRule labels;
  EXPECT_EQ(labels.count(), 2);
  EXPECT_EQ(labels.group_of({.features = high, .target = 1}), 1);
}

/// With the shares of a data set, the mean at a corner of the simplex is its group's mean loss.
TEST(GroupRiskLoss, IsTheMeanLossOfItsGroupAtACorner) {
  const GroupRiskLoss loss = GroupRiskLoss::make({.radius = 1, .shares = {0.25, 0.75}}).value();
  const std::vector<double> u = {0.6, -0.2};
  Vector z(4);
  z << 0.5, 0.5, 0.0, 1.0;
  const SaddleRecord positive{.features = u, .target = 1};
  EXPECT_NEAR(0.75 * loss.value(positive, z), std::log(1 + std::exp(-0.2)), 1e-15);
  EXPECT_EQ(loss.value({.features = u, .target = -1}, z), 0);
}

TEST(GroupRiskLoss, RefusesWrongParameters) {
  const auto field_of = [](const GroupRiskParameters& parameters) {
    const auto made = GroupRiskLoss::make(parameters);
    return made ? std::string() : made.error().field;
  };
  EXPECT_EQ(field_of({}), "");
  EXPECT_EQ(field_of({.radius = -1}), "radius");
  EXPECT_EQ(field_of({.shares = {0.5, 0.4}}), "share");
  EXPECT_EQ(field_of({.shares = {1.5, -0.5}}), "share");
  EXPECT_EQ(field_of({.shares = {0.2, 0.3, 0.5}}), "share");
  EXPECT_EQ(field_of({.rule = {.by_label = false}, .shares = {1}}), "share");
  EXPECT_EQ(field_of({.rule = {.thresholds = {1, 1}}}), "threshold");
  EXPECT_EQ(field_of({.rule = {.column = -1}}), "column");
  const GroupRiskLoss loss =
      GroupRiskLoss::make({.rule = {.by_label = false, .thresholds = {0}, .column = 3}}).value();
  EXPECT_TRUE(loss.check_features(4).has_value());
  EXPECT_EQ(loss.check_features(3).error().field, "column");
}

}  // namespace
}  // namespace noisy::testing
