#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// What the parameter `publishes` says where only the last iterate is let out.
inline constexpr std::string_view kLastAlone = "last";

/// What plans the methods that a program may do without: all that are more than steps along a noisy
/// gradient of the records, and those that others are only compared with.
struct OptionalPlanners {
  using Planner = decltype(AlgorithmEntry::plan);

  Planner last_iterate = nullptr;  ///< of dp-gd where it publishes kLastAlone
  Planner dp_sgd = nullptr;
  Planner rrpsgd = nullptr;
  Planner svrg = nullptr;
  Planner svrg_pp = nullptr;
  Planner accmd = nullptr;
  Planner accmd_literal = nullptr;
  Planner noisy_mirror_descent = nullptr;
  Planner frank_wolfe = nullptr;
  Planner output_perturbation = nullptr;
  Planner objective_perturbation = nullptr;
  Planner adassp = nullptr;
  Planner kl_spider = nullptr;
  Planner fixed_round_spider = nullptr;
  Planner kl_proximal_point = nullptr;
  Planner noisy_gd = nullptr;
  Planner adaptive_noisy_gd = nullptr;
  Planner certified_output = nullptr;
  Planner phased_output = nullptr;
  Planner minimax_output = nullptr;
  Planner phased_minimax = nullptr;
  Planner descent_ascent = nullptr;
  Planner noisy_extragradient = nullptr;
  Planner phased_sgd = nullptr;
  Planner nispp = nullptr;
  Planner vertex_mirror_descent = nullptr;
  Planner anytime_descent = nullptr;
  Planner tree_frank_wolfe = nullptr;
  Planner gaussian_descent = nullptr;
  Planner bias_reduced_descent = nullptr;
  Planner boosted_descent = nullptr;
  Planner synthetic_descent = nullptr;
  Planner mwem = nullptr;
};

/// They stand in a file of their own, so that a program that must be small can define this function
/// itself and give none of them: then it links nothing of these methods but what the catalogue
/// says, and Session::lacks() names those that an experiment asks for.
OptionalPlanners optional_planners();

}  // namespace noisy
