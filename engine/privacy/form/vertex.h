#pragma once

#include "engine/privacy/oracle/request.h"
#include "engine/problem/domain/vertex_set.h"

namespace noisy {

/// One of a set's vertices v, chosen by <v, grad F(x)>.
const ReleaseForm* vertex_form();

struct VertexRequest : Request {
  const VertexSet* vertices = nullptr;
};

/// One of the vertices, the likelier the smaller its product with the gradient of the whole
/// objective at x, by the exponential mechanism: independent Gumbel noise of the stated scale is
/// added to every vertex's score, minus that product, and the best one is released. Nothing else of
/// the gradient leaves the oracle. The smooth regularizer's gradient belongs to the scores: it
/// reads no data, so that it moves no score from one data set to another. How far a record moves a
/// score is the oracle's own (VertexSet::score_sensitivity / n).
VertexRequest vertex_toward(const Vector& x, const VertexSet& vertices, const Release& release);

/// epsilon_0 = 2 sensitivity / scale of a choice by the exponential mechanism: the logarithms of
/// its likelihood ratios lie in an interval of that length. With s_k the score of candidate k and b
/// the scale of the Gumbel noise, P(k) = e^(s_k / b) / sum_j e^(s_j / b); on a neighbouring data
/// set every s_k is up to `sensitivity` higher or lower, and the sums are the same for all k, so
///
///     max_k ln(P(k) / P'(k)) - min_k ln(P(k) / P'(k)) <= 2 sensitivity / b.
///
/// The interval holds 0, because both are distributions: the choice is epsilon_0-DP, and it is
/// epsilon_0^2/8-zCDP (Durfee and Rogers 2019; Cesar and Rogers 2021), by
/// bounded_range_renyi at every order. Infinity when nothing is proven.
///
/// @param sensitivity  most that one record moves a score
double selection_range(const Release& release, double sensitivity);

}  // namespace noisy
