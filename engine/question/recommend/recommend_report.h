#pragma once

#include "engine/question/recommend/recommend_input.h"

namespace noisy {

/// The given experiment with a choice written in: problem.gradientClip, problem.regularizer where
/// it states none, and the choice as its only algorithm. A sweep is left out.
Json written_experiment(const Experiment& given, const RecommendInput& input,
                        const Candidate& choice, const AlgorithmSpec& spec);

/// What a reader should know: what is expected and how far that may be off, what a larger n does,
/// and whether it is worth its budget.
std::vector<std::string> recommendation_sentences(const Experiment& given,
                                                  const RecommendInput& input,
                                                  const Recommendation& found);

Json json_of(const Recommendation& found);

}  // namespace noisy
