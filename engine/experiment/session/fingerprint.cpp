#include "engine/experiment/session/fingerprint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace noisy {
namespace {

constexpr std::size_t kChunk = 256;
constexpr std::uint64_t kCanonicalNan = 0x7ff8000000000000;

}  // namespace

void RunFingerprint::add(const Vector& x) {
  std::array<double, kChunk> values;
  const std::span<const double> all(x.data(), static_cast<std::size_t>(x.size()));
  for (std::size_t first = 0; first < all.size(); first += kChunk) {
    const auto part = all.subspan(first, std::min(kChunk, all.size() - first));
    std::ranges::transform(part, values.begin(), [](double value) {
      return std::isnan(value) ? std::bit_cast<double>(kCanonicalNan) : value;
    });
    hash_.update_doubles(std::span(values).first(part.size()));
  }
}

std::string combine_fingerprints(std::span<const std::string> digests) {
  Sha256 hash;
  for (const std::string& digest : digests) hash.update(digest);
  return to_hex(hash.finish());
}

}  // namespace noisy
