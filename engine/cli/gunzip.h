#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/math/error.h"
#include "engine/math/function_ref.h"
#include "engine/math/index.h"

namespace noisy::cli {

/// Whether a file that begins so is compressed by gzip.
bool is_gzip(std::span<const std::byte> head);

/// Unpacks what gzip compressed, of any number of members, in pieces of any size.
class Gunzip {
 public:
  using Take = math::FunctionRef<Result<void>(std::span<const std::byte> text)>;

  /// @param most_bytes  that the text may have: a few bytes can unpack to a text without end
  explicit Gunzip(double most_bytes);
  Gunzip(Gunzip&&) noexcept;
  ~Gunzip();

  /// Takes the next compressed bytes, and hands on their text.
  ///
  /// @error invalid-value   the bytes are not what gzip wrote
  /// @error file-too-large  the text has more than `most_bytes`
  /// and whatever `take` says
  Result<void> feed(std::span<const std::byte> bytes, Take take);

  /// @error invalid-value  the file ends before its text does
  Result<void> finish() const;

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace noisy::cli
