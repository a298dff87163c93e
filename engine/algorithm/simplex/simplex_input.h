#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/algorithm/simplex/theory/vertex_budget.h"

namespace noisy {

/// ell of a saddle problem over two simplices.
///
/// @error unsupported-domain at "problem", also of every other problem
Result<double> two_simplices_log_dimension(const PlanInput& input);

/// What is known of one record's partial derivatives, from bounds on them and from bounds in the
/// Euclidean norm, which no entry of a matrix is above.
SimplexRegularity simplex_regularity(const SaddleBounds& bounds);

/// Whether vertices can be drawn for what is asked.
///
/// @error unsupported-mechanism, unsupported-option, conflicting-fields
Result<void> check_draws_privacy(const PrivacyRequest& privacy);

/// What a claim says of how hardened draws are made.
inline constexpr const char* kExactDraws = ", exactly and in whole numbers,";

/// How far step sizes are held back: `paper` where that is asked for, else what is derived here.
VertexCalibration vertex_calibration(const PrivacyRequest& privacy);

/// How rho reads as (epsilon, delta): calibration `zcdp` converts by the standard bound, which a
/// statement of it puts first.
ZcdpConversion vertex_conversion(const PrivacyRequest& privacy);

/// What is asked for, which is not without privacy.
///
/// @error invalid-budget
Result<VertexBudget> vertex_budget(const PrivacyRequest& privacy);

/// How what such releases cost reads: as what it converts to.
Worth worth_of_draws(const PrivacyRequest& privacy);

/// So many equal releases, stated at what their cost in rho converts to.
FixedSchedule equal_draws(const PrivacyRequest& privacy, const Release& release, Index count);

/// Curves of equal releases: one value for all.
void add_flat_curves(const Release& release, Index count, PlanSummary& summary);

/// What no point's error is above, by A1 alone (trivial_gap, trivial_excess_risk).
struct TrivialError {
  double value = 0;
  const char* text;  ///< which error of a point is above which formula
};
TrivialError trivial_gap_of(double lipschitz);
TrivialError trivial_excess_of(double lipschitz);

/// Notes what is known of the output's error; where that is more than the error of any point, that
/// it says nothing, and what follows from that.
///
/// @param text  up to the full stop
void add_error_note(const std::string& text, double bound, const TrivialError& trivial,
                    PlanSummary& summary, const std::string& otherwise = "");

/// Notes which records are read, each of them once.
void add_blocks_note(Index releases, Index block_size, Index samples, PlanSummary& summary);

/// Says that a part of the budget is not spent where a step size is below its cap.
void add_unspent_note(double step_size, double cap, PlanSummary& summary);

/// Coordinates of a simplex, drawn from the uniform distribution; or how often each is drawn in the
/// mean, where nothing is to be drawn.
Vector uniform_counts(Stream& stream, Index draws, Index size, bool is_exact);

}  // namespace noisy
