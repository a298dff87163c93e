#include "engine/data/record_cutter.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "engine/data/text_lines.h"

namespace noisy {

/// The places of line ends and quotes in a text that is read once from its beginning; each search
/// goes on where the last one ended.
class RecordCutter::Marks {
 public:
  explicit Marks(std::string_view text) : text_(text) {}

  std::size_t end(std::size_t from) { return std::min(feed_(text_, from), return_(text_, from)); }
  std::size_t quote(std::size_t from) { return quote_(text_, from); }

 private:
  struct Next {
    char mark;
    std::size_t found = 0;
    bool is_known = false;

    std::size_t operator()(std::string_view text, std::size_t from) {
      if (is_known && found >= from) return found;
      is_known = true;
      return found = std::min(text.find(mark, from), text.size());
    }
  };

  std::string_view text_;
  Next feed_{.mark = '\n'};
  Next return_{.mark = '\r'};
  Next quote_{.mark = '"'};
};

/// Runs a step unless an earlier one failed; keeps the error; running out of memory is one.
template <class Step>
Result<void> RecordCutter::attempt(const Step& step) {
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

Result<void> RecordCutter::feed(std::span<const std::byte> bytes) {
  return attempt([&]() -> Result<void> {
    auto text = decoder_.decode({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return text ? take(*text) : std::unexpected(std::move(text.error()));
  });
}

Result<void> RecordCutter::finish() {
  return attempt([&]() -> Result<void> {
    auto text = decoder_.finish();
    if (!text) return std::unexpected(std::move(text.error()));
    if (Result<void> taken = take(*text); !taken) return taken;
    const bool is_open = is_inside_;
    if (!unfinished_.empty()) {
      if (Result<void> ended = end_record({}); !ended) return ended;
    }
    if (decoder_.is_within_character()) {
      return fail(ErrorCode::invalid_value, "data.encoding",
                  "the UTF-16 file ends within a character: was it cut off?");
    }
    if (!is_open) return {};
    return fail(ErrorCode::invalid_value, place(quote_line_), "the quote is never closed");
  });
}

Result<void> RecordCutter::take(std::string_view text) {
  const std::size_t zero = text.find('\0');
  if (Result<void> done = cut(text.substr(0, zero)); !done || zero == std::string_view::npos) {
    return done;
  }
  return fail(ErrorCode::invalid_value, place(line_),
              "the file holds a NUL byte: it is not text, or it is UTF-16 without a byte order "
              "mark; save it as UTF-8 text");
}

Result<void> RecordCutter::cut(std::string_view text) {
  Marks marks(text);
  for (std::size_t at = 0; at < text.size();) {
    if (return_ != Return::none) {
      at = end_return(text, at);
      continue;
    }
    if (!has_begun_ && unfinished_.empty()) {
      is_comment_ = options_.comments != '\0' && text[at] == options_.comments;
    }
    const std::size_t end = find_end(text, at, marks);
    if (end == text.size()) return keep(text.substr(at));
    if (Result<void> ended = end_record(text.substr(at, end - at)); !ended) return ended;
    if (text[end] == '\r') return_ = Return::one;
    at = end + 1;
  }
  return {};
}

/// The next line end outside quotes, or the end of the text.
std::size_t RecordCutter::find_end(std::string_view text, std::size_t at, Marks& marks) {
  if (!options_.has_quotes || is_comment_) return marks.end(at);
  while (true) {
    const std::size_t quote = marks.quote(at);
    if (is_inside_) {
      count_lines(text.substr(at, quote - at));
      if (quote == text.size()) return quote;
      is_inside_ = false;
    } else {
      const std::size_t end = marks.end(at);
      if (quote >= end) return end;
      is_inside_ = is_quoted_ = true;
      has_return_ = false;
      quote_line_ = line_ + more_lines_;
    }
    at = quote + 1;
  }
}

void RecordCutter::count_lines(std::string_view quoted) {
  for (const char c : quoted) {
    if (c == '\r' || (c == '\n' && !has_return_)) ++more_lines_;
    has_return_ = c == '\r';
  }
}

/// What follows a CR: the LF of CRLF or the rest of CR CR LF, which end the same line.
///
/// @return where the next line begins
std::size_t RecordCutter::end_return(std::string_view text, std::size_t at) {
  if (text[at] == '\n') {
    return_ = Return::none;
    return at + 1;
  }
  if (return_ == Return::one) {
    const bool is_second = text[at] == '\r';
    return_ = is_second ? Return::two : Return::none;
    return is_second ? at + 1 : at;
  }
  // The second CR is the end of an empty line.
  if (empty_line_ == 0) empty_line_ = line_;
  ++line_;
  return_ = Return::one;
  return at;
}

Result<void> RecordCutter::keep(std::string_view text) {
  if (unfinished_.size() + text.size() > kLongestRecord) {
    return fail(
        ErrorCode::limit_exceeded, place(line_),
        "the record is longer than 16 MB; is this a text file with one record per line, and "
        "are all quotes closed?");
  }
  unfinished_ += text;
  return {};
}

/// Ends a record, a comment or an empty line: its text is what was kept and this.
Result<void> RecordCutter::end_record(std::string_view text) {
  std::string kept;
  if (!unfinished_.empty() || text.size() > kLongestRecord) {
    if (Result<void> all = keep(text); !all) return all;
    text = kept = std::exchange(unfinished_, {});
  }
  bytes_delivered_ += static_cast<double>(text.size() + 1);
  Result<void> done;
  if (text.empty()) {
    if (empty_line_ == 0) empty_line_ = line_;
  } else if (!is_comment_) {
    done = deliver(text);
  }
  line_ += 1 + std::exchange(more_lines_, 0);
  is_comment_ = is_quoted_ = is_inside_ = false;
  return done;
}

Result<void> RecordCutter::deliver(std::string_view text) {
  if (!has_begun_) {
    has_begun_ = true;
    lines_before_ = line_ - 1;
  } else if (empty_line_ > 0) {
    constexpr Index kLastOfTitle = 10;  // An empty line often cuts a title off from its table.
    const std::string_view title =
        empty_line_ <= kLastOfTitle ? "; if a title stands above it, remove that, too" : "";
    return fail(ErrorCode::missing_value, place(empty_line_),
                std::string("the line is empty, and a record follows: records are never dropped; "
                            "remove the line, or fill it in")
                    .append(title));
  }
  empty_line_ = 0;
  return receiver_({.text = text, .line = line_, .has_quotes = is_quoted_});
}

}  // namespace noisy
