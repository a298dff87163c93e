#include "engine/algorithm/erm/svrg_plan.h"

#include "engine/algorithm/erm/default_epochs.h"
#include "engine/algorithm/erm/svrg.h"
#include "engine/algorithm/erm/svrg_report.h"

namespace noisy {

Run SvrgPlan::start(GradientOracle& data, Vector start) const {
  return svrg(data, *this, std::move(start));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_svrg(const PlanInput& input, SvrgKind kind) {
  auto parameters = read_svrg_parameters(input.parameters, input.facts);
  if (!parameters) return std::unexpected(parameters.error());
  choose_epochs(kind, input, *parameters);
  auto term = ProximalTerm::create(input.regularizer, input.domain, input.facts.dimension);
  if (!term) return std::unexpected(term.error());
  const auto setting = resolve_svrg(kind, *parameters, input);
  if (!setting) return std::unexpected(setting.error());
  const auto batch_size = svrg_batch_size(*parameters, input, *setting);
  if (!batch_size) return std::unexpected(batch_size.error());
  auto noise = SvrgNoise::create(input, *parameters, *setting, *batch_size);
  if (!noise) return std::unexpected(noise.error());
  PlanSummary summary = report_svrg(input, *parameters, *setting, *noise);
  return std::make_unique<SvrgPlan>(*setting, *parameters, *std::move(noise), input.regularizer,
                                    *std::move(term), std::move(summary));
}

}  // namespace noisy
