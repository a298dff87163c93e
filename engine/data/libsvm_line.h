#pragma once

#include <cstdint>
#include <vector>

#include "engine/data/record_cutter.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// One record of a LIBSVM file: "label index:value index:value ... # comment". Indices begin at 1,
/// or 0 where that is stated, and increase; absent features are 0.
struct LibsvmLine {
  double target = 0.0;
  std::vector<std::uint32_t> columns;  ///< from 0, increasing
  std::vector<double> values;          ///< one per column
};

/// Largest index that a file may have.
inline constexpr Index kMostLibsvmFeatures = Index{1} << 20;

/// What is stated of the indices of a file.
struct LibsvmForm {
  Index features = 0;  ///< d, or 0 when it is not known
  Index first = 1;     ///< the index of the first feature, 0 or 1
};

/// Reads one line. Every error has the field "line L, column C", the label being column 1.
///
/// @error invalid-index   below the first, not increasing, not a whole number, beyond `features` or
///                        2^20 of them
/// @error missing-value   a line of blanks or a comment alone: a record is never left out
/// @error not-a-number, not-finite
Result<void> read_libsvm_line(const RawRecord& record, const LibsvmForm& form, LibsvmLine& line);

}  // namespace noisy
