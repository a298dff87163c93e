#include "engine/algorithm/minimax/minimax_entries.h"

#include "engine/algorithm/minimax/solution_columns.h"

namespace noisy {

AlgorithmEntry minimax_entry() {
  AlgorithmEntry entry;
  entry.paper =
      "Zhang, Thekumparampil, Oh, He: Bring Your Own Algorithm for Optimal Differentially Private "
      "Stochastic Minimax Optimization";
  entry.draws_batches = true;  // solvers read records one by one
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::gaussian};
  entry.tells = {"certified-solve"};
  entry.columns = solution_columns();
  entry.needs = {"convexity", "smoothness", "bounded gradient sensitivity"};
  entry.guarantee =
      "Every released point is private, whoever solves: a solver from outside must carry nothing "
      "from one block of records to another, and the accuracy mode \"markov\" rests on a theorem. "
      "What is computed on the way is never shown.";
  return entry;
}

}  // namespace noisy
