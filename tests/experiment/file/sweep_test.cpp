#include "engine/experiment/file/sweep.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/experiment/file/experiments.h"

namespace noisy {
namespace {

using testing::small_experiment;
using testing::with;

std::vector<SweepPoint> points_of(const std::string& sweep) {
  const auto experiment = read_experiment(write_json(with(small_experiment(), "sweep", sweep)));
  EXPECT_TRUE(experiment) << experiment.error().message;
  auto points = expand_sweep(*experiment);
  EXPECT_TRUE(points) << points.error().message;
  return std::move(*points);
}

Error error_of(const std::string& sweep) {
  const auto experiment = read_experiment(write_json(with(small_experiment(), "sweep", sweep)));
  if (!experiment) return experiment.error();
  const auto points = expand_sweep(*experiment);
  return points ? Error{} : points.error();
}

TEST(Sweep, WithoutAxesIsOnePointWithoutText) {
  const auto experiment = read_experiment(write_json(small_experiment()));
  const auto points = expand_sweep(*experiment);
  ASSERT_TRUE(points);
  ASSERT_EQ(points->size(), 1u);
  EXPECT_EQ(points->front().text, "");
  EXPECT_EQ(write_json(points->front().values), "{}");
}

TEST(Sweep, IsAGridWithTheFirstAxisOutermost) {
  const auto points = points_of(
      R"([{"path":"privacy.epsilon","values":[0.1,1]},
          {"path":"algorithms.0.parameters.iterations","values":[3,4,5]}])");
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points[0].text, "[0.1,3]");
  EXPECT_EQ(points[2].text, "[0.1,5]");
  EXPECT_EQ(points[3].text, "[1,3]");
  EXPECT_EQ(points[3].privacy.epsilon, 1);
  EXPECT_EQ(points[5].algorithms[0].parameters.number("iterations"), 5);
  EXPECT_EQ(write_json(points[4].values),
            R"({"privacy.epsilon":1,"algorithms.0.parameters.iterations":4})");
}

TEST(Sweep, SharesDataThatItLeavesAlone) {
  const auto points = points_of(R"([{"path":"privacy.epsilon","values":[1,2]}])");
  EXPECT_EQ(points[0].data, points[1].data);
}

TEST(Sweep, ReachesAllAlgorithmsWithAStar) {
  Json tree = with(small_experiment(), "algorithms",
                   R"([{"id":"dp-gd"},{"id":"dp-nag","parameters":{"iterations":9}}])");
  tree = with(tree, "sweep", R"([{"path":"algorithms.*.parameters.iterations","values":[5]}])");
  const auto points = expand_sweep(*read_experiment(write_json(tree)));
  ASSERT_TRUE(points);
  for (const AlgorithmSpec& algorithm : points->front().algorithms) {
    EXPECT_EQ(algorithm.parameters.number("iterations"), 5);
  }
}

TEST(Sweep, TextDoesNotDependOnHowAValueIsWritten) {
  const auto a =
      points_of(R"([{"path":"problem.regularizer","values":[{"kind":"l2","strength":1.0}]}])");
  const auto b =
      points_of(R"([{"path":"problem.regularizer","values":[{"strength":1e0,"kind":"l2"}]}])");
  EXPECT_EQ(a[0].text, b[0].text);
}

TEST(Sweep, NamesAPathThatLeadsNowhere) {
  for (const char* path : {"algorithms.1.parameters.iterations", "algorithms.x.label",
                           "privacy.epsilon.deep", "algorithms.0..id"}) {
    const Error error = error_of(R"([{"path":")" + std::string(path) + R"(","values":[1]}])");
    EXPECT_EQ(error.code, ErrorCode::invalid_value) << path;
    EXPECT_EQ(error.field, "sweep.0.path") << path;
  }
}

TEST(Sweep, CannotChangeTheNumberOfAlgorithms) {
  const Error error =
      error_of(R"([{"path":"algorithms","values":[[{"id":"dp-gd"},{"id":"gd"}]]}])");
  EXPECT_EQ(error.code, ErrorCode::invalid_value);
  EXPECT_EQ(error.field, "sweep");
}

TEST(Sweep, NamesTheFieldAndThePointThatAValueMakesWrong) {
  const Error error = error_of(R"([{"path":"privacy.epsilon","values":[1,0]}])");
  EXPECT_EQ(error.code, ErrorCode::invalid_budget);
  EXPECT_EQ(error.field, "privacy.epsilon");
  EXPECT_NE(error.message.find(R"(at the sweep point {"privacy.epsilon":0})"), std::string::npos);
}

TEST(Sweep, RefusesAGridBeyondTheCap) {
  std::vector<double> counting(101);
  std::iota(counting.begin(), counting.end(), 1.0);
  const Json values = Json::numbers(counting);
  const Json sweep = Json::array(
      {Json::object({{"path", "privacy.epsilon"}, {"values", values}}),
       Json::object({{"path", "algorithms.0.parameters.iterations"}, {"values", values}})});
  const Error error = error_of(write_json(sweep));
  EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
  EXPECT_EQ(error.field, "sweep");
}

TEST(RunList, GoesByAlgorithmThenPointThenRepeat) {
  const RunList list(2, 3, 4);
  ASSERT_EQ(list.size(), 24);
  Index run = 0;
  for (Index algorithm = 0; algorithm < 2; ++algorithm) {
    for (Index point = 0; point < 3; ++point) {
      for (Index repeat = 0; repeat < 4; ++repeat, ++run) {
        EXPECT_EQ(list[run].algorithm, algorithm);
        EXPECT_EQ(list[run].point, point);
        EXPECT_EQ(list[run].repeat, repeat);
      }
    }
  }
}

}  // namespace
}  // namespace noisy
