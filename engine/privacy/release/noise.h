#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/data/feature_bounds.h"
#include "engine/math/vector.h"
#include "engine/privacy/notion.h"
#include "engine/random/stream.h"

namespace noisy {

/// What the listed scales of a statement are, beside those of Noise::quantity.
inline constexpr std::string_view kBaseEpsilon = "base-epsilon";

/// What is known of a mechanism's noise. One object per mechanism, in one table.
struct Noise {
  Mechanism mechanism = Mechanism::none;
  std::string_view title;         ///< "Laplace"
  RowNorm norm = RowNorm::l2;     ///< in which a record's effect is bounded
  bool has_state_scale = false;   ///< its scale may follow the sensitivity at a point
  bool chooses = false;           ///< it noises scores, of which the best one is released
  bool is_normal = false;         ///< of several releases rho converts exactly
  std::string_view quantity;      ///< id of what a statement lists as its scale
  std::string_view scale_symbol;  ///< of the scale of release t
  std::string_view scale_text;    ///< what the scale is, in a statement
  /// Fills `out` with independent draws of this scale.
  void (*fill)(Stream& stream, double scale, std::span<double> out) = nullptr;
  /// The same of the discrete distribution on the integers; null where there is none.
  void (*fill_discrete)(Stream& stream, std::uint64_t scale, std::span<std::int64_t> out) = nullptr;
  /// Of one draw.
  double (*variance)(double scale) = nullptr;
  /// ln of the density of independent draws, up to a constant.
  double (*log_density)(const Vector& draws, double scale) = nullptr;
};

const Noise& noise_of(Mechanism mechanism);

}  // namespace noisy
