#pragma once

#include <string>
#include <string_view>

#include "engine/cli/command_list.h"
#include "engine/cli/options.h"

namespace noisy::cli {

/// The help text, of one command when it is known: lines of at most 80 characters.
std::string help_text(std::string_view command);

/// How a command is written: "run EXPERIMENT".
std::string call_of(const CommandEntry& command);

/// How an option is written: "-h, --help" or "--threads N".
std::string call_of(const OptionEntry& option);

inline constexpr std::string_view kPurpose =
    "differentially private optimization with provable guarantees";

/// What the exit status says: "0 success", ...
inline constexpr std::string_view kExitStatus[] = {"0 success", "1 the work failed",
                                                   "2 the input was wrong"};

}  // namespace noisy::cli
