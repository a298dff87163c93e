#pragma once

namespace noisy {

/// sum_{m=1}^{count} 1 / (m + shift) for shift >= 0: its first terms, and the rest by the
/// Euler-Maclaurin formula, within 1e-14 relative; so that sums over long runs cost nothing.
///
/// @param count  a whole number >= 0
double shifted_harmonic(double count, double shift);

}  // namespace noisy
