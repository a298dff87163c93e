#include <utility>
#include <vector>

#include "engine/question/account/query.h"
#include "engine/question/catalogue.h"
#include "engine/question/field/rules.h"
#include "engine/question/parameter_list.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

/// Whether a question's field is a block with fields of its own, or a list of such blocks.
std::string_view block_type(const ParameterSpec& spec, const std::vector<ParameterSpec>& specs) {
  for (const ParameterSpec& inner : specs) {
    if (inner.name.starts_with(spec.name + ".")) return "block";
    if (inner.name.starts_with(spec.name + "[].")) return "blocks";
  }
  return "";
}

/// What the catalogue says of a field: as of a parameter, but for blocks and for lists.
Json field_json(Json field, const ParameterSpec& spec, const std::vector<ParameterSpec>& specs,
                std::span<const FieldRule> rules) {
  if (const std::string_view type = block_type(spec, specs); !type.empty()) {
    field.set("type", type);
    field.erase("minimum");
    field.erase("maximum");
  }
  for (const FieldRule& rule : rules) {
    if (rule.kind != FieldRule::Kind::listed || rule.field != spec.name) continue;
    field.set("type", "vector");
    field.set("most", static_cast<double>(rule.most));
  }
  return field;
}

/// The field that decides, and its words; null where it is left out, true for any value.
Json decider_json(const FieldRule& rule) {
  std::vector<Json> words;
  for (const std::string_view word : words_of(rule)) {
    words.push_back(word == FieldRule::kAbsent  ? Json()
                    : word == FieldRule::kGiven ? Json(true)
                                                : Json(word));
  }
  return Json::object({{"field", rule.decider}, {"is", Json::array(std::move(words))}});
}

/// Adds the fields of a question, and which of them others ask for or refuse.
void add_fields(const std::vector<ParameterSpec>& specs, std::span<const FieldRule> rules,
                Json& entry) {
  const Json list = parameter_list(specs);
  std::vector<Json> fields, conditions;
  for (std::size_t i = 0; i < specs.size(); ++i)
    fields.push_back(field_json(list.element(i), specs[i], specs, rules));
  for (const FieldRule& rule : rules) {
    if (rule.is_always()) continue;
    const bool is_needed = rule.kind == FieldRule::Kind::needed;
    conditions.push_back(Json::object({{"field", rule.field},
                                       {"rule", is_needed ? "needed" : "refused"},
                                       {"when", decider_json(rule)}}));
  }
  entry.set("parameters", Json::array(std::move(fields)));
  if (!conditions.empty()) entry.set("rules", Json::array(std::move(conditions)));
}

Json theory_json() {
  std::vector<Json> list;
  for (const TheoryQuery& query : theory_queries()) {
    Json entry = Json::object({{"query", query.name},
                               {"title", query.title},
                               {"description", query.description},
                               {"source", query.source}});
    add_fields(query.parameters, query.rules, entry);
    list.push_back(std::move(entry));
  }
  return Json::array(std::move(list));
}

Json account_json() {
  std::vector<Json> list;
  for (const AccountQuery& query : account_query_list()) {
    Json entry = Json::object({{"query", query.name}, {"value", query.value}});
    add_fields(parameters_of(query), query.rules, entry);
    std::vector<Json> details;
    for (const AnswerField& field : query.details) {
      details.push_back(Json::object({{"name", field.name},
                                      {"type", field.type},
                                      {"always", field.is_always},
                                      {"description", field.meaning}}));
    }
    entry.set("answer", Json::array(std::move(details)));
    list.push_back(std::move(entry));
  }
  return Json::array(std::move(list));
}

}  // namespace

std::string catalogue() {
  const Json words = experiment_catalogue();
  Json whole;
  for (const auto& [name, value] : words.members()) {
    // The questions stand before the errors that both files and questions can meet.
    if (name == "errors") {
      whole.set("theoryQueries", theory_json());
      whole.set("accountQueries", account_json());
    }
    whole.set(name, value);
  }
  return write_json(whole);
}

}  // namespace noisy
