#pragma once

#include <string_view>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/privacy/form/average_vertices.h"

namespace noisy {

/// The steps of a run; all of it is public.
struct AnytimeDescentSetting {
  AverageSchedule schedule;
  bool reuses_last_block = false;  ///< step T draws, and what it draws is the output
  double step_size = 0;            ///< tau
  double grid = 0;                 ///< of hardened releases, else 0
  bool is_exact = false;           ///< nothing is drawn

  Index releases() const { return schedule.releases() - (reuses_last_block ? 1 : 0); }
};

/// Equal steps and their equal releases.
class AnytimeDescentPlan final : public AlgorithmPlan {
 public:
  AnytimeDescentPlan(const Domain& domain, VertexSet vertices, const AnytimeDescentSetting& setting,
                     const Release& release, FixedSchedule rule, PlanSummary summary)
      : domain_(domain),
        vertices_(std::move(vertices)),
        setting_(setting),
        release_(release),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  const Domain& domain() const { return domain_; }
  const VertexSet& vertices() const { return vertices_; }
  const AnytimeDescentSetting& setting() const { return setting_; }
  const Release& release() const { return release_; }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  std::optional<RateLaw> rate_law(const PlanInput& input) const override;
  /// The scores start at 0 whatever the start.
  Run start(GradientOracle& data, Vector start) const override;

 private:
  Domain domain_;
  VertexSet vertices_;
  AnytimeDescentSetting setting_;
  Release release_;
  FixedSchedule rule_;
  PlanSummary summary_;
};

/// The grid of hardened draws from averages.
///
/// @param one    of what one record adds to a sum
/// @param move   C
/// @param field  that has the number of draws
/// @error as hardened_gradient_grid; limit-exceeded at the field for more draws than are kept
Result<double> average_grid(const AverageSchedule& schedule, const WholeGradient& one, double move,
                            double step_size, std::string_view field);

std::vector<ParameterSpec> anytime_descent_specs();

/// Plans vertex-sco. T, K, q and tau are those of Theorem 4.2 with all constants 1
/// (paper_scaled_anytime; its second part where third derivatives are known to be bounded), or
/// those whose explicit bound is least (bound_optimal_anytime); by default those of the two that
/// have the smaller bound. Where T, K or q are given, tau is that of the bound, within 1 / (4 q
/// L_0) and the longest that privacy allows (anytime_step_cap). Without privacy T = n, B = q = 1
/// and tau = sqrt(2 ln m / T) / L_0.
///
/// Hardened releases are those of the floating plan on a grid.
///
/// The ledger counts what the releases cost in rho, which is less than the budget where tau is
/// below its cap.
///
/// @error no-certificate at "stepSize" above the cap, which the message tells; invalid-value at
///        "iterations" above n, at "resamplePeriod" above T, at "reuseLastBlock" where step T draws
///        nothing; empty-data; as vertex_problem and check_draws_privacy; invalid-budget;
///        of hardened releases as average_grid, at "samplesPerStep"
Result<std::unique_ptr<AlgorithmPlan>> plan_anytime_descent(const PlanInput& input);

}  // namespace noisy
