#pragma once

#include <cmath>
#include <vector>

namespace noisy::testing {

/// P[X = k], k = 0..n, for X ~ Binomial(n, p), term by term in long double. Fine for n up to a few
/// thousand and 0 < p < 1.
inline std::vector<long double> binomial_terms(int n, long double p) {
  std::vector<long double> terms(static_cast<std::size_t>(n) + 1);
  const long double log_p = std::log(p);
  const long double log_rest = std::log1p(-p);
  for (int k = 0; k <= n; ++k) {
    const long double log_choices =
        std::lgamma(n + 1.0L) - std::lgamma(k + 1.0L) - std::lgamma(n - k + 1.0L);
    terms[static_cast<std::size_t>(k)] = std::exp(log_choices + k * log_p + (n - k) * log_rest);
  }
  return terms;
}

/// P[X >= k]
inline long double upper_sum(const std::vector<long double>& terms, int k) {
  long double sum = 0;
  for (int i = static_cast<int>(terms.size()) - 1; i >= std::max(k, 0); --i) {
    sum += terms[static_cast<std::size_t>(i)];
  }
  return sum;
}

}  // namespace noisy::testing
