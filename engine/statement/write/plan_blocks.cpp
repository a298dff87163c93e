#include "engine/statement/write/plan_blocks.h"

#include <string>
#include <vector>

#include "engine/json/vocabulary.h"
#include "engine/privacy/release/block_costs.h"
#include "engine/statement/write/plan_statement.h"

namespace noisy {

Json plan_blocks(const PlannedAlgorithm& planned, const Objective& objective,
                 const RiskFacts& risk) {
  const AlgorithmPlan& plan = *planned.plan;
  BlockCosts blocks;
  for (const PlannedReleases& kind : plan.rule().planned()) {
    if (kind.first.mechanism == Mechanism::none) continue;
    kind.first.form->tell_blocks(described(kind.first, plan, objective, risk), kind.count, blocks);
  }
  const std::vector<BlockCost> kept = blocks.kept();
  if (kept.empty()) return {};
  const auto column = [&](auto BlockCost::*member) {
    std::vector<double> values;
    for (const BlockCost& block : kept) values.push_back(static_cast<double>(block.*member));
    return Json::numbers(std::move(values));
  };
  return Json::object({{"block", column(&BlockCost::number)},
                       {"firstRecord", column(&BlockCost::first)},
                       {"records", column(&BlockCost::records)},
                       {"drawsAfter", column(&BlockCost::draws)},
                       {word_for(plan.rule().cap().unit), column(&BlockCost::cost)}});
}

}  // namespace noisy
