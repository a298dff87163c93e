// Records that are made at every reading answer as the same records do that are kept.
#include "engine/problem/risk/drawn_risk.h"

#include <gtest/gtest.h>

#include "engine/data/source_bounds.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/risk/coordinate_clip.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/problem/saddle/sign_population.h"

namespace noisy::testing {
namespace {

constexpr Index kRecords = 203, kFeatures = 37;

/// The same law's records, kept and drawn.
struct Both {
  Both(std::string_view name, LinearLoss loss_of_both)
      : law{.name = std::string(name), .samples = kRecords, .features = kFeatures, .seed = 3},
        data(draw_signs(law,
                        {.samples = kRecords, .features = kFeatures, .layout = DataLayout::panels})
                 .value()),
        loss(std::move(loss_of_both)),
        kept(data, population_bounds(law), loss, std::nullopt, simplex()),
        drawn(sign_rows(law).value(), population_bounds(law), loss, simplex()) {}

  static Domain simplex() { return {.kind = Domain::Kind::simplex}; }

  SyntheticParameters law;
  DenseData data;
  LinearLoss loss;
  EmpiricalRisk kept;
  DrawnRisk drawn;
};

struct Answer {
  Vector gradient = Vector(kFeatures);
  double value = 0;

  /// With an anchor there is no value.
  PointQuery query(const Vector& point, const Vector* anchor) {
    return {.point = &point,
            .gradient = &gradient,
            .value = anchor ? nullptr : &value,
            .anchor = anchor};
  }
};

/// Of all records, in the shortest windows.
Answer full_pass(const FiniteSum& risk, const Vector& point, const Vector* anchor = nullptr) {
  Answer out;
  const PointQuery query = out.query(point, anchor);
  ThreadPool pool(1);
  const auto pass = risk.begin_pass({&query, 1});
  while (!pass->advance(pool, Deadline::after_seconds(0))) {
  }
  return out;
}

Answer batch_answer(const FiniteSum& risk, const std::vector<Index>& records, const Vector& point,
                    const Vector* anchor) {
  Answer out;
  BatchScratch scratch;
  risk.answer_batch(records, out.query(point, anchor), scratch);
  return out;
}

Vector point(double tilt) {
  Vector x = Vector::LinSpaced(kFeatures, 1, 1 + tilt);
  return x / x.sum();
}

void expect_alike(const Answer& drawn, const Answer& kept, double rounding) {
  EXPECT_LE((drawn.gradient - kept.gradient).lpNorm<Eigen::Infinity>(), rounding);
  EXPECT_NEAR(drawn.value, kept.value, rounding);
}

void expect_same_answers(const Both& both, double rounding) {
  const Vector x = point(3), other = point(-0.9);
  const std::vector<Index> some = {5, 0, 202, 5, 77};
  for (const Vector* anchor : {static_cast<const Vector*>(nullptr), &other}) {
    expect_alike(full_pass(both.drawn, x, anchor), full_pass(both.kept, x, anchor), rounding);
    expect_alike(batch_answer(both.drawn, some, x, anchor),
                 batch_answer(both.kept, some, x, anchor), rounding);
  }
  const auto part = both.drawn.part(40, 60), kept = both.kept.part(40, 60);
  EXPECT_EQ(part->samples(), 60);
  expect_alike(full_pass(*part, x), full_pass(*kept, x), rounding);
  BatchScratch scratch;
  math::PlacedSum sum, expected;
  sum.clear(kFeatures);
  expected.clear(kFeatures);
  both.drawn.add_clipped_gradients(11, 30, x, {.most = 0.1}, scratch, sum);
  both.kept.add_clipped_gradients(11, 30, x, {.most = 0.1}, scratch, expected);
  EXPECT_LE((sum.values() - expected.values()).lpNorm<Eigen::Infinity>(), rounding);
}

TEST(DrawnRisk, AnswersOfALinearLossAreThoseOfKeptRecords) {
  const Both both("planted-arm", linear_entry().linear({}));
  const Vector x = point(3);
  EXPECT_EQ(full_pass(both.drawn, x).gradient, full_pass(both.kept, x).gradient);
  expect_same_answers(both, 1e-14);
}

TEST(DrawnRisk, AnswersOfLeastSquaresAreTheSameButForRounding) {
  const Both both("planted-weights", squared_loss());
  expect_same_answers(both, 1e-13);
}

TEST(DrawnRisk, HasTheBoundsOfKeptRecordsAndNoProofOfRounding) {
  const Both both("planted-weights", squared_loss());
  EXPECT_EQ(both.drawn.gradient_bounds().l2, both.kept.gradient_bounds().l2);
  EXPECT_EQ(both.drawn.gradient_bounds().linf, both.kept.gradient_bounds().linf);
  EXPECT_EQ(both.drawn.smoothness_bound(), both.kept.smoothness_bound());
  EXPECT_EQ(both.drawn.samples(), kRecords);
  EXPECT_TRUE(std::isinf(both.drawn.summation_error(kRecords)));
}

TEST(DrawnRisk, RowsAreNamedByTheLawThatTheyFollowFrom) {
  const SyntheticParameters law{.name = "planted-arm", .samples = 9, .features = 4, .seed = 1};
  const std::string hash = sign_rows(law).value()->hash();
  EXPECT_EQ(hash, sign_rows(law).value()->hash());
  for (const auto change : {+[](SyntheticParameters& one) { one.seed = 2; },
                            +[](SyntheticParameters& one) { one.samples = 10; },
                            +[](SyntheticParameters& one) { one.features = 5; },
                            +[](SyntheticParameters& one) { one.advantage = 0.4; }}) {
    SyntheticParameters other = law;
    change(other);
    EXPECT_NE(hash, sign_rows(other).value()->hash());
  }
}

}  // namespace
}  // namespace noisy::testing
