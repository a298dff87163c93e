#include "engine/algorithm/kl/adaptive_specs.h"

#include <algorithm>

#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/kl/kl_entries.h"
#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr Words<AdaptiveMode, 3> kModes = {{{"filter", AdaptiveMode::filter},
                                            {"paper-certified", AdaptiveMode::paper_certified},
                                            {"paper", AdaptiveMode::paper}}};
constexpr Words<AdaptiveAnswer, 3> kAnswers = {
    {{"last-certified", AdaptiveAnswer::last_certified},
     {"after-final-step", AdaptiveAnswer::after_final_step},
     {"selected", AdaptiveAnswer::selected}}};
constexpr Words<bool, 1> kPaperQueries = {{{"paper", true}}};

constexpr double kRelativeNoise = 0.5;
/// Norms for one factor e of records, which served all exponents.
constexpr double kQueriesPerLog = 50;

/// The cap on norms: the more may be asked, the noisier each of them is. 0: as many as the printed
/// rule allows.
Index most_queries(const ParameterSet& given, Index samples) {
  if (chosen(given, "maxNormQueries", kPaperQueries, false)) return 0;
  if (const auto stated = whole(given, "maxNormQueries")) return *stated;
  const double one_more = static_cast<double>(samples) + 1;
  return std::max<Index>(1, static_cast<Index>(steady_ceil(kQueriesPerLog * math::log(one_more))));
}

}  // namespace

AdaptiveMode adaptive_mode(const ParameterSet& given) {
  return chosen(given, "mode", kModes, AdaptiveMode::filter);
}

AdaptiveAnswer adaptive_answer(const ParameterSet& given) {
  return chosen(given, "output", kAnswers, AdaptiveAnswer::last_certified);
}

AdaptiveChoices adaptive_choices(const ParameterSet& given, Index samples) {
  const bool keeps_step = adaptive_answer(given) == AdaptiveAnswer::after_final_step;
  return {.mode = adaptive_mode(given),
          .output = keeps_step ? AdaptiveOutput::after_final_step : AdaptiveOutput::last_certified,
          .relative_noise = given.number("relativeNoise").value_or(kRelativeNoise),
          .most_norm_queries = most_queries(given, samples)};
}

std::vector<ParameterSpec> adaptive_parameter_specs() {
  return {{.name = "mode",
           .title = "Accounting",
           .type = ParameterType::choice,
           .choices = words_of(kModes),
           .default_value = "filter",
           .description = "filter: every release is charged what it costs before it is made. "
                          "paper: the printed noise and charges, shown with what they cost. "
                          "paper-certified: those for a budget that is kept.",
           .source = "Algorithm 3; filter derived"},
          failure_probability_spec(),
          {.name = "relativeNoise",
           .title = "Noise ratio",
           .type = ParameterType::number,
           .minimum = 0,
           .maximum = 1,
           .exclusive_minimum = true,
           .default_value = kRelativeNoise,
           .description = "r: noise is at most so long, compared with the gradient. The descent "
                          "of a step is proven for 1/2; the printed r = 1 may stand still.",
           .source = "section 2.5"},
          {.name = "maxNormQueries",
           .title = "Most norms",
           .type = ParameterType::integer_or_choice,
           .unit = "steps",
           .minimum = 1,
           .maximum = 1e9,
           .choices = words_of(kPaperQueries),
           .default_rule = "50 ln(n + 1), rounded up",
           .start = FormStart{100},
           .description = "m: the fewer norms may be asked for, the less noise each needs. paper: "
                          "as many as the printed rule allows.",
           .source = "section 2.5"},
          {.name = "output",
           .title = "Output",
           .type = ParameterType::choice,
           .choices = words_of(kAnswers),
           .default_value = "last-certified",
           .description = "last-certified: where the last gradient was asked for. "
                          "after-final-step: one more step, for which half of the budget is kept. "
                          "selected: the iterate with nearly the least gradient, chosen privately "
                          "for a third of the budget.",
           .source = "Algorithm 3; Theorem 5"},
          kl_start_spec("Algorithm 3")};
}

std::vector<StepColumn> adaptive_columns() {
  return {{"noisyNorm", "Noisy gradient length", "", "N_t, which may be negative."},
          {"noiseScale", "Noise of the gradient", "",
           "sigma_t, standard deviation of one coordinate; none where no step was taken."}};
}

}  // namespace noisy
