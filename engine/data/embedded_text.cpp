#include "engine/data/embedded_text.h"

#include "engine/data/builtin_text.h"

namespace noisy {

// Nothing else belongs into this file: see builtin_text.h.
std::string_view builtin_text(const BuiltinData& data) {
  if (data.name == "digits") return kDigitsText;
  return data.name == "diabetes" ? kDiabetesText : kBreastCancerText;
}

}  // namespace noisy
