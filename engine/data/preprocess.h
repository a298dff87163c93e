#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/data/feature_bounds.h"
#include "engine/data/sparse_data.h"

namespace noisy {

/// Bounds a norm of every row: `clip` scales longer rows down to it, `normalize` scales every
/// non-zero row to it. The row's direction stays, for linf too.
struct ClipRows {
  enum class Mode { clip, normalize };
  RowNorm norm = RowNorm::l2;
  double bound = 1.0;  ///< R, in [1e-100, 1e100]
  Mode mode = Mode::clip;
};

/// Clamps column j to [lower_j, upper_j] and maps it to [to.lower, to.upper]. The ranges must be
/// public.
struct ScaleColumns {
  std::vector<double> lower;  ///< one number for all columns, or one per column
  std::vector<double> upper;
  Interval to{-1.0, 1.0};  ///< the same for all columns
};

/// Lets every run choose a range for each of these columns, for the target, or for both, as part of
/// its budget, clamps the values to it and maps it to [-1, 1] (private_ranges.h). The ends are two
/// quantiles, chosen between public ends.
struct PrivateRanges {
  enum class Of { columns, target, both };
  Of of = Of::columns;
  std::vector<Index> columns;           ///< each once, from 0; empty: all, if it has columns
  std::vector<double> lower = {-1000};  ///< coarse public ends: one number for all of these
  std::vector<double> upper = {1000};   ///< columns, or one for each, that of the target last
  double share = 0.1;                   ///< of the budget, in rho where that converts; in (0, 1)
  std::vector<double> quantiles = {0.05, 0.95};  ///< of the two ends, in [0, 1], ascending

  bool has_columns() const { return of != Of::target; }
  bool has_target() const { return of != Of::columns; }
};

/// Appends a column that holds `value`.
struct AddIntercept {
  double value = 1.0;
};

/// Targets among `positive` become 1, all others -1.
struct MapLabels {
  std::vector<double> positive;
};

/// Clamps the targets to [lower, upper] and maps them to [-1, 1].
struct ScaleTarget {
  double lower = -1.0;
  double upper = 1.0;
};

/// Clamps the targets to [lower, upper] and leaves their unit as it is.
struct ClampTarget {
  double lower = -1.0;
  double upper = 1.0;
};

/// Keeps the columns of these numbers (from 0), in this order.
struct SelectColumns {
  std::vector<Index> columns;
};

/// How many rows a step chooses, and which: a pseudo-random subset that depends on the number n of
/// rows and the seed alone, never on a value, so it costs no privacy.
struct ChosenRows {
  Index count = 0;  ///< 0 where a share is stated
  std::uint64_t seed = 1;
  std::optional<double> share = std::nullopt;  ///< in (0, 1), in the place of the count

  /// The count, or floor(share * n), the product rounded to a double, but at least 1.
  Index of(Index n) const;
};

/// Keeps the chosen rows, in their order.
struct SampleRows : ChosenRows {};

/// Keeps the chosen rows from every run, and after that nothing but diagnostics looks at them. It
/// must be the last step, so that they were prepared as all others.
struct HoldOut : ChosenRows {};

/// Subtracts each column's mean and divides by its standard deviation (by 1 for a constant column).
/// It uses the data, so what follows is not certified.
struct Standardize {};

using PreprocessStep =
    std::variant<ClipRows, ScaleColumns, AddIntercept, MapLabels, ScaleTarget, ClampTarget,
                 SelectColumns, SampleRows, HoldOut, Standardize, PrivateRanges>;

/// Whether the step changes which rows there are and no value of any.
bool only_chooses_rows(const PreprocessStep& step);

/// The id of a step in an experiment file: "clip-rows", ...
std::string_view step_id(const PreprocessStep& step);

/// What a pipeline guarantees, from public facts alone.
struct PipelineFacts {
  Index features = 0;  ///< d after the steps
  FeatureBounds bounds;
  Index ranged_columns = 0;  ///< whose ranges runs choose (private-ranges), the target included
  /// Of listed columns: the features that nothing bounds, and the bounds once these are in [-1, 1].
  std::vector<Index> unranged;
  FeatureBounds once_ranged;
  bool certified = true;
  std::vector<std::string> reasons;  ///< why it is not certified
};

/// What the steps do to public facts; reads no data. Each step forgets the norms that it may raise,
/// states those that it enforces, and the rest follows (with_implied_bounds):
///
/// - clip-rows, clip:      norms never rise; the clipped norm is at most R
/// - clip-rows, normalize: norms may rise; the normalized norm is at most R
/// - scale-columns:        linf = max(|to.lower|, |to.upper|)
/// - private-ranges:       linf = 1 of the columns that it names
/// - add-intercept:        l1 + |v|, sqrt(l2^2 + v^2), max(linf, |v|)
/// - select-columns:       norms never rise
/// - sample-rows, hold-out: nothing changes
/// - standardize:          no bound, not certified
/// - labels, scale-target: target in [-1, 1]
/// - clamp-target:         the target's bounds, clamped to [lower, upper]
///
/// @param facts  of the source: d, and the bounds that it enforces
/// @error invalid-value  with the field of the step's parameter, "data.preprocess.0.bound"
/// @error conflicting-fields  at the step: hold-out with another step behind it, private-ranges
///                            twice
Result<PipelineFacts> preprocessed_facts(PipelineFacts facts,
                                         std::span<const PreprocessStep> steps);

/// How many columns the steps add: what to reserve, so that they work in place.
Index added_columns(std::span<const PreprocessStep> steps);

/// What a step changed: facts about the data without noise, to be shown under nonPrivate.
struct StepCount {
  std::string step;
  Index rows = 0;    ///< rows that clip-rows scaled
  Index values = 0;  ///< values that scale-columns, scale-target or clamp-target clamped
};

template <class Data>
struct Prepared {
  Data data;
  PipelineFacts facts;
  std::vector<StepCount> counts;  ///< one per step
  std::optional<Data> held_out;   ///< the rows that hold-out keeps from `data`, in their order
};
using PreparedData = Prepared<DenseData>;
using PreparedSparseData = Prepared<SparseData>;

/// Applies the steps in order, in place. Every row then obeys the returned bounds exactly: rounding
/// never lets a norm exceed its bound.
///
/// @param facts  of the data as they come: their features and the bounds that hold for every record
/// @error invalid-value  as preprocessed_facts, and a sample of more rows than there are, or one
///                       held out that leaves none
/// @error unsupported-option  private-ranges: only a run chooses them
/// @error not-finite     a column whose standard deviation overflows
/// @error out-of-memory  no column was reserved for an intercept and the copy does not fit
Result<PreparedData> preprocess(DenseData data, const PipelineFacts& facts,
                                std::span<const PreprocessStep> steps);

/// The same for sparse records, with the same values. Zeros stay what they are: a step that would
/// make something else of them is refused.
///
/// @error conflicting-fields  scale-columns that maps 0 to another number, or standardize
Result<PreparedSparseData> preprocess(SparseData data, const PipelineFacts& facts,
                                      std::span<const PreprocessStep> steps);

}  // namespace noisy
