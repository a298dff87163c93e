#pragma once

#include <cmath>
#include <optional>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/notion.h"

namespace noisy {

/// Guarantees as types. The neighbouring relation is part of the type, so guarantees under
/// different relations cannot be added up by mistake.

/// epsilon-DP.
template <Neighbours relation>
struct PureDp {
  double epsilon = 0.0;
};

/// (epsilon, delta)-DP.
template <Neighbours relation>
struct ApproximateDp {
  double epsilon = 0.0;
  double delta = 0.0;
};

/// (xi, rho)-zCDP: Renyi divergence at most xi + rho alpha at every order (Bun and Steinke 2016).
template <Neighbours relation>
struct ZeroConcentratedDp {
  double rho = 0.0;
  double xi = 0.0;
};

/// Renyi DP as a function of the order.
template <Neighbours relation>
struct RenyiDp {
  RenyiCurve curve;
};

/// mu-GDP: no easier to attack than telling N(0, 1) from N(mu, 1) (Dong, Roth, Su 2022).
template <Neighbours relation>
struct GaussianDp {
  double mu = 0.0;
};

/// Composition, also adaptive: what is exact for the notion.
template <Neighbours relation>
PureDp<relation> compose(PureDp<relation> a, PureDp<relation> b) {
  return {a.epsilon + b.epsilon};
}
template <Neighbours relation>
ApproximateDp<relation> compose(ApproximateDp<relation> a, ApproximateDp<relation> b) {
  return {a.epsilon + b.epsilon, std::fmin(1.0, a.delta + b.delta)};
}
template <Neighbours relation>
ZeroConcentratedDp<relation> compose(ZeroConcentratedDp<relation> a,
                                     ZeroConcentratedDp<relation> b) {
  return {a.rho + b.rho, a.xi + b.xi};
}
template <Neighbours relation>
RenyiDp<relation> compose(const RenyiDp<relation>& a, const RenyiDp<relation>& b) {
  return {a.curve.plus(b.curve)};
}
template <Neighbours relation>
GaussianDp<relation> compose(GaussianDp<relation> a, GaussianDp<relation> b) {
  return {std::sqrt(a.mu * a.mu + b.mu * b.mu)};
}

/// epsilon-DP is epsilon^2/2-zCDP (Bun and Steinke 2016, Prop. 1.4).
template <Neighbours relation>
ZeroConcentratedDp<relation> to_zcdp(PureDp<relation> from) {
  return {0.5 * from.epsilon * from.epsilon};
}
/// mu-GDP is mu^2/2-zCDP: the Renyi divergence of N(0, 1) and N(mu, 1) is alpha mu^2 / 2.
template <Neighbours relation>
ZeroConcentratedDp<relation> to_zcdp(GaussianDp<relation> from) {
  return {0.5 * from.mu * from.mu};
}

/// The largest Renyi divergence of an epsilon-DP mechanism (pure_renyi_divergence).
template <Neighbours relation>
RenyiDp<relation> to_renyi(PureDp<relation> from) {
  return {pure_curve(from.epsilon)};
}
template <Neighbours relation>
RenyiDp<relation> to_renyi(ZeroConcentratedDp<relation> from) {
  return {zcdp_curve(from.rho, from.xi)};
}
template <Neighbours relation>
RenyiDp<relation> to_renyi(GaussianDp<relation> from) {
  return {gaussian_curve(from.mu)};
}

/// (epsilon, delta)-DP at a delta.
template <Neighbours relation>
ApproximateDp<relation> to_approximate(PureDp<relation> from, double delta) {
  return {from.epsilon, delta};
}
template <Neighbours relation>
ApproximateDp<relation> to_approximate(ZeroConcentratedDp<relation> from, double delta,
                                       ZcdpConversion conversion = ZcdpConversion::optimal) {
  return {from.xi + zcdp_epsilon(from.rho, delta, conversion), delta};
}
template <Neighbours relation>
ApproximateDp<relation> to_approximate(const RenyiDp<relation>& from, double delta) {
  return {renyi_epsilon(from.curve, delta).value, delta};
}
template <Neighbours relation>
ApproximateDp<relation> to_approximate(GaussianDp<relation> from, double delta) {
  return {gaussian_epsilon_from_log(from.mu, math::log(delta)), delta};
}

/// What holds when a record is exchanged, from what holds when one is added or removed: an exchange
/// is one of each. Group privacy for two: 2 epsilon; (1 + e^epsilon) delta (Dwork and Roth 2014,
/// Theorem 2.2); 2 mu (Dong, Roth, Su 2022, Theorem 2). zCDP with xi = 0 gives 4 rho (Bun and
/// Steinke 2016, Prop. 1.9); to_replace_one refuses a xi by having no value for it.
inline PureDp<Neighbours::replace_one> to_replace_one(PureDp<Neighbours::add_remove> from) {
  return {2.0 * from.epsilon};
}
inline ApproximateDp<Neighbours::replace_one> to_replace_one(
    ApproximateDp<Neighbours::add_remove> from) {
  const double delta = from.delta == 0 ? 0.0 : (1.0 + math::exp(from.epsilon)) * from.delta;
  return {2.0 * from.epsilon, std::fmin(1.0, delta)};
}
inline std::optional<ZeroConcentratedDp<Neighbours::replace_one>> to_replace_one(
    ZeroConcentratedDp<Neighbours::add_remove> from) {
  if (from.xi != 0) return std::nullopt;
  return ZeroConcentratedDp<Neighbours::replace_one>{4.0 * from.rho};
}
inline GaussianDp<Neighbours::replace_one> to_replace_one(GaussianDp<Neighbours::add_remove> from) {
  return {2.0 * from.mu};
}

}  // namespace noisy
