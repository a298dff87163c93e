#include "engine/experiment/result/result_privacy.h"

#include "engine/experiment/result/publishable.h"
#include "engine/json/vocabulary.h"

namespace noisy {

Json result_privacy(const Experiment& experiment, std::span<const SweepPoint> points,
                    const StatementParts& parts) {
  Json total = total_of(parts, experiment.run.repeats).json();
  Json statement = result_statement(experiment, points, parts, total);
  return Json::object({{"total", std::move(total)},
                       {"randomness", word_for(experiment.run.randomness)},
                       {"release", word_for(experiment.run.release)},
                       {"releasable", false},
                       {"reasons", Json::array()},
                       {"statement", std::move(statement)}});
}

void judge_release(Json& result) {
  const std::vector<std::string> reasons = reasons_against_release(result);
  Json& privacy = *result.find("privacy");
  privacy.set("releasable", reasons.empty());
  privacy.set("reasons", Json::texts(reasons));
}

}  // namespace noisy
