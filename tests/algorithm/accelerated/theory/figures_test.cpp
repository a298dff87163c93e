#include "engine/algorithm/accelerated/theory/figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace noisy {
namespace {

struct CurveRow {
  double step, momentum, rate, heavy_ball_rate;
  // For c_w = 1e-4 and 1e-2: ln bound at T = 50, 100, 250, the minimum and where it is.
  double small[4];
  Index small_at;
  double large[4];
  Index large_at;
};

const std::vector<CurveRow> kFigure1 = {
    {.1, 0, .99, .99, {9.122, 9.503, 8.320, 2.282}, 1, {9.134, 9.552, 8.594, 2.282}, 1},
    {.1, .3, .98569, .98562, {8.685, 8.630, 6.138, 2.274}, 1, {8.694, 8.664, 6.345, 2.274}, 1},
    {.1,
     .7,
     .96447,
     .96343,
     {6.509, 4.278, -4.617, -4.617},
     250,
     {6.514, 4.317, 2.445, 1.896},
     174},
    {.1, .8182, .9, .90453, {-.409, -7.890, -6.266, -7.925}, 104, {.354, 1.112, 2.945, .170}, 57},
    {.5, 0, .95, .95, {4.997, 1.254, -6.311, -6.529}, 214, {5.064, 1.988, 2.896, 1.621}, 120},
    {.5,
     .3,
     .92783,
     .92604,
     {2.636, -3.455, -5.971, -6.974},
     144,
     {2.748, 1.416, 3.240, 1.116},
     79},
    {.5, .7, .81548, .83666, {-8.215, -6.966, -5.133, -8.220}, 51, {.858, 2.244, 4.077, -.216}, 26},
    {.5,
     .6345,
     .77639,
     .79656,
     {-8.547, -7.162, -5.330, -8.827},
     41,
     {.662, 2.048, 3.881, -.807},
     22},
    {1, 0, .9, .9, {-.409, -7.269, -5.543, -7.269}, 100, {.840, 1.835, 3.667, .793}, 54},
    {1, .3, .85375, .84495, {-5.624, -7.060, -5.227, -7.795}, 66, {.766, 2.151, 3.983, .224}, 34},
    {1, .7, .79373, .83666, {-7.620, -6.238, -4.406, -7.812}, 43, {1.586, 2.972, 4.805, .126}, 21},
    {1,
     .5195,
     .68377,
     .72076,
     {-8.086, -6.700, -4.867, -9.224},
     27,
     {1.124, 2.510, 4.343, -1.244},
     14}};

void expect_curve(const Figure1Curve& curve, const double (&values)[4], Index minimum_at) {
  EXPECT_NEAR(curve.log_bound[49], values[0], 1e-3);
  EXPECT_NEAR(curve.log_bound[99], values[1], 1e-3);
  EXPECT_NEAR(curve.log_bound[249], values[2], 1e-3);
  const auto minimum = std::min_element(curve.log_bound.begin(), curve.log_bound.end());
  EXPECT_NEAR(*minimum, values[3], 1e-3);
  EXPECT_EQ(minimum - curve.log_bound.begin() + 1, minimum_at);
}

TEST(Figure1, HasThePublishedCurves) {
  for (std::size_t row = 0; row < kFigure1.size(); ++row) {
    const CurveRow& expected = kFigure1[row];
    const auto small = figure1_panel(Figure1Preset::paper_figure1, expected.step, 1e-4).value();
    const auto large = figure1_panel(Figure1Preset::paper_figure1, expected.step, 1e-2).value();
    const Figure1Curve& curve = small.curves[row % 4];
    EXPECT_NEAR(curve.momentum, expected.momentum, 5e-5);
    EXPECT_NEAR(curve.rate, expected.rate, 5e-6);
    EXPECT_NEAR(curve.heavy_ball_rate, expected.heavy_ball_rate, 5e-6);
    expect_curve(curve, expected.small, expected.small_at);
    expect_curve(large.curves[row % 4], expected.large, expected.large_at);
  }
}

TEST(Figure1, ShowsTheLowestMinimumAtNesterovsMomentumAndAnEarlierOneWithMoreNoise) {
  for (const double step : {0.1, 0.5, 1.0}) {
    std::vector<Index> earliest;
    for (const double noise : {1e-4, 1e-2}) {
      const auto panel = figure1_panel(Figure1Preset::paper_figure1, step, noise).value();
      std::vector<double> minima;
      for (const Figure1Curve& curve : panel.curves)
        minima.push_back(*std::min_element(curve.log_bound.begin(), curve.log_bound.end()));
      EXPECT_EQ(std::min_element(minima.begin(), minima.end()) - minima.begin(), 3);
      const auto& best = panel.curves[3].log_bound;
      earliest.push_back(std::min_element(best.begin(), best.end()) - best.begin());
    }
    EXPECT_LT(earliest[1], earliest[0]);
  }
}

TEST(Figure1, DrawsTheRateOverTheWholeRangeOfMomentum) {
  const auto paper = figure1_panel(Figure1Preset::paper_figure1, 0.5, 1e-4).value();
  ASSERT_EQ(paper.momenta.size(), 100u);
  EXPECT_DOUBLE_EQ(paper.momenta[99], 0.99);
  EXPECT_NEAR(paper.rates[0], 0.95, 1e-12);
  EXPECT_NEAR(paper.rates[70], 0.81548, 5e-6);
  const auto corrected = figure1_panel(Figure1Preset::corrected, 0.5, 1e-4).value();
  EXPECT_NEAR(corrected.rates[70], 0.83666, 5e-6);
}

TEST(Figure1, AsTheTextSaysIsAnotherFigure) {
  const auto text = figure1_panel(Figure1Preset::paper_text, 0.5, 1e-4).value();
  EXPECT_NEAR(text.curves[3].momentum, 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(text.curves[3].rate, 0.5, 1e-7);
}

TEST(Figure1, CorrectedBoundLiesAboveTheExactError) {
  for (const double step : {0.1, 0.5, 1.0})
    for (const double noise : {1e-4, 1e-2}) {
      const auto panel = figure1_panel(Figure1Preset::corrected, step, noise).value();
      for (const Figure1Curve& curve : panel.curves) {
        ASSERT_EQ(curve.log_exact.size(), 250u);
        for (std::size_t index = 0; index < 250; ++index)
          EXPECT_GE(curve.log_bound[index], curve.log_exact[index]);
      }
    }
}

struct StageRow {
  Index stages;
  double first, last, largest, smallest;
  std::vector<std::pair<double, double>> boundaries;
};

TEST(Figure2, HasTheValuesOfFormula34) {
  const std::vector<StageRow> rows = {
      {2, 65.291, 43.187, 91.229, 23.723, {{23.723, 91.229}}},
      {3, 154.729, 97.572, 216.199, 56.221, {{56.221, 216.199}, {102.347, 205.843}}},
      {4,
       343.447,
       205.276,
       479.892,
       124.792,
       {{124.792, 479.892}, {227.178, 456.904}, {216.578, 432.8}}},
      {5,
       741.760,
       420.101,
       1036.445,
       269.52,
       {{269.52, 1036.445}, {490.648, 986.798}, {467.755, 934.74}, {443.344, 885.48}}}};
  const Index ends[] = {13, 53, 133, 293, 613};
  for (const StageRow& row : rows) {
    const auto noise = figure2_noise(Figure2Form::formula_34, row.stages).value();
    ASSERT_EQ(static_cast<Index>(noise.size()), ends[row.stages - 1]);
    EXPECT_NEAR(noise.front(), row.first, 6e-4);
    EXPECT_NEAR(noise.back(), row.last, 6e-4);
    const auto [smallest, largest] = std::minmax_element(noise.begin(), noise.end());
    EXPECT_NEAR(*largest, row.largest, 6e-4);
    EXPECT_EQ(largest - noise.begin() + 1, 14);
    EXPECT_NEAR(*smallest, row.smallest, 6e-4);
    EXPECT_EQ(smallest - noise.begin() + 1, 13);
    for (std::size_t stage = 0; stage < row.boundaries.size(); ++stage) {
      const auto end = static_cast<std::size_t>(ends[stage]);
      EXPECT_NEAR(noise[end - 1], row.boundaries[stage].first, 6e-4);
      EXPECT_NEAR(noise[end], row.boundaries[stage].second, 6e-4);
    }
  }
}

TEST(Figure2, HasThePublishedVariant) {
  const auto two = figure2_noise(Figure2Form::published, 2).value();
  const auto five = figure2_noise(Figure2Form::published, 5).value();
  EXPECT_NEAR(two[0], 64.72, 6e-3);
  EXPECT_NEAR(two.back(), 42.81, 6e-3);
  EXPECT_NEAR(two[13], 90.44, 6e-3);
  EXPECT_NEAR(two[11], 25.59, 6e-3);
  EXPECT_EQ(std::min_element(two.begin(), two.end()) - two.begin() + 1, 12);
  EXPECT_NEAR(five[0], 740.21, 6e-3);
  EXPECT_NEAR(five.back(), 419.22, 6e-3);
  EXPECT_NEAR(five[13], 1034.28, 6e-3);
  EXPECT_NEAR(five[11], 292.63, 6e-3);
}

TEST(Figure2, IsASawtoothWhoseLastStageEndsAboveTheFirstStagesMinimum) {
  const std::vector<Index> ends = {13, 53, 133, 293, 613};
  for (Index stages = 2; stages <= 5; ++stages) {
    const auto noise = figure2_noise(Figure2Form::formula_34, stages).value();
    for (std::size_t index = 1; index < noise.size(); ++index) {
      const bool starts =
          std::find(ends.begin(), ends.end(), static_cast<Index>(index)) != ends.end();
      EXPECT_EQ(noise[index] > noise[index - 1], starts) << index;
    }
    EXPECT_GT(noise.back(), noise[12]);
  }
  EXPECT_EQ(figure2_noise(Figure2Form::formula_34, 0).error().field, "stages");
}

}  // namespace
}  // namespace noisy
