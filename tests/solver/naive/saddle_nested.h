#pragma once

#include "tests/solver/naive/saddle_methods.h"

/// X6 and X9 of bring-your-own-minimax 2.8: methods whose steps are solutions of inner problems.
namespace noisy::testing::naive_saddle {

/// A method that works on a problem until Ask says true.
using Method = std::function<void(const Problem&, const Ask&)>;

/// Runs a method until `is_enough` of the certificate of a point that it asks about; gives that
/// certificate, whose point is the inner solution (2.7: "return its point").
inline Certified solve_inner(const Problem& inner, const Method& method,
                             const std::function<bool(const Certified&)>& is_enough) {
  Certified found;
  method(inner, [&](const Pair& z) {
    found = certificate(inner, z);
    return is_enough(found);
  });
  return found;
}

/// X6, the proximal point method around X4 or X5. The point at the begin of every outer step is
/// asked about.
///
/// Units. The inner problem adds (t/2) ||z - zbar||_W^2, so it is a block with the weights
/// W' = (1 + t) W and the centre (c + t zbar) / (1 + t), and its condition is k_w / (1 + t). X4 on
/// it makes the steps of the text: with eta' = 1 / (5 k'^2) in the metric of W' and
/// eta = eta' / (1 + t), W'^-1 v eta' = W^-1 v eta, and
///
///     (z + eta' c') / (1 + eta') = (z + eta c + eta t zbar) / (1 + eta + eta t).
///
/// Its certificate R' is a distance in the norm of W', sqrt(1 + t) times that of W. The text
/// compares with ||z - zbar||_W and says "modulus 1 + t": the distance in the norm of W, which is
/// ||w||_{W^-1} / (1 + t) = R' / sqrt(1 + t). (The exact proximal point contracts by t / (1 + t),
/// and an error of ||z - zbar||_W / (4 (1 + t)) keeps that below 1 - 1 / (2 (1 + t)).)
///
/// @param inner_method  X4 or X5
/// @param tau           the demanded distance, in the norm of W
inline void accelerated(const Problem& problem, const Method& inner_method, double tau,
                        const Ask& ask) {
  const double t = std::max(0.0, problem.condition() / std::sqrt(problem.m()) - 1);
  if (t == 0) {
    inner_method(problem, ask);
    return;
  }
  for (Pair z = problem.start; !ask(z);) {
    const Pair anchor = z;
    Problem inner = problem;
    inner.weight_x = (1 + t) * problem.weight_x;
    inner.weight_y = (1 + t) * problem.weight_y;
    inner.centre = 1 / (1 + t) * (problem.centre + t * anchor);
    inner.start = anchor;
    z = solve_inner(inner, inner_method, [&](const Certified& found) {
          const double distance = found.residual / std::sqrt(1 + t);
          return distance <= problem.norm(found.point - anchor) / (4 * (1 + t)) ||
                 distance <= 0.05 * tau / (1 + t);
        }).point;
  }
}

inline void accelerated_svrg(const Problem& problem, Coins coins, double tau, const Ask& ask) {
  const Method inner = [&](const Problem& of, const Ask& inner_ask) { svrg(of, coins, inner_ask); };
  accelerated(problem, inner, tau, ask);
}

inline void accelerated_saga(const Problem& problem, Coins coins, double tau, const Ask& ask) {
  const Method inner = [&](const Problem& of, const Ask& inner_ask) { saga(of, coins, inner_ask); };
  accelerated(problem, inner, tau, ask);
}

/// What X9 adds to the weight of the weaker variable; 0 or less: the inner method works alone.
inline double catalyst_weight(const Problem& problem) {
  const double l = problem.sum->smoothness().joint;
  const double root_m = std::sqrt(problem.m());
  const double weaker = std::min(problem.weight_x, problem.weight_y);
  const double stronger = std::max(problem.weight_x, problem.weight_y);
  if (l / weaker <= root_m) return 0;
  return l / stronger >= root_m ? stronger - weaker : l / root_m - weaker;
}

/// X9 around a method, with x as the weaker variable, or y where its weight is the smaller one.
///
/// Units. The inner problem's weights are W' = diag(mu_1 + b, mu_2). Its certificate R' taken with
/// W' bounds its primal gap by R'^2 / 2 as it stands (3.4), and d (b/2) ||x - xh||^2 is a value of
/// the objective, with the Euclidean norm of x. R' also bounds the distance in the norm of W,
/// since W <= W', so that R' <= 0.02 tau compares what it should.
///
/// @param tau  the demanded distance, in the norm of W
inline void catalyst(const Problem& problem, const Method& method, double tau, const Ask& ask) {
  const double b = catalyst_weight(problem);
  if (b <= 0) {
    method(problem, ask);
    return;
  }
  const bool x_is_weaker = problem.weight_x <= problem.weight_y;
  const auto weaker = x_is_weaker ? &Pair::x : &Pair::y;
  const auto weight = x_is_weaker ? &Problem::weight_x : &Problem::weight_y;
  const Domain& domain = x_is_weaker ? problem.domain_x : problem.domain_y;
  const double mu = problem.*weight;
  const double root_q = std::sqrt(mu / (mu + b));
  const double theta = (1 - root_q) / (1 + root_q);
  const double d = root_q / (2 - root_q);
  Pair z = problem.start;
  Vector ahead = z.*weaker;  // xh
  Vector old = ahead;
  while (!ask(z)) {
    Problem inner = problem;
    inner.*weight = mu + b;
    inner.centre.*weaker = (mu * problem.centre.*weaker + b * ahead) / (mu + b);
    inner.start = z;
    z = solve_inner(inner, method, [&](const Certified& found) {
          const double moved = (found.point.*weaker - ahead).squaredNorm();
          return found.residual * found.residual / 2 <= d * (b / 2) * moved ||
                 found.residual <= 0.02 * tau;
        }).point;
    ahead = z.*weaker + theta * (z.*weaker - old);
    domain.project(ahead);
    old = z.*weaker;
  }
}

/// X9 around X8.
inline void al_svre(const Problem& problem, Coins coins, double tau, const Ask& ask) {
  const Method inner = [&](const Problem& of, const Ask& inner_ask) {
    loopless_svr_extragradient(of, coins, inner_ask);
  };
  catalyst(problem, inner, tau, ask);
}

/// X9 around X6, which works towards what X9 demands of its inner solution, 0.02 tau.
inline void catalyst_accelerated_svrg(const Problem& problem, Coins coins, double tau,
                                      const Ask& ask) {
  const bool is_alone = catalyst_weight(problem) <= 0;
  const Method inner = [&](const Problem& of, const Ask& inner_ask) {
    accelerated_svrg(of, coins, is_alone ? tau : 0.02 * tau, inner_ask);
  };
  catalyst(problem, inner, tau, ask);
}

}  // namespace noisy::testing::naive_saddle
