#pragma once

#include <string>
#include <vector>

#include "engine/diagnostic/diagnostic.h"
#include "engine/problem/saddle/query_family.h"

namespace noisy {

/// How the answers of the records to a family of queries and those of a histogram x, the first part
/// of a point, differ.
enum class HistogramError {
  largest_query,    ///< max_j |q_j(S) - <q_j, x>|
  mean_query,       ///< the mean over j
  mean_marginal,    ///< of the tables of some columns: the mean total variation distance
  largest_marginal  ///< the largest one
};

struct HistogramMeasure {
  HistogramError error = HistogramError::largest_query;
  Index columns = 0;       ///< of tables, all of so many columns; 0: the problem's own queries
  bool is_of_law = false;  ///< the answers of the law that the records came from, not theirs
};

/// @error invalid-value at "run.diagnostics" when there are fewer columns; unsupported-domain for
///        other problems
Result<std::unique_ptr<Meter>> histogram_meter(const MeasuredProblem& problem,
                                               const HistogramMeasure& measure);

/// What the histogram without any information has.
std::vector<Level> uniform_level(const MeasuredProblem& problem, const HistogramMeasure& measure);

/// Why other problems have no such number; "" for those of synthetic data.
std::string histogram_objection(const std::string& diagnostic, const AskedProblem& problem);

/// How far the records' own answers to the problem's queries are from those of their law, whatever
/// the point is; null where that is not known.
Result<std::unique_ptr<Meter>> records_against_law(const MeasuredProblem& problem);

/// Why the law's answers are not known; "" where they are.
std::string law_objection(const std::string& diagnostic, const AskedProblem& problem);

/// An entry with these three; the id, without which an objection could not name it, is written here
/// alone.
template <HistogramError kError, Index kColumns, bool kIsOfLaw = false>
DiagnosticEntry histogram_diagnostic(std::string id, std::string title, std::string description) {
  DiagnosticEntry entry{
      .id = std::move(id), .title = std::move(title), .description = std::move(description)};
  entry.objection = [](const AskedProblem& problem) {
    return histogram_objection("an error of synthetic data", problem);
  };
  entry.meter = [](const MeasuredProblem& problem) {
    return histogram_meter(problem, {.error = kError, .columns = kColumns, .is_of_law = kIsOfLaw});
  };
  entry.levels = [](const MeasuredProblem& problem, ThreadPool&) {
    return uniform_level(problem, {.error = kError, .columns = kColumns, .is_of_law = kIsOfLaw});
  };
  return entry;
}

}  // namespace noisy
