#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/privacy/oracle/gradient_oracle.h"

namespace noisy {

/// Defects that an audit must find. Each is a toy: only an audit that asks for one by name meets
/// it, and its result says so; no run can.
enum class PlantedBug {
  none,                ///< the real oracle
  noise_too_small,     ///< a Laplace scale or deviation too small by the square root of 2
  shared_noise,        ///< one draw for all coordinates
  weak_seed,           ///< noise from one of 256 streams
  halved_sensitivity,  ///< noise for half of the records' true effect
  reused_phase,        ///< two phases that claim to use halves of the data, and use the same one
  exact_release,       ///< every second release without noise
  unnoised_anchor,     ///< the step at the anchor is charged and not noised
  halved_difference,   ///< noise for differences of gradients that move by half of what they can
  repeated_noise,      ///< the batches of an epoch are noised alike
  printed_spider,      ///< KL Spider with its printed noise, 2.25 rho charged as rho
  believed_solver,     ///< a solution that nothing certifies is released as if it were exact
  negative_norm,       ///< adaptive descent that charges a negative noisy length by its square
  unclipped_rows,      ///< preprocessing states a bound on rows and passes longer ones on
  separate_phases,     ///< no defect: the phases of reused_phase as they should be
  corrected_spider,    ///< no defect: printed_spider with the noise for what it charges
  corrected_norms,     ///< no defect: negative_norm with charges for the noise that there is
  correct_reduction    ///< no defect: the releases of the three before as they should be
};

struct PlantedEntry {
  PlantedBug bug;
  std::string_view id;
  std::string_view title;
  std::string_view summary;  ///< one sentence for a page
};

/// The defects that an audit can be asked to find, in the order in which a page shows them.
std::span<const PlantedEntry> planted_bugs();

/// Seeds that the generator of `weak_seed` can have.
inline constexpr std::uint64_t kWeakSeeds = 256;

/// The streams of `weak_seed` for one seed.
StreamFactory weak_streams(std::uint64_t seed);

/// A private oracle's release, written again with room for a bug, and without any check.
///
/// @param observed  what requests go to
/// @param records   the same records, for the phases, which ask for halves of them
std::unique_ptr<GradientOracle> planted_oracle(PlantedBug bug, const FiniteSum& observed,
                                               const FiniteSum& records,
                                               const Regularizer& regularizer,
                                               const StreamFactory& streams);

}  // namespace noisy
