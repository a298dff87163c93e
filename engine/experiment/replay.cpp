#include "engine/experiment/replay.h"

#include <algorithm>
#include <vector>

#include "engine/experiment/assembly.h"
#include "engine/experiment/json.h"
#include "engine/experiment/report.h"

namespace noisy {
namespace {

Result<Json> read_result(std::string_view text) {
  Result<Json> tree = parse_json(text, kResultLimits);
  if (!tree) return tree;
  for (const char* name : {"experiment", "runs"}) {
    if (tree->find(name)) continue;
    return fail(ErrorCode::missing_field, name, "this is not a result file");
  }
  return tree;
}

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

Json without_non_private(const Json& value) {
  if (value.is_object()) {
    Json out = Json::object();
    for (const auto& [key, member] : value.members()) {
      if (key != kNonPrivateKey) out.set(key, without_non_private(member));
    }
    return out;
  }
  if (!value.is_array() || value.as_numbers()) return value;
  std::vector<Json> elements;
  for (const Json& element : value.elements()) elements.push_back(without_non_private(element));
  return Json::array(std::move(elements));
}

/// Takes the reason back that the removed blocks gave.
void update_releasable(Json& result) {
  Json* privacy = result.find("privacy");
  const Json* reasons = privacy ? privacy->find("reasons") : nullptr;
  if (!reasons || !reasons->is_array()) return;
  std::vector<Json> kept;
  for (const Json& reason : reasons->elements()) {
    if (reason != Json(kReadsDataReason)) kept.push_back(reason);
  }
  privacy->set("releasable", kept.empty());
  privacy->set("reasons", Json::array(std::move(kept)));
}

}  // namespace

Result<std::string> replayable_experiment(std::string_view result) {
  const Result<Json> tree = read_result(result);
  if (!tree) return std::unexpected(tree.error());
  if (is_secure(*tree)) {
    return fail(ErrorCode::not_reproducible, "experiment.run.randomness.mode",
                "secure randomness is stored nowhere, so the runs cannot be replayed");
  }
  const Fingerprints recorded = fingerprints(*tree);
  if (recorded.released.is_null() && recorded.other.is_null()) {
    return fail(ErrorCode::not_reproducible, "fingerprint",
                "the result has no fingerprint: it is not complete");
  }
  return write_json(tree->member("experiment"));
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
  Json redacted = without_non_private(*tree);
  update_releasable(redacted);
  return write_json(redacted);
}

}  // namespace noisy
