#pragma once

#include <functional>
#include <optional>
#include <type_traits>

#include "engine/json/vocabulary.h"
#include "engine/math/error.h"
#include "engine/record/table.h"

/// How a record is written of a struct, and the shapes of fields that are.
namespace noisy::record {

/// Adds the fields of a struct that its table can write, in the table's order. One that may lack
/// does where it is false or an empty list.
inline void write(const Layout& layout, const void* owner, Json& out) {
  for (const Slot& slot : layout.slots) {
    if (!slot.write) continue;
    Json value = slot.write(owner);
    if (slot.key() == kSpread) {
      for (const auto& [key, member] : value.members()) out.set(key, member);
      continue;
    }
    const bool is_empty =
        value.is_boolean() ? !value.boolean() : value.is_array() && value.size() == 0;
    if (!slot.is_optional || !is_empty) out.set(slot.key(), std::move(value));
  }
}

inline Json json_of(const Layout& layout, const void* owner) {
  Json out = Json::object();
  write(layout, owner, out);
  return out;
}

/// The record of a struct by its table.
template <const Table& table, typename Owner>
Json json_of(const Owner& owner) {
  const auto is_of_owner = [](const Field& field) {
    return !field.shape.is_written || field.shape.owner == &owner_tag<Owner>;
  };
  static_assert(std::ranges::all_of(table.fields, is_of_owner));
  return json_of(layout<table>, &owner);
}

template <typename Value>
constexpr bool has_words = std::is_enum_v<Value> && !std::is_same_v<Value, ErrorCode>;

/// One function for all fields of a type, since many small ones call it.
template <typename Value>
[[gnu::noinline]] Json as_json(const Value& value) {
  if constexpr (std::is_same_v<Value, std::vector<double>>) {
    return Json::numbers(value);
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    return Json::texts(value);
  } else {
    return Json(value);
  }
}

/// A value as JSON; false for an empty optional.
template <typename Given>
Json value_json(Given&& value) {
  using Value = std::remove_cvref_t<Given>;
  if constexpr (std::is_same_v<Value, Json>) {
    return std::forward<Given>(value);
  } else if constexpr (std::is_pointer_v<Value>) {
    return value_json(*value);
  } else if constexpr (requires { value.has_value(); }) {
    return value.has_value() ? value_json(*std::forward<Given>(value)) : as_json(false);
  } else if constexpr (std::is_same_v<Value, ErrorCode>) {
    return as_json(code_text(value));
  } else if constexpr (has_words<Value>) {
    return as_json(word_for(value));
  } else if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
    return as_json(static_cast<double>(value));
  } else {
    return as_json(value);
  }
}

template <typename Owner, typename Value>
Owner owner_of(Value Owner::*);
template <typename Owner, typename Value>
Owner owner_of(Value (*)(const Owner&));

/// What a chain of members and functions leads to, through pointers; what stands in its middle must
/// outlive the call.
template <auto first, auto... rest>
decltype(auto) reach(const auto& owner) {
  if constexpr (sizeof...(rest) == 0) {
    return std::invoke(first, owner);
  } else if constexpr (std::is_pointer_v<
                           std::remove_cvref_t<decltype(std::invoke(first, owner))>>) {
    return reach<rest...>(*std::invoke(first, owner));
  } else {
    return reach<rest...>(std::invoke(first, owner));
  }
}

/// The struct that records are written of where a member is one of this struct: itself, unless
/// another one extends it.
template <typename Struct>
struct RecordOwner {
  using type = Struct;
};

template <auto first>
using OwnerOf = typename RecordOwner<decltype(owner_of(first))>::type;
template <auto first, auto... rest>
using ValueOf =
    std::remove_cvref_t<decltype(reach<first, rest...>(std::declval<const OwnerOf<first>&>()))>;

template <typename Value>
constexpr const char* type_of = std::is_same_v<Value, bool>                       ? "boolean"
                                : std::is_arithmetic_v<Value>                     ? "number"
                                : has_words<Value>                                ? ""
                                : std::is_same_v<Value, std::vector<double>>      ? "number[]"
                                : std::is_same_v<Value, std::vector<std::string>> ? "string[]"
                                                                                  : "string";
template <typename Value>
constexpr const char* type_of<std::optional<Value>> = type_of<Value>;

template <auto first, auto... rest>
consteval Shape written(Shape shape, Write write) {
  shape.write = write;
  shape.is_written = true;
  shape.owner = &owner_tag<OwnerOf<first>>;
  return shape;
}

/// A word of a vocabulary.
template <typename Value>
consteval Shape word(Shape shape = "") {
  if constexpr (has_words<Value>) shape.words = &word_ids<Value>;
  if constexpr (requires { typename Value::value_type; })
    return word<typename Value::value_type>(shape);
  return shape;
}

/// A member, or what a function gives: a number, text, flag, word or list, a pointer to one, an
/// optional one, or JSON. Of several the first leads to the next.
template <auto first, auto... rest>
consteval Shape of(const char* type = type_of<ValueOf<first, rest...>>) {
  const Shape shape = written<first, rest...>(type, [](const void* owner) {
    return value_json(reach<first, rest...>(*static_cast<const OwnerOf<first>*>(owner)));
  });
  return shape.type.empty() ? word<ValueOf<first, rest...>>(shape) : shape;
}

/// A member, or what a function gives, that is a record of its own, an optional one, a pointer to
/// one, a list of them, or their JSON.
template <const Table& table, auto first, auto... rest>
consteval Shape in(const char* suffix = "") {
  return written<first, rest...>({table, suffix}, [](const void* owner) -> Json {
    auto&& one = reach<first, rest...>(*static_cast<const OwnerOf<first>*>(owner));
    if constexpr (std::is_same_v<ValueOf<first, rest...>, Json>) {
      return one;
    } else if constexpr (requires { one.begin(); }) {
      std::vector<Json> all;
      for (const auto& element : one) all.push_back(json_of<table>(element));
      return Json::array(std::move(all));
    } else if constexpr (requires { *one; }) {
      return one ? json_of<table>(*one) : as_json(false);
    } else {
      return json_of<table>(one);
    }
  });
}

}  // namespace noisy::record
