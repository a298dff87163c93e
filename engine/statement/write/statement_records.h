#pragma once

#include "engine/record/answers.h"
#include "engine/record/read.h"
#include "engine/statement/write/stated_entry.h"

// The records of a privacy statement: what stands in them, and who may see it. What the reader of a
// statement checks is read by the same tables.

namespace noisy::record {

using enum Seen;
using enum NumberRule;

/// Facts of a release are those of its entry.
template <>
struct RecordOwner<StatedRelease> {
  using type = StatedEntry;
};

inline constexpr const char* kUnknowns = "Record<string, unknown>";
inline constexpr const char* kNumberOrNull = "number | null";
inline constexpr const char* kRows = "number[][]";

inline constexpr Table kBudget{"Budget", "", {{"epsilon? delta? rho?", "number", everyone}}};

inline constexpr Shape kFigureDelta =
    into<&StatedFigure::delta, share>(of<&StatedFigure::delta_beside>());
inline constexpr Shape kFigureRho = given<&StatedFigure::rho>();
inline constexpr Shape kFigureOrder =
    into<&StatedFigure::order, positive>(of<&StatedFigure::order_beside>());

inline constexpr Table kTotal{
    "PrivacyTotal",
    "The cost of publishing all runs together; where all are zCDP, epsilon and delta are null.",
    {{"epsilon", or_null<&StatedFigure::epsilon>(kNumberOrNull), everyone},
     {"delta", or_null<&StatedFigure::delta_beside>(kNumberOrNull), everyone},
     {"rho?", kFigureRho, everyone,
      "What they were converted from, where runs are counted in rho."},
     {"order?", kFigureOrder, everyone, "The Renyi order of the accountant \"renyi\"."},
     {"accountant", given<&StatedFigure::accountant>(), everyone},
     {"theorem?", of<&StatedFigure::theorem>(), everyone}}};

inline constexpr Table kRange{"RecordRange",
                              "Consecutive records; positions are from 0.",
                              {{"first", given<&RecordBlock::first>(), released},
                               {"count", given<&RecordBlock::count, count>(), released}}};

inline constexpr Table kClip{"StatedClip",
                             "How long a record's gradient may be, and in which norm.",
                             {{"norm", given<&GradientClip::norm>(), released},
                              {"bound", given<&GradientClip::bound, positive>(), released}}};

inline constexpr Table kLongest{
    "LongestVertex", "", {{"norm", word<RowNorm>(), released}, {"radius", "number", released}}};

inline constexpr Table kDetail{
    "StatedDetail",
    "What the proof of one kind of release rests on, by that kind's own names.",
    {{"addedStrength? batchDivisor? blockSize? count? countedSteps? diameter? distance? divisor? "
      "draws? dualDifference? dualMove? dualWeight? first? growth? levelBudget? maxLevel? move? "
      "moved? numbers? "
      "perDraw? perPoint? period? phase? primalDifference? primalMove? primalWeight? "
      "recordCurvature? regularizerStrength? rootBatch? seed? size? smoothness? "
      "solutionDeviation? solverShift? stepSize? steps? strongConvexity? tolerance? value? "
      "valueBound? weight?",
      "number", released},
     {"curvatureBound? radius? rowBound?", "number | null", released},
     {"output?", "number | string", released},
     {"estimator? frozen? passes? text?", "string", released}}};

inline constexpr Table kRelease{
    "ReleaseDetails",
    "What a kind of release states beside its noise.",
    {{"vertices?", kDetail, released, "Of vertices of a hidden iterate: how they are drawn."},
     {"levels?", kDetail, released, "Of as many vertices as a public level says: its law."},
     {"objective?", kDetail, released, "Of a minimizer: what its divergence follows from."},
     {"solution?", kDetail, released, "Of a certified solution: its distance to the exact one."},
     {"region?", kDetail, released, "Where gradients, or their differences, are bounded."},
     {"candidates? queries? table? pass? blocks? moment?", kDetail, released},
     {"change?", kDetail, released,
      "Of a difference of gradients: the radius of a ball that holds those of all records."}}};

// Shapes of fields that stand in an entry, or in its groups where there are several kinds.

/// Nothing where kinds have their own.
template <auto member>
auto only(const StatedEntry& entry) {
  return entry.kinds.empty() ? std::optional(std::invoke(member, entry)) : std::nullopt;
}
/// A part of an entry that is a record of its own.
template <const Table& table, auto of_entry = &StatedEntry::only_kind>
consteval Shape part() {
  Shape shape = in<table, of_entry>();
  shape.read = [](RecordReader& in, std::string_view key, void* entry) {
    read<table>(in.inside(key), *static_cast<StatedEntry*>(entry));
  };
  shape.is_read = true;
  return shape;
}

inline constexpr Shape kMean =
    into<&StatedEntry::mean_sensitivity, positive>(of<&only<&StatedEntry::mean_sensitivity>>());

inline void read_form(RecordReader& in, std::string_view key, const ReleaseForm*& to) {
  const std::string id = in.text(key);
  const ReleaseForm* form = find_release_form(id);
  if (!form) in.unknown(key, id);
  to = form ? form : gradient_form();
}
inline constexpr Shape kForm = read_by<&StatedEntry::form, &read_form>(of<&StatedEntry::form_id>());

inline constexpr Shape kBatchSize =
    into<&StatedEntry::batch_size, count>(of<&only<&StatedEntry::batch_size>>());

inline void read_sampler(RecordReader& in, std::string_view key, StatedEntry& to) {
  const std::string word = in.text(key);
  to.draws_by_chance = word == statement::kPoisson;
  to.draws_batches = to.draws_by_chance || word == statement::kWithoutReplacement;
  if (!to.draws_batches && word != statement::kAllRecords) in.unknown(key, word);
}
consteval Shape sampler() {
  Shape shape =
      of<&only<&StatedEntry::sampler>>("'all-records' | 'without-replacement' | 'poisson'");
  shape.read = [](RecordReader& in, std::string_view key, void* entry) {
    read_sampler(in, key, *static_cast<StatedEntry*>(entry));
  };
  shape.is_read = true;
  return shape;
}
inline constexpr Shape kSampler = sampler();

inline constexpr Field kRecords{
    "records?", read_in<kRange, &StatedEntry::block>(in<kRange, &StatedEntry::only_block>()),
    released, "The block of records that it reads."};

inline constexpr Table kSensitivity{
    "Sensitivity",
    "How far one record moves what is noised.",
    {{"rule", given<&StatedEntry::rule>(), released},
     {"norm", given<&StatedEntry::norm>(), released},
     {"value", given<&StatedEntry::sensitivity, positive>(), released},
     {"mean?", kMean, released, "Absent where there are groups."},
     {"derivativeBound", bound<&StatedEntry::derivative_bound>(), released},
     {"featureBound", bound<&StatedEntry::feature_bound>(), released},
     {"gradientClip", read_in<kClip, &StatedEntry::clip>(in_or_null<kClip, &StatedEntry::clip>()),
      released},
     {"text", of<&StatedEntry::sensitivity_text>(), released},
     {"formula", of<&StatedEntry::sensitivity_formula>(), released},
     {kSpread, of<&StatedEntry::own_sensitivity>()},
     {"vertices?", kLongest, released, "Of a choice: the longest vertex in the dual norm."},
     {"descent?", kDetail, released, "Of the end of exact steps."}}};

template <std::size_t most>
void read_rows(RecordReader& in, std::string_view key, std::vector<ScaleRun>& to) {
  in.rows(key, most, positive, [&](const std::vector<double>& row) {
    to.push_back({static_cast<Index>(row[0]), row[1], row.back()});
  });
}
/// Null of releases that are not hardened.
inline void read_grids(RecordReader& in, std::string_view key, std::vector<ScaleRun>& to) {
  if (!in.required(key).is_null()) read_rows<2>(in, key, to);
}

inline constexpr Table kNoise{
    "StatedNoise",
    "",
    {{"quantity",
      into<&StatedEntry::quantity>(of<&StatedEntry::quantity>(
          "'laplace-scale' | 'standard-deviation' | 'base-epsilon' | 'gumbel-scale'")),
      released},
     {"planned", given<&StatedEntry::planned, count>(), released},
     {"values",
      read_by<&StatedEntry::values, &read_rows<3>>(of<&StatedEntry::values, &stated_rows>(kRows)),
      released, "[count, value], or [count, first, last] of a progression."},
     {"grids",
      read_by<&StatedEntry::grids, &read_grids>(of<&StatedEntry::grid_rows>("number[][] | null")),
      released, "[count, grid] of hardened releases."},
     {"steps?",
      read_by<&StatedEntry::steps, &read_rows<3>>(of<&StatedEntry::steps, &stated_rows>(kRows)),
      released, "[count, length] of the most that each step may be."},
     {"text", of<&StatedEntry::noise_text>(), released}}};

inline constexpr Table kCost{
    "StatedCost",
    "",
    {{"unit", given<&StatedEntry::unit>(), released},
     {"order?", into<&StatedEntry::order, positive>(of<&StatedEntry::renyi_order>()), released,
      "The Renyi order of the unit \"renyi\"."},
     {"perRelease", of<&StatedEntry::cost_formula>(), released},
     {"composition", of<&StatedEntry::unit, &statement::composition_text>(), released},
     {kSpread, of<&StatedEntry::own_cost>()},
     {"share?", "number", released,
      "Part of a variance-reduced release's noise that its proof counts for the difference; none "
      "where it counts difference and anchor together."},
     {"hiddenSteps?", kDetail, released, "Of a last iterate: the steps before it, and K of them."},
     {"cap?", given<&StatedEntry::cap, positive>(), released,
      "Where releases follow from earlier ones: the most that a run may spend."},
     {"spent?", into<&StatedEntry::spent>(of<&StatedEntry::spent_beside>()), released,
      "What such a run spent. It is stated at the cap, wherever it ended."},
     {"filter?", of<&StatedEntry::filter>(), released},
     {"blocks?", of<&StatedEntry::parallel>(), released},
     {"perRun", into<&StatedEntry::cost_per_run>("number"), released},
     {"allRuns", into<&StatedEntry::cost_of_all>("number"), released}}};

inline constexpr Table kFigure{
    "StatedFigure",
    "",
    {{"accountant", given<&StatedFigure::accountant>(), released},
     {"epsilon?", given<&StatedFigure::epsilon>(), released},
     {"delta?", kFigureDelta, released},
     {"rho?", kFigureRho, released},
     {"theorem", of<&StatedFigure::theorem>(), released},
     {"order?", kFigureOrder, released, "The Renyi order that gave the figure."}}};

inline constexpr Table kGroup{
    "ReleaseGroup",
    "One kind of the releases of a planned algorithm.",
    {{"form", kForm, released},
     {"mechanism?", into<&StatedEntry::mechanism>(of<&StatedEntry::own_mechanism>()), released,
      "Where it is not that of the first group."},
     {"batchSize", kBatchSize, released},
     {"sampler", kSampler, released},
     kRecords,
     {"rule", given<&StatedEntry::rule>(), released},
     {"mean", kMean, released, "How far one record moves what is noised."},
     {kSpread, of<&StatedEntry::own>()},
     {"noise", part<kNoise>(), released},
     {"perRelease", of<&StatedEntry::cost_formula>(), released}},
    {.base = &kRelease}};

inline constexpr Table kPlannedScore{
    "PlannedScore",
    "A private figure of the rows that are held out, which each run publishes.",
    {{"measure", given<&StatedScore::measure>(), released},
     {"records", given<&StatedScore::records, count>(), released, "Rows that are held out."},
     {"steps", given<&StatedScore::steps, count>(), released,
      "What one row adds to the sum at most."},
     {"scale", given<&StatedScore::scale, count>(), released, "Of its noise, in steps."},
     {"epsilon", given<&StatedScore::epsilon, positive>(), released,
      "What it costs these rows, and no others."},
     {"text", of<&StatedScore::text>(), released}}};

inline constexpr Table kPromise{
    "PromisedEntry",
    "What is stated of a planned algorithm that promises something.",
    {{"requested", into<&StatedEntry::requested>(in<kBudget, &StatedEntry::requested>()), released},
     {"neighbours?", given<&StatedEntry::neighbours>(), released},
     {"calibration", given<&StatedEntry::calibration>(), released},
     {"release", given<&StatedEntry::release>(), released},
     {"released", of<&StatedEntry::released>(), released},
     {"form?", kForm, released,
      "What was noised, where it is counted in Renyi divergence or is no gradient."},
     {"mechanism", given<&StatedEntry::mechanism>(), released},
     {"samples", given<&StatedEntry::samples, count>(), released},
     {"dimension", given<&StatedEntry::dimension, count>(), released},
     {"batchSize?", kBatchSize, released},
     {"sampler?", kSampler, released},
     kRecords,
     {"sensitivity", part<kSensitivity, &StatedEntry::itself>(), released},
     {"groups?", in<kGroup, &StatedEntry::kinds>("[]"), released,
      "Kinds of release, where a run makes several: then batch, noise and form are theirs."},
     {kSpread, of<&StatedEntry::own>()},
     {"noise?", part<kNoise>(), released},
     {"stopsAtRandom?", given<&StatedEntry::stops_at_random>(), released},
     {"cost", part<kCost, &StatedEntry::itself>(), released},
     {"score?",
      read_in<kPlannedScore, &StatedEntry::score>(in<kPlannedScore, &StatedEntry::score>()),
      released},
     {"executed", kRows, released,
      "[runs, releases of each]; with groups [runs, releases of each of the first, the second]."},
     {"charged?", kRows, released,
      "The same of what is paid for, where runs were stopped: all their planned releases."},
     {"figures", {kFigure, "[]"}, released}},
    {.base = &kRelease}};

inline constexpr Table kEntry{
    "StatementEntry",
    "One planned algorithm of a privacy statement.",
    {{"algorithm", given<&StatedEntry::algorithm>(), everyone},
     {"label", given<&StatedEntry::label>(), everyone},
     {"sweep", into<&StatedEntry::sweep>(of<&StatedEntry::sweep>(kUnknowns)), everyone},
     {"notion", given<&StatedEntry::notion>(), everyone},
     {"guarantee", of<&StatedEntry::guarantee>(), everyone,
      "Of the plan; its runs may have been stopped."},
     {kSpread, of<&StatedEntry::header>()},
     {"header?", "boolean", everyone, "Of a CSV file: whether its first line is a header."},
     {kSpread, in<kPromise, &StatedEntry::promised>()},
     {"certified", given<&StatedEntry::certified>(), everyone},
     {"reasons", of<&StatedEntry::reasons>(), everyone},
     {"runs", into<&StatedEntry::runs, count>("number"), everyone}},
    {.base = &kPromise, .is_judged = true}};

inline constexpr Table kMeant{
    "MeantWord", "A word of the file, and what it means.", {{"id text", "string", everyone}}};

inline constexpr Table kStatement{
    "ResultStatement",
    "Everything that a reader needs to check the figures without this software.",
    {{"version", "number", everyone},
     {"unit neighbours randomness release", kMeant, everyone},
     {"assumptions reasons", "string[]", everyone},
     {"entries", {kEntry, "[]"}, everyone},
     {"total", {kTotal, " | null"}, everyone, "Null where a run leaks, and where none is private."},
     {"certified", "boolean", everyone},
     {"text", "string[]", everyone, "The same in plain words, one sentence each."}}};

}  // namespace noisy::record
