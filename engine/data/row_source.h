#pragma once

#include <span>
#include <string>

#include "engine/math/index.h"

namespace noisy {

/// Records that are made anew whenever they are read, so that n d numbers need not fit in memory.
/// A record is the same at every reading.
class RowSource {
 public:
  virtual ~RowSource() = default;

  virtual Index samples() const = 0;   ///< n
  virtual Index features() const = 0;  ///< d
  /// Writes the d features of record i, 0 <= i < n.
  ///
  /// @return its target
  virtual double draw(Index i, std::span<double> row) const = 0;
  /// SHA-256 over what the records follow from, in hexadecimal digits: not private.
  virtual std::string hash() const = 0;
};

}  // namespace noisy
