#include "engine/privacy/accountant/filter.h"
#include "engine/question/account/query.h"

namespace noisy {
namespace {

struct FilterQuery {
  std::string notion;
  double epsilon = 0.0;
  double rho = 0.0;
  double slack = 0.0;
  double delta = 0.0;
  std::vector<double> requests;
  std::vector<double> request_deltas;
};

const std::vector<Field<FilterQuery>>& fields() {
  using Query = FilterQuery;
  static const std::vector<Field<Query>> kFields = {
      query_field<Query>(),
      {choice_field("notion", "what is added up", {"pure", "zcdp", "approximate"}),
       &store<&Query::notion>},
      {optional(positive_field("epsilon", "the cap of pure and approximate")),
       &store<&Query::epsilon, ErrorCode::invalid_budget>},
      {optional(positive_field("rho", "the cap of zcdp")),
       &store<&Query::rho, ErrorCode::invalid_budget>},
      {optional(positive_field("slack", "delta' of approximate", 1.0)),
       &store<&Query::slack, ErrorCode::invalid_budget>},
      {optional(number_field("delta", "cap on the sum of deltas of approximate", 0.0, 1.0), "0"),
       &store<&Query::delta, ErrorCode::invalid_budget>},
      {numbers_field("requests", "epsilon or rho of each request, in order", 0.0, false),
       &store<&Query::requests, ErrorCode::invalid_budget>},
      {optional(numbers_field("requestDeltas", "delta of each request", 0.0, false), "0 each"),
       &store<&Query::request_deltas, ErrorCode::invalid_budget>}};
  return kFields;
}

constexpr ErrorCode kConflict = ErrorCode::conflicting_fields;
constexpr std::string_view kTheCap = "is required: the cap";
constexpr std::string_view kNotTheCap = "is not the cap of this notion";
constexpr std::string_view kOfApproximate = "belongs to the notion \"approximate\"";
constexpr FieldRule kRules[] = {
    needs("epsilon", kTheCap, "notion", "pure approximate"),
    needs("rho", kTheCap, "notion", "zcdp"),
    refuses("rho", kConflict, kNotTheCap, "notion", "pure approximate"),
    refuses("epsilon", kConflict, kNotTheCap, "notion", "zcdp"),
    refuses("slack", kConflict, kOfApproximate, "notion", "pure zcdp"),
    refuses("delta", kConflict, kOfApproximate, "notion", "pure zcdp"),
    refuses("requestDeltas", kConflict, kOfApproximate, "notion", "pure zcdp")};
constexpr AnswerField kAnswer[] = {{"granted", "booleans", "Whether each request was granted."},
                                   {"spent", "numbers", "What was spent after each request."}};

/// Asks for every request and notes what was granted and what was spent after it.
template <typename Spend, typename Spent>
Result<Json> ask_all(const FilterQuery& query, const Spend& spend, const Spent& spent,
                     std::string method) {
  std::vector<Json> granted;
  std::vector<double> after;
  for (std::size_t i = 0; i < query.requests.size(); ++i) {
    const Result<bool> answer_of_one = spend(i);
    if (!answer_of_one) return std::unexpected(answer_of_one.error());
    granted.emplace_back(*answer_of_one);
    after.push_back(spent());
  }
  Json out = answer(spent(), std::move(method), kUpper);
  out.set("granted", Json::array(std::move(granted)));
  out.set("spent", Json::numbers(std::move(after)));
  return out;
}

Result<Json> answer_filter(const Json& query, const AccountQuery& about) {
  FilterQuery asked;
  if (auto done = read_query(query, about, fields(), asked); !done)
    return std::unexpected(done.error());
  if (asked.notion == "approximate") {
    if (!asked.request_deltas.empty() && asked.request_deltas.size() != asked.requests.size())
      return fail(ErrorCode::conflicting_fields, "requestDeltas",
                  "must have as many numbers as \"requests\"");
    auto filter = ApproximateFilter::create(asked.epsilon, asked.slack, asked.delta);
    if (!filter) return std::unexpected(filter.error());
    const auto spend = [&](std::size_t i) {
      return filter->try_spend(asked.requests[i],
                               asked.request_deltas.empty() ? 0.0 : asked.request_deltas[i]);
    };
    return ask_all(
        asked, spend, [&] { return filter->epsilon_spent(); },
        "filter of Whitehouse, Ramdas, Rogers, Wu 2023, Theorem 2");
  }
  auto filter = SumFilter::create(asked.notion == "zcdp" ? asked.rho : asked.epsilon);
  if (!filter) return std::unexpected(filter.error());
  return ask_all(
      asked, [&](std::size_t i) { return filter->try_spend(asked.requests[i]); },
      [&] { return filter->spent(); }, "filter on the sum (fully adaptive composition)");
}

constexpr AccountQuery kQueries[] = {{"filter", "what was spent in the end", "", kRules, kAnswer,
                                      [] { return specs_of(fields()); }, &answer_filter}};

}  // namespace

std::span<const AccountQuery> filter_queries() {
  return kQueries;
}

}  // namespace noisy
