#include "engine/json/path.h"

namespace noisy {

std::string join_path(std::string_view parent, std::string_view name) {
  std::string path(parent);
  if (!path.empty()) path += '.';
  return path += name;
}

std::string join_path(std::string_view parent, std::size_t position) {
  return join_path(parent, std::to_string(position));
}

}  // namespace noisy
