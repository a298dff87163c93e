#include "engine/question/catalogue.h"

#include <array>
#include <cmath>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/data/builtin_data.h"
#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/read_blocks.h"
#include "engine/experiment/file/record_places.h"
#include "engine/experiment/file/version.h"
#include "engine/experiment/session/report.h"
#include "engine/experiment/session/session.h"
#include "engine/problem/loss/record_loss.h"
#include "engine/problem/saddle/population_data.h"
#include "engine/question/parameter_list.h"
#include "engine/question/suggestions.h"

namespace noisy {
namespace {

template <typename Value>
Json word_list(const std::vector<Value>& values) {
  std::vector<Json> list;
  for (const Value& value : values) list.push_back(word_for(value));
  return Json::array(std::move(list));
}

/// Every word of a vocabulary as {"id", "title", "description"}, and what `add` adds.
template <typename Value, typename Add>
Json vocabulary_json(const Add& add) {
  std::vector<Json> list;
  for (const Word<Value>& word : vocabulary<Value>()) {
    Json entry =
        Json::object({{"id", word.id}, {"title", word.title}, {"description", word.description}});
    add(word.value, entry);
    list.push_back(std::move(entry));
  }
  return Json::array(std::move(list));
}

template <typename Value>
Json vocabulary_json() {
  return vocabulary_json<Value>([](Value, Json&) {});
}

/// What an algorithm does with problem.regularizer and problem.domain.
std::string_view term_text(TermUse use) {
  switch (use) {
    case TermUse::smooth_only:
      return "smooth";
    case TermUse::proximal:
      return "proximal";
    case TermUse::domain_only:
      return "domain";
    case TermUse::smooth_in_domain:
      return "smooth-in-domain";
    case TermUse::smooth_in_ball:
      return "smooth-in-ball";
    case TermUse::simplices:
      return "simplices";
    case TermUse::queries:
      return "queries";
  }
  return "";
}

/// Which problems it is for.
std::string_view problem_text(ProblemUse use) {
  switch (use) {
    case ProblemUse::minimizes:
      return "minimization";
    case ProblemUse::saddles:
      return "saddle";
    case ProblemUse::both:
      return "both";
  }
  return "";
}

/// Those that it has and not every algorithm.
Json step_diagnostics_json(const AlgorithmEntry& entry) {
  std::vector<std::string> ids;
  for (const DiagnosticEntry& diagnostic : diagnostics()) {
    if (diagnostic.needs.view.empty() || !is_measured(diagnostic, entry, entry.is_private))
      continue;
    ids.push_back(diagnostic.id);
  }
  return Json::texts(ids);
}

/// Names what the engine's authors do not vouch for.
void add_origin(Origin origin, Json& entry) {
  if (origin == Origin::outside) entry.set("origin", "outside");
}

Json diagnostics_json() {
  std::vector<Json> list;
  for (const DiagnosticEntry& diagnostic : diagnostics()) {
    Json entry = Json::object({{"id", diagnostic.id}, {"title", diagnostic.title}});
    if (!diagnostic.unit.empty()) entry.set("unit", diagnostic.unit);
    entry.set("description", diagnostic.description);
    add_origin(diagnostic.origin, entry);
    list.push_back(std::move(entry));
  }
  return Json::array(std::move(list));
}

/// What the steps of an algorithm tell everybody.
Json step_columns_json(const std::vector<StepColumn>& columns) {
  std::vector<Json> list;
  for (const StepColumn& column : columns) {
    Json entry = Json::object({{"name", column.name}, {"title", column.title}});
    if (!column.unit.empty()) entry.set("unit", column.unit);
    entry.set("description", column.description);
    list.push_back(std::move(entry));
  }
  return Json::array(std::move(list));
}

Json algorithm_json(const AlgorithmEntry& entry) {
  Json out = Json::object({{"id", entry.id},
                           {"title", entry.title},
                           {"paper", entry.paper},
                           {"theorem", entry.theorem},
                           {"summary", entry.summary},
                           {"private", entry.is_private},
                           {"leaks", entry.leaks},
                           {"notions", word_list(entry.notions)},
                           {"neighbours", word_list(entry.neighbours)},
                           {"mechanisms", word_list(entry.mechanisms)},
                           {"needs", Json::texts(entry.needs)},
                           {"problems", problem_text(entry.problem_use)},
                           {"terms", term_text(entry.term_use)},
                           {"diagnostics", step_diagnostics_json(entry)},
                           {"guarantee", entry.guarantee},
                           {"parameters", parameter_list(entry.parameters)}});
  if (!entry.columns.empty()) out.set("columns", step_columns_json(entry.columns));
  if (tells(entry, HiddenPoint::kName)) out.set("hiddenIterate", true);
  add_origin(entry.origin, out);
  return out;
}

Json algorithms_json() {
  std::vector<Json> list;
  for (const AlgorithmEntry& entry : algorithms()) list.push_back(algorithm_json(entry));
  return Json::array(std::move(list));
}

/// The generators on whose populations the loss's exact mean is known, whatever the parameters of
/// both; added where there are any.
template <class Known>
void add_populations(const Known& is_known, Json& out) {
  std::vector<Json> names;
  for (const std::string_view name : synthetic_names()) {
    // A share that no problem has: not known where two parameters must agree.
    SyntheticParameters law{.name = std::string(name), .positive_share = -1};
    if (is_population_generator(name) && is_known(law)) names.emplace_back(name);
  }
  if (!names.empty()) out.set("populations", Json::array(std::move(names)));
}

/// What a loss takes targets for; one that ignores them takes numbers.
std::string_view targets_text(const LossEntry& loss) {
  if (loss.takes_labels) return "labels";
  return loss.form == LossForm::classes ? "classes" : "numbers";
}

Json loss_json(const LossEntry& loss) {
  Json out = Json::object({{"id", loss.id},
                           {"title", loss.title},
                           {"description", loss.description},
                           {"targets", targets_text(loss)},
                           {"needsGradientClip", loss.needs_gradient_clip()},
                           {"convex", loss.is_convex()},
                           {"parameters", parameter_list(loss.parameters)}});
  if (loss.prediction() == Prediction::none) out.set("linearModel", false);
  add_populations([&](const auto& law) { return has_population(loss, {}, law); }, out);
  add_origin(loss.origin, out);
  return out;
}

Json losses_json() {
  std::vector<Json> list;
  for (const LossEntry& loss : losses()) {
    const bool is_problem = loss.form == LossForm::record || loss.form == LossForm::saddle;
    if (!is_problem) list.push_back(loss_json(loss));
  }
  return Json::array(std::move(list));
}

/// A problem whose constants are known: what its file says, and the records it is made for.
Json problem_json(const LossEntry& entry) {
  const auto problem = entry.record();
  const double radius = problem->default_radius();
  const Index features = problem->dimension().value_or(0);
  Json out = Json::object({{"id", entry.id},
                           {"title", entry.title},
                           {"description", entry.description},
                           {"convex", entry.is_convex()},
                           {"features", features},
                           {"radius", std::isfinite(radius) ? Json(radius) : Json()},
                           {"data", *parse_json(entry.records)},
                           {"parameters", parameter_list(entry.parameters)}});
  add_origin(entry.origin, out);
  return out;
}

Json gallery_json() {
  std::vector<Json> list;
  for (const LossEntry& entry : losses()) {
    if (entry.form == LossForm::record) list.push_back(problem_json(entry));
  }
  return Json::array(std::move(list));
}

/// Problems min over x, max over y of F(x, y), of the user's own data.
Json saddles_json() {
  std::vector<Json> list;
  for (const LossEntry& entry : losses()) {
    if (entry.form != LossForm::saddle) continue;
    Json out = Json::object({{"id", entry.id},
                             {"title", entry.title},
                             {"description", entry.description},
                             {"targets", targets_text(entry)},
                             {"parameters", parameter_list(entry.parameters)}});
    const auto saddle = entry.saddle();
    if (saddle->model(1).size == 0) out.set("linearModel", false);
    add_populations([&](const auto& law) { return has_population(*saddle, law); }, out);
    add_origin(entry.origin, out);
    list.push_back(std::move(out));
  }
  return Json::array(std::move(list));
}

Json preprocess_json() {
  std::vector<Json> list;
  for (const PreprocessEntry& entry : preprocess_entries()) {
    list.push_back(Json::object({{"kind", entry.kind},
                                 {"title", entry.title},
                                 {"description", entry.description},
                                 {"certified", entry.certified},
                                 {"parameters", parameter_list(entry.parameters)}}));
  }
  return Json::array(std::move(list));
}

/// The kinds of `data` block, with the fields in which they hold records.
Json data_kinds_json() {
  std::vector<Json> list;
  for (const std::string& kind : data_kinds()) {
    std::vector<std::string> fields;
    for (const RecordPlace& place : record_places()) {
      if (place.kind == kind) fields.emplace_back(place.field);
    }
    list.push_back(Json::object({{"kind", kind}, {"records", Json::texts(fields)}}));
  }
  return Json::array(std::move(list));
}

Json synthetic_json() {
  std::vector<Json> list;
  for (const SyntheticEntry& entry : synthetic_entries()) {
    list.push_back(Json::object({{"name", entry.name},
                                 {"title", entry.title},
                                 {"description", entry.description},
                                 {"features", entry.features},
                                 {"rowValues", entry.row_values},
                                 {"parameters", parameter_list(entry.parameters)}}));
  }
  return Json::array(std::move(list));
}

Json columns_json(const BuiltinData& data) {
  std::vector<Json> list;
  for (const BuiltinColumn& column : data.columns) {
    list.push_back(Json::object(
        {{"name", column.name}, {"lower", column.range.lower}, {"upper", column.range.upper}}));
  }
  return Json::array(std::move(list));
}

Json builtin_json() {
  std::vector<Json> list;
  for (const BuiltinData& data : builtin_data()) {
    list.push_back(Json::object({{"name", data.name},
                                 {"title", data.title},
                                 {"samples", data.samples},
                                 {"features", static_cast<Index>(data.columns.size())},
                                 {"target", data.target},
                                 {"columns", columns_json(data)},
                                 {"source", data.source},
                                 {"licence", data.licence},
                                 {"suggestedPreprocess", suggested_preprocess(data)},
                                 {"suggestedSource", data.suggested.source},
                                 {"suggestedLoss", suggested_loss(data)}}));
  }
  return Json::array(std::move(list));
}

struct CodeEntry {
  ErrorCode code;
};
constexpr CodeEntry kCodes[] = {
#define NOISY_ENTRY(name, text, meaning) {ErrorCode::name},
    NOISY_ERROR_CODES(NOISY_ENTRY)
#undef NOISY_ENTRY
};

Json errors_json() {
  std::vector<Json> list;
  for (const CodeEntry& entry : kCodes) {
    list.push_back(
        Json::object({{"code", code_text(entry.code)}, {"meaning", code_meaning(entry.code)}}));
  }
  return Json::array(std::move(list));
}

Json limits_json() {
  using Limit = FormatLimits;
  const auto count = [](std::size_t value) { return static_cast<double>(value); };
  return Json::object({{"textBytes", count(Limit::kTextBytes)},
                       {"titleLength", count(Limit::kTitleLength)},
                       {"algorithms", count(Limit::kAlgorithms)},
                       {"preprocessSteps", count(Limit::kPreprocessSteps)},
                       {"inlineValues", count(Limit::kInlineValues)},
                       {"columns", count(Limit::kColumns)},
                       {"columnWords", count(Limit::kColumnWords)},
                       {"sweepAxes", count(Limit::kSweepAxes)},
                       {"sweepValues", count(Limit::kSweepValues)},
                       {"sweepPoints", Limit::kSweepPoints},
                       {"runs", Limits{}.maximum_runs},
                       {"memoryBytes", Limits{}.memory_bytes},
                       {"keptBytes", Limits{}.kept_bytes},
                       {"repeats", Limit::kRepeats},
                       {"iterations", Limit::kIterations},
                       {"tracePoints", Limit::kTracePoints},
                       {"tracedCoordinates", Limit::kTracedCoordinates},
                       {"samples", Limit::kSamples},
                       {"features", Limit::kFeatures},
                       {"seed", Limit::kSeed}});
}

}  // namespace

Json experiment_catalogue() {
  return Json::object(
      {{"version", 1},
       {"engine", engine_version()},
       {"algorithms", algorithms_json()},
       {"losses", losses_json()},
       {"gallery", gallery_json()},
       {"saddles", saddles_json()},
       {"regularizers", vocabulary_json<Regularizer::Kind>([](Regularizer::Kind kind, Json& entry) {
          entry.set("parameters", parameter_list(regularizer_parameters(kind)));
        })},
       {"domains", vocabulary_json<Domain::Kind>([](Domain::Kind kind, Json& entry) {
          entry.set("parameters", parameter_list(domain_parameters(kind)));
        })},
       {"gradientClip", parameter_list(gradient_clip_parameters())},
       {"constants", parameter_list(constant_parameters())},
       {"constantRules", vocabulary_json<ConstantRule>()},
       {"builtinData", builtin_json()},
       {"dataKinds", data_kinds_json()},
       {"syntheticData", synthetic_json()},
       {"preprocess", preprocess_json()},
       {"storages", vocabulary_json<Storage>()},
       {"notions", vocabulary_json<Notion>([](Notion notion, Json& entry) {
          entry.set("parameters", Json::texts(budget_fields(notion)));
        })},
       {"guarantees", vocabulary_json<Guarantee>()},
       {"neighbours", vocabulary_json<Neighbours>()},
       {"mechanisms", vocabulary_json<Mechanism>()},
       {"calibrations", vocabulary_json<Calibration>()},
       {"randomness", vocabulary_json<Randomness>()},
       {"releases", vocabulary_json<ReleaseKind>()},
       {"diagnostics", diagnostics_json()},
       {"statuses", vocabulary_json<RunStatus>()},
       {"errors", errors_json()},
       {"limits", limits_json()}});
}

}  // namespace noisy
