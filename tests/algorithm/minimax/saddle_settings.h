#pragma once

#include <memory>
#include <numeric>
#include <vector>

#include "engine/algorithm/frame/execute.h"
#include "engine/problem/saddle/auc.h"
#include "engine/problem/saddle/saddle_risk.h"
#include "tests/algorithm/engine_runs.h"

namespace noisy::testing {

inline constexpr Index kFeatures = 3;

inline std::unique_ptr<DenseData> records(Index count) {
  Numbers01 random(11);
  std::vector<naive::Numbers> rows;
  naive::Numbers targets;
  for (Index i = 0; i < count; ++i) {
    naive::Numbers row(kFeatures);
    for (double& value : row) value = random(-0.5, 0.5);
    targets.push_back(row[0] + random(-0.3, 0.3) > 0 ? 1 : -1);
    rows.push_back(row);
  }
  return dense_records(rows, targets);
}

inline const FeatureBounds kBounds{
    .l1 = 1.5, .l2 = 1, .linf = 0.5, .target_lower = -1, .target_upper = 1};

inline std::shared_ptr<const SaddleLoss> auc() {
  return std::make_shared<AucLoss>(AucLoss::make({.positive_share = 0.5, .radius = 1}).value());
}

struct SaddleSetting {
  std::shared_ptr<const SaddleLoss> loss;
  std::unique_ptr<DenseData> data;
  std::unique_ptr<SaddleRisk> risk;
  Domain domain;
};

inline SaddleSetting setting_of(std::shared_ptr<const SaddleLoss> loss, Index count) {
  SaddleSetting out{.loss = loss, .data = records(count)};
  out.risk = std::make_unique<SaddleRisk>(loss, *out.data, kBounds);
  out.domain.kind = Domain::Kind::product;
  out.domain.factors = {
      {.domain = loss->primal_domain(kFeatures), .size = loss->primal_dimension(kFeatures)},
      {.domain = loss->dual_domain(kFeatures), .size = loss->dual_dimension(kFeatures)}};
  return out;
}

inline PlanInput input_for(const SaddleSetting& setting, const PrivacyRequest& privacy,
                           const ParameterSet& given) {
  return {.facts = public_facts(*setting.risk, Regularizer{}),
          .privacy = privacy,
          .parameters = given,
          .regularizer = {},
          .domain = setting.domain};
}

inline constexpr PrivacyRequest kNoNoise{.notion = Notion::none, .mechanism = std::nullopt};
inline const PrivacyRequest kApproximate{
    .notion = Notion::approximate, .epsilon = 1, .delta = 1e-5, .mechanism = std::nullopt};

/// The mean operator of the listed records, one by one.
template <typename Records>
Vector operator_of(const SaddleSetting& setting, const Records& numbers, const Vector& z) {
  Vector sum = Vector::Zero(z.size()), one(z.size());
  std::vector<double> row(kFeatures);
  for (const auto i : numbers) {
    setting.data->copy_row(static_cast<Index>(i), row);
    setting.loss->operator_at({row, setting.data->targets()[static_cast<std::size_t>(i)]}, z, one);
    sum += one;
  }
  return sum / static_cast<double>(numbers.size());
}

struct AddedWeights {
  double primal, dual;
  int steps = 6000;
};

/// The saddle point of the mean over the listed records plus quadratic terms, by plain
/// extragradient that knows nothing of the engine's solvers. Weights are what is added; the loss
/// keeps its own.
template <typename Records>
Vector naive_saddle_point(const SaddleSetting& setting, const Records& numbers,
                          const AddedWeights& added, const Vector& centre) {
  const Index d_x = setting.loss->primal_dimension(kFeatures);
  const auto operator_at = [&](const Vector& z) {
    Vector sum = operator_of(setting, numbers, z);
    sum.head(d_x) += added.primal * (z.head(d_x) - centre.head(d_x));
    sum.tail(z.size() - d_x) += added.dual * (z - centre).tail(z.size() - d_x);
    return sum;
  };
  Vector z = centre;
  setting.domain.project(z);
  const double step = 1 / (8 + added.primal + added.dual);
  for (int t = 0; t < added.steps; ++t) {
    Vector half = z - step * operator_at(z);
    setting.domain.project(half);
    z -= step * operator_at(half);
    setting.domain.project(z);
  }
  return z;
}

/// <A(u), z - u> over all records, with A monotone at most the weak gap of z.
inline double merit(const SaddleSetting& setting, const Vector& z, const Vector& u) {
  std::vector<Index> all(static_cast<std::size_t>(setting.risk->samples()));
  std::iota(all.begin(), all.end(), 0);
  return operator_of(setting, all, u).dot(z - u);
}

/// Code and field of what planning says.
inline std::string refused(const char* id, const PlanInput& input) {
  const auto plan = find_algorithm(id)->plan(input);
  return plan ? std::string("planned")
              : std::string(code_text(plan.error().code)) + " " + plan.error().field;
}

}  // namespace noisy::testing
