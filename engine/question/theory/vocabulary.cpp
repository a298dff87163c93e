#include "engine/json/vocabulary.h"

#include <array>

#include "engine/algorithm/accelerated/theory/figures.h"
#include "engine/algorithm/accelerated/theory/horizon.h"
#include "engine/algorithm/accelerated/theory/lmi.h"
#include "engine/algorithm/accelerated/theory/quadratic_modes.h"
#include "engine/algorithm/erm/theory/noise_ratio.h"
#include "engine/algorithm/erm/theory/svrg_bound.h"
#include "engine/algorithm/kl/theory/adaptive_setting.h"
#include "engine/algorithm/kl/theory/proximal_schedule.h"
#include "engine/algorithm/kl/theory/spider_schedule.h"

// The words of the theory queries.

namespace noisy {

template <>
std::span<const Word<QuadraticMethod>> vocabulary() {
  static constexpr std::array<Word<QuadraticMethod>, 3> kWords = {{
      {QuadraticMethod::gradient_descent, "gradient-descent", "Gradient descent", "No momentum."},
      {QuadraticMethod::heavy_ball, "heavy-ball", "Heavy ball",
       "Momentum is added to the gradient at the iterate."},
      {QuadraticMethod::nesterov, "nesterov", "Nesterov",
       "The gradient is taken where momentum leads."},
  }};
  return kWords;
}

template <>
std::span<const Word<LmiForm>> vocabulary() {
  static constexpr std::array<Word<LmiForm>, 2> kWords = {{
      {LmiForm::corrected, "corrected", "Corrected", "B = (-alpha, 0), as the update demands."},
      {LmiForm::paper_literal, "literal", "As printed",
       "B = (alpha, 0), and the noise's trace counted once more per dimension."},
  }};
  return kWords;
}

template <>
std::span<const Word<Figure1Preset>> vocabulary() {
  static constexpr std::array<Word<Figure1Preset>, 3> kWords = {{
      {Figure1Preset::paper_figure1, "paper-figure-1", "As published",
       "mu = 0.1, Nesterov's rate and the paper's bound."},
      {Figure1Preset::paper_text, "paper-text", "As the text says", "The same with mu = 0.5."},
      {Figure1Preset::corrected, "corrected", "Corrected",
       "mu = 0.1, the heavy ball's own rate, the corrected bound and the exact error."},
  }};
  return kWords;
}

template <>
std::span<const Word<Figure2Form>> vocabulary() {
  static constexpr std::array<Word<Figure2Form>, 2> kWords = {{
      {Figure2Form::formula_34, "formula-34", "Formula 34", "The paper's formula."},
      {Figure2Form::published, "published", "As published",
       "What was plotted: the last iteration of a stage misses one factor 2."},
  }};
  return kWords;
}

template <>
std::span<const Word<HorizonMode>> vocabulary() {
  static constexpr std::array<Word<HorizonMode>, 3> kWords = {{
      {HorizonMode::corrected, "corrected", "Corrected", "The provable bound."},
      {HorizonMode::paper_text, "paper-text", "As the text says",
       "The initial gap counts once, as in eq. 32."},
      {HorizonMode::published_figures, "published-figures", "Published figures",
       "Half the noise, which is what the published figures ran."},
  }};
  return kWords;
}

template <>
std::span<const Word<VarianceLemma>> vocabulary() {
  static constexpr std::array<Word<VarianceLemma>, 2> kWords = {{
      {VarianceLemma::paper, "paper", "As printed", "Both variance terms count twice."},
      {VarianceLemma::tight, "tight", "Tight",
       "The noise is independent and centred: neither does."},
  }};
  return kWords;
}

template <>
std::span<const Word<NoiseLevel>> vocabulary() {
  static constexpr std::array<Word<NoiseLevel>, 3> kWords = {{
      {NoiseLevel::tight, "tight", "Tight", "The least that is proven."},
      {NoiseLevel::zcdp, "zcdp", "zCDP", "By zCDP with its standard conversion."},
      {NoiseLevel::paper, "paper", "As printed",
       "The theorem's form with a proven constant: 8 or 132, a little more for large epsilon."},
  }};
  return kWords;
}

template <>
std::span<const Word<SpiderMode>> vocabulary() {
  static constexpr std::array<Word<SpiderMode>, 3> kWords = {{
      {SpiderMode::accuracy_driven, "accuracy-driven", "Driven by the accuracy",
       "As many rounds as the budget allows, with the least constants of the proof."},
      {SpiderMode::paper_certified, "paper-certified", "As printed, certified",
       "The printed schedule with the noise that costs the budget."},
      {SpiderMode::paper, "paper", "As printed",
       "The printed noise, which costs more than the budget where a record is replaced."},
  }};
  return kWords;
}

template <>
std::span<const Word<ProximalMode>> vocabulary() {
  static constexpr std::array<Word<ProximalMode>, 3> kWords = {{
      {ProximalMode::growing_weight, "growing-weight", "Growing weight",
       "The weight grows as the target falls: the rate is proven."},
      {ProximalMode::paper, "paper", "As printed",
       "One weight; its rate for kappa > 2 is not proven."},
      {ProximalMode::practical, "practical", "Practical",
       "Targets fall by 4 from step to step; nothing is promised."},
  }};
  return kWords;
}

template <>
std::span<const Word<InnerStepRule>> vocabulary() {
  static constexpr std::array<Word<InnerStepRule>, 2> kWords = {{
      {InnerStepRule::linear_weight, "linear-weight", "For linear weights",
       "2 / (Lambda (t + 1)), which the average with the weights t is made for."},
      {InnerStepRule::paper, "paper", "As printed", "1 / (Lambda t)."},
  }};
  return kWords;
}

template <>
std::span<const Word<InnerNoise>> vocabulary() {
  static constexpr std::array<Word<InnerNoise>, 2> kWords = {{
      {InnerNoise::exact, "exact", "Exact", "What costs the budget."},
      {InnerNoise::paper, "paper", "As printed", "Twice that variance where a record is replaced."},
  }};
  return kWords;
}

template <>
std::span<const Word<InnerLength>> vocabulary() {
  static constexpr std::array<Word<InnerLength>, 2> kWords = {{
      {InnerLength::sufficient, "sufficient", "Sufficient", "n^2 rho / d."},
      {InnerLength::paper, "paper", "As printed", "n^2 rho ln(2/beta)^2 / d."},
  }};
  return kWords;
}

template <>
std::span<const Word<AdaptiveOutput>> vocabulary() {
  static constexpr std::array<Word<AdaptiveOutput>, 2> kWords = {{
      {AdaptiveOutput::last_certified, "last-certified", "Last certified point",
       "Where the last gradient was asked, of which the theorem speaks."},
      {AdaptiveOutput::after_final_step, "after-final-step", "After a final step",
       "One step more, for which half of the budget is kept."},
  }};
  return kWords;
}

}  // namespace noisy
