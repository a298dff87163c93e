#pragma once

#include "engine/record/answers.h"
#include "engine/statement/check/experiment_comparison.h"
#include "engine/statement/write/statement_records.h"

// The record of a check of a privacy statement.

namespace noisy::record {

/// A figure of an entry, stated or recomputed, in its own unit.
struct CheckedFigure {
  std::string accountant;
  double delta = 0;
  /// Absent: not of this unit. Null: it does not suit the entry.
  std::optional<Json> epsilon, rho;
};

inline constexpr Table kCheckedFigure{"CheckedFigure",
                                      "",
                                      {{"accountant", of<&CheckedFigure::accountant>()},
                                       {"delta", of<&CheckedFigure::delta>()},
                                       {"rho?", of<&CheckedFigure::rho>("number | null")},
                                       {"epsilon?", of<&CheckedFigure::epsilon>("number | null")}}};

struct CheckedCosts {
  double sensitivity = 0, per_run = 0, of_all = 0;
  std::vector<CheckedFigure> figures;
};

inline constexpr Table kCheckedCosts{
    "StatementCosts",
    "",
    {{"sensitivity", of<&CheckedCosts::sensitivity>("number | null")},
     {"perRun", of<&CheckedCosts::per_run>("number | null")},
     {"allRuns", of<&CheckedCosts::of_all>("number | null")},
     {"figures", in<kCheckedFigure, &CheckedCosts::figures>("[]")}}};

/// An entry of a statement; costs of what is private and could be recomputed.
struct CheckedEntry {
  const StatedEntry* entry;
  std::optional<CostUnit> unit;
  std::optional<CheckedCosts> stated, recomputed;
};

inline constexpr Table kCheckedEntry{
    "CheckedEntry",
    "",
    {{"algorithm", of<&CheckedEntry::entry, &StatedEntry::algorithm>()},
     {"label", of<&CheckedEntry::entry, &StatedEntry::label>()},
     {"sweep", of<&CheckedEntry::entry, &StatedEntry::sweep>(kUnknowns)},
     {"unit?", of<&CheckedEntry::unit>()},
     {"stated?", in<kCheckedCosts, &CheckedEntry::stated>()},
     {"recomputed?", in<kCheckedCosts, &CheckedEntry::recomputed>()}}};

struct CheckedSum {
  std::optional<double> epsilon, rho;
};

inline constexpr Table kCheckedSum{"CheckedSum",
                                   "",
                                   {{"epsilon", or_null<&CheckedSum::epsilon>("number | null")},
                                    {"rho?", of<&CheckedSum::rho>()}}};

struct CheckedTotal {
  std::string accountant;
  double delta = 0;
  CheckedSum stated, recomputed;
};

inline constexpr Table kCheckedTotal{
    "CheckedTotal",
    "",
    {{"accountant", of<&CheckedTotal::accountant>()},
     {"delta", of<&CheckedTotal::delta>()},
     {"stated", in<kCheckedSum, &CheckedTotal::stated>()},
     {"recomputed", in<kCheckedSum, &CheckedTotal::recomputed>()}}};

inline constexpr Table kComparison{
    "ComparedExperiment",
    "",
    {{"compared", of<&ExperimentComparison::is_compared>()},
     {"notCompared", of<&ExperimentComparison::not_compared>()},
     {"assumed?", of<&ExperimentComparison::assumed>(), Seen::nobody,
      "Where the file left its meaning open: what it was read as."}}};

struct CheckedStatement {
  std::optional<bool> is_consistent;
  std::string sentence;
  ExperimentComparison compared;
  std::optional<CheckedTotal> total;
  std::vector<CheckedEntry> entries;
  std::vector<std::string> problems;
};

inline constexpr Table kStatementReport{
    "StatementReport",
    "Whether the figures of a privacy statement follow from one another, and from the experiment.",
    {{"consistent", or_null<&CheckedStatement::is_consistent>("boolean | null"), Seen::nobody,
      "Null where the figures follow, but nobody knows here what was planned."},
     {"unknown", of<&CheckedStatement::compared, &ExperimentComparison::unknown>(), Seen::nobody,
      "What is not known here, a sentence each: `the solver my-own is not known here`."},
     {"sentence", of<&CheckedStatement::sentence>(), Seen::nobody, "What was found, for people."},
     {"experiment", in<kComparison, &CheckedStatement::compared>(), Seen::nobody,
      "Whether the result's own experiment was planned again, and what could not be compared with "
      "it."},
     {"total", in_or_null<kCheckedTotal, &CheckedStatement::total>()},
     {"entries", in<kCheckedEntry, &CheckedStatement::entries>("[]")},
     {"problems", of<&CheckedStatement::problems>()}}};

}  // namespace noisy::record
