#include "engine/algorithm/minimax/minimax_output.h"

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/minimax/minimax_entries.h"
#include "engine/algorithm/minimax/minimax_variant.h"
#include "engine/algorithm/minimax/solution_columns.h"
#include "engine/algorithm/minimax/solution_specs.h"

namespace noisy {
namespace {

constexpr Words<MinimaxVariant, 3> kVariants = {
    {{"convex-concave", MinimaxVariant::pair},
     {"strongly-concave", MinimaxVariant::strongly_concave},
     {"strongly-convex", MinimaxVariant::strongly_convex}}};

ParameterSpec regularization_of(std::string name, std::string title, std::string description) {
  return {
      .name = std::move(name),
      .title = std::move(title),
      .type = ParameterType::number,
      .minimum = 0,
      .maximum = kLargest,
      .default_rule = "0; where the problem has no modulus of its own, what a bound is least with",
      .description = std::move(description)};
}

AlgorithmEntry minimax_output() {
  AlgorithmEntry entry = minimax_entry();
  entry.id = "minimax-output-perturbation";
  entry.title = "Minimax output perturbation";
  entry.theorem = "Algorithm 3, Theorem 4.4; certificate and joint release derived";
  entry.summary =
      "Any solver finds the saddle point unseen; a certificate bounds how far it is from the exact "
      "one, and only that point is published, with noise. Adds what strong convexity lacks.";
  entry.problem_use = ProblemUse::saddles;
  entry.term_use = TermUse::proximal;
  entry.columns.push_back(dual_noise_column());
  entry.parameters = minimax_output_specs();
  entry.plan = optional_planners().minimax_output;
  return entry;
}

AlgorithmEntry phased_minimax() {
  AlgorithmEntry entry = minimax_entry();
  entry.id = "phased-minimax";
  entry.title = "Phased minimax";
  entry.theorem = "Algorithms 4 and 5, Theorem 4.8, Corollary 4.9; sharper noise derived";
  entry.summary =
      "Disjoint blocks of records, each solved unseen around the last published point: one path "
      "for "
      "x, one for y, sharing the budget. The optimal rate for convex-concave problems.";
  entry.problem_use = ProblemUse::saddles;
  entry.term_use = TermUse::proximal;
  entry.parameters = phased_minimax_specs();
  entry.plan = optional_planners().phased_minimax;
  return entry;
}

}  // namespace

std::optional<MinimaxVariant> chosen_variant(const ParameterSet& given) {
  if (!given.has("variant")) return std::nullopt;
  return chosen(given, "variant", kVariants, MinimaxVariant::pair);
}

std::string_view variant_word(MinimaxVariant variant) {
  return word_of(kVariants, variant);
}

std::vector<ParameterSpec> minimax_output_specs() {
  auto specs = solution_specs(false, kUsualSaddleSolver);
  specs.push_back(regularization_of("primalRegularization", "Primal regularization",
                                    "Adds (a / 2) ||x||^2 to the problem."));
  specs.push_back(regularization_of("dualRegularization", "Dual regularization",
                                    "Subtracts (b / 2) ||y||^2 from the problem."));
  return specs;
}

std::vector<ParameterSpec> phased_minimax_specs() {
  auto specs = phase_specs(false, kUsualSaddleSolver);
  specs.insert(
      specs.begin(),
      {.name = "variant",
       .title = "Variant",
       .type = ParameterType::choice,
       .choices = words_of(kVariants),
       .default_rule = "strongly-concave where mu_y >= L / (D sqrt(n)), else convex-concave",
       .description =
           "convex-concave publishes x and y with half the privacy each; the others publish one "
           "part with all of it, where the other part's curvature is the problem's own.",
       .source = "section 4.3"});
  return specs;
}

std::vector<AlgorithmEntry> minimax_output_entries() {
  return {minimax_output(), phased_minimax()};
}

}  // namespace noisy
