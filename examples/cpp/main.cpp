// Prints what an error of the engine says.
#include <iostream>

#include "engine/math/error.h"

int main() {
  const auto code = noisy::ErrorCode::invalid_budget;
  std::cout << noisy::code_text(code) << ": " << noisy::code_meaning(code) << '\n';
}
