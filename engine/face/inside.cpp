#include "engine/face/inside.h"

namespace noisy_descent {
namespace {

using noisy::ErrorCode;
using noisy::fail;

constexpr int kMostThreads = 1024;

}  // namespace

noisy::Result<Means> means_of(const Options& options) {
  if (options.threads < 0 || options.threads > kMostThreads) {
    return fail(ErrorCode::invalid_value, "threads",
                "give 1 to 1024, or 0 for as many as the machine runs at once");
  }
  if (!(options.memory_bytes >= 0)) {
    return fail(ErrorCode::invalid_value, "memoryBytes",
                "give a number above 0, or 0 for 3/4 of the machine's memory");
  }
  return Means{noisy::cli::limits_within(options.memory_bytes),
               noisy::cli::threads_within(options.threads)};
}

noisy::Result<bool> feed_data(const Data& data, double most_bytes, noisy::cli::Feed feed) {
  if (const auto* file = std::get_if<DataFile>(&data)) {
    return noisy::cli::feed_file(file->path, most_bytes, feed);
  }
  const auto* given = std::get_if<DataText>(&data);
  if (!given) return fail(ErrorCode::missing_data, "data", "give a file or its text");
  const auto bytes = std::as_bytes(std::span(given->text));
  const auto fed = feed(bytes, static_cast<double>(bytes.size()));
  if (!fed) return std::unexpected(fed.error());
  return false;
}

noisy::Result<std::string> text_of(const Data& data, double most_bytes) {
  if (const auto* given = std::get_if<DataText>(&data)) return given->text;
  std::string text;
  const auto append = [&](std::span<const std::byte> bytes, double) -> noisy::Result<void> {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {};
  };
  const auto fed = feed_data(data, most_bytes, append);
  if (!fed) return std::unexpected(fed.error());
  return text;
}

noisy::Result<Opened> open(std::string_view experiment, const Data& data, const Options& options) {
  const auto means = means_of(options);
  if (!means) return std::unexpected(means.error());
  noisy::Workspace workspace(means->limits);
  auto session = workspace.open(experiment, "");
  if (!session) return std::unexpected(session.error());
  if (auto loaded = load(**session, data, *means); !loaded) {
    return std::unexpected(loaded.error());
  }
  return Opened{*means, *std::move(session)};
}

}  // namespace noisy_descent
