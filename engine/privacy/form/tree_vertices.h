#pragma once

#include "engine/privacy/oracle/request.h"
#include "engine/privacy/release/whole_gradients.h"
#include "engine/problem/domain/vertex_set.h"

namespace noisy {

/// One phase of variance-reduced Frank-Wolfe: a complete binary tree of depth t, whose root reads b
/// records and a right child of depth j b / 2^j; public.
struct TreePhase {
  Index root_batch = 2;  ///< b, a multiple of 2^t
  Index phase = 1;       ///< t, 1 .. kMostTreePhases
  double smoothness =
      0;  ///< L_1 >= 0, of the products with vertices: where differences are clipped

  Index leaves() const { return Index{1} << phase; }
  /// Of all nodes: b (1 + t / 2).
  Index records() const { return root_batch + root_batch / 2 * phase; }
  bool operator==(const TreePhase&) const = default;
};

/// kappa: what each product of a record's gradient difference with a vertex is clipped to, between
/// points that are `distance` apart in their vertices' weights (l1): min(C, L_1 distance).
double tree_difference_limit(const TreePhase& phase, double move, double distance);

/// The numbers of the vertices that the 2^t leaves of one phase selected, in their order.
///
/// With x the point that is asked at, leaf k = 0 .. 2^t - 1 selects a vertex by its product with
/// the leaf's gradient estimate, and x moves towards it by 2 / (2^(t-1) + k + 1) (tree_step). The
/// root's estimate is the mean gradient of b records at x; a left child has its parent's point and
/// estimate; a right child of depth j has the current x as its point, and its parent's estimate
/// plus the mean of the next b / 2^j records' gradient differences between the two points, every
/// product with a vertex clipped to +-kappa(delta_s), delta_s >= their distance (tree_move).
/// Selection is by the exponential mechanism: vertex i with probability proportional to exp(-<v_i,
/// estimate> / lambda). (Asi, Feldman, Koren, Talwar 2021, Algorithm 3)
///
/// A record stands in one node and is read once. In the root, replacing it moves every score by at
/// most Delta = C / b, C = S_p R_q (VertexSet::score_sensitivity), in all 2^t selections; in a
/// right child of depth j by at most Delta = 2^j 2 kappa / b, whatever the record is, as
/// differences are clipped, in the 2^(t-j) selections of its leaves; points are made of what was
/// selected before. A selection that scores move by Delta has the range eta = 2 Delta / lambda
/// (selection_range), and costs eta^2 / 8 in rho and eta in epsilon. All of a phase costs
///
///     rho     = 2^t c / (2 b^2 lambda^2),  c = max(C^2, max_j 2^j (2 kappa_j)^2)
///     epsilon = 2^(t+1) max(C, max_j 2 kappa_j) / (b lambda)
///
/// with kappa_j of the first right child of depth j, which is the farthest from its parent. A phase
/// is one release, because records that are read late are paid for by what earlier leaves cost
/// more than theirs: a part of a phase would be charged too little. Phases of disjoint blocks
/// compose in parallel. Laplace noise on the scores would cost four times as much in rho, and there
/// is none.
///
/// Hardened releases select the same in whole numbers. On a grid gamma every record's product with
/// every vertex enters the root's sums as a whole number of steps, at most floor(C / (2 gamma)) of
/// them either way (take_off_products), and every product of its gradient difference those of a
/// right child, at most floor(kappa / gamma) of them (CoordinateClip). With u in the place of b
/// times the estimate's products, a root adds its sums to u, and a right child of depth j 2^j times
/// its own: nothing else is rounded, as 2^j is whole. So a record of the root, whatever it is,
/// moves every u by at most 2 floor(C / (2 gamma)) <= C / gamma, and one of a right child by 2^j 2
/// floor(kappa / gamma) <= 2^j 2 kappa / gamma: b Delta / gamma at most, in both. With N = ceil((1
/// + 2^-16) b lambda / gamma) vertices are selected with P(i) proportional to e^(-u_i / N) exactly
/// (ExactSoftmax): the range of a selection is less than 2 Delta / lambda, eta as above, so that
/// what is charged covers it, in rho and in epsilon. Where C is less than twice the largest product
/// of a record, there is no hardened release.
///
/// Without noise the vertex with the smallest product is selected.
const ReleaseForm* tree_vertices_form();

/// What a phase costs in rho or epsilon; infinity in other units.
///
/// @param move   C
/// @param scale  lambda
double tree_vertices_cost(CostUnit unit, double move, const TreePhase& phase, double scale);

/// What hardened scores of a phase add up: products of the root's b records, which C / 2 bounds,
/// and 2^j times those of b / 2^j differences for j = 1 .. t, which C bounds.
GradientSums sums_of(const TreePhase& phase, double scale);

/// The details of such a release.
ReleaseDetails details_of_tree(const TreePhase& phase);

struct TreeVerticesRequest : Request {
  const VertexSet* vertices = nullptr;
};

/// @param x        a public point; must outlive the request, as must the vertices
/// @param release  of this kind; its block are the records of the phase
TreeVerticesRequest tree_vertices_at(const Vector& x, const VertexSet& vertices,
                                     const Release& release);

/// x after leaf k of the phase selected a vertex.
Vector after_leaf(const Vector& x, const VertexSet& vertices, Index vertex, const TreePhase& phase,
                  Index leaf);

}  // namespace noisy
