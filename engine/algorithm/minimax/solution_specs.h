#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/algorithm/minimax/theory/base_regularization.h"
#include "engine/algorithm/minimax/theory/solution_setting.h"
#include "engine/privacy/form/certified_solution.h"
#include "engine/problem/parameter.h"

namespace noisy {

/// What an experiment may choose of a method that releases certified solutions.
struct SolutionOptions {
  std::optional<std::string> solver;  ///< absent: the usual one
  SolutionAccuracy accuracy = SolutionAccuracy::certified;
  bool has_fixed_iterations = false;
  bool is_classic = false;  ///< the classical Gaussian mechanism instead of the exact one
  DifferenceBound bound = DifferenceBound::gradient_difference;
  std::optional<double> tolerance_ratio;
  bool projects = true;  ///< what is released is moved into the domain
  std::optional<PhaseSchedule> schedule;
  std::optional<Index> phases;
  std::optional<double> regularization;  ///< mu, where it is a number
  std::optional<RegularizationRule> rule;
  double scale = 1;                     ///< of the rule's mu
  std::optional<double> domain_radius;  ///< D
};

SolutionOptions solution_options(const ParameterSet& given);

/// The parameters of all methods that release certified solutions.
///
/// @param default_solver  its id
std::vector<ParameterSpec> solution_specs(bool is_minimization, const std::string& default_solver);
/// Those of certified output perturbation.
std::vector<ParameterSpec> certified_output_specs(const std::string& default_solver);
/// Those of the phased ones.
std::vector<ParameterSpec> phase_specs(bool is_minimization, const std::string& default_solver);

/// D, which choices of step sizes and regularization read.
ParameterSpec distance_spec();

/// The words of the file for what was chosen.
std::string_view schedule_word(PhaseSchedule schedule);
std::string_view bound_word(DifferenceBound bound);
std::string_view rule_word(RegularizationRule rule);

}  // namespace noisy
