#include <cmath>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/laplace_renyi.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/accountant/sampled_renyi.h"
#include "engine/question/account/query.h"

namespace noisy {
namespace {

constexpr double kLargestOrder = 1e9;

ParameterSpec order_field(bool includes_one) {
  ParameterSpec spec = number_field("order", "the Renyi order alpha", 1.0, kLargestOrder);
  spec.exclusive_minimum = !includes_one;
  return spec;
}

struct SampledRenyiQuery {
  double noise_multiplier = 0.0;
  double rate = 1.0;
  double order = 0.0;
  double steps = 1.0;
  std::string direction = "worst";
};

const std::vector<Field<SampledRenyiQuery>>& sampled_fields() {
  using Query = SampledRenyiQuery;
  static const std::vector<Field<Query>> kFields = {
      query_field<Query>(),
      {positive_field("noiseMultiplier", "standard deviation over L2 sensitivity"),
       &store<&Query::noise_multiplier>},
      {optional(number_field("samplingRate", "fraction of the records in a batch", 0.0, 1.0), "1"),
       &store<&Query::rate>},
      {order_field(false), &store<&Query::order>},
      {optional(count_field("steps", "number of releases"), "1"), &store<&Query::steps>},
      {optional(choice_field("direction", "which data set has the record",
                             {"worst", "remove", "add", "exchanged"}),
                "worst"),
       &store<&Query::direction>}};
  return kFields;
}

struct MechanismQuery {
  std::string mechanism;
  double order = 0.0;
  double steps = 1.0;
  double noise_multiplier = 0.0;
  double epsilon = 0.0;
  double rho = 0.0;
  double xi = 0.0;
  double noise = 0.0;
  double categories = 2.0;
  Index sensitivity = 1;
  std::string neighbour = "one";
};

const std::vector<Field<MechanismQuery>>& mechanism_fields() {
  using Query = MechanismQuery;
  static const std::vector<Field<Query>> kFields = {
      query_field<Query>(),
      {choice_field("mechanism", "what is released",
                    {"gaussian", "discrete-gaussian", "laplace", "discrete-laplace", "exponential",
                     "permute-and-flip", "randomized-response", "pure", "zcdp"}),
       &store<&Query::mechanism>},
      {order_field(true), &store<&Query::order>},
      {optional(count_field("steps", "number of releases"), "1"), &store<&Query::steps>},
      {optional(positive_field("noiseMultiplier", "sigma over the L2 sensitivity")),
       &store<&Query::noise_multiplier>},
      {optional(positive_field("epsilon", "pure DP of one release", 1e6)),
       &store<&Query::epsilon, ErrorCode::invalid_budget>},
      {optional(number_field("rho", "zCDP of one release", 0.0)),
       &store<&Query::rho, ErrorCode::invalid_budget>},
      {optional(number_field("xi", "constant part of (xi, rho)-zCDP", 0.0), "0"),
       &store<&Query::xi, ErrorCode::invalid_budget>},
      {optional(positive_field("noise", "probability of a uniform answer", 1.0)),
       &store<&Query::noise>},
      {optional(
           [] {
             ParameterSpec spec = count_field("categories", "number of answers");
             spec.minimum = 2.0;
             return spec;
           }(),
           "2"),
       &store<&Query::categories>},
      {optional(count_field("sensitivity", "of the integer query", 1e6), "1"),
       &store<&Query::sensitivity>},
      {optional(choice_field("replace", "what one record becomes", {"one", "special"}), "one"),
       &store<&Query::neighbour>}};
  return kFields;
}

double divergence(const MechanismQuery& query) {
  const double mu = 1.0 / query.noise_multiplier;
  if (query.mechanism == "gaussian" || query.mechanism == "discrete-gaussian")
    return 0.5 * query.order * mu * mu;
  if (query.mechanism == "laplace" || query.mechanism == "permute-and-flip")
    return laplace_renyi(query.order, query.epsilon);
  if (query.mechanism == "discrete-laplace")
    return discrete_laplace_renyi(query.order, query.epsilon, query.sensitivity);
  if (query.mechanism == "exponential") return bounded_range_renyi(query.order, query.epsilon);
  if (query.mechanism == "randomized-response")
    return randomized_response_renyi(query.order, query.noise, query.categories,
                                     query.neighbour == "special");
  if (query.mechanism == "zcdp") return query.xi + query.order * query.rho;
  // At order 1 the largest Kullback-Leibler divergence of an epsilon-DP mechanism.
  if (query.order == 1) return query.epsilon * math::tanh(0.5 * query.epsilon);
  return pure_renyi_divergence(query.order, query.epsilon);
}

struct ConversionQuery {
  std::vector<double> orders;
  std::vector<double> divergences;
  double delta = 0.0;
  double epsilon = 0.0;
};

const std::vector<Field<ConversionQuery>>& conversion_fields() {
  using Query = ConversionQuery;
  static const std::vector<Field<Query>> kFields = {
      query_field<Query>(),
      {numbers_field("orders", "Renyi orders", 1.0, true), &store<&Query::orders>},
      {numbers_field("divergences", "the Renyi divergence at each order", 0.0, false),
       &store<&Query::divergences>},
      {optional(positive_field("delta", "the target", 1.0)),
       &store<&Query::delta, ErrorCode::invalid_budget>},
      {optional(number_field("epsilon", "the target", 0.0)),
       &store<&Query::epsilon, ErrorCode::invalid_budget>}};
  return kFields;
}

constexpr std::string_view kOwnField = "is required: the mechanism {} needs it";
constexpr FieldRule kMechanismRules[] = {
    needs("noiseMultiplier", kOwnField, "mechanism", "gaussian discrete-gaussian"),
    needs("noise", kOwnField, "mechanism", "randomized-response"),
    needs("rho", kOwnField, "mechanism", "zcdp"),
    needs("epsilon", kOwnField, "mechanism",
          "laplace discrete-laplace exponential permute-and-flip pure")};
constexpr FieldRule kEpsilonRules[] = {needs("delta", "is required: the target")};
constexpr FieldRule kDeltaRules[] = {needs("epsilon", "is required: the target")};
constexpr AnswerField kBestOrder[] = {{"order", "number", "The order that gave the value."}};
Result<Json> answer_sampled_renyi(const Json& query, const AccountQuery& about) {
  SampledRenyiQuery asked;
  if (auto done = read_query(query, about, sampled_fields(), asked); !done)
    return std::unexpected(done.error());
  SampledPair pair = SampledPair::remove;
  if (asked.direction == "add") pair = SampledPair::add;
  if (asked.direction == "exchanged") pair = SampledPair::exchanged;
  const double one = sampled_gaussian_renyi(asked.noise_multiplier, asked.rate, asked.order, pair);
  const std::string text = asked.direction == "worst" ? "the larger direction of add-remove"
                                                      : "direction " + asked.direction;
  return answer(asked.steps * one, "Renyi divergence by quadrature, " + text,
                pair == SampledPair::exchanged ? kUpper : kExact);
}

Result<Json> answer_mechanism_renyi(const Json& query, const AccountQuery& about) {
  MechanismQuery asked;
  if (auto done = read_query(query, about, mechanism_fields(), asked); !done)
    return std::unexpected(done.error());
  const bool is_bound = asked.mechanism == "discrete-gaussian" || asked.mechanism == "zcdp";
  return answer(asked.steps * divergence(asked), "Renyi divergence of " + asked.mechanism,
                is_bound ? kUpper : kExact);
}

Result<Json> answer_renyi_conversion(const Json& query, const AccountQuery& about) {
  const bool wants_epsilon = about.answered == "epsilon";
  ConversionQuery asked;
  if (auto done = read_query(query, about, conversion_fields(), asked); !done)
    return std::unexpected(done.error());
  if (asked.orders.size() != asked.divergences.size())
    return fail(ErrorCode::conflicting_fields, "divergences",
                "must have as many numbers as \"orders\"");
  const RenyiBound bound = wants_epsilon
                               ? renyi_epsilon(asked.orders, asked.divergences, asked.delta)
                               : renyi_delta(asked.orders, asked.divergences, asked.epsilon);
  Json out = answer(bound.value, "Canonne, Kamath, Steinke 2020, Prop. 12", kUpper);
  out.set("order", bound.order);
  return out;
}

constexpr AccountQuery kSampledQueries[] = {{"rdp-sampled-gaussian",
                                             "Renyi DP of sampled Gaussian releases",
                                             "",
                                             {},
                                             {},
                                             [] { return specs_of(sampled_fields()); },
                                             &answer_sampled_renyi}};

constexpr AccountQuery kMechanismQueries[] = {{"rdp-mechanism",
                                               "Renyi DP at the order",
                                               "",
                                               kMechanismRules,
                                               {},
                                               [] { return specs_of(mechanism_fields()); },
                                               &answer_mechanism_renyi}};

constexpr AccountQuery kConversionQueries[] = {
    {"rdp-to-epsilon", "epsilon, the best over the orders", "epsilon", kEpsilonRules, kBestOrder,
     [] { return specs_of(conversion_fields()); }, &answer_renyi_conversion},
    {"rdp-to-delta", "delta, the best over the orders", "delta", kDeltaRules, kBestOrder,
     [] { return specs_of(conversion_fields()); }, &answer_renyi_conversion}};

}  // namespace

std::span<const AccountQuery> sampled_renyi_queries() {
  return kSampledQueries;
}

std::span<const AccountQuery> mechanism_renyi_queries() {
  return kMechanismQueries;
}

std::span<const AccountQuery> renyi_conversion_queries() {
  return kConversionQueries;
}

}  // namespace noisy
