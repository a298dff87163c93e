#pragma once

#include "engine/experiment/session/run_records.h"

// The records of plans. Nobody publishes them, so that their fields have no marks.

namespace noisy::record {

inline constexpr Table kCurve{
    "Curve",
    "Values against iterations, for a chart.",
    {{"iteration", of<&Curve::iteration>()}, {"value", of<&Curve::value>()}}};

inline const Curve* shown(const Curve& curve) {
  return curve.value.empty() ? nullptr : &curve;
}

inline constexpr Table kCurves{
    "PlanCurves",
    "",
    {{"noiseScale", in<kCurve, &PlanSummary::noise_scale>()},
     {"cost", in<kCurve, &PlanSummary::cost>()},
     {"bound?", in<kCurve, &PlanSummary::bound, &shown>()},
     {"noiseFloor?", in<kCurve, &PlanSummary::noise_floor, &shown>(), nobody,
      "Upper bound on the part of the gap that is noise: the noise part of `bound`."},
     {"gradientBound?", in<kCurve, &PlanSummary::gradient_bound, &shown>(), nobody,
      "A bound on E |grad F|^2 at a random iterate."},
     {"horizonScore?", in<kCurve, &PlanSummary::horizon_score, &shown>()}}};

/// Consecutive steps, in the unit of the plan's cap.
struct Steps {
  const PlanSegment* segment;
  const Release* first;
  const Release* last;
  Cost cap;
};

inline constexpr Table kSegment{
    "PlanSegment",
    "Consecutive releases that share their rule.",
    {{"first", of<&Steps::segment, &PlanSegment::first>()},
     {"count", of<&Steps::segment, &PlanSegment::count>()},
     {"stepSize", of<&Steps::segment, &PlanSegment::step_size>()},
     {"momentum", of<&Steps::segment, &PlanSegment::momentum>()},
     {"batchSize", of<&Steps::first, &Release::batch_size>()},
     {"mechanism", of<&Steps::first, &Release::mechanism>("string")},
     {"sensitivity", of<&Steps::first, &Release::sensitivity>("string")},
     {"costFirst", of<&Steps::first, &Release::cost, &Cost::value>(), nobody,
      "What a release is charged, in the unit below."},
     {"costLast", of<&Steps::last, &Release::cost, &Cost::value>()},
     {"baseEpsilonFirst", of<&Steps::first, &Release::base_epsilon>()},
     {"baseEpsilonLast", of<&Steps::last, &Release::base_epsilon>()},
     {"noiseScaleFirst", of<&Steps::first, &Release::noise_scale>()},
     {"noiseScaleLast", of<&Steps::last, &Release::noise_scale>()},
     {"unit", of<&Steps::cap, &Cost::unit>(), nobody,
      "`renyi`: a divergence of the order beside it."},
     {"order?", of<&Steps::cap, &order_of>()},
     {"sampler?", of<&Steps::first, &sampler_of>(), nobody,
      "`laplace`, `gaussian`, `discrete-laplace` or `discrete-gaussian`; absent without noise."},
     {"gridFirst?", of<&Steps::first, &grid_of>(), nobody,
      "Of hardened releases, powers of two that they are multiples of."},
     {"gridLast?", of<&Steps::last, &grid_of>()}}};

inline constexpr Table kGap{
    "InitialGap",
    "E_0, the public guess of F(x_0) - F*, and where it comes from.",
    {{"value", of<&InitialGap::value>()}, {"source", of<&InitialGap::source>()}}};

inline constexpr Table kBlockColumns{
    "BlockColumns",
    "Blocks of records in the order in which they are read, a number each in every column. Of many "
    "neighbours the cheapest and the dearest are listed.",
    {{"block", column("number[]"), nobody, "Its number, from 1."},
     {"firstRecord", column("number[]"), nobody, "The position of its first record, from 0."},
     {"records", column("number[]")},
     {"drawsAfter", column("number[]"), nobody,
      "Releases that depend on it; of vertices the draws from each simplex."},
     {"rho? epsilon?", column("number[]"), nobody,
      "What one of its records pays for the whole run, in the unit that is counted."}}};

/// A plan at a sweep point, and what to take care of.
struct StatedPlan {
  const PlannedAlgorithm* planned;
  const SweepPoint* point;
  std::vector<std::string> warnings;

