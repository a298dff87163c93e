#pragma once

#include "engine/privacy/release/release.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/privacy/score/private_score.h"
#include "engine/record/record.h"

// The records of a privacy statement: what stands in them, and who may see it.

namespace noisy::record {

using enum Seen;

inline constexpr const char* kUnknowns = "Record<string, unknown>";
inline constexpr const char* kUnits = "'epsilon' | 'rho' | 'renyi'";
inline constexpr const char* kNorms = "'l1' | 'l2' | 'linf'";
inline constexpr const char* kSamplers = "'all-records' | 'without-replacement'";

inline constexpr Table kBudget{"Budget", "", {{"epsilon? delta? rho?", "number", everyone}}};

/// A figure by one accountant.
struct Figure {
  std::string accountant;
  std::optional<double> epsilon = {};
  std::optional<double> delta = {};
  std::optional<double> rho = {};
  std::optional<double> order = {};

  std::string theorem() const { return statement::theorem_text(accountant); }
  Json epsilon_or_null() const { return epsilon ? Json(*epsilon) : Json(); }
  Json delta_or_null() const { return delta ? Json(*delta) : Json(); }
};

inline constexpr Table kTotal{
    "PrivacyTotal",
    "The cost of publishing all runs together; where all are zCDP, epsilon and delta are null.",
    {{"epsilon", of<&Figure::epsilon_or_null>("number | null"), everyone},
     {"delta", of<&Figure::delta_or_null>("number | null"), everyone},
     {"rho?", of<&Figure::rho>(), everyone,
      "What they were converted from, where runs are counted in rho."},
     {"order?", of<&Figure::order>(), everyone, "The Renyi order of the accountant \"renyi\"."},
     {"accountant?", of<&Figure::accountant>(), everyone},
     {"theorem?", of<&Figure::theorem>(), everyone}}};

inline constexpr Table kRange{"RecordRange",
                              "Consecutive records; positions are from 0.",
                              {{"first", of<&RecordBlock::first>(), released},
                               {"count", of<&RecordBlock::count>(), released}}};

inline constexpr Table kBound{"StatedBound",
                              "A length in a norm.",
                              {{"norm", kNorms, released}, {"bound? radius?", "number", released}}};

inline constexpr Table kDetail{
    "StatedDetail",
    "What the proof of one kind of release rests on, by that kind's own names.",
    {{"addedStrength? batchDivisor? blockSize? count? distance? divisor? draws? dualDifference? "
      "dualMove? dualWeight? first? growth? levelBudget? maxLevel? move? moved? numbers? "
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
    {{"records?", kRange, released, "The block of records that it reads."},
     {"vertices?", kDetail, released, "Of vertices of a hidden iterate: how they are drawn."},
     {"levels?", kDetail, released, "Of as many vertices as a public level says: its law."},
     {"objective?", kDetail, released, "Of a minimizer: what its divergence follows from."},
     {"solution?", kDetail, released, "Of a certified solution: its distance to the exact one."},
     {"region?", kDetail, released, "Where gradients, or their differences, are bounded."},
     {"candidates? queries? table? pass? blocks? moment?", kDetail, released}}};

inline constexpr Table kSensitivity{
    "Sensitivity",
    "How far one record moves what is noised.",
    {{"rule text formula", "string", released},
     {"norm", kNorms, released},
     {"value", "number", released},
     {"mean?", "number", released, "Absent where there are groups."},
     {"derivativeBound featureBound", "number | null", released},
     {"gradientClip", {kBound, " | null"}, released},
     {"vertices?", kBound, released, "Of a choice: the longest vertex in the dual norm."},
     {"descent?", kDetail, released, "Of the end of exact steps."}}};

inline constexpr Table kNoise{
    "StatedNoise",
    "",
    {{"quantity", "'laplace-scale' | 'standard-deviation' | 'base-epsilon' | 'gumbel-scale'",
      released},
     {"planned", "number", released},
     {"values", "number[][]", released,
      "[count, value], or [count, first, last] of a progression."},
     {"grids", "number[][] | null", released, "[count, grid] of hardened releases."},
     {"steps?", "number[][]", released, "[count, length] of the most that each step may be."},
     {"text", "string", released}}};

inline constexpr Table kCost{
    "StatedCost",
    "",
    {{"unit", kUnits, released},
     {"order?", "number", released, "The Renyi order of the unit \"renyi\"."},
     {"perRelease composition blocks? filter?", "string", released},
     {"share?", "number", released,
      "Part of a variance-reduced release's noise that its proof counts for the difference."},
     {"cap?", "number", released,
      "Where releases follow from earlier ones: the most that a run may spend."},
     {"spent?", "number", released,
      "What such a run spent. It is stated at the cap, wherever it ended."},
     {"perRun allRuns", "number", released}}};

inline constexpr Table kFigure{
    "StatedFigure",
    "",
    {{"accountant", of<&Figure::accountant>(), released},
     {"epsilon?", of<&Figure::epsilon>(), released},
     {"delta?", of<&Figure::delta>(), released},
     {"rho?", of<&Figure::rho>(), released},
     {"theorem", of<&Figure::theorem>(), released},
     {"order?", of<&Figure::order>(), released, "The Renyi order that gave the figure."}}};

inline constexpr Table kGroup{
    "ReleaseGroup",
    "One kind of the releases of a planned algorithm.",
    {{"form rule perRelease", "string", released},
     {"mechanism?", "string", released, "Where it is not that of the first group."},
     {"batchSize", "number", released},
     {"sampler", kSamplers, released},
     {"mean", "number", released, "How far one record moves what is noised."},
     {"noise", kNoise, released}},
    {.base = &kRelease}};

inline Json score_steps(const PrivateScore&) {
  return static_cast<double>(kScoreSteps);
}
inline Json score_text(const PrivateScore&) {
  return "of every held-out row a gain in [0, 1] is rounded to a whole number of steps: 1 where it "
         "is told right, or (error / range of the targets)^2; discrete Laplace noise with this "
         "scale, a whole number, too, is added to their sum, which one such row moves by `steps` "
         "at most: epsilon = steps / scale. A record's place decides whether it is learnt from or "
         "held out, so that it pays for the other releases or for this one, never for both "
         "(parallel composition): together they cost the larger of the two";
}

inline constexpr Table kPlannedScore{
    "PlannedScore",
    "A private figure of the rows that are held out, which each run publishes.",
    {{"measure", of<&PrivateScore::measure>(), released},
     {"records", of<&PrivateScore::records>(), released, "Rows that are held out."},
     {"steps", of<&score_steps>("number"), released, "What one row adds to the sum at most."},
     {"scale", of<&PrivateScore::scale>(), released, "Of its noise, in steps."},
     {"epsilon", of<&PrivateScore::epsilon>(), released,
      "What it costs these rows, and no others."},
     {"text", of<&score_text>("string"), released}}};

inline constexpr Table kEntry{
    "StatementEntry",
    "One planned algorithm of a privacy statement.",
    {{"algorithm label notion", "string", everyone},
     {"sweep", kUnknowns, everyone},
     {"guarantee", word<Guarantee>(), everyone, "Of the plan; its runs may have been stopped."},
     {"runs", "number", everyone},
     {"certified", "boolean", everyone},
     {"reasons", "string[]", everyone},
     {"header?", "boolean", everyone, "Of a CSV file: whether its first line is a header."},
     {"requested?", kBudget, released},
     {"neighbours? calibration? released? mechanism?", "string", released},
     {"release?", word<ReleaseKind>(), released},
     {"form?", "string", released,
      "What was noised, where it is counted in Renyi divergence or is no gradient."},
     {"samples? dimension? batchSize?", "number", released},
     {"sampler?", kSamplers, released},
     {"sensitivity?", kSensitivity, released},
     {"noise?", kNoise, released},
     {"cost?", kCost, released},
     {"stopsAtRandom?", "boolean", released},
     {"executed?", "number[][]", released,
      "[runs, releases of each]; with groups [runs, releases of each of the first, the second]."},
     {"charged?", "number[][]", released,
      "The same of what is paid for, where runs were stopped: all their planned releases."},
     {"groups?",
      {kGroup, "[]"},
      released,
      "Kinds of release, where a run makes several: then batch, noise and form are theirs."},
     {"score?", kPlannedScore, released},
     {"figures?", {kFigure, "[]"}, released}},
    {.base = &kRelease, .is_judged = true}};

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
