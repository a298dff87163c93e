#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/json/json.h"

namespace noisy {
class RecordReader;
}

/// Records of the files: one table of fields for each. From it follow the JSON that is written of
/// a struct, what of a file may be published, the columns of CSV tables, the client's types and the
/// schema of results.
namespace noisy::record {

/// Who may see a field. One without a mark stays out of what is published.
enum class Seen : unsigned char {
  nobody,    ///< no mark
  owner,     ///< computed from the data without noise
  released,  ///< all, where the run promises something; else the owner
  everyone
};

/// What a CSV table has of a field. One without a mark is left out of it.
enum class Csv : unsigned char {
  left_out,
  key,     ///< tells rows apart: goes by the field's name alone, wherever the record stands
  column,  ///< goes by the field's name, after those of the records around it
  unnamed  ///< goes by the names of the records around it alone
};

/// Whether a field holds one value or record, a list of them, or some by names of their own.
enum class Holds : unsigned char { one, list, map };

/// What the values of a field are, or those in its lists and maps. Each may be null: a number that
/// is not finite is.
enum class Kind : unsigned char { text, number, flag, text_or_number, record, any };

struct Table;
using Write = Json (*)(const void* owner);  ///< false where a field lacks that may
using Read = void (*)(RecordReader& in, std::string_view key, void* owner);

template <typename Owner>
inline constexpr char owner_tag = 0;

/// What a field holds, and how it is written of the record's struct, where it has one.
struct Shape {
  /// As TypeScript says it; beside a table what follows its name: "", "[]", "{}" or " | null".
  std::string_view type = "";
  const Table* inside = nullptr;
  std::vector<std::string> (*words)() = nullptr;  ///< all that it may be, where it is a word
  Write write = nullptr;
  Read read = nullptr;  ///< into the struct, where the field is read
  // Sanitizers forbid to ask constants whether a pointer is there.
  bool is_record = false;       ///< inside is there
  bool is_written = false;      ///< write is there
  bool is_read = false;         ///< read is there
  const char* owner = nullptr;  ///< owner_tag of the struct
  Csv csv = Csv::left_out;

  constexpr Shape() = default;
  constexpr Shape(const char* name) : type(name) {}
  constexpr Shape(const Table& table, const char* suffix = "")
      : type(suffix), inside(&table), is_record(true) {}

  constexpr Holds holds() const {
    if (type.ends_with("[]")) return Holds::list;
    return type == "{}" || type.starts_with("Record<") ? Holds::map : Holds::one;
  }

  /// How many lists stand around its values: 2 of "number[][]".
  constexpr std::uint8_t depth() const {
    std::uint8_t out = 0;
    for (std::string_view rest = without_null(type); rest.ends_with("[]"); ++out) {
      rest.remove_suffix(2);
    }
    return out;
  }

  constexpr Kind kind() const {
    if (is_record) return Kind::record;
    std::string_view name = without_null(type);
    while (name.ends_with("[]")) name.remove_suffix(2);
    if (name.starts_with('(') && name.ends_with(')')) {
      name = without_null(name.substr(1, name.size() - 2));
    }
    if (name.empty() || name.starts_with('\'') || name == "string") return Kind::text;
    if (name == "number") return Kind::number;
    if (name == "boolean" || name == "true") return Kind::flag;
    if (name == "number | string") return Kind::text_or_number;
    return name.starts_with("Record<") || name.starts_with("Partial<") ? Kind::record : Kind::any;
  }

