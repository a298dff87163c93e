#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/json/json.h"
#include "engine/math/error.h"
#include "engine/question/inspect/inspection.h"

namespace noisy {

/// The file doctor: looks at a file of records before anything is known of it, and proposes a
/// `data` block that reads it. Its answer reads the records, so it is not private.
class FileDoctor {
 public:
  /// @param request  a JSON object with what the file's owner states: "name", "format",
  /// "delimiter",
  ///                 "decimal", "header" ("yes" or "no"), "comments", "encoding", "target",
  ///                 "positive", "firstIndex"; each as in a data block. "" for nothing.
  /// @error invalid-json, unknown-field, invalid-type, invalid-value
  static Result<FileDoctor> open(std::string_view request);

  void feed(std::span<const std::byte> bytes) { inspection_->feed(bytes); }

  /// What was seen, after the last bytes: {"nonPrivate": true, "notice", "format", "encoding", ...,
  /// "columns", "troubles", "proposal"}.
  ///
  /// @param is_compressed  the file was unpacked on the way here
  Json report(bool is_compressed);

 private:
  explicit FileDoctor(InspectRequest request);

  InspectRequest request_;
  std::unique_ptr<Inspection> inspection_;
};

/// The report as a text for people.
std::string report_text(const Json& report);

}  // namespace noisy
