#pragma once

namespace noisy {

/// Where E_0, the public guess of F(x_0) - F*, comes from.
enum class GapSource {
  stated,  ///< problem.constants.initialGap
  known,   ///< the closed form of a problem of the gallery at this start
  start,   ///< no data set that the enforced bounds allow has a larger gap at this start
  assumed  ///< nothing bounds the loss there
};

}  // namespace noisy
