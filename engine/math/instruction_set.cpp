#include "engine/math/instruction_set.h"

#include <atomic>
#include <cstdlib>
#include <optional>

#include "engine/math/kernel_table.h"

namespace noisy::math {
namespace {

bool available([[maybe_unused]] InstructionSet set) {
#if defined(NOISY_X86_KERNELS)
  if (set == InstructionSet::avx2) return __builtin_cpu_supports("avx2");
  if (set == InstructionSet::avx512) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  }
#endif
  return set == InstructionSet::baseline;
}

/// What the environment asks for; "" for nothing.
std::string_view asked_name() {
  const char* asked = std::getenv("NOISY_DESCENT_INSTRUCTION_SET");
  return asked ? asked : "";
}

std::optional<InstructionSet> asked_set() {
  for (const InstructionSet set : available_instruction_sets()) {
    if (instruction_set_name(set) == asked_name()) return set;
  }
  return std::nullopt;
}

InstructionSet initial_set() {
  return asked_set().value_or(available_instruction_sets().back());
}

std::atomic<InstructionSet>& current() {
  static std::atomic<InstructionSet> set{initial_set()};
  return set;
}

}  // namespace

std::string_view instruction_set_name(InstructionSet set) {
  if (set == InstructionSet::avx2) return "avx2";
  if (set == InstructionSet::avx512) return "avx512";
#if defined(__wasm_simd128__)
  return "simd128";
#elif defined(__SSE2__)
  return "sse2";
#else
  return "baseline";
#endif
}

std::vector<InstructionSet> available_instruction_sets() {
  std::vector<InstructionSet> sets;
  for (const auto set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
    if (available(set)) sets.push_back(set);
  }
  return sets;
}

std::string refused_instruction_set() {
  if (asked_name().empty() || asked_set()) return "";
  std::string known;
  for (const InstructionSet set : available_instruction_sets()) {
    if (!known.empty()) known += ", ";
    known += instruction_set_name(set);
  }
  return "this machine has no instruction set of this name; it has " + known;
}

InstructionSet instruction_set() {
  return current().load(std::memory_order_relaxed);
}

bool use_instruction_set(InstructionSet set) {
  if (!available(set)) return false;
  current().store(set, std::memory_order_relaxed);
  return true;
}

const KernelTable& kernel_table() {
#if defined(NOISY_X86_KERNELS)
  if (instruction_set() == InstructionSet::avx512) return kKernels64;
  if (instruction_set() == InstructionSet::avx2) return kKernels32;
#endif
  return kKernels16;
}

}  // namespace noisy::math
