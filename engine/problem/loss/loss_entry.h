#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem/loss/loss.h"
#include "engine/problem/parameter.h"
#include "engine/problem/registry.h"

namespace noisy {

class RecordLoss;
class SaddleLoss;

/// What the loss of one record is a function of.
enum class LossForm {
  margin,    ///< phi(u'x, y): generalized linear models
  distance,  ///< ||x - u||^2 / 2: the mean of the rows; targets are not used
  record,    ///< f(x; u, y) of the point and the whole record: a problem of the gallery
  classes,   ///< of the scores x_1.u, ..., x_K.u and the class y: a vector of weights for each
  saddle     ///< f(x, y; u, t), which is minimized over x and maximized over y
};

/// What a model predicts of a record's target by its scores.
enum class Prediction {
  none,
  labels,   ///< -1 or 1, the sign of the score
  classes,  ///< 0 to K - 1, the class with the largest score
  numbers   ///< the score itself
};

/// A loss of the catalogue: everything that is known about it, written once.
struct LossEntry {
  std::string id;
  std::string title;
  std::string description;  ///< the formula, and what it is for
  LossForm form = LossForm::margin;
  bool takes_labels = false;     ///< targets are -1 and +1, else numbers
  bool ignores_targets = false;  ///< they are not looked at
  bool takes_sparse = false;     ///< of the form saddle: records may be stored sparse
  bool takes_hull = false;       ///< of the form saddle: x may mix public models (saddle_hull.h)
  /// They stand beside `loss` in the problem; each has a default.
  std::vector<ParameterSpec> parameters;
  /// Of the form margin: the loss for parameters that are all there.
  LinearLoss (*make)(const ParameterSet& parameters) = nullptr;
  /// Of the form record: the same.
  std::shared_ptr<const RecordLoss> (*make_record)(const ParameterSet& parameters) = nullptr;
  /// Of the form saddle: the same; its domains are its own.
  std::shared_ptr<const SaddleLoss> (*make_saddle)(const ParameterSet& parameters) = nullptr;
  /// Whether parameters that are each in their range fit together; null: they always do.
  Result<void> (*check)(const ParameterSet& parameters) = nullptr;
  /// Of the form record: the `data` block of records that it is made for.
  std::string records;
  Origin origin = Origin::engine;  ///< register_loss() says which

  /// The loss for these parameters, and the defaults of those that are not given. Its own form must
  /// be margin.
  LinearLoss linear(const ParameterSet& given = {}) const;
  /// The same of the form record.
  std::shared_ptr<const RecordLoss> record(const ParameterSet& given = {}) const;
  /// The same of the form saddle.
  std::shared_ptr<const SaddleLoss> saddle(const ParameterSet& given = {}) const;
  /// Whether these parameters, and the defaults of those that are not given, fit together.
  ///
  /// @error invalid-value with the parameter as the field
  Result<void> check_fit(const ParameterSet& given) const;
  /// Whether records may be stored sparse.
  bool may_be_sparse() const;
  /// Whether every record's loss is convex, or convex-concave, whatever the parameters.
  bool is_convex() const;
  /// Whether no bound on the features limits one record's gradient: clip it, or choose a bounded
  /// domain.
  bool needs_gradient_clip() const;
  /// What a point's scores predict: of the form saddle labels or nothing.
  Prediction prediction() const;
  /// K of the form classes, for these parameters or by default; else 0.
  Index classes(const ParameterSet& given) const;
  /// The parameter of this name, or null.
  const ParameterSpec* parameter(std::string_view name) const;

 private:
  ParameterSet completed(const ParameterSet& given) const;
};

/// All losses, in the order in which a catalogue shows them: built-in ones, then those from
/// outside.
const std::deque<LossEntry>& losses();

/// The entry with this id, or null.
const LossEntry* find_loss(std::string_view id);

/// Takes a loss of another program: from then on files may name it, and catalogue, plans, runs,
/// statements, their checks and audits know it as any other. What privacy rests on, its bounds on
/// slope and curvature, is its author's word: no claim about it is certified, and each says so. At
/// any time at which no other thread uses the engine (Registry).
///
/// @error invalid-value at "id" when it is none or taken, at "title", "make" or "parameters" when
///        these are missing or cannot be used
Result<void> register_loss(LossEntry entry);

/// "the loss "my-loss" comes from outside the engine: its bounds are its author's word"; nothing of
/// a built-in loss.
std::string author_reason(const LossEntry& entry);

}  // namespace noisy
