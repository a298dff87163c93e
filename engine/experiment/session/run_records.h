#pragma once

#include "engine/experiment/plan/requested.h"
#include "engine/experiment/session/report.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/statement/write/statement_records.h"

// The records of runs: what stands in them, how it is written, and who may see it.

namespace noisy::record {

inline constexpr Table kError{"RecordedError",
                              "",
                              {{"code", of<&Error::code>(), everyone},
                               {"field", of<&Error::field>(), everyone},
                               {"message", of<&Error::message>(), everyone}}};

// ---- releases and what they promise ------------------------------------------------------------

/// "discrete-laplace" for hardened noise; nothing without noise.
std::optional<std::string> sampler_of(const Release& release);
std::optional<double> grid_of(const Release& release);
std::optional<double> order_of(const Cost& cost);

/// One entry of a ledger, in the unit of its cap.
struct Line {
  const LedgerEntry* entry;
  const Release* first;
  const Release* last;
  Cost cap;
};

inline const RecordBlock* block_of(const Line& line) {
  return line.first->block.is_whole() ? nullptr : &line.first->block;
}

inline constexpr Table kLedger{
    "LedgerEntry",
    "Consecutive releases of one kind that a run made.",
    {{"release", of<&Line::first, &Release::form, &ReleaseForm::id>(), released},
     {"count", of<&Line::entry, &LedgerEntry::count>(), released},
     {"mechanism", of<&Line::first, &Release::mechanism>("string"), released},
     {"batchSize", of<&Line::first, &Release::batch_size>(), released},
     {"sensitivity", of<&Line::first, &Release::sensitivity>("string"), released},
     {"cost", of<&Line::entry, &LedgerEntry::cost>(), released},
     {"costFirst", of<&Line::first, &Release::cost, &Cost::value>(), released},
     {"costLast", of<&Line::last, &Release::cost, &Cost::value>(), released},
     {"noiseScaleFirst", of<&Line::first, &Release::noise_scale>(), released},
     {"noiseScaleLast", of<&Line::last, &Release::noise_scale>(), released},
     {"unit", of<&Line::cap, &Cost::unit>(), released},
     {"order?", of<&Line::cap, &order_of>(), released},
     {"sampler?", of<&Line::first, &sampler_of>(), released},
     {"gridFirst?", of<&Line::first, &grid_of>(), released},
     {"gridLast?", of<&Line::last, &grid_of>(), released},
     {"records?", in<kRange, &block_of>(), released, "The block of records that was read."}}};

inline constexpr Table kApproximate{"ApproximateFigure",
                                    "",
                                    {{"epsilon", of<&ApproximateClaim::epsilon>(), released},
                                     {"delta", of<&ApproximateClaim::delta>(), released}}};

/// What a plan or a run claims, and what was asked for.
struct Stated {
  const PrivacyClaim* claim;
  const PrivacySpec* asked;

