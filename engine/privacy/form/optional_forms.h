#pragma once

#include <span>

#include "engine/privacy/release/release_form.h"

namespace noisy {

/// The engine's own kinds that only OptionalPlanners ask for, a line each. They stand in a file of
/// their own, so that a program without those methods can define this function itself and know none
/// of these kinds.
std::span<const ReleaseForm* const> optional_forms();

}  // namespace noisy
