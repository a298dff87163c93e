#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/data/text_decoder.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// One record as it stands in a file.
struct RawRecord {
  std::string_view text;    ///< without the end of its last line
  Index line = 0;           ///< where it begins, from 1
  bool has_quotes = false;  ///< an even number of them; odd only where the file ends within quotes
};

struct CutOptions {
  TextEncoding encoding = TextEncoding::utf8;
  bool has_quotes = true;  ///< a line end within quotes belongs to the record (RFC 4180)
  char comments = '\0';    ///< lines before the first record that begin so are skipped; '\0': none
};

/// Cuts a file that arrives in pieces of any size into records, after RFC 4180: it knows line ends
/// and quotes, not what separates cells (csv_cells.h).
///
/// Lines end with LF, CRLF, CR or CR CR LF; the last one may lack its end. Only what a piece leaves
/// unfinished is kept, at most kLongestRecord bytes.
///
/// How many records there are must not depend on what one of them holds. So no line is ever left
/// out after the first record: an empty line is an error where a record follows it (no record of
/// two cells is an empty line), and is allowed at the end. What stands before the first record is
/// counted, for a caller who knows whether that is a header. Within a record every quote has its
/// partner, so a record with an odd number of them makes the file's end come within quotes.
class RecordCutter {
 public:
  static constexpr std::size_t kLongestRecord = std::size_t{16} << 20;  ///< bytes

  using Receiver = std::function<Result<void>(const RawRecord&)>;

  RecordCutter(const CutOptions& options, Receiver receiver)
      : options_(options), decoder_(options.encoding), receiver_(std::move(receiver)) {}

  /// @error invalid-value   no plain text (kind_of_file), a NUL byte, a quote that is not closed
  /// @error missing-value   an empty line between records
  /// @error limit-exceeded  a record longer than kLongestRecord
  /// and whatever the receiver returns; after an error every further call returns it again
  Result<void> feed(std::span<const std::byte> bytes);

  /// Delivers a last record that has no line end.
  Result<void> finish();

  /// Bytes of the records that were delivered, their ends included.
  double bytes_delivered() const { return bytes_delivered_; }

  /// Comments and empty lines before the first record.
  Index lines_before() const { return lines_before_; }

 private:
  class Marks;
  /// What the CR at the end of the last text may be a part of.
  enum class Return { none, one, two };

  template <class Step>
  Result<void> attempt(const Step& step);
  Result<void> take(std::string_view text);
  Result<void> cut(std::string_view text);
  std::size_t find_end(std::string_view text, std::size_t at, Marks& marks);
  std::size_t end_return(std::string_view text, std::size_t at);
  Result<void> keep(std::string_view text);
  Result<void> end_record(std::string_view text);
  Result<void> deliver(std::string_view text);
  void count_lines(std::string_view quoted);

  CutOptions options_;
  TextDecoder decoder_;
  Receiver receiver_;
  std::string unfinished_;
  std::optional<Error> failure_;
  Return return_ = Return::none;
  bool is_inside_ = false;   ///< quotes
  bool has_return_ = false;  ///< the last character within quotes is a CR
  bool is_quoted_ = false;   ///< the record has quotes
  bool is_comment_ = false;  ///< it is none, but a comment
  bool has_begun_ = false;   ///< the first record is there
  Index line_ = 1;           ///< where the record begins
  Index more_lines_ = 0;     ///< that it has within quotes
  Index quote_line_ = 0;     ///< where its last quote opens
  Index empty_line_ = 0;     ///< the first empty one since the last record, or 0
  Index lines_before_ = 0;
  double bytes_delivered_ = 0;
};

}  // namespace noisy
