#pragma once

#include "engine/algorithm/simplex/tree_frank_wolfe_plan.h"

namespace noisy {

/// Private variance-reduced stochastic Frank-Wolfe (Asi, Feldman, Koren, Talwar 2021, Algorithm 3;
/// scales derived). Phase t = 1 .. R asks for the vertices that the 2^t leaves of a tree select
/// from records of its own (tree_vertices_form), and x moves towards one after the other. An
/// iterate is handed out after each phase. Without noise every leaf selects the best vertex.
Run tree_frank_wolfe(GradientOracle& data, const TreeFrankWolfePlan& plan, Vector x);

}  // namespace noisy
