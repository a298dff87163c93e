#include <cmath>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/hockey_stick.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/question/account/query.h"
#include "engine/question/account/releases_query.h"

namespace noisy {
namespace {

struct GaussianQuery : ReleasesQuery {
  double epsilon = 0.0;
  std::optional<double> noise_multiplier;
  std::vector<double> orders;
  std::string direction;
};

const std::vector<Field<GaussianQuery>>& fields() {
  static const std::vector<Field<GaussianQuery>> kFields = [] {
    std::vector<Field<GaussianQuery>> out = releases_fields<GaussianQuery>();
    out.push_back(
        {optional(positive_field("noiseMultiplier", "standard deviation over L2 sensitivity")),
         &store<&GaussianQuery::noise_multiplier>});
    out.push_back({optional(number_field("epsilon", "the target", -kLargestNumber)),
                   &store<&GaussianQuery::epsilon, ErrorCode::invalid_budget>});
    out.push_back({optional(numbers_field("orders", "the only Renyi orders to try", 1.0, true)),
                   &store<&GaussianQuery::orders>});
    out.push_back({optional(choice_field("direction", "which data set has the record",
                                         {"remove", "add", "worst"})),
                   &store<&GaussianQuery::direction>});
    return out;
  }();
  return kFields;
}

constexpr FieldRule kNeedsNoise = needs(
    "noiseMultiplier", "is required: the standard deviation of the noise over the L2 sensitivity");
constexpr FieldRule kNeedsEpsilon = needs("epsilon", "is required: the target");
constexpr FieldRule kNeedsDelta = needs("delta", "is required: the target, well below 1/n");
constexpr FieldRule kOrdersOfRdp =
    refuses("orders", ErrorCode::conflicting_fields,
            "only the accountant \"rdp\" has orders: choose it, or leave them out", "accountant",
            "- pure analytic zcdp pld");
constexpr FieldRule kEpsilonRules[] = {kNeedsNoise, kNeedsDelta, kOrdersOfRdp};
constexpr FieldRule kDeltaRules[] = {kNeedsNoise, kNeedsEpsilon, kOrdersOfRdp};
constexpr FieldRule kNoiseRules[] = {
    kNeedsEpsilon, kNeedsDelta, kOrdersOfRdp,
    refuses("orders", ErrorCode::unsupported_option, "noise is calibrated over all real orders")};

constexpr AnswerField kLogValue = {"logValue", "number", "The natural logarithm of the value.",
                                   false};
constexpr AnswerField kEpsilonAnswer[] = {
    kOrderUsed,
    kOptimistic,
    kBetween,
    {"alternatives", "objects", "What other accountants say, without sampling.", false},
    {"alternatives.method", "text", "The theorem, in words."},
    {"alternatives.value", "number", "Epsilon."}};
constexpr AnswerField kDeltaAnswer[] = {kOrderUsed, kOptimistic, kBetween, kLogValue};

Result<GaussianQuery> read(const Json& query, const AccountQuery& about) {
  GaussianQuery out;
  out.releases.mechanism = Mechanism::gaussian;
  if (auto done = read_query(query, about, fields(), out); !done)
    return std::unexpected(done.error());
  if (auto settled = settle(out); !settled) return std::unexpected(settled.error());
  if (out.noise_multiplier) out.releases.noise_multiplier = *out.noise_multiplier;
  return out;
}

/// What other accountants say of Gaussian noise without sampling: cheap, and worth comparing.
Json alternatives(const GaussianQuery& query) {
  const double mu = std::sqrt(query.releases.steps) / query.releases.noise_multiplier;
  const double rho = 0.5 * mu * mu;
  std::vector<Json> out;
  const std::pair<const char*, ZcdpConversion> conversions[] = {
      {"analytic Gaussian", ZcdpConversion::gaussian},
      {"zCDP, optimal conversion", ZcdpConversion::optimal},
      {"zCDP, standard conversion", ZcdpConversion::standard}};
  for (const auto& [method, conversion] : conversions)
    out.push_back(
        Json::object({{"method", method}, {"value", zcdp_epsilon(rho, query.delta, conversion)}}));
  return Json::array(std::move(out));
}

/// With given orders, and no others.
Result<Json> answer_at_orders(const GaussianQuery& query, std::string_view name) {
  const auto curve = releases_curve(query.releases);
  if (!curve) return std::unexpected(curve.error());
  std::vector<double> divergences;
  for (const double order : query.orders) divergences.push_back(curve->at(order));
  const RenyiBound bound = name == "gaussian-epsilon"
                               ? renyi_epsilon(query.orders, divergences, query.delta)
                               : renyi_delta(query.orders, divergences, query.epsilon);
  Json out = answer(bound.value, "Renyi DP over the given orders", kUpper);
  out.set("order", bound.order);
  return out;
}

/// One release, in one direction of add-remove.
Result<Json> answer_directed(const GaussianQuery& query, std::string_view name) {
  if (name != "gaussian-delta" || query.releases.steps > 1)
    return fail(ErrorCode::unsupported_option, "direction",
                "one direction alone is answered by \"gaussian-delta\" with one step");
  const SampledPair pair = query.direction == "add" ? SampledPair::add : SampledPair::remove;
  const double log_delta = sampled_gaussian_log_delta(
      query.releases.noise_multiplier, query.releases.sampling_rate, query.epsilon, pair);
  Json out = answer(math::exp(log_delta),
                    "closed form of one release, direction " + query.direction, kExact);
  out.set("logValue", log_delta);
  return out;
}

Result<Json> answer_noise(const GaussianQuery& query) {
  const auto noise = least_noise(query.releases, query.accountant, {query.epsilon, query.delta});
  if (!noise) return std::unexpected(noise.error());
  Releases at = query.releases;
  at.noise_multiplier = *noise;
  Json out;
  if (*noise > 0) {
    const auto reached = releases_epsilon(at, query.accountant, query.delta);
    if (!reached) return std::unexpected(reached.error());
    out = answer(*noise, method_text(at, *reached), reached->is_exact ? kExact : kUpper);
    out.set("epsilon", reached->value);
  } else {
    out = answer(0.0, "no release sees the record with a probability above delta", kExact);
  }
  return out;
}

Result<Json> answer_gaussian(const Json& query, const AccountQuery& about) {
  const Result<GaussianQuery> question = read(query, about);
  if (!question) return std::unexpected(question.error());
  const GaussianQuery& asked = *question;
  const std::string_view name = about.name;
  if (!asked.direction.empty() && asked.direction != "worst") return answer_directed(asked, name);
  if (name == "gaussian-noise") return answer_noise(asked);
  if (!asked.orders.empty()) return answer_at_orders(asked, name);
  const bool wants_epsilon = name == "gaussian-epsilon";
  const Releases releases = for_one_answer(asked.releases);
  const auto value = wants_epsilon ? releases_epsilon(releases, asked.accountant, asked.delta)
                                   : releases_delta(releases, asked.accountant, asked.epsilon);
  if (!value) return std::unexpected(value.error());
  Json out = accounted_json(asked.releases, *value);
  const bool plain = asked.releases.sampling_rate == 1;
  if (wants_epsilon && plain) out.set("alternatives", alternatives(asked));
  if (!wants_epsilon && plain && value->accountant == Accountant::analytic)
    out.set("logValue",
            log_gaussian_delta(std::sqrt(asked.releases.steps) / asked.releases.noise_multiplier,
                               asked.epsilon));
  return out;
}

constexpr AccountQuery kQueries[] = {
    {"gaussian-epsilon", "epsilon of Gaussian releases", "epsilon", kEpsilonRules, kEpsilonAnswer,
     [] { return specs_of(fields()); }, &answer_gaussian},
    {"gaussian-delta", "delta of Gaussian releases", "delta", kDeltaRules, kDeltaAnswer,
     [] { return specs_of(fields()); }, &answer_gaussian},
    {"gaussian-noise", "the smallest noise multiplier", "noiseMultiplier", kNoiseRules,
     kReachedEpsilon, [] { return specs_of(fields()); }, &answer_gaussian}};

}  // namespace

std::span<const AccountQuery> gaussian_queries() {
  return kQueries;
}

}  // namespace noisy
