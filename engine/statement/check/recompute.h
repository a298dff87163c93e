#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/statement/read/read_statement.h"
#include "engine/statement/write/renyi_runs.h"

namespace noisy {

/// How many single releases may still be evaluated: a hostile statement must not take long.
struct Effort {
  double evaluations = 2e7;
};

/// S by the formula of the statement: the product of the two bounds, or what clipping allows, times
/// the records that neighbours differ by (changed_records).
double recomputed_sensitivity(const StatedEntry& entry);

/// What the first k releases cost, for every k of `releases`, which ascend and do not exceed what
/// the schedule lists. Nothing when that takes more than the effort that is left.
std::optional<std::vector<double>> schedule_costs(const StatedEntry& entry,
                                                  std::span<const double> releases, Effort& effort);

/// What an entry that is counted in Renyi divergence released, as often as its list of noise says,
/// at the deviation that the list begins with.
RenyiReleases renyi_releases(const StatedEntry& entry);

/// A figure of one run by its accountant, with the stated delta: epsilon, or rho for "zcdp".
/// Nothing for an accountant that does not suit the mechanism.
///
/// @param cost  of the run
std::optional<double> recomputed_figure(const StatedEntry& entry, const StatedFigure& figure,
                                        double cost);

/// What all runs cost together.
struct TotalCosts {
  double epsilon = 0;      ///< sum over pure runs
  double pure_as_rho = 0;  ///< sum of epsilon^2 / 2 over pure runs
  double rho = 0;          ///< sum over the others
  bool has_rho = false;
  bool only_gaussian = true;         ///< of the others: all noise is normal, none discrete
  std::vector<RenyiReleases> renyi;  ///< what is counted in Renyi divergence
  /// Sums over private figures, for the rows that are held out: no record pays for both.
  double score_epsilon = 0;
  double score_as_rho = 0;
};

/// Noise that a normal distribution describes, not a discrete one.
bool is_gaussian(const StatedEntry& entry);

/// epsilon of the total by its stated accountant and delta. Nothing for an accountant that does not
/// suit what was run.
std::optional<double> recomputed_total(const TotalCosts& costs, const StatedFigure& total);

}  // namespace noisy
