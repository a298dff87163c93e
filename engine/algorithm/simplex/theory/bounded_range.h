#pragma once

namespace noisy {

/// What decides between scores: noise on every score, of which the best is selected.
enum class SelectionNoise {
  gumbel,  ///< the exponential mechanism: probabilities proportional to e^(score / scale)
  laplace  ///< report noisy max; its likelihood ratios are not of bounded range
};

/// eta, the range of a draw from softmax(score) when one record moves every score by at most
/// Delta: eta = 2 Delta. The draw is eta-DP (McSherry and Talwar 2007), and its log likelihood
/// ratios lie in an interval of that length (Durfee and Rogers 2019).
inline double draw_range(double score_change) {
  return 2.0 * score_change;
}

/// zCDP of one selection of range eta.
///
/// Gumbel: eta^2 / 8, by the bounded range (Cesar and Rogers 2021); its Renyi divergences are at
/// most bounded_range_renyi(order, eta) of the accountant. Also of a draw from a mixture of such
/// laws with equal weights: Renyi divergences are jointly quasi-convex. A mixture has no bounded
/// range of its own.
/// Laplace: eta^2 / 2, as of any eta-DP mechanism (Bun and Steinke 2016): at equal scores of four
/// candidates that move by +-eta/4 the range is 1.17 eta.
inline double selection_rho(double range, SelectionNoise noise = SelectionNoise::gumbel) {
  return range * range / (noise == SelectionNoise::gumbel ? 8.0 : 2.0);
}

}  // namespace noisy
