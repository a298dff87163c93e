#include "engine/problem/saddle/auc.h"
#include "engine/problem/saddle/population_data.h"

namespace noisy {

bool has_population(const SaddleLoss& loss, const SyntheticParameters& parameters) {
  if (parameters.name == "atoms") return true;
  const auto* auc = dynamic_cast<const AucLoss*>(&loss);
  return auc && parameters.name == "two-classes" &&
         auc->parameters().positive_share == parameters.positive_share;
}

}  // namespace noisy
