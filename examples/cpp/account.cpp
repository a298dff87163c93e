#include <cstdio>

#include "engine/question/account/account.h"

int main() {
  const auto answer = noisy::account(R"({"query": "gaussian-noise", "epsilon": 1, "delta": 1e-6})");
  std::puts(answer ? answer->c_str() : answer.error().message.c_str());
}
