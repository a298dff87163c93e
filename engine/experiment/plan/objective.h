#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/plan/load_data.h"
#include "engine/experiment/plan/spectrum.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/domain/regularizer.h"
#include "engine/problem/loss/loss.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/solver/optimum.h"

namespace noisy {

/// The objective of one problem on one data set, with what was computed about it once.
struct Objective {
  std::shared_ptr<const LoadedData> data;
  std::unique_ptr<FiniteSum> sum;    ///< what algorithms ask about; gradients may be clipped
  std::unique_ptr<FiniteSum> exact;  ///< the same without clipping
  bool has_labels = false;           ///< targets are -1 and +1
  Regularizer regularizer;
  Domain domain;
  double curvature = 1;                   ///< largest second derivative of the loss along a row
  double least_curvature = 0;             ///< smallest one, 0 when it is negative
  double loss_convexity = 0;              ///< mu of F alone, whatever the data are
  bool is_convex = true;                  ///< of the loss
  LinearLoss::RecordFunction loss_value;  ///< phi(m, y); empty for mean estimation
  /// sup |phi'| over all margins and enforced targets; infinity where there is no bound
  double derivative_bound = 0;

  /// Filled in once; both read the data exactly.
  std::optional<Spectrum> spectrum;
  std::optional<Result<ReferenceOptimum>> reference;
};

std::shared_ptr<Objective> make_objective(const ProblemSpec& problem,
                                          std::shared_ptr<const LoadedData> data);

/// L of the exact empirical risk, from the data: its spectrum where that is known, else the mean
/// squared length of the rows.
double exact_smoothness(const Objective& objective);

}  // namespace noisy
