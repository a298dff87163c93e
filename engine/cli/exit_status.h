#pragma once

#include <string_view>

namespace noisy::cli {

/// The exit status of a program that ends with an error of this code: 1 when the work failed, 2
/// when the input was wrong.
int exit_status(std::string_view code);

}  // namespace noisy::cli
