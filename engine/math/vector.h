#pragma once

#include <Eigen/Core>

#include "engine/math/index.h"

namespace noisy {

/// A column of doubles: an iterate, a gradient, a noise vector.
using Vector = Eigen::VectorXd;

}  // namespace noisy
