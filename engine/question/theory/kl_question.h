#pragma once

#include <vector>

#include "engine/algorithm/kl/theory/kl_condition.h"
#include "engine/experiment/file/experiment.h"
#include "engine/privacy/notion.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/question/theory/query.h"

namespace noisy {

/// A risk that meets the Kurdyka-Lojasiewicz condition, and the budget: what the queries about the
/// KL methods ask about.
struct KlQuestion {
  double exponent = 0.0;
  double constant = 0.0;
  double initial_gap = 0.0;
  double lipschitz = 0.0;
  Index samples = 1;
  Index dimension = 0;
  double rho = 1.0;
  double failure_probability = 0.05;
  Neighbours neighbours = Neighbours::replace_one;

  double adjacency() const { return changed_records(neighbours); }
  KlCondition condition() const { return {exponent, constant}; }
  /// Without smoothness, which not every method asks for.
  KlSetting setting() const;
};

ParameterSpec kl_exponent_spec(double maximum = TheoryLimits::kLargest);
ParameterSpec kl_samples_spec();
ParameterSpec kl_rho_spec();
ParameterSpec kl_failure_spec();
ParameterSpec kl_neighbours_spec();

/// L_1 of the queries about smooth risks.
ParameterSpec kl_smoothness_spec();

/// The cap on gradient passes of the queries about KL Spider.
ParameterSpec kl_most_steps_spec();

/// Lets a question ask about a start that is optimal, F_0 = 0.
template <typename Question>
void allow_optimal_start(std::vector<Field<Question>>& table) {
  for (Field<Question>& field : table) {
    if (field.spec.name == "initialGap") field.spec.exclusive_minimum = false;
  }
}

/// The fields of a KlQuestion but for its samples and its budget, for a question that is one.
template <typename Question>
std::vector<Field<Question>> kl_fields(double largest_exponent = TheoryLimits::kLargest) {
  return {{kl_exponent_spec(largest_exponent), &store<&KlQuestion::exponent>},
          {positive_spec("klConstant", "KL constant",
                         "gamma in F(w) - F* <= (gamma ||grad F(w)||)^kappa."),
           &store<&KlQuestion::constant>},
          {positive_spec("initialGap", "Initial gap", "F_0 >= F(w_0) - F*."),
           &store<&KlQuestion::initial_gap>},
          {positive_spec("lipschitz", "Gradient bound",
                         "L_0, the largest L2 norm of one record's gradient."),
           &store<&KlQuestion::lipschitz>},
          {whole_spec("dimension", "Dimension", 1, FormatLimits::kFeatures, "d."),
           &store<&KlQuestion::dimension>},
          {kl_failure_spec(), &store<&KlQuestion::failure_probability>},
          {kl_neighbours_spec(), &store<&KlQuestion::neighbours>}};
}

/// The same with samples and budget.
template <typename Question>
std::vector<Field<Question>> kl_private_fields(double largest_exponent = TheoryLimits::kLargest) {
  auto table = kl_fields<Question>(largest_exponent);
  table.push_back({kl_samples_spec(), &store<&KlQuestion::samples>});
  table.push_back({kl_rho_spec(), &store<&KlQuestion::rho, ErrorCode::invalid_budget>});
  return table;
}

}  // namespace noisy
