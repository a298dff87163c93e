#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"

/// The built-in algorithm files, one a line, in the order of the catalogue: `X(your_method)` stands
/// for a function your_method_entries() in the file of that method.
// clang-format off
#define NOISY_ALGORITHM_FILES(X) \
  X(gradient_descent)            \
  X(heavy_ball)                  \
  X(nesterov)                    \
  X(multistage_nesterov)         \
  X(svrg)                        \
  X(accmd)                       \
  X(noisy_mirror_descent)        \
  X(frank_wolfe)                 \
  X(output_perturbation)         \
  X(objective_perturbation)      \
  X(adassp)                      \
  X(sgd)                         \
  X(spider)                      \
  X(proximal)                    \
  X(adaptive)                    \
  X(phased_output)               \
  X(minimax_output)              \
  X(descent_ascent)              \
  X(phased_sgd)                  \
  X(nispp)                       \
  X(mirror_descent)              \
  X(bias_reduced_descent)        \
  X(boosted_descent)             \
  X(anytime_descent)             \
  X(tree_frank_wolfe)            \
  X(gaussian_descent)            \
  X(synthetic_descent)           \
  X(mwem)
// clang-format on

namespace noisy {

#define NOISY_ENTRIES(name) std::vector<AlgorithmEntry> name##_entries();
NOISY_ALGORITHM_FILES(NOISY_ENTRIES)
#undef NOISY_ENTRIES

}  // namespace noisy