  bool is_rho() const { return claim->notion == Notion::zcdp; }
  bool is_private() const { return claim->notion != Notion::none; }
  /// Nobody is shown a figure that is no guarantee.
  Json figure(double value) const { return claim->promises() ? Json(value) : Json(); }
  Json requested() const { return is_private() ? requested_json(*asked) : Json::object(); }
  Json epsilon() const { return is_rho() ? Json() : figure(claim->epsilon); }
  Json delta() const { return figure(claim->delta); }
  std::optional<Json> rho() const {
    return is_rho() ? std::optional(figure(claim->rho)) : std::nullopt;
  }
  std::optional<ApproximateClaim> approximate() const {
    return claim->promises() ? claim->approximate : std::nullopt;
  }
  std::optional<ReleaseKind> release() const {
    return is_private() ? std::optional(claim->release) : std::nullopt;
  }
};

inline constexpr Table kClaim{
    "PrivacyStatement",
    "One run's privacy: what was asked for, what holds, and whether it is proven.",
    {{"notion", of<&Stated::claim, &PrivacyClaim::notion>("string"), everyone},
     {"requested", in<kBudget, &Stated::requested>(), everyone},
     {"epsilon", of<&Stated::epsilon>("number | null"), everyone,
      "Of what leaks or is not private every figure is null."},
     {"delta", of<&Stated::delta>("number | null"), everyone},
     {"rho?", of<&Stated::rho>("number | null"), everyone},
     {"approximate?", in<kApproximate, &Stated::approximate>(), released,
      "What the same noise is worth at a small delta, where that is less epsilon."},
     {"neighbours", of<&Stated::claim, &PrivacyClaim::neighbours>("string"), everyone},
     {"release?", of<&Stated::release>(), everyone, "Absent where nothing is private."},
     {"guarantee", of<&Stated::claim, &PrivacyClaim::guarantee>(), everyone},
     {"certified", of<&Stated::claim, &PrivacyClaim::certified>(), everyone,
      "Proven or stopped, and nothing takes away from it."},
     {"reasons", of<&Stated::claim, &PrivacyClaim::reasons>(), everyone},
     {"statement", of<&Stated::claim, &PrivacyClaim::statement>(), everyone},
     {"ledger?", {kLedger, "[]"}, released},
     {"accounted?", kBudget, nobody,
      "Of a plan that leaks: what its noise alone would cost, which bounds nothing here."}}};

// ---- runs --------------------------------------------------------------------------------------

inline constexpr Table kStop{
    "RunStop",
    "Why a run ended, where its algorithm says so: an id of the algorithm's own, and a sentence.",
    {{"reason", unnamed(of<&Ending::reason>()), released},
     {"text", of<&Ending::text>(), released}}};

inline constexpr Table kTrace{
    "TraceColumns",
    "Columns of a trace: these, and what the algorithm's steps tell everybody.",
    {{"iteration gradientEvaluations", column("number[]"), released},
     {"epsilonSpent? rhoSpent?", column("(number | null)[]"), released},
     {"seconds?", column("number[]"), owner,
      "Absent from what may be published: drawing noise takes a time that depends on the noise."},
     {"iterates?", column("number[][]"), released,
      "The iterates themselves, where `run.trace.iterates` asks for them."}},
    {.others = "NumberColumns"}};

inline constexpr Table kHiddenTrace{
    "HiddenColumns",
    "Columns of a trace that show exact numbers of the data: diagnostics, and these.",
    {{"hiddenIterates?", column("(number | null)[][]"), owner,
      "The points that vertices or queries were drawn from, where `run.trace.hiddenIterates` asks "
      "for them and the algorithm has them; null where nothing was drawn yet."},
     {"groupLosses?", column("(number | null)[][]"), owner,
      "The loss of every group, or task, on the records, in the order of y, where "
      "`run.trace.groupLosses` asks for them; null where one is not finite, or was not measured."}},
    {.base = &kTrace, .others = "NumberColumns"}};

inline std::optional<Index> ranged_column(const ColumnRange& range) {
  return range.column == kTargetColumn ? std::nullopt : std::optional(range.column);
}
inline bool is_of_target(const ColumnRange& range) {
  return range.column == kTargetColumn;
}

inline constexpr Table kColumnRange{
    "ColumnRange",
    "A range that a run chose for a column of the records as they come, or for their target "
    "(private-ranges).",
    {{"column?", of<&ranged_column>(), released, "Its number, from 0; absent of the target."},
     {"isTarget?", of<&is_of_target>("true"), released},
     {"lower", of<&ColumnRange::lower>(), released},
     {"upper", of<&ColumnRange::upper>(), released}}};

inline Json score_value(const ReleasedScore& score) {
  return score.interval().value;
}
inline Json score_lower(const ReleasedScore& score) {
  return score.interval().lower;
}
inline Json score_upper(const ReleasedScore& score) {
  return score.interval().upper;
}
inline Json score_coverage(const ReleasedScore&) {
  return kScoreCoverage;
}

inline constexpr Table kReleasedScore{
    "ReleasedScore",
    "A private figure of a run's solution on the rows that are held out.",
    {{"measure", of<&ReleasedScore::score, &PrivateScore::measure>(), released},
     {"value", of<&score_value>("number"), released, "In the unit of the run's targets."},
     {"lower", of<&score_lower>("number"), released},
     {"upper", of<&score_upper>("number"), released,
      "An interval for the figure's expectation on a new row."},
     {"coverage", of<&score_coverage>("number"), released,
      "How surely it covers that, over the noise and the draw of the held-out rows."},
     {"records", of<&ReleasedScore::score, &PrivateScore::records>(), released},
     {"noisySum", of<&ReleasedScore::noisy_sum>(), released,
      "What was released, in steps: the rest follows."}}};

/// What a run came to.
struct Outcome {
  const ActiveRun* run;
  const RunSpec& settings;
  bool has_times;

