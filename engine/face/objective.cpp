#include "noisy_descent/objective.h"

#include "engine/face/inside.h"

namespace noisy_descent {

Result<std::string> survey(std::string_view experiment, std::string_view request, const Data& data,
                           const Options& options) {
  const auto opened = open(experiment, data, options);
  if (!opened) return outward(opened.error());
  const auto begun = opened->session->survey(request, opened->threads);
  if (!begun) return outward(begun.error());
  return outward(noisy::measure_whole(**begun, "survey", Teller(options)));
}

Result<std::string> estimate_constants(std::string_view experiment, const ConstantsBudget& budget,
                                       const Data& data, const Options& options) {
  const auto opened = open(experiment, data, options);
  if (!opened) return outward(opened.error());
  return outward(
      opened->session->constants(budget.rho, budget.failure, budget.rank, opened->threads));
}

}  // namespace noisy_descent
