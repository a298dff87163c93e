#include <algorithm>
#include <array>
#include <span>

#include "engine/json/json.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/pld.h"
#include "engine/question/account/account.h"

namespace noisy {
namespace {

/// Points of the grids of both directions that one answer usually takes.
constexpr double kPointsOfOneAnswer = 6e5;
/// Answers that a search usually asks for.
constexpr double kAnswersOfASearch = 60;
/// A term of the optimal composition's sum takes about a tenth of a grid point's time.
constexpr double kPointsOfATerm = 0.1;

constexpr std::array<std::string_view, 4> kSearches = {"gaussian-noise", "laplace-noise",
                                                       "calibrate", "compose-inverse"};
constexpr std::array<std::string_view, 6> kOfReleases = {"gaussian-epsilon", "gaussian-delta",
                                                         "gaussian-noise",   "laplace-epsilon",
                                                         "laplace-delta",    "laplace-noise"};

std::string text_of(const Json& query, std::string_view field) {
  const Json* value = query.find(field);
  return value && value->is_text() ? std::string(value->text()) : std::string();
}

double number_of(const Json& query, std::string_view field, double otherwise) {
  const Json* value = query.find(field);
  return value && value->is_number() ? value->number() : otherwise;
}

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether releases are composed as a privacy loss distribution.
bool composes_losses(const Json& query, std::string_view name) {
  const std::string accountant = text_of(query, "accountant");
  if (name == "exponential-epsilon") return accountant == "pld";
  if (name != "calibrate" && !contains(kOfReleases, name)) return false;
  if (accountant == "pld") return true;
  // What is sought may be the rate or the steps.
  const bool seeks_other = name == "calibrate";
  const bool is_sampled = seeks_other || number_of(query, "samplingRate", 1) < 1;
  const bool is_composed = seeks_other || number_of(query, "steps", 1) > 1;
  return accountant.empty() && is_sampled && is_composed;
}

/// Releases that the optimal rule adds up term by term.
double optimal_terms(const Json& query) {
  const std::string method = text_of(query, "method");
  const Json* mechanisms = query.find("mechanisms");
  const bool is_optimal = method.empty() || method == "optimal";
  if (!is_optimal || !mechanisms || !mechanisms->is_array()) return 0;
  double count = 0;
  for (std::size_t i = 0; i < mechanisms->size(); ++i) {
    const Json mechanism = mechanisms->element(i);
    if (mechanism.is_object()) count += number_of(mechanism, "count", 1);
  }
  return 0.5 * count;
}

}  // namespace

AccountWork account_work(std::string_view query) {
  constexpr JsonLimits kLimits{.bytes = std::size_t{1} << 20, .depth = 8, .members = 64};
  const Result<Json> tree = parse_json(query, kLimits);
  if (!tree || !tree->is_object()) return {};
  const std::string name = text_of(*tree, "query");
  const bool searches = contains(kSearches, name);
  const double answers = searches ? kAnswersOfASearch : 1;
  AccountWork work;
  if (composes_losses(*tree, name)) {
    work.points = std::min(kMostLossPoints, answers * kPointsOfOneAnswer);
    work.what = "privacy loss distributions of the releases";
  } else if (name == "compose" || name == "compose-inverse") {
    work.points = answers * kPointsOfATerm * optimal_terms(*tree);
    work.what = "the terms of the optimal composition";
  }
  if (!work.is_long()) return {.points = work.points, .what = {}};
  work.what = (searches ? "searching: each trial takes " : "adding up ") + work.what;
  return work;
}

}  // namespace noisy
