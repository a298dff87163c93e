#pragma once

#include "engine/math/vector.h"

namespace noisy {

class Geometry;

/// One inner step of a variance-reduced method: where it led, and which epoch it is of.
struct EpochStep {
  const Vector* point = nullptr;   ///< x_t, the inner iterate after the step
  const Vector* anchor = nullptr;  ///< x~_{s-1}, which the epoch's differences are taken from
  double step_size = 0;            ///< eta
  Index length = 0;                ///< m_s
};

/// One step of accelerated mirror descent, as its key lemma sees it.
struct MirrorStep {
  const Geometry* geometry = nullptr;
  double smoothness = 0;                 ///< L_C
  double weight = 0;                     ///< alpha_{k+1}
  const Vector* query = nullptr;         ///< x_{k+1}, where the gradient was asked for
  const Vector* gradient = nullptr;      ///< g, as released
  const Vector* state_before = nullptr;  ///< z_k, as the geometry keeps it
  const Vector* state = nullptr;         ///< z_{k+1}
};

/// The step that led to an iterate, for diagnostics: what its method tells of it. All pointers lead
/// into the run and are valid until it goes on; telling costs a hot loop nothing.
struct StepView {
  const EpochStep* epoch = nullptr;
  const MirrorStep* mirror = nullptr;
};

/// Which diagnostics of its steps a method has, or a run is asked for.
struct StepDiagnostics {
  bool noise_ratio = false;
  bool anchor_distance = false;
  bool potential = false;
  bool key_lemma_slack = false;

  bool any() const { return noise_ratio || anchor_distance || potential || key_lemma_slack; }
};

}  // namespace noisy
