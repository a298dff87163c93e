#pragma once

#include <Eigen/Core>

namespace noisy {

/// Ends of a symmetric matrix's spectrum; of data that of U'U / n, where the rows of U are the
/// records' features.
struct Spectrum {
  double smallest = 0;
  double largest = 0;
};

/// Eigenvalues of a symmetric matrix by cyclic Jacobi rotations, in one fixed order.
///
/// @param sweeps  receives how often all planes were gone through; may be null
Spectrum symmetric_spectrum(Eigen::MatrixXd matrix, int* sweeps = nullptr);

}  // namespace noisy
