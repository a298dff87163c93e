#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/json/json.h"
#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

struct Experiment;

/// A measured point of a sweep.
struct MeasuredEnd {
  double at = 0;              ///< what is swept
  double mean = 0;            ///< over repeats
  double standard_error = 0;  ///< of it; NaN where it is not known
};

/// The slope of ln mean over ln at by least squares, through the points that have both logarithms.
struct SlopeFit {
  double slope = 0;
  /// What the points' errors make of it, each taken as normal and small (the delta method); NaN
  /// where a point has none. How far the points are off a line is not in it.
  double standard_error = 0;
  Index points = 0;
};

/// Nothing with fewer than three different `at`. The page's fitSlope (web/src/statistics/slope.ts)
/// gives the same numbers: it fits while runs are under way, before there is a result to ask about.
std::optional<SlopeFit> fit_slope(const std::vector<MeasuredEnd>& ends);

/// The path of the first axis of a sweep whose values are all positive numbers, as runs show them.
///
/// @error missing-field at "experiment.sweep" where there is none
Result<std::string> slopes_axis(const Experiment& experiment);

/// A row for every algorithm, other swept values and diagnostic of a finished sweep over a positive
/// number: the measured slope on two logarithmic axes with an interval of 95% confidence as far as
/// the repeats' errors go, that of the bound that the plans promise where the diagnostic is what it
/// bounds, and the power that a theorem gives the population error by what is swept (rate_law). The
/// plans are made again, from the experiment alone.
///
/// @param result  with a summary; without one, and without such a sweep, there are no rows
std::vector<Json> slope_rows(const Json& result);

}  // namespace noisy
