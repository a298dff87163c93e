#include "engine/algorithm/erm/theory/complexity_tables.h"

#include <algorithm>

#include "engine/experiment/file/experiment.h"
#include "engine/question/theory/certified_run.h"
#include "engine/question/theory/query.h"

namespace noisy {

template <>
std::span<const Word<ComplexitySetting>> vocabulary() {
  static constexpr std::array<Word<ComplexitySetting>, 5> kWords = {{
      {ComplexitySetting::strongly_convex, "strongly-convex", "Strongly convex",
       "Convex losses, the regularized risk strongly convex."},
      {ComplexitySetting::convex, "convex", "Convex", "Convex losses, any convex regularizer."},
      {ComplexitySetting::high_dimension, "high-dimension", "High dimension",
       "Convex losses over a bounded set of small width."},
      {ComplexitySetting::polyak_lojasiewicz, "polyak-lojasiewicz", "Polyak-Lojasiewicz",
       "Not convex, but every stationary point is a minimum."},
      {ComplexitySetting::nonconvex, "nonconvex", "Non-convex", "Smooth losses of any shape."},
  }};
  return kWords;
}

namespace {

std::vector<Field<TablesQuestion>> problem_fields() {
  return {{or_default(positive_spec("strongConvexity", "Strong convexity",
                                    "mu with L = 1, so that kappa = 1/mu; at most 1."),
                      0.01),
           &store<&TablesQuestion::strong_convexity>},
          {or_rule(positive_spec("gaussianWidth", "Gaussian width", "G_C of the constraint set."),
                   "that of the l2 ball with the diameter given"),
           &store<&TablesQuestion::gaussian_width>},
          {or_default(positive_spec("diameter", "Diameter", "Of the constraint set in L2."), 2.0),
           &store<&TablesQuestion::diameter>},
          {or_default(positive_spec("bregmanRadius", "Bregman radius", "Theta of DP-AccMD."), 0.5),
           &store<&TablesQuestion::bregman_radius>},
          {or_default(not_negative_spec("regularization", "Regularization",
                                        "lambda of objective perturbation."),
                      0.01),
           &store<&TablesQuestion::regularization>},
          {or_default(positive_spec("distance", "Distance", "|x_*|, the start at 0."), 1.0),
           &store<&TablesQuestion::distance>},
          {or_default(positive_spec("initialGap", "Initial gap", "A guess of F(x_0) - F*."), 1.0),
           &store<&TablesQuestion::initial_gap>}};
}

const std::vector<Field<TablesQuestion>>& fields() {
  static const std::vector<Field<TablesQuestion>> kFields = [] {
    ParameterSpec delta = positive_spec("delta", "Delta", "Below 1; best far below 1/n.");
    delta.maximum = 0.999999;
    std::vector<Field<TablesQuestion>> table = {
        {whole_spec("samples", "Records", 2, FormatLimits::kSamples, "n, public."),
         &store<&TablesQuestion::samples>},
        {whole_spec("dimension", "Dimension", 1, FormatLimits::kFeatures, "p."),
         &store<&TablesQuestion::dimension>},
        {positive_spec("epsilon", "Epsilon", "The whole budget, replace-one neighbours."),
         &store<&TablesQuestion::epsilon, ErrorCode::invalid_budget>},
        {std::move(delta), &store<&TablesQuestion::delta, ErrorCode::invalid_budget>}};
    for (auto& field : problem_fields()) table.push_back(std::move(field));
    return table;
  }();
  return kFields;
}

std::string_view title_of(ComplexitySetting setting) {
  const auto words = vocabulary<ComplexitySetting>();
  return std::ranges::find(words, setting, &Word<ComplexitySetting>::value)->title;
}

Json row_json(const ComplexityRow& row, const ComplexityFacts& facts) {
  const bool counted = row.gradients_value != nullptr;
  return Json::object(
      {{"method", row.method},
       {"source", row.source},
       {"utility", Json::object({{"formula", row.utility}, {"value", row.utility_value(facts)}})},
       {"gradients",
        counted ? Json::object({{"formula", row.gradients}, {"value", row.gradients_value(facts)}})
                : Json()},
       {"nonSmooth", row.non_smooth}});
}

Json certified_json(const CertifiedRun& run) {
  const bool batches = run.batch_size > 0;
  return Json::object({{"iterations", run.iterations},
                       {"innerSteps", batches ? Json(run.inner_steps) : Json()},
                       {"batchSize", batches ? Json(run.batch_size) : Json()},
                       {"noise", run.noise},
                       {"gradients", run.gradients},
                       {"bound", run.bound}});
}

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  if (auto checked = check_convexity(question->strong_convexity, 1.0); !checked) {
    return std::unexpected(checked.error());
  }
  const ComplexityFacts facts = complexity_facts(*question);
  std::vector<Json> tables;
  for (const ComplexityTable& table : complexity_tables()) {
    const auto run = certified_run(*question, table.setting);
    if (!run) return std::unexpected(run.error());
    std::vector<Json> rows;
    for (const ComplexityRow& row : table.rows) rows.push_back(row_json(row, facts));
    tables.push_back(Json::object({{"setting", word_for(table.setting)},
                                   {"title", title_of(table.setting)},
                                   {"source", table.source},
                                   {"measure", table.measure},
                                   {"rows", Json::array(std::move(rows))},
                                   {"certified", certified_json(*run)}}));
  }
  return Json::object(
      {{"gaussianWidth", facts.gaussian_width}, {"tables", Json::array(std::move(tables))}});
}

}  // namespace

TheoryQuery complexity_tables_query() {
  return {.name = "complexity-tables",
          .title = "Complexity tables",
          .description =
              "Utility and gradient complexity of the methods of five settings, as printed "
              "(constants and log(1/delta) left out, G = L = 1), filled with numbers; beside each "
              "setting what its own method costs when the accountant certifies it, and the bound "
              "that it then has, with all constants.",
          .source = "Wang, Ye and Xu, Tables 1-3 and Section 6",
          .parameters = specs_of(fields()),
          .answer = &answer};
}

}  // namespace noisy
