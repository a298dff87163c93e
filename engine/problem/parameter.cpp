#include "engine/problem/parameter.h"

#include <algorithm>

namespace noisy {

Result<void> check_parameters(const std::vector<ParameterSpec>& specs) {
  for (const ParameterSpec& spec : specs) {
    if (spec.name.empty()) {
      return fail(ErrorCode::invalid_value, "parameters", "one of them has no name");
    }
    if (std::ranges::count(specs, spec.name, &ParameterSpec::name) == 1) continue;
    return fail(ErrorCode::invalid_value, "parameters",
                "two of them have the name \"" + spec.name + "\"");
  }
  return {};
}

}  // namespace noisy
