#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/json/json.h"
#include "engine/json/path.h"
#include "engine/json/vocabulary.h"
#include "engine/math/nearest_word.h"
#include "engine/problem/parameter.h"

namespace noisy {

/// `"a", "b" and "c"`.
std::string listing(std::span<const std::string> words);

/// What is said after a name that is none of these: the nearest one, or all of them.
std::string known_words(std::string_view word, std::span<const std::string> known);

/// Checks a value of the file against its spec: type, range, choices (a choice without choices is
/// any text of at most `maximum` characters). This is the only place where
/// a scalar of the file is believed, algorithm parameters included.
///
/// @param out_of_range  code for a value outside its range or choices
/// @error invalid-type, or `out_of_range`, at `path`
Result<ParameterValue> check_value(const Json& value, const std::string& path,
                                   const ParameterSpec& spec,
                                   ErrorCode out_of_range = ErrorCode::invalid_value);

/// Where a reader stands: the field's path in the file and its spec.
struct FieldPlace {
  const std::string& path;
  const ParameterSpec& spec;
};

/// One field of an object in the file: its spec, and how it is stored. A field whose spec has
/// neither a default value nor a default rule is required.
template <typename Owner>
struct Field {
  ParameterSpec spec;
  Result<void> (*read)(const Json& value, const FieldPlace& at, Owner& owner);
};

/// Checks that the value is an object whose keys are among `specs` and that nothing required is
/// absent.
///
/// @error invalid-type, unknown-field (with the nearest known name), missing-field
Result<void> check_members(const Json& object, const std::string& path,
                           std::span<const ParameterSpec* const> specs);

/// Reads one object of the file by its table of fields.
template <typename Owner>
Result<void> read_fields(const Json& object, const std::string& path,
                         const std::vector<Field<Owner>>& fields, Owner& owner) {
  std::vector<const ParameterSpec*> specs;
  for (const Field<Owner>& field : fields) specs.push_back(&field.spec);
  if (Result<void> checked = check_members(object, path, specs); !checked) return checked;
  for (const Field<Owner>& field : fields) {
    const Json* value = object.find(field.spec.name);
    if (!value) continue;
    const std::string place = join_path(path, field.spec.name);
    if (Result<void> read = field.read(*value, {place, field.spec}, owner); !read) return read;
  }
  return {};
}

namespace fields_detail {

inline void assign(ParameterValue&& from, double& to) {
  to = std::get<double>(from);
}
inline void assign(ParameterValue&& from, bool& to) {
  to = std::get<bool>(from);
}
inline void assign(ParameterValue&& from, std::string& to) {
  to = std::move(std::get<std::string>(from));
}
inline void assign(ParameterValue&& from, std::vector<double>& to) {
  if (const double* single = std::get_if<double>(&from)) {
    to = {*single};
  } else {
    to = std::move(std::get<std::vector<double>>(from));
  }
}
template <typename Whole>
requires(std::integral<Whole> && !std::same_as<Whole, bool>) void assign(ParameterValue&& from,
                                                                         Whole& to) {
  to = static_cast<Whole>(std::get<double>(from));
}
template <typename Enumeration>
requires std::is_enum_v<Enumeration>
void assign(ParameterValue&& from, Enumeration& to) {
  to = *find_word<Enumeration>(std::get<std::string>(from));
}
template <typename Value>
void assign(ParameterValue&& from, std::optional<Value>& to) {
  assign(std::move(from), to.emplace());
}

}  // namespace fields_detail

/// The reader of a plain field: checks the value against the spec and stores it in `Member` of the
/// owner or of one of its bases.
template <auto Member, ErrorCode out_of_range = ErrorCode::invalid_value, typename Owner>
Result<void> store(const Json& value, const FieldPlace& at, Owner& owner) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec, out_of_range);
  if (!checked) return std::unexpected(std::move(checked.error()));
  fields_detail::assign(std::move(*checked), owner.*Member);
  return {};
}

}  // namespace noisy
