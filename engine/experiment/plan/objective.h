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
#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/loss/record_loss.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/risk/point_search.h"
#include "engine/problem/saddle/saddle_loss.h"
#include "engine/solver/gap/saddle_mean.h"
#include "engine/solver/optimum.h"

namespace noisy {

/// The objective of one problem on one data set, with what was computed about it once.
struct Objective {
  std::shared_ptr<const LoadedData> data;
  std::unique_ptr<FiniteSum> sum;    ///< what algorithms ask about; gradients may be clipped
  std::unique_ptr<FiniteSum> exact;  ///< the same without clipping
  bool has_labels = false;           ///< targets are -1 and +1
  Prediction prediction = Prediction::none;
  Index classes = 0;  ///< K of a loss of several classes, else 0
  Regularizer regularizer;
  Domain domain;
  double curvature = 1;        ///< largest second derivative of the loss along a row
  double least_curvature = 0;  ///< smallest one, 0 when it is negative
  double concavity = 0;        ///< W with F + (W / 2) ||x||^2 convex; of the form record see there
  double loss_convexity = 0;   ///< mu of F alone, whatever the data are
  bool is_convex = true;       ///< of the loss
  std::optional<LinearLoss> linear_loss;  ///< phi, where the loss is one of a margin
  /// sup |phi'| over all margins and enforced targets; infinity where there is no bound. Of the
  /// form record L_0, what bounds a record's gradient.
  /// Of classes sup ||p - e_y||_2 (residual_bound).
  double derivative_bound = 0;
  /// What it is multiplied with to bound a record's gradient: the rows, or nothing (form record).
  FeatureBounds slope_factors;

  std::shared_ptr<const RecordLoss> record_loss;  ///< of the form record, else null
  Region region;                                  ///< of it: where points and records lie
  std::optional<RecordMeans> means;               ///< of it: where records are; not private

  /// Of the form saddle, else null: `sum` and `exact` are its operator's mean, `domain` its own.
  std::shared_ptr<const SaddleLoss> saddle_loss;
  /// Of it: its gap on the records, exactly (GapSearcher); null without records, and where the
  /// domains are none that gaps are known on.
  std::unique_ptr<const PointSearcher> saddle_gap;
  /// Of it: an interval for its gap on the law of the records (HeldOutGapSearcher); null where no
  /// record is held out.
  std::unique_ptr<const PointSearcher> held_out_gap;
  /// Of it: the exact mean over the population that the records were drawn from, and its gap; null
  /// where that is not known.
  std::shared_ptr<const SaddleMean> population;
  std::unique_ptr<const PointSearcher> population_gap;  ///< of a minimization F - F* there

  /// Filled in once; both read the data exactly.
  std::optional<Spectrum> spectrum;
  std::optional<Result<ReferenceOptimum>> reference;
};

/// F(x) - F* by its closed form, where the problem has one with these records. Not private.
std::optional<double> closed_gap(const Objective& objective, const Vector& point);

/// Where a run begins that is told nothing else: of the form record the problem's own start within
/// the domain, else nothing.
std::optional<Vector> own_start(const Objective& objective);

/// What a problem needs of its data, once these are there: records as it takes them, and so many
/// features.
///
/// @error unsupported-option at "data.storage"; what check_features() says
Result<void> check_problem(const ProblemSpec& problem, const LoadedData& data);

std::shared_ptr<Objective> make_objective(const ProblemSpec& problem,
                                          std::shared_ptr<const LoadedData> data);

/// Fills in the spectrum where it is not there yet.
///
/// @error unsupported-option at "problem.constants" where the data have too many features
Result<void> compute_spectrum(Objective& objective, math::ThreadPool& pool);

/// L of the exact empirical risk, from the data: its spectrum where that is known, else the mean
/// squared length of the rows.
double exact_smoothness(const Objective& objective);

}  // namespace noisy