 private:
  static constexpr std::string_view without_null(std::string_view name) {
    constexpr std::string_view kNull = " | null";
    return name.ends_with(kNull) ? name.substr(0, name.size() - kNull.size()) : name;
  }
};

// Marks of fields that CSV tables have.
consteval Shape marked(Csv csv, Shape shape) {
  shape.csv = csv;
  return shape;
}
consteval Shape key(Shape shape) {
  return marked(Csv::key, shape);
}
consteval Shape column(Shape shape) {
  return marked(Csv::column, shape);
}
consteval Shape unnamed(Shape shape) {
  return marked(Csv::unnamed, shape);
}

/// In the place of a name: all fields of the record that is written.
constexpr std::string_view kSpread = "...";

struct Field {
  /// Of all that are alike, blanks between; "?" where it may lack. Or kSpread.
  std::string_view names = "";
  Shape shape;
  Seen seen = Seen::nobody;
  std::string_view meaning = "";  ///< a sentence for the documentation, unit included
};

/// What not every table has.
struct More {
  const Table* base = nullptr;   ///< whose fields it has too, each of which may lack
  std::string_view others = "";  ///< TypeScript's name of the fields that are listed elsewhere
  bool is_judged = false;        ///< each record of it says itself what it promises
};

struct Table {
  constexpr Table(std::string_view id, std::string_view text, std::initializer_list<Field> rows,
                  More additional = {})
      : name(id), meaning(text), size(rows.size()), more(additional) {
    std::ranges::copy(rows, fields.begin());
  }

  std::string_view name;
  std::string_view meaning;
  std::array<Field, 32> fields;
  std::size_t size;
  More more;
};

/// Calls `take(name)` for every name of a field, question marks included.
constexpr void each_name(std::string_view names, auto take) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    take(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

// ---- tables without their texts: a program that documents nothing does not link the texts ------

struct Layout;

struct Slot {
  const char* name;  ///< not the end of its text: see key()
  const Layout* inside;
  Write write;
  std::uint8_t length;
  Seen seen : 2;
  Csv csv : 2;
  Holds holds : 2;
  bool is_optional : 1;
  Kind kind : 3;
  std::uint8_t depth : 2;  ///< of lists around its values

  constexpr std::string_view key() const { return {name, length}; }
};

struct Layout {
  std::span<const Slot> slots;
  const Layout* base;
  bool has_others;
  bool is_judged;

  const Slot* find(std::string_view key) const {
    const auto slot = std::ranges::find(slots, key, &Slot::key);
    if (slot != slots.end()) return &*slot;
    return base ? base->find(key) : nullptr;
  }
};

/// The layout of a table, or null of none.
template <const Table* table>
struct LayoutOf;

template <const Table& table>
struct Outline {
  static consteval std::size_t count() {
    std::size_t all = 0;
    for (const Field& field : table.fields) each_name(field.names, [&](auto) { ++all; });
    return all;
  }

  template <std::size_t... I>
  static consteval std::array<Slot, count()> slots_of(std::index_sequence<I...>) {
    std::array<Slot, count()> out = {};
    auto slot = out.begin();
    const auto add = [&](const Field& field, const Layout* inside) {
      each_name(field.names, [&](std::string_view name) {
        const bool is_optional = name.ends_with('?');
        if (is_optional) name.remove_suffix(1);
        const auto length = static_cast<std::uint8_t>(name.size());
        Slot& made = *slot++ = {name.data(), inside, field.shape.write, length};
        made.seen = field.seen;
        made.csv = field.shape.csv;
        made.holds = field.shape.holds();
        made.is_optional = is_optional;
        made.kind = field.shape.kind();
        made.depth = field.shape.depth();
      });
    };
    (add(table.fields[I], LayoutOf<table.fields[I].shape.inside>::value()), ...);
    return out;
  }

  static constexpr auto slots = slots_of(std::make_index_sequence<table.size>());
  static constexpr Layout layout{slots, LayoutOf<table.more.base>::value(),
                                 !table.more.others.empty(), table.more.is_judged};
};

template <const Table* table>
struct LayoutOf {
  static consteval const Layout* value() { return &Outline<*table>::layout; }
};
template <>
struct LayoutOf<nullptr> {
  static consteval const Layout* value() { return nullptr; }
};

template <const Table& table>
inline constexpr const Layout& layout = Outline<table>::layout;

}  // namespace noisy::record
