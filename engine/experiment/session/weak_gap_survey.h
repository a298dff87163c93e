#pragma once

#include <memory>

#include "engine/experiment/plan/objective.h"
#include "engine/experiment/session/session.h"

namespace noisy {

/// Begins to estimate the weak gap of an algorithm on the population that the experiment's records
/// are drawn from, by the points z_r = (x_r, y_r) that it released in R runs:
///
///     max over y of E[F(x~, y)] - min over x of E[F(x, y~)]
///
/// The mean is over data and noise, so that each run needs data of its own: sweep over "data.seed".
/// Repeats of a run share their data, and tell the mean over the noise alone.
///
/// The request is {"weakGap": {"points", "resamples", "level", "seed"}}; the report
///
///     {"nonPrivate": true, "optimum": null,
///      "weakGap": {"runs", "plugIn": {"lower", "upper"}, "split",
///                  "interval": {"lower", "upper"}, "level", "strong": {"lower", "upper"}}}
///
/// `plugIn` has the mean over the runs in place of E, and is above the weak gap in the mean;
/// `split` answers one half of the runs and values the answer at the other, and is below it;
/// `interval` is the bootstrap's about `split`; `strong` is the mean of the runs' own gaps.
/// Brackets as in usual_gap_options().
///
/// @error unsupported-option at "problem" for one without a saddle, at "data" without a known
///        population; conflicting-fields at "weakGap" beside other parts; invalid-value and
///        limit-exceeded at "weakGap.points"
Result<std::unique_ptr<Survey>> begin_weak_gap(std::shared_ptr<Objective> objective,
                                               const Json& request,
                                               std::shared_ptr<math::ThreadPool> threads);

}  // namespace noisy
