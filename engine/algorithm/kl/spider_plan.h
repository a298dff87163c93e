#pragma once

#include "engine/algorithm/kl/spider.h"

namespace noisy {

/// @error what kl_problem, kl_budget and spider_schedule refuse; no-certificate at the budget where
///        it is too small for one round; unsupported-domain for other domains than an l2-ball;
///        infeasible-start; unsupported-option for hardened releases
Result<std::unique_ptr<AlgorithmPlan>> plan_spider(const PlanInput& input);
Result<std::unique_ptr<AlgorithmPlan>> plan_fixed_round_spider(const PlanInput& input);

}  // namespace noisy
