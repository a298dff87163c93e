#include "engine/experiment/file/fields.h"

#include <cmath>

#include "engine/data/text_lines.h"
#include "engine/problem/registry.h"

namespace noisy {
namespace {

constexpr std::size_t kMostVectorElements = 1'000'000;

std::string range_text(const ParameterSpec& spec) {
  std::string text = spec.exclusive_minimum ? "greater than " : "at least ";
  text += number_text(spec.minimum);
  if (std::isfinite(spec.maximum)) text += " and at most " + number_text(spec.maximum);
  return text;
}

std::string kind_text(const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterType::integer:
      return "a whole number " + range_text(spec);
    case ParameterType::number:
      return "a finite number " + range_text(spec);
    case ParameterType::choice:
      return spec.choices.empty() ? "a text of at most " + number_text(spec.maximum) + " characters"
                                  : "one of " + listing(spec.choices);
    case ParameterType::integer_or_choice:
      return "a whole number " + range_text(spec) + ", or one of " + listing(spec.choices);
    case ParameterType::number_or_choice:
      return "a number " + range_text(spec) +
             (spec.choices.empty() ? ", or a text" : ", or one of " + listing(spec.choices));
    case ParameterType::boolean:
      return "true or false";
    case ParameterType::number_or_vector:
      return "a finite number " + range_text(spec) + ", or an array of such numbers";
    case ParameterType::vectors:
      return "an array of arrays of numbers";
  }
  return "";
}

bool takes_numbers(ParameterType type) {
  return type != ParameterType::choice && type != ParameterType::boolean;
}

bool takes_words(ParameterType type) {
  return type == ParameterType::choice || type == ParameterType::number_or_choice ||
         type == ParameterType::integer_or_choice;
}

bool in_range(double value, const ParameterSpec& spec) {
  const bool above = spec.exclusive_minimum ? value > spec.minimum : value >= spec.minimum;
  const bool is_whole =
      spec.type == ParameterType::integer || spec.type == ParameterType::integer_or_choice;
  const bool fits = !is_whole || value == std::floor(value);
  return std::isfinite(value) && above && value <= spec.maximum && fits;
}

Result<ParameterValue> check_text(const Json& value, const std::string& path,
                                  const ParameterSpec& spec, ErrorCode out_of_range) {
  const std::string& text = value.text();
  if (spec.choices.empty()) {
    if (static_cast<double>(text.size()) <= spec.maximum) return text;
    return fail(ErrorCode::limit_exceeded, path, "must be " + kind_text(spec));
  }
  if (std::ranges::find(spec.choices, text) != spec.choices.end()) return text;
  if (spec.is_open && is_valid_id(text)) return text;
  return fail(out_of_range, path,
              "is " + quoted(text) + " but must be " + kind_text(spec) + "." +
                  did_you_mean(text, spec.choices));
}

Result<ParameterValue> check_vector(const Json& value, const std::string& path,
                                    const ParameterSpec& spec, ErrorCode out_of_range) {
  if (value.size() > kMostVectorElements) {
    return fail(ErrorCode::limit_exceeded, path,
                "has more than " + std::to_string(kMostVectorElements) + " numbers");
  }
  const std::vector<double>* numbers = value.as_numbers();
  if (!numbers) return fail(ErrorCode::invalid_type, path, "must be " + kind_text(spec));
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    if (in_range((*numbers)[i], spec)) continue;
    return fail(out_of_range, join_path(path, i), "must be a finite number " + range_text(spec));
  }
  return *numbers;
}

}  // namespace

std::string listing(std::span<const std::string> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += '"' + words[i] + '"';
  }
  return text;
}

std::string known_words(std::string_view word, std::span<const std::string> known) {
  std::string hint = did_you_mean(word, known);
  return hint.empty() ? " Known: " + listing(known) + "." : hint;
}

Result<ParameterValue> check_value(const Json& value, const std::string& path,
                                   const ParameterSpec& spec, ErrorCode out_of_range) {
  const ParameterType type = spec.type;
  if (type == ParameterType::boolean && value.is_boolean()) return value.boolean();
  if (value.is_text() && takes_words(type)) return check_text(value, path, spec, out_of_range);
  if (value.is_array() && type == ParameterType::number_or_vector) {
    return check_vector(value, path, spec, out_of_range);
  }
  if (value.is_number() && takes_numbers(type)) {
    if (in_range(value.number(), spec)) return value.number();
    return fail(out_of_range, path,
                "is " + number_text(value.number()) + " but must be " + kind_text(spec));
  }
  if (value.is_null() && takes_numbers(type)) {
    const bool has_own_code = out_of_range == ErrorCode::invalid_budget;
    return fail(has_own_code ? out_of_range : ErrorCode::invalid_type, path,
                "must be " + kind_text(spec) + "; null stands for NaN or infinity");
  }
  return fail(ErrorCode::invalid_type, path, "must be " + kind_text(spec));
}

Result<void> check_members(const Json& object, const std::string& path,
                           std::span<const ParameterSpec* const> specs) {
  if (!object.is_object()) return fail(ErrorCode::invalid_type, path, "must be an object");
  std::vector<std::string> known;
  for (const ParameterSpec* spec : specs) known.push_back(spec->name);
  for (const auto& [key, value] : object.members()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    return fail(ErrorCode::unknown_field, join_path(path, shortened(key)),
                "the format has no field " + quoted(key) + " here." + known_words(key, known));
  }
  for (const ParameterSpec* spec : specs) {
    if (spec->default_value || !spec->default_rule.empty() || object.find(spec->name)) continue;
    return fail(ErrorCode::missing_field, join_path(path, spec->name),
                "is required" + (spec->title.empty() ? "" : ": " + spec->title));
  }
  return {};
}

}  // namespace noisy
