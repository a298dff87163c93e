#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/cli/arguments.h"
#include "engine/cli/error_line.h"
#include "engine/cli/files.h"
#include "engine/cli/journals.h"
#include "engine/experiment/session/session.h"
#include "engine/json/json.h"

namespace noisy::cli {

// What several commands do: load data, run an experiment, count it, write JSON.

inline constexpr double kMostExperimentBytes = 16e6 * 1.1;
inline constexpr double kMostResultBytes = 1e9;
inline constexpr JsonLimits kOwnOutput{.bytes = std::size_t{1} << 30, .depth = 64, .members = 4096};

/// How messages look on this process's standard error.
MessageStyle message_style(ErrorFormat format);

void say_warning(const Arguments& arguments, std::string_view message);

Limits limits_of(const Arguments& arguments);
int threads_of(const Arguments& arguments);

Result<void> write_readable(const Arguments& arguments, const std::string& json);

/// The table of a result that is asked for.
Result<void> write_table(const Arguments& arguments, std::string_view result);

/// Writes a plan report or a result, then says what it refuses.
///
/// @return the exit status: 1 when something is refused
Result<int> write_report(const Arguments& arguments, const std::string& json);

/// The text of an experiment whose methods may name solvers that nobody registers here, which is
/// said.
Result<std::string> read_asking(const Arguments& arguments);
void say_solvers(const Arguments& arguments, std::string_view experiment);

/// Loads the data of a Session or an AuditSession.
///
/// @param identity  of the data file, when the caller asks for it
template <typename AnySession>
Result<void> load(const Arguments& arguments, AnySession& session,
                  FileIdentity* identity = nullptr) {
  if (session.needs_bytes() && arguments.data) {
    const auto feed = [&](std::span<const std::byte> bytes, double total_bytes) {
      if (identity) identity->update(bytes);
      return session.feed(bytes, total_bytes);
    };
    const double most = limits_of(arguments).memory_bytes;
    if (auto fed = feed_file(*arguments.data, most, feed); !fed) {
      return std::unexpected(fed.error());
    }
  } else if (arguments.data) {
    return fail(ErrorCode::invalid_command, "--data",
                "the experiment does not take its data from a file");
  }
  return session.load();
}

/// Opens an experiment and loads its data.
Result<std::unique_ptr<Session>> open(const Arguments& arguments, const std::string& experiment,
                                      Workspace& workspace, FileIdentity* identity = nullptr);

struct RunOutcome {
  std::string result;
  bool cancelled = false;
};

/// Opens it, loads its data and runs it in one piece, which nobody counts.
Result<RunOutcome> run_experiment(const Arguments& arguments, const std::string& experiment);

/// Counts what a data file is asked in secret noise before anyone sees the answer. Where that
/// cannot be done it is said, and the command goes on.
///
/// @param entry  of the file's journal; nothing where nothing is to be counted
void count_entry(const Arguments& arguments, const FileNames& data,
                 const std::optional<std::string>& entry);
void count_run(const Arguments& arguments, const FileNames& data, std::string_view result);

/// Whether a run of this experiment may be counted, so that the names of its data file are needed,
/// which take time to compute.
bool needs_names(const Arguments& arguments, const std::string& experiment);

}  // namespace noisy::cli
