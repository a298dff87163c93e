#pragma once

#include "engine/problem/loss/loss_entry.h"

/// The built-in losses, one a line, in the order of the catalogue: `X(your_loss)` stands for a
/// function your_loss_entry() in the file of that loss.
// clang-format off
#define NOISY_LOSSES(X)   \
  X(logistic)             \
  X(squared)              \
  X(huber)                \
  X(smoothed_hinge)       \
  X(softmax)              \
  X(mean_estimation)      \
  X(linear)               \
  X(logistic_literal)     \
  X(geman_mcclure)        \
  X(sigmoid)              \
  X(polyak_example)       \
  X(tilted_power)         \
  X(sphere_fit)           \
  X(hyperbola)            \
  X(wiggly_quadratic)     \
  X(flat_exponential)     \
  X(asymmetric_power)     \
  X(sharp)                \
  X(hard_quadratic)       \
  X(hard_growth)          \
  X(bounded_squares)      \
  X(power_regression)     \
  X(wavy_regression)      \
  X(phase_retrieval)      \
  X(auc)                  \
  X(group_risk)           \
  X(sparse_group_risk)    \
  X(worst_task)           \
  X(group_squared)        \
  X(sparse_group_squared) \
  X(worst_task_squared)   \
  X(robust_logistic)      \
  X(robust_regression)    \
  X(moment_equations)     \
  X(coupled_quadratic)    \
  X(separable_bilinear)   \
  X(moment_matching)      \
  X(random_coupling)      \
  X(matrix_game)          \
  X(bias_stress)          \
  X(marginal_queries)
// clang-format on

namespace noisy {

#define NOISY_ENTRY(name) LossEntry name##_entry();
NOISY_LOSSES(NOISY_ENTRY)
#undef NOISY_ENTRY

}  // namespace noisy
