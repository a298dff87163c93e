#pragma once

#include "engine/algorithm/simplex/theory/vertex_budget.h"
#include "engine/math/index.h"

namespace noisy {

/// Multiplicative weights with the exponential mechanism (Hardt, Ligett, McSherry 2012): R rounds,
/// each of which chooses the query that is answered worst, and then measures its whole table.
struct MwemSetting {
  Index samples = 1;      ///< n
  Index columns = 1;      ///< of the records
  Index tables = 1;       ///< of queries
  double table_size = 1;  ///< s, the mean number of queries in one of the largest tables
  double move = 1;        ///< D, how far two records' answers to a query can be apart
  Index moved = 2;        ///< r, how many answers of a table differ between two records
};

/// R, b and sigma.
struct MwemParameters {
  Index rounds = 1;
  double choice_scale = 0;  ///< b
  double deviation = 0;     ///< sigma, of the noise on every answer of a table
};

/// How many rounds a budget is for: as many as leave the noise of one table at an expected half l1
/// length of 0.18, s sigma / sqrt(2 pi) with four fifths of the budget for tables, and at least as
/// many as there are columns, at most as there are tables. The number is by experience: from 5000
/// records on, with a table for every pair of seven columns, errors fall up to one round for each.
Index mwem_rounds(const MwemSetting& setting, double rho);

/// Scales of R equal rounds that together cost rho: a choice costs (2 D / (n b))^2 / 8, an answer
/// to a table (sqrt(r) D / (n sigma))^2 / 2.
///
/// @param choice_share  of the budget, for all choices together, in (0, 1)
MwemParameters mwem_parameters(const MwemSetting& setting, double rho, Index rounds,
                               double choice_share);

}  // namespace noisy
