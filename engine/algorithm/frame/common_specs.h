#pragma once

#include <string>

#include "engine/problem/parameter.h"

namespace noisy {

/// What the catalogue says of the parameters that many methods have: name, type, unit and range are
/// the same for all; where the default comes from, and what it means, differ.
struct SpecTexts {
  std::string default_rule;  ///< "" where the method sets a default value instead
  std::string description;
  std::string source;
};

ParameterSpec iterations_spec(SpecTexts texts);
ParameterSpec batch_size_spec(SpecTexts texts);
ParameterSpec step_size_spec(SpecTexts texts);

/// The default is 0 in every coordinate, unless there is a rule.
ParameterSpec start_spec(SpecTexts texts);

}  // namespace noisy
