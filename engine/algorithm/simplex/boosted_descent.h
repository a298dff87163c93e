#pragma once

#include "engine/algorithm/simplex/boosted_descent_plan.h"

namespace noisy {

/// Boosting to high probability (Gonzalez, Guzman, Paquette 2024, Algorithm 4; E21). On disjoint
/// blocks of records S1^i, S2^ij, S3^ij and S4, i = 1 .. I, j = 1 .. J:
///
///     z_i = (x_i, y_i)  by mirror descent with vertex sampling on S1^i     (mirror_descent)
///     x_ij, y_ij        answers to y_i on S2^ij and to x_i on S3^ij: the same descent, or that
///                       with anytime averages (anytime_descent), with the other player frozen at
///                       the candidate, which is public by then
///     out = z_i         for i drawn with probability proportional to exp(-G_i / b), G_i = max_j
///                       F(x_i, y_ij) - min_j F(x_ij, y_i) on S4            (gap_choice_form)
///
/// The paper has its Algorithm 3 for candidates, and for answers an algorithm of others, in whose
/// place any private one may stand. Every record belongs to one block, and pays for what that block
/// releases: parallel composition.
///
/// Iterates handed out are those of the first candidate, then itself, as long as nothing tells the
/// candidates apart, and at last the one that was chosen.
Run boosted_descent(GradientOracle& data, const BoostedDescentPlan& plan);

}  // namespace noisy
