#pragma once

#include <optional>
#include <span>

#include "engine/math/vector.h"

namespace noisy {

/// A point where the gap to the optimum and the length of the gradient are known.
struct GapPoint {
  double gap = 0;            ///< F(x) - F*
  double gradient_norm = 0;  ///< ||grad F(x)||_2
  Index place = 0;           ///< where it is from
};

/// ln gap = exponent ln ||grad F|| + offset, by least squares.
struct GapLine {
  double exponent = 0;  ///< an estimate of kappa
  double offset = 0;    ///< of kappa ln gamma
};

/// The line through the points; none where they do not tell two lengths apart.
///
/// @param points  with a gap and a length above 0
std::optional<GapLine> fit_gaps(std::span<const GapPoint> points);

/// The least gamma with gap <= (gamma ||grad F||)^kappa at all of the points, and where it is
/// attained: no more than the constant of the whole region.
struct KlConstant {
  double constant = 0;  ///< infinity at a stationary point with a gap
  Index place = -1;     ///< of the worst point; -1 without points
};

/// gamma = max gap^(1 / kappa) / ||grad F||.
///
/// @param points    with a gap above 0
/// @param exponent  kappa >= 1
KlConstant least_constant(std::span<const GapPoint> points, double exponent);

}  // namespace noisy