  Json parameters() const { return parameters_json(run->setup().plan->summary().parameters); }
  Json fingerprint() const;
  Json trace() const;
  std::vector<double> solution() const { return {run->current().begin(), run->current().end()}; }
  std::optional<double> seconds() const;
};

inline constexpr Table kOutcome{
    "OutcomeBlock",
    "What a run came to; `outcomeOf` reads it wherever it stands.",
    {{"status", of<&Outcome::run, &ActiveRun::status>(), released},
     {"stop?", column(in<kStop, &Outcome::run, &ActiveRun::stop>()), released},
     {"parameters", of<&Outcome::parameters>(kUnknowns), released},
     {"error?", in<kError, &Outcome::run, &ActiveRun::error>(), released},
     {"fingerprint", of<&Outcome::fingerprint>("string | null"), released},
     {"trace", unnamed(in<kTrace, &Outcome::trace>()), released},
     {"ranges?", in<kColumnRange, &Outcome::run, &ActiveRun::ranges>("[]"), released,
      "What it clamped columns to before it began, where it chose that."},
     {"score?", in<kReleasedScore, &Outcome::run, &ActiveRun::score>(), released,
      "Where `run.privateScore` asks for it and the run completed."},
     {"solution", of<&Outcome::solution>(), released},
     {"gradientEvaluations", of<&Outcome::run, &ActiveRun::gradient_evaluations>(), released},
     {"seconds?", of<&Outcome::seconds>(), owner}}};

inline constexpr Table kSolve{
    "RunSolve",
    "",
    {{"attempts", of<&SolveReport::attempts>(), owner, "How often the solver was asked to start."},
     {"fallback", of<&SolveReport::is_fallback>(), owner},
     {"complaint", of<&SolveReport::complaint>(), owner,
      "What the solver did wrong in its last attempt; '' for nothing."},
     {"gradients", of<&SolveReport::evaluations>(), owner, "Of records, certificates included."}}};

inline constexpr Table kSolves{
    "RunSolves",
    "What became of the solves of a run, in their order. Exact, so not private.",
    {{"count", of<&SolveLog::count>(), owner},
     {"fallbacks", of<&SolveLog::fallbacks>(), owner,
      "How many a deterministic method had to answer, because the chosen solver did not."},
     {"first", in<kSolve, &SolveLog::first>("[]"), owner, "The first of them, 100 at most."}}};

inline constexpr Table kHiddenRun{
    "NonPrivateRun",
    "What follows from the data without noise: of a run that promises nothing all it came to.",
    {{"trace?", unnamed(kHiddenTrace), owner},
     {"final?", "Partial<Record<DiagnosticColumn, number | null>>", owner,
      "Last values of the diagnostics."},
     {"ledger?", {kLedger, "[]"}, owner},
     {"solverGradients?", "number", owner, "Gradients of records that hidden solves took."},
     {"solves?", kSolves, owner,
      "Of methods with a solver; in secure mode where diagnostics are asked for."}},
    {.base = &kOutcome}};

/// Which of the experiment's runs it is.
struct Identity {
  const PlannedAlgorithm* planned;
  const SweepPoint* point;
  Index repeat = 0;
};

inline constexpr Table kRun{
    "RunResult",
    "One run. It holds its outcome itself where its guarantee bounds what that gives away; that of "
    "any other run lies under `nonPrivate`, with the diagnostics.",
    {{"algorithm", key(of<&Identity::planned, &PlannedAlgorithm::entry, &AlgorithmEntry::id>()),
      everyone},
     {"label", key(of<&Identity::planned, &PlannedAlgorithm::label>()), everyone},
     {"sweep", key(of<&Identity::point, &SweepPoint::values>(kUnknowns)), everyone},
     {"repeat", column(of<&Identity::repeat>()), everyone},
     {"privacy", kClaim, everyone},
     {"nonPrivate?", column(kHiddenRun), owner}},
    {.base = &kOutcome, .is_judged = true}};

/// An algorithm that cannot be planned at a sweep point.
struct Refusal {
  const AlgorithmSpec* algorithm;
  Index position;
  const Json* sweep;
  const Error* error;
};

inline constexpr Table kRefused{
    "RefusedAlgorithm",
    "An algorithm that cannot run as the experiment asks, at one sweep point; the others run.",
    {{"algorithm", of<&Refusal::algorithm, &AlgorithmSpec::id>(), everyone},
     {"label", of<&Refusal::algorithm, &AlgorithmSpec::label>(), everyone},
     {"index", of<&Refusal::position>(), everyone, "Its position in the experiment's list."},
     {"sweep", of<&Refusal::sweep>(kUnknowns), everyone},
     {"error", in<kError, &Refusal::error>(), everyone}},
    {.is_judged = true}};

}  // namespace noisy::record
