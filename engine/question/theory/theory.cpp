#include <algorithm>
#include <array>

#include "engine/experiment/session/session.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

struct Renamed {
  std::string_view theory;
  std::string_view query;
};
/// The theory names what is wrong as an experiment would; a query has fields of its own.
constexpr std::array<Renamed, 15> kRenamed = {{{"problem", "eigenvalues"},
                                               {"problem.constants", "strongConvexity"},
                                               {"problem.constants.initialGap", "initialGap"},
                                               {"contractionRate", "strongConvexity"},
                                               {"privacy.epsilon", "epsilon"},
                                               {"privacy.delta", "delta"},
                                               {"privacy.rho", "rho"},
                                               {"privacy.noiseConstant", "noiseConstant"},
                                               {"noise", "epsilon"},
                                               {"weights", "stepSize"},
                                               {"data", "samples"},
                                               {"problem.constants.klExponent", "klExponent"},
                                               {"problem.constants.klConstant", "klConstant"},
                                               {"problem.constants.weakConvexity", "weakConvexity"},
                                               {"maxOuterSteps", "samples"}}};

Error in_query(Error error) {
  const auto found = std::ranges::find(kRenamed, error.field, &Renamed::theory);
  if (found != kRenamed.end()) error.field = found->query;
  return error;
}

Result<const TheoryQuery*> choose(const Json& tree) {
  if (!tree.is_object()) return fail(ErrorCode::invalid_type, "", "must be an object");
  std::vector<std::string> names;
  for (const TheoryQuery& query : theory_queries()) names.emplace_back(query.name);
  const ParameterSpec spec{
      .name = "query", .title = "", .type = ParameterType::choice, .choices = names};
  const Json* value = tree.find(spec.name);
  if (!value) {
    return fail(ErrorCode::missing_field, spec.name, "is required: one of " + listing(names));
  }
  const auto name = check_value(*value, spec.name, spec, ErrorCode::unknown_name);
  if (!name) return std::unexpected(name.error());
  return &*std::ranges::find(theory_queries(), std::get<std::string>(*name), &TheoryQuery::name);
}

Result<Json> answer(Json tree) {
  const auto query = choose(tree);
  if (!query) return std::unexpected(query.error());
  tree.erase("query");
  const auto content = (*query)->answer(tree);
  if (!content) return std::unexpected(in_query(content.error()));
  Json out = Json::object({{"query", (*query)->name}});
  for (const auto& [name, value] : content->members()) out.set(name, value);
  return out;
}

}  // namespace

const std::vector<TheoryQuery>& theory_queries() {
  static const std::vector<TheoryQuery> kQueries = {
      quadratic_lab_query(),     stability_map_query(),    lmi_certificate_query(),
      horizon_query(),           exact_division_query(),   figure_1_query(),
      figure_2_query(),          svrg_contraction_query(), erm_bounds_query(),
      complexity_tables_query(), batch_noise_query(),      gaussian_width_query(),
      kl_spider_plan_query(),    kl_target_budget_query(), kl_proximal_plan_query(),
      kl_adaptive_bound_query(), kl_conversions_query(),   certified_plan_query(),
      solver_complexity_query(), bias_variance_query(),    level_schedule_query()};
  return kQueries;
}

Result<std::string> theory(std::string_view query) {
  auto tree = parse_json(query, {.bytes = TheoryLimits::kTextBytes});
  if (!tree) return std::unexpected(std::move(tree.error()));
  const auto out = answer(std::move(*tree));
  if (!out) return std::unexpected(out.error());
  return write_json(*out);
}

}  // namespace noisy
