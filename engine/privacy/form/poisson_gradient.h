#pragma once

#include "engine/privacy/oracle/request.h"

namespace noisy {

/// The gradient of a Poisson batch: (1 / m) sum over i in B of grad f(x; y_i) + N(0, sigma^2 I),
/// where each of n records is in B with probability q = m / n. An empty batch is noise alone.
///
/// Where record i is zeroed out, n and m are public, and its Renyi divergence of order alpha is
///
///   D = ln E[L^alpha] / (alpha - 1),   L = 1 - q + q e^(s x - s^2 / 2),   x ~ N(0, 1),
///   s = L_0 / (m sigma)
///
/// Proof. Fix the coins of all other records: they fall alike on both data sets, and their sum v is
/// the same. Let g = grad f(x; y_i) / m. Without the record the answer is U = N(v, sigma^2 I); with
/// it (1 - q) U + q N(v + g, sigma^2 I). Along g this is the pair on a line with s = ||g|| / sigma
/// (all else is equal noise on both sides), and its divergences rise with s, ||g|| <= L_0 / m. Of
/// the two directions D((1 - q) U + q V || U) is the larger (Mironov, Talwar and Zhang 2019,
/// Theorem 5). The answers are mixtures over the other coins, with equal weights; exp((alpha - 1)
/// D_alpha) is jointly convex, so that no mixture is further apart than its worst part. The point x
/// follows from earlier answers, and nothing else does: coins and noise are fresh.
///
/// Where a record is replaced nothing is stated here.
const ReleaseForm* poisson_gradient_form();

/// At x, with the smooth regularizer's gradient after the noise: it reads no data.
inline Request poisson_gradient_at(const Vector& x, const Release& release) {
  return {.form = poisson_gradient_form(), .release = release, .point = &x};
}

}  // namespace noisy
