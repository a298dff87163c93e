#include "engine/question/field/rules.h"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/json/path.h"

namespace noisy {
namespace {

using Kind = FieldRule::Kind;

/// The word that makes the rule hold: nothing where it does not.
std::optional<std::string_view> deciding_word(const Json& query, const FieldRule& rule) {
  if (rule.is_always()) return "";
  const Json* value = query.find(rule.decider);
  const std::string_view said = !value             ? FieldRule::kAbsent
                                : value->is_text() ? std::string_view(value->text())
                                                   : FieldRule::kGiven;
  for (const std::string_view word : words_of(rule)) {
    if (word == said || (word == FieldRule::kGiven && value)) return said;
  }
  return std::nullopt;
}

std::string message_of(const FieldRule& rule, std::string_view word) {
  std::string message(rule.message);
  if (const std::size_t at = message.find("{}"); at != std::string::npos) {
    message.replace(at, 2, word);
  }
  return message;
}

Result<void> check_field(const Json& owner, std::string_view name, const std::string& path,
                         const FieldRule& rule, std::string_view word) {
  const bool is_there = owner.find(name) != nullptr;
  if (is_there == (rule.kind == Kind::needed)) return {};
  return fail(rule.code, path, message_of(rule, word));
}

Result<void> check_list(const Json& query, const FieldRule& rule) {
  const Json* value = query.find(rule.field);
  if (!value) return {};
  const std::string path(rule.field);
  if (!value->is_array()) {
    return fail(ErrorCode::invalid_type, path, "must be an array of numbers");
  }
  if (value->size() == 0) {
    return fail(ErrorCode::invalid_value, path, "is empty: give at least one number");
  }
  if (value->size() > rule.most) {
    return fail(ErrorCode::limit_exceeded, path,
                "has more than " + std::to_string(rule.most) + " numbers");
  }
  return {};
}

Result<void> check_rule(const Json& query, const FieldRule& rule) {
  const auto word = deciding_word(query, rule);
  if (!word) return {};
  constexpr std::string_view kEach = "[].";
  const std::size_t end = rule.field.find(kEach);
  if (end == std::string_view::npos) {
    return check_field(query, rule.field, std::string(rule.field), rule, *word);
  }
  const std::string_view list = rule.field.substr(0, end);
  const std::string_view name = rule.field.substr(end + kEach.size());
  const Json* elements = query.find(list);
  for (std::size_t i = 0; elements && i < elements->size(); ++i) {
    const std::string path = join_path(join_path(list, i), name);
    if (auto checked = check_field(elements->element(i), name, path, rule, *word); !checked)
      return checked;
  }
  return {};
}

}  // namespace

std::vector<std::string_view> words_of(const FieldRule& rule) {
  std::vector<std::string_view> words;
  std::string_view rest = rule.words;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    words.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return words;
}

Result<void> check_lists(const Json& query, std::span<const FieldRule> rules) {
  for (const FieldRule& rule : rules) {
    if (rule.kind != Kind::listed) continue;
    if (auto checked = check_list(query, rule); !checked) return checked;
  }
  return {};
}

Result<void> check_rules(const Json& query, std::span<const FieldRule> rules) {
  for (const FieldRule& rule : rules) {
    if (rule.kind == Kind::listed) continue;
    if (auto checked = check_rule(query, rule); !checked) return checked;
  }
  return {};
}

std::vector<ParameterSpec> under_rules(std::vector<ParameterSpec> specs,
                                       std::span<const FieldRule> rules) {
  for (const FieldRule& rule : rules) {
    if (!rule.is_always() || rule.kind == Kind::listed) continue;
    if (rule.kind == Kind::refused) {
      std::erase_if(specs, [&](const ParameterSpec& spec) { return spec.name == rule.field; });
      continue;
    }
    for (ParameterSpec& spec : specs) {
      if (spec.name == rule.field) spec.default_rule.clear();
    }
  }
  return specs;
}

void add_nested(std::vector<ParameterSpec>& specs, std::string_view block,
                std::vector<ParameterSpec> fields) {
  for (ParameterSpec& spec : fields) {
    spec.name = join_path(block, spec.name);
    specs.push_back(std::move(spec));
  }
}

}  // namespace noisy
