#include "engine/question/trial/kl_methods.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "engine/algorithm/kl/kl_entries.h"
#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/plan/outlook.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

constexpr const char* kSteps = "iterations";
constexpr const char* kByCondition = "kl";
constexpr double kMostGradients = 1e9;  ///< of records, in one run

bool chooses_steps_by_condition(const AlgorithmEntry& entry) {
  return std::ranges::any_of(entry.parameters, [](const ParameterSpec& spec) {
    return spec.name == kSteps &&
           std::ranges::find(spec.choices, kByCondition) != spec.choices.end();
  });
}

Json method_json(const AlgorithmEntry& entry) {
  Json out = Json::object({{"id", entry.id}});
  if (chooses_steps_by_condition(entry)) {
    out.set("parameters", Json::object({{kSteps, kByCondition}}));
  }
  return out;
}

/// With what chance a bound may fail by default; nothing for bounds on the expected error.
std::optional<double> failure_probability(const AlgorithmEntry& entry) {
  const std::string name = failure_probability_spec().name;
  const auto spec = std::ranges::find(entry.parameters, name, &ParameterSpec::name);
  if (spec == entry.parameters.end() || !spec->default_value) return std::nullopt;
  return std::get<double>(*spec->default_value);
}

std::string start_text(const InitialGap& gap) {
  const std::string most = figure_text(gap.value) + " above it";
  switch (gap.source) {
    case GapSource::stated:
      return "by the stated initial gap the start is at most " + most;
    case GapSource::assumed:
      return "the start is assumed to be at most " + most;
    case GapSource::start:
    case GapSource::known:
      break;
  }
  return "the start is at most " + most;
}

/// What a plan says of its end.
///
/// @param assumes  whether its bound rests on something that nobody has proven
std::string end_text(const PlannedAlgorithm& planned, const SweepPoint& point, bool assumes) {
  if (const auto warning = outlook_warning(planned, point, true)) return *warning;
  const Curve& bound = planned.plan->summary().bound;
  if (bound.value.empty()) return "It runs; no bound on its error is proven here.";
  const auto chance = failure_probability(*planned.entry);
  const std::string kind = chance ? "but for a chance of " + figure_text(*chance) : "on average";
  std::string text = std::string("By its bound") + (assumes ? ", if what is assumed is so," : "") +
                     " it ends at most " + figure_text(bound.value.back()) +
                     " above the minimum, " + kind + "; " + start_text(planned.gap) + ".";
  for (const std::string& warning : planned.plan->summary().warnings) text += " " + warning;
  return text;
}

/// Why there is nothing to try.
std::unexpected<Error> nothing_fits(const TrialPoint& point) {
  for (const Result<PlannedAlgorithm>& planned : point.plans.algorithms) {
    if (!planned) return std::unexpected(planned.error());
  }
  return fail(
      ErrorCode::limit_exceeded, "data",
      "every method takes more gradients of records than a trial should: take fewer records");
}

}  // namespace

std::vector<const AlgorithmEntry*> kl_method_entries() {
  const std::string paper = kl_entry().paper;
  std::vector<const AlgorithmEntry*> list;
  for (const AlgorithmEntry& entry : algorithms()) {
    const bool is_private = entry.is_private && !entry.leaks;
    const bool is_asked = entry.paper == paper || chooses_steps_by_condition(entry);
    if (is_private && is_asked) list.push_back(&entry);
  }
  return list;
}

Json kl_methods() {
  std::vector<Json> list;
  for (const AlgorithmEntry* entry : kl_method_entries()) list.push_back(method_json(*entry));
  return Json::array(std::move(list));
}

void keep_measured(const Experiment& given, const std::vector<const AlgorithmEntry*>& entries,
                   Json& experiment) {
  Json* run = experiment.find("run");
  if (!run || !run->find("diagnostics")) return;
  const bool is_private = given.privacy.notion != Notion::none;
  std::vector<Json> kept;
  for (const DiagnosticEntry* diagnostic : given.run.diagnostics) {
    const auto has = [&](const AlgorithmEntry* entry) {
      return is_measured(*diagnostic, *entry, is_private);
    };
    if (std::ranges::any_of(entries, has)) kept.emplace_back(diagnostic->id);
  }
  run->set("diagnostics", Json::array(std::move(kept)));
}

Result<KlMethods> fitting_methods(const TrialPoint& point, bool assumes) {
  KlMethods out;
  std::vector<Json> kept;
  const Json all = kl_methods();
  for (std::size_t i = 0; i < point.plans.algorithms.size(); ++i) {
    const Result<PlannedAlgorithm>& planned = point.plans.algorithms[i];
    const AlgorithmEntry* entry = find_algorithm(point.point.algorithms[i].id);
    if (!planned) {
      out.sentences.push_back(entry->title + " is left out: " + planned.error().message + ".");
      continue;
    }
    const double gradients = planned->plan->summary().gradient_evaluations;
    if (gradients > kMostGradients) {
      out.sentences.push_back(entry->title + " is left out: one run takes " +
                              figure_text(gradients) + " gradients of records, a trial at most " +
                              figure_text(kMostGradients) + ". It can be added by hand.");
      continue;
    }
    kept.push_back(all.element(i));
    out.entries.push_back(entry);
    out.sentences.push_back(entry->title + ": " + end_text(*planned, point.point, assumes));
  }
  if (kept.empty()) return nothing_fits(point);
  out.kept = Json::array(std::move(kept));
  return out;
}

}  // namespace noisy
