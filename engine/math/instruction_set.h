#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace noisy::math {

/// Which object code the vector kernels run. The results' bits do not depend on it.
enum class InstructionSet {
  baseline,  ///< 16-byte vectors: SSE2 on x86-64, SIMD128 in wasm, NEON on ARM
  avx2,
  avx512,
};

/// "sse2", "simd128" or "baseline"; "avx2"; "avx512".
std::string_view instruction_set_name(InstructionSet set);

/// What this machine can run, slowest first; never empty.
std::vector<InstructionSet> available_instruction_sets();

/// The set in use: the fastest available, or what the environment variable
/// NOISY_DESCENT_INSTRUCTION_SET (a name as above) asks for when the machine has it.
InstructionSet instruction_set();

/// Why the machine cannot run what that variable asks for, so that programs can refuse it; "" where
/// it can, or nothing is asked for.
std::string refused_instruction_set();

/// Changes the set in use, for tests and measurements; not while kernels run.
/// @return false, and no change, when the machine does not have it
bool use_instruction_set(InstructionSet set);

}  // namespace noisy::math
