#include "engine/algorithm/accelerated/entry_defaults.h"

namespace noisy {

AlgorithmEntry accelerated_entry(GradientsAt gradients_at) {
  AlgorithmEntry entry;
  entry.gradients_at = gradients_at;
  entry.paper =
      "Kuru, Birbil, Gürbüzbalaban, Yıldırım: Differentially Private Accelerated Optimization "
      "Algorithms";
  entry.is_private = true;
  entry.tells = {GradientRelease::kName};
  entry.notions = {Notion::pure, Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one, Neighbours::zero_out};
  entry.mechanisms = {Mechanism::laplace, Mechanism::gaussian};
  entry.needs = {"strong convexity", "smoothness", "bounded gradient sensitivity"};
  return entry;
}

AlgorithmEntry baseline_entry() {
  AlgorithmEntry entry;
  entry.is_private = false;
  entry.notions = {Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::none};
  entry.needs = {"strong convexity", "smoothness"};
  entry.guarantee = "None: it reads the data exactly.";
  return entry;
}

}  // namespace noisy
