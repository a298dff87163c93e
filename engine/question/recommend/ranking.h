#pragma once

#include <span>
#include <vector>

#include "engine/question/recommend/twin_player.h"

namespace noisy {

/// Plays all candidates on each of the twins, on this many threads. The same bits on any number.
std::vector<std::vector<TwinEnd>> play_all(std::span<const TwinPlayer* const> twins,
                                           std::span<const Candidate> candidates,
                                           const StatedChoice& stated, int threads);

/// ln of the fourth-power mean over twins of gap / least gap of all candidates: what a candidate
/// loses because nobody knows which twin is like the data. The power makes three times the least
/// gap on one of ten twins weigh more than 1.5 times on all of them, for a choice should be good on
/// any data and need not be best on most. A gap counts as at least a 300th of the start's: below
/// that no difference matters. Doing nothing is a candidate, too.
std::vector<double> log_regrets(std::span<const TwinPlayer* const> twins,
                                const std::vector<std::vector<TwinEnd>>& ends);

/// ln(gap / gap of the start) of one candidate, in the mean over twins; below 0 where it pays.
double mean_progress(std::span<const TwinPlayer* const> twins,
                     const std::vector<std::vector<TwinEnd>>& ends, std::size_t candidate);

/// Positions from the least value to the largest; equal ones keep their order.
std::vector<std::size_t> order_of(const std::vector<double>& values);

/// The value that a share of the others lies below, by linear interpolation. Precondition: there
/// are values, and share is in [0, 1].
double quantile_of(std::vector<double> values, double share);

}  // namespace noisy
