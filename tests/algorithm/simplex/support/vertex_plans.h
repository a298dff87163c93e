#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/algorithm/frame/execute.h"
#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/risk/absent_records.h"
#include "tests/algorithm/simplex/support/requests.h"
#include "tests/algorithm/simplex/support/vertex_sums.h"
#include "tests/support/drive.h"

namespace noisy::testing {

inline PrivacyRequest by_the_paper() {
  PrivacyRequest privacy = kApproximate;
  privacy.calibration = Calibration::paper;
  return privacy;
}

/// A sum and the domain of its points.
struct VertexSetting {
  VertexSetting(const FiniteSum* sum, Domain set) : data(sum), domain(std::move(set)) {}
  VertexSetting(std::unique_ptr<FiniteSum> sum, Domain set)
      : data(sum.get()), domain(std::move(set)), own(std::move(sum)) {}

  const FiniteSum* data;
  Domain domain;
  std::unique_ptr<FiniteSum> own;
};

inline PlanInput input_of(const VertexSetting& setting, const PrivacyRequest& privacy,
                          const ParameterSet& parameters = {}) {
  return {.facts = public_facts(*setting.data, Regularizer{}),
          .privacy = privacy,
          .parameters = parameters,
          .regularizer = {},
          .domain = setting.domain};
}

enum class LossKind { linear, squared };

/// Records of signs that are not there, on the simplex; targets in [-1, 1].
inline VertexSetting absent_setting(Index samples, Index features, LossKind kind) {
  const Domain simplex{.kind = Domain::Kind::simplex};
  const double d = static_cast<double>(features);
  const FeatureBounds bounds{
      .l1 = d, .l2 = std::sqrt(d), .linf = 1, .target_lower = -1, .target_upper = 1};
  const LinearLoss loss =
      kind == LossKind::squared ? squared_loss() : find_loss("linear")->linear();
  return {make_absent_risk({.samples = samples, .features = features}, bounds, loss, std::nullopt,
                           simplex),
          simplex};
}

/// Every iterate of a run; nothing may be refused, and it must cost what is planned.
inline std::vector<Vector> whole_path(const FiniteSum& data, const AlgorithmPlan& plan,
                                      const StreamFactory& streams) {
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(data, {}, streams);
    return drive(data, oracle, plan.start(oracle, {}));
  }
  PrivateOracle oracle(data, {}, streams, plan.rule().cap());
  auto path = drive(data, oracle, plan.start(oracle, {}));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  EXPECT_EQ(oracle.ledger().releases(), plan.summary().iterations);
  EXPECT_EQ(static_cast<double>(oracle.gradient_evaluations()),
            plan.summary().gradient_evaluations);
  EXPECT_NEAR(oracle.ledger().spent().value, plan.rule().cap().value,
              1e-12 * plan.rule().cap().value);
  return path;
}

inline std::string notes_of(const AlgorithmPlan& plan) {
  std::string all;
  for (const std::string& note : plan.summary().notes) all += note;
  return all;
}

/// What no method that draws vertices has a proof of.
template <class Plan>
void expect_refusals_of_vertex_privacy(const Plan& plan) {
  const auto refused = [&](const auto& change) {
    PrivacyRequest privacy = kApproximate;
    change(privacy);
    const auto made = plan(privacy);
    return made ? "planned" : std::string(code_text(made.error().code)) + " " + made.error().field;
  };
  EXPECT_EQ(refused([](auto&) {}), "planned");
  EXPECT_EQ(refused([](auto& it) { it.mechanism = Mechanism::gaussian; }),
            "unsupported-mechanism privacy.mechanism");
  EXPECT_EQ(refused([](auto& it) { it.release = ReleaseKind::hardened; }), "planned");
  EXPECT_EQ(refused([](auto& it) { it.calibration = Calibration::advanced; }),
            "unsupported-option privacy.calibration");
  EXPECT_EQ(refused([](auto& it) { it.noise_constant = 6; }),
            "conflicting-fields privacy.noiseConstant");
  EXPECT_EQ(refused([](auto& it) { it.epsilon = 0; }), "invalid-budget privacy.epsilon");
  EXPECT_EQ(refused([](auto& it) { it.delta = 1; }), "invalid-budget privacy.delta");
}

}  // namespace noisy::testing
