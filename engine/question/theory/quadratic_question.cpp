#include "engine/question/theory/quadratic_question.h"

namespace noisy {

ParameterSpec eigenvalues_spec() {
  return {.name = "eigenvalues",
          .title = "Eigenvalues",
          .type = ParameterType::number_or_vector,
          .minimum = 0,
          .maximum = TheoryLimits::kLargest,
          .exclusive_minimum = true,
          .description = "The spectrum of the quadratic, 1 to 1000 positive numbers."};
}

Result<void> check_quadratic(const QuadraticQuestion& question) {
  const std::size_t modes = question.eigenvalues.size();
  if (question.start.size() != modes) {
    return fail(ErrorCode::invalid_value, "start",
                "has " + std::to_string(question.start.size()) + " coordinates for " +
                    std::to_string(modes) + " eigenvalues");
  }
  const double work = static_cast<double>(modes) * static_cast<double>(question.iterations);
  if (work <= TheoryLimits::kSteppedModes) return {};
  return fail(ErrorCode::limit_exceeded, "iterations",
              "times eigenvalues is " + number_text(work) + ", more than " +
                  number_text(TheoryLimits::kSteppedModes));
}

}  // namespace noisy
