#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/preprocess.h"

/// Ranges of columns that the records themselves choose, privately: the step private-ranges.
///
/// Both ends of a column's range are quantiles, each chosen by the exponential mechanism (McSherry
/// and Talwar 2007; of quantiles Smith 2011) from candidates that follow from the public ends
/// alone. Let c(t) = #{v < t} count the values of n records below a candidate t, and k = q n,
/// rounded to a whole number, be the count that the quantile q asks for. The score of t is how far
/// k is from the counts of two neighbouring candidates,
///
///     u(t) = -dist(k, [c(t-), c(t)])   of the upper end: t- is the candidate before t, c = 0
///     before
///                                      the first;
///     u(t) = -dist(k, [c(t), c(t+)])   of the lower end: t+ is the one after, c = n after the
///     last;
///
/// so that an end is best where the count passes k, and not also far beyond all values: |c(t) - k|
/// alone is the same for every candidate there. t is chosen with probability proportional to
/// e^(u(t) / b). Exchanging one record changes every count by at most 1, and so does counting it as
/// nothing (zero-out); k is public, so that a distance from it moves by at most 1, and with it
/// every score. What that costs says column_range.h.
///
/// With probability 1 - p the score of the chosen t is at most b ln(m / p) below that of the best
/// of the m candidates (McSherry and Talwar 2007), which is 0.
namespace noisy {

inline constexpr std::string_view kPrivateRanges = "private-ranges";

/// The number of the target where it stands among columns.
inline constexpr Index kTargetColumn = -1;

/// A column's range: what a run chose, and everybody may see.
struct ColumnRange {
  Index column = 0;  ///< or kTargetColumn
  double lower = 0;
  double upper = 0;
};

/// What quantiles are chosen from, ascending: 257 points at equal distances from end to end, and,
/// as far as they lie between the ends, 0 and the 322 numbers +-M 2^(-k/4), k = 0 .. 160, M being
/// the farther end's distance from 0. So any scale down to M 10^-12 has candidates that are nearly
/// as fine as itself.
///
/// @param ends  finite, ascending
std::vector<double> range_candidates(Interval ends);

/// Which end of a range.
enum class RangeEnd { lower, upper };

/// u(t) of every candidate.
///
/// @param values    ascending
/// @param quantile  q in [0, 1]
std::vector<std::int64_t> quantile_scores(std::span<const double> values,
                                          std::span<const double> candidates, double quantile,
                                          RangeEnd end);

/// The range between two chosen candidates, the lower end first. Where they are the same, the
/// candidates on either side of it, where there are any.
///
/// @param first, second  numbers of candidates
Interval range_between(std::span<const double> candidates, std::size_t first, std::size_t second);

/// The columns that the step names, in its order; of d columns all, where it names none. The target
/// comes last, as kTargetColumn.
std::vector<Index> ranged_columns(const PrivateRanges& step, Index features);

/// The public ends of the column with this place among those that the step names.
Interval public_ends(const PrivateRanges& step, std::size_t place);

/// What holds once a run has chosen the ranges, whatever they are.
///
/// @param field  of the step
/// @error invalid-value at the step's parameter; conflicting-fields at the step where there is
///        another one before it
Result<void> bound_ranged(const PrivateRanges& step, const std::string& field,
                          PipelineFacts& facts);

/// unsupported-option: for pipelines that no run goes through.
Result<void> refuse_ranges(const std::string& field);

}  // namespace noisy
