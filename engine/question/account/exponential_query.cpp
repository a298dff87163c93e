#include <cmath>

#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/accountant/pld.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/question/account/query.h"

namespace noisy {
namespace {

struct ExponentialQuery {
  double sensitivity = 1.0;
  std::optional<double> score_scale;
  std::optional<double> epsilon_per_draw;
  double draws = 1.0;
  double delta = 0.0;
  std::string accountant;
};

const std::vector<Field<ExponentialQuery>>& fields() {
  using Query = ExponentialQuery;
  static const std::vector<Field<Query>> kFields = {
      query_field<Query>(),
      {optional(positive_field("sensitivity", "most that one record changes a score"), "1"),
       &store<&Query::sensitivity>},
      {optional(positive_field("scoreScale", "s in P(j) proportional to e^(s score(j))")),
       &store<&Query::score_scale>},
      {optional(positive_field("epsilonPerDraw", "the range of one draw's privacy loss")),
       &store<&Query::epsilon_per_draw, ErrorCode::invalid_budget>},
      {optional(count_field("draws", "number of selections"), "1"), &store<&Query::draws>},
      {optional(number_field("delta", "the target", 0.0, 1.0), "0"),
       &store<&Query::delta, ErrorCode::invalid_budget>},
      {optional(
           choice_field("accountant", "what adds the draws up", {"pure", "zcdp", "rdp", "pld"}),
           "the tightest"),
       &store<&Query::accountant>}};
  return kFields;
}

constexpr std::string_view kEither = "give either epsilonPerDraw, or scoreScale and sensitivity";
constexpr FieldRule kRules[] = {
    refuses("scoreScale", ErrorCode::conflicting_fields, kEither, "epsilonPerDraw",
            FieldRule::kGiven),
    refuses("sensitivity", ErrorCode::conflicting_fields, kEither, "epsilonPerDraw",
            FieldRule::kGiven),
    needs("scoreScale", "is required: give scoreScale and sensitivity, or epsilonPerDraw",
          "epsilonPerDraw", FieldRule::kAbsent)};
constexpr AnswerField kAnswer[] = {kOptimistic, kOrderUsed};

/// The range of one draw's privacy loss.
double range_of_one(const ExponentialQuery& asked) {
  if (asked.epsilon_per_draw) return *asked.epsilon_per_draw;
  return 2.0 * *asked.score_scale * asked.sensitivity;
}

Result<Json> answer_by_losses(double range, const ExponentialQuery& asked) {
  const auto mechanism = LossMechanism::exponential(range);
  if (!mechanism) return std::unexpected(mechanism.error());
  const LossSetting setting{*mechanism, static_cast<Index>(asked.draws)};
  const auto bounds = pld_epsilon({&setting, 1}, Neighbours::replace_one, asked.delta);
  if (!bounds) return std::unexpected(bounds.error());
  Json out = answer(bounds->pessimistic, "privacy loss distribution, pessimistic", kUpper);
  out.set("optimistic", bounds->optimistic);
  return out;
}

Result<Json> answer_exponential(const Json& query, const AccountQuery& about) {
  ExponentialQuery asked;
  if (auto done = read_query(query, about, fields(), asked); !done)
    return std::unexpected(done.error());
  const double range = range_of_one(asked);
  std::string accountant = asked.accountant;
  if (accountant.empty()) accountant = asked.delta == 0 || asked.draws == 1 ? "pure" : "rdp";
  const double sum = asked.draws * range;
  if (accountant == "pld") return answer_by_losses(range, asked);
  if (accountant == "pure")
    return answer(sum, "sum of the draws' epsilons", asked.delta == 0 ? kExact : kUpper);
  if (accountant == "zcdp") {
    const double rho = asked.draws * range * range / 8.0;
    const double value = zcdp_epsilon(rho, asked.delta, ZcdpConversion::optimal);
    return answer(std::fmin(sum, value), "epsilon^2/8-zCDP of a bounded range, optimal conversion",
                  kUpper);
  }
  const RenyiBound bound =
      renyi_epsilon(bounded_range_curve(range).times(asked.draws), asked.delta);
  Json out = answer(
      bound.value, "Renyi DP of a bounded range (Dong, Durfee, Rogers 2020) at the best real order",
      kUpper);
  if (std::isfinite(bound.order) && bound.order > 1) out.set("order", bound.order);
  return out;
}

constexpr AccountQuery kQueries[] = {{"exponential-epsilon", "epsilon of noisy choices", "", kRules,
                                      kAnswer, [] { return specs_of(fields()); },
                                      &answer_exponential}};

}  // namespace

std::span<const AccountQuery> exponential_queries() {
  return kQueries;
}

}  // namespace noisy
