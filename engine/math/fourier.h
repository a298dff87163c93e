#pragma once

#include <span>
#include <vector>

#include "engine/math/aligned.h"
#include "engine/math/index.h"

namespace noisy::math {

/// The discrete Fourier transform of a power-of-two length, in plain IEEE operations: the same bits
/// everywhere.
///
///     X_f = sum_k x_k exp(-2 pi i f k / N)
///
/// The spectrum lies in bit-reversed order: entry j holds the frequency N * reversed(j), where
/// reversed mirrors j's bits behind the binary point, so neither direction has to permute. Blocks
/// of radix 4 with one twiddle each (a polynomial is split modulo x^{2L} - w^2 into remainders
/// modulo x^L - w and x^L + w), so that one table serves all stages.
///
/// Error: ||computed - exact||_2 <= roundoff() ||exact||_2 in either direction (Higham, Accuracy
/// and Stability of Numerical Algorithms, 2002, Theorem 24.2, with twiddles off by at most 6
/// roundings).
class FourierTransform {
 public:
  /// @param size  N, a power of two, at least 4
  explicit FourierTransform(Index size);

  Index size() const { return size_; }

  /// Relative error in the Euclidean norm: 8 log2(N) 2^-53.
  double roundoff() const;

  /// Natural order to bit-reversed spectrum, in place.
  void forward(std::span<double> real, std::span<double> imaginary) const;

  /// Bit-reversed spectrum to natural order, in place, divided by N.
  void inverse(std::span<double> real, std::span<double> imaginary) const;

  /// Where the spectrum keeps the frequency -f of the frequency that entry j keeps.
  static Index mirrored(Index entry);

 private:
  Index size_;
  // exp(-pi i reversed(s)) for s < N / 2
  AlignedDoubles cosines_;
  AlignedDoubles sines_;
};

}  // namespace noisy::math
