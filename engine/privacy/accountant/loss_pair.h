#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// The masses on both sides of one privacy loss e, of the two distributions of a dominating pair.
struct LossTails {
  double p_above = 0.0;         ///< P(L > e), infinite losses included
  double p_below = 1.0;         ///< P(L <= e)
  double q_above = 0.0;         ///< Q(L > e)
  double q_below = 1.0;         ///< Q(L <= e)
  double scaled_q_above = 0.0;  ///< e^e Q(L > e), at most P(L > e)
  double scaled_q_below = 1.0;  ///< e^e Q(L <= e); may be infinite where it is not the smaller side
  /// Relative error of the smaller side of P and of the smaller side of Q. An error of the edge
  /// itself, common to P and Q, does not count: see LossPair::kEdgeError.
  double relative_error = 0.0;
};

/// Outcomes with one privacy loss.
struct LossAtom {
  double loss = 0.0;  ///< ln(p / q)
  double p = 0.0;
  double q = 0.0;
};

/// Two distributions P, Q with H_a(P || Q) >= H_a(M(D) || M(D')) for all a > 0 and all neighbours
/// (D, D') of one direction, where H_a(P || Q) = sup over events of P - a Q. The composition of
/// mechanisms, adaptive ones too, is dominated by the product of their pairs (Zhu, Dong, Wang 2022,
/// Optimal accounting of differential privacy via characteristic function: composition).
///
/// L = ln(P / Q) is the privacy loss. An instance counts ties in one of two ways throughout: as
/// written above, or with >= and < in place of > and <=.
class LossPair {
 public:
  /// Losses at the edges are right to kEdgeError (2 + |loss|).
  static constexpr double kEdgeError = 0x1p-47;

  virtual ~LossPair() = default;

  virtual LossTails tails(double loss) const = 0;

  /// The range of the finite losses.
  virtual double smallest_loss() const = 0;
  virtual double largest_loss() const = 0;

  /// P of the outcomes that Q does not have.
  virtual double infinite_mass() const { return 0.0; }

  /// (P, Q) and (Q, P) have the same loss distribution.
  virtual bool symmetric() const { return true; }

  /// A loss that deserves a grid point, because much mass lies at it or next to it.
  virtual double anchor() const { return 0.0; }

  /// The distance from the anchor to another such loss; 0 when there is none.
  virtual double span() const { return 0.0; }

  /// All finite losses lie whole multiples of this from the anchor; 0 when there is no such number.
  virtual double lattice() const { return 0.0; }

  /// The finite losses in rising order when these are all there is; else empty.
  virtual std::span<const LossAtom> atoms() const { return {}; }

  /// Q of the outcomes that P does not have; only for pairs of atoms.
  virtual double vanishing_mass() const { return 0.0; }
};

using LossPairPointer = std::shared_ptr<const LossPair>;

/// N(mu, 1) against N(0, 1), mu = 1 / noise multiplier.
LossPairPointer gaussian_pair(double mu);

/// sum_j p_j N(s_j, 1) against N(0, 1); s_j >= 0 not all 0, p_j > 0 with sum 1.
LossPairPointer gaussian_mixture_pair(std::vector<double> shifts, std::vector<double> weights);

/// Laplace noise of scale 1 / epsilon against the same shifted by 1.
LossPairPointer laplace_pair(double epsilon);

/// All mechanisms whose losses on any two data sets lie in some [t - epsilon, t], as the
/// exponential mechanism's do (Dong, Durfee, Rogers 2020, Optimal differential privacy composition
/// for exponential mechanisms): the pair of the profile that is the upper envelope over t,
///
/// H(e^e) = (1 - e^{(e - epsilon) / 2})^2 / (1 - e^{-epsilon}),  0 <= e <= epsilon.
LossPairPointer bounded_range_pair(double epsilon);

/// Any pair of finitely many outcomes.
///
/// @param atoms           in any order, q > 0 and p > 0
/// @param infinite_mass   P of what Q does not have
/// @param vanishing_mass  Q of what P does not have
/// @param lattice         distance of which all differences of losses are whole multiples, or 0; of
///                        two atoms it is found without
LossPairPointer atom_pair(std::vector<LossAtom> atoms, double infinite_mass, double vanishing_mass,
                          double lattice, bool symmetric);

/// ((1 - q) Q + q P, Q): with the record against without it, each record sampled with rate q
/// (Zhu, Dong, Wang 2022: amplification by Poisson sampling).
LossPairPointer sampled_remove_pair(LossPairPointer pair, double rate);

/// (Q, (1 - q) Q + q P): without the record against with it. With q = 1 the pair reversed.
LossPairPointer sampled_add_pair(LossPairPointer pair, double rate);

/// One record exchanged, for a mechanism whose pair under exchange is (P, Q), symmetric, and which
/// sees each record, or a subset of fixed size that holds it, with rate q. Its profile is that of
/// ((1 - q) Q + q P, Q) for a >= 1 and that of (Q, (1 - q) Q + q P) for a < 1.
///
/// The first by advanced joint convexity, H_{1 + q (a - 1)} <= q H_a (Balle, Barthe, Gaboardi 2018,
/// Privacy amplification by subsampling), the second from it because exchange is symmetric: H_a(D
/// || D') = 1 - a + a H_{1/a}(D' || D). Joined at a = 1 they are convex, hence a profile (Zhu,
/// Dong, Wang 2022: which functions are profiles). Under Poisson sampling the mechanism's pair must
/// also dominate the presence of the record against its absence, as it does when an absent record
/// contributes 0 and 0 is an allowed contribution.
LossPairPointer sampled_exchange_pair(LossPairPointer pair, double rate);

/// Every loss 0.
LossPairPointer perfectly_private_pair();

/// Every loss infinite: nothing is protected.
LossPairPointer not_private_pair();

}  // namespace noisy
