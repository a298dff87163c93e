#include <cmath>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/discrete_gaussian.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/question/account/query.h"

namespace noisy {
namespace {

/// Everything that the queries of one formula each may take.
struct SmallQuery {
  double noise_multiplier = 0.0;
  double steps = 1.0;
  double rate = 1.0;
  double false_positive_rate = 0.0;
  double delta = 0.0;
  double epsilon = 0.0;
  double shape = 0.0;
  double sigma = 0.0;
  Index sensitivity = 1;
  Index truncation = 1;
};

using SmallField = Field<SmallQuery>;

SmallField noise_multiplier() {
  return {positive_field("noiseMultiplier", "standard deviation over L2 sensitivity"),
          &store<&SmallQuery::noise_multiplier>};
}

SmallField steps() {
  return {optional(count_field("steps", "number of releases"), "1"), &store<&SmallQuery::steps>};
}

Result<Json> trade_off(const SmallQuery& query) {
  const double mu = std::sqrt(query.steps) / query.noise_multiplier;
  return answer(gaussian_true_positive_rate(mu, query.false_positive_rate),
                "true-positive rate of the best test, Phi(Phi^-1(rate) + mu)", kExact);
}

Result<Json> central_limit(const SmallQuery& query) {
  const double exponent = 1.0 / (query.noise_multiplier * query.noise_multiplier);
  const double mu = query.rate * std::sqrt(query.steps * math::expm1(exponent));
  Json out = answer(gaussian_epsilon_from_log(mu, math::log(query.delta)),
                    "central limit of Gaussian DP (Bu et al. 2020): an approximation, no guarantee",
                    kApproximate);
  out.set("mu", mu);
  return out;
}

Result<Json> private_selection(const SmallQuery& query) {
  return answer(private_selection_epsilon(query.epsilon, query.shape),
                "Papernot and Steinke 2022, Corollary 3", kUpper);
}

Result<Json> discrete_delta(const SmallQuery& query) {
  return answer(
      discrete_gaussian_delta(query.sigma, query.sensitivity, query.truncation, query.epsilon),
      "sum over the support", kExact);
}

Result<Json> discrete_deviation(const SmallQuery& query) {
  return answer(discrete_gaussian_deviation(query.sigma, query.truncation), "sum over the support",
                kExact);
}

SmallField sigma() {
  return {positive_field("sigma", "parameter of the discrete Gaussian"),
          &store<&SmallQuery::sigma>};
}

SmallField truncation() {
  return {count_field("truncation", "largest size of the noise", 1e6),
          &store<&SmallQuery::truncation>};
}

using SmallTable = std::vector<SmallField>;

const SmallTable& trade_off_fields() {
  static const SmallTable kFields = {query_field<SmallQuery>(),
                                     noise_multiplier(),
                                     steps(),
                                     {positive_field("falsePositiveRate", "of the test", 1.0),
                                      &store<&SmallQuery::false_positive_rate>}};
  return kFields;
}

const SmallTable& central_limit_fields() {
  static const SmallTable kFields = {
      query_field<SmallQuery>(),
      noise_multiplier(),
      steps(),
      {number_field("samplingRate", "fraction of the records in a batch", 0.0, 1.0),
       &store<&SmallQuery::rate>},
      {positive_field("delta", "the target", 1.0),
       &store<&SmallQuery::delta, ErrorCode::invalid_budget>}};
  return kFields;
}

const SmallTable& private_selection_fields() {
  static const SmallTable kFields = {
      query_field<SmallQuery>(),
      {positive_field("epsilon", "of one repetition"),
       &store<&SmallQuery::epsilon, ErrorCode::invalid_budget>},
      {number_field("shape", "eta of the number of repetitions", -1.0),
       &store<&SmallQuery::shape>}};
  return kFields;
}

const SmallTable& discrete_delta_fields() {
  static const SmallTable kFields = {
      query_field<SmallQuery>(),
      sigma(),
      truncation(),
      {optional(count_field("sensitivity", "of the integer query", 1e6), "1"),
       &store<&SmallQuery::sensitivity>},
      {number_field("epsilon", "the target", -kLargestNumber),
       &store<&SmallQuery::epsilon, ErrorCode::invalid_budget>}};
  return kFields;
}

const SmallTable& discrete_deviation_fields() {
  static const SmallTable kFields = {query_field<SmallQuery>(), sigma(), truncation()};
  return kFields;
}

constexpr AnswerField kCentralLimitAnswer[] = {{"mu", "number", "Of Gaussian DP."}};

/// A query without rules: its table of fields, and its formula.
template <const SmallTable& (*fields)(), Result<Json> (*formula)(const SmallQuery&)>
constexpr AccountQuery small(std::string_view name, std::string_view value,
                             std::span<const AnswerField> details = {}) {
  return {.name = name,
          .value = value,
          .answered = "",
          .rules = {},
          .details = details,
          .specs = [] { return specs_of(fields()); },
          .answer = [](const Json& query, const AccountQuery& about) -> Result<Json> {
            SmallQuery asked;
            if (auto done = read_query(query, about, fields(), asked); !done)
              return std::unexpected(done.error());
            return formula(asked);
          }};
}

constexpr AccountQuery kQueries[] = {
    small<&trade_off_fields, &trade_off>("gaussian-trade-off",
                                         "the true-positive rate of the best test"),
    small<&central_limit_fields, &central_limit>(
        "gdp-clt", "epsilon by the central limit, which is no guarantee", kCentralLimitAnswer),
    small<&private_selection_fields, &private_selection>("private-selection",
                                                         "pure epsilon of repeating and selecting"),
    small<&discrete_delta_fields, &discrete_delta>("discrete-gaussian-delta",
                                                   "delta of a truncated discrete Gaussian"),
    small<&discrete_deviation_fields, &discrete_deviation>(
        "discrete-gaussian-deviation", "the standard deviation of a truncated discrete Gaussian")};

}  // namespace

std::span<const AccountQuery> small_queries() {
  return kQueries;
}

}  // namespace noisy
