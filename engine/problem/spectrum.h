#pragma once

#include "engine/data/dense_data.h"
#include "engine/math/thread_pool.h"

namespace noisy {

/// The largest eigenvalue of the Gram matrix (1/n) sum_i u_i u_i' of the features.
///
/// Lanczos would be quicker, but power iteration on data with a common direction needs a handful of
/// passes. It reads the data exactly: a plan that uses it is not certified.
///
/// @return within 1e-10 relative, or the best of 1,000 iterations
double top_gram_eigenvalue(const DenseData& data, math::ThreadPool& pool);

}  // namespace noisy
