#include "engine/problem/risk/sparse_risk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/data/sparse_generator.h"
#include "engine/math/double_double.h"
#include "engine/math/reduce.h"
#include "engine/math/row_pass.h"
#include "engine/problem/risk/coordinate_clip.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

/// Neither a multiple of a panel nor of a block, and with columns of more than a segment.
constexpr Index kRecords = 3001;
constexpr Index kFeatures = 400;

/// Words, an empty record, and an intercept whose column is full.
SparseData words() {
  SyntheticParameters parameters{
      .name = "text-like", .samples = kRecords - 1, .features = kFeatures - 1};
  SparseData drawn = std::move(make_sparse_synthetic(parameters)->data);
  SparseDataBuilder builder(kFeatures - 1, 1e9);
  for (Index i = 0; i < drawn.samples(); ++i) {
    if (i == 700) (void)builder.append({}, {}, 1);
    (void)builder.append(drawn.columns(i), drawn.values(i),
                         drawn.targets()[static_cast<std::size_t>(i)]);
  }
  SparseData data = std::move(builder).finish();
  data.add_column(0.5);
  return data;
}

const SparseRecords& records() {
  static const SparseRecords kRecordsByBoth(words());
  return kRecordsByBoth;
}

const DenseData& dense() {
  static const DenseData kDense = to_dense(records().rows, DataLayout::panels, 0, 1e9).value();
  return kDense;
}

constexpr FeatureBounds kBounds{
    .l1 = 5.5, .l2 = 1.25, .linf = 1, .target_lower = -1, .target_upper = 1};

Vector random_point(std::uint64_t step) {
  Stream draws = StreamFactory::synthetic_data(9, "sparse-risk").stream(StreamPurpose::data, step);
  Vector x(kFeatures);
  fill_normal(draws, 1, {x.data(), kFeatures});
  return x;
}

struct Answer {
  Vector gradient = Vector(kFeatures);
  double value = 0;
};

struct Question {
  Vector point;
  bool wants_gradient = true;
  bool wants_value = true;
  const Vector* anchor = nullptr;
};

std::vector<Answer> ask(const FiniteSum& risk, const std::vector<Question>& questions,
                        int threads = 1) {
  std::vector<Answer> answers(questions.size());
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    queries.push_back({.point = &questions[i].point,
                       .gradient = questions[i].wants_gradient ? &answers[i].gradient : nullptr,
                       .value = questions[i].wants_value ? &answers[i].value : nullptr,
                       .anchor = questions[i].anchor});
  }
  ThreadPool pool(threads);
  const auto pass = risk.begin_pass(queries);
  while (!pass->advance(pool, Deadline::after_seconds(0))) {
  }
  return answers;
}

void expect_near(const Answer& got, const Answer& want) {
  EXPECT_NEAR(got.value, want.value, 1e-13 * (1 + std::fabs(want.value)));
  for (Index j = 0; j < kFeatures; ++j) EXPECT_NEAR(got.gradient[j], want.gradient[j], 1e-14);
}

std::vector<LinearLoss> all_losses() {
  return {logistic_loss(),          logistic_literal_loss(), squared_loss(), huber_loss(0.5),
          smoothed_hinge_loss(0.5), geman_mcclure_loss(),    sigmoid_loss(), polyak_example_loss()};
}

TEST(SparseRisk, EqualsTheDenseRiskForEveryLoss) {
  for (const LinearLoss& loss : all_losses()) {
    const SparseRisk sparse(records(), kBounds, loss);
    const EmpiricalRisk full(dense(), kBounds, loss);
    const std::vector<Question> questions = {{random_point(1)}};
    expect_near(ask(sparse, questions)[0], ask(full, questions)[0]);
  }
}

TEST(SparseRisk, HasTheSameBitsWithAnyThreadsAndInAnyCompany) {
  const SparseRisk risk(records(), kBounds, logistic_loss());
  const Vector anchor = random_point(50);
  std::vector<Question> questions;
  for (std::uint64_t i = 0; i < 13; ++i) {
    questions.push_back({random_point(10 + i), i % 5 != 3, i % 4 != 2});
    if (i % 3 == 1) questions.push_back({random_point(30 + i), true, false, &anchor});
  }
  const std::vector<Answer> together = ask(risk, questions);
  for (const int threads : {1, 2, 3}) {
    const std::vector<Answer> shared = ask(risk, questions, threads);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const Answer alone = ask(risk, {questions[i]}, threads)[0];
      if (questions[i].wants_gradient) {
        EXPECT_EQ(shared[i].gradient, together[i].gradient);
        EXPECT_EQ(alone.gradient, together[i].gradient);
      }
      EXPECT_EQ(shared[i].value, together[i].value);
      EXPECT_EQ(alone.value, together[i].value);
    }
  }
}

