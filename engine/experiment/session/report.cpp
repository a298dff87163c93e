#include "engine/experiment/session/report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/experiment/plan/outlook.h"
#include "engine/experiment/session/plan_records.h"
#include "engine/experiment/session/run_claim.h"
#include "engine/json/vocabulary.h"

namespace noisy {
namespace {

/// What the noise of a plan costs that is no guarantee, since the plan leaks beside it.
Json accounted_json(const PrivacyClaim& claim) {
  if (claim.notion == Notion::zcdp) return Json::object({{"rho", claim.rho}});
  return Json::object({{"epsilon", claim.epsilon}, {"delta", claim.delta}});
}

/// Clocks are not exact to more than a microsecond; more digits only make files long.
double to_microseconds(double seconds) {
  return std::round(seconds * 1e6) / 1e6;
}

Json seconds_json(std::vector<double> seconds) {
  std::ranges::transform(seconds, seconds.begin(), to_microseconds);
  return Json::numbers(std::move(seconds));
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

}  // namespace

Json claim_json(const PrivacyClaim& claim, const PrivacySpec& requested) {
  return record::json_of<record::kClaim>(record::Stated{&claim, &requested});
}

Json ledger_json(const Ledger& ledger) {
  std::vector<Json> entries;
  for (const LedgerEntry& entry : ledger.entries()) {
    entries.push_back(record::json_of<record::kLedger>(
        record::Line{&entry, &entry.first, &entry.last, ledger.cap()}));
  }
  return Json::array(std::move(entries));
}

std::string spent_column(Notion notion) {
  return notion == Notion::zcdp ? "rhoSpent" : "epsilonSpent";
}

Json error_json(const Error& error) {
  return record::json_of<record::kError>(error);
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
void add_outcome(const record::Outcome& outcome, Json& place) {
  record::write(record::layout<record::kOutcome>, &outcome, place);
}

/// The points that its method hides, beside the diagnostics.
void add_hidden(const ActiveRun& run, Json& non_private) {
  const Trace& trace = run.trace();
  Json columns = non_private.find("trace") ? non_private.member("trace") : Json::object();
  columns.set("hiddenIterates", iterates_json(trace.hidden, trace.size(), run.current().size()));
  non_private.set("trace", std::move(columns));
}

}  // namespace

namespace record {

std::optional<std::string> sampler_of(const Release& release) {
  if (release.mechanism == Mechanism::none) return std::nullopt;
  return (release.is_hardened() ? "discrete-" : "") + word_for(release.mechanism);
}

std::optional<double> grid_of(const Release& release) {
  const bool has_grid = release.mechanism != Mechanism::none && release.is_hardened();
  return has_grid ? std::optional(release.grid) : std::nullopt;
}

std::optional<double> order_of(const Cost& cost) {
  return cost.unit == CostUnit::renyi ? std::optional(cost.order) : std::nullopt;
}

Json Outcome::fingerprint() const {
  const bool is_told =
      settings.randomness == Randomness::reproducible && !run->fingerprint().empty();
  return is_told ? Json(run->fingerprint()) : Json();
}

Json Outcome::trace() const {
  const Trace& trace = run->trace();
  const PrivacyClaim& claim = run->setup().plan->summary().claim;
  Json out = Json::object({{"iteration", Json::numbers(trace.iteration)},
                           {"gradientEvaluations", Json::numbers(trace.gradient_evaluations)}});
  if (claim.promises()) out.set(spent_column(claim.notion), Json::numbers(trace.spent));
  if (has_times) out.set("seconds", seconds_json(trace.seconds));
  for (const NamedColumn& column : trace.steps) out.set(column.name, Json::numbers(column.values));
  if (run->setup().keeps_iterates) {
    out.set("iterates", iterates_json(trace.iterates, trace.size(), run->current().size()));
  }
  return out;
}

std::optional<double> Outcome::seconds() const {
  return has_times ? std::optional(to_microseconds(run->seconds())) : std::nullopt;
}

Json StatedPlan::privacy() const {
  const PrivacyClaim& claim = summary().claim;
  Json out = claim_json(claim, point->privacy);
  if (claim.guarantee == Guarantee::leaks) out.set("accounted", accounted_json(claim));
  return out;
}

std::vector<Steps> StatedPlan::segments() const {
  std::vector<Steps> out;
  for (const PlanSegment& segment : summary().segments) {
    out.push_back(
        {&segment, &segment.first_release, &segment.last_release, planned->plan->rule().cap()});
  }
  return out;
}

Json StatedPlan::score() const {
  if (summary().horizon_score.value.empty()) return {};
  return summary().score_is_guess ? "guess" : "bound";
}

}  // namespace record

Json run_json(const ActiveRun& run, const PlannedAlgorithm& planned, const SweepPoint& point,
              Index repeat, const RunSpec& settings) {
  const PrivacyClaim claim = claim_of(*run.setup().plan, run.status(), settings);
  Json out = record::json_of<record::kRun>(record::Identity{&planned, &point, repeat});
  Json privacy = claim_json(claim, point.privacy);
  Json non_private = Json::object();
  if (claim.promises()) {
    privacy.set("ledger", ledger_json(run.ledger()));
    // Drawing discrete noise takes a time that depends on what is drawn, and hidden work one that
    // depends on the data.
    const bool is_hidden = run.hidden_evaluations() > 0;
    add_outcome({&run, settings, settings.randomness == Randomness::reproducible && !is_hidden},
                out);
    if (is_hidden) {
      non_private.set("seconds", to_microseconds(run.seconds()));
      non_private.set("solverGradients", run.hidden_evaluations());
    }
  } else {
    add_outcome({&run, settings, true}, non_private);
    if (run.ledger().releases() > 0) non_private.set("ledger", ledger_json(run.ledger()));
  }
  const bool may_tell_solves =
      settings.randomness == Randomness::reproducible || !settings.diagnostics.empty();
  if (may_tell_solves && run.solves().count > 0) {
    non_private.set("solves", record::json_of<record::kSolves>(run.solves()));
  }
  out.set("privacy", std::move(privacy));
  if (run.setup().keeps_hidden) add_hidden(run, non_private);
  add_diagnostics(run.measured(), run.trace().size(), non_private);
  if (non_private.size() > 0) out.set(kNonPrivateKey, std::move(non_private));
  return out;
}

Json plan_json(const PlannedAlgorithm& planned, const SweepPoint& point, bool advises) {
  std::vector<std::string> warnings = planned.plan->summary().warnings;
  if (auto text = outlook_warning(planned, point, advises)) warnings.push_back(*std::move(text));
  warnings.insert(warnings.end(), point.data->notices.begin(), point.data->notices.end());
  return record::json_of<record::kPlan>(record::StatedPlan{&planned, &point, std::move(warnings)});
}

Json refused_json(const SweepPoint& point, std::size_t position, const Error& error) {
  return record::json_of<record::kRefused>(record::Refusal{
      &point.algorithms[position], static_cast<Index>(position), &point.values, &error});
}

Json constants_json(const ProblemFacts& facts) {
  return record::json_of<record::kConstants>(facts);
}

Json cost_json(const CostEstimate& cost) {
  return record::json_of<record::kPrice>(cost);
}

}  // namespace noisy
