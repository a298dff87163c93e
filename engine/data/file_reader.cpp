#include "engine/data/file_reader.h"

#include <algorithm>

namespace noisy {

Result<void> SizeProjection::check(double bytes_read, DenseDataBuilder& builder) {
  // A megabyte of text, or 64 KB that became 8 MB of numbers, tells bytes per row well enough.
  const bool is_telling = bytes_read >= 1e6 || (bytes_read >= 64e3 && builder.bytes() >= 8e6);
  if (is_done_ || !is_telling || bytes_read >= total_bytes_) return {};
  is_done_ = true;
  const double rows = static_cast<double>(builder.rows()) * total_bytes_ / bytes_read;
  // A file is refused only when 10% fewer rows would not fit either.
  const auto at_least = static_cast<Index>(rows / 1.1);
  if (at_least > builder.most_rows()) return builder.expect_rows(at_least);
  const auto at_most = static_cast<Index>(rows * 1.02) + kPanelRows;
  return builder.expect_rows(std::min(at_most, builder.most_rows()));
}

}  // namespace noisy
