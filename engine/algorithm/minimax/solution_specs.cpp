#include "engine/algorithm/minimax/solution_specs.h"

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/solver/base/solver_ids.h"

namespace noisy {
namespace {

constexpr Words<DifferenceBound, 2> kBounds = {
    {{"gradient-difference", DifferenceBound::gradient_difference},
     {"lipschitz", DifferenceBound::lipschitz}}};
constexpr Words<PhaseSchedule, 3> kSchedules = {{{"equal", PhaseSchedule::equal},
                                                 {"balanced", PhaseSchedule::balanced},
                                                 {"geometric", PhaseSchedule::geometric}}};
constexpr Words<RegularizationRule, 2> kRules = {
    {{"derived", RegularizationRule::derived_optimal}, {"paper", RegularizationRule::paper}}};
constexpr Words<SolutionAccuracy, 2> kAccuracies = {
    {{"certificate", SolutionAccuracy::certified}, {"markov", SolutionAccuracy::expected}}};
constexpr Words<bool, 2> kGaussians = {{{"analytic", false}, {"classic", true}}};

std::vector<std::string> solver_ids(bool is_minimization) {
  const auto ids = is_minimization ? minimizer_ids() : saddle_solver_ids();
  return {ids.begin(), ids.end()};
}

ParameterSpec solver_spec(bool is_minimization, const std::string& default_solver) {
  return {.name = "solver",
          .title = "Solver",
          .type = ParameterType::choice,
          .choices = solver_ids(is_minimization),
          .is_open = true,
          .default_rule = default_solver + "; of less than 16 records a deterministic one",
          .description =
              "Who looks for the solution, on exact data and unseen. Neither privacy nor error "
              "depend on it, only time: what it finds is certified, and where it fails another "
              "answers.",
          .source = "section 3"};
}

ParameterSpec tolerance_spec() {
  return {.name = "toleranceRatio",
          .title = "Tolerance",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = 1,
          .exclusive_minimum = true,
          .default_rule = "0.01; with the calibration paper 0.5",
          .description =
              "How far the certified solution may be from the exact one, as a part of what one "
              "record can move that by, half of it. Less takes more gradients and less noise.",
          .source = "Algorithm 1"};
}

ParameterSpec accuracy_spec() {
  return {
      .name = "accuracyMode",
      .title = "Accuracy",
      .type = ParameterType::choice,
      .choices = words_of(kAccuracies),
      .default_value = "certificate",
      .description =
          "certificate: proven of the point itself. markov: SVRG makes as many epochs as its "
          "theorem and Markov's inequality ask for, as in the paper, and nothing is checked: each "
          "solution adds 2^-100 to delta, and the result is not certified.",
      .source = "section 3; Xiao and Zhang 2014"};
}

ParameterSpec bound_spec() {
  return {
      .name = "sensitivityBound",
      .title = "Sensitivity",
      .type = ParameterType::choice,
      .choices = words_of(kBounds),
      .default_value = "gradient-difference",
      .description =
          "gradient-difference: by how far two records' gradients can be apart. lipschitz: by "
          "twice the longest gradient, as the paper does; the noise then costs less than asked.",
      .source = "Lemma 3.3; sharper form derived"};
}

ParameterSpec gaussian_spec() {
  return {.name = "gaussianNoise",
          .title = "Gaussian mechanism",
          .type = ParameterType::choice,
          .choices = words_of(kGaussians),
          .default_value = "analytic",
          .description =
              "Of (epsilon, delta): analytic is the least noise that is proven; classic is "
              "sqrt(2 ln(1.25/delta)) / epsilon, for epsilon below 1.",
          .source = "Balle and Wang 2018; Dwork and Roth 2014"};
}

ParameterSpec flag_spec(std::string name, std::string title, bool usual, std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::boolean,
          .default_value = usual,
          .description = std::move(description)};
}

ParameterSpec regularization_spec() {
  return {.name = "regularization",
          .title = "Base regularization",
          .type = ParameterType::number_or_choice,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .choices = words_of(kRules),
          .default_rule = "derived; with the calibration paper its own formula",
          .start = FormStart{0.01},
          .description =
              "mu: phase k adds (mu_k / 2) ||x - x_(k-1)||^2 with growing mu_k. derived: where the "
              "error bound is least for the noise that is added. Privacy does not depend on it; do "
              "not tune it on the data.",
          .source = "Theorem 3.7, Theorem 4.8; derived"};
}

ParameterSpec added_regularization_spec() {
  return {.name = "regularization",
          .title = "Regularization",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = kLargest,
          .default_rule = "0; without strong convexity where the error bound is least",
          .description =
              "Adds (mu / 2) ||x||^2 to the objective: one release of a regularized minimizer, "
              "which the phased method is compared with.",
          .source = "section 3, derived"};
}

ParameterSpec schedule_spec() {
  return {
      .name = "schedule",
      .title = "Schedule",
      .type = ParameterType::choice,
      .choices = words_of(kSchedules),
      .default_rule = "the one whose error bound is least; with the calibration paper equal",
      .description =
          "How records are divided among the phases: equal blocks as in the paper, balanced "
          "ones that leave no record out, or geometric ones that halve from phase to phase. Left "
          "out, the plan compares the bounds of all three and says which it took.",
      .source = "Algorithm 2; Feldman, Koren, Talwar 2020"};
}

}  // namespace

