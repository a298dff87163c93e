#pragma once

#include <algorithm>
#include <deque>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/math/error.h"

namespace noisy {

/// Where an entry of a registry comes from.
enum class Origin {
  engine,  ///< built in
  outside  ///< registered by another program
};

/// Whether a registry takes an id: letters a to z, digits and single hyphens between them, a letter
/// first. Files, statements and command lines hold it as it is.
constexpr bool is_valid_id(std::string_view id) {
  constexpr auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (id.empty() || !is_letter(id.front()) || id.back() == '-') return false;
  for (std::size_t i = 0; i < id.size(); ++i) {
    const bool is_word = is_letter(id[i]) || (id[i] >= '0' && id[i] <= '9');
    if (!is_word && (id[i] != '-' || id[i - 1] == '-')) return false;
  }
  return true;
}

/// Entries that are known by their ids: first those of the engine, then, in the order of their
/// registration, those from outside. An entry has `id`, `title` and `origin`.
///
/// Entries keep their place in memory, so that a session or plan that points to one stays valid
/// whatever is registered later. Registering is not synchronized: do it while no other thread uses
/// the engine.
template <typename Entry>
class Registry {
 public:
  explicit Registry(std::vector<Entry> built_in)
      : entries_(std::make_move_iterator(built_in.begin()),
                 std::make_move_iterator(built_in.end())) {}

  const std::deque<Entry>& entries() const { return entries_; }

  /// The entry with this id, or null.
  const Entry* find(std::string_view id) const {
    const auto found = std::ranges::find(entries_, id, &Entry::id);
    return found == entries_.end() ? nullptr : &*found;
  }

  /// Takes an entry of another program.
  ///
  /// @error invalid-value at "id" when it is none or taken, at "title" when there is none
  Result<void> add(Entry entry) {
    if (!is_valid_id(entry.id)) {
      return fail(ErrorCode::invalid_value, "id",
                  "\"" + entry.id +
                      "\" is no id: use letters a to z, digits and single hyphens, a letter first");
    }
    if (find(entry.id)) {
      return fail(ErrorCode::invalid_value, "id",
                  "\"" + entry.id + "\" is taken: choose another id");
    }
    if (entry.title.empty()) {
      return fail(ErrorCode::invalid_value, "title", "\"" + entry.id + "\" needs a title");
    }
    entry.origin = Origin::outside;
    entries_.push_back(std::move(entry));
    return {};
  }

 private:
  std::deque<Entry> entries_;
};

}  // namespace noisy
