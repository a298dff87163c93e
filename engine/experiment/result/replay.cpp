#include "engine/experiment/result/replay.h"

#include <algorithm>
#include <vector>

#include "engine/experiment/file/record_places.h"
#include "engine/experiment/file/stated_ranges.h"
#include "engine/experiment/result/publishable.h"
#include "engine/experiment/result/read_result.h"
#include "engine/experiment/session/report.h"
#include "engine/json/json.h"

namespace noisy {
namespace {

/// What was released, and what the runs that are not private computed.
struct Fingerprints {
  Json released;
  Json other;
};

Fingerprints fingerprints(const Json& object) {
  return {object.member("fingerprint"), object.member(kNonPrivateKey).member("fingerprint")};
}

/// A redacted record lacks the second fingerprint: then it says nothing about it.
bool same(const Fingerprints& recorded, const Fingerprints& replayed) {
  return recorded.released == replayed.released &&
         (recorded.other.is_null() || recorded.other == replayed.other);
}

bool is_secure(const Json& result) {
  const Json& mode = result.member("experiment").member("run").member("randomness").member("mode");
  return mode.is_text() && mode.text() == "secure";
}

/// Judges what is left anew. Reasons of other versions stay, and what redaction does not take back.
///
/// @param before  the reasons that spoke against the whole file
void update_releasable(Json& result, const std::vector<std::string>& before) {
  Json* privacy = result.find("privacy");
  if (!privacy || !privacy->is_object()) return;
  std::vector<std::string> reasons = reasons_against_release(result);
  for (const std::string& reason : before) {
    const bool stays =
        !is_taken_back(reason) && std::ranges::find(reasons, reason) == reasons.end();
    if (stays) reasons.push_back(reason);
  }
  for (const Json& reason : privacy->member("reasons").elements()) {
    const bool stays = reason.is_text() && !is_taken_back(reason.text()) &&
                       std::ranges::find(reasons, reason.text()) == reasons.end();
    if (stays) reasons.push_back(reason.text());
  }
  privacy->set("releasable", reasons.empty());
  privacy->set("reasons", Json::texts(reasons));
}

}  // namespace

Result<std::string> replayable_experiment(std::string_view result) {
  const Result<Json> tree = read_result(result);
  if (!tree) return std::unexpected(tree.error());
  if (is_secure(*tree)) {
    return fail(ErrorCode::not_reproducible, "experiment.run.randomness.mode",
                "secure randomness is stored nowhere, so the runs cannot be replayed");
  }
  if (lacks_records(tree->member("experiment"))) {
    return fail(ErrorCode::not_reproducible, "experiment.data",
                "the records were taken out of the experiment, so the runs cannot be replayed: use "
                "the result that still has them");
  }
  const Fingerprints recorded = fingerprints(*tree);
  if (recorded.released.is_null() && recorded.other.is_null()) {
    return fail(ErrorCode::not_reproducible, "fingerprint",
                "the result has no fingerprint: it is not complete");
  }
  return write_json(with_scale_range(tree->member("experiment"), kFormerScaleRange));
}

Result<ReplayReport> compare_replay(std::string_view recorded_text, std::string_view replay_text) {
  const Result<Json> recorded = read_result(recorded_text);
  if (!recorded) return std::unexpected(recorded.error());
  const Result<Json> replay = read_result(replay_text);
  if (!replay) return std::unexpected(replay.error());

  const auto old_runs = recorded->member("runs").elements();
  const auto new_runs = replay->member("runs").elements();
  std::vector<double> differing;
  for (std::size_t i = 0; i < std::max(old_runs.size(), new_runs.size()); ++i) {
    const bool in_both = i < old_runs.size() && i < new_runs.size();
    if (in_both && same(fingerprints(old_runs[i]), fingerprints(new_runs[i]))) continue;
    differing.push_back(static_cast<double>(i));
  }
  const Fingerprints expected = fingerprints(*recorded);
  const Fingerprints actual = fingerprints(*replay);
  ReplayReport report;
  report.matches = differing.empty() && same(expected, actual);
  const bool released = expected.released.is_text();
  report.json =
      write_json(Json::object({{"matches", report.matches},
                               {"expected", released ? expected.released : expected.other},
                               {"actual", released ? actual.released : actual.other},
                               {"differing", Json::numbers(std::move(differing))}}));
  return report;
}

Result<std::string> redact(std::string_view result) {
  const Result<Json> tree = read_result(result);
  if (!tree) return std::unexpected(tree.error());
  Json redacted = publishable(*tree).result;
  update_releasable(redacted, reasons_against_release(*tree));
  return write_json(redacted);
}

}  // namespace noisy
