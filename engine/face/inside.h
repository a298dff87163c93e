#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/cli/files.h"
#include "engine/cli/machine.h"
#include "engine/experiment/session/run_whole.h"
#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// The engine behind the face: what several of its calls do.

namespace noisy_descent {

/// The same error with its code as text.
inline std::unexpected<Error> outward(const noisy::Error& error) {
  return std::unexpected(
      Error{std::string(noisy::code_text(error.code)), error.field, error.message});
}

template <typename T>
Result<T> outward(noisy::Result<T> inner) {
  if (!inner) return outward(inner.error());
  if constexpr (std::is_void_v<T>) {
    return {};
  } else {
    return *std::move(inner);
  }
}

/// What a call is carried out with.
struct Means {
  noisy::Limits limits;
  int threads = 1;
};

/// @error invalid-value at an option
noisy::Result<Means> means_of(const Options& options);

/// Hands the bytes of data on.
///
/// @return whether they were packed
/// @error missing-data where there are none; io-failed; what `feed` says
noisy::Result<bool> feed_data(const Data& data, double most_bytes, noisy::cli::Feed feed);

/// The text of data, unpacked.
noisy::Result<std::string> text_of(const Data& data, double most_bytes);

/// Gives a Session or an AuditSession its data.
///
/// @error conflicting-fields where it takes none; missing-data where it got none
template <typename AnySession>
noisy::Result<void> load(AnySession& session, const Data& data, const Means& means) {
  const bool is_given = !std::holds_alternative<std::monostate>(data);
  if (is_given && !session.needs_bytes()) {
    return noisy::fail(noisy::ErrorCode::conflicting_fields, "data",
                       "the experiment does not take its data from a file: give none");
  }
  if (is_given) {
    const auto feed = [&](std::span<const std::byte> bytes, double total_bytes) {
      return session.feed(bytes, total_bytes);
    };
    const auto fed = feed_data(data, means.limits.memory_bytes, feed);
    if (!fed) return std::unexpected(fed.error());
  }
  return session.load();
}

/// A session whose data are loaded.
struct Opened : Means {
  std::unique_ptr<noisy::Session> session;
};

noisy::Result<Opened> open(std::string_view experiment, const Data& data, const Options& options);

/// Tells the caller of a call how far it is.
class Teller {
 public:
  explicit Teller(const Options& options) : options_(options) {}

  bool operator()(const noisy::Progress& progress) const {
    return !options_.on_progress ||
           options_.on_progress(
               {progress.done, progress.gradient_evaluations, progress.total_evaluations});
  }

 private:
  const Options& options_;
};

}  // namespace noisy_descent
