#include "engine/question/theory/kl_question.h"

#include "engine/algorithm/kl/theory/spider_schedule.h"

namespace noisy {

KlSetting KlQuestion::setting() const {
  return {.kappa = exponent,
          .gamma = constant,
          .initial_gap = initial_gap,
          .lipschitz = lipschitz,
          .samples = static_cast<double>(samples),
          .dimension = dimension,
          .rho = rho,
          .failure_probability = failure_probability,
          .adjacency = adjacency()};
}

ParameterSpec kl_exponent_spec(double maximum) {
  return {.name = "klExponent",
          .title = "KL exponent",
          .type = ParameterType::number,
          .minimum = 1,
          .maximum = maximum,
          .description = "kappa; 2 is the Polyak-Lojasiewicz inequality."};
}

ParameterSpec kl_samples_spec() {
  return whole_spec("samples", "Records", 1, FormatLimits::kSamples, "n, public.");
}

ParameterSpec kl_rho_spec() {
  return positive_spec("rho", "Rho",
                       "The zCDP budget of the whole run; what an epsilon and a delta allow is "
                       "answered by the accountant.");
}

ParameterSpec kl_failure_spec() {
  ParameterSpec spec =
      positive_spec("failureProbability", "Failure probability",
                    "beta: promises hold with probability 1 - beta over the noise.");
  spec.maximum = 0.999999;
  return or_default(std::move(spec), 0.05);
}

ParameterSpec kl_neighbours_spec() {
  ParameterSpec spec = choice_spec<Neighbours>("neighbours", "Neighbours",
                                               "Which data sets count as neighbours; n is public.");
  spec.choices = {std::string(word_for(Neighbours::replace_one)),
                  std::string(word_for(Neighbours::zero_out))};
  return or_default(std::move(spec), word_for(Neighbours::replace_one));
}

ParameterSpec kl_most_steps_spec() {
  ParameterSpec spec =
      whole_spec("maxTotalSteps", "Most steps", 1, static_cast<double>(kMostSpiderSteps),
                 "A plan of more steps over all rounds is refused.");
  return or_default(std::move(spec), static_cast<double>(kUsualSpiderSteps));
}

ParameterSpec kl_smoothness_spec() {
  return positive_spec("smoothness", "Smoothness", "L_1, of F and of every record's loss.");
}

}  // namespace noisy
