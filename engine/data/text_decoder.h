#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/math/error.h"

namespace noisy {

/// A kind of file that is no table in plain text.
struct FileKind {
  std::string_view name;    ///< "an XZ archive"
  std::string_view remedy;  ///< "unpack it first and give the text"
};

/// How many bytes at the beginning of a file tell its kind.
inline constexpr std::size_t kKindBytes = 64;

/// The kind of a file by its first kKindBytes bytes, or all that it has; null where it may be a
/// table in plain text.
const FileKind* kind_of_file(std::string_view head);

/// How a file writes its letters, as its owner states it; `latin1` as browsers read it, which is
/// Windows-1252. A byte order mark wins: with one, a file is UTF-8 or UTF-16 whatever is stated.
enum class TextEncoding { utf8, latin1 };

/// Makes UTF-8 text of the bytes of a file, which arrive in pieces of any size. Byte order marks
/// are dropped. Bytes of a UTF-8 file that are no UTF-8 are left as they are.
class TextDecoder {
 public:
  explicit TextDecoder(TextEncoding stated) : stated_(stated) {}

  /// The text of the next bytes, which holds until the next call: empty while the first
  /// kKindBytes bytes, which tell the kind of file, are not all there.
  ///
  /// @error invalid-value  a file that is no plain text (kind_of_file)
  Result<std::string_view> decode(std::string_view bytes);

  /// The text of a file that ended while its kind was not known.
  ///
  /// @error invalid-value  likewise
  Result<std::string_view> finish();

  /// Whether what came ends within a character of UTF-16.
  bool is_within_character() const { return half_unit_ >= 0 || high_ != 0; }

 private:
  enum class Form { unknown, utf8, latin1, utf16_little, utf16_big };

  Result<std::string_view> begin();
  std::string_view decode_known(std::string_view bytes);
  void take_unit(unsigned unit);

  TextEncoding stated_;
  Form form_ = Form::unknown;
  std::string head_;     ///< the first bytes, until they are enough
  std::string decoded_;  ///< the text of the last bytes, where it is not these themselves
  int half_unit_ = -1;   ///< of UTF-16: a byte whose other half is to come
  unsigned high_ = 0;    ///< and the first half of a surrogate pair
};

}  // namespace noisy
