#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace noisy {

/// One diagnostic of a run at its traced iterates.
struct NamedColumn {
  std::string name;  ///< as in results: column_name() of the diagnostic's id
  std::vector<double> values;
};

/// "aNameOfMany" for "a-name-of-many".
std::string column_name(std::string_view id);

}  // namespace noisy
