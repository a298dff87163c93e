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
Result<void> check_vertex_privacy(const PrivacyRequest& privacy);

/// What is asked for, which is not without privacy.
///
/// @error invalid-budget
Result<VertexBudget> vertex_budget(const PrivacyRequest& privacy);

}  // namespace noisy
