#include <array>

#include "engine/algorithm/minimax/theory/base_regularization.h"
#include "engine/algorithm/minimax/theory/method_bounds.h"
#include "engine/json/vocabulary.h"

// The words of the query about certified releases.

namespace noisy {

template <>
std::span<const Word<SolutionMethod>> vocabulary() {
  static constexpr std::array<Word<SolutionMethod>, 7> kWords = {{
      {SolutionMethod::strongly_convex, "strongly-convex", "Algorithm 1",
       "One release of a strongly convex minimizer."},
      {SolutionMethod::convex, "convex", "Algorithm 2", "A minimizer, in phases."},
      {SolutionMethod::strongly_convex_concave, "strongly-convex-concave", "Algorithm 3",
       "One release of both parts of a saddle point."},
      {SolutionMethod::convex_concave_primal, "convex-concave", "Algorithm 4",
       "x in phases; one of a pair that shares the budget."},
      {SolutionMethod::convex_concave_dual, "convex-concave-dual", "Algorithm 5",
       "y in phases; the other of the pair."},
      {SolutionMethod::strongly_concave_primal, "strongly-concave", "Convex, strongly concave",
       "x in phases, with the whole budget."},
      {SolutionMethod::strongly_convex_dual, "strongly-convex-dual", "Strongly convex, concave",
       "y in phases, with the whole budget."},
  }};
  return kWords;
}

template <>
std::span<const Word<SolutionNoise>> vocabulary() {
  static constexpr std::array<Word<SolutionNoise>, 4> kWords = {{
      {SolutionNoise::certified_analytic, "analytic", "Analytic", "The least that is proven."},
      {SolutionNoise::certified_classic, "classic", "Classic", "For epsilon below 1."},
      {SolutionNoise::zcdp, "zcdp", "zCDP", "Through zero-concentrated privacy."},
      {SolutionNoise::paper, "paper", "As printed", "For epsilon below 1."},
  }};
  return kWords;
}

template <>
std::span<const Word<PhaseSchedule>> vocabulary() {
  static constexpr std::array<Word<PhaseSchedule>, 3> kWords = {{
      {PhaseSchedule::equal, "equal", "Equal", "Blocks of one size."},
      {PhaseSchedule::balanced, "balanced", "Balanced", "Blocks that leave no record out."},
      {PhaseSchedule::geometric, "geometric", "Geometric", "Blocks that halve."},
  }};
  return kWords;
}

template <>
std::span<const Word<RegularizationRule>> vocabulary() {
  static constexpr std::array<Word<RegularizationRule>, 2> kWords = {{
      {RegularizationRule::derived_optimal, "derived", "Derived", "Where the bound is least."},
      {RegularizationRule::paper, "paper", "As printed", "The theorems' formula."},
  }};
  return kWords;
}

template <>
std::span<const Word<ComparedMethod>> vocabulary() {
  static constexpr std::array<Word<ComparedMethod>, 4> kWords = {{
      {ComparedMethod::phased_equal, "equal", "Equal blocks", ""},
      {ComparedMethod::phased_balanced, "balanced", "Balanced blocks", ""},
      {ComparedMethod::phased_geometric, "geometric", "Geometric blocks", ""},
      {ComparedMethod::naive, "naive", "One release", "Of a regularized minimizer."},
  }};
  return kWords;
}

}  // namespace noisy
