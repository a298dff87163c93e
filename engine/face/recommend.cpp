#include "noisy_descent/recommend.h"

#include "engine/face/inside.h"
#include "engine/question/recommend/recommend.h"
#include "engine/question/trial/kl_trial.h"

namespace noisy_descent {
namespace {

/// The size of the records in a file, which an experiment on one does not say; nothing where it is
/// on none, or no file was given.
noisy::Result<std::optional<noisy::StatedShape>> shape_of(std::string_view experiment,
                                                          const Data& data, const Means& means) {
  const auto session = noisy::Workspace(means.limits).open(experiment, "");
  if (!session) return std::unexpected(session.error());
  if (std::holds_alternative<std::monostate>(data)) return std::nullopt;
  if (auto loaded = load(**session, data, means); !loaded) {
    return std::unexpected(loaded.error());
  }
  const auto shape = (*session)->shape();
  if (!shape) return std::unexpected(shape.error());
  return noisy::StatedShape{.samples = shape->samples, .features = shape->features};
}

}  // namespace

Result<std::string> recommend(std::string_view experiment, const Data& data,
                              const Recommending& asked, const Options& options) {
  const auto means = means_of(options);
  if (!means) return outward(means.error());
  const auto whole = noisy::with_any_algorithm(experiment);
  if (!whole) return outward(whole.error());
  noisy::RecommendRequest request{.threads = means->threads};
  if (!asked.method.empty()) request.method = asked.method;
  if (asked.shape) {
    request.shape =
        noisy::StatedShape{.samples = asked.shape->samples, .features = asked.shape->features};
  } else {
    const auto seen = shape_of(*whole, data, *means);
    if (!seen) return outward(seen.error());
    request.shape = *seen;
  }
  return outward(noisy::recommendation(*whole, request));
}

Result<std::string> kl_trial(std::string_view experiment, const Data& data,
                             const Options& options) {
  const auto means = means_of(options);
  if (!means) return outward(means.error());
  const auto shape = shape_of(experiment, data, *means);
  if (!shape) return outward(shape.error());
  return outward(noisy::kl_trial(experiment, *shape));
}

}  // namespace noisy_descent
