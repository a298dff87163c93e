#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "engine/math/error.h"
#include "engine/math/function_ref.h"

namespace noisy::cli {

/// The whole text of a file, or of standard input for "-".
///
/// @error io-failed naming the path; file-too-large beyond `most` bytes
Result<std::string> read_text(const std::string& path, double most);

/// Takes the next bytes of a file whose size is known or 0.
using Feed = math::FunctionRef<Result<void>(std::span<const std::byte> bytes, double total_bytes)>;

/// Feeds a file to a session in pieces; its size is told when it is known. What gzip compressed is
/// unpacked.
///
/// @param most_bytes  that a compressed file may unpack to
/// @return whether the file was compressed
/// @error io-failed, or what Gunzip and the session say
Result<bool> feed_file(const std::string& path, double most_bytes, Feed feed);

/// Appends a text, in one piece: others that append at the same time lose nothing.
///
/// @error io-failed
Result<void> append_text(const std::string& path, std::string_view text);

/// Whether a result can be written to this path later: its folder exists, and it is no folder.
///
/// @error io-failed
Result<void> check_output(const std::string& path);

/// Writes a text, and a line end where it lacks one, to a file, or to standard output for "".
///
/// @error io-failed
Result<void> write_text(const std::string& path, std::string_view text);

/// The same of bytes, as they are.
Result<void> write_bytes(const std::string& path, std::string_view bytes);

}  // namespace noisy::cli
