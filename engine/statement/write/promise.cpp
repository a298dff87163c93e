#include "engine/statement/write/promise.h"

#include "engine/json/vocabulary.h"

namespace noisy {

std::optional<Guarantee> stated_guarantee(const Json& block) {
  const Json& word = block.member("guarantee");
  return word.is_text() ? find_word<Guarantee>(word.text()) : std::nullopt;
}

bool promises(const Json& block) {
  const auto stated = stated_guarantee(block);
  return stated && promises(*stated);
}

const Json& outcome_of(const Json& run) {
  return promises(run.member("privacy")) ? run : run.member(kNonPrivateKey);
}

}  // namespace noisy
