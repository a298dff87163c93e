#pragma once

#include "engine/algorithm/simplex/theory/simplex_setting.h"

namespace noisy {

/// What Algorithm 1 puts out.
enum class MirrorOutput {
  fresh,  ///< the average of one more vertex from every step, as the paper has it
  reused  ///< the average of the vertices at whose averages records were asked
};

/// Parts of the bound on E Gap of Algorithm 1's output.
struct MirrorBound {
  double start = 0.0;             ///< 2 ell / (tau T), the distance to go
  double gradients = 0.0;         ///< 5 tau L_0^2, of single batches' gradients
  double sampling_bias = 0.0;     ///< fresh: 4 b_K, of gradients at averages of K vertices
  double output_bias = 0.0;       ///< fresh: 4 L_1 / T, of the output's T vertices
  double output_deviation = 0.0;  ///< fresh: 4 L_1 sqrt(ell / T), of the same
  double sampled_points = 0.0;    ///< reused: 4 L_own / K, of points that are such averages

  double total() const {
    return start + gradients + sampling_bias + output_bias + output_deviation + sampled_points;
  }
};

/// The bound's arguments.
struct MirrorBoundSetting {
  SimplexRegularity regularity;
  double log_dimension = 0.0;  ///< ell
  MirrorOutput output = MirrorOutput::fresh;
};

/// b_K, how far a gradient at the averages of K vertices of each player is from that at the
/// iterates, in expectation: 0 for L_2 = 0, else min(4 L_2 / K, 4 sqrt(2) L_1 / sqrt(K)), the
/// product's constants (Cor. 2.4, Cor. 2.6, E10).
double saddle_sampling_bias(const SimplexRegularity& regularity, Index draws);

/// E Gap <= 2 ell / (tau T) + 5 tau L_0^2 + 4 b_K + 4 L_1 / T + 4 L_1 sqrt(ell / T)
///
/// for fresh vertices in the output: Lemma 3.8, bias times the factor |(x - w, y - v)|_1 <= 4 that
/// the paper leaves out (E11), and Lemma 3.11 with its constant (E7).
///
/// E Gap <= 2 ell / (tau T) + 5 tau L_0^2 + 4 L_own / K
///
/// for the average of the points u'_t = (x'_t, y'_t) at which records were asked (derived; the
/// paper has no such output). By convexity in x and concavity in y the gap is at most the mean over
/// t of <Phi(u'_t), u'_t - u> for some u, Phi = (grad_x F, -grad_y F). The steps' own gradients g_t
/// are unbiased there, so that, as in Lemma 3.8, all but the mean of <g_t, u'_t - u_t> is within
/// the first two parts. Given the iterate, x'_t is the average of K independent vertices with the
/// mean x_t; with one of them, i, drawn again as i', so that x'_t becomes x''_t,
///
///     E <grad F(x'_t), x'_t - x_t> = E <grad F(x'_t) - grad F(x''_t), e_i - e_i'> / 2 <= 2 L_own /
///     K
///
/// because x'_t and x''_t are at most 2 / K apart in the l1 norm and so are the gradients by L_own
/// times that. The same of y. No later iterate matters, and no second-order smoothness: of bilinear
/// losses L_own = 0, and single vertices cost nothing.
MirrorBound mirror_bound(const MirrorBoundSetting& setting, Index steps, Index draws,
                         double step_size);

/// The step size for which the bound is least: sqrt(2 ell / (5 T)) / L_0.
double mirror_bound_step_size(const MirrorBoundSetting& setting, Index steps);

}  // namespace noisy
