#pragma once

#include "engine/question/recommend/recommend.h"
#include "engine/record/record.h"

// The records of a recommendation: everything in it follows from public facts.

namespace noisy::record {

using enum Seen;

inline constexpr Table kExpected{
    "ExpectedFigures",
    "What a choice is expected to reach, on public twins of the data.",
    {{"score", of<&Expected::score>(), everyone,
      "Mean over the twins of the measure on the records of the run."},
     {"low", of<&Expected::low>(), everyone, "A tenth of the twins is below."},
     {"high", of<&Expected::high>(), everyone, "A tenth of the twins is above."},
     {"start", of<&Expected::start>(), everyone, "The measure of who knows the targets alone."},
     {"gap", of<&Expected::gap>(), everyone, "Median of F(x_T) - F*."},
     {"gapShare", of<&Expected::gap_share>(), everyone,
      "Geometric mean of the gap over that of the start."}}};

inline constexpr Table kRecommended{
    "RecommendedChoice",
    "A method, as it is written into an experiment.",
    {{"algorithm", of<&Recommended::algorithm>(), everyone},
     {"parameters", of<&Recommended::parameters>("Record<string, number>"), everyone},
     {"gradientClip", of<&Recommended::gradient_clip>(), everyone,
      "The bound of `problem.gradientClip`."},
     {"strength", of<&Recommended::strength>(), everyone, "Of the l2 regularizer."},
     {"noise", of<&Recommended::noise>(), everyone, "Scale of each release."},
     {"regret", of<&Recommended::regret>(), everyone,
      "Fourth-power mean over twins of the gap over the least one that any choice has there."},
     {"expected", in<kExpected, &Recommended::expected>(), everyone}}};

inline constexpr Table kMoreRecords{
    "MoreRecords",
    "What the first choice would reach with more records.",
    {{"samples", of<&MoreRecords::samples>(), everyone},
     {"expected", in<kExpected, &MoreRecords::expected>(), everyone}}};

inline Json least_epsilon_of(const Recommendation& found) {
  return found.least_epsilon ? Json(*found.least_epsilon) : Json();
}

inline constexpr Table kRecommendation{
    "RecommendReport",
    "A choice of method from public facts alone: no record was read.",
    {{"ranked", in<kRecommended, &Recommendation::ranked>("[]"), everyone, "The best first."},
     {"measure", of<&Recommendation::measure>(), everyone,
      "What `score` is: the name of a diagnostic's column."},
     {"worthRunning", of<&Recommendation::worth_running>(), everyone,
      "Whether the first choice ends closer to the optimum than its start."},
     {"leastEpsilon", of<&least_epsilon_of>("number | null"), everyone,
      "About the least one that is worth running, to a factor of 2; null where none is known."},
     {"largerN", in<kMoreRecords, &Recommendation::larger_n>("[]"), everyone},
     {"sentences", of<&Recommendation::sentences>(), everyone},
     {"experiment", of<&Recommendation::experiment>("Experiment"), everyone,
      "The given one with the first choice written in."}}};

}  // namespace noisy::record
