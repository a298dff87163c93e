#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/math/error.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/problem/risk/coordinate_clip.h"

namespace noisy {

/// Sums over records of gradients in whole numbers, for hardened draws by such sums.
///
/// A coordinate of one record's gradient, which bounds keep within [-L, L], enters a sum as the
/// nearest whole number of steps of the grid gamma, a power of two, but with floor(L / gamma) of
/// them at most, either way (CoordinateClip). Additions of these round nothing, in any order. So a
/// record that is replaced moves a coordinate of a sum by at most D steps, a whole number:
///
///     D = 2 floor(L / gamma) <= C / gamma     where C = 2 L,
///     D = floor((C + w S_2) / gamma) + 1      where C < 2 L,
///     D = 0                                   where C = 0,
///
/// C being how far two records' exact gradients can be apart in it. The first holds whatever
/// records are, finite or not. In the second, w S_2 / 2 is what the computed gradient of one record
/// is off by at most (FiniteSum::summation_error of one), so that two of them are C + w S_2 apart
/// at most, either of which moves by half a step when it is rounded; what is clipped comes no
/// further apart. In the third, no bit of the coordinate depends on a record (SaddleBounds). With
///
///     gamma + w S_2 <= 2^-17 C, w S_2 being needed in the second case only,
///
/// which is asked for, D <= (1 + 2^-17) C / gamma in all of them.
///
/// A draw with P(j) proportional to e^(u_j / N) for scores u that D moves has the range 2 D / N
/// (selection_range). In the place of scores that are means over m records, drawn with the scale b,
///
///     N = ceil((1 + 2^-16) m b / gamma)
///
/// makes it less than 2 C / (m b): the floating draw's, so that what is charged for that covers it.
/// What is between the two margins covers the rounding of these few operations.

/// What is known of one record's computed gradient; public.
struct WholeGradient {
  double largest = 0;   ///< L
  double rounding = 0;  ///< w S_2; infinity where nothing is proven
};

/// The sums that draws are made by; public.
struct GradientSums {
  double scale = 0;  ///< m b
  double block = 0;  ///< records whose gradients are added up at one point
  double total = 0;  ///< gradients that are added up in all
};

/// The grid for such draws: the finest one that leaves N at most about 2^39, what is added up in
/// one block below 2^50 steps of C, and in all below 2^57, a factor of 8 below what sums hold of L.
/// All of it is public.
///
/// @param move  C, the largest of all coordinates
double whole_gradient_grid(const GradientSums& sums, double move);

/// Whether block sums stay below 2^53 steps, so that doubles hold them exactly, and what is added
/// up in all below 2^60.
bool holds_sums(const WholeGradient& one, double grid, double block, double total);

/// Whether D <= (1 + 2^-17) C / gamma in a coordinate that moves by C.
bool is_whole_move(const WholeGradient& one, double move, double grid);

/// N; 0 where the grid is no power of two, or N not between 1 and 2^40.
std::uint64_t gradient_steps(double scale, double grid);

/// Whether whole numbers hold such sums, and draws by them cost what the floating ones do; true of
/// floating releases.
///
/// @param moves  C of every kind of coordinate
bool has_exact_draws(const Release& release, const WholeGradient& one, const GradientSums& sums,
                     std::span<const double> moves);

/// How a coordinate of one record's gradient enters a sum in steps.
///
/// @param length  the coordinate times this is what is bounded by L and added up: a product with a
///                vertex that lies on an axis, rounded once. The first bound on D holds of it, as
///                clipping alone sees to that
CoordinateClip clip_to_grid(const WholeGradient& one, double grid, double length = 1);

/// The same where it makes hardened draws.
///
/// @param moves  C of every kind of coordinate
/// @error invalid-budget at "privacy" where the noise is too large beside C; unbounded-sensitivity
///        at "run.randomness.release" where w S_2 is; limit-exceeded there where sums are
Result<double> hardened_gradient_grid(const WholeGradient& one, const GradientSums& sums,
                                      std::span<const double> moves);

/// What a statement adds to how such draws are made.
inline constexpr std::string_view kWholeGradientsText =
    ", in whole numbers: records' gradients are rounded to multiples of grid_t one by one, so that "
    "their sums are exact (drawn exactly)";

/// Whether the grids of a statement are the one that follows from its first scale, and leave the
/// noise a whole number of steps; nothing to find of floating releases.
///
/// @param sums  of a scale of 1: m, and what is added up
/// @param move  C
void check_gradient_grid(const StatedRelease& stated, const GradientSums& sums, double move,
                         const std::string& place, Findings& findings);

/// Whether hardened noise as stated is a whole number of steps that are small beside what a record
/// moves; nothing to ask of floating releases.
///
/// @param records  m
/// @param moves    C of every kind of coordinate
bool has_stated_steps(const StatedRelease& stated, const StatedNoise& noise, double records,
                      std::span<const double> moves);

}  // namespace noisy
