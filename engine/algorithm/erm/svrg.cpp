#include "engine/algorithm/erm/svrg.h"

#include <span>

#include "engine/algorithm/erm/epoch_step.h"
#include "engine/algorithm/erm/erm_entries.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/privacy/form/anchored.h"

namespace noisy {
namespace {

AlgorithmEntry svrg_entry(SvrgKind kind) {
  AlgorithmEntry entry = erm_entry();
  entry.draws_batches = true;
  entry.term_use = TermUse::proximal;
  entry.tells.push_back(AnchoredStep::kName);
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.needs = {"smoothness", "bounded gradient sensitivity"};
  entry.guarantee =
      "The whole path is private; every inner step is charged as one release of a drawn batch, and "
      "every anchor as one of all records where it is noised once per epoch.";
  entry.parameters = svrg_parameter_specs(kind);
  return entry;
}

AlgorithmEntry dp_svrg() {
  AlgorithmEntry entry = svrg_entry(SvrgKind::restarted);
  entry.id = "dp-svrg";
  entry.title = "DP-SVRG";
  entry.theorem = "Algorithm 1, Theorems 4.1 and 4.2 (constants derived)";
  entry.summary =
      "Proximal steps on noisy gradients whose sampling noise an anchor takes away: few records "
      "per "
      "step, and still linear convergence. For strongly convex objectives, with any regularizer "
      "whose proximal map is known.";
  entry.needs.insert(entry.needs.begin(), "strong convexity of the objective");
  entry.plan = optional_planners().svrg;
  return entry;
}

AlgorithmEntry dp_svrg_pp() {
  AlgorithmEntry entry = svrg_entry(SvrgKind::doubling);
  entry.id = "dp-svrg-pp";
  entry.title = "DP-SVRG++";
  entry.tells.push_back(DoublingEpochStep::kName);
  entry.theorem = "Algorithm 2, Theorems 4.3 and 4.4 (constants derived)";
  entry.summary =
      "DP-SVRG with epochs that double in length and go on where the last one ended. It needs no "
      "strong convexity.";
  entry.plan = optional_planners().svrg_pp;
  return entry;
}

/// Baselines: the same methods with exact gradients.
AlgorithmEntry without_noise(AlgorithmEntry entry, std::string id, std::string title) {
  entry.id = std::move(id);
  entry.title = std::move(title);
  entry.is_private = false;
  std::erase(entry.tells, GradientRelease::kName);
  entry.notions = {Notion::none};
  entry.mechanisms = {Mechanism::none};
  entry.guarantee = "None: it reads the data exactly.";
  std::erase(entry.needs, "bounded gradient sensitivity");
  std::erase_if(entry.parameters, [](const ParameterSpec& spec) {
    return spec.name == "anchorNoise" || spec.name == "anchorWeight";
  });
  return entry;
}

AlgorithmEntry svrg_baseline() {
  AlgorithmEntry entry = without_noise(dp_svrg(), "svrg", "Prox-SVRG (not private)");
  entry.paper = "Xiao and Zhang 2014";
  entry.theorem = "Theorem 3.1";
  entry.summary =
      "Proximal SVRG with exact variance-reduced gradients: what DP-SVRG does to noise.";
  return entry;
}

AlgorithmEntry svrg_pp_baseline() {
  AlgorithmEntry entry = without_noise(dp_svrg_pp(), "svrg-pp", "SVRG++ (not private)");
  entry.paper = "Allen-Zhu and Yuan 2016";
  entry.theorem = "Theorem 4.1";
  entry.summary = "SVRG++ with exact variance-reduced gradients: what DP-SVRG++ does to noise.";
  return entry;
}

}  // namespace

Run svrg(GradientOracle& data, const SvrgPlan& plan, Vector anchor_point) {
  const SvrgSetting& setting = plan.setting();
  BarzilaiBorwein rule = plan.barzilai_borwein();
  plan.prox(0, anchor_point);  // into the domain
  Anchor anchor;
  Vector x = anchor_point;
  Vector average(x.size());
  Vector noisy_anchor;  // where it is released: its noise stays through the epoch
  double step = setting.step_size;
  const AnchoredStep anchored{.point = &x, .anchor = &anchor_point};
  // Step and length are those of epoch 0 until a step is made: with them the potential of x_0 is
  // the theorem's Phi_0.
  DoublingEpochStep doubling{.point = &x, .step_size = step, .length = setting.inner_iterations};
  const NamedView views[] = {NamedView(anchored), NamedView(doubling)};
  const StepView told(std::span(views, setting.kind == SvrgKind::doubling ? 2 : 1));
  co_yield Standing{told};
  for (Index epoch = 1; epoch <= setting.epochs; ++epoch) {
    co_await data.advance(anchor.at(anchor_point));
    if (plan.step_rule() == SvrgStepRule::exact_barzilai_borwein) {
      const Vector& gradient = co_await data.leak(anchor);
      step = rule.next(anchor_point, gradient);
    }
    if (setting.kind == SvrgKind::restarted) x = anchor_point;
    if (setting.releases_anchors()) {
      noisy_anchor =
          co_await data.ask(variance_reduced_at(anchor_point, anchor, plan.anchor_release()));
      if (plan.step_rule() == SvrgStepRule::private_barzilai_borwein) {
        step = rule.next(anchor_point, noisy_anchor);
      }
      co_yield Iterate{anchor_point, told};
    }
    average.setZero();
    const Index length = setting.length(epoch);
    doubling.length = length;
    for (Index t = 1; t <= length; ++t) {
      const Vector& gradient = co_await data.ask(variance_reduced_at(x, anchor, plan.release()));
      if (setting.releases_anchors()) {
        x -= step * noisy_anchor;
      } else if (t == 1 && plan.step_rule() == SvrgStepRule::private_barzilai_borwein) {
        step = rule.next(x, gradient);
      }
      x -= step * gradient;
      plan.prox(step, x);
      average += (x - average) / static_cast<double>(t);
      doubling.step_size = step;
      co_yield Iterate{average, told};
    }
    anchor_point = average;
  }
}

std::vector<AlgorithmEntry> svrg_entries() {
  return {dp_svrg(), dp_svrg_pp(), svrg_baseline(), svrg_pp_baseline()};
}

}  // namespace noisy
