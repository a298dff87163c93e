#include "engine/question/parameter_list.h"

#include <string_view>
#include <utility>

#include "engine/experiment/session/report.h"

namespace noisy {
namespace {

std::string_view type_text(ParameterType type) {
  switch (type) {
    case ParameterType::integer:
      return "integer";
    case ParameterType::number:
      return "number";
    case ParameterType::choice:
      return "choice";
    case ParameterType::number_or_choice:
      return "number-or-choice";
    case ParameterType::integer_or_choice:
      return "integer-or-choice";
    case ParameterType::boolean:
      return "boolean";
    case ParameterType::number_or_vector:
      return "number-or-vector";
    case ParameterType::vectors:
      return "vectors";
  }
  return "";
}

Json value_json(const ParameterValue& value) {
  ParameterSet set;
  set.set("value", value);
  return *parameters_json(set).find("value");
}

Json start_json(const FormStart& start) {
  Json out = Json::object({{"value", start.value}});
  switch (start.of) {
    case FormStart::Of::one:
      break;
    case FormStart::Of::records:
      out.set("of", "records");
      break;
    case FormStart::Of::columns:
      out.set("of", "columns");
      break;
    case FormStart::Of::entries:
      out.set("of", "entries");
      break;
    case FormStart::Of::targets:
      out.set("of", "targets");
      break;
  }
  return out;
}

Json parameter_json(const ParameterSpec& spec) {
  Json out = Json::object({{"name", spec.name},
                           {"title", spec.title},
                           {"type", type_text(spec.type)},
                           {"unit", spec.unit}});
  const bool has_range = spec.type != ParameterType::choice &&
                         spec.type != ParameterType::boolean && spec.type != ParameterType::vectors;
  if (has_range) {
    out.set(spec.exclusive_minimum ? "exclusiveMinimum" : "minimum", spec.minimum);
    out.set("maximum", spec.maximum);
  }
  if (!spec.choices.empty()) out.set("choices", Json::texts(spec.choices));
  if (spec.is_open) out.set("open", true);
  if (spec.default_value) out.set("default", value_json(*spec.default_value));
  if (!spec.default_rule.empty()) out.set("defaultRule", spec.default_rule);
  if (spec.start) out.set("start", start_json(*spec.start));
  out.set("description", spec.description);
  out.set("source", spec.source);
  return out;
}

}  // namespace

Json parameter_list(const std::vector<ParameterSpec>& specs) {
  std::vector<Json> list;
  for (const ParameterSpec& spec : specs) list.push_back(parameter_json(spec));
  return Json::array(std::move(list));
}

}  // namespace noisy
