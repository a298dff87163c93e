#pragma once

#include <string>

namespace noisy::cli {

/// The manual page noisy-descent(1), for man.
std::string manual_page();

}  // namespace noisy::cli
