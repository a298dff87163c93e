#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/simplex/theory/batch_rule.h"
#include "engine/algorithm/simplex/theory/mirror_bound.h"

namespace noisy {

/// How parameters of methods that draw vertices are found where they are not given.
enum class VertexRule {
  bound,  ///< those whose bound with explicit constants is least
  scaled  ///< the theorem's, with its unknown constants 1 or what they are said to be
};

inline constexpr Words<VertexRule, 2> kVertexRules = {
    {{"bound-optimal", VertexRule::bound}, {"paper-scaling", VertexRule::scaled}}};

inline constexpr Words<MirrorOutput, 2> kMirrorOutputs = {
    {{"reuse-gradient-draws", MirrorOutput::reused}, {"fresh", MirrorOutput::fresh}}};

/// How often records are read.
enum class Passes {
  full_batch,  ///< all of them in every step
  one_pass     ///< each once, in a block of its own
};

inline constexpr Words<Passes, 2> kPasses = {
    {{"full-batch", Passes::full_batch}, {"one-pass", Passes::one_pass}}};

/// These and the constants of rule `paper-scaling`, which other rules do not look at.
std::vector<ParameterSpec> with_scaling_specs(std::vector<ParameterSpec> specs);

/// What is given for them, else 1.
ScalingConstants scaling_constants(const ParameterSet& given);

}  // namespace noisy
