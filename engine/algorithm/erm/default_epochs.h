#pragma once

#include "engine/algorithm/erm/svrg_parameters.h"

namespace noisy {

/// Sets epochs, their length and the steps where the file states none of them, nor the theory, and
/// there is noise.
///
/// DP-SVRG's theorem needs epochs of travel 1 / mu or more, which noise allows only of objectives
/// that are much curved everywhere: where its run ends higher than 1.5 times the best on records
/// like most (TypicalProblem), that one is taken, up to five epochs of steps 1 / (12 L), outside of
/// the theorem. Of DP-SVRG++ the number of epochs alone is chosen, by the same.
void choose_epochs(SvrgKind kind, const PlanInput& input, SvrgParameters& parameters);

}  // namespace noisy
