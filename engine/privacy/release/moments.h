#pragma once

#include "engine/math/vector.h"
#include "engine/privacy/notion.h"
#include "engine/privacy/release/hardened.h"
#include "engine/problem/gradient_bounds.h"

namespace noisy {

/// The sufficient statistics of least squares: of losses (c / 2) (u'x)^2 + a u'x + b (with
/// c = 1 and a = -y the squared loss) the mean objective over n records is
///
///     (1 / 2) x' A x - q' x + const,   A = (1 / n) sum_i c_i u_i u_i',   q = -(1 / n) sum_i a_i
///     u_i.
///
/// A stands in a release as its upper triangle with the entries beside the diagonal times sqrt(2),
/// so that the l2 norm of these d (d + 1) / 2 numbers is the Frobenius norm of A.
///
/// How far one record moves n times each of them in l2, with C >= c ||u||^2 and G >= ||a u||
/// (QuadraticBounds):
///
/// | part             | replaced                         | zeroed out |
/// |------------------|----------------------------------|------------|
/// | least_eigenvalue | C                                | C          |
/// | second           | sqrt(2) C; C where d = 1         | C          |
/// | first            | 2 G                              | G          |
///
/// Proof. ||M - N||_F^2 = ||M||_F^2 + ||N||_F^2 - 2 <M, N> with M = c u u' and N = d w w', and
/// <M, N> = c d (u'w)^2 >= 0: at most 2 C^2, attained by orthogonal u and w of full length. In one
/// dimension both are numbers in [0, C]. For eigenvalues put n A = H + M and n A' = H + N with
/// M, N >= 0: both least eigenvalues lie between that of H and that of H plus C (Weyl). The last
/// row is the triangle inequality, attained by w = u and opposite a. A record that is zeroed out
/// takes M, or a u, along. n is public and divides all of it.
enum class MomentPart { least_eigenvalue, second, first };

/// The first column of the table, of all records together.
double moment_move(MomentPart part, const QuadraticBounds& bounds, Index dimension,
                   Neighbours neighbours);

/// How many numbers the part is: 1, d (d + 1) / 2 or d.
Index moment_numbers(MomentPart part, Index dimension);

/// The parts that can be hardened, as integer queries: all but the least eigenvalue, of whose
/// computation no rounding is bounded here.
///
/// A is put together from gradients g at 0 and the unit vectors: its columns are g(e_j) - g(0). A
/// record's computed gradient at any of them is off by at most (r - 1) E (GridQuery), E = G + C
/// bounding its length there, and the mean over records by w E more, w = mean_rounding_error(n).
/// All columns together are off by sqrt(d) times the two points' errors in the Frobenius norm;
/// averaging A with its transpose moves no two matrices apart, and the roundings of difference,
/// average and sqrt(2) are at most 4 2^-53 (C + 2 E) per column. The part of that which stems from
/// one record's own gradients counts over n, on either side; the rest counts once on either side.
/// Everything is in units of the move, as the query's summation_error.
///
/// @param move     moment_move
/// @param samples  n
/// @param grid     gamma, in units of the mean
GridQuery moment_query(MomentPart part, const QuadraticBounds& bounds, Index dimension, double move,
                       Index samples, double grid);

/// The upper triangle of a symmetric matrix, row by row, as above; and back.
Vector packed_symmetric(const Eigen::MatrixXd& matrix);
Eigen::MatrixXd unpacked_symmetric(const Vector& packed, Index dimension);

}  // namespace noisy
