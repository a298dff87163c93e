#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/generator.h"
#include "engine/diagnostic/meter.h"
#include "engine/diagnostic/named_column.h"
#include "engine/math/error.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/domain/regularizer.h"
#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/registry.h"
#include "engine/problem/saddle/saddle_loss.h"
#include "engine/solver/optimum.h"

namespace noisy {

struct AlgorithmEntry;

/// What of an experiment's problem says, before there are data, whether a diagnostic suits it.
struct AskedProblem {
  std::string loss;                          ///< its id
  Prediction prediction = Prediction::none;  ///< what a linear model's scores are for
  bool clips_gradients = false;
  bool is_saddle = false;        ///< min over x, max over y of F(x, y), points being z = (x, y)
  bool has_linear_model = true;  ///< points hold the weights of one
  bool has_population = false;   ///< the law of the records is known, and with it the exact mean
  bool has_held_out = false;     ///< records that no run sees; of a saddle problem dense ones
  bool has_bit_law = false;      ///< they are bits whose law is known
};

/// Records whose targets a linear model predicts. Nothing is owned.
struct JudgedRecords {
  /// What the problem predicts; empty where there are no such records, or their targets are not
  /// predicted.
  std::span<const double> targets;
  /// The scores of as many records as `out` has room for, from `first` on: one number each, or one
  /// for each class.
  std::function<void(const Vector& weights, Index first, std::span<double> out)> scores;
};

/// The objective whose runs are measured. Nothing is owned; all of it outlives the meters.
struct MeasuredProblem {
  const FiniteSum* sum = nullptr;    ///< what algorithms ask about; gradients may be clipped
  const FiniteSum* exact = nullptr;  ///< the same without clipping
  const Regularizer* regularizer = nullptr;
  const Domain* domain = nullptr;
  /// Null where nobody looked for it, and where there is none.
  const ReferenceOptimum* reference = nullptr;
  /// F - F* of the whole objective in closed form, where the reference has one; else empty.
  std::function<double(const Vector&)> gap;
  /// Of a saddle problem: where its points hold a linear model, if they do.
  std::optional<LinearModel> model;
  /// Of a saddle problem: the gap on the records, as a GapSearcher finds it; null where none can.
  const PointSearcher* saddle_gap = nullptr;
  /// Of a saddle problem: an interval for its gap on the law of the records, as a
  /// HeldOutGapSearcher finds it; null where no record is held out.
  const PointSearcher* held_out_gap = nullptr;
  /// The gap on the population that the records were drawn from, where that is known exactly; of
  /// a problem of minimization F - F* on it.
  const PointSearcher* population_gap = nullptr;
  /// What the records were drawn from as they are; null where it is not known exactly.
  const SyntheticParameters* law = nullptr;
  Prediction prediction = Prediction::none;
  Index classes = 0;       ///< K, where classes are predicted
  JudgedRecords trained;   ///< those that runs learn from
  JudgedRecords held_out;  ///< those that no run sees
  /// L of the exact sum, from the data.
  std::function<double()> smoothness;
  /// The mean of another loss over the same records.
  std::function<std::unique_ptr<FiniteSum>(const LinearLoss&)> mean_of;
};

/// What a diagnostic takes.
struct DiagnosticNeeds {
  bool reference = false;  ///< it is measured from the reference optimum
  bool value = false;      ///< F at every traced iterate, which is computed once for all
  bool gradient = false;   ///< the same of F's gradient
  bool gap = false;        ///< the same of the gap of a saddle problem
  bool law = false;        ///< the same of the gap, or the excess, on the law of the records
  bool groups = false;     ///< the same of the losses of all groups, one evaluation together
  int evaluations = 0;     ///< further evaluations of all records at every traced iterate
  std::string_view view;   ///< only algorithms whose steps tell this view have it
  bool noise = false;      ///< only private runs have it
};

/// A number that a diagnostic is compared with.
struct Level {
  std::string name;
  double value = 0;
};

/// A diagnostic: everything that is known about it, written once. All of them read the data
/// without noise, so that they stand under nonPrivate wherever they are shown.
struct DiagnosticEntry {
  std::string id;
  std::string title;
  std::string unit;  ///< of its numbers; empty where they have none
  std::string description;
  bool is_default = false;  ///< asked for where the file does not say what is
  bool is_bounded = false;  ///< what the bounds of plans are about
  DiagnosticNeeds needs;
  /// Why the problem has no such thing, and what to do; empty where it has. Null: any problem has.
  std::string (*objection)(const AskedProblem& problem) = nullptr;
  /// What measures it; null where this objective has no such thing.
  ///
  /// @error at "run.diagnostics" when it cannot be computed
  Result<std::unique_ptr<Meter>> (*meter)(const MeasuredProblem& problem) = nullptr;
  /// What its curves are compared with. Null: nothing.
  std::vector<Level> (*levels)(const MeasuredProblem& problem, ThreadPool& pool) = nullptr;
  Origin origin = Origin::engine;  ///< register_diagnostic() says which
};

/// All diagnostics, in the order of the catalogue and of columns.
const std::deque<DiagnosticEntry>& diagnostics();

/// The entry with this id, or null.
const DiagnosticEntry* find_diagnostic(std::string_view id);

/// Takes a diagnostic of another program: from then on catalogue, files, plans, traces and results
/// know it as any other. At any time at which no other thread uses the engine.
///
/// @error invalid-value at "id" when it is none or taken, or when an algorithm has a column of this
///        name; at "title" or "meter" when these are missing
Result<void> register_diagnostic(DiagnosticEntry entry);

/// Whether runs of this algorithm have it.
///
/// @param is_private  whether they are private
bool is_measured(const DiagnosticEntry& diagnostic, const AlgorithmEntry& algorithm,
                 bool is_private);

}  // namespace noisy
