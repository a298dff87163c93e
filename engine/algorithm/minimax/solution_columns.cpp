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
           .description =
               "sigma_k, the standard deviation of the noise on every number; of a pair (x, y) "
               "on x's numbers."},
          {.name = "certifiedDistance",
           .title = "Certified distance",
           .unit = "",
           .description = "tau_k in the norm of W: how near the unseen solution is certified to be "
                          "to the exact one; none where its accuracy is expected."}};
}

StepColumn dual_noise_column() {
  return {.name = "dualSolutionNoise",
          .title = "Noise of y",
          .unit = "",
          .description =
              "The standard deviation of the noise on y's numbers, which is that on x's "
              "times sqrt(lambda_x / lambda_y)."};
}

}  // namespace noisy
