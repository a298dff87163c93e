#pragma once

namespace noisy::testing {

/// Powers of numbers that differ in their last bits, over some hundreds of rounds or steps that do
/// not drive them apart; the engine keeps 1e-13 of a budget.
inline constexpr double kTwinTolerance = 1e-11;

}  // namespace noisy::testing
