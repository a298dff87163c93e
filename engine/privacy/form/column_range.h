#pragma once

#include <cstdint>
#include <span>

#include "engine/math/error.h"
#include "engine/privacy/release/release.h"
#include "engine/random/stream.h"

namespace noisy {

/// The ends of columns' ranges, which a run chooses before its algorithm begins: each release is
/// one quantile of one column, chosen among public candidates by the exponential mechanism
/// (engine/data/private_ranges.h). Candidate t is chosen with probability
///
///     e^(u(t) / b) / sum_s e^(u(s) / b)
///
/// for whole scores u, which one record moves by at most 1, replaced or counted as nothing. Then
/// log likelihood ratios lie in an interval of length eta = 2 / b (selection_range in vertex.h has
/// the proof), and a release costs
///
///     eta                               in epsilon
///     eta^2 / 8                         in rho (Cesar and Rogers 2021)
///     bounded_range_renyi(alpha, eta)   in Renyi divergence of order alpha
///
/// Releases compose by sum, with one another and with those of the algorithm, which sees nothing of
/// the columns but what the chosen ranges leave (adaptive composition).
///
/// Scores are whole numbers and b is a multiple of 2^-32, so that choices are made by coins whose
/// probabilities are exact (exponential_choice), whether the release is hardened or not.
const ReleaseForm* column_range_form();

/// The grid of every b.
inline constexpr double kColumnRangeGrid = 0x1p-32;

/// b: the least multiple of the grid with 2 / b <= range.
///
/// @error invalid-budget at "privacy" where that is not between 2^-9 and 2^30
Result<double> column_range_scale(double range);

/// What one release costs at least in this unit; infinity where nothing is proven.
///
/// @param order  of the unit renyi
double column_range_cost(const Release& release, CostUnit unit, double order);

/// The number of the candidate that is chosen; one of the best where the release has no noise.
///
/// @param scores  one for each candidate, at least one
std::size_t choose_candidate(std::span<const std::int64_t> scores, const Release& release,
                             Stream& stream);

}  // namespace noisy
