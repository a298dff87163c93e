#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/cli/odometer.h"
#include "engine/math/error.h"

namespace noisy::cli {

/// Appends an entry to the journal of the data file with this SHA-256.
///
/// @return the whole journal
/// @error io-failed
Result<std::string> append_journal(const std::string& sha256, const std::string& entry);

/// The journals of this machine in the order of their names, or the one of a data file.
std::vector<Journal> read_journals(const std::optional<std::string>& sha256);

/// Forgets them.
///
/// @error io-failed
Result<void> remove_journals(const std::vector<Journal>& journals);

}  // namespace noisy::cli
