#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// An entry with what the methods of "Differentially Private Empirical Risk Minimization Revisited:
/// Faster and More General" share: paper, relation, Gaussian noise.
AlgorithmEntry erm_entry();

}  // namespace noisy
