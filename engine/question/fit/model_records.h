#pragma once

#include "engine/experiment/result/result_records.h"
#include "engine/question/fit/model.h"

// The records of model files: what stands in them, and who may see it.

namespace noisy::record {

inline constexpr Table kModelWeight{
    "ModelWeight",
    "What a feature adds to the score of a row.",
    {{"name", of<&ModelWeight::name>(), everyone, "Of the column; `(intercept)`."},
     {"level?", of<&ModelWeight::level>(), everyone, "The word or interval that it counts for."},
     {"isMissing?", of<&ModelWeight::is_missing>(), everyone,
      "It counts where the cell is missing."},
     {"class?", of<&ModelWeight::of>(), everyone,
      "Whose score it adds to, where there are several."},
     {"value", of<&ModelWeight::value>(), everyone},
     {"noiseDeviation?", of<&ModelWeight::noise_deviation>(), everyone,
      "Standard deviation that the noise alone gives it, estimated from 200 runs on records whose "
      "gradients are zero; public."},
     {"inOriginalUnits", of<&ModelWeight::in_original_units>("number"), everyone,
      "Change of the score, or of a number that is predicted, for 1 more in the column's own unit; "
      "of the intercept its value where all columns are 0, or at their first level."}}};

inline constexpr Table kModelColumn{
    "ModelColumn",
    "How the cells of a column become features.",
    {{"name", of<&ModelColumn::name>(), everyone},
     {"role", of<&ModelColumn::role>("'number' | 'category' | 'ordered'"), everyone},
     {"lower?", of<&ModelColumn::lower>(), everyone},
     {"upper?", of<&ModelColumn::upper>(), everyone,
      "Numbers are clamped to the range and mapped to [-1, 1]."},
     {"rangeIsPrivate?", of<&ModelColumn::has_private_range>(), everyone,
      "The range was found privately, not stated."},
     {"words?", of<&ModelColumn::words>(), everyone},
     {"other?", of<&ModelColumn::other>(), everyone, "What all further words are called."},
     {"edges?", of<&ModelColumn::edges>(), everyone, "Between the intervals of a number."},
     {"missing?", of<&ModelColumn::missing>("number | string"), everyone,
      "What a missing cell reads as."},
     {"indicator?", of<&ModelColumn::has_indicator>(), everyone,
      "One more feature says whether the cell is missing."}}};

inline constexpr Table kModelTarget{
    "ModelTarget",
    "What is predicted.",
    {{"name", of<&ModelTarget::name>(), everyone},
     {"classes?", of<&ModelTarget::classes>(), everyone, "No, then yes; or all of several."},
     {"lower?", of<&ModelTarget::lower>(), everyone},
     {"upper?", of<&ModelTarget::upper>(), everyone, "Of a number: its range."},
     {"rangeIsPrivate?", of<&ModelTarget::has_private_range>(), everyone,
      "The range was found privately, not stated."}}};

inline constexpr Table kModelFigure{
    "ModelFigure",
    "A figure of the predictions, computed from the data without noise.",
    {{"figure", "string", owner, "The name of a diagnostic's column."},
     {"value", "number | null", owner},
     {"withoutPrivacy?", "number", owner, "The same of the optimum without noise."},
     {"baseline?", "number", owner, "The same of who gives every row the same scores."}}};

inline constexpr Table kModelEvaluation{
    "ModelEvaluation", "How well it predicts.", {{"nonPrivate?", {kModelFigure, "[]"}, owner}}};

inline Json model_version(const Model&) {
  return 1;
}
inline Json model_kind(const Model&) {
  return "model";
}

inline constexpr Table kModel{
    "ModelFile",
    "A private model, and the run that made it. Of a redacted result it holds `experiment`, "
    "`privacy` and `run`; all else follows, but for `evaluation`.",
    {{"version", of<&model_version>("number"), everyone},
     {"kind", of<&model_kind>("'model'"), everyone},
     {"engine", of<&Model::engine>(), everyone},
     {"task", of<&Model::task>(), everyone},
     {"target", in<kModelTarget, &Model::target_record>(), everyone},
     {"columns", in<kModelColumn, &Model::column_records>("[]"), everyone,
      "In the order of their features."},
     {"intercept", of<&Model::intercept>(), everyone,
      "What the last feature holds; 0 where there is none."},
     {"weights", in<kModelWeight, &Model::weight_records>("[]"), everyone,
      "Class by class, in the order of the features."},
     {"evaluation?", in<kModelEvaluation, &Model::evaluation>(), everyone},
     {"releasable", of<&Model::is_releasable>(), everyone},
     {"reasons", of<&Model::reasons>(), everyone, "Why it may not be published as it is."},
     {"experiment", of<&Model::experiment>("Experiment"), everyone},
     {"fingerprint", of<&Model::fingerprint>("string | null"), everyone},
     {"privacy", in<kFilePrivacy, &Model::privacy>(), everyone},
     {"run", in<kRun, &Model::run>(), everyone}}};

}  // namespace noisy::record
