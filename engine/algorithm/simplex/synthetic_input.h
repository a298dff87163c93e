#pragma once

#include <string>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/problem/saddle/query_family.h"

namespace noisy {

/// What methods that make synthetic data rest on; public.
struct SyntheticFacts {
  std::shared_ptr<const QueryFamily> queries;
  Index samples = 0;      ///< n
  double move = 0;        ///< D, how far two records' answers to a query can be apart
  bool is_exact = false;  ///< without privacy nothing is drawn
  bool is_hardened = false;
};

/// @error unsupported-domain at "problem" without queries; empty-data with fewer than two records;
///        as check_draws_privacy
Result<SyntheticFacts> synthetic_facts(const PlanInput& input);

/// The grid of releases of sums whose first and largest noise has this scale, 0 of floating ones
/// and of those without noise.
///
/// @param scale  of the sum over records, m b
/// @error as whole_sum_grid
Result<double> grid_of_sums(const SyntheticFacts& facts, double scale);

/// What the releases cost together, one after the other as a ledger adds them up; nothing where
/// they have no noise.
Cost total_cost(const std::vector<Release>& releases);

/// How what is spent reads, for releases that are counted in rho.
Worth worth_in_rho(const PlanInput& input);

/// "a histogram of 1458 cells, by 191 queries and their negations"
std::string histogram_words(const QueryFamily& queries);

}  // namespace noisy
