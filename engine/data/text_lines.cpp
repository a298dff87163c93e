#include "engine/data/text_lines.h"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <utility>

namespace noisy {
namespace {

/// Enough bytes to recognize every kind of file below.
constexpr std::size_t kLongestMark = 4;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

struct FileKind {
  std::string_view mark;
  const char* message;
};

constexpr const char* kCompressed = "the file is compressed; unpack it first and give the text";
constexpr const char* kUtf16 = "the file is UTF-16; save it as UTF-8 text";
constexpr const char* kTable = "this is a spreadsheet or table file; export it as CSV text";

constexpr std::array kUnreadable = {FileKind{"\x1f\x8b", kCompressed},
                                    FileKind{"PK\x03\x04", kTable},
                                    FileKind{"PAR1", kTable},
                                    FileKind{"BZh", kCompressed},
                                    FileKind{"\x28\xb5\x2f\xfd", kCompressed},
                                    FileKind{"\xff\xfe", kUtf16},
                                    FileKind{"\xfe\xff", kUtf16}};

}  // namespace

std::string place(Index line) {
  return "line " + std::to_string(line);
}

std::string place(Index line, Index column) {
  return place(line) + ", column " + std::to_string(column);
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string shown(text.substr(0, kMost));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > kMost) shown += "...";
  return shown;
}

std::string quoted(std::string_view text) {
  return "\"" + shortened(text) + "\"";
}

/// Runs a step unless an earlier one failed; keeps the error; running out of memory is one.
template <class Step>
Result<void> TextLines::attempt(const Step& step) {
  if (failure_) return std::unexpected(*failure_);
  Result<void> outcome;
  try {
    outcome = step();
  } catch (const std::bad_alloc&) {
    outcome = fail(ErrorCode::out_of_memory, "data", "memory ran out while reading the file");
  } catch (const std::length_error&) {
    outcome = fail(ErrorCode::out_of_memory, "data", "memory ran out while reading the file");
  }
  if (!outcome) failure_ = outcome.error();
  return outcome;
}

Result<void> TextLines::feed(std::span<const std::byte> bytes) {
  return attempt([&] { return take({reinterpret_cast<const char*>(bytes.data()), bytes.size()}); });
}

Result<void> TextLines::finish() {
  return attempt([&]() -> Result<void> {
    if (!begun_) {
      if (Result<void> begun = begin(); !begun) return begun;
    }
    return unfinished_.empty() ? Result<void>{} : deliver(std::exchange(unfinished_, {}));
  });
}

Result<void> TextLines::take(std::string_view text) {
  if (!begun_) {
    const std::size_t taken = std::min(text.size(), kLongestMark - unfinished_.size());
    unfinished_ += text.substr(0, taken);
    text.remove_prefix(taken);
    if (unfinished_.size() < kLongestMark) return {};
    if (Result<void> begun = begin(); !begun) return begun;
  }
  if (!unfinished_.empty()) {
    const std::size_t end = text.find('\n');
    Result<void> kept = keep(text.substr(0, end));
    if (!kept || end == std::string_view::npos) return kept;
    text.remove_prefix(end + 1);
    if (Result<void> done = deliver(std::exchange(unfinished_, {})); !done) return done;
  }
  return deliver_all(text);
}

/// Looks at the first bytes of the file, which are in unfinished_, and delivers them.
Result<void> TextLines::begin() {
  begun_ = true;
  for (const FileKind& kind : kUnreadable) {
    if (unfinished_.starts_with(kind.mark)) {
      return fail(ErrorCode::invalid_value, "data.format", kind.message);
    }
  }
  const std::string head = std::exchange(unfinished_, {});
  const bool is_marked = head.starts_with(kByteOrderMark);
  return deliver_all(std::string_view(head).substr(is_marked ? kByteOrderMark.size() : 0));
}

Result<void> TextLines::deliver_all(std::string_view text) {
  for (std::size_t end; (end = text.find('\n')) != std::string_view::npos;) {
    if (Result<void> delivered = deliver(text.substr(0, end)); !delivered) return delivered;
    text.remove_prefix(end + 1);
  }
  return keep(text);
}

Result<void> TextLines::deliver(std::string_view line) {
  bytes_delivered_ += static_cast<double>(line.size() + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return receiver_(line, ++number_);
}

Result<void> TextLines::keep(std::string_view text) {
  if (unfinished_.size() + text.size() > kLongestLine) {
    return fail(ErrorCode::limit_exceeded, place(number_ + 1),
                "the line is longer than 16 MB; is this a text file with one record per line?");
  }
  unfinished_ += text;
  return {};
}

}  // namespace noisy
