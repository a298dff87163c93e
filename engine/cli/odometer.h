#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/data/records_hash.h"
#include "engine/json/json.h"
#include "engine/random/sha256.h"

namespace noisy::cli {

// A privacy odometer: for each data file, known by the SHA-256 of its records, how many secure runs
// read it on this machine, how many estimates of its constants were made, and what they cost
// together. Every result appends one line to the file's journal, so that programs which run at the
// same time lose none. Texts only; who calls reads and writes files.

/// What the journal of a data file is called.
struct FileNames {
  std::string records;  ///< SHA-256 of its records, however they are written (RecordsHash)
  std::string bytes;    ///< SHA-256 of its bytes, by which earlier versions knew it
};

/// Finds out the names of a file whose bytes go by.
class FileIdentity {
 public:
  void update(std::span<const std::byte> bytes);
  FileNames finish();

 private:
  RecordsHash records_;
  Sha256 bytes_;
};

/// Whether a run of this experiment can add to the journal of a data file: its noise is secret, and
/// its data are a file.
bool is_counted(const Json& experiment);

/// What a result adds to the journal of its data file, without the line's end; nothing where its
/// noise is predictable or its data are no file.
std::optional<std::string> odometer_entry(const Json& result);

/// What private estimates of constants add to it likewise.
///
/// @param experiment  of whose data they are
/// @param estimates   as the engine gave them
std::optional<std::string> estimates_entry(const Json& experiment, const Json& estimates);

/// The sentence that a run prints when its entry stands in the journal.
///
/// Pure costs add up; runs counted in rho add up in rho, and are converted once at the smallest
/// delta that one of them states; everything else, and the parts together, by basic composition.
/// Runs for a record that is zeroed out stand beside others with what they cost where one is
/// replaced, four times their rho; by themselves the sentence names what it is for. A run without a
/// bound makes the sum unbounded. A line that cannot be read is counted as such a
/// run.
std::string odometer_line(std::string_view journal);

/// One data file's journal.
struct Journal {
  std::string sha256;
  std::string text;
};

/// {"files": [{"sha256", "runs", "estimates", "epsilon", "delta", "neighbours", "sentence"}]};
/// epsilon and delta are null where no bound holds.
Json odometer_report(std::span<const Journal> journals);

/// The folder of the journals: what the variable NOISY_DESCENT_STATE says, or noisy-descent in
/// XDG_STATE_HOME, or .local/state/noisy-descent in HOME; "" where none of them is set.
std::string odometer_folder(std::string_view own, std::string_view state_home,
                            std::string_view home);

}  // namespace noisy::cli
