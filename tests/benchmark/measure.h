#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/math/instruction_set.h"

namespace noisy::benchmark {

/// Ends the program where the environment asks for an instruction set that the machine lacks: the
/// numbers would be those of another one.
inline void refuse_missing_instruction_set() {
  const std::string refused = math::refused_instruction_set();
  if (refused.empty()) return;
  std::fprintf(stderr, "NOISY_DESCENT_INSTRUCTION_SET: %s\n", refused.c_str());
  std::exit(2);
}

/// Seconds of the fastest of many calls: the one that nothing else disturbed.
/// Calls at least five times and for at least `budget` seconds.
template <class Work>
double fastest_seconds(Work&& work, double budget = 0.4) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  const Clock::time_point begin = Clock::now();
  double fastest = 1e300;
  for (int call = 0; call < 5 || seconds_since(begin) < budget; ++call) {
    const Clock::time_point start = Clock::now();
    work();
    fastest = std::min(fastest, seconds_since(start));
  }
  return fastest;
}

/// Keeps the compiler from dropping the computation of what lies there, though nobody reads it.
inline void keep(const void* value) {
  asm volatile("" : : "r"(value) : "memory");
}

/// One measurement as one line of JSON on standard output, which `npm run bench` collects.
///
/// @param benchmark  the table that the number belongs to ("gradient pass")
/// @param row        the row within it ("50,000 x 100, 4 right-hand sides")
/// @param unit       larger must be better: a rate such as "GF/s", or "M/s"
inline void report(const std::string& benchmark, const std::string& row, const std::string& unit,
                   double value) {
  refuse_missing_instruction_set();
  std::printf("{\"benchmark\":\"%s\",\"row\":\"%s\",\"unit\":\"%s\",\"value\":%.6g}\n",
              benchmark.c_str(), row.c_str(), unit.c_str(), value);
  std::fflush(stdout);
}

}  // namespace noisy::benchmark
