#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

/// Independent, obviously correct re-implementations that the engine is compared with: plain loops
/// over plain vectors, written from the specification of the methods, sharing no code with the
/// engine. Slow on purpose.
namespace noisy::naive {

using Numbers = std::vector<double>;

inline Numbers plus(const Numbers& a, double factor, const Numbers& b) {
  Numbers out(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) out[k] = a[k] + factor * b[k];
  return out;
}

inline Numbers minus(const Numbers& a, const Numbers& b) {
  return plus(a, -1, b);
}

inline double dot(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

inline double norm(const Numbers& a) {
  return std::sqrt(dot(a, a));
}

inline double norm_1(const Numbers& a) {
  double sum = 0;
  for (const double value : a) sum += std::abs(value);
  return sum;
}

inline double norm_infinity(const Numbers& a) {
  double most = 0;
  for (const double value : a) most = std::max(most, std::abs(value));
  return most;
}

}  // namespace noisy::naive
