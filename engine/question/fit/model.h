#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/column_features.h"
#include "engine/experiment/file/experiment.h"
#include "engine/json/json.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// What a model predicts.
enum class ModelTask {
  yes_or_no,  ///< logistic: the probability of yes is 1 / (1 + exp(-s)) of a row's score s
  classes,    ///< softmax: that of class k is exp(s_k) / sum_l exp(s_l)
  number      ///< squared: the score is the target, mapped from its range to [-1, 1]
};

/// A number of the model and what it is called (model_records.h).
struct ModelWeight {
  std::string name;
  std::optional<std::string> level;
  bool is_missing = false;
  std::optional<std::string> of;
  double value = 0;
  std::optional<double> noise_deviation;
  double in_original_units = 0;
};

/// How the cells of a column become features (model_records.h).
struct ModelColumn {
  std::string name;
  std::string_view role;
  std::optional<double> lower;
  std::optional<double> upper;
  bool has_private_range = false;
  std::vector<std::string> words;
  std::optional<std::string> other;
  std::vector<double> edges;
  std::optional<Json> missing;
  bool has_indicator = false;
};

/// What is predicted (model_records.h).
struct ModelTarget {
  std::string name;
  std::vector<std::string> classes;
  std::optional<double> lower;
  std::optional<double> upper;
  bool has_private_range = false;
};

/// A private model: what turns a row of a table into a prediction, with the run that made it.
class Model {
 public:
  /// Makes it of a finished result.
  ///
  /// @param result  with one completed private run on a CSV file whose columns are listed by name
  /// @error unsupported-option  another kind of result, at the field of its experiment
  /// @error missing-data        a run without a solution
  static Result<Model> of_result(std::string_view result);

  /// Reads a model file, checks the statement in it, and derives everything again that follows
  /// from the run in it. That the solution is the run's own cannot be checked: secret noise.
  ///
  /// @error invalid-json, missing-field
  /// @error inconsistent-statement  the file was edited
  static Result<Model> read(std::string_view text);

  /// The same without what was computed from the data without noise.
  Model redacted() const;

  /// The model file.
  Json json() const;

  ModelTask task() const { return task_; }
  /// The form of the file that it was made on, with the columns that are read.
  const FileSource& source() const { return source_; }
  const ModelTarget& target() const { return target_; }
  std::span<const ModelWeight> weights() const { return weights_; }
  double intercept() const { return intercept_; }

  /// d of a row of features, the intercept among them, and how many scores it gets: 1, or one for
  /// each class.
  Index features() const { return features_; }
  Index score_count() const;
  /// @param row     features() values
  /// @param scores  score_count() values
  void score(std::span<const double> row, std::span<double> scores) const;
  /// The number that a score stands for.
  double number_of(double score) const;

  // What its record is written of.
  std::string engine() const { return result_.member("engine").text(); }
  ModelTarget target_record() const { return target_; }
  std::vector<ModelColumn> column_records() const;
  std::vector<ModelWeight> weight_records() const { return weights_; }
  /// Its record; false where there is none.
  Json evaluation() const { return evaluation_.is_null() ? Json(false) : evaluation_; }
  bool is_releasable() const { return reasons().empty(); }
  std::vector<std::string> reasons() const;
  const Json& experiment() const { return result_.member("experiment"); }
  const Json& fingerprint() const { return result_.member("fingerprint"); }
  const Json& privacy() const { return result_.member("privacy"); }
  Json run() const { return result_.member("runs").element(0); }

 private:
  Model() = default;
  static Result<Model> derive(Json result, Json evaluation);
  Result<void> take_source(const Experiment& experiment);
  Result<void> take_steps(const Experiment& experiment);
  Result<void> take_ranges();
  Result<void> take_target(const Experiment& experiment);
  Result<void> take_solution(const Experiment& experiment);
  void name_weights();

  Json result_;      ///< redacted, of one run
  Json evaluation_;  ///< its record, or null
  ModelTask task_ = ModelTask::yes_or_no;
  FileSource source_;
  std::vector<bool> is_private_range_;  ///< of the columns of the source
  ModelTarget target_;
  double intercept_ = 0;
  Index features_ = 0;
  std::vector<double> solution_;
  std::vector<double> deviations_;  ///< of the solution; empty where they are not known
  std::vector<ModelWeight> weights_;
};

}  // namespace noisy
