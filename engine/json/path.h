#pragma once

#include <string>
#include <string_view>

namespace noisy {

/// "privacy" and "epsilon" give "privacy.epsilon".
std::string join_path(std::string_view parent, std::string_view name);
std::string join_path(std::string_view parent, std::size_t position);

}  // namespace noisy
