#pragma once

#include "engine/algorithm/simplex/mwem_plan.h"

namespace noisy {

/// Multiplicative weights with the exponential mechanism (Hardt, Ligett, McSherry 2012), for tables
/// of queries and in zCDP. From the uniform histogram x, in every round
///
///     draw the query j, or its negation, with P(j) proportional to exp((q_j(S) - <q_j, x>) / b)
///     measure all answers of j's table: q_k(S) + N(0, sigma^2)
///     replays times: s_z += (2 / N) sum over queries k of c_k (m_k - <q_k, x>) q_k(z), x =
///     softmax(s)
///
/// where m_k is the mean of the c_k measurements of query k, and N the number of measured tables:
/// exponentiated gradient steps on the squared distance from all measurements, which are stable
/// below 4 / N, the covariance of a table's cells having no eigenvalue above 1/2. The paper
/// measures the chosen query alone; its table costs 2 times that for all cells together.
///
/// Iterates are x with how often every query was chosen, one after each of a round's two releases.
Run mwem(GradientOracle& data, const MwemPlan& plan);

}  // namespace noisy
