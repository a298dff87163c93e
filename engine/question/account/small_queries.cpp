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

struct SmallEntry {
  std::string_view name;
  std::vector<SmallField> fields;
  Result<Json> (*answer)(const SmallQuery& query);
};

const std::vector<SmallEntry>& entries() {
  const SmallField sigma = {positive_field("sigma", "parameter of the discrete Gaussian"),
                            &store<&SmallQuery::sigma>};
  const SmallField truncation = {count_field("truncation", "largest size of the noise", 1e6),
                                 &store<&SmallQuery::truncation>};
  ParameterSpec rate = positive_field("falsePositiveRate", "of the test", 1.0);
  static const std::vector<SmallEntry> kEntries = {
      {"gaussian-trade-off",
       {query_field<SmallQuery>(),
        noise_multiplier(),
        steps(),
        {rate, &store<&SmallQuery::false_positive_rate>}},
       &trade_off},
      {"gdp-clt",
       {query_field<SmallQuery>(),
        noise_multiplier(),
        steps(),
        {number_field("samplingRate", "fraction of the records in a batch", 0.0, 1.0),
         &store<&SmallQuery::rate>},
        {positive_field("delta", "the target", 1.0),
         &store<&SmallQuery::delta, ErrorCode::invalid_budget>}},
       &central_limit},
      {"private-selection",
       {query_field<SmallQuery>(),
        {positive_field("epsilon", "of one repetition"),
         &store<&SmallQuery::epsilon, ErrorCode::invalid_budget>},
        {number_field("shape", "eta of the number of repetitions", -1.0),
         &store<&SmallQuery::shape>}},
       &private_selection},
      {"discrete-gaussian-delta",
       {query_field<SmallQuery>(),
        sigma,
        truncation,
        {optional(count_field("sensitivity", "of the integer query", 1e6), "1"),
         &store<&SmallQuery::sensitivity>},
        {number_field("epsilon", "the target", -kLargestNumber),
         &store<&SmallQuery::epsilon, ErrorCode::invalid_budget>}},
       &discrete_delta},
      {"discrete-gaussian-deviation",
       {query_field<SmallQuery>(), sigma, truncation},
       &discrete_deviation}};
  return kEntries;
}

}  // namespace

Result<Json> answer_small(const Json& query, std::string_view name) {
  for (const SmallEntry& entry : entries()) {
    if (entry.name != name) continue;
    SmallQuery asked;
    if (auto done = read_fields(query, "", entry.fields, asked); !done)
      return std::unexpected(done.error());
    return entry.answer(asked);
  }
  return fail(ErrorCode::internal, "query", "a query without an answer");
}

}  // namespace noisy
