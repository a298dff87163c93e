#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace noisy {

/// One diagnostic of a run at its traced iterates.
struct NamedColumn {
  std::string name;  ///< as in results: column_name() of the diagnostic's id
  std::vector<double> values;
  std::size_t width = 1;  ///< numbers of each iterate, one after another; more than one: a list

  bool has_lists() const { return width > 1; }
  /// At how many iterates it was measured.
  std::size_t points() const { return values.size() / width; }
};

/// "aNameOfMany" for "a-name-of-many".
std::string column_name(std::string_view id);

}  // namespace noisy
