#pragma once

#include <vector>

namespace noisy {

/// Location and spread of one quantity over repeats.
struct SampleSummary {
  double mean = 0;
  double standard_error = 0;  ///< sample deviation (divisor k - 1) / sqrt(k); NaN when k = 1
  double median = 0;
  double q10 = 0;
  double q90 = 0;
};

/// Summary of at least one value.
SampleSummary summarize(std::vector<double> values);

/// The quantile at probability p of ascending values, by linear interpolation between order
/// statistics: position h = (k - 1) p, value x_floor(h) + (h - floor(h)) (x_floor(h)+1 -
/// x_floor(h)). (Hyndman and Fan's type 7, the default of R and NumPy.)
double quantile(const std::vector<double>& ascending, double probability);

}  // namespace noisy
