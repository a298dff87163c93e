#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json/json.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// A grid of the plane origin + a u + b v, or of the line origin + a u.
struct GridRequest {
  Vector origin;
  Vector u;
  std::optional<Vector> v;             ///< absent: a line
  std::array<double, 2> u_range = {};  ///< of a, both ends included
  std::array<double, 2> v_range = {};  ///< of b
  Index columns = kUsualSide;          ///< values of a
  Index rows = 1;                      ///< values of b; 1 on a line

  static constexpr Index kUsualSide = 101;  ///< where nobody says how many
  Index size() const { return columns * rows; }
  /// The point of this place, row by row.
  Vector at(Index place) const;
};

/// Points around a centre, and what they say of the Kurdyka-Lojasiewicz condition.
struct ProbeRequest {
  std::optional<double> radius;  ///< of the farthest points; the domain's, where it has one
  std::optional<double> inner;   ///< of the nearest ones; a thousandth of it
  std::optional<Vector> centre;  ///< the reference optimum, where it is known; else the domain's
  Index samples = 512;
  std::uint64_t seed = 1;
  std::optional<double> exponent;  ///< kappa >= 1; fitted where it is absent
};

/// What is asked of the exact objective.
struct SurveyRequest {
  std::optional<GridRequest> grid;
  std::vector<Vector> points;
  std::optional<ProbeRequest> probe;
  std::optional<double> optimum;  ///< F*, where the author knows it better

  Index size() const;
};

/// Caps of one request.
struct SurveyLimits {
  static constexpr double kSide = 512;         ///< of a grid
  static constexpr double kCoordinates = 2e6;  ///< of the points that are given
  static constexpr double kSamples = 100'000;  ///< of a probe
  static constexpr double kWork = 1e13;        ///< records x points x d
};

/// A list of points, each a list of numbers.
///
/// @error invalid-type; limit-exceeded with more than SurveyLimits::kCoordinates
Result<std::vector<Vector>> read_points(const Json& value, const std::string& path);

/// Reads a request from its JSON text.
///
/// @param dimension  d of the problem
/// @error invalid-json; unknown-field, missing-field, invalid-type and invalid-value at the field;
///        limit-exceeded at "points"
Result<SurveyRequest> read_survey(std::string_view text, Index dimension);

}  // namespace noisy
