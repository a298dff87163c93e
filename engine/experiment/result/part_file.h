#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json/json.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// Runs [first, last) of an experiment, counted without what is refused.
struct RunRange {
  Index first = 0;
  Index last = 0;
};

/// Most parts of an experiment.
inline constexpr Index kMostParts = 100'000;

/// What of an experiment a part is.
struct PartShare {
  Index number = 1;
  Index of = 1;
};

/// A part of an experiment's runs and what of it is finished, as a file to which finished runs are
/// appended: a line that names the experiment, its data and the part, then a line for each group of
/// runs. Each line holds the SHA-256 of the line before it and of its own content, so that a line
/// that was edited, moved or left out is found, and a file that ends within a line loses that line
/// alone. A part is for whoever made it: it holds what a result's nonPrivate blocks hold.
class PartFile {
 public:
  /// A part of which nothing is finished. Part k of N ends with the first run at which at least
  /// k/N of all loads are reached, so that every machine cuts alike.
  ///
  /// @param experiment  its text
  /// @param data_hash   Session::data_hash()
  /// @param loads       Session::run_loads()
  /// @error invalid-json for another text
  static Result<PartFile> begin(std::string_view experiment, std::string data_hash,
                                std::span<const double> loads, PartShare share);

  /// @param path  for errors
  /// @error invalid-value at the path: no part, edited, or of another version of the engine
  static Result<PartFile> read(std::string_view text, std::string path);

  /// Whether it can go on with these data.
  ///
  /// @param runs  of the whole experiment
  /// @error fingerprint-mismatch at "--data" for other data; invalid-value for other runs
  Result<void> check(std::string_view data_hash, Index runs) const;

  /// The runs that are missing, cut where about so many seconds of their loads are full; at least
  /// as many runs together as threads can share. Not cut for an infinite number of seconds.
  std::vector<RunRange> batches(std::span<const double> loads, double seconds, int threads) const;

  /// Takes Session::group() of finished runs, and gives the text to append to the file. The first
  /// text of a file that has none yet begins with the line that names the part.
  std::string append(RunRange range, std::string group);

  std::string experiment() const { return write_json(head_.member("experiment")); }
  PartShare share() const;
  bool is_complete() const { return missing().empty(); }
  const std::string& path() const { return path_; }
  /// Bytes of the file that hold; what follows is a line that was cut.
  std::size_t sound_bytes() const { return sound_bytes_; }

 private:
  friend Result<std::string> assemble_parts(std::span<const PartFile> parts);

  std::string line_of(std::string_view kind, const Json& content);
  RunRange range() const;
  std::vector<RunRange> missing() const;

  std::string path_;
  Json head_;
  std::string digest_;  ///< of the last line
  std::size_t sound_bytes_ = 0;
  std::vector<RunRange> finished_;
  std::vector<std::string> groups_;
};

/// The result that one run of the whole experiment would have made, from its parts in any order.
///
/// @error invalid-value at a part's path: of another experiment, other data or another engine;
///        runs that stand in two parts, or in none
Result<std::string> assemble_parts(std::span<const PartFile> parts);

}  // namespace noisy
