#pragma once

#include <optional>
#include <string>

#include "engine/privacy/accountant/releases.h"
#include "engine/question/account/query.h"

namespace noisy {

/// The fields that questions about equal sampled releases share.
struct ReleasesQuery {
  Releases releases;
  double delta = 0.0;
  std::string sampling;
  std::string neighbours;
  std::string accountant_name;
  Accountant accountant = Accountant::tightest;
};

inline constexpr AnswerField kBetween = {
    "between", "text", "What lies between the optimistic value and the value.", false};
inline constexpr AnswerField kAccountedAnswer[] = {kOrderUsed, kOptimistic, kBetween};
inline constexpr AnswerField kReachedEpsilon[] = {
    {"epsilon", "number", "What the value reaches; absent where the value is 0.", false}};

namespace releases_detail {

/// Stores in `Member` of the releases inside the query.
template <auto Member, typename Owner>
Result<void> store_release(const Json& value, const FieldPlace& at, Owner& owner) {
  const Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(checked.error());
  owner.releases.*Member = std::get<double>(*checked);
  return {};
}

}  // namespace releases_detail

/// steps, samplingRate, sampling, neighbours, delta, accountant.
template <typename Owner>
std::vector<Field<Owner>> releases_fields() {
  using releases_detail::store_release;
  return {
      query_field<Owner>(),
      {optional(count_field("steps", "number of releases"), "1"), &store_release<&Releases::steps>},
      {optional(number_field("samplingRate", "fraction of the records in a batch", 0.0, 1.0), "1"),
       &store_release<&Releases::sampling_rate>},
      {optional(
           choice_field("sampling", "how batches are drawn", {"poisson", "without-replacement"}),
           "poisson"),
       &store<&Owner::sampling>},
      {optional(choice_field("neighbours", "the neighbouring relation",
                             {"replace-one", "zero-out", "add-remove"}),
                "add-remove; replace-one without replacement"),
       &store<&Owner::neighbours>},
      {optional(number_field("delta", "the target", 0.0, 1.0)),
       &store<&Owner::delta, ErrorCode::invalid_budget>},
      {optional(choice_field("accountant", "what adds the releases up",
                             {"pure", "analytic", "zcdp", "rdp", "pld"}),
                "the tightest"),
       &store<&Owner::accountant_name>},
  };
}

/// Turns the words into the engine's values, with the defaults of those that are absent.
///
/// @error conflicting-fields at "sampling" when batches are drawn of a rate that is not given
Result<void> settle(ReleasesQuery& query);

/// The releases as one question sees them: a single answer can afford a gap of 1e-6, which a
/// calibration with its dozens of answers cannot.
Releases for_one_answer(Releases releases);

/// "Renyi DP at order 3.9; 100 releases; Poisson sampling; add-remove neighbours".
std::string method_text(const Releases& releases, const Accounted& accounted);

/// The answer with what belongs to its accountant.
Json accounted_json(const Releases& releases, const Accounted& accounted);

}  // namespace noisy
