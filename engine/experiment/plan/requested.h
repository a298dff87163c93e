#pragma once

#include "engine/experiment/file/experiment.h"

namespace noisy {

/// {"epsilon", "delta", "rho"}: what a privacy block asks for.
Json requested_json(const PrivacySpec& privacy);

}  // namespace noisy
