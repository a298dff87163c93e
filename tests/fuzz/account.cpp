#include "engine/question/account/account.h"

#include "tests/fuzz/target.h"

/// What is said to take long is not worked out: how long anything else may take, the fuzzer's time
/// limit says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noisy;
  const std::string_view query(reinterpret_cast<const char*>(data), size);
  if (account_work(query).is_long()) return 0;
  fuzz::require_answer(account(query));
  return 0;
}
