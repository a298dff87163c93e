#include "engine/experiment/session/session.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noisy;
  fuzz::require_answer(theory({reinterpret_cast<const char*>(data), size}));
  return 0;
}
