#include "engine/question/account/account.h"

#include <algorithm>
#include <array>

#include "engine/question/account/query.h"

namespace noisy {
namespace {

struct QueryEntry {
  std::string_view name;
  QueryAnswer answer;
};

constexpr std::array<QueryEntry, 26> kQueries = {{
    {"gaussian-epsilon", &answer_gaussian},
    {"gaussian-delta", &answer_gaussian},
    {"gaussian-noise", &answer_gaussian},
    {"rdp-sampled-gaussian", &answer_sampled_renyi},
    {"zcdp-to-epsilon", &answer_zcdp},
    {"zcdp-to-delta", &answer_zcdp},
    {"zcdp-to-rho", &answer_zcdp},
    {"laplace-epsilon", &answer_laplace},
    {"laplace-delta", &answer_laplace},
    {"laplace-noise", &answer_laplace},
    {"compose", &answer_compose},
    {"compose-inverse", &answer_compose},
    {"exponential-epsilon", &answer_exponential},
    {"calibrate", &answer_calibrate},
    {"rdp-mechanism", &answer_mechanism_renyi},
    {"rdp-to-epsilon", &answer_renyi_conversion},
    {"rdp-to-delta", &answer_renyi_conversion},
    {"filter", &answer_filter},
    {"variance-reduced-epsilon", &answer_variance_reduced},
    {"variance-reduced-noise", &answer_variance_reduced},
    {"variance-reduced-batch", &answer_variance_reduced},
    {"gaussian-trade-off", &answer_small},
    {"gdp-clt", &answer_small},
    {"private-selection", &answer_small},
    {"discrete-gaussian-delta", &answer_small},
    {"discrete-gaussian-deviation", &answer_small},
}};

constexpr auto kNames = [] {
  std::array<std::string_view, kQueries.size()> names{};
  for (std::size_t i = 0; i < kQueries.size(); ++i) names[i] = kQueries[i].name;
  return names;
}();

}  // namespace

std::span<const std::string_view> account_queries() {
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
  const auto entry = std::ranges::find(kQueries, name->text(), &QueryEntry::name);
  if (entry == kQueries.end()) {
    const std::vector<std::string> names(kNames.begin(), kNames.end());
    return fail(ErrorCode::unknown_name, "query",
                "there is no query \"" + name->text().substr(0, 60) + "\"." +
                    did_you_mean(name->text(), names) + " Known: " + listing(names) + ".");
  }
  const Result<Json> result = entry->answer(*tree, entry->name);
  if (!result) return std::unexpected(result.error());
  return write_json(*result);
}

}  // namespace noisy
