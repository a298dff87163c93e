#pragma once

#include "engine/json/json.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

/// Where x and y of a saddle problem may lie, which everybody knows: {"primal", "dual"}, each a
/// list of {"size", "kind", "radius"}, a set for each run of consecutive coordinates. The radius is
/// of balls alone; of other sets it is null.
Json saddle_sets_json(const SaddleLoss& loss, Index features);

}  // namespace noisy
