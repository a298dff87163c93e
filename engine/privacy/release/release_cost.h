#pragma once

#include <limits>

#include "engine/privacy/cost.h"
#include "engine/privacy/notion.h"
#include "engine/privacy/release/hardened.h"
#include "engine/privacy/release/release.h"
#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// What nothing is proven of.
inline constexpr double kUnproven = std::numeric_limits<double>::infinity();

/// The release as an integer query, by the bounds that the engine enforces.
GridQuery grid_query(const FiniteSum& data, const Release& release);

/// Whether Gaussian noise of one scale for all data sets is on floating releases of all kinds that
/// divergences are known of, with a bound on what a record does.
bool is_plain_gaussian(const Release& release, double l2_sensitivity);

/// Gaussian noise on a mean over all records that one record moves by at most `move` in L2:
/// (move / sigma)^2 / 2 in rho (Bun and Steinke 2016, Prop. 1.6).
double rho_of_gaussian(double move, double standard_deviation);

/// What releases on one data set cost at least: the data's bounds, the unit, and what was found out
/// before.
class ReleaseCost {
 public:
  /// @param counted  in which costs are asked for: unit, order and neighbours
  ReleaseCost(const FiniteSum& data, const Cost& counted) : data_(data), counted_(counted) {}

  const FiniteSum& data() const { return data_; }
  CostUnit unit() const { return counted_.unit; }
  double renyi_order() const { return counted_.order; }
  Neighbours neighbours() const { return counted_.neighbours; }

  /// ReleaseForm::renyi at the order with gradient_move, which takes many integrals: the last
  /// answer is kept, since most plans repeat one release many times.
  double renyi(const Release& release);

  /// Of Gaussian noise on a mean gradient of all records: rho with uniform sensitivity, by the
  /// integer query where the release is hardened; nothing is proven in another unit, of batches, or
  /// of other noise.
  double full_batch_gaussian(const Release& release) const;

 private:
  const FiniteSum& data_;
  Cost counted_;
  Release known_;
  double known_cost_ = 0;
};

}  // namespace noisy
