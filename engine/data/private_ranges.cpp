#include "engine/data/private_ranges.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace noisy {
namespace {

constexpr int kEqualSteps = 256;
constexpr int kOctaves = 40;
/// 2^(-k/4), k = 0 .. 3.
constexpr double kQuarters[] = {1.0, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605};

std::unexpected<Error> invalid(const std::string& field, const char* parameter,
                               std::string message) {
  return fail(ErrorCode::invalid_value, field + "." + parameter, std::move(message));
}

bool is_range(Interval ends) {
  return std::isfinite(ends.lower) && std::isfinite(ends.upper) && ends.lower < ends.upper &&
         std::isfinite(ends.upper - ends.lower);
}

Result<void> check_columns(const PrivateRanges& step, const std::string& field, Index features) {
  if (!step.has_columns() && !step.columns.empty()) {
    return fail(ErrorCode::conflicting_fields, field + ".columns",
                "name columns where \"of\" is \"both\"; \"target\" takes none");
  }
  std::vector<Index> sorted = step.columns;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) {
    return invalid(field, "columns", "a column can have one range only");
  }
  if (sorted.empty() || (sorted.front() >= 0 && sorted.back() < features)) return {};
  return invalid(field, "columns",
                 "columns are numbered from 0 to " + std::to_string(features - 1));
}

Result<void> check_ends(const PrivateRanges& step, const std::string& field, std::size_t columns) {
  for (const auto& [name, ends] :
       {std::pair("lower", &step.lower), std::pair("upper", &step.upper)}) {
    if (ends->size() == 1 || ends->size() == columns) continue;
    return invalid(
        field, name,
        "give one number, or one for each of the " + std::to_string(columns) + " columns");
  }
  for (std::size_t place = 0; place < columns; ++place) {
    if (is_range(public_ends(step, place))) continue;
    return invalid(field, "upper", "the upper end must be above the lower end, by a finite amount");
  }
  return {};
}

/// Of the records' features, once the named ones lie in [-1, 1].
FeatureBounds bounds_of_ranged(std::vector<Index> named, const PipelineFacts& facts) {
  std::ranges::sort(named);
  if (named == facts.unranged) return facts.once_ranged;
  FeatureBounds bounds;
  bounds.linf = std::ssize(named) == facts.features ? 1 : std::max(1.0, facts.bounds.linf);
  return bounds;
}

}  // namespace

std::vector<double> range_candidates(Interval ends) {
  std::vector<double> out;
  for (int k = 0; k <= kEqualSteps; ++k) {
    const double share = static_cast<double>(k) / kEqualSteps;
    out.push_back((1 - share) * ends.lower + share * ends.upper);
  }
  out.push_back(0);
  const double most = std::max(std::fabs(ends.lower), std::fabs(ends.upper));
  for (int k = 0; k <= 4 * kOctaves; ++k) {
    const double size = std::ldexp(most * kQuarters[k % 4], -(k / 4));
    out.push_back(size);
    out.push_back(-size);
  }
  std::erase_if(out, [&](double t) { return !(ends.lower <= t && t <= ends.upper); });
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::int64_t> quantile_scores(std::span<const double> values,
                                          std::span<const double> candidates, double quantile,
                                          RangeEnd end) {
  const std::int64_t all = std::ssize(values);
  const auto wanted =
      static_cast<std::int64_t>(std::floor(quantile * static_cast<double>(all) + 0.5));
  std::vector<std::int64_t> below = {0};
  for (const double candidate : candidates) {
    below.push_back(std::ranges::lower_bound(values, candidate) - values.begin());
  }
  below.push_back(all);
  const std::size_t shift = end == RangeEnd::lower ? 1 : 0;
  std::vector<std::int64_t> scores;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::int64_t least = below[i + shift];
    const std::int64_t most = below[i + shift + 1];
    scores.push_back(std::min({std::int64_t{0}, wanted - least, most - wanted}));
  }
  return scores;
}

Interval range_between(std::span<const double> candidates, std::size_t first, std::size_t second) {
  const auto [low, high] = std::minmax(first, second);
  if (low < high) return {candidates[low], candidates[high]};
  return {candidates[low == 0 ? 0 : low - 1],
          candidates[std::min(high + 1, candidates.size() - 1)]};
}

std::vector<Index> ranged_columns(const PrivateRanges& step, Index features) {
  std::vector<Index> out = step.columns;
  if (out.empty() && step.has_columns()) {
    out.resize(static_cast<std::size_t>(features));
    std::iota(out.begin(), out.end(), Index{0});
  }
  if (step.has_target()) out.push_back(kTargetColumn);
  return out;
}

Interval public_ends(const PrivateRanges& step, std::size_t place) {
  const auto end = [place](const std::vector<double>& ends) {
    return ends.size() == 1 ? ends[0] : ends[place];
  };
  return {end(step.lower), end(step.upper)};
}

Result<void> bound_ranged(const PrivateRanges& step, const std::string& field,
                          PipelineFacts& facts) {
  if (facts.ranged_columns > 0) {
    return fail(ErrorCode::conflicting_fields, field,
                "there is such a step already: name the columns of both in one");
  }
  if (auto checked = check_columns(step, field, facts.features); !checked) return checked;
  std::vector<Index> named = ranged_columns(step, facts.features);
  if (auto checked = check_ends(step, field, named.size()); !checked) return checked;
  if (!(step.share > 0 && step.share < 1)) {
    return invalid(field, "share", "must be above 0 and below 1");
  }
  const bool are_two = step.quantiles.size() == 2 && 0 <= step.quantiles[0] &&
                       step.quantiles[0] < step.quantiles[1] && step.quantiles[1] <= 1;
  if (!are_two) return invalid(field, "quantiles", "must be two ascending numbers in [0, 1]");
  facts.ranged_columns = std::ssize(named);
  const Interval target = step.has_target()
                              ? Interval{-1, 1}
                              : Interval{facts.bounds.target_lower, facts.bounds.target_upper};
  if (step.has_target()) named.pop_back();
  FeatureBounds bounds =
      step.has_columns() ? bounds_of_ranged(std::move(named), facts) : facts.bounds;
  bounds.target_lower = target.lower;
  bounds.target_upper = target.upper;
  facts.bounds = with_implied_bounds(bounds, facts.features);
  return {};
}

Result<void> refuse_ranges(const std::string& field) {
  return fail(ErrorCode::unsupported_option, field,
              "private-ranges are chosen by runs on dense records: use \"storage\": \"dense\", or "
              "leave the step out here");
}

}  // namespace noisy
