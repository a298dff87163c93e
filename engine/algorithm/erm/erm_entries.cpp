#include "engine/algorithm/erm/erm_entries.h"

namespace noisy {

AlgorithmEntry erm_entry() {
  AlgorithmEntry entry;
  entry.paper =
      "Wang, Ye, Xu: Differentially Private Empirical Risk Minimization Revisited: Faster and More "
      "General";
  entry.tells = {GradientRelease::kName};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::gaussian};
  return entry;
}

}  // namespace noisy
