#include "engine/problem/risk/linear_quadratic.h"

#include <gtest/gtest.h>

#include "engine/problem/domain/regularizer.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

/// Full-batch answer, gradient and value.
std::pair<Vector, double> answer(const FiniteSum& data, const Vector& point) {
  Vector gradient(point.size());
  double value = 0;
  const PointQuery query{.point = &point, .gradient = &gradient, .value = &value};
  ThreadPool pool(1);
  const auto pass = data.begin_pass({&query, 1});
  while (!pass->advance(pool, Deadline::never())) {
  }
  return {gradient, value};
}

TEST(LinearQuadratic, AnswersLikeTheSumOverItsRecords) {
  const Setting setting = quadratic_setting(1);
  const Vector x = vector(setting.start);
  const auto [gradient, value] = answer(*setting.data, x);
  EXPECT_LE((gradient - vector(setting.problem.full_gradient(setting.start))).norm(), 1e-13);
  EXPECT_NEAR(value, setting.problem.objective(setting.start), 1e-13);

  const std::vector<Index> batch = {3, 20, 7};
  Vector batch_gradient(5);
  BatchScratch scratch;
  setting.data->answer_batch(batch, {.point = &x, .gradient = &batch_gradient, .value = nullptr},
                             scratch);
  const auto expected = setting.problem.batch_gradient({3, 20, 7}, setting.start);
  EXPECT_LE((batch_gradient - vector(expected)).norm(), 1e-13);
}

TEST(LinearQuadratic, ScalesRecordsIntoTheBoundThatItsSensitivityRestsOn) {
  Eigen::MatrixXd records(2, 3);
  records << 3, 0.25, -6, 1, -0.25, 2;
  const auto data =
      LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(2, 2), records, 0.5).value();
  const Vector origin = Vector::Zero(2);
  BatchScratch scratch;
  std::vector<Vector> gradients;
  for (Index record = 0; record < 3; ++record) {
    Vector gradient(2);
    data.answer_batch({&record, 1}, {.point = &origin, .gradient = &gradient, .value = nullptr},
                      scratch);
    gradients.push_back(gradient);
  }
  EXPECT_LE((gradients[0] + Vector({{0.375, 0.125}})).norm(), 1e-15);
  EXPECT_EQ(gradients[1], Vector({{-0.25, 0.25}}));
  for (const Vector& a : gradients) {
    for (const Vector& b : gradients) {
      EXPECT_LE((a - b).lpNorm<1>(), data.gradient_bounds().l1 * (1 + 1e-15));
    }
  }
}

TEST(LinearQuadratic, SensitivityIsAttained) {
  Eigen::MatrixXd records(2, 2);
  records << 1.5, -1.5, 0, 0;
  const auto data =
      LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(2, 2), records, 1.5).value();
  EXPECT_EQ(data.gradient_bounds().l1, 3);
  EXPECT_EQ(data.l1_sensitivity_at(Vector::Constant(2, 7.0)), 3);
  EXPECT_EQ((records.col(0) - records.col(1)).lpNorm<1>(), 3);
}

TEST(LinearQuadratic, BoundsTheLargestEigenvalue) {
  Numbers01 random(5);
  const auto hessian = matrix(random_hessian({0.1, 0.7, 2}, random));
  const auto data = LinearQuadraticRisk::create(hessian, Eigen::MatrixXd::Zero(3, 2), 1).value();
  EXPECT_GE(data.smoothness_bound(), 2);
  EXPECT_LE(data.smoothness_bound(), 2 * std::sqrt(3.0));
}

TEST(LinearQuadratic, NamesWhatIsWrong) {
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(2, 2);
  const Eigen::MatrixXd records = Eigen::MatrixXd::Zero(2, 3);
  const auto code = [](const auto& result) { return result.error().code; };
  EXPECT_EQ(code(LinearQuadraticRisk::create(identity, records, 0)), ErrorCode::invalid_value);
  EXPECT_EQ(code(LinearQuadraticRisk::create(identity, Eigen::MatrixXd::Zero(3, 3), 1)),
            ErrorCode::invalid_value);
  const Eigen::MatrixXd bad = Eigen::MatrixXd::Constant(2, 3, std::nan(""));
  EXPECT_EQ(code(LinearQuadraticRisk::create(identity, bad, 1)), ErrorCode::not_finite);
}

/// Trace of the covariance of a batch mean gradient, over all subsets of the given size.
double enumerated_trace(const FiniteSum& data, const Vector& point, Index batch_size) {
  const Vector mean = answer(data, point).first;
  BatchScratch scratch;
  double sum = 0;
  double count = 0;
  for (unsigned mask = 0; mask < 1u << data.samples(); ++mask) {
    std::vector<Index> batch;
    for (Index i = 0; i < data.samples(); ++i) {
      if (mask >> i & 1) batch.push_back(i);
    }
    if (static_cast<Index>(batch.size()) != batch_size) continue;
    Vector gradient(point.size());
    data.answer_batch(batch, {.point = &point, .gradient = &gradient, .value = nullptr}, scratch);
    sum += (gradient - mean).squaredNorm();
    ++count;
  }
  return sum / count;
}

TEST(SamplingNoise, TraceOverAllSubsetsIsTheFormulaAndWithinItsBound) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Setting logistic = logistic_setting(seed, 5);
    const Setting quadratic = quadratic_setting(seed, 5);
    for (const Setting* setting : {&logistic, &quadratic}) {
      const Vector point = vector(setting->start);
      double record_trace = enumerated_trace(*setting->data, point, 1);
      for (const Index batch_size : {1, 2, 3, 4}) {
        const double m = static_cast<double>(batch_size);
        const double trace = enumerated_trace(*setting->data, point, batch_size);
        EXPECT_NEAR(trace, record_trace / m * (5 - m) / 4, 1e-13) << setting->name;
        EXPECT_LE(trace, naive::sampling_trace_bound(setting->facts.l1_sensitivity, {5, m}));
      }
    }
  }
}

TEST(Regularizer, AddsItsValueAndGradient) {
  const Regularizer l2{.kind = Regularizer::Kind::l2, .strength = 0.5};
  const Vector x{{2, -4}};
  EXPECT_EQ(l2.value(x), 0.25 * 20);
  Vector gradient{{1, 1}};
  l2.add_gradient(x, gradient);
  EXPECT_EQ(gradient, Vector({{2, -1}}));
  Regularizer{}.add_gradient(x, gradient);
  EXPECT_EQ(gradient, Vector({{2, -1}}));
  EXPECT_EQ(Regularizer{}.value(x), 0);
}

}  // namespace
}  // namespace noisy::testing
