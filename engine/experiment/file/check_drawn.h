#pragma once

#include "engine/experiment/file/experiment.h"

namespace noisy {

/// Whether records can be drawn whenever they are read, where the data block asks for that. It
/// stands in a file of its own: a program that must be small, and draws none, allows all.
///
/// @error conflicting-fields or unsupported-option at "data.storage"
Result<void> check_drawn(const Experiment& experiment);

}  // namespace noisy
