#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/experiment/session/run_session.h"

namespace noisy::testing {

/// Median final gaps of one line, by the number of records.
using Ends = std::map<double, double>;

/// All lines of a result; lines are told apart by label and power.
inline std::map<std::string, Ends> ends_of(const Json& experiment) {
  const Json result = result_of(experiment);
  std::map<std::string, Ends> out;
  const Json summary = at_path(result, "nonPrivate.summary");
  for (const Json& line : summary.elements()) {
    const Json& sweep = line.member("sweep");
    std::string name = line.member("label").text();
    if (const Json* power = sweep.find("problem.power")) name += " " + write_json(*power);
    out[name][sweep.member("data.samples").number()] =
        at_path(line, "final.suboptimality.median").number();
  }
  return out;
}

/// Slope of ln(gap) over ln(n) by least squares, and its standard error from the residuals.
struct Slope {
  double value = 0;
  double error = 0;
};

inline Slope slope_of(const Ends& ends, double from) {
  std::vector<std::pair<double, double>> points;
  for (const auto& [samples, gap] : ends) {
    if (samples >= from) points.emplace_back(std::log(samples), std::log(gap));
  }
  const double count = static_cast<double>(points.size());
  double x = 0, y = 0, xx = 0, xy = 0, left = 0;
  for (const auto& [a, b] : points) {
    x += a / count;
    y += b / count;
  }
  for (const auto& [a, b] : points) {
    xx += (a - x) * (a - x);
    xy += (a - x) * (b - y);
  }
  const double slope = xy / xx;
  for (const auto& [a, b] : points) left += std::pow(b - y - slope * (a - x), 2);
  return {slope, std::sqrt(left / std::max(1.0, count - 2) / xx)};
}

}  // namespace noisy::testing
