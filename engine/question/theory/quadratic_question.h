#pragma once

#include <algorithm>
#include <vector>

#include "engine/algorithm/accelerated/theory/quadratic_error.h"
#include "engine/algorithm/accelerated/theory/quadratic_modes.h"
#include "engine/question/theory/query.h"

namespace noisy {

/// One method on one quadratic: what the queries about quadratics ask about.
struct QuadraticQuestion {
  QuadraticMethod method = QuadraticMethod::gradient_descent;
  std::vector<double> eigenvalues;
  std::vector<double> start;
  double step_size = 0.0;
  double momentum = 0.0;
  Index iterations = 0;

  QuadraticSetting setting() const { return {method, step_size, momentum}; }
  Quadratic quadratic() const { return {eigenvalues, start}; }
  double strong_convexity() const { return *std::ranges::min_element(eigenvalues); }
  double smoothness() const { return *std::ranges::max_element(eigenvalues); }
};

/// The spectrum of a quadratic.
ParameterSpec eigenvalues_spec();

/// @error invalid-value at "start" unless there is a coordinate for each eigenvalue;
///        limit-exceeded at "iterations"
Result<void> check_quadratic(const QuadraticQuestion& question);

inline constexpr FieldRule kQuadraticRules[] = {lists("eigenvalues", TheoryLimits::kEigenvalues),
                                                lists("start", TheoryLimits::kEigenvalues)};

/// The fields of a QuadraticQuestion, for a question that is one.
template <typename Question>
std::vector<Field<Question>> quadratic_fields() {
  return {{choice_spec<QuadraticMethod>("method", "Method", "Whose iterates are looked at."),
           &store<&QuadraticQuestion::method>},
          {eigenvalues_spec(), &store<&QuadraticQuestion::eigenvalues>},
          {{.name = "start",
            .title = "Starting point",
            .type = ParameterType::number_or_vector,
            .minimum = -TheoryLimits::kLargest,
            .maximum = TheoryLimits::kLargest,
            .description = "x_0 - x*, one coordinate for each eigenvalue."},
           &store<&QuadraticQuestion::start>},
          {positive_spec("stepSize", "Step size", "alpha, the same in every iteration."),
           &store<&QuadraticQuestion::step_size>},
          {momentum_spec(), &store<&QuadraticQuestion::momentum>},
          {iterations_spec(), &store<&QuadraticQuestion::iterations>}};
}

}  // namespace noisy
