#include <cstdio>

#include "noisy_descent/noisy_descent.h"

int main() {
  const auto answer =
      noisy_descent::account(R"({"query": "gaussian-noise", "epsilon": 1, "delta": 1e-6})");
  std::puts(answer ? answer->c_str() : answer.error().message.c_str());
}
