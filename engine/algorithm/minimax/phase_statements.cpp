#include "engine/algorithm/minimax/phase_statements.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "engine/algorithm/minimax/theory/method_bounds.h"
#include "engine/algorithm/minimax/theory/minimax_theorems.h"
#include "engine/algorithm/minimax/theory/naive_saddle_bound.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

/// A method, or parameters of one, and what is proven of it.
struct Candidate {
  std::string text;
  double bound = 0;
  bool pays_off_later = false;  ///< phases have the better rate
};

std::string quoted(const std::string& name, double value) {
  return "\"" + name + "\": " + figure_text(value);
}

std::string_view schedule_text(ComparedMethod method) {
  switch (method) {
    case ComparedMethod::phased_balanced:
      return schedule_word(PhaseSchedule::balanced);
    case ComparedMethod::phased_geometric:
      return schedule_word(PhaseSchedule::geometric);
    default:
      return schedule_word(PhaseSchedule::equal);
  }
}

/// The method itself with another schedule or mu, and its naive counterpart for a minimization.
Result<std::vector<Candidate>> candidates(const std::vector<PhasedPath>& paths,
                                          double own_modulus) {
  const bool is_pair = paths.size() > 1;
  const std::string id = is_minimization(paths.front().setting.method)
                             ? "phased-output-perturbation"
                             : "phased-minimax";
  std::vector<Candidate> out;
  for (const PhasedPath& path : paths) {
    const auto bounds = method_bounds(
        path.setting, {.most_geometric_phases = kUsualGeometricPhases, .own_modulus = own_modulus});
    if (!bounds) return std::unexpected(bounds.error());
    out.resize(bounds->size());
    for (std::size_t i = 0; i < bounds->size(); ++i) {
      const MethodBound& one = (*bounds)[i];
      const bool is_naive = one.method == ComparedMethod::naive;
      const std::string mu = quoted("regularization", one.regularization);
      out[i].bound += one.bound;
      out[i].pays_off_later = is_naive;
      out[i].text = is_naive
                        ? "one release of all records (output-perturbation with " + mu + ")"
                        : id + " with \"schedule\": \"" + std::string(schedule_text(one.method)) +
                              "\" and " + (is_pair ? "\"regularization\": \"derived\"" : mu);
    }
  }
  return out;
}

GapSide side_of(const std::vector<PhasedPath>& paths) {
  if (paths.size() > 1) return GapSide::both;
  return releases_dual(paths.front().setting.method) ? GapSide::dual : GapSide::primal;
}

Result<Candidate> naive_saddle(const std::vector<PhasedPath>& paths) {
  const auto bound = NaiveSaddleBound::create(paths.front().setting, side_of(paths));
  if (!bound) return std::unexpected(bound.error());
  const auto added = bound->best_regularization();
  return Candidate{"one release of all records (minimax-output-perturbation with " +
                       quoted("primalRegularization", added.primal) + " and " +
                       quoted("dualRegularization", added.dual) + ")",
                   bound->at(added)};
}

/// Which method, schedule or mu has the lowest proven bound here.
void compare_methods(const std::vector<PhasedPath>& paths, double own_modulus, double own,
                     PlanSummary& summary) {
  auto all = candidates(paths, own_modulus);
  if (!all) return;
  if (!is_minimization(paths.front().setting.method)) {
    if (auto naive = naive_saddle(paths)) all->push_back(*std::move(naive));
  }
  const Candidate& best = *std::ranges::min_element(*all, {}, &Candidate::bound);
  if (!(best.bound < own * 0.95)) return;
  summary.warnings.push_back(
      "At this n, d and budget the proven bound of " + best.text +
      " is lower: " + figure_text(best.bound) + " against " + figure_text(own) + "." +
      (best.pays_off_later ? " Phases pay off once there are many records." : ""));
}

/// What nobody has proven here: noisy steps have no bound of the same kind in the engine. Measured
/// in tests/wasm/solver_examples.test.ts.
void add_rule_of_thumb(bool is_saddle, Index samples, PlanSummary& summary) {
  constexpr Index kMostMeasured = 60000;
  if (samples > kMostMeasured) return;
  summary.notes.push_back(
      is_saddle ? "A rule of thumb, not proven: noisy steps (dp-sgda) may do as well or better. On "
                  "this product's example of 569 records they did as well as one release of all; "
                  "phases were not measured."
                : "A rule of thumb, not proven: noisy steps (dp-gd) may well do better. On this "
                  "product's examples, logistic losses of 569 to 60,000 records, they ended lower "
                  "than phases.");
}

