#include "engine/experiment/session/report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/experiment/plan/outlook.h"
#include "engine/experiment/plan/requested.h"
#include "engine/experiment/session/run_claim.h"
#include "engine/json/vocabulary.h"
#include "engine/privacy/release/statement_words.h"

namespace noisy {
namespace {

/// What the noise of a plan costs that is no guarantee, since the plan leaks beside it.
Json accounted_json(const PrivacyClaim& claim) {
  if (claim.notion == Notion::zcdp) return Json::object({{"rho", claim.rho}});
  return Json::object({{"epsilon", claim.epsilon}, {"delta", claim.delta}});
}

/// "laplace", or "discrete-laplace" and the grid for hardened noise.
void add_sampler(const Release& first, const Release& last, Json& out) {
  if (first.mechanism == Mechanism::none) return;
  std::string sampler = first.is_hardened() ? "discrete-" : "";
  out.set("sampler", sampler.append(word_for(first.mechanism)));
  if (!first.is_hardened()) return;
  out.set("gridFirst", first.grid);
  out.set("gridLast", last.grid);
}

/// What costs are counted in: "epsilon", "rho", or "renyi" with the order of the divergences.
void add_unit(const Cost& cost, Json& out) {
  out.set("unit", statement::unit_text(cost.unit));
  if (cost.unit == CostUnit::renyi) out.set("order", cost.order);
}

/// Clocks are not exact to more than a microsecond; more digits only make files long.
double to_microseconds(double seconds) {
  return std::round(seconds * 1e6) / 1e6;
}

Json seconds_json(std::vector<double> seconds) {
  std::ranges::transform(seconds, seconds.begin(), to_microseconds);
  return Json::numbers(std::move(seconds));
}

Json trace_json(const Trace& trace) {
  return Json::object({{"iteration", Json::numbers(trace.iteration)},
                       {"gradientEvaluations", Json::numbers(trace.gradient_evaluations)}});
}

/// A list for each iterate; those that a cancelled run left out are filled up with NaN.
Json iterates_json(std::vector<double> all, std::size_t points, Index dimension) {
  all.resize(points * static_cast<std::size_t>(dimension),
             std::numeric_limits<double>::quiet_NaN());
  std::vector<Json> iterates;
  for (auto first = all.begin(); first != all.end(); first += dimension) {
    iterates.push_back(Json::numbers({first, first + dimension}));
  }
  return Json::array(std::move(iterates));
}

Json vector_json(const Vector& x) {
  return Json::numbers(std::vector<double>(x.data(), x.data() + x.size()));
}

/// Adds columns and last values of the diagnostics, of lists the column alone; one that a cancelled
/// run left short is filled up with NaN.
void add_diagnostics(const std::vector<NamedColumn>& measured, std::size_t points, Json& out) {
  Json columns = out.find("trace") ? out.member("trace") : Json::object();
  Json final_values = Json::object();
  for (const auto& [name, values, width] : measured) {
    if (values.empty()) continue;
    if (width > 1) {
      columns.set(name, iterates_json(values, points, static_cast<Index>(width)));
      continue;
    }
    std::vector<double> column = values;
    column.resize(points, std::numeric_limits<double>::quiet_NaN());
    final_values.set(name, column.back());
    columns.set(name, Json::numbers(std::move(column)));
  }
  if (columns.size() > 0) out.set("trace", std::move(columns));
  if (final_values.size() > 0) out.set("final", std::move(final_values));
}

Json curve_json(const Curve& curve) {
  return Json::object(
      {{"iteration", Json::numbers(curve.iteration)}, {"value", Json::numbers(curve.value)}});
}

Json segment_json(const PlanSegment& segment, const Cost& cap) {
  const Release& first = segment.first_release;
  const Release& last = segment.last_release;
  Json out = Json::object({{"first", segment.first},
                           {"count", segment.count},
                           {"stepSize", segment.step_size},
                           {"momentum", segment.momentum},
                           {"batchSize", first.batch_size},
                           {"mechanism", word_for(first.mechanism)},
                           {"sensitivity", word_for(first.sensitivity)},
                           {"costFirst", first.cost.value},
                           {"costLast", last.cost.value},
                           {"baseEpsilonFirst", first.base_epsilon},
                           {"baseEpsilonLast", last.base_epsilon},
                           {"noiseScaleFirst", first.noise_scale},
                           {"noiseScaleLast", last.noise_scale}});
  add_unit(cap, out);
  add_sampler(first, last, out);
  return out;
}

Json curves_json(const PlanSummary& summary) {
  Json out = Json::object(
      {{"noiseScale", curve_json(summary.noise_scale)}, {"cost", curve_json(summary.cost)}});
  if (!summary.bound.value.empty()) out.set("bound", curve_json(summary.bound));
  if (!summary.noise_floor.value.empty()) out.set("noiseFloor", curve_json(summary.noise_floor));
  if (!summary.gradient_bound.value.empty()) {
    out.set("gradientBound", curve_json(summary.gradient_bound));
  }
  if (!summary.horizon_score.value.empty()) {
    out.set("horizonScore", curve_json(summary.horizon_score));
  }
  return out;
}

/// What the curve `horizonScore` is; null where there is none.
Json score_json(const PlanSummary& summary) {
  if (summary.horizon_score.value.empty()) return {};
  return summary.score_is_guess ? "guess" : "bound";
}

Json gap_json(const InitialGap& gap) {
  return Json::object({{"value", gap.value}, {"source", word_for(gap.source)}});
}

}  // namespace

Json claim_json(const PrivacyClaim& claim, const PrivacySpec& requested) {
  const bool in_rho = claim.notion == Notion::zcdp;
  const bool is_private = claim.notion != Notion::none;
  const auto figure = [&](double value) { return claim.promises() ? Json(value) : Json(); };
  Json out = Json::object({{"notion", word_for(claim.notion)},
                           {"requested", is_private ? requested_json(requested) : Json::object()}});
  out.set("epsilon", in_rho ? Json() : figure(claim.epsilon));
  out.set("delta", figure(claim.delta));
  if (in_rho) out.set("rho", figure(claim.rho));
  if (claim.approximate && claim.promises()) {
    out.set("approximate", Json::object({{"epsilon", claim.approximate->epsilon},
                                         {"delta", claim.approximate->delta}}));
  }
  out.set("neighbours", word_for(claim.neighbours));
  if (is_private) out.set("release", word_for(claim.release));
  out.set("guarantee", word_for(claim.guarantee));
  out.set("certified", claim.certified());
  out.set("reasons", Json::texts(claim.reasons));
  out.set("statement", claim.statement);
  return out;
}

Json ledger_json(const Ledger& ledger) {
  std::vector<Json> entries;
  for (const LedgerEntry& entry : ledger.entries()) {
    Json out = Json::object({{"release", entry.first.form->id()},
                             {"count", entry.count},
                             {"mechanism", word_for(entry.first.mechanism)},
                             {"batchSize", entry.first.batch_size},
                             {"sensitivity", word_for(entry.first.sensitivity)},
                             {"cost", entry.cost},
                             {"costFirst", entry.first.cost.value},
                             {"costLast", entry.last.cost.value},
                             {"noiseScaleFirst", entry.first.noise_scale},
                             {"noiseScaleLast", entry.last.noise_scale}});
    add_unit(ledger.cap(), out);
    add_sampler(entry.first, entry.last, out);
    const RecordBlock& block = entry.first.block;
    if (!block.is_whole()) {
      out.set("records", Json::object({{"first", block.first}, {"count", block.count}}));
    }
    entries.push_back(std::move(out));
  }
  return Json::array(std::move(entries));
}

std::string spent_column(Notion notion) {
  return notion == Notion::zcdp ? "rhoSpent" : "epsilonSpent";
}

Json error_json(const Error& error) {
  return Json::object(
      {{"code", code_text(error.code)}, {"field", error.field}, {"message", error.message}});
}

Json parameters_json(const ParameterSet& parameters) {
  Json out = Json::object();
  for (const auto& [name, value] : parameters.values()) {
    if (const auto* vector = std::get_if<std::vector<double>>(&value)) {
      out.set(name, Json::numbers(*vector));
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      out.set(name, *text);
    } else if (const bool* flag = std::get_if<bool>(&value)) {
      out.set(name, *flag);
    } else {
      out.set(name, std::get<double>(value));
    }
  }
  return out;
}

namespace {

/// What the run came to, added to the place where its guarantee allows it.
void add_outcome(const ActiveRun& run, const RunSpec& settings, bool has_times, Json& place) {
  const PlanSummary& summary = run.setup().plan->summary();
  const bool has_fingerprint =
      settings.randomness == Randomness::reproducible && !run.fingerprint().empty();
  Json trace = trace_json(run.trace());
  if (summary.claim.promises()) {
    trace.set(spent_column(summary.claim.notion), Json::numbers(run.trace().spent));
  }
  if (has_times) trace.set("seconds", seconds_json(run.trace().seconds));
  for (const NamedColumn& column : run.trace().steps) {
    trace.set(column.name, Json::numbers(column.values));
  }
  if (run.setup().keeps_iterates) {
    trace.set("iterates",
              iterates_json(run.trace().iterates, run.trace().size(), run.current().size()));
  }
  place.set("status", word_for(run.status()));
  if (run.stop()) {
    place.set("stop", Json::object({{"reason", run.stop()->reason}, {"text", run.stop()->text}}));
  }
  place.set("parameters", parameters_json(summary.parameters));
  if (run.error()) place.set("error", error_json(*run.error()));
  place.set("fingerprint", has_fingerprint ? Json(run.fingerprint()) : Json());
  place.set("trace", std::move(trace));
  place.set("solution", vector_json(run.current()));
  place.set("gradientEvaluations", run.gradient_evaluations());
  if (has_times) place.set("seconds", to_microseconds(run.seconds()));
}

/// The points that its method hides, beside the diagnostics.
void add_hidden(const ActiveRun& run, Json& non_private) {
  const Trace& trace = run.trace();
  Json columns = non_private.find("trace") ? non_private.member("trace") : Json::object();
  columns.set("hiddenIterates", iterates_json(trace.hidden, trace.size(), run.current().size()));
  non_private.set("trace", std::move(columns));
}

/// What became of hidden solves.
Json solves_json(const SolveLog& log) {
  std::vector<Json> first;
  for (const SolveReport& report : log.first) {
    first.push_back(Json::object({{"attempts", report.attempts},
                                  {"fallback", report.is_fallback},
                                  {"complaint", report.complaint},
                                  {"gradients", report.evaluations}}));
  }
  return Json::object({{"count", log.count},
                       {"fallbacks", log.fallbacks},
                       {"first", Json::array(std::move(first))}});
}

}  // namespace

Json run_json(const ActiveRun& run, const PlannedAlgorithm& planned, const SweepPoint& point,
              Index repeat, const RunSpec& settings) {
  const PrivacyClaim claim = claim_of(*run.setup().plan, run.status(), settings);
  Json out = Json::object({{"algorithm", planned.entry->id},
                           {"label", planned.label},
                           {"sweep", point.values},
                           {"repeat", repeat}});
  Json privacy = claim_json(claim, point.privacy);
  Json non_private = Json::object();
  if (claim.promises()) {
    privacy.set("ledger", ledger_json(run.ledger()));
    // Drawing discrete noise takes a time that depends on what is drawn, and hidden work one that
    // depends on the data.
    const bool is_hidden = run.hidden_evaluations() > 0;
    add_outcome(run, settings, settings.randomness == Randomness::reproducible && !is_hidden, out);
    if (is_hidden) {
      non_private.set("seconds", to_microseconds(run.seconds()));
      non_private.set("solverGradients", run.hidden_evaluations());
    }
  } else {
    add_outcome(run, settings, true, non_private);
    if (run.ledger().releases() > 0) non_private.set("ledger", ledger_json(run.ledger()));
  }
  const bool may_tell_solves =
      settings.randomness == Randomness::reproducible || !settings.diagnostics.empty();
  if (may_tell_solves && run.solves().count > 0) {
    non_private.set("solves", solves_json(run.solves()));
  }
  out.set("privacy", std::move(privacy));
  if (run.setup().keeps_hidden) add_hidden(run, non_private);
  add_diagnostics(run.measured(), run.trace().size(), non_private);
  if (non_private.size() > 0) out.set(kNonPrivateKey, std::move(non_private));
  return out;
}

Json plan_json(const PlannedAlgorithm& planned, const SweepPoint& point, bool advises) {
  const PlanSummary& summary = planned.plan->summary();
  std::vector<std::string> warnings = summary.warnings;
  if (auto text = outlook_warning(planned, advises)) warnings.push_back(*std::move(text));
  std::vector<Json> segments;
  for (const PlanSegment& segment : summary.segments) {
    segments.push_back(segment_json(segment, planned.plan->rule().cap()));
  }
  Json privacy = claim_json(summary.claim, point.privacy);
  if (summary.claim.guarantee == Guarantee::leaks) {
    privacy.set("accounted", accounted_json(summary.claim));
  }
  warnings.insert(warnings.end(), point.data->notices.begin(), point.data->notices.end());
  Json out = Json::object({{"algorithm", planned.entry->id},
                           {"label", planned.label},
                           {"sweep", point.values},
                           {"parameters", parameters_json(summary.parameters)},
                           {"iterations", summary.iterations},
                           {"gradientEvaluations", summary.gradient_evaluations},
                           {"privacy", std::move(privacy)},
                           {"segments", Json::array(std::move(segments))},
                           {"curves", curves_json(summary)},
                           {"initialGap", gap_json(planned.gap)},
                           {"horizonScoreIs", score_json(summary)},
                           {"warnings", Json::texts(std::move(warnings))}});
  if (!summary.notes.empty()) out.set("notes", Json::texts(summary.notes));
  if (summary.is_error_unknown) out.set("errorUnknown", true);
  if (!summary.level_counts.empty()) out.set("levelCounts", Json::numbers(summary.level_counts));
  return out;
}

Json refused_json(const SweepPoint& point, std::size_t position, const Error& error) {
  const AlgorithmSpec& spec = point.algorithms[position];
  return Json::object({{"algorithm", spec.id},
                       {"label", spec.label},
                       {"index", static_cast<Index>(position)},
                       {"sweep", point.values},
                       {"error", error_json(error)}});
}

namespace {

/// The KL condition; null where none is known.
Json kl_json(const KlFacts& kl) {
  if (!kl.is_known()) return {};
  return Json::object({{"exponent", kl.exponent},
                       {"constant", kl.constant},
                       {"weakConvexity", kl.weak_convexity},
                       {"source", kl.source}});
}

/// What methods on simplices go by; null where nothing is known.
Json coordinates_json(const CoordinateBounds& bounds) {
  return Json::object({{"lipschitz", bounds.lipschitz},
                       {"smoothness", bounds.smoothness},
                       {"hessianLipschitz", bounds.hessian_lipschitz}});
}

}  // namespace

Json constants_json(const ProblemFacts& facts) {
  const RiskFacts& risk = facts.risk;
  Json out = Json::object({{"smoothness", risk.smoothness},
                           {"strongConvexity", risk.strong_convexity},
                           {"conditionNumber", risk.smoothness / risk.strong_convexity},
                           {"l1Sensitivity", risk.l1_sensitivity},
                           {"l2Sensitivity", risk.l2_sensitivity},
                           {"initialGap", risk.initial_gap},
                           {"initialGapSource", word_for(facts.gap.source)},
                           {"kl", kl_json(risk.kl)},
                           {"rule", word_for(facts.rule)},
                           {"certified", !risk.reads_data() && risk.believed.empty()}});
  if (risk.saddle) out.set("coordinates", coordinates_json(risk.saddle->coordinates));
  return out;
}

Json cost_json(const CostEstimate& cost) {
  return Json::object({{"runs", cost.runs},
                       {"gradientEvaluations", cost.gradient_evaluations},
                       {"memoryBytes", cost.memory_bytes},
                       {"resultBytes", cost.result_bytes},
                       {"seconds", cost.seconds}});
}

}  // namespace noisy
