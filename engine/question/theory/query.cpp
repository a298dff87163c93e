#include "engine/question/theory/query.h"

namespace noisy {

ParameterSpec positive_spec(std::string name, std::string title, std::string description) {
  ParameterSpec spec = not_negative_spec(std::move(name), std::move(title), std::move(description));
  spec.exclusive_minimum = true;
  return spec;
}

ParameterSpec not_negative_spec(std::string name, std::string title, std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = TheoryLimits::kLargest,
          .description = std::move(description)};
}

ParameterSpec whole_spec(std::string name, std::string title, double minimum, double maximum,
                         std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::integer,
          .minimum = minimum,
          .maximum = maximum,
          .description = std::move(description)};
}

ParameterSpec momentum_spec() {
  return {.name = "momentum",
          .title = "Momentum",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = TheoryLimits::kMomentum,
          .default_value = 0.0,
          .description = "beta in [0, 1); gradient descent has none and ignores it."};
}

ParameterSpec iterations_spec(double maximum) {
  ParameterSpec spec =
      whole_spec("iterations", "Iterations", 1, maximum, "T, the number of iterations.");
  spec.unit = "steps";
  return spec;
}

ParameterSpec or_default(ParameterSpec spec, ParameterValue value) {
  spec.default_value = std::move(value);
  return spec;
}

ParameterSpec or_rule(ParameterSpec spec, std::string rule) {
  spec.default_rule = std::move(rule);
  return spec;
}

Result<void> check_convexity(double strong_convexity, double smoothness) {
  if (strong_convexity <= smoothness) return {};
  return fail(ErrorCode::invalid_value, "strongConvexity",
              "is " + number_text(strong_convexity) + ", more than the smoothness, " +
                  number_text(smoothness));
}

}  // namespace noisy
