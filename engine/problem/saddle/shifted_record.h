#pragma once

#include "engine/math/reduce.h"
#include "engine/problem/saddle/robust_logistic.h"

/// What losses of w.(u + v) share, at z = (w, v) with d coordinates each.
namespace noisy {

/// @error invalid-value when a radius or the weight is not positive
Result<void> check_robust(const RobustParameters& parameters);

/// w.(u + v)
double shifted_score(const SaddleRecord& record, const Vector& z);

/// ||v||^2
double shift_square(const Vector& z);

/// out = (grad_w f, -grad_v f) of f = phi(w.(u + v)) - (weight / 2) ||v||^2, where phi' is `slope`.
void shifted_operator(const SaddleRecord& record, const Vector& z, double slope, double weight,
                      Vector& out);

}  // namespace noisy