TEST(SparseRisk, MiniBatchesEqualTheDenseOnes) {
  const Vector x = random_point(2);
  std::vector<Index> chosen = {700, 3000, 0, 17, 500, 3, 999, 64, 8, 9, 255, 256};
  for (Index i = 1000; i < 1400; ++i) chosen.push_back(i);  // more than a block
  const SparseRisk sparse(records(), kBounds, logistic_loss());
  const EmpiricalRisk full(dense(), kBounds, logistic_loss());
  BatchScratch scratch;
  Answer got, want;
  sparse.answer_batch(chosen, {.point = &x, .gradient = &got.gradient, .value = &got.value},
                      scratch);
  full.answer_batch(chosen, {.point = &x, .gradient = &want.gradient, .value = &want.value},
                    scratch);
  expect_near(got, want);
}

// The dense risk adds record after record and clips every coordinate of each.
TEST(SparseRisk, AddsClippedGradientsAsTheDenseRiskDoes) {
  const Vector x = random_point(3);
  constexpr GradientClip kClip{.norm = GradientClip::Norm::l2, .bound = 0.3};
  const SparseRisk sparse(records(), kBounds, logistic_loss(), kClip);
  const EmpiricalRisk full(dense(), kBounds, logistic_loss(), kClip);
  BatchScratch scratch;
  for (const CoordinateClip clip :
       {CoordinateClip{.most = 0.01}, {.most = 10}, {.most = 3, .per_unit = 0x1p9}}) {
    math::PlacedSum got, want;
    got.clear(kFeatures);
    want.clear(kFeatures);
    got.add(2, 1);
    want.add(2, 1);
    sparse.add_clipped_gradients(690, 300, x, clip, scratch, got);
    full.add_clipped_gradients(690, 300, x, clip, scratch, want);
    EXPECT_TRUE(want.is_everywhere());
    EXPECT_FALSE(got.is_everywhere());
    for (Index j = 0; j < kFeatures; ++j) EXPECT_NEAR(got.values()[j], want.values()[j], 1e-13);
    EXPECT_GT(math::linf_norm(got.values() - Vector::Unit(kFeatures, 2)), 0.01);
  }
}

// Near the anchor the difference of two gradients has lost its digits; the difference of the
// records' derivatives has not.
TEST(SparseRisk, DifferencesFromAnAnchorKeepTheirDigits) {
  const Vector anchor = random_point(3);
  const Vector step = 1e-9 * random_point(4);
  const Vector x = anchor + step;
  const SparseRisk sparse(records(), kBounds, squared_loss());
  const EmpiricalRisk full(dense(), kBounds, squared_loss());
  const std::vector<Question> questions = {{x, true, false, &anchor}};
  const Answer got = ask(sparse, questions)[0];
  const Answer want = ask(full, questions)[0];
  Vector exact = Vector::Zero(kFeatures);  // U'U (x - anchor) / n
  for (Index i = 0; i < kRecords; ++i) {
    double margin = 0;
    for (Index j = 0; j < kFeatures; ++j) margin += dense().feature(i, j) * (x[j] - anchor[j]);
    for (Index j = 0; j < kFeatures; ++j) exact[j] += margin * dense().feature(i, j) / kRecords;
  }
  // Margins of size 1 are rounded at 1e-16; so the differences of size 1e-9 are good to 1e-7.
  EXPECT_LT((got.gradient - exact).norm(), 1e-6 * exact.norm());
  EXPECT_LT((got.gradient - want.gradient).norm(), 1e-6 * exact.norm());

  BatchScratch scratch;
  const std::vector<Index> chosen = {5, 700, 30, 2999};
  Answer batch, dense_batch, at_x, at_anchor;
  const auto answer = [&](const FiniteSum& risk, const Vector& point, const Vector* from,
                          Answer& out) {
    risk.answer_batch(
        chosen, {.point = &point, .gradient = &out.gradient, .value = nullptr, .anchor = from},
        scratch);
  };
  answer(sparse, x, &anchor, batch);
  answer(full, x, &anchor, dense_batch);
  EXPECT_LT((batch.gradient - dense_batch.gradient).norm(), 1e-6 * batch.gradient.norm());
  const Vector far = random_point(6);
  answer(sparse, far, &anchor, batch);
  answer(sparse, far, nullptr, at_x);
  answer(sparse, anchor, nullptr, at_anchor);
  EXPECT_LT((batch.gradient - (at_x.gradient - at_anchor.gradient)).norm(), 1e-14);
  answer(sparse, anchor, &anchor, batch);  // x is the anchor itself, at the same address
  EXPECT_EQ(batch.gradient, Vector::Zero(kFeatures));
}

