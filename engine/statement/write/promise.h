#pragma once

#include <optional>

#include "engine/json/json.h"
#include "engine/privacy/notion.h"

namespace noisy {

/// The key under which everything lies that is computed from the data without noise.
inline constexpr const char* kNonPrivateKey = "nonPrivate";

/// The guarantee that the privacy block of a plan or of a run states, or an entry of a statement.
/// Nothing in files of versions that did not state it.
std::optional<Guarantee> stated_guarantee(const Json& block);

/// Whether it is one that bounds what is given away.
bool promises(const Json& block);

/// What a run of a result came to: status, trace, solution. A run that promises something holds it
/// itself, any other one under nonPrivate.
const Json& outcome_of(const Json& run);

}  // namespace noisy
