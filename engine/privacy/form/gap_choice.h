#pragma once

#include <vector>

#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/oracle/request.h"
#include "engine/privacy/release/whole_gradients.h"

namespace noisy {

/// A candidate for a saddle point over two simplices, z_i = (x_i, y_i), and answers to it; all of
/// them are public. (Gonzalez, Guzman, Paquette 2024, Algorithm 4)
struct GapCandidate {
  Vector point;                ///< z_i, x before y
  std::vector<Vector> primal;  ///< x_ij, j = 1 .. J >= 1: d_x numbers each
  std::vector<Vector> dual;    ///< y_ij: d_y numbers each
};

/// The number of one of some candidates, from 0, the likelier the smaller its gap looks on a block
/// of m records: a Vector of one number.
///
/// The score of candidate i is, with F the mean over the block's records,
///
///     G_i = max_j (F(x_i, y_ij) - F(x_i, y_i)) + max_j (F(x_i, y_i) - F(x_ij, y_i))
///         = max_j F(x_i, y_ij) - min_j F(x_ij, y_i)
///
/// which is at most the gap of z_i. It is computed as the first line has it, every record's
/// difference clipped to +-2 L_inf, L_inf being the largest coordinate of a record's gradient
/// (largest_coordinate): more it cannot be while bounds hold, as two points of a simplex are at
/// most 2 apart in the l1 norm. Replacing a record z by z' moves a summand of the first maximum by
///
///     <grad_y f(x_i, .; z) - grad_y f(x_i, .; z'), y_ij - y_i> <= 2 C_y
///
/// (mean value along the segment, which lies in the domain), C_y being how far two records'
/// operators can be apart in one coordinate of y; and one of the second by 2 C_x. A maximum over j
/// moves no more than what it is taken of, so that G_i moves by at most 2 (C_x + C_y) / m, whatever
/// J is. Where C_x and C_y are twice L_inf, as of matrix games, clipping alone sees to that,
/// whatever a record is.
///
/// With a stated bound B > 0 on values the second line is computed instead, every record's value
/// clipped to [-B, B]; then each of both moves by at most 2 B / m, and G_i by 4 B / m.
///
/// Candidate i is chosen with probability proportional to exp(-G_i / b): the exponential mechanism.
/// With Delta the above its range is eta = 2 Delta / b (selection_range), so that it costs
/// eta^2 / 8 in rho; it is eta-DP, too. What is not finite counts 0, and nothing tells how often
/// something was clipped. Only records of the block pay.
///
/// Hardened releases choose the same in whole numbers. On a grid gamma every difference, or value,
/// enters its sum as the nearest whole number of steps, but with floor(2 L_inf / gamma) of them at
/// most, either way, or floor(B / gamma) (CoordinateClip). So these sums, and u_i in the place of
/// m G_i, are added up without rounding and in any order, and a record, whatever it is, moves each
/// of the two maxima by at most twice that: u_i by 8 L_inf / gamma, or 4 B / gamma, at most. The
/// latter is m Delta / gamma; so is the former where C_x and C_y are twice L_inf. Where they are
/// less, nothing is proven of how the computed values are rounded, and there is no hardened
/// release. With N = ceil((1 + 2^-16) m b / gamma) candidates are chosen with P(i) proportional to
/// e^(-u_i / N) exactly (ExactSoftmax): the range is less than 2 Delta / b, eta as above, so that
/// what is charged covers it (whole_gradients.h).
///
/// Without noise the candidate with the smallest score is chosen, of several the first.
const ReleaseForm* gap_choice_form();

/// m Delta: how far one record of m can move m times a score.
///
/// @param value_bound  B; 0: values are not bounded
double gap_move(const CoordinateMoves& moves, double value_bound);

/// What a choice costs in rho: (2 move / (m b))^2 / 8.
///
/// @param move     m Delta
/// @param records  m
/// @param scale    b
double gap_choice_rho(double move, Index records, double scale);

/// The scale b for which a choice costs so much in rho.
double gap_choice_scale(double move, Index records, double rho);

/// What is known of the part that one record has in u_i.
///
/// @param largest      L_inf
/// @param value_bound  B; 0: values are not bounded
WholeGradient whole_gain(double largest, double value_bound);

/// What hardened scores add up.
GradientSums sums_of_choice(Index records, double scale);

/// The details of such a release.
ReleaseDetails details_of_gap_choice(double value_bound);

struct GapChoiceRequest : Request {
  const std::vector<GapCandidate>* candidates = nullptr;
};

/// @param candidates  must outlive the request
/// @param release     of this kind; its block are the m records that judge
GapChoiceRequest choose_by_gap(const std::vector<GapCandidate>& candidates, const Release& release);

}  // namespace noisy
