#include <algorithm>
#include <iterator>

#include "engine/privacy/accountant/zcdp.h"
#include "engine/question/account/account.h"
#include "engine/question/account/query.h"

namespace noisy {
namespace {

struct ZcdpQuery {
  double rho = 0.0;
  double delta = 0.0;
  double epsilon = 0.0;
  std::string conversion = "optimal";
};

const std::vector<Field<ZcdpQuery>>& fields() {
  using Query = ZcdpQuery;
  static const std::vector<Field<Query>> kFields = {
      query_field<Query>(),
      {optional(number_field("rho", "the zCDP budget", 0.0)),
       &store<&Query::rho, ErrorCode::invalid_budget>},
      {optional(positive_field("delta", "the target", 1.0)),
       &store<&Query::delta, ErrorCode::invalid_budget>},
      {optional(number_field("epsilon", "the target", 0.0)),
       &store<&Query::epsilon, ErrorCode::invalid_budget>},
      {optional(choice_field("conversion", "the theorem", {"standard", "optimal", "gaussian"}),
                "optimal"),
       &store<&Query::conversion>}};
  return kFields;
}

constexpr std::string_view kOfTwo = "is required: one of the two that the third follows from";
constexpr FieldRule kEpsilonRules[] = {needs("rho", kOfTwo), needs("delta", kOfTwo)};
constexpr FieldRule kDeltaRules[] = {needs("rho", kOfTwo), needs("epsilon", kOfTwo)};
constexpr FieldRule kRhoRules[] = {needs("delta", kOfTwo), needs("epsilon", kOfTwo)};

ZcdpConversion conversion_of(std::string_view word) {
  if (word == "standard") return ZcdpConversion::standard;
  return word == "gaussian" ? ZcdpConversion::gaussian : ZcdpConversion::optimal;
}

std::string method_of(ZcdpConversion conversion) {
  switch (conversion) {
    case ZcdpConversion::standard:
      return "rho + 2 sqrt(rho ln(1/delta)) (Bun and Steinke 2016, Prop. 1.3)";
    case ZcdpConversion::gaussian:
      return "exact for Gaussian noise, mu = sqrt(2 rho) (Balle and Wang 2018)";
    case ZcdpConversion::optimal:
      break;
  }
  return "least over real orders (Canonne, Kamath, Steinke 2020, Corollary 13)";
}

Result<Json> answer_zcdp(const Json& query, const AccountQuery& about) {
  const std::string_view answered = about.answered;
  ZcdpQuery asked;
  if (auto done = read_query(query, about, fields(), asked); !done)
    return std::unexpected(done.error());
  const ZcdpConversion conversion = conversion_of(asked.conversion);
  double value = 0.0;
  if (answered == "epsilon") value = zcdp_epsilon(asked.rho, asked.delta, conversion);
  if (answered == "delta") value = zcdp_delta(asked.rho, asked.epsilon, conversion);
  if (answered == "rho") {
    if (!(asked.epsilon > 0) || !(asked.delta < 1))
      return fail(ErrorCode::invalid_budget, asked.epsilon > 0 ? "delta" : "epsilon",
                  "a budget needs epsilon > 0 and delta < 1");
    value = zcdp_rho(asked.epsilon, asked.delta, conversion);
  }
  return answer(value, method_of(conversion),
                conversion == ZcdpConversion::gaussian ? kExact : kUpper);
}

constexpr AccountQuery kQueries[] = {
    {"zcdp-to-epsilon",
     "epsilon",
     "epsilon",
     kEpsilonRules,
     {},
     [] { return specs_of(fields()); },
     &answer_zcdp},
    {"zcdp-to-delta",
     "delta",
     "delta",
     kDeltaRules,
     {},
     [] { return specs_of(fields()); },
     &answer_zcdp},
    {"zcdp-to-rho", "rho", "rho", kRhoRules, {}, [] { return specs_of(fields()); }, &answer_zcdp}};

}  // namespace

std::span<const AccountQuery> zcdp_queries() {
  return kQueries;
}

Result<std::string> account_zcdp(std::string_view query) {
  const Result<Json> tree = parse_json(query, kQueryLimits);
  const Json* name = tree ? tree->find("query") : nullptr;
  if (!name || !name->is_text()) return "";
  const auto found = std::ranges::find(kQueries, name->text(), &AccountQuery::name);
  if (found == std::end(kQueries)) return "";
  const Result<Json> result = answer_zcdp(*tree, *found);
  if (!result) return std::unexpected(result.error());
  return write_json(*result);
}

}  // namespace noisy
