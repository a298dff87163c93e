#include "engine/algorithm/baseline/adassp_plan.h"
#include "engine/algorithm/baseline/frank_wolfe.h"
#include "engine/algorithm/baseline/noisy_mirror_descent.h"
#include "engine/algorithm/baseline/objective_perturbation_plan.h"
#include "engine/algorithm/baseline/output_perturbation_plan.h"
#include "engine/algorithm/baseline/sgd_plan.h"
#include "engine/algorithm/erm/accmd.h"
#include "engine/algorithm/erm/last_iterate.h"
#include "engine/algorithm/erm/svrg_plan.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/kl/adaptive_plan.h"
#include "engine/algorithm/kl/proximal_plan.h"
#include "engine/algorithm/kl/spider_plan.h"
#include "engine/algorithm/minimax/descent_ascent_plan.h"
#include "engine/algorithm/minimax/minimax_output.h"
#include "engine/algorithm/minimax/nispp.h"
#include "engine/algorithm/minimax/phased_output.h"
#include "engine/algorithm/minimax/phased_sgd.h"
#include "engine/algorithm/simplex/anytime_descent_plan.h"
#include "engine/algorithm/simplex/bias_reduced_descent_plan.h"
#include "engine/algorithm/simplex/boosted_descent_plan.h"
#include "engine/algorithm/simplex/gaussian_descent_plan.h"
#include "engine/algorithm/simplex/mirror_descent_plan.h"
#include "engine/algorithm/simplex/mwem_plan.h"
#include "engine/algorithm/simplex/synthetic_descent_plan.h"
#include "engine/algorithm/simplex/tree_frank_wolfe_plan.h"

namespace noisy {

OptionalPlanners optional_planners() {
  return {
      .last_iterate = plan_last_iterate,
      .dp_sgd = [](const PlanInput& input) { return plan_sgd(input, SgdKind::decreasing_step); },
      .rrpsgd = [](const PlanInput& input) { return plan_sgd(input, SgdKind::random_stop); },
      .svrg = [](const PlanInput& input) { return plan_svrg(input, SvrgKind::restarted); },
      .svrg_pp = [](const PlanInput& input) { return plan_svrg(input, SvrgKind::doubling); },
      .accmd = [](const PlanInput& input) { return plan_accmd(input, AccmdForm::repaired); },
      .accmd_literal = [](const PlanInput& input) { return plan_accmd(input, AccmdForm::literal); },
      .noisy_mirror_descent = plan_noisy_mirror_descent,
      .frank_wolfe = plan_frank_wolfe,
      .output_perturbation = plan_output_perturbation,
      .objective_perturbation = plan_objective_perturbation,
      .adassp = plan_adassp,
      .kl_spider = plan_spider,
      .fixed_round_spider = plan_fixed_round_spider,
      .kl_proximal_point = plan_proximal,
      .noisy_gd = plan_noisy_gd,
      .adaptive_noisy_gd = plan_adaptive,
      .certified_output = plan_certified_output,
      .phased_output = plan_phased_output,
      .minimax_output = plan_minimax_output,
      .phased_minimax = plan_phased_minimax,
      .descent_ascent = plan_descent_ascent,
      .noisy_extragradient = plan_extragradient,
      .phased_sgd = plan_phased_sgd,
      .nispp = plan_nispp,
      .vertex_mirror_descent = plan_vertex_mirror_descent,
      .anytime_descent = plan_anytime_descent,
      .tree_frank_wolfe = plan_tree_frank_wolfe,
      .gaussian_descent = plan_gaussian_descent,
      .bias_reduced_descent = plan_bias_reduced_descent,
      .boosted_descent = plan_boosted_descent,
      .synthetic_descent = plan_synthetic_descent,
      .mwem = plan_mwem};
}

}  // namespace noisy
