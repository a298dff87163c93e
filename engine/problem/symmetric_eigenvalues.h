#pragma once

#include <Eigen/Core>
#include <vector>

namespace noisy {

/// All eigenvalues of a symmetric matrix, the largest first, as symmetric_spectrum finds them.
///
/// @param sweeps  receives how often all planes were gone through; may be null
std::vector<double> symmetric_eigenvalues(Eigen::MatrixXd matrix, int* sweeps = nullptr);

}  // namespace noisy
