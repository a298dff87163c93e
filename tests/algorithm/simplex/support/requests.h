#pragma once

#include <initializer_list>
#include <utility>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/problem/parameter.h"

namespace noisy::testing {

inline constexpr PrivacyRequest kNoNoise{.notion = Notion::none, .mechanism = std::nullopt};
inline constexpr PrivacyRequest kApproximate{
    .notion = Notion::approximate, .epsilon = 1, .delta = 1e-6, .mechanism = std::nullopt};
inline constexpr PrivacyRequest kZcdp{
    .notion = Notion::zcdp, .rho = 0.1, .mechanism = std::nullopt};

inline ParameterSet given(std::initializer_list<std::pair<const char*, ParameterValue>> all) {
  ParameterSet out;
  for (const auto& [name, value] : all) out.set(name, value);
  return out;
}

}  // namespace noisy::testing
