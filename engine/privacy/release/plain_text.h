#pragma once

#include <string>
#include <string_view>

#include "engine/json/lookup.h"

namespace noisy {

/// "all 200 records" or "20 of 200 records" of an entry of a statement.
///
/// @param kind  the entry, or the group of it whose batches are meant
std::string batch_text(const Json& entry, const Json& kind);

/// "Laplace noise on the mean gradient of all 200 records; one record moves it by 0.1 at most in
/// l1".
///
/// @param what   "mean gradient of "
/// @param moved  "it", or what of it one record moves
/// @param moves  by how much
std::string noise_words(const Json& entry, std::string_view what, std::string_view moved,
                        double moves);

}  // namespace noisy
