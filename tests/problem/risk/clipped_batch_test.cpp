// However a record is stored, and in whatever batch it is asked for, its gradient is no longer than
// the clip: what sensitivities rest on where features have no bound.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "engine/data/sparse_columns.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/problem/risk/mean_estimation.h"
#include "engine/problem/risk/sparse_risk.h"

namespace noisy {
namespace {

constexpr Index kRecords = 11, kFeatures = 3;
constexpr double kClip = 0.5;

/// Records of all sizes, most of them far too long.
double feature(Index record, Index column) {
  const double sign = (record + column) % 2 == 0 ? 1 : -1;
  return sign * std::pow(10.0, static_cast<double>(record % 5) - 1) *
         static_cast<double>(column + 1);
}

DenseData dense(DataLayout layout) {
  auto data =
      DenseData::allocate({.samples = kRecords, .features = kFeatures, .layout = layout}).value();
  for (Index i = 0; i < kRecords; ++i) {
    for (Index j = 0; j < kFeatures; ++j) data.set_feature(i, j, feature(i, j));
    data.targets()[static_cast<std::size_t>(i)] = i % 3 == 0 ? -1 : 1;
  }
  return data;
}

SparseRecords sparse() {
  SparseDataBuilder builder(kFeatures, 1e6);
  const DenseData data = dense(DataLayout::rows);
  const std::vector<std::uint32_t> columns = {0, 1, 2};
  for (Index i = 0; i < kRecords; ++i) {
    const std::span<const double> values(data.row(i), kFeatures);
    EXPECT_TRUE(builder.append(columns, values, data.targets()[static_cast<std::size_t>(i)]));
  }
  return SparseRecords(std::move(builder).finish());
}

/// One set of records in every way in which the engine stores and reads them.
struct Storages {
  DenseData panels = dense(DataLayout::panels);
  DenseData rows = dense(DataLayout::rows);
  SparseRecords words = sparse();

  std::vector<std::unique_ptr<FiniteSum>> risks(const GradientClip& clip) const {
    std::vector<std::unique_ptr<FiniteSum>> out;
    out.push_back(std::make_unique<EmpiricalRisk>(panels, FeatureBounds{}, squared_loss(), clip));
    out.push_back(std::make_unique<EmpiricalRisk>(rows, FeatureBounds{}, squared_loss(), clip));
    out.push_back(std::make_unique<SparseRisk>(words, FeatureBounds{}, squared_loss(), clip));
    out.push_back(std::make_unique<MeanEstimationRisk>(rows, FeatureBounds{}, Domain{}, clip));
    return out;
  }
};

Vector batch_gradient(const FiniteSum& risk, const std::vector<Index>& records, const Vector& x,
                      const Vector* anchor = nullptr) {
  Vector out(kFeatures);
  BatchScratch scratch;
  risk.answer_batch(records, {.point = &x, .gradient = &out, .value = nullptr, .anchor = anchor},
                    scratch);
  return out;
}

Vector full_gradient(const FiniteSum& risk, const Vector& x) {
  Vector out(kFeatures);
  const PointQuery query{.point = &x, .gradient = &out, .value = nullptr};
  ThreadPool pool(1);
  const auto pass = risk.begin_pass({&query, 1});
  while (!pass->advance(pool, Deadline::never())) {
  }
  return out;
}

TEST(ClippedBatches, HoldNoGradientThatIsLongerThanTheClipHoweverItIsStored) {
  const Storages storages;
  const Vector x{{0.7, -2, 0.4}}, anchor{{-3, 1, 5}};
  for (const auto norm : {GradientClip::Norm::l1, GradientClip::Norm::l2}) {
    const auto length = [&](const Vector& v) {
      return norm == GradientClip::Norm::l1 ? v.lpNorm<1>() : v.norm();
    };
    const auto risks = storages.risks({.norm = norm, .bound = kClip});
    for (std::size_t which = 0; which < risks.size(); ++which) {
      const FiniteSum& risk = *risks[which];
      Vector sum = Vector::Zero(kFeatures);
      double longest = 0;
      for (Index i = 0; i < kRecords; ++i) {
        const Vector one = batch_gradient(risk, {i}, x);
        sum += one;
        longest = std::max(longest, length(one));
        EXPECT_LE(length(batch_gradient(risk, {i}, x, &anchor)), 2 * kClip * (1 + 1e-12)) << which;
      }
      EXPECT_LE(longest, kClip) << which;
      EXPECT_GE(longest, kClip * (1 - 1e-9)) << which;  // some are cut off
      // All records and every other way to ask for them say the same.
      const Vector full = full_gradient(risk, x);
      EXPECT_LE((full - sum / kRecords).norm(), 1e-12) << which;
      const Vector pair = batch_gradient(risk, {3, 8}, x);
      const Vector singles = batch_gradient(risk, {3}, x) + batch_gradient(risk, {8}, x);
      EXPECT_LE((pair - singles / 2).norm(), 1e-12) << which;
    }
  }
}

}  // namespace
}  // namespace noisy
