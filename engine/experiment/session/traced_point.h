#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/diagnostic/meter.h"

namespace noisy {

/// A meter of a run, and what its column is called.
struct NamedMeter {
  std::string column;
  std::shared_ptr<const Meter> meter;
  std::size_t width = 1;  ///< of the column
};

/// A traced iterate that waits to be measured, with what the run's meters keep of the step.
struct TracedPoint {
  Vector iterate;
  std::vector<std::unique_ptr<const KeptStep>> kept;  ///< by meter

  MeasuredPoint at(std::size_t meter) const { return {iterate, kept[meter].get()}; }
};

}  // namespace noisy
