#include "engine/privacy/release/statement_words.h"

#include <array>
#include <utility>

#include "engine/json/vocabulary.h"

namespace noisy {

template <>
std::span<const Word<CostUnit>> vocabulary() {
  static constexpr std::array<Word<CostUnit>, 3> kWords = {
      {{CostUnit::epsilon, statement::kEpsilonUnit, "epsilon", "Pure differential privacy."},
       {CostUnit::rho, statement::kRhoUnit, "rho", "Zero-concentrated differential privacy."},
       {CostUnit::renyi, statement::kRenyiUnit, "Renyi divergence", "At one order."}}};
  return kWords;
}

}  // namespace noisy

namespace noisy::statement {

std::string composition_text(CostUnit unit) {
  if (unit == CostUnit::renyi) return theorem_text(kRenyi);
  return theorem_text(unit == CostUnit::epsilon ? kBasic : kZcdp);
}

std::string theorem_text(std::string_view accountant) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kTheorems = {{
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
      {kHockeyStick,
       "The hockey-stick divergence of all releases together is delta at epsilon. That of drawn "
       "batches is at most that of the product of pairs which dominate each release (Zhu, Dong and "
       "Wang 2022, Theorem 10); that of a minimizer at most 2 delta_G(m, epsilon - ln(1 + "
       "recordCurvature / (n strongConvexity))), m^2 = s^2 + solverShift^2, s = mean / sigma, and "
       "2^-20 delta, with delta_G the Gaussian mechanism's (Balle and Wang 2018, Theorem 8)."},
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
