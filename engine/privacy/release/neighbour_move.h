#pragma once

#include "engine/privacy/notion.h"
#include "engine/privacy/release/release.h"
#include "engine/problem/gradient_bounds.h"

namespace noisy {

/// How many records' gradients two neighbours' sums differ by: 2 where one is replaced by another,
/// 1 where one is zeroed out, which is to say that its gradient is 0 at every point; a regularizer
/// reads no record and stays. Infinity for other neighbours, of which nothing is proven here.
double changed_records(Neighbours neighbours);

/// How far one record moves the sum of all records' gradients at one point, in l2: S_2 where it is
/// replaced, since ||grad f(x; y) - grad f(x; y')|| <= S_2; L_0 where it is zeroed out, since what
/// is gone is grad f(x; y). n is public, and divides both.
///
/// A length moves no further than its gradient: | ||g + r|| - ||g' + r|| | <= ||g - g'|| with any
/// regularizer's r.
double gradient_move(const RegionBounds& bounds, Neighbours neighbours);

/// The same of the sum of differences between the ends of a step of this length, s: each record's
/// own is at most L_1 s long, so that two of them differ by at most 2 L_1 s.
double difference_move(const RegionBounds& bounds, Neighbours neighbours, double step_length);

/// R: for any two points x and a, some ball of this radius holds grad f(x; y) - grad f(a; y) of
/// every record y. RegionBounds::record_change, or twice the longest gradient; where neither is
/// known, 2 S_2 / sqrt(3), since any three differences have distances of at most 2 S_2 (Jung 1901),
/// and no proof looks at more.
///
/// @param sensitivity  S_2
double change_bound(double sensitivity, const RegionBounds& bounds);

/// Whether costs of such a release are proven for these neighbours at all: where a record is zeroed
/// out those of normal noise of one scale on all records and of choices, counted in rho, of kinds
/// that say so, and of normal noise on Poisson batches, counted in Renyi divergence
/// (poisson_gradient_form). Of hardened ones GridQuery says what moves.
///
/// @param samples  n
bool is_proven_for(Neighbours neighbours, const Release& release, CostUnit unit, Index samples);

}  // namespace noisy