std::string within(const char* symbol, double radius) {
  return std::string(symbol) + " = " + figure_text(radius);
}

/// What a bound on the error of one path, or on both together, says.
std::string bound_text(const PlanInput& input, const std::vector<PhasedPath>& paths,
                       const std::vector<double>& bounds) {
  const SolutionSetting& setting = paths.front().setting;
  const std::string first = figure_text(bounds.front());
  switch (setting.method) {
    case SolutionMethod::strongly_concave_primal:
      return "Over the population, max over y of E[F(x, y)] at the published x is proven to exceed "
             "the saddle value by at most " +
             first + " where the solution is no further than " +
             within("D", setting.primal_radius) + " from the start.";
    case SolutionMethod::strongly_convex_dual:
      return "Over the population, min over x of E[F(x, y)] at the published y is proven to fall "
             "short of the saddle value by at most " +
             first + " where the solution is no further than " + within("D", setting.dual_radius) +
             " from the start.";
    case SolutionMethod::convex:
      return std::string("The expected excess ") +
             (input.regularizer.strong_convexity() > 0
                  ? "of the objective, regularizer included, over the population"
                  : "risk over the population") +
             " is proven to be at most " + first + " where the solution is no further than " +
             within("D", setting.primal_radius) + " from the start.";
    default:
      break;
  }
  return "The weak duality gap over the population, max over y of E[F(x~, y)] less min over x of "
         "E[F(x, y~)] at the published x~ and y~, is proven to be at most " +
         figure_text(bounds.front() + bounds.back()) + ": " + first + " for x with " +
         quoted("regularization", paths.front().regularization) + " and " +
         figure_text(bounds.back()) + " for y with " +
         quoted("regularization", paths.back().regularization) + ", where " +
         within("D_x", setting.primal_radius) + " and " + within("D_y", setting.dual_radius) +
         " bound x and y and how far solutions are from the start. The gap expected of single runs "
         "may be larger.";
}

/// Of one part published alone: the worst case against it may see it (ER16, 4.9').
void add_worst_case(const PlanInput& input, const PhasedPath& path, double bound,
                    PlanSummary& summary) {
  const SolutionSetting& setting = path.setting;
  const bool is_dual = releases_dual(setting.method);
  if (is_one_of_pair(setting.method) || is_minimization(setting.method)) return;
  const double smoothness = input.facts.saddle->smoothness.joint;
  const auto phases = solution_phases(setting, path.regularization);
  if (!phases || !std::isfinite(smoothness)) return;
  const double modulus = is_dual ? setting.primal_modulus : setting.dual_modulus;
  const double surplus =
      best_response_surplus(setting.lipschitz, smoothness, modulus, phases->back().sensitivity);
  summary.notes.push_back(std::string("Against the worst ") +
                          (is_dual ? "x that sees the published y, E[min over x"
                                   : "y that sees the published x, E[max over y") +
                          " of F(x, y)], the bound is " + figure_text(bound + surplus) + ".");
}

}  // namespace

void state_phases(const PlanInput& input, const PhasedPaths& given, PlanSummary& summary) {
  const SolutionInputs& inputs = given.inputs;
  summary.parameters.set("regularization", given.paths.front().regularization);
  summary.parameters.set("schedule", std::string(schedule_word(inputs.setting.schedule)));
  if (!given.comparison.empty()) summary.notes.push_back(given.comparison);
  if (!inputs.is_private()) return;
  const bool is_saddle = input.facts.saddle.has_value();
  add_rule_of_thumb(is_saddle, input.facts.samples, summary);
  const auto objective = regularized(input, inputs);
  if (!objective) {
    summary.notes.push_back(
        "No error bound is known here with an l2 regularizer: it needs a bounded domain that "
        "published points are moved into.");
    return;
  }
  const auto bounds = proven_bounds(given.paths, *objective);
  if (!bounds) return;
  std::vector<PhasedPath> paths = given.paths;
  for (PhasedPath& path : paths) path.setting.lipschitz = objective->lipschitz;
  const double whole = std::accumulate(bounds->begin(), bounds->end(), 0.0);
  summary.notes.push_back(bound_text(input, paths, *bounds));
  if (input.privacy.release == ReleaseKind::hardened) {
    summary.notes.push_back("Error bounds count the noise before it is put on its grid.");
  }
  add_worst_case(input, paths.front(), whole, summary);
  compare_methods(paths, objective->strength, whole, summary);
}

}  // namespace noisy
