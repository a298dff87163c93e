#include "engine/statement/write/words.h"

#include <array>
#include <utility>

namespace noisy::statement {

std::string divergence_formula(ReleaseForm form) {
  if (form == ReleaseForm::anchor) return "D_t = a (mean / sigma_t)^2 / 2, a = order";
  if (form == ReleaseForm::vertex) {
    return "D_t = the largest over z in [0, e] of z + ln(1 - (exp(z) - 1) (1 - exp(-(a - 1) e)) / "
           "(exp(e) - 1)) / (a - 1), e = epsilon_t = 2 mean / b_t, a = order: log likelihood "
           "ratios "
           "lie in an interval of length e (Dong, Durfee and Rogers 2020)";
  }
  const std::string sampled =
      "ln(1 + integral over x >= s/2 of phi(x) (L^a - 1)(1 - L^(1-a)) dx) / (a - 1), L = 1 - q + q "
      "exp(s x - s^2/2), q = m/n, a = order";
  if (form != ReleaseForm::variance_reduced) return "D_t = " + sampled + ", s = mean / sigma_t";
  return "D_t = sampled + a (value / n)^2 / (2 (1 - share) sigma_t^2), sampled = " + sampled +
         ", s = 2 mean / (sqrt(share) sigma_t): the noise counts as one of variance share "
         "sigma_t^2 "
         "on the batch's difference and one of the rest on the anchor's gradient";
}

std::string minimizer_formula() {
  return "D_t = ln(1 + recordCurvature / (n strongConvexity)) + a (s^2 + solverShift^2) / 2 + ln(2 "
         "Phi((a - 1) s)) / (a - 1), s = mean / sigma_t, a = order";
}

std::string_view unit_text(CostUnit unit) {
  switch (unit) {
    case CostUnit::epsilon:
      return kEpsilonUnit;
    case CostUnit::rho:
      return kRhoUnit;
    case CostUnit::renyi:
      return kRenyiUnit;
  }
  return kEpsilonUnit;
}

std::string theorem_text(std::string_view accountant) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kTheorems = {{
      {kBasic,
       "Basic composition, adaptive: epsilons of pure DP add up (Dwork and Roth 2014, Theorem "
       "3.16)."},
      {kZcdp, "Composition of zCDP, adaptive: rhos add up (Bun and Steinke 2016, Lemma 2.3)."},
      {kZcdpStandard,
       "rhos add up, and rho-zCDP is (rho + 2 sqrt(rho ln(1/delta)), delta)-DP (Bun and Steinke "
       "2016, Lemma 2.3 and Proposition 1.3)."},
      {kZcdpOptimal,
       "rhos add up, and rho-zCDP is (epsilon, delta)-DP with the least epsilon = alpha rho + ln(1 "
       "- 1/alpha) - ln(delta alpha) / (alpha - 1) over alpha > 1 (Canonne, Kamath and Steinke "
       "2020, Corollary 13)."},
      {kZcdpGaussian,
       "Gaussian releases compose to one Gaussian release with mu = sqrt(2 rho), and delta = "
       "Phi(-epsilon/mu + mu/2) - e^epsilon Phi(-epsilon/mu - mu/2) (Balle and Wang 2018, Theorem "
       "8)."},
      {kPureAndZcdp,
       "Basic composition of the pure part, whose epsilons add up, with the rest, whose rhos add "
       "up and are converted at delta: exactly where all its noise is normal (Balle and Wang 2018, "
       "Theorem 8), else as any zCDP (Canonne, Kamath and Steinke 2020, Corollary 13)."},
      {kRenyiLaplace,
       "Renyi DP of the Laplace mechanism, optimized over the order, converted at delta (Mironov "
       "2017)."},
      {kRenyi,
       "Renyi divergences of one order add up, adaptively; that of rho-zCDP is at most order times "
       "rho. A divergence D of order a gives epsilon = D + ln(1 - 1/a) - ln(delta a) / (a - 1) "
       "(Mironov 2017, Proposition 1; Canonne, Kamath and Steinke 2020, Proposition 12)."},
      {kRenyiPure,
       "The Renyi divergence that every epsilon-DP step obeys, optimized over the order, converted "
       "at delta (Bun and Steinke 2016; Mironov 2017)."},
  }};
  for (const auto& [id, text] : kTheorems) {
    if (id == accountant) return std::string(text);
  }
  return "";
}

}  // namespace noisy::statement
