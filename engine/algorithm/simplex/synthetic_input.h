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
};

/// @error unsupported-domain at "problem" without queries; empty-data with fewer than two records;
///        as check_vertex_privacy
Result<SyntheticFacts> synthetic_facts(const PlanInput& input);

/// What the releases cost together, one after the other as a ledger adds them up; nothing where
/// they have no noise.
Cost total_cost(const std::vector<Release>& releases);

/// How what is spent reads, for releases that are counted in rho.
Worth worth_in_rho(const PlanInput& input);

/// "a histogram of 1458 cells, by 191 queries and their negations"
std::string histogram_words(const QueryFamily& queries);

}  // namespace noisy
