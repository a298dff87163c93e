#pragma once

#include <vector>

#include "engine/question/recommend/candidate.h"

namespace noisy {

/// The scales that candidates are laid out by, all public.
struct GridScale {
  double row_bound = 1;  ///< R
  double slope = 1;      ///< bound of |phi'| at the start, so that slope R bounds a gradient there
  double curvature = 1;  ///< bound of phi''
  double useful_move = 4;  ///< a score that moves by more because of noise alone is worth nothing
};

/// All that a first look compares: clips from the longest gradient to a 32nd of it, and travels
/// from too short for any data to too long.
std::vector<Candidate> first_grid(const GridScale& scale, const StatedChoice& stated);

/// Half steps in clip and travel around one of them, itself included, with as many steps.
std::vector<Candidate> grid_finer(const Candidate& centre, const StatedChoice& stated);

/// Around one of them: half steps in clip and travel, and other numbers of steps and momenta.
std::vector<Candidate> grid_around(const Candidate& centre, const StatedChoice& stated);

/// The same clip, with steps that go farther or are more: for the best of another clip.
std::vector<Candidate> grid_beyond(const Candidate& centre, const StatedChoice& stated);

/// What may be best at a budget, or a number of records, some times larger or smaller.
///
/// @param factor  2 where noise is less, 1/2 where it is more
std::vector<Candidate> grid_towards(const Candidate& centre, double factor,
                                    const StatedChoice& stated);

/// Adds those that are not there yet.
void add_new(const std::vector<Candidate>& candidates, std::vector<Candidate>& out);

/// Leaves out those whose noise alone moves scores by more than anything useful, unless that would
/// leave none.
void drop_noisy(const GridScale& scale, std::vector<Candidate>& candidates);

}  // namespace noisy
