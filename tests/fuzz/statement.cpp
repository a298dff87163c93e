#include "engine/statement/check/check.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noisy;
  const auto report = check_statement({reinterpret_cast<const char*>(data), size});
  fuzz::require_clear_error(report);
  if (report) fuzz::require_answer(report->json);
  return 0;
}
