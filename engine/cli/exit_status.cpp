#include "engine/cli/exit_status.h"

#include <algorithm>
#include <array>

#include "engine/math/error.h"

namespace noisy::cli {

int exit_status(std::string_view code) {
  constexpr std::array kWorkFailed = {ErrorCode::out_of_memory,
                                      ErrorCode::diverged,
                                      ErrorCode::cancelled,
                                      ErrorCode::worker_died,
                                      ErrorCode::no_reference,
                                      ErrorCode::no_certificate,
                                      ErrorCode::io_failed,
                                      ErrorCode::not_reproducible,
                                      ErrorCode::fingerprint_mismatch,
                                      ErrorCode::inconsistent_statement,
                                      ErrorCode::internal};
  return std::ranges::find(kWorkFailed, code, &code_text) != kWorkFailed.end() ? 1 : 2;
}

}  // namespace noisy::cli
