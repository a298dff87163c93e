#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// "line 3" or "line 3, column 2", both counted from 1, as errors name a place in a file.
std::string place(Index line);
std::string place(Index line, Index column);

/// The text as an error may show it: at most 40 characters, others than printable ASCII replaced by
/// '?'.
std::string shortened(std::string_view text);
/// The same in quotation marks.
std::string quoted(std::string_view text);

/// Cuts a file that arrives in pieces of any size into lines.
///
/// Lines end with LF or CRLF; the last one may lack its end. A UTF-8 byte order mark is dropped.
/// Only the line that a piece leaves unfinished is kept, at most kLongestLine bytes. Compressed and
/// UTF-16 files are recognized by their first bytes.
class TextLines {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{16} << 20;  ///< bytes

  /// Receives a line without its end, and its number from 1.
  using Receiver = std::function<Result<void>(std::string_view line, Index number)>;

  explicit TextLines(Receiver receiver) : receiver_(std::move(receiver)) {}

  /// @error invalid-value   a compressed or UTF-16 file
  /// @error limit-exceeded  a line longer than kLongestLine
  /// and whatever the receiver returns; after an error every further call returns it again
  Result<void> feed(std::span<const std::byte> bytes);

  /// Delivers a last line that has no end.
  Result<void> finish();

  /// Bytes of the lines that were delivered, their ends included.
  double bytes_delivered() const { return bytes_delivered_; }

 private:
  template <class Step>
  Result<void> attempt(const Step& step);
  Result<void> take(std::string_view text);
  Result<void> begin();
  Result<void> deliver_all(std::string_view text);
  Result<void> deliver(std::string_view line);
  Result<void> keep(std::string_view text);

  Receiver receiver_;
  std::string unfinished_;
  std::optional<Error> failure_;
  bool begun_ = false;
  Index number_ = 0;
  double bytes_delivered_ = 0;
};

}  // namespace noisy
