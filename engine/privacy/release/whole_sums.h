#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/math/error.h"
#include "engine/math/index.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/stated_release.h"

namespace noisy {

/// Sums over records of answers that are whole numbers, for hardened releases.
///
/// The grid gamma is a power of two of at most 1, so that a sum is a whole number of its steps, and
/// a record that moves the sum by D moves that number by D / gamma: nothing that depends on records
/// is rounded, so that hardened releases of such sums move by what the sums move, and by no margin.
/// The order of the records does not matter.
///
/// Noise of scale b on sums over m is one of m b on the sums, and of the least whole number of
/// steps that is no less,
///
///     N = ceil(m b / gamma).
///
/// So the noise is never smaller than stated, and larger by a factor of 1 + gamma / (m b) at most.

/// All releases of one kind share the grid of the first, whose noise is the largest.
///
/// The grid for noise of this scale: the finest one that leaves it at most 2^39 steps, a sum of as
/// many answers as there are records at most 2^60, and is at most 1. All of it is public.
///
/// @param scale    m b, of the sums, > 0
/// @param records  n: no sum is larger
/// @error invalid-budget at "privacy" for more than 2^40 steps, limit-exceeded at "data" for more
///        than 2^53 records, which 64 bits do not hold beside their noise
Result<double> whole_sum_grid(double scale, Index records);

/// N; 0 where the grid is not one for such sums, or N is not between 1 and 2^40.
///
/// @param divisor  m, a whole number
/// @param scale    b
std::uint64_t whole_steps(double divisor, double scale, double grid, double records);

/// The number of steps nearest to a public number, such as a guess of a sum, within +-2^61.
std::int64_t nearest_step(double value, double grid);

/// A sum in steps of a grid, which is exact.
std::int64_t steps_of_sum(std::int64_t sum, double grid);

/// What a statement adds to how such noise is drawn.
inline constexpr std::string_view kWholeSumsText =
    ", in whole numbers: sums of answers are multiples of grid_t without rounding (drawn exactly)";

/// Whether the grids of a statement are the one that follows from its first scale and n; nothing to
/// find of floating releases.
void check_whole_sums(const StatedRelease& stated, double divisor, const std::string& place,
                      Findings& findings);

}  // namespace noisy
