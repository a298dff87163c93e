#pragma once

#include "engine/algorithm/kl/theory/kl_setting.h"
#include "engine/math/reduce.h"

namespace noisy {

/// What a round needs whose estimates are wrong by at most e G.
struct SpiderRung {
  double target = 0.0;                  ///< Phi = (gamma G)^kappa
  double steps = 1.0;                   ///< N, whole, perhaps beyond every Index
  double gradient = 0.0;                ///< G
  double step_length = 0.0;             ///< s G / L_1
  double difference_sensitivity = 0.0;  ///< D = adjacency L_1 s G / (L_1 n)
  double reach = 0.0;                   ///< D_0 + (N - 1) D
};

/// The rung of N steps, of a checked setting.
SpiderRung spider_rung(const KlSetting& setting, double step_fraction, double gradient,
                       double steps);

/// The targets of KL Spider in mode accuracy_driven, Phi_k = F_0 c^-k, and what each asks for.
///
/// c = 1 + c_m F_0^((2 - kappa)/kappa) / (gamma^2 L_1). Proof that round k ends with a gap of at
/// most Phi_k: with G = Phi_k^(1/kappa) / gamma, an estimate longer than (1 - e) G and wrong by at
/// most e G makes a step of length s G / L_1 decrease F by c_m G^2 / L_1, hence N_k steps by
/// (c - 1) Phi_k = Phi_{k-1} - Phi_k; a shorter one proves ||grad F|| < G, and KL a gap below
/// Phi_k.
class SpiderLadder {
 public:
  /// @param setting  checked and normalized, F_0 > 0
  SpiderLadder(const KlSetting& setting, double error_fraction, double step_fraction);

  SpiderRung rung(double k) const;
  double contraction() const { return 1.0 + growth_; }

  /// The least k with Phi_k <= target: ceil(ln(F_0 / target) / ln c), at least 0.
  double rounds_to(double target) const;

 private:
  KlSetting setting_;
  double step_fraction_;
  double growth_;  ///< c - 1
};

/// What the first rounds of a ladder need together: with q of all their releases,
///
/// need = q^2 / (2 e^2) sum_k ((D_0 + (N_k - 1) D_k) / G_k)^2,
///
/// the zCDP of noise whose norm is at most e G_k with probability 1 - beta in all of them. Within a
/// round the noise is split so that this is least (Cauchy and Schwarz).
class SpiderNeed {
 public:
  SpiderNeed(const KlSetting& setting, double error_fraction);

  void add(const SpiderRung& rung, double count = 1.0);
  double steps() const { return steps_; }
  double event_failure_probability() const { return failure_probability_ / steps_; }
  double chi_radius() const;  ///< q
  double value() const;

 private:
  Index dimension_;
  double failure_probability_;
  double error_fraction_;
  double steps_ = 0.0;
  math::CompensatedSum squares_;
};

/// N_k = max(1, ceil((F_0 / Phi_k)^((2 - kappa) / kappa) - 1e-9)), as a double, which may exceed
/// every Index. Without the subtraction a last bit would double the releases of kappa = 2.
///
/// @param log_ratio  ln(F_0 / Phi_k) >= 0
double spider_round_steps(double kappa, double log_ratio);

/// c_m = s (1 - 2 e) - s^2 / 2: a step decreases F by c_m G^2 / L_1 while the gradient's estimate
/// is longer than (1 - e) G and wrong by at most e G.
double spider_decrease(double error_fraction, double step_fraction);

}  // namespace noisy
