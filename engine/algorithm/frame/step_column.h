#pragma once

#include <span>
#include <string>

#include "engine/math/error.h"

namespace noisy {

/// A number that every step of an algorithm tells everybody (PublicStep): a column of its traces.
struct StepColumn {
  std::string name;         ///< as in traces: "noisyNorm"
  std::string title;        ///< for people
  std::string unit;         ///< empty where its numbers have none
  std::string description;  ///< one or two sentences
};

/// Whether traces can have these columns beside those that every trace has.
///
/// @error invalid-value at "columns" for a name that is no camel-case word, that every trace or
///        event of one has already, or that stands twice; for a column without a title
Result<void> check_columns(std::span<const StepColumn> columns);

}  // namespace noisy
