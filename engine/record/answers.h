#pragma once

#include "engine/record/record.h"

// Shapes of fields that answers have and files have not: what is null where it lacks, and the
// columns of a list of structs.

namespace noisy::record {

/// Whether an optional or a pointer holds something, or a list is not empty.
constexpr bool is_there(const auto& value) {
  if constexpr (requires { value.empty(); }) {
    return !value.empty();
  } else {
    return static_cast<bool>(value);
  }
}

/// As `of`, of an optional, a pointer or a list: null where it is empty.
///
/// @param type  of words what precedes them: "null | "
template <auto first, auto... rest>
consteval Shape or_null(const char* type) {
  return word<ValueOf<first, rest...>>(written<first, rest...>(type, [](const void* owner) -> Json {
    auto&& value = reach<first, rest...>(*static_cast<const OwnerOf<first>*>(owner));
    return is_there(value) ? value_json(value) : Json();
  }));
}

/// As `in`, of an optional record, a pointer to one or what `columns` takes: null where it is
/// empty.
template <const Table& table, auto first, auto... rest>
consteval Shape in_or_null() {
  return written<first, rest...>({table, " | null"}, [](const void* owner) -> Json {
    auto&& one = reach<first, rest...>(*static_cast<const OwnerOf<first>*>(owner));
    if (!is_there(one)) return {};
    if constexpr (requires { one.empty(); }) {
      return json_of<table>(one);
    } else {
      return json_of<table>(*one);
    }
  });
}

/// Some records as an array.
template <const Table& table>
Json list_of(const auto& records) {
  std::vector<Json> all;
  for (const auto& one : records) all.push_back(json_of<table>(one));
  return Json::array(std::move(all));
}

/// As `in`, of a pointer to a list of records: lacks where it is null.
template <const Table& table, auto first, auto... rest>
consteval Shape list_in() {
  return written<first, rest...>({table, "[]"}, [](const void* owner) {
    const auto* all = reach<first, rest...>(*static_cast<const OwnerOf<first>*>(owner));
    return all ? list_of<table>(*all) : as_json(false);
  });
}

/// A list of structs that is one record: its fields are `each` and `counted`.
template <const Table& table, auto first, auto... rest>
consteval Shape columns() {
  return written<first, rest...>(table, [](const void* owner) {
    return json_of<table>(reach<first, rest...>(*static_cast<const OwnerOf<first>*>(owner)));
  });
}

constexpr const char* kNumbers = "number[]";
constexpr const char* kNumbersOrNull = "(number | null)[]";

/// Of a list of structs one number of each.
template <auto first, auto... rest>
consteval Shape each(const char* type = kNumbers) {
  using List = std::vector<OwnerOf<first>>;
  Shape shape = type;
  shape.write = [](const void* owner) {
    std::vector<double> numbers;
    for (const auto& one : *static_cast<const List*>(owner)) {
      numbers.push_back(static_cast<double>(reach<first, rest...>(one)));
    }
    return Json::numbers(std::move(numbers));
  };
  shape.is_written = true;
  shape.owner = &owner_tag<List>;
  return shape;
}

/// Of a list of structs their positions, from `start` on.
template <typename Element, int start = 0>
consteval Shape counted() {
  using List = std::vector<Element>;
  Shape shape = kNumbers;
  shape.write = [](const void* owner) {
    std::vector<double> numbers(static_cast<const List*>(owner)->size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = start + static_cast<double>(i);
    }
    return Json::numbers(std::move(numbers));
  };
  shape.is_written = true;
  shape.owner = &owner_tag<List>;
  return shape;
}

}  // namespace noisy::record
