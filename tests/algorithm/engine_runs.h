#pragma once

#include "tests/algorithm/method_input.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {

/// The path of a planned method with noise, charged to its own budget.
inline std::vector<Vector> private_path(const Setting& setting, const AlgorithmPlan& plan,
                                        const StreamFactory& streams) {
  PrivateOracle oracle(*setting.data, setting.regularizer, streams, plan.rule().cap());
  return drive(*setting.data, oracle, plan.start(oracle, vector(setting.start)));
}

inline std::vector<Vector> private_path(const Setting& setting, const naive::Method& method,
                                        const StreamFactory& streams) {
  const auto plan = engine_plan(method, setting.facts);
  return plan ? private_path(setting, *plan, streams) : std::vector<Vector>{};
}

/// The path of any algorithm, also a baseline, without noise.
inline std::vector<Vector> exact_path(const Setting& setting, std::string_view id,
                                      const ParameterSet& parameters) {
  const AlgorithmEntry* entry = find_algorithm(id);
  if (!entry) return {};
  const auto plan = entry->plan({.facts = engine_facts(setting.facts),
                                 .privacy = {.notion = Notion::none, .mechanism = std::nullopt},
                                 .parameters = parameters});
  if (!plan) return {};
  NonPrivateOracle oracle(*setting.data, setting.regularizer,
                          StreamFactory::reproducible({.seed = 1, .algorithm = std::string(id)}));
  return drive(*setting.data, oracle, (*plan)->start(oracle, vector(setting.start)));
}

inline ParameterSet parameters(std::initializer_list<std::pair<const char*, ParameterValue>> all) {
  ParameterSet out;
  for (const auto& [name, value] : all) out.set(name, value);
  return out;
}

/// Largest coordinate difference of two paths; infinity when they differ in length.
inline double path_distance(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  if (a.size() != b.size() || a.empty()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t t = 0; t < a.size(); ++t) {
    most = std::max(most, (a[t] - b[t]).cwiseAbs().maxCoeff());
  }
  return most;
}

/// Largest coordinate of a path.
inline double path_size(const std::vector<Vector>& path) {
  double most = 0;
  for (const Vector& x : path) most = std::max(most, x.cwiseAbs().maxCoeff());
  return most;
}

}  // namespace noisy::testing
