#include "engine/cli/gunzip.h"

#include <array>
#include <string>
#include <vector>

#ifdef NOISY_HAS_ZLIB
#include <zlib.h>
#endif

namespace noisy::cli {
namespace {

std::unexpected<Error> broken(std::string_view what) {
  return fail(ErrorCode::invalid_value, "data",
              "the gzip file " + std::string(what) + ": fetch or pack it again");
}

}  // namespace

bool is_gzip(std::span<const std::byte> head) {
  return head.size() >= 2 && head[0] == std::byte{0x1f} && head[1] == std::byte{0x8b};
}

#ifdef NOISY_HAS_ZLIB

struct Gunzip::Stream {
  z_stream zlib{};
  double most_bytes = 0;
  double bytes = 0;
  bool has_ended = false;  ///< the present member
  std::vector<std::byte> text = std::vector<std::byte>(std::size_t{1} << 20);
};

Gunzip::Gunzip(double most_bytes) : stream_(std::make_unique<Stream>()) {
  stream_->most_bytes = most_bytes;
  constexpr int kGzipOnly = 16;
  if (inflateInit2(&stream_->zlib, kGzipOnly + MAX_WBITS) != Z_OK) throw std::bad_alloc();
}

Gunzip::~Gunzip() {
  if (stream_) inflateEnd(&stream_->zlib);
}

Result<void> Gunzip::feed(std::span<const std::byte> bytes, Take take) {
  Stream& stream = *stream_;
  z_stream& zlib = stream.zlib;
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
  zlib.avail_in = static_cast<uInt>(bytes.size());
  bool is_full = false;
  while (zlib.avail_in > 0 || is_full) {
    if (stream.has_ended) {
      inflateReset(&zlib);
      stream.has_ended = false;
    }
    zlib.next_out = reinterpret_cast<Bytef*>(stream.text.data());
    zlib.avail_out = static_cast<uInt>(stream.text.size());
    const int outcome = inflate(&zlib, Z_NO_FLUSH);
    if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
    const bool is_stuck = outcome == Z_BUF_ERROR;
    if (outcome != Z_OK && outcome != Z_STREAM_END && !is_stuck) return broken("is broken");
    const std::size_t count = stream.text.size() - zlib.avail_out;
    stream.bytes += static_cast<double>(count);
    if (stream.bytes > stream.most_bytes) {
      return fail(ErrorCode::file_too_large, "data",
                  "the gzip file unpacks to more than the memory limit, " +
                      std::to_string(static_cast<Index>(stream.most_bytes / 1e6)) +
                      " MB: unpack it first, or take fewer records");
    }
    if (auto taken = take(std::span(stream.text).first(count)); !taken) return taken;
    stream.has_ended = outcome == Z_STREAM_END;
    is_full = zlib.avail_out == 0 && !stream.has_ended;
  }
  return {};
}

Result<void> Gunzip::finish() const {
  return stream_->has_ended ? Result<void>() : broken("ends early");
}

#else

struct Gunzip::Stream {};

Gunzip::Gunzip(double) {}

Gunzip::~Gunzip() = default;

Result<void> Gunzip::feed(std::span<const std::byte>, Take) {
  return fail(ErrorCode::unsupported_option, "data",
              "the file is compressed by gzip, and this program was built without zlib: unpack it "
              "first");
}

Result<void> Gunzip::finish() const {
  return {};
}

#endif

Gunzip::Gunzip(Gunzip&&) noexcept = default;

}  // namespace noisy::cli
