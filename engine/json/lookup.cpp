#include "engine/json/lookup.h"

namespace noisy {

std::string text_of(const Json& object, std::string_view key) {
  const Json& value = object.member(key);
  return value.is_text() ? value.text() : "";
}

double number_of(const Json& object, std::string_view key) {
  const Json& value = object.member(key);
  return value.is_number() ? value.number() : 0;
}

}  // namespace noisy
