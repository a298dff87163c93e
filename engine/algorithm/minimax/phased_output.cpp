#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/minimax/minimax_entries.h"
#include "engine/algorithm/minimax/solution_specs.h"

namespace noisy {
namespace {

AlgorithmEntry certified_output() {
  AlgorithmEntry entry = minimax_entry();
  entry.id = "output-perturbation";
  entry.title = "Certified output perturbation";
  entry.theorem = "Algorithm 1, Theorem 3.4; certificate and sharper noise derived";
  entry.summary =
      "Any solver minimizes the objective unseen; a certificate bounds how far it is from the "
      "exact minimizer, and only that point is published, with noise. Adds what strong convexity "
      "lacks.";
  entry.term_use = TermUse::smooth_in_domain;
  entry.parameters = certified_output_specs(kUsualMinimizer);
  entry.plan = optional_planners().certified_output;
  return entry;
}

AlgorithmEntry phased_output() {
  AlgorithmEntry entry = minimax_entry();
  entry.id = "phased-output-perturbation";
  entry.title = "Phased output perturbation";
  entry.theorem = "Algorithm 2, Theorem 3.7; certificate, schedules and sharper noise derived";
  entry.summary =
      "Disjoint blocks of records, each minimized unseen around the last published point with more "
      "and more regularization. The optimal rate for convex losses once there are many records.";
  entry.term_use = TermUse::smooth_in_domain;
  entry.parameters = phase_specs(true, kUsualMinimizer);
  entry.plan = optional_planners().phased_output;
  return entry;
}

}  // namespace

std::vector<AlgorithmEntry> phased_output_entries() {
  return {certified_output(), phased_output()};
}

}  // namespace noisy
