#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// The entries of each algorithm file, gathered by algorithms().
std::vector<AlgorithmEntry> gradient_descent_entries();
std::vector<AlgorithmEntry> heavy_ball_entries();
std::vector<AlgorithmEntry> nesterov_entries();
std::vector<AlgorithmEntry> multistage_nesterov_entries();
std::vector<AlgorithmEntry> svrg_entries();
std::vector<AlgorithmEntry> accmd_entries();
std::vector<AlgorithmEntry> noisy_mirror_descent_entries();
std::vector<AlgorithmEntry> frank_wolfe_entries();
std::vector<AlgorithmEntry> output_perturbation_entries();
std::vector<AlgorithmEntry> objective_perturbation_entries();
std::vector<AlgorithmEntry> sgd_entries();

}  // namespace noisy