TEST(SparseRisk, ClipsAndCountsAsTheDenseRiskDoes) {
  const Vector x = 3 * random_point(7);
  for (const auto norm : {GradientClip::Norm::l1, GradientClip::Norm::l2}) {
    const GradientClip clip{norm, 0.4};
    const SparseRisk sparse(records(), kBounds, squared_loss(), clip);
    const EmpiricalRisk full(dense(), kBounds, squared_loss(), clip);
    expect_near(ask(sparse, {{x}}, 2)[0], ask(full, {{x}}, 2)[0]);
    EXPECT_EQ(sparse.gradient_bounds().l1, full.gradient_bounds().l1);
    EXPECT_EQ(sparse.gradient_bounds().l2, full.gradient_bounds().l2);
    double shares[2] = {};
    const FiniteSum* risks[] = {&sparse, &full};
    for (int i = 0; i < 2; ++i) {
      const PointQuery query{.point = &x, .gradient = nullptr, .value = &shares[i]};
      ThreadPool pool(1);
      const auto pass = risks[i]->begin_clip_pass({&query, 1});
      while (!pass->advance(pool, Deadline::never())) {
      }
    }
    EXPECT_GT(shares[0], 0.1);
    EXPECT_EQ(shares[0], shares[1]);
  }
}

TEST(SparseRisk, HasTheBoundsOfTheDenseRisk) {
  const SparseRisk sparse(records(), kBounds, logistic_loss());
  const EmpiricalRisk full(dense(), kBounds, logistic_loss());
  const Vector x = random_point(8);
  EXPECT_EQ(sparse.samples(), kRecords);
  EXPECT_EQ(sparse.dimension(), kFeatures);
  EXPECT_EQ(sparse.gradient_bounds().l1, full.gradient_bounds().l1);
  EXPECT_EQ(sparse.gradient_bounds().l2, full.gradient_bounds().l2);
  EXPECT_EQ(sparse.l1_sensitivity_at(x), full.l1_sensitivity_at(x));
  EXPECT_EQ(sparse.smoothness_bound(), full.smoothness_bound());
  EXPECT_TRUE(sparse.is_convex());
}

// At the origin the logistic slope is exactly -y/2, so every record's gradient is exact and all the
// error is the sum's: as for dense records.
TEST(SparseRisk, SummationErrorBoundsTheErrorOfComputedMeans) {
  double largest_share = 0;
  for (const Index samples : {1, 9, 255, 1025, 5000, 200'000}) {
    SparseDataBuilder builder(1, 1e9);
    Stream draws = StreamFactory::synthetic_data(8, "summation-error")
                       .stream(StreamPurpose::data, static_cast<std::uint64_t>(samples));
    math::DoubleDouble sum;
    double sizes = 0;
    const std::uint32_t column = 0;
    std::vector<Index> all;
    for (Index i = 0; i < samples; ++i) {
      const double value = i == 0 ? 1.0 : uniform_positive(draws) * 0x1p-3;
      (void)builder.append({&column, 1}, {&value, 1}, -1);
      sum = sum + value / 2;
      sizes += value / 2;
      all.push_back(i);
    }
    const SparseRecords data(std::move(builder).finish());
    const SparseRisk risk(data, kBounds, logistic_loss());
    const double n = static_cast<double>(samples);
    const double bound = risk.summation_error(samples) * sizes / n;
    const Vector zero = Vector::Zero(1);
    Vector by_pass(1), by_batch(1);
    const PointQuery query{.point = &zero, .gradient = &by_pass, .value = nullptr};
    ThreadPool pool(1);
    const auto pass = risk.begin_pass({&query, 1});
    while (!pass->advance(pool, Deadline::never())) {
    }
    BatchScratch scratch;
    risk.answer_batch(all, {.point = &zero, .gradient = &by_batch, .value = nullptr}, scratch);
    for (const double computed : {by_pass[0], by_batch[0]}) {
      const double error = std::fabs((sum.high - computed * n + sum.low) / n);
      EXPECT_LE(error, bound) << samples;
      largest_share = std::max(largest_share, error / bound);
    }
  }
  EXPECT_GT(largest_share, 1e-3);  // the bound is no astronomic one
}

TEST(SparseRisk, SummationErrorIsInfiniteWhereMarginsMayOverflow) {
  FeatureBounds wide = kBounds;
  wide.l1 = 1e200;
  EXPECT_TRUE(std::isinf(SparseRisk(records(), wide, logistic_loss()).summation_error(3)));
  EXPECT_EQ(SparseRisk(records(), kBounds, logistic_loss()).summation_error(3),
            math::mean_rounding_error(3));
}

}  // namespace
}  // namespace noisy
