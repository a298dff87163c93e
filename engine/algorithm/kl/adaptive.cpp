#include "engine/algorithm/kl/adaptive.h"

#include <limits>

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/kl/adaptive_plan.h"
#include "engine/algorithm/kl/adaptive_specs.h"
#include "engine/algorithm/kl/kl_entries.h"
#include "engine/algorithm/kl/told_step.h"
#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/full_gradient.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/form/iterate_choice.h"

namespace noisy {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// Without noise there is no ledger to tell what was asked for.
AdaptiveChoice::Position position_of(const AdaptivePlan& plan, const GradientOracle& data,
                                     Index norms, const Vector* norm) {
  AdaptiveChoice::Position out = plan.choice().position_of({data.ledger(), norm});
  out.norms = norms;
  if (norm) out.norm = (*norm)[0];
  return out;
}

}  // namespace

Run adaptive_descent(GradientOracle& data, const AdaptivePlan& plan, Vector x) {
  const bool selects = plan.selection().has_value();
  HiddenGradient exact;
  KeptNorms norms;
  ToldStep<2> told;
  Vector norm;
  std::optional<AdaptiveStop> stop;
  for (Index t = 0; !stop; ++t) {
    AdaptiveChoice::Next next = plan.choice().next(position_of(plan, data, t, nullptr));
    stop = next.stop;
    if (stop) break;
    co_await data.advance(exact.at(x));
    if (selects) norms.keep(exact);
    norm = co_await data.ask(gradient_norm_of(exact, *next.release));
    next = plan.choice().next(position_of(plan, data, t + 1, &norm));
    stop = next.stop;
    if (next.release) {
      x -= plan.step_size() * co_await data.ask(fresh_gradient_of(exact, *next.release));
      plan.project(x);
    }
    told.tell({norm[0], next.release ? next.release->noise_scale : kNothing});
    co_yield Iterate{x, told.view()};
  }
  co_yield Ending{std::string(word_of(*stop)), std::string(text_of(*stop))};
  if (!selects || norms.size() == 0) co_return;
  const Vector& choice = co_await data.ask(choice_of(norms, *plan.selection()));
  x = norms.point(static_cast<Index>(choice[0]));
  told.tell({kNothing, kNothing});
  co_yield Iterate{x, told.view()};
}

Run AdaptivePlan::start(GradientOracle& data, Vector start) const {
  return adaptive_descent(data, *this, std::move(start));
}

std::vector<AlgorithmEntry> adaptive_entries() {
  AlgorithmEntry entry = kl_entry();
  entry.id = "adaptive-noisy-gd";
  entry.title = "Adaptive noisy GD";
  entry.theorem = "Algorithm 3, Theorems 3 to 5; charges, step and filter corrected";
  entry.summary =
      "Every step first asks how long the gradient is, and then takes it with noise in proportion, "
      "so that long gradients cost little. It needs to know neither gamma nor kappa, and ends "
      "where the budget or the gradient is used up.";
  entry.term_use = TermUse::smooth_in_ball;
  entry.needs = {"smoothness", "bounded gradient sensitivity"};
  entry.guarantee =
      "The whole path is private, wherever it ends: a privacy filter checks every release before "
      "it is made.";
  entry.parameters = adaptive_parameter_specs();
  entry.columns = adaptive_columns();
  entry.plan = optional_planners().adaptive_noisy_gd;
  return {entry};
}

}  // namespace noisy
