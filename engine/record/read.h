#pragma once

#include <cmath>

#include "engine/record/reader.h"
#include "engine/record/record.h"

/// How a struct is read of a record, by the table that it is written by: what the table says of a
/// field is to be read, everything else is not believed.
namespace noisy::record {

/// Reads the fields of a struct; one that may lack stays as it is where it does.
template <const Table& table, typename Owner>
void read(RecordReader in, Owner& owner) {
  const auto read_field = [&]<std::size_t i>() {
    static constexpr Field field = table.fields[i];
    if constexpr (field.shape.is_read) {
      static_assert(field.shape.owner == &owner_tag<Owner>);
      constexpr bool is_optional = field.names.ends_with('?');
      constexpr std::string_view key = field.names.substr(0, field.names.size() - is_optional);
      if (!is_optional || in.has(key)) field.shape.read(in, key, &owner);
    }
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (read_field.template operator()<i>(), ...);
  }
  (std::make_index_sequence<table.size>());
}

/// One function for all fields of a type. A number is what its rule says.
template <NumberRule rule, typename Value>
[[gnu::noinline]] void read_value(RecordReader& in, std::string_view key, Value& to) {
  if constexpr (requires { to.emplace(); }) {
    read_value<rule>(in, key, to.emplace());
  } else if constexpr (has_words<Value>) {
    to = in.word<Value>(key);
  } else if constexpr (std::is_same_v<Value, bool>) {
    to = in.flag(key);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    to = static_cast<Value>(in.number(key, rule));
  } else if constexpr (std::is_same_v<Value, Json>) {
    to = in.required(key);
  } else {
    to = in.text(key);
  }
}

/// A shape that is read by a function of this member.
template <auto member, auto take>
consteval Shape read_by(Shape shape) {
  using Owner = OwnerOf<member>;
  shape.read = [](RecordReader& in, std::string_view key, void* owner) {
    take(in, key, std::invoke(member, *static_cast<Owner*>(owner)));
  };
  shape.is_read = true;
  shape.owner = &owner_tag<Owner>;
  return shape;
}

/// A shape that is read into a member: a number, text, flag, word or JSON.
template <auto member, NumberRule rule = NumberRule::not_negative>
consteval Shape into(Shape shape) {
  return read_by<member, &read_value<rule, ValueOf<member>>>(shape);
}

/// As `of`: a member that is written, and read.
template <auto member, NumberRule rule = NumberRule::not_negative>
consteval Shape given() {
  return into<member, rule>(of<member>());
}

/// Likewise a bound: null stands for none, which is infinity.
template <auto member>
consteval Shape bound() {
  constexpr auto take = [](RecordReader& in, std::string_view key, double& to) {
    to = in.bound(key);
  };
  return read_by<member, take>(written<member>("number | null", [](const void* owner) {
    const double value = std::invoke(member, *static_cast<const OwnerOf<member>*>(owner));
    return std::isfinite(value) ? Json(value) : Json();
  }));
}

/// A shape that is read into a record of its own; null leaves an optional one as it is.
template <const Table& table, auto member>
consteval Shape read_in(Shape shape) {
  constexpr auto take = [](RecordReader& in, std::string_view key, auto& to) {
    if constexpr (!requires { to.emplace(); }) {
      read<table>(in.inside(key), to);
    } else if (!in.required(key).is_null()) {
      read<table>(in.inside(key), to.emplace());
    }
  };
  return read_by<member, take>(shape);
}

}  // namespace noisy::record
