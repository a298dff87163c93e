#pragma once

#include <string_view>
#include <vector>

#include "engine/experiment/plan/planner.h"
#include "engine/json/json.h"
#include "engine/privacy/notion.h"
#include "engine/statement/write/renyi_runs.h"
#include "engine/statement/write/statement_records.h"

namespace noisy {

/// What publishing one run costs, where its guarantee bounds that.
struct PublishedCost {
  Guarantee guarantee = Guarantee::proven;
  Notion notion = Notion::pure;
  bool is_gaussian = false;  ///< all its noise is continuous Gaussian: rho converts exactly
  double cost = 0;           ///< epsilon of a pure run, else rho
  double delta = 0;          ///< that the request states; 0 for none
  double requested = 0;      ///< the epsilon that was asked for with that delta
  double score = 0;          ///< epsilon of its private figure for the rows that are held out
  /// Of a run that is counted in Renyi divergence: what it released, by kind. Its cost is at their
  /// order.
  std::vector<RenyiReleases> renyi;
};

/// Of a run that executes its whole plan.
PublishedCost published_cost(const PlannedAlgorithm& planned, const SweepPoint& point,
                             const RiskFacts& facts);

/// A figure for records that are learnt from, raised to what those pay that are held out.
///
/// @param epsilon  of private figures
/// @param rho      the same as zCDP
StatedFigure at_least(StatedFigure learnt, double epsilon, double rho);

/// What publishing several runs on the same data costs together.
///
/// - pure runs: epsilons add up (basic composition)
/// - zCDP runs: rhos add up, and stay rho where nothing else was run
/// - other runs counted in rho: rhos add up, and are converted once, at the smallest delta that a
///   run states: exactly when all noise is continuous Gaussian, else as any zCDP
/// - both kinds: the smaller of (sum of epsilons + converted rhos), and of everything as zCDP, an
///   epsilon-DP run being epsilon^2/2-zCDP; at delta = 10^-6 when no run states one
/// - with runs counted in Renyi divergence: everything together
/// - one run alone: the epsilon that was asked for, where the figure is that but for the rounding
/// of
///   the calibration
///
/// One conversion at the end is never worse than adding up converted figures.
///
/// All that is for the records that runs learn from. Those that are held out, the same ones from
/// all runs, pay for private figures alone, whose costs add up likewise; the total is the larger of
/// the two (parallel composition, private_score.h).
class PrivacyTotal {
 public:
  void add(const PublishedCost& run, double times = 1);

  /// By record::kTotal. Null where a run leaks, and where no run promises anything.
  Json json() const;

 private:
  double settled(double epsilon) const;
  /// Without epsilon and delta where all runs are zCDP.
  StatedFigure learnt() const;
  StatedFigure figure() const { return at_least(learnt(), score_, score_as_rho_); }
  double epsilon_ = 0;
  double rho_ = 0;
  double pure_as_rho_ = 0;
  double score_ = 0;  ///< sum over private figures
  double score_as_rho_ = 0;
  double delta_ = 0;  ///< 0: none stated
  bool has_rho_ = false;
  bool only_gaussian_ = true;
  bool is_bounded_ = true;
  bool promises_ = false;
  double runs_ = 0;
  double requested_ = 0;              ///< of the last run
  std::vector<RenyiReleases> renyi_;  ///< equal ones together
};

/// epsilon at delta by the accountant "zcdp-gaussian", "zcdp-optimal" or "zcdp-standard"; 0 for
/// rho = 0.
double converted_epsilon(std::string_view accountant, double rho, double delta);

}  // namespace noisy
