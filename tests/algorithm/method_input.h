#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "tests/algorithm/naive/method.h"
#include "tests/support/drive.h"

namespace noisy::testing {

inline RiskFacts engine_facts(const naive::Facts& facts) {
  return {.samples = static_cast<Index>(facts.samples),
          .dimension = static_cast<Index>(facts.dimension),
          .smoothness = facts.smoothness,
          .strong_convexity = facts.strong_convexity,
          .l1_sensitivity = facts.l1_sensitivity,
          .l2_sensitivity = facts.l2_sensitivity,
          .initial_gap = facts.initial_gap,
          .reasons = {}};
}

inline PrivacyRequest engine_privacy(const naive::Method& method) {
  PrivacyRequest request;
  if (method.noise == naive::Noise::laplace_epsilon) {
    request.epsilon = method.budget;
  } else {
    request.notion = Notion::zcdp;
    request.rho = method.budget;
    request.mechanism =
        method.noise == naive::Noise::laplace_rho ? Mechanism::laplace : Mechanism::gaussian;
  }
  if (method.published_noise) request.calibration = Calibration::published_figures;
  return request;
}

/// The options that the algorithm has, by their names in the experiment file.
inline ParameterSet engine_parameters(const naive::Method& method, const AlgorithmEntry& entry) {
  ParameterSet all;
  all.set("iterations", static_cast<double>(method.iterations));
  if (method.batch_size) all.set("batchSize", static_cast<double>(*method.batch_size));
  const bool has_own_step = !method.momentum && method.momentum_rule == "polyak";
  if (method.step_size) {
    all.set("stepSize", *method.step_size);
  } else if (!has_own_step) {
    all.set("stepScale", method.step_scale);
  }
  if (method.momentum) {
    all.set("momentum", *method.momentum);
  } else {
    all.set("momentum", method.momentum_rule);
  }
  all.set("sensitivity", std::string(method.state_dependent ? "state-dependent" : "uniform"));
  all.set("division", method.division);
  all.set("horizon", method.horizon);
  all.set("includeSamplingNoise", method.include_sampling_noise);
  all.set("stageExponent", method.multistage.exponent);
  all.set("scaleConditionNumber", method.multistage.scale_kappa);
  if (method.multistage.first_stage > 0) {
    all.set("firstStage", static_cast<double>(method.multistage.first_stage));
  }
  ParameterSet out;
  for (const ParameterSpec& spec : entry.parameters) {
    const auto found = all.values().find(spec.name);
    if (found != all.values().end()) out.set(spec.name, found->second);
  }
  return out;
}

inline std::unique_ptr<AlgorithmPlan> engine_plan(const naive::Method& method,
                                                  const naive::Facts& facts) {
  const AlgorithmEntry* entry = find_algorithm(method.id);
  if (!entry) return nullptr;
  auto planned = entry->plan({.facts = engine_facts(facts),
                              .privacy = engine_privacy(method),
                              .parameters = engine_parameters(method, *entry)});
  return planned ? *std::move(planned) : nullptr;
}

}  // namespace noisy::testing
