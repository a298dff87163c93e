#pragma once

#include "engine/diagnostic/diagnostic.h"

/// The built-in diagnostics, one a line, in the order of the catalogue and of columns:
/// `X(your_number)` stands for a function your_number_diagnostic() in kind/your_number.cpp; that of
/// a number of predictions holds its held_out_your_number_diagnostic(), too.
// clang-format off
#define NOISY_DIAGNOSTICS(X) \
  X(objective)               \
  X(suboptimality)           \
  X(saddle_gap)              \
  X(saddle_gap_lower)        \
  X(hold_out_gap)            \
  X(hold_out_gap_lower)      \
  X(linearized_gap)          \
  X(primal_gap)              \
  X(worst_group_loss)        \
  X(least_group_loss)        \
  X(population_gap)          \
  X(population_excess)       \
  X(accuracy)                \
  X(balanced_accuracy)       \
  X(auc)                     \
  X(log_loss)                \
  X(mean_squared_error)      \
  X(r2)                      \
  X(held_out_accuracy)       \
  X(held_out_balanced_accuracy) \
  X(held_out_auc)            \
  X(held_out_log_loss)       \
  X(held_out_mean_squared_error) \
  X(held_out_r2)             \
  X(gradient_norm)           \
  X(sparsity)                \
  X(query_error)             \
  X(mean_query_error)        \
  X(population_query_error)  \
  X(record_query_error)      \
  X(marginal_error_2)        \
  X(worst_marginal_2)        \
  X(marginal_error_3)        \
  X(worst_marginal_3)        \
  X(clipped_fraction)        \
  X(noise_ratio)             \
  X(sampling_noise)          \
  X(sampling_noise_bound)    \
  X(anchor_distance)         \
  X(potential)               \
  X(key_lemma_slack)         \
  X(solver_residual)         \
  X(solver_gradients)        \
  X(solver_fallback)
// clang-format on

namespace noisy {

#define NOISY_DECLARE(name) DiagnosticEntry name##_diagnostic();
NOISY_DIAGNOSTICS(NOISY_DECLARE)
#undef NOISY_DECLARE

}  // namespace noisy
