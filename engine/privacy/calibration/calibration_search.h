#pragma once

#include "engine/math/function_ref.h"
#include "engine/math/search.h"
#include "engine/privacy/accountant/releases.h"

/// Searches that calibrations of variance-reduced gradients share.
namespace noisy {

/// The least of a function of ln(alpha - 1). Choosing a split per order leaves bounds that may have
/// two bottoms, one on either side of the order at which a drawn record is recognized: so a scan,
/// and a search around the best of it.
math::Minimum least_over_orders(math::FunctionRef<double(double)> f, double low, double high);

/// The range of ln(alpha - 1) in which a calibration looks for its order: below it nothing may be
/// spent, above it every order costs more than twice what its larger cap is worth: beyond e^2
/// ln(1 / delta) / epsilon, and beyond e^1.5, where the order itself multiplies every cost.
math::Minimum least_over_orders_of(const PrivacyTarget& target,
                                   math::FunctionRef<double(double)> f);

/// The least of a function of whole Renyi orders >= 2 from `first` to `last`, by a scan in growing
/// strides and a search around the best of it.
math::Minimum least_over_whole_orders(math::FunctionRef<double(double)> f, double first,
                                      double last);

/// Goes on from a best whole order to the real ones beside it: where divergences between whole
/// orders are chords, the best may lie inside, by a part of some 1e-5.
math::Minimum least_beside_whole_order(math::FunctionRef<double(double)> f, math::Minimum whole);

/// The range of whole orders in which a calibration looks for its own: up to 3 ln(1/delta) /
/// epsilon beyond 1, since for a Gaussian the best one is at most 2 ln(1/delta) / epsilon beyond
/// it.
math::Minimum least_over_whole_orders_of(const PrivacyTarget& target,
                                         math::FunctionRef<double(double)> f);

/// The smallest batch in 1..most from which on `reaches` holds, found from ceil(0.57 n sqrt(epsilon
/// / (N ln n))); `most` when it holds nowhere.
///
/// @param samples  n
/// @param steps    N
Index smallest_batch_from(Index samples, Index steps, double epsilon, Index most,
                          math::FunctionRef<bool(Index)> reaches);

}  // namespace noisy
