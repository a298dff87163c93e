#include "engine/algorithm/minimax/solution_columns.h"

namespace noisy {

std::vector<StepColumn> solution_columns() {
  return {{.name = "regularization",
           .title = "Regularization",
           .unit = "",
           .description = "mu_k, what the phase adds to the problem, over its own modulus."},
          {.name = "phaseRecords",
           .title = "Records",
           .unit = "records",
           .description = "n_k, the records of the phase, which no other phase reads."},
          {.name = "solutionNoise",
           .title = "Noise",
           .unit = "",
           .description = "sigma_k, the standard deviation of the noise on every number."},
          {.name = "certifiedDistance",
           .title = "Certified distance",
           .unit = "",
           .description = "tau_k in the norm of W: how near the unseen solution is certified to be "
                          "to the exact one; none where its accuracy is expected."}};
}

}  // namespace noisy
