#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/diagnostic/diagnostic.h"

namespace noisy {

/// Scores of records beside their targets.
struct ScoredRecords {
  std::span<const double> scores;   ///< one of each record, or one for each class
  std::span<const double> targets;  ///< at least one
  Prediction prediction = Prediction::labels;
  Index classes = 0;  ///< K, where classes are predicted

  Index records() const { return std::ssize(targets); }
  /// How many values targets have: K, or 2 of labels.
  Index kinds() const { return classes > 0 ? classes : 2; }
  /// Which of them a record has, from 0 on.
  Index kind(Index record) const;
  /// Which of them its scores predict: the largest score, or the sign, 0 counting as positive.
  Index predicted(Index record) const;
};

/// What a figure is about.
enum class Judges {
  labels,  ///< -1 and 1 alone
  kinds,   ///< labels or classes
  numbers
};

/// How well scores predict targets.
using ScoreFigure = double (*)(const ScoredRecords& scored);

/// Mean of (score - target)^2, where numbers are predicted.
double mean_squared_error(const ScoredRecords& scored);

/// Which of a problem's records are judged.
using JudgedOf = JudgedRecords MeasuredProblem::*;

/// Measures a figure of them; null where there are none.
std::unique_ptr<Meter> score_meter(const MeasuredProblem& problem, JudgedOf judged,
                                   ScoreFigure figure);

/// What a figure is called and what it judges. A program without the figures has these, too.
struct ScoreText {
  const char* id;
  const char* title;
  const char* description;
  Judges judges;
  bool has_baseline = true;  ///< is compared with who gives every record the same scores
};

inline constexpr ScoreText kAccuracy = {
    "accuracy", "Accuracy", "Share of records whose label or class is told right.", Judges::kinds};
inline constexpr ScoreText kBalancedAccuracy = {
    "balanced-accuracy", "Balanced accuracy",
    "Share of records that are told right, in the mean over the labels or classes that occur: the "
    "rare ones count as much as the frequent ones.",
    Judges::kinds};
inline constexpr ScoreText kAuc = {
    "auc", "AUC",
    "Area under the ROC curve of the scores u.w: how often a positive record beats a negative "
    "one, ties counting half.",
    Judges::labels, false};
inline constexpr ScoreText kLogLoss = {
    "log-loss", "Log loss",
    "Mean of -ln p, p being the probability of a record's own label or class by its scores: "
    "sigmoid(y u.w) of labels, softmax of classes.",
    Judges::kinds};
inline constexpr ScoreText kMeanSquaredError = {
    "mean-squared-error", "Mean squared error",
    "Mean of (u.w - t)^2, in the unit that the target has after data.preprocess.", Judges::numbers};
inline constexpr ScoreText kRSquared = {
    "r2", "R^2",
    "1 - the mean squared error over the variance of the same rows' targets: 1 is perfect, and 0 "
    "what their mean predicts.",
    Judges::numbers};

/// Which rows a diagnostic judges: those that runs learn from, or those that none sees.
enum class Rows { trained, held_out };

constexpr JudgedOf judged_of(Rows rows) {
  return rows == Rows::trained ? &MeasuredProblem::trained : &MeasuredProblem::held_out;
}

/// The figure at the reference optimum, where that is known, by the name of the column; and by
/// "...Baseline" that of who gives every record the same scores, which the trained targets decide:
/// the logarithms of how often each kind occurs, or the mean.
std::vector<Level> score_levels(const MeasuredProblem& problem, const ScoreText& text, Rows rows,
                                ScoreFigure figure, ThreadPool& pool);

/// Why a problem predicts nothing of the kind, or holds no records out; "" where it does.
std::string score_objection(const ScoreText& text, Rows rows, const AskedProblem& problem);

/// A diagnostic by its words alone.
DiagnosticEntry described(const ScoreText& text, Rows rows);

/// What everybody knows of a diagnostic; it lacks what measures it.
template <const ScoreText& text, Rows rows = Rows::trained>
DiagnosticEntry score_entry() {
  DiagnosticEntry entry = described(text, rows);
  entry.objection = [](const AskedProblem& problem) {
    return score_objection(text, rows, problem);
  };
  return entry;
}

/// The whole diagnostic.
template <const ScoreText& text, ScoreFigure figure, Rows rows = Rows::trained>
DiagnosticEntry score_diagnostic() {
  DiagnosticEntry entry = score_entry<text, rows>();
  entry.meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
    return score_meter(problem, judged_of(rows), figure);
  };
  entry.levels = [](const MeasuredProblem& problem, ThreadPool& pool) {
    return score_levels(problem, text, rows, figure, pool);
  };
  return entry;
}

/// The share of records that scores tell right.
double share_told_right(const ScoredRecords& scored);

}  // namespace noisy
