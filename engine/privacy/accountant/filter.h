#pragma once

#include <span>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/reduce.h"
#include "engine/privacy/accountant/renyi.h"

namespace noisy {

/// Privacy filters: caps on releases whose parameters are chosen adaptively, from earlier outputs.
/// A request is granted only if everything granted so far and it stay within the cap, checked
/// before the release; then the whole transcript has the cap's guarantee (fully adaptive
/// composition). A refused request costs nothing, and a smaller one may follow.

/// A cap on a sum: of epsilons (pure DP) or of rhos (zCDP; Feldman and Zrnic 2021; Whitehouse et
/// al. 2023, Theorem 1).
class SumFilter {
 public:
  /// @error invalid-budget at "cap" unless positive and finite
  static Result<SumFilter> create(double cap);

  /// Grants the cost or refuses it; never lets the sum pass the cap, not by an ulp.
  /// @error invalid-budget at "cost" unless it is >= 0 and finite
  Result<bool> try_spend(double cost);

  double spent() const { return spent_.value(); }
  double remaining() const { return cap_ - spent(); }
  double cap() const { return cap_; }

 private:
  explicit SumFilter(double cap) : cap_(cap) {}
  double cap_;
  math::CompensatedSum spent_;
};

/// A cap on the Renyi divergence at one order (Feldman and Zrnic 2021), or at several of which one
/// has to stay within its cap. Which one it will be depends on the outputs, so each of k orders
/// gets delta / k: on the transcripts that end within the cap of an order, the release equals one
/// with a filter at that order alone, and the failure probabilities add up.
class RenyiFilter {
 public:
  /// @param orders  > 1; their caps are those divergences that give (epsilon, delta / k)-DP
  /// @error invalid-value at "orders" when empty or not > 1; invalid-budget when no order has a cap
  ///        above 0
  static Result<RenyiFilter> create(std::span<const double> orders, double epsilon, double delta);

  /// Grants a release whose curve is given. One order has to stay within its cap.
  bool try_spend(const RenyiCurve& curve);

  /// The best order's share of its cap, in [0, 1].
  double spent() const;
  std::span<const double> orders() const { return orders_; }
  std::span<const double> divergences() const { return spent_; }

 private:
  std::vector<double> orders_;
  std::vector<double> caps_;
  std::vector<double> spent_;
};

/// Whitehouse, Ramdas, Rogers, Wu (2023), Theorem 2: releases that are (eps_m, delta_m)-DP, chosen
/// adaptively, are (epsilon, slack + delta'')-DP together while
///
/// sqrt(2 ln(1/slack) sum eps_m^2) + sum eps_m^2 / 2 <= epsilon   and   sum delta_m <= delta''.
///
/// The constants are those of advanced composition with parameters fixed in advance.
class ApproximateFilter {
 public:
  /// @param slack      delta', the first part of the failure probability, in (0, 1)
  /// @param delta_sum  delta'', the cap on the deltas, in [0, 1)
  /// @error invalid-budget at "epsilon", "slack" or "delta"
  static Result<ApproximateFilter> create(double epsilon, double slack, double delta_sum);

  /// @error invalid-budget at "cost" unless both are >= 0 and finite
  Result<bool> try_spend(double epsilon, double delta);

  double epsilon_spent() const { return bound(squares_.value()); }
  double delta_spent() const { return deltas_.value(); }

 private:
  ApproximateFilter(double epsilon, double slack, double delta_sum)
      : epsilon_(epsilon), slack_(slack), delta_sum_(delta_sum) {}
  double bound(double squares) const;

  double epsilon_;
  double slack_;
  double delta_sum_;
  math::CompensatedSum squares_;
  math::CompensatedSum deltas_;
};

/// Odometers: what has been spent so far, valid at every time at once and at a time chosen from the
/// outputs, with no cap fixed in advance.

/// zCDP or Renyi DP: filters with caps first, 2 first, 4 first, ...; the f-th at confidence
/// 6 delta / (pi^2 f^2), which sum to delta (Lecuyer 2021, Theorem 2, with that series).
class ZcdpOdometer {
 public:
  /// @param first_cap  rho of the smallest cap, > 0: about what the first releases cost
  /// @param delta      in (0, 1)
  /// @error invalid-budget at "firstCap" or "delta"
  static Result<ZcdpOdometer> create(double first_cap, double delta);

  /// @error invalid-budget at "cost" unless it is >= 0 and finite
  Result<void> spend(double rho);

  double rho() const { return spent_.value(); }

  /// Everything released so far is (epsilon, delta)-DP, whenever this is read.
  double epsilon() const;

 private:
  ZcdpOdometer(double first_cap, double delta) : first_cap_(first_cap), delta_(delta) {}
  double first_cap_;
  double delta_;
  math::CompensatedSum spent_;
};

/// Pure-DP releases with epsilons chosen adaptively, read at any time (Whitehouse et al. 2023,
/// Theorem 5, mixture form): with V = sum eps_m^2 and a tuning constant g > 0,
///
/// epsilon = sqrt(2 (V + g) ln( (1/delta) sqrt(1 + V/g) )) + V/2
///
/// or the plain sum, whichever is less.
class ApproximateOdometer {
 public:
  /// @param tuning  g: the V at which the bound is to be tightest, about that of the whole run
  /// @error invalid-budget at "tuning" or "delta"
  static Result<ApproximateOdometer> create(double tuning, double delta);

  /// @error invalid-budget at "cost" unless it is >= 0 and finite
  Result<void> spend(double epsilon);

  double epsilon() const;

 private:
  ApproximateOdometer(double tuning, double delta) : tuning_(tuning), delta_(delta) {}
  double tuning_;
  double delta_;
  math::CompensatedSum squares_;
  math::CompensatedSum sum_;
};

}  // namespace noisy
