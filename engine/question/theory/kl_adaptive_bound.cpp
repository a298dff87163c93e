#include <optional>

#include "engine/algorithm/kl/theory/adaptive_bound.h"
#include "engine/algorithm/kl/theory/fixed_noise_descent.h"
#include "engine/question/theory/kl_question.h"

namespace noisy {
namespace {

using record::in, record::in_or_null, record::of, record::Seen::nobody;

struct AdaptiveQuestion : KlQuestion {
  double smoothness = 0.0;
  Index most_norm_queries = 0;
  AdaptiveOutput output = AdaptiveOutput::last_certified;

  AdaptiveFacts facts() const {
    return {.lipschitz = lipschitz,
            .smoothness = smoothness,
            .samples = static_cast<double>(samples),
            .dimension = dimension,
            .rho = rho,
            .failure_probability = failure_probability,
            .adjacency = adjacency()};
  }
  AdaptiveChoices choices() const {
    return {.output = output, .most_norm_queries = most_norm_queries};
  }
  AdaptiveRisk risk() const { return {exponent, constant, initial_gap}; }
  KlSetting smooth_setting() const {
    KlSetting known = setting();
    known.smoothness_risk = known.smoothness_sample = smoothness;
    return known;
  }
};

const std::vector<Field<AdaptiveQuestion>>& fields() {
  static const std::vector<Field<AdaptiveQuestion>> kFields = [] {
    auto table = kl_private_fields<AdaptiveQuestion>(2.0);
    table.push_back({kl_smoothness_spec(), &store<&AdaptiveQuestion::smoothness>});
    table.push_back({or_default(whole_spec("maxNormQueries", "Most norm queries", 0, 1e9,
                                           "m: how many noisy norms of gradients the budget is "
                                           "shared by; 0: as many as sqrt(rho) / n each allow."),
                                0.0),
                     &store<&AdaptiveQuestion::most_norm_queries>});
    table.push_back(
        {or_default(choice_spec<AdaptiveOutput>("output", "Output", "Which point is returned."),
                    word_for(AdaptiveOutput::last_certified)),
         &store<&AdaptiveQuestion::output>});
    return table;
  }();
  return kFields;
}

constexpr record::Table kSetting{
    "KlAdaptiveSetting",
    "",
    {{"mostNormQueries", of<&AdaptiveSetting::most_queries>()},
     {"stepSize", of<&AdaptiveSetting::step_size>()},
     {"normNoise", of<&AdaptiveSetting::norm_noise>()},
     {"normCost", of<&AdaptiveSetting::norm_cost>()},
     {"normError", of<&AdaptiveSetting::norm_error>(), nobody,
      "nu: no norm is wrong by more, likely."},
     {"noisePerNorm", of<&AdaptiveSetting::noise_per_norm>(), nobody, "sigma_t over N_t."},
     {"noiseFloor", of<&AdaptiveSetting::noise_floor>(), nobody, "The least sigma_t."},
     {"noiseRadius", of<&AdaptiveSetting::chi_radius>()},
     {"mainBudget", of<&AdaptiveSetting::main_budget>()},
     {"reserve", of<&AdaptiveSetting::reserve>()}}};

constexpr record::Table kBound{
    "KlAdaptiveGap",
    "The gap with probability 1 - beta, by what ends the run, and the largest of the four.",
    {{"total", of<&AdaptiveBound::gap>()},
     {"normNoise", of<&AdaptiveBound::norm_noise>()},
     {"gradientBudget", of<&AdaptiveBound::gradient_budget>()},
     {"noiseFloor", of<&AdaptiveBound::noise_floor>()},
     {"queryCap", of<&AdaptiveBound::query_cap>()}}};

/// The algorithm as printed.
struct Printed {
  AdaptiveSetting setting;
  double rate = 0.0;
  double certified_rho = 0.0;
};

constexpr record::Table kPrinted{
    "KlAdaptivePaper",
    "",
    {{"rate", of<&Printed::rate>("number | null"), nobody,
      "Theorem 4 as printed, without its constant; null where its logarithms are not positive."},
     {"cost", of<&Printed::setting, &AdaptiveSetting::true_cost>(), nobody,
      "What the printed algorithm costs at most."},
     {"certifiedRho", of<&Printed::certified_rho>(), nobody,
      "The rho of its formulas that would cost the budget."},
     {"hasAssumption", of<&Printed::setting, &AdaptiveSetting::has_assumption>()}}};

Result<Printed> printed_of(const AdaptiveQuestion& question) {
  const auto printed = adaptive_setting(question.facts(), {.mode = AdaptiveMode::paper});
  if (!printed) return std::unexpected(printed.error());
  return Printed{*printed, paper_adaptive_rate(question.facts(), question.risk()),
                 certified_paper_rho(question.rho, static_cast<double>(question.samples),
                                     question.adjacency())};
}

constexpr record::Table kFixedNoise{"KlFixedNoise",
                                    "Descent with one noise, which knows the constants.",
                                    {{"iterations", of<&FixedNoiseDescent::iterations>()},
                                     {"noise", of<&FixedNoiseDescent::noise>()},
                                     {"expectedGap", of<&FixedNoiseDescent::gap>()}}};

/// Descent with the same noise in every step, which has to know the constants.
std::optional<FixedNoiseDescent> fixed_noise(const AdaptiveQuestion& question) {
  const auto plan = fixed_noise_descent(question.smooth_setting());
  return plan && plan->iterations > 0 ? std::optional(*plan) : std::nullopt;
}

struct AdaptiveAnswer {
  AdaptiveBound bound;
  bool is_vacuous = false;
  std::vector<std::string> contradictions;
  AdaptiveSetting setting;
  Printed paper;
  std::optional<FixedNoiseDescent> fixed_noise;
  double lower_bound_rate = 0.0;
};

constexpr record::Table kAnswer{
    "KlAdaptiveBound",
    "",
    {{"bound", in<kBound, &AdaptiveAnswer::bound>()},
     {"isVacuous", of<&AdaptiveAnswer::is_vacuous>(), nobody,
      "The bound is no better than the start."},
     {"contradictions", of<&AdaptiveAnswer::contradictions>()},
     {"setting", in<kSetting, &AdaptiveAnswer::setting>()},
     {"paper", in<kPrinted, &AdaptiveAnswer::paper>()},
     {"fixedNoise", in_or_null<kFixedNoise, &AdaptiveAnswer::fixed_noise>(), nobody,
      "Null where nothing is gained."},
     {"lowerBoundRate", of<&AdaptiveAnswer::lower_bound_rate>()}}};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  const auto setting = adaptive_setting(question->facts(), question->choices());
  if (!setting) return std::unexpected(setting.error());
  const auto bound = adaptive_bound(question->facts(), question->choices(), question->risk());
  if (!bound) return std::unexpected(bound.error());
  const auto paper = printed_of(*question);
  if (!paper) return std::unexpected(paper.error());
  const KlSetting known = question->smooth_setting();
  return record::json_of<kAnswer>(
      AdaptiveAnswer{.bound = *bound,
                     .is_vacuous = bound->gap() >= normalized(known).initial_gap,
                     .contradictions = kl_contradictions(known),
                     .setting = *setting,
                     .paper = *paper,
                     .fixed_noise = fixed_noise(*question),
                     .lower_bound_rate = lower_bound_rate(normalized(known))});
}

}  // namespace

TheoryQuery kl_adaptive_bound_query() {
  return {
      .name = "kl-adaptive-bound",
      .title = "Bound of adaptive noisy descent",
      .description =
          "What noisy descent that knows neither gamma nor kappa reaches with probability 1 - "
          "beta: the largest of four gaps, by what ends the run; its noise and budget, what the "
          "printed version costs, and the expected gap of descent with a fixed noise.",
      .source =
          "Menart, Ullah, Arora, Bassily, Guzman, Algorithm 3 and Theorem 4, with units "
          "that agree",
      .parameters = specs_of(fields()),
      .rules = {},
      .records = {&kAnswer},
      .answer = &answer};
}

}  // namespace noisy
