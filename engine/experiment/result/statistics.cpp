#include "engine/experiment/result/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/reduce.h"

namespace noisy {

double quantile(const std::vector<double>& ascending, double probability) {
  const double position = static_cast<double>(ascending.size() - 1) * probability;
  const double below = std::floor(position);
  const std::size_t index = static_cast<std::size_t>(below);
  const double low = ascending[index];
  if (index + 1 == ascending.size()) return low;
  return low + (position - below) * (ascending[index + 1] - low);
}

SampleSummary summarize(std::vector<double> values) {
  std::ranges::sort(values);
  const double count = static_cast<double>(values.size());
  SampleSummary summary;
  summary.mean = math::sum(values) / count;
  const double squares = math::sum_of(values.size(), [&](std::size_t i) {
    return (values[i] - summary.mean) * (values[i] - summary.mean);
  });
  summary.standard_error = values.size() > 1 ? std::sqrt(squares / (count - 1) / count)
                                             : std::numeric_limits<double>::quiet_NaN();
  summary.median = quantile(values, 0.5);
  summary.q10 = quantile(values, 0.1);
  summary.q90 = quantile(values, 0.9);
  return summary;
}

}  // namespace noisy
