#include "engine/math/error.h"

namespace noisy {

std::string_view code_text(ErrorCode code) {
  switch (code) {
#define NOISY_CASE(name, text, meaning) \
  case ErrorCode::name:                 \
    return text;
    NOISY_ERROR_CODES(NOISY_CASE)
#undef NOISY_CASE
  }
  return "internal";
}

std::string_view code_meaning(ErrorCode code) {
  switch (code) {
#define NOISY_CASE(name, text, meaning) \
  case ErrorCode::name:                 \
    return meaning;
    NOISY_ERROR_CODES(NOISY_CASE)
#undef NOISY_CASE
  }
  return "";
}

}  // namespace noisy
