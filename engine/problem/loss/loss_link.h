#pragma once

#include <memory>

namespace noisy {

/// A link that lives as long as the program, as losses hold theirs.
template <class Link>
std::shared_ptr<const void> lasting_link(const Link& link) {
  return {std::shared_ptr<const void>(), &link};
}

}  // namespace noisy
