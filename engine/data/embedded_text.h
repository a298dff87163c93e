#pragma once

#include <string_view>

namespace noisy {

/// The files of engine/data/builtin, embedded at build time.
extern const std::string_view kBreastCancerText;
extern const std::string_view kDiabetesText;
extern const std::string_view kDigitsText;

}  // namespace noisy
