#include "noisy_descent/audit.h"

#include "engine/audit/audit_session.h"
#include "engine/face/inside.h"

namespace noisy_descent {

Result<std::string> audit(std::string_view experiment, const Data& data, const Auditing& auditing,
                          const Options& options) {
  const auto means = means_of(options);
  if (!means) return outward(means.error());
  const auto session =
      noisy::AuditSession::open(experiment, {.algorithm = auditing.algorithm,
                                             .runs = auditing.runs,
                                             .confidence = auditing.confidence,
                                             .seed = auditing.seed,
                                             .planted = auditing.planted,
                                             .neighbours = auditing.neighbours,
                                             .memory_bytes = means->limits.memory_bytes});
  if (!session) return outward(session.error());
  if (auto loaded = load(**session, data, *means); !loaded) return outward(loaded.error());
  const auto threads = std::make_shared<noisy::math::ThreadPool>(means->threads);
  if (auto started = (*session)->start(threads); !started) return outward(started.error());
  const Teller teller(options);
  for (bool done = false; !done;) {
    const auto progress = (*session)->advance(noisy::kSliceSeconds);
    if (!progress) return outward(progress.error());
    done = progress->done;
    if (!teller({done, progress->rounds, progress->total}) && !done) {
      return outward({noisy::ErrorCode::cancelled, "audit", "interrupted"});
    }
  }
  return outward((*session)->result());
}

}  // namespace noisy_descent
