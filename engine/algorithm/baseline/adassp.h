#pragma once

#include "engine/algorithm/baseline/adassp_plan.h"

namespace noisy {

/// Least squares from noisy sufficient statistics with an adaptive ridge (Wang 2018, Algorithm 2:
/// AdaSSP). With A = (1/n) sum u u', q = (1/n) sum y u and the regularizer (mu / 2) ||x||^2:
///
///     l      = max(0, lambda_min(A) + noise - z sigma_e)
///     lambda = max(0, w sigma_A - l)
///     x      = (A + noise + (lambda + mu) I)^{-1} (q + noise)
///
/// z sigma_e is how much the first noise may have lifted the eigenvalue, and w sigma_A how large a
/// norm the second may have, in all likelihood: the ridge makes up for what data lack of that.
/// Where the matrix is not positive definite even so, the ridge is doubled until it is, beginning
/// with sigma_A: released numbers alone say so. The solution is projected onto the domain.
/// It is the only iterate, told with l and lambda.
Run adassp(GradientOracle& data, const AdasspPlan& plan, Index dimension);

/// x as above, from what was released.
///
/// @param second  the noisy A
/// @param first   the noisy q
/// @param ridge   lambda; receives what it was raised to
/// @param step    by what it is raised first, > 0 where there is noise; without, the least part of
///                the matrix that keeps rounding harmless
Vector ridge_solution(const Eigen::MatrixXd& second, const Vector& first, double strength,
                      double step, double& ridge);

}  // namespace noisy
