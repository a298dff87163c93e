#include <algorithm>

#include "engine/math/search.h"
#include "engine/privacy/accountant/composition.h"
#include "engine/question/account/query.h"

namespace noisy {
namespace {

struct ComposeQuery {
  std::vector<EqualReleases> mechanisms;
  double slack = 0.0;
  double total_delta = 0.0;
  double total_epsilon = 0.0;
  std::string method;
};

const std::vector<Field<EqualReleases>>& mechanism_fields() {
  static const std::vector<Field<EqualReleases>> kFields = {
      {optional(number_field("epsilon", "of one release", 0.0), "what compose-inverse seeks"),
       &store<&EqualReleases::epsilon, ErrorCode::invalid_budget>},
      {optional(number_field("delta", "of one release", 0.0, 1.0 - 0x1p-53), "0"),
       &store<&EqualReleases::delta, ErrorCode::invalid_budget>},
      {optional(count_field("count", "how many such releases"), "1"),
       &store<&EqualReleases::count>}};
  return kFields;
}

Result<void> read_mechanisms(const Json& value, const FieldPlace& at, ComposeQuery& query) {
  constexpr std::size_t kMost = 100'000;
  if (!value.is_array() || value.as_numbers())
    return fail(ErrorCode::invalid_type, at.path,
                "must be an array of objects {\"epsilon\", \"delta\", \"count\"}");
  if (value.size() == 0)
    return fail(ErrorCode::invalid_value, at.path, "must have at least one mechanism");
  if (value.size() > kMost)
    return fail(ErrorCode::limit_exceeded, at.path, "has more than 100000 mechanisms");
  for (std::size_t i = 0; i < value.size(); ++i) {
    EqualReleases& mechanism = query.mechanisms.emplace_back();
    const auto done =
        read_fields(value.element(i), join_path(at.path, i), mechanism_fields(), mechanism);
    if (!done) return done;
  }
  return {};
}

const std::vector<Field<ComposeQuery>>& fields() {
  using Query = ComposeQuery;
  static const std::vector<Field<Query>> kFields = {
      query_field<Query>(),
      {{.name = "mechanisms", .title = "what is released"}, &read_mechanisms},
      {optional(number_field("delta", "slack beyond the releases' own deltas", 0.0, 1.0 - 0x1p-53),
                "0"),
       &store<&Query::slack, ErrorCode::invalid_budget>},
      {optional(number_field("totalDelta", "delta of everything together", 0.0, 1.0 - 0x1p-53)),
       &store<&Query::total_delta, ErrorCode::invalid_budget>},
      {optional(positive_field("totalEpsilon", "the target of compose-inverse")),
       &store<&Query::total_epsilon, ErrorCode::invalid_budget>},
      {optional(choice_field("method", "the composition theorem",
                             {"basic", "advanced", "optimal", "classical", "parallel"}),
                "optimal for equal mechanisms, else advanced"),
       &store<&Query::method>}};
  return kFields;
}

std::vector<ParameterSpec> specs() {
  std::vector<ParameterSpec> out = specs_of(fields());
  add_nested(out, "mechanisms[]", specs_of(mechanism_fields()));
  return out;
}

constexpr FieldRule kOneDelta =
    refuses("totalDelta", ErrorCode::conflicting_fields,
            "give the slack \"delta\" or the total, not both", "delta", FieldRule::kGiven);
constexpr FieldRule kForwardRules[] = {
    needs("mechanisms[].epsilon", "is required: the epsilon of one release"), kOneDelta};
constexpr FieldRule kInverseRules[] = {
    needs("totalEpsilon", "is required: the target"),
    refuses("mechanisms[].epsilon", ErrorCode::conflicting_fields,
            "is what this query answers: leave it out"),
    kOneDelta};
constexpr AnswerField kForwardAnswer[] = {
    {"delta", "number", "Of everything together."},
    {"exact", "number", "The least real epsilon of the method \"optimal\".", false}};

bool all_equal(std::span<const EqualReleases> mechanisms) {
  return std::ranges::all_of(mechanisms, [&](const EqualReleases& each) {
    return each.epsilon == mechanisms[0].epsilon && each.delta == mechanisms[0].delta;
  });
}

/// Equal mechanisms as one with the sum of counts.
Result<EqualReleases> merged(std::span<const EqualReleases> mechanisms, std::string_view method) {
  if (!all_equal(mechanisms))
    return fail(ErrorCode::unsupported_option, "method",
                "\"" + std::string(method) +
                    "\" is for equal mechanisms: give one with a count, or choose \"advanced\"");
  EqualReleases out = mechanisms[0];
  out.count = 0;
  for (const EqualReleases& each : mechanisms) out.count += each.count;
  return out;
}

Json composed(const Composed& result, std::string method, std::string_view bound) {
  Json out = answer(result.epsilon, std::move(method), bound);
  out.set("delta", result.delta);
  return out;
}

Result<Json> optimal(const EqualReleases& release, double slack) {
  const auto result = compose_optimal(release, slack);
  if (!result) return std::unexpected(result.error());
  Json out = answer(result->epsilon, "Kairouz, Oh, Viswanath 2015, Theorem 3.3",
                    result->exact == result->epsilon ? kExact : kUpper);
  out.set("delta", result->delta);
  out.set("exact", result->exact);
  return out;
}

Result<Json> compose(const ComposeQuery& query, double slack) {
  std::string method = query.method;
  if (method.empty()) method = all_equal(query.mechanisms) ? "optimal" : "advanced";
  if (method == "basic") {
    const Composed result = compose_basic(query.mechanisms);
    const bool pure = result.delta == 0;
    Composed with_slack = result;
    with_slack.delta = std::min(1.0, result.delta + slack);
    return composed(with_slack, "sum of epsilons and of deltas",
                    pure && slack == 0 ? kExact : kUpper);
  }
  if (method == "parallel")
    return composed(compose_parallel(query.mechanisms), "largest over disjoint blocks", kExact);
  if (method == "advanced") {
    const Composed result = compose_advanced(query.mechanisms, slack);
    return composed(
        result,
        "Kairouz, Oh, Viswanath 2015, Theorem 3.5, bound \"" + std::string(result.rule) + "\"",
        kUpper);
  }
  const auto release = merged(query.mechanisms, method);
  if (!release) return std::unexpected(release.error());
  if (method == "optimal") return optimal(*release, slack);
  if (!(slack > 0))
    return fail(ErrorCode::invalid_budget, "delta", "\"classical\" needs a slack greater than 0");
  return composed(compose_classical(*release, slack), "Dwork, Rothblum, Vadhan 2010, Theorem III.3",
                  kUpper);
}

/// The largest epsilon of one release that keeps the total.
Result<Json> invert(const ComposeQuery& query, double slack) {
  const auto total = [&](double epsilon) {
    ComposeQuery changed = query;
    for (EqualReleases& each : changed.mechanisms) each.epsilon = epsilon;
    const auto result = compose(changed, slack);
    return result ? result->find("value")->number() : kLargestNumber;
  };
  double low = query.total_epsilon, high = query.total_epsilon;
  if (const auto tried = compose(query, slack); !tried) return std::unexpected(tried.error());
  for (int step = 0; step < 1000 && total(low) > query.total_epsilon; ++step) low *= 0.5;
  for (int step = 0; step < 1000 && total(high) <= query.total_epsilon; ++step) high *= 2.0;
  const auto holds = [&](double epsilon) { return total(epsilon) <= query.total_epsilon; };
  const double epsilon = math::narrow({low, high}, 1e-12, holds).holds;
  return answer(epsilon, "largest epsilon of one release under the method", kUpper);
}

Result<Json> answer_compose(const Json& query, const AccountQuery& about) {
  ComposeQuery asked;
  if (auto done = read_query(query, about, fields(), asked); !done)
    return std::unexpected(done.error());
  const bool inverse = query.find("totalEpsilon") != nullptr;
  double slack = asked.slack;
  if (query.find("totalDelta")) {
    const auto left = slack_of_total(asked.mechanisms, asked.total_delta);
    if (!left) return std::unexpected(left.error());
    slack = *left;
  }
  return inverse ? invert(asked, slack) : compose(asked, slack);
}

constexpr AccountQuery kQueries[] = {{"compose", "epsilon of everything together", "totalEpsilon",
                                      kForwardRules, kForwardAnswer, &specs, &answer_compose},
                                     {"compose-inverse",
                                      "the largest epsilon of one release",
                                      "",
                                      kInverseRules,
                                      {},
                                      &specs,
                                      &answer_compose}};

}  // namespace

std::span<const AccountQuery> compose_queries() {
  return kQueries;
}

}  // namespace noisy