  const PlanSummary& summary() const { return planned->plan->summary(); }
  Json parameters() const { return parameters_json(summary().parameters); }
  Json privacy() const;
  std::vector<Steps> segments() const;
  /// What the curve `horizonScore` is; null where there is none.
  Json score() const;
};

inline constexpr Table kPlan{
    "AlgorithmPlan",
    "",
    {{"algorithm", key(of<&StatedPlan::planned, &PlannedAlgorithm::entry, &AlgorithmEntry::id>())},
     {"label", key(of<&StatedPlan::planned, &PlannedAlgorithm::label>())},
     {"sweep", key(of<&StatedPlan::point, &SweepPoint::values>(kUnknowns))},
     {"parameters", of<&StatedPlan::parameters>(kUnknowns)},
     {"iterations", of<&StatedPlan::summary, &PlanSummary::iterations>()},
     {"gradientEvaluations", of<&StatedPlan::summary, &PlanSummary::gradient_evaluations>()},
     {"privacy", in<kClaim, &StatedPlan::privacy>()},
     {"segments", in<kSegment, &StatedPlan::segments>("[]")},
     {"curves", in<kCurves, &StatedPlan::summary>()},
     {"initialGap", in<kGap, &StatedPlan::planned, &PlannedAlgorithm::gap>()},
     {"horizonScoreIs", of<&StatedPlan::score>("'bound' | 'guess' | null"), nobody,
      "Whether a theorem stands behind `curves.horizonScore`; null without one."},
     {"warnings", of<&StatedPlan::warnings>(), nobody, "What to take care of, one sentence each."},
     {"score?", in<kPlannedScore, &StatedPlan::planned, &PlannedAlgorithm::score, &stated_score>(),
      nobody, "What its runs publish of the rows that are held out."},
     {"notes?", of<&StatedPlan::summary, &PlanSummary::notes>(), nobody,
      "What the plan rests on and takes for granted, one sentence each."},
     {"errorUnknown?", of<&StatedPlan::summary, &PlanSummary::is_error_unknown>("true"), nobody,
      "What is proven or estimated of the output's error is above the error of every point."},
     {"levelCounts?", of<&StatedPlan::summary, &PlanSummary::level_counts>(), nobody,
      "How many steps have each level, from 0 on: levels were drawn beforehand and are public."},
     {"blockCosts?", unnamed(kBlockColumns), nobody,
      "What one record pays, by its block, where blocks of records are read once each."}}};

inline constexpr Table kBounds{"RecordBounds", "", {{"l1? l2? linf? target?", "number | null"}}};

inline constexpr Table kData{
    "PlannedData",
    "",
    {{"samples features", "number"},
     {"bounds", kBounds},
     {"certified", "boolean"},
     {"reasons", "string[]"},
     {"target", "string"},
     {"header?", "boolean", nobody,
      "Of a CSV file: whether its first line was taken as a header, not as a record."}}};

inline constexpr Table kCoordinates{
    "CoordinateLimits",
    "Of a saddle problem: the largest first, second and third derivatives of a record's loss by "
    "single coordinates, L_0, L_1 and L_2; null where nothing is known.",
    {{"lipschitz", of<&CoordinateBounds::lipschitz>("number | null")},
     {"smoothness", of<&CoordinateBounds::smoothness>("number | null")},
     {"hessianLipschitz", of<&CoordinateBounds::hessian_lipschitz>("number | null")}}};

inline constexpr Table kKl{
    "KlConstants",
    "The Kurdyka-Lojasiewicz condition: F - F* <= (constant |grad F|)^exponent.",
    {{"exponent", of<&KlFacts::exponent>()},
     {"constant", of<&KlFacts::constant>()},
     {"weakConvexity", of<&KlFacts::weak_convexity>("number | null"), nobody,
      "Null where none is known."},
     {"source", of<&KlFacts::source>(), nobody, "Where it follows from."}}};

inline const CoordinateBounds* coordinates_of(const ProblemFacts& facts) {
  return facts.risk.saddle ? &facts.risk.saddle->coordinates : nullptr;
}
inline Json kl_of(const ProblemFacts& facts) {
  return facts.risk.kl.is_known() ? json_of<kKl>(facts.risk.kl) : Json();
}
inline double condition_of(const ProblemFacts& facts) {
  return facts.risk.smoothness / facts.risk.strong_convexity;
}
inline bool is_certified(const ProblemFacts& facts) {
  return !facts.risk.reads_data() && facts.risk.believed.empty();
}

inline constexpr Table kConstants{
    "PlannedConstants",
    "",
    {{"smoothness", of<&ProblemFacts::risk, &RiskFacts::smoothness>("number | null")},
     {"strongConvexity", of<&ProblemFacts::risk, &RiskFacts::strong_convexity>()},
     {"conditionNumber", of<&condition_of>("number | null")},
     {"l1Sensitivity", of<&ProblemFacts::risk, &RiskFacts::l1_sensitivity>()},
     {"l2Sensitivity", of<&ProblemFacts::risk, &RiskFacts::l2_sensitivity>()},
     {"initialGap", of<&ProblemFacts::risk, &RiskFacts::initial_gap>()},
     {"initialGapSource", of<&ProblemFacts::gap, &InitialGap::source>()},
     {"kl", in<kKl, &kl_of>(" | null"), nobody, "Null where none is known."},
     {"rule", of<&ProblemFacts::rule>("string")},
     {"certified", of<&is_certified>()},
     {"coordinates?", in<kCoordinates, &coordinates_of>()}}};

inline constexpr Table kPrice{
    "CostEstimate",
    "All runs together, diagnostics included.",
    {{"runs", of<&CostEstimate::runs>()},
     {"gradientEvaluations", of<&CostEstimate::gradient_evaluations>()},
     {"memoryBytes", of<&CostEstimate::memory_bytes>()},
     {"resultBytes", of<&CostEstimate::result_bytes>(), nobody, "The result's text."},
     {"seconds", of<&CostEstimate::seconds>(), nobody, "A guess for one thread of this machine."}}};

inline constexpr Table kSet{
    "CoordinateSet",
    "A set of so many consecutive coordinates.",
    {{"size", "number"},
     {"kind", "DomainId"},
     {"radius", "number | null", nobody, "Of a ball; null of other sets."}}};

inline constexpr Table kSets{"SaddleSets", "", {{"primal dual", {kSet, "[]"}}}};

inline constexpr Table kReport{
    "PlanReport",
    "What would run, with its privacy and its price; nothing has run.",
    {{"version", "number"},
     {"data", kData},
     {"constants", kConstants},
     {"cost", kPrice},
     {"randomness", word<Randomness>()},
     {"release", word<ReleaseKind>()},
     {"plans", {kPlan, "[]"}},
     {"refused", {kRefused, "[]"}, nobody, "What will not run, and why."},
     {"total", {kTotal, " | null"}, nobody, "Null where a plan leaks, and where none is private."},
     {"saddle?", kSets, nobody, "Of a saddle problem: where x and y may lie, set by set."}}};

}  // namespace noisy::record
