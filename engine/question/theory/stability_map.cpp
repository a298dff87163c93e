#include <limits>

#include "engine/question/theory/quadratic_question.h"

namespace noisy {
namespace {

using record::of, record::Seen::nobody;

struct StabilityMap {
  QuadraticMethod method = QuadraticMethod::gradient_descent;
  double strong_convexity = 0.0;
  double smoothness = 0.0;
  std::vector<double> steps;
  std::vector<double> momenta;
  double noise_variance = 1.0;
  std::vector<double> eigenvalues;  ///< empty: the two ends
};

constexpr std::size_t kMostCells = static_cast<std::size_t>(TheoryLimits::kCells);

ParameterSpec numbers(ParameterSpec spec) {
  spec.type = ParameterType::number_or_vector;
  return spec;
}

ParameterSpec momenta_spec() {
  ParameterSpec spec = numbers(momentum_spec());
  spec.name = "momenta";
  spec.title = "Momenta";
  spec.default_value.reset();
  spec.description = "beta of the map's columns, each in [0, 1).";
  return spec;
}

const std::vector<Field<StabilityMap>>& fields() {
  static const std::vector<Field<StabilityMap>> kFields = {
      {choice_spec<QuadraticMethod>("method", "Method", "Whose stability is mapped."),
       &store<&StabilityMap::method>},
      {positive_spec("strongConvexity", "Strong convexity", "mu, the least eigenvalue."),
       &store<&StabilityMap::strong_convexity>},
      {positive_spec("smoothness", "Smoothness", "L, the largest eigenvalue."),
       &store<&StabilityMap::smoothness>},
      {numbers(positive_spec("steps", "Step sizes", "alpha of the map's rows.")),
       &store<&StabilityMap::steps>},
      {momenta_spec(), &store<&StabilityMap::momenta>},
      {or_default(not_negative_spec("noiseVariance", "Noise variance",
                                    "Of every coordinate; the floor is proportional to it."),
                  1.0),
       &store<&StabilityMap::noise_variance>},
      {or_rule(eigenvalues_spec(), "strongConvexity and smoothness"),
       &store<&StabilityMap::eigenvalues>}};
  return kFields;
}

Result<void> check_size(const StabilityMap& map) {
  const double cells = static_cast<double>(map.steps.size() * map.momenta.size());
  if (cells > TheoryLimits::kCells) {
    return fail(ErrorCode::limit_exceeded, "steps",
                "times momenta gives " + number_text(cells) + " cells, more than " +
                    number_text(TheoryLimits::kCells));
  }
  if (cells * static_cast<double>(map.eigenvalues.size()) > TheoryLimits::kSteppedModes) {
    return fail(ErrorCode::limit_exceeded, "eigenvalues",
                "are too many for a map of " + number_text(cells) + " cells");
  }
  return {};
}

Result<void> check_spectrum(const StabilityMap& map) {
  for (std::size_t i = 0; i < map.eigenvalues.size(); ++i) {
    const double eigenvalue = map.eigenvalues[i];
    if (eigenvalue >= map.strong_convexity && eigenvalue <= map.smoothness) continue;
    return fail(ErrorCode::invalid_value, join_path("eigenvalues", i),
                "is " + number_text(eigenvalue) +
                    " but must lie between strongConvexity and "
                    "smoothness");
  }
  return {};
}

/// A row for each step, a column for each momentum.
template <typename Cell>
Json map_json(const StabilityMap& map, const Cell& cell) {
  std::vector<Json> rows;
  for (const double step : map.steps) {
    rows.push_back(column(map.momenta, [&](double momentum) {
      return cell(QuadraticSetting{map.method, step, momentum});
    }));
  }
  return Json::array(std::move(rows));
}

struct MapAnswer {
  Json rate, noise_floor;
};

constexpr record::Table kMap{
    "StabilityMap",
    "",
    {{"rate", of<&MapAnswer::rate>("(number | null)[][]"), nobody,
      "A row for each step, a value for each momentum; 1 and above is unstable."},
     {"noiseFloor", of<&MapAnswer::noise_floor>("(number | null)[][]"), nobody,
      "Null where unstable."}}};

constexpr FieldRule kRules[] = {lists("steps", kMostCells), lists("momenta", kMostCells),
                                lists("eigenvalues", TheoryLimits::kEigenvalues)};

Result<Json> answer(const Json& given) {
  auto map = read_question(given, fields(), kRules);
  if (!map) return std::unexpected(map.error());
  if (auto checked = check_convexity(map->strong_convexity, map->smoothness); !checked) {
    return std::unexpected(checked.error());
  }
  if (map->eigenvalues.empty()) map->eigenvalues = {map->strong_convexity, map->smoothness};
  if (auto checked = check_size(*map); !checked) return std::unexpected(checked.error());
  if (auto checked = check_spectrum(*map); !checked) return std::unexpected(checked.error());
  const auto rate = [&](const QuadraticSetting& setting) {
    return quadratic_rate(setting, map->strong_convexity, map->smoothness);
  };
  const auto floor = [&](const QuadraticSetting& setting) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (!is_stable(setting, map->strong_convexity) || !is_stable(setting, map->smoothness)) {
      return kNone;
    }
    return noise_floor(setting, map->eigenvalues, map->noise_variance).value_or(kNone);
  };
  return record::json_of<kMap>(MapAnswer{map_json(*map, rate), map_json(*map, floor)});
}

}  // namespace

TheoryQuery stability_map_query() {
  return {.name = "stability-map",
          .title = "Stability map",
          .description =
              "The rate on quadratics (1 and above: unstable) and the noise floor over a grid of "
              "step sizes and momenta.",
          .source = "section 3.2",
          .parameters = specs_of(fields()),
          .rules = kRules,
          .records = {&kMap},
          .answer = &answer};
}

}  // namespace noisy
