#include "engine/problem/saddle/affine_in_record.h"
#include "engine/problem/saddle/auc.h"
#include "engine/problem/saddle/population_data.h"

namespace noisy {

bool has_population(const SaddleLoss& loss, const SyntheticParameters& parameters) {
  if (is_atom_generator(parameters.name) || dynamic_cast<const AffineInRecord*>(&loss)) return true;
  const auto* auc = dynamic_cast<const AucLoss*>(&loss);
  return auc && parameters.name == "two-classes" &&
         auc->parameters().positive_share == parameters.positive_share;
}

bool has_population(const LossEntry& loss, const ParameterSet& given,
                    const SyntheticParameters& parameters) {
  if (loss.form == LossForm::distance) return true;
  if (loss.form != LossForm::margin) return false;
  const LinearLoss margin = loss.linear(given);
  const bool is_linear = margin.curvature_bound == 0 && margin.least_curvature == 0;
  return is_linear || has_planted_squares(loss, parameters) ||
         (is_atom_generator(parameters.name) && margin.is_convex());
}

bool has_planted_squares(const LossEntry& loss, const SyntheticParameters& parameters) {
  return loss.id == "squared" && parameters.name == "planted-weights";
}

}  // namespace noisy
