#include "engine/algorithm/erm/theory/complexity_tables.h"

#include <algorithm>
#include <optional>

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

using record::in, record::in_or_null, record::of, record::or_null, record::Seen::nobody;

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

struct Filled {
  std::string_view formula;
  double value = 0.0;
};

constexpr record::Table kFormula{
    "FilledFormula",
    "An order of magnitude: constants and log(1/delta) are left out, G = L = 1.",
    {{"formula", of<&Filled::formula>(), nobody, "As in `sqrt(p) log(n)^(3/2)/(n eps)`."},
     {"value", of<&Filled::value>()}}};

/// A row of a table, with the numbers of the question.
struct Row {
  const ComplexityRow* row;
  const ComplexityFacts* facts;

  Filled utility() const { return {row->utility, row->utility_value(*facts)}; }
  std::optional<Filled> gradients() const {
    if (!row->gradients_value) return std::nullopt;
    return Filled{row->gradients, row->gradients_value(*facts)};
  }
};

constexpr record::Table kRow{"ComplexityRow",
                             "",
                             {{"method", of<&Row::row, &ComplexityRow::method>()},
                              {"source", of<&Row::row, &ComplexityRow::source>()},
                              {"utility", in<kFormula, &Row::utility>()},
                              {"gradients", in_or_null<kFormula, &Row::gradients>(), nobody,
                               "Null where the method asks for an exact minimizer."},
                              {"nonSmooth", of<&Row::row, &ComplexityRow::non_smooth>(), nobody,
                               "Whether the regularizer may be non-smooth."}}};

std::optional<double> inner_steps_of(const CertifiedRun& run) {
  return run.batch_size > 0 ? std::optional(run.inner_steps) : std::nullopt;
}
std::optional<Index> batch_size_of(const CertifiedRun& run) {
  return run.batch_size > 0 ? std::optional(run.batch_size) : std::nullopt;
}

constexpr record::Table kCertified{
    "CertifiedRun",
    "The setting's own method as the accountant certifies it, with all constants.",
    {{"iterations", of<&CertifiedRun::iterations>(), nobody, "T: epochs or iterations."},
     {"innerSteps", or_null<&inner_steps_of>("number | null"), nobody,
      "N over all epochs; null for full batches."},
     {"batchSize", or_null<&batch_size_of>("number | null"), nobody, "b; null for full batches."},
     {"noise", of<&CertifiedRun::noise>()},
     {"gradients", of<&CertifiedRun::gradients>(), nobody,
      "Gradient evaluations: T n + 2 N b, or T n."},
     {"bound", of<&CertifiedRun::bound>()}}};

/// A setting's table, filled.
struct Setting {
  const ComplexityTable* table;
  std::vector<Row> rows;
  CertifiedRun certified;

  std::string_view title() const { return title_of(table->setting); }
};

constexpr record::Table kSetting{"ComplexityTable",
                                 "",
                                 {{"setting", of<&Setting::table, &ComplexityTable::setting>()},
                                  {"title", of<&Setting::title>()},
                                  {"source", of<&Setting::table, &ComplexityTable::source>()},
                                  {"measure", of<&Setting::table, &ComplexityTable::measure>(),
                                   nobody, "What utility means here."},
                                  {"rows", in<kRow, &Setting::rows>("[]"), nobody,
                                   "The paper's own method first, a lower bound last."},
                                  {"certified", in<kCertified, &Setting::certified>()}}};

struct TablesAnswer {
  double gaussian_width = 0.0;
  std::vector<Setting> tables;
};

constexpr record::Table kTables{"ComplexityTables",
                                "",
                                {{"gaussianWidth", of<&TablesAnswer::gaussian_width>()},
                                 {"tables", in<kSetting, &TablesAnswer::tables>("[]")}}};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  if (auto checked = check_convexity(question->strong_convexity, 1.0); !checked) {
    return std::unexpected(checked.error());
  }
  const ComplexityFacts facts = complexity_facts(*question);
  TablesAnswer out{.gaussian_width = facts.gaussian_width, .tables = {}};
  for (const ComplexityTable& table : complexity_tables()) {
    const auto run = certified_run(*question, table.setting);
    if (!run) return std::unexpected(run.error());
    Setting setting{.table = &table, .rows = {}, .certified = *run};
    for (const ComplexityRow& row : table.rows) setting.rows.push_back({&row, &facts});
    out.tables.push_back(std::move(setting));
  }
  return record::json_of<kTables>(out);
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
          .records = {&kTables},
          .answer = &answer};
}

}  // namespace noisy
