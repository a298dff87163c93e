#include "engine/question/account/account.h"

#include <algorithm>
#include <utility>

#include "engine/question/account/query.h"

namespace noisy {

const std::vector<AccountQuery>& account_query_list() {
  static const std::vector<AccountQuery> kQueries = [] {
    std::vector<AccountQuery> list;
    for (const auto queries :
         {gaussian_queries(), sampled_renyi_queries(), zcdp_queries(), laplace_queries(),
          compose_queries(), exponential_queries(), calibrate_queries(), mechanism_renyi_queries(),
          renyi_conversion_queries(), filter_queries(), variance_reduced_queries(),
          small_queries()}) {
      list.insert(list.end(), queries.begin(), queries.end());
    }
    return list;
  }();
  return kQueries;
}

namespace {

/// `mechanisms[].totalDelta` is titled "Total delta".
std::string title_from(std::string_view name) {
  const std::string_view last = name.substr(name.find_last_of('.') + 1);
  std::string title;
  for (const char letter : last) {
    const bool is_capital = letter >= 'A' && letter <= 'Z';
    if (is_capital) title += ' ';
    title += is_capital ? static_cast<char>(letter - 'A' + 'a') : letter;
  }
  title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

}  // namespace

std::vector<ParameterSpec> parameters_of(const AccountQuery& query) {
  std::vector<ParameterSpec> specs = query.specs();
  for (ParameterSpec& spec : specs) {
    // The readers' tables hold a field's meaning alone; its name in words is the title.
    spec.description = std::exchange(spec.title, title_from(spec.name)) + ".";
  }
  std::erase_if(specs, [&](const ParameterSpec& spec) {
    return spec.name == "query" || spec.name == query.answered;
  });
  return under_rules(std::move(specs), query.rules);
}

std::span<const std::string_view> account_queries() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const AccountQuery& query : account_query_list()) names.push_back(query.name);
    return names;
  }();
  return kNames;
}

Result<std::string> account(std::string_view query) {
  const Result<Json> tree = parse_json(query, kQueryLimits);
  if (!tree) return std::unexpected(tree.error());
  if (!tree->is_object())
    return fail(ErrorCode::invalid_type, "", "the query must be an object: {\"query\": NAME, ...}");
  const Json* name = tree->find("query");
  if (!name)
    return fail(ErrorCode::missing_field, "query", "is required: which question to answer");
  if (!name->is_text()) return fail(ErrorCode::invalid_type, "query", "must be a text");
  const auto entry = std::ranges::find(account_query_list(), name->text(), &AccountQuery::name);
  if (entry == account_query_list().end()) {
    const auto known = account_queries();
    const std::vector<std::string> names(known.begin(), known.end());
    return fail(ErrorCode::unknown_name, "query",
                "there is no query \"" + name->text().substr(0, 60) + "\"." +
                    did_you_mean(name->text(), names) + " Known: " + listing(names) + ".");
  }
  const Result<Json> result = entry->answer(*tree, *entry);
  if (!result) return std::unexpected(result.error());
  return write_json(*result);
}

}  // namespace noisy
