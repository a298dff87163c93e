#pragma once

#include "engine/math/panel_view.h"
#include "engine/math/score_chunk.h"

namespace noisy::math {

/// Adds the sums of blocks first_block ... last_block - 1 to the queries' gradients and values.
/// Between blocks these move by gradient_step and value_step doubles: 0 adds all blocks up in
/// place, `dimension` and 1 keep them apart. Queries that want a gradient come before those that do
/// not.
using BlockPass = void (*)(const void* link, const PanelView& view, Index first_block,
                           Index last_block, const RowQuery* queries, Index count,
                           Index gradient_step, Index value_step);

/// The links whose passes exist once per instruction set, by the names of their passes: those of
/// every program, and those that a small program goes without.
// clang-format off
#define NOISY_COMMON_LINKS(X)                \
  X(logistic, LogisticLink)                  \
  X(squared, SquaredLink)                    \
  X(smoothed_hinge, SmoothedHingeLink)       \
  X(huber, HuberLink)
#define NOISY_RARE_LINKS(X)                  \
  X(logistic_literal, LogisticLiteralLink)   \
  X(sigmoid_loss, SigmoidLossLink)           \
  X(geman_mcclure, GemanMcClureLink)         \
  X(polyak_example, PolyakExampleLink)
#define NOISY_ROW_LINKS(X) NOISY_COMMON_LINKS(X) NOISY_RARE_LINKS(X)
// clang-format on

/// The functions that exist once per instruction set; all give the same bits.
struct KernelTable {
#define NOISY_PASS(name, Link) BlockPass name;
  NOISY_ROW_LINKS(NOISY_PASS)
#undef NOISY_PASS
  void (*exp)(const double* x, double* results, Index count);
  void (*log)(const double* x, double* results, Index count);
  void (*sin_cos)(const double* x, double* sines, double* cosines, Index count);
  AdvanceScores advance_scores;
};

extern const KernelTable kKernels16;
extern const KernelTable kKernels32;  ///< needs AVX2
extern const KernelTable kKernels64;  ///< needs AVX-512

/// The table of the instruction set in use.
const KernelTable& kernel_table();

}  // namespace noisy::math
