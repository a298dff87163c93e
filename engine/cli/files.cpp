#include "engine/cli/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/cli/gunzip.h"

namespace noisy::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin && file != stdout) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Close>;

std::unexpected<Error> io_failed(const std::string& path, std::string_view what) {
  return fail(ErrorCode::io_failed, path,
              std::string(what) + ": " + std::string(std::strerror(errno)));
}

Result<File> open_input(const std::string& path) {
  if (path == "-") return File(stdin);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return fail(ErrorCode::io_failed, path, "is a folder, not a file");
  }
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) return io_failed(path, "cannot be read");
  return file;
}

/// Calls `take(piece)` for each piece of the file until the end or an error.
template <typename Take>
Result<void> read_pieces(const std::string& path, const Take& take) {
  Result<File> file = open_input(path);
  if (!file) return std::unexpected(std::move(file.error()));
  std::vector<std::byte> buffer(kPiece);
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file->get())) {
    if (auto taken = take(std::span<const std::byte>(buffer.data(), count)); !taken) return taken;
  }
  if (std::ferror(file->get())) return io_failed(path, "cannot be read");
  return {};
}

}  // namespace

Result<std::string> read_text(const std::string& path, double most) {
  std::string text;
  const auto read = read_pieces(path, [&](std::span<const std::byte> piece) -> Result<void> {
    text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    if (static_cast<double>(text.size()) <= most) return {};
    return fail(ErrorCode::file_too_large, path, "is larger than such a file can be");
  });
  if (!read) return std::unexpected(read.error());
  return text;
}

Result<bool> feed_file(const std::string& path, double most_bytes, Feed feed) {
  std::error_code unknown;
  const auto size = path == "-" ? 0 : std::filesystem::file_size(path, unknown);
  const double total = unknown ? 0 : static_cast<double>(size);
  std::optional<Gunzip> gunzip;
  bool has_begun = false;
  const auto read = read_pieces(path, [&](std::span<const std::byte> piece) {
    if (!std::exchange(has_begun, true) && is_gzip(piece)) gunzip.emplace(most_bytes);
    if (!gunzip) return feed(piece, total);
    // How much it unpacks to is not known before.
    return gunzip->feed(piece, [&](std::span<const std::byte> text) { return feed(text, 0); });
  });
  if (!read) return std::unexpected(read.error());
  if (gunzip) {
    if (auto finished = gunzip->finish(); !finished) return std::unexpected(finished.error());
  }
  // An empty file is a file too: it was supplied.
  if (!has_begun) {
    if (auto fed = feed({}, total); !fed) return std::unexpected(fed.error());
  }
  return gunzip.has_value();
}

Result<void> append_text(const std::string& path, std::string_view text) {
  const File file(std::fopen(path.c_str(), "ab"));
  if (!file) return io_failed(path, "cannot be written");
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() &&
                       std::fflush(file.get()) == 0;
  return written ? Result<void>() : io_failed(path, "cannot be written");
}

Result<void> check_output(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    return fail(ErrorCode::io_failed, path, "cannot be written: its folder does not exist");
  }
  if (!std::filesystem::is_directory(path, ignored)) return {};
  return fail(ErrorCode::io_failed, path, "cannot be written: it is a folder");
}

Result<void> write_text(const std::string& path, std::string_view text) {
  return write_bytes(path, std::string(text) + (text.ends_with('\n') ? "" : "\n"));
}

Result<void> write_bytes(const std::string& path, std::string_view bytes) {
  const File file(path.empty() ? stdout : std::fopen(path.c_str(), "wb"));
  if (!file) return io_failed(path, "cannot be written");
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                       std::fflush(file.get()) == 0;
  if (!written) return io_failed(path.empty() ? "standard output" : path, "cannot be written");
  return {};
}

}  // namespace noisy::cli
