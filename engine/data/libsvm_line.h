#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// One record of a LIBSVM file: "label index:value index:value ... # comment". Indices begin at 1
/// and increase; absent features are 0.
struct LibsvmLine {
  double target = 0.0;
  std::vector<std::uint32_t> columns;  ///< from 0, increasing
  std::vector<double> values;          ///< one per column
};

/// Largest index that a file may have.
inline constexpr Index kMostLibsvmFeatures = Index{1} << 20;

/// Reads one line. Every error has the field "line L, column C", the label being column 1.
///
/// @param features  d, or 0 when it is not known
/// @return whether there is a record: a blank line or a comment has none
/// @error invalid-index   0, not increasing, not a whole number, above `features` or above 2^20
/// @error not-a-number, not-finite, missing-value
Result<bool> read_libsvm_line(std::string_view text, Index number, Index features,
                              LibsvmLine& line);

}  // namespace noisy
