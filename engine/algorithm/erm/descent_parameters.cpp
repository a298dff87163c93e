#include "engine/algorithm/erm/descent_parameters.h"

#include <algorithm>
#include <array>
#include <limits>

#include "engine/algorithm/erm/theory/descent_bound.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/record_move.h"
#include "engine/algorithm/kl/theory/fixed_noise_descent.h"

namespace noisy {
namespace {

constexpr Words<DescentOutput, 3> kOutputs = {{{"last", DescentOutput::last},
                                               {"random", DescentOutput::random},
                                               {"average", DescentOutput::average}}};
constexpr Words<std::optional<DescentTheory>, 3> kTheories = {
    {{"pl", DescentTheory::polyak_lojasiewicz},
     {"non-convex", DescentTheory::non_convex},
     {"kl", DescentTheory::kurdyka_lojasiewicz}}};

ParameterSpec output_spec() {
  return {.name = "output",
          .title = "Output",
          .type = ParameterType::choice,
          .choices = words_of(kOutputs),
          .default_value = std::string("last"),
          .description =
              "The last iterate, a random one that is drawn beforehand (for non-convex losses; the "
              "run stops there), or the mean of all.",
          .source = "Wang, Ye and Xu, Algorithm 4"};
}

ParameterSpec publishes_spec() {
  return {
      .name = "publishes",
      .title = "Publishes",
      .type = ParameterType::choice,
      .choices = {"path", std::string(kLastAlone)},
      .default_rule = "path",
      .description =
          "path: every noisy gradient, and so every iterate. last: the last iterate alone, with "
          "less noise; for convex losses, Gaussian noise and all records in every step.",
      .source = "Bok, Su and Altschuler 2024"};
}

Error unsupported(std::string message) {
  return {ErrorCode::unsupported_option, "iterations", std::move(message) + "; give a number"};
}

/// Why no theorem chooses the number of steps.
std::optional<Error> obstacle(const PlanInput& input, DescentTheory theory) {
  if (input.privacy.notion == Notion::none) {
    return unsupported("the theorems weigh steps against noise, and there is none");
  }
  // A ball that holds the path changes nothing.
  const bool has_ball = theory == DescentTheory::kurdyka_lojasiewicz &&
                        input.domain.kind == Domain::Kind::l2_ball && input.regularizer.is_smooth();
  if (!has_ball && is_proximal(input.regularizer, input.domain)) {
    return unsupported(
        "the theorems are about gradient steps on all of space, with no regularizer or l2");
  }
  const auto batch_size = whole(input.parameters, "batchSize");
  if (batch_size.value_or(input.facts.samples) != input.facts.samples) {
    return unsupported("the theorems are about all records in every step");
  }
  return std::nullopt;
}

Result<Index> kl_iterations(const PlanInput& input, double rho) {
  if (!input.facts.kl.is_known()) {
    return fail(ErrorCode::invalid_value, "problem.constants.klConstant",
                "no KL condition is known for this problem: state klConstant and klExponent, or "
                "add an l2 regularizer to a convex loss");
  }
  const auto descent = fixed_noise_descent(kl_setting_of(input, rho));
  if (!descent) return std::unexpected(descent.error());
  return std::max<Index>(1, descent->iterations);
}

}  // namespace

std::vector<ParameterSpec> descent_parameter_specs() {
  auto specs = accelerated_parameter_specs(
      {"iterations", "batchSize", "stepScale", "stepSize", "sensitivity", "division", "start"});
  ParameterSpec& iterations = specs.front();
  iterations.type = ParameterType::integer_or_choice;
  iterations.choices = words_of(kTheories);
  iterations.description +=
      " pl and non-convex: what the theorem on Polyak-Lojasiewicz or on smooth losses chooses; kl: "
      "where the recursion of the KL condition ends lowest.";
  iterations.source += "; Wang, Ye and Xu, Theorems 6.2 and 6.3; Menart et al., derived";
  specs.insert(specs.end() - 1, {output_spec(), publishes_spec()});
  return specs;
}

DescentParameters read_descent_parameters(const ParameterSet& given) {
  return {.output = chosen(given, "output", kOutputs, DescentOutput::last),
          .theory = chosen(given, "iterations", kTheories, std::optional<DescentTheory>())};
}

bool is_proximal(const Regularizer& regularizer, const Domain& domain) {
  return !regularizer.is_smooth() || domain.kind != Domain::Kind::all;
}

KlSetting kl_setting_of(const PlanInput& input, double rho) {
  const RiskFacts& facts = input.facts;
  // The recursion bounds an expectation: no probability enters.
  constexpr double kAnyProbability = 0.5;
  const Neighbours neighbours = input.privacy.neighbours;
  const double records = changed_records(neighbours);
  const double lipschitz = record_move(facts, neighbours) / records;
  // What two records have in common cancels in their difference, and not in the gradient.
  const double longest =
      facts.bounds_within(std::numeric_limits<double>::infinity()).record_gradient;
  return {.kappa = facts.kl.exponent,
          .gamma = facts.kl.constant,
          .initial_gap = facts.initial_gap,
          .lipschitz = lipschitz,
          .start_slope = longest > lipschitz ? longest - lipschitz : 0,
          .smoothness_risk = facts.smoothness,
          .smoothness_sample = facts.smoothness,
          .samples = static_cast<double>(facts.samples),
          .dimension = facts.dimension,
          .rho = rho,
          .failure_probability = kAnyProbability,
          .adjacency = records};
}

Result<Index> theory_iterations(const PlanInput& input, DescentTheory theory) {
  if (auto error = obstacle(input, theory)) return std::unexpected(*std::move(error));
  const RiskFacts& facts = input.facts;
  const auto step = input.parameters.number("stepSize");
  if (step && *step * facts.smoothness > 1 + 1e-12) {
    return fail(ErrorCode::unstable_step, "stepSize",
                "the theorem needs a step of at most 1/L; give iterations as a number to take "
                "larger ones");
  }
  const std::array<WeightSegment, 1> one_step = {{{.count = 1}}};
  const auto rule =
      ReleaseRule::create(facts, input.privacy, Division::uniform, SensitivityRule::uniform,
                          facts.samples, one_step, input.work.get());
  if (!rule) return std::unexpected(rule.error());
  if (rule->mechanism() != Mechanism::gaussian) {
    return std::unexpected(unsupported("the theorems are about Gaussian noise"));
  }
  // The noise is in proportion to what one record moves, which the theorems know as 2 G.
  const ErmFacts erm{.samples = facts.samples,
                     .dimension = facts.dimension,
                     .lipschitz = record_move(facts, input.privacy.neighbours) / 2,
                     .smoothness = facts.smoothness,
                     .initial_gap = facts.initial_gap,
                     .noise_ratio = noise_ratio_of_rho(rule->requested())};
  if (theory == DescentTheory::non_convex) return nonconvex_iterations(erm);
  if (theory == DescentTheory::kurdyka_lojasiewicz) {
    return kl_iterations(input, rule->requested());
  }
  if (!(facts.pl_constant > 0)) {
    return fail(ErrorCode::invalid_value, "problem.constants.plConstant",
                "nothing is known of a Polyak-Lojasiewicz inequality here: add an l2 regularizer "
                "to a convex loss, or state the constant");
  }
  return pl_iterations(erm, facts.pl_constant);
}

}  // namespace noisy
