#include "engine/solver/base/solver_entry.h"

#include <cmath>

namespace noisy {

Result<void> check_suits(const SolverEntry& solver, const Block& block) {
  if (block.components() < solver.least_components) {
    return fail(ErrorCode::unsupported_option, "solver",
                solver.title + " needs at least " + std::to_string(solver.least_components) +
                    " components");
  }
  return solver.check ? solver.check(block) : Result<void>();
}

Result<void> check_table(const Block& block, Index numbers, std::string_view title,
                         std::string_view alternative) {
  constexpr double kMebibyte = 0x1p20;
  constexpr double kMostMebibytes = 256;
  const double entries = static_cast<double>(block.components()) * static_cast<double>(numbers);
  const double mebibytes = std::ceil(entries * sizeof(double) / kMebibyte);
  if (mebibytes <= kMostMebibytes) return {};
  return fail(ErrorCode::limit_exceeded, "solver",
              std::string(title) + " table would need " +
                  std::to_string(static_cast<Index>(mebibytes)) + " MiB; choose " +
                  std::string(alternative));
}

}  // namespace noisy
