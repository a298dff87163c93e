#pragma once

#include "engine/math/double_double.h"
#include "engine/math/index.h"

namespace noisy::math {

/// Some successive scores high_i + low_i of a LogWeights, what is added to them and what comes of
/// it.
struct ScoreChunk {
  double* high;
  double* low;
  const double* gradient;
  double* exponents;
  Index count;
};

/// score_i += step * gradient_i, exponents_i = score_i - reference; returns the largest exponent.
using AdvanceScores = double (*)(const ScoreChunk& chunk, double step, DoubleDouble reference);

}  // namespace noisy::math
