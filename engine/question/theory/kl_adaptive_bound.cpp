#include "engine/algorithm/kl/theory/adaptive_bound.h"
#include "engine/algorithm/kl/theory/fixed_noise_descent.h"
#include "engine/question/theory/kl_question.h"

namespace noisy {
namespace {

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

Json setting_json(const AdaptiveSetting& setting) {
  return Json::object({{"mostNormQueries", setting.most_queries},
                       {"stepSize", setting.step_size},
                       {"normNoise", setting.norm_noise},
                       {"normCost", setting.norm_cost},
                       {"normError", setting.norm_error},
                       {"noisePerNorm", setting.noise_per_norm},
                       {"noiseFloor", setting.noise_floor},
                       {"noiseRadius", setting.chi_radius},
                       {"mainBudget", setting.main_budget},
                       {"reserve", setting.reserve}});
}

Json bound_json(const AdaptiveBound& bound) {
  return Json::object({{"total", bound.gap()},
                       {"normNoise", bound.norm_noise},
                       {"gradientBudget", bound.gradient_budget},
                       {"noiseFloor", bound.noise_floor},
                       {"queryCap", bound.query_cap}});
}

/// What the printed algorithm costs, and with which rho in its formulas it would cost the budget.
Result<Json> paper_json(const AdaptiveQuestion& question) {
  const auto printed = adaptive_setting(question.facts(), {.mode = AdaptiveMode::paper});
  if (!printed) return std::unexpected(printed.error());
  const double certified = certified_paper_rho(question.rho, static_cast<double>(question.samples),
                                               question.adjacency());
  return Json::object(
      {{"rate", finite_or_null(paper_adaptive_rate(question.facts(), question.risk()))},
       {"cost", printed->true_cost},
       {"certifiedRho", certified},
       {"hasAssumption", printed->has_assumption}});
}

/// Descent with the same noise in every step, which has to know the constants.
Json fixed_noise_json(const AdaptiveQuestion& question) {
  const auto plan = fixed_noise_descent(question.smooth_setting());
  if (!plan || plan->iterations == 0) return {};
  return Json::object(
      {{"iterations", plan->iterations}, {"noise", plan->noise}, {"expectedGap", plan->gap}});
}

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  const auto setting = adaptive_setting(question->facts(), question->choices());
  if (!setting) return std::unexpected(setting.error());
  const auto bound = adaptive_bound(question->facts(), question->choices(), question->risk());
  if (!bound) return std::unexpected(bound.error());
  auto paper = paper_json(*question);
  if (!paper) return std::unexpected(paper.error());
  const KlSetting known = question->smooth_setting();
  return Json::object({{"bound", bound_json(*bound)},
                       {"isVacuous", bound->gap() >= normalized(known).initial_gap},
                       {"contradictions", contradictions_json(known)},
                       {"setting", setting_json(*setting)},
                       {"paper", *std::move(paper)},
                       {"fixedNoise", fixed_noise_json(*question)},
                       {"lowerBoundRate", lower_bound_rate(normalized(known))}});
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
      .answer = &answer};
}

}  // namespace noisy
