#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/cli/odometer.h"
#include "engine/math/error.h"

namespace noisy::cli {

/// Appends an entry to the journal of a data file.
///
/// @return the whole journal, with what an earlier version counted for the same bytes before it
/// @error io-failed
Result<std::string> append_journal(const FileNames& file, const std::string& entry);

/// The journals of this machine in the order of their names, or those of a data file: under the
/// name of its records, and under that of its bytes.
std::vector<Journal> read_journals(const std::optional<FileNames>& file);

/// Forgets them.
///
/// @error io-failed
Result<void> remove_journals(const std::vector<Journal>& journals);

}  // namespace noisy::cli