SolutionOptions solution_options(const ParameterSet& given) {
  SolutionOptions out{
      .solver = given.text("solver"),
      .accuracy = chosen(given, "accuracyMode", kAccuracies, SolutionAccuracy::certified),
      .has_fixed_iterations = given.flag("fixedIterations").value_or(false),
      .is_classic = chosen(given, "gaussianNoise", kGaussians, false),
      .bound = chosen(given, "sensitivityBound", kBounds, DifferenceBound::gradient_difference),
      .tolerance_ratio = given.number("toleranceRatio"),
      .projects = given.flag("projectOutput").value_or(true),
      .regularization = given.number("regularization"),
      .scale = given.number("regularizationScale").value_or(1),
      .domain_radius = given.number("domainRadius")};
  if (given.has("schedule")) {
    out.schedule = chosen(given, "schedule", kSchedules, PhaseSchedule::equal);
  }
  if (const auto phases = given.number("phases")) out.phases = static_cast<Index>(*phases);
  if (given.text("regularization")) {
    out.rule = chosen(given, "regularization", kRules, RegularizationRule::derived_optimal);
  }
  return out;
}

ParameterSpec distance_spec() {
  return {.name = "domainRadius",
          .title = "Distance",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .default_rule = "how far the domain reaches; without one problem.constants.distance",
          .description =
              "D: how far the solution may be from the start, for the choice of mu and the "
              "error bound. A public guess; privacy does not depend on it."};
}

std::vector<ParameterSpec> certified_output_specs(const std::string& default_solver) {
  auto specs = solution_specs(true, default_solver);
  specs.push_back(added_regularization_spec());
  specs.push_back(distance_spec());
  return specs;
}

std::vector<ParameterSpec> solution_specs(bool is_minimization, const std::string& default_solver) {
  return {solver_spec(is_minimization, default_solver),
          tolerance_spec(),
          bound_spec(),
          gaussian_spec(),
          accuracy_spec(),
          flag_spec("fixedIterations", "Fixed iterations", false,
                    "The solver is left out for a deterministic one that takes as many steps as "
                    "any data could need, so that time and counts tell nothing of the data."),
          flag_spec("projectOutput", "Project", true,
                    "What is released is moved into the domain, which costs no privacy.")};
}

std::vector<ParameterSpec> phase_specs(bool is_minimization, const std::string& default_solver) {
  auto specs = solution_specs(is_minimization, default_solver);
  specs.push_back(schedule_spec());
  specs.push_back({.name = "phases",
                   .title = "Phases",
                   .type = ParameterType::integer,
                   .unit = "phases",
                   .minimum = 1,
                   .maximum = 64,
                   .default_rule = "log2 n, rounded up; of the geometric schedule down, at most 12",
                   .description = "K, each on records of its own."});
  specs.push_back(regularization_spec());
  specs.push_back({.name = "regularizationScale",
                   .title = "Regularization scale",
                   .type = ParameterType::number,
                   .minimum = 0,
                   .maximum = 1e9,
                   .exclusive_minimum = true,
                   .default_value = 1.0,
                   .description = "A public factor of the mu that a rule gives."});
  specs.push_back(distance_spec());
  specs.push_back(start_spec({.default_rule = "0, moved into the domain",
                              .description = "x_0, the centre of the first phase.",
                              .source = ""}));
  return specs;
}

std::string_view schedule_word(PhaseSchedule schedule) {
  return word_of(kSchedules, schedule);
}

std::string_view bound_word(DifferenceBound bound) {
  return word_of(kBounds, bound);
}

std::string_view rule_word(RegularizationRule rule) {
  return word_of(kRules, rule);
}

}  // namespace noisy
