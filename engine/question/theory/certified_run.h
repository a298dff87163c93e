#pragma once

#include <optional>

#include "engine/algorithm/erm/theory/complexity_tables.h"
#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// What the complexity tables are filled with; losses and lengths are scaled to G = L = 1.
struct TablesQuestion {
  Index samples = 0;
  Index dimension = 0;
  double epsilon = 0.0;
  double delta = 0.0;
  double strong_convexity = 0.01;
  std::optional<double> gaussian_width;
  double diameter = 2.0;
  double bregman_radius = 0.5;
  double regularization = 0.01;
  double distance = 1.0;
  double initial_gap = 1.0;
};

/// The tables' facts. Without a width, that of the L2 ball with the diameter given.
ComplexityFacts complexity_facts(const TablesQuestion& question);

/// What a run by the theorem costs that the accountant certifies, and the bound that it then has.
struct CertifiedRun {
  Index iterations = 0;    ///< T
  double inner_steps = 0;  ///< N, 0 without epochs
  Index batch_size = 0;    ///< b, 0 without batches
  double noise = 0.0;      ///< sigma
  double gradients = 0.0;  ///< T n + 2 N b, or T n
  double bound = 0.0;
};

/// The setting's own method by its theorem, with the least noise that the accountant certifies and,
/// for variance-reduced methods, the smallest batch that comes near it.
///
/// @error as the theorems and calibrate_variance_reduced; limit-exceeded at "strongConvexity" when
///        the theorem asks for more than 10^12 steps
Result<CertifiedRun> certified_run(const TablesQuestion& question, ComplexitySetting setting);

}  // namespace noisy
