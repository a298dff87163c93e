#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/experiment/file/stated_ranges.h"
#include "engine/experiment/file/version.h"
#include "engine/experiment/result/assembly.h"
#include "engine/experiment/result/result_privacy.h"
#include "engine/experiment/result/result_records.h"
#include "engine/experiment/result/statistics.h"
#include "engine/experiment/session/fingerprint.h"
#include "engine/experiment/session/report.h"
#include "engine/experiment/session/session.h"
#include "engine/json/vocabulary.h"
#include "engine/statement/write/promise.h"

namespace noisy {
namespace {

bool has_text(const Json& object, std::string_view key, std::string_view text) {
  const Json& value = object.member(key);
  return value.is_text() && value.text() == text;
}

/// What all groups hold, put in the order of the runs.
struct Collected {
  Json refused = Json::array({});
  std::vector<std::optional<Json>> runs;
  std::map<Index, Json> references;  ///< by sweep point
  Json data_hash;
  StatementParts statement;

  void resize(Index count) {
    runs.resize(static_cast<std::size_t>(count));
    statement.runs.resize(runs.size());
  }
};

/// @param points  of the sweep
Result<void> collect(const Json& group, Index points, Collected& all) {
  const Json& first = group.member("first");
  const Json& runs = group.member("runs");
  if (!first.is_number() || !runs.is_array()) {
    return fail(ErrorCode::invalid_value, "groups", "is no group of runs of this engine");
  }
  const auto begin = static_cast<std::size_t>(first.number());
  if (begin + runs.size() > all.runs.size()) {
    return fail(ErrorCode::invalid_value, "groups", "has more runs than the experiment");
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (all.runs[begin + i]) {
      return fail(ErrorCode::invalid_value, "groups",
                  "run " + std::to_string(begin + i) + " is in two groups");
    }
    all.runs[begin + i] = runs.elements()[i];
  }
  if (auto collected = collect_statement(group, begin, all.statement); !collected) {
    return collected;
  }
  const Json& non_private = group.member(kNonPrivateKey);
  for (const Json& reference : non_private.member("references").elements()) {
    const Json& point = reference.member("point");
    const bool is_there =
        point.is_number() && point.number() >= 0 && point.number() < static_cast<double>(points);
    if (!is_there) {
      return fail(ErrorCode::invalid_value, "groups", "has a reference of no sweep point");
    }
    Json kept = reference;
    kept.erase("point");
    all.references.emplace(static_cast<Index>(point.number()), std::move(kept));
  }
  if (const Json& hash = non_private.member("dataHash"); hash.is_text()) all.data_hash = hash;
  return {};
}

/// The combined fingerprint of the runs that promise something (or of the others); null unless
/// every one of them has one.
Json combined_fingerprint(const Collected& all, bool of_private) {
  std::vector<std::string> digests;
  for (const std::optional<Json>& run : all.runs) {
    if (!run) return {};
    if (promises(run->member("privacy")) != of_private) continue;
    const Json& digest = outcome_of(*run).member("fingerprint");
    if (!digest.is_text()) return {};
    digests.push_back(digest.text());
  }
  return digests.empty() ? Json() : Json(combine_fingerprints(digests));
}

/// Statistics of the repeats [first, first + repeats) of one algorithm at one sweep point.
Json summary_entry(const Collected& all, Index first, Index repeats) {
  std::map<std::string, std::vector<double>> finals;
  Json entry;
  Index completed = 0;
  for (Index i = first; i < first + repeats; ++i) {
    const std::optional<Json>& run = all.runs[static_cast<std::size_t>(i)];
    if (!run) continue;
    if (entry.is_null()) {
      entry.set("algorithm", run->member("algorithm"));
      entry.set("label", run->member("label"));
      entry.set("sweep", run->member("sweep"));
    }
    if (!has_text(outcome_of(*run), "status", "completed")) continue;
    ++completed;
    for (const auto& [name, value] : run->member(kNonPrivateKey).member("final").members()) {
      if (value.is_number()) finals[name].push_back(value.number());
    }
  }
  if (entry.is_null()) return entry;
  Json statistics = Json::object();
  for (auto& [name, values] : finals) {
    statistics.set(name, record::json_of<record::kStatistics>(summarize(std::move(values))));
  }
  entry.set("repeats", completed);
  entry.set("final", std::move(statistics));
  return entry;
}

Json non_private_json(const Collected& all, const Experiment& experiment,
                      const std::vector<SweepPoint>& points) {
  std::vector<Json> summaries;
  const Index repeats = experiment.run.repeats;
  for (Index first = 0; first < std::ssize(all.runs); first += repeats) {
    Json entry = summary_entry(all, first, repeats);
    if (!entry.is_null()) summaries.push_back(std::move(entry));
  }
  std::vector<Json> references;
  for (const auto& [point, reference] : all.references) {
    Json entry = Json::object({{"sweep", points[static_cast<std::size_t>(point)].values}});
    for (const auto& [name, value] : reference.members()) entry.set(name, value);
    references.push_back(std::move(entry));
  }
  Json out = Json::object({{"summary", Json::array(std::move(summaries))},
                           {"references", Json::array(std::move(references))},
                           {"dataHash", all.data_hash}});
  if (Json digest = combined_fingerprint(all, false); digest.is_text()) {
    out.set("fingerprint", std::move(digest));
  }
  return out;
}

std::string overall_status(const Collected& all) {
  for (const std::optional<Json>& run : all.runs) {
    if (!run || has_text(outcome_of(*run), "status", "cancelled")) return "cancelled";
  }
  return "completed";
}

/// Takes what is refused out of the list of runs, from any group: all say the same.
Result<void> take_refused(const Json& group, Index algorithms, Index points, RunList& list) {
  const Json& refused = group.member("refused");
  const std::vector<double>* at = group.member("refusedPoints").as_numbers();
  if (!refused.is_array() || refused.size() != (at ? at->size() : 0)) {
    return fail(ErrorCode::invalid_value, "groups", "is no group of runs of this engine");
  }
  for (std::size_t i = 0; i < refused.size(); ++i) {
    const Json& index = refused.elements()[i].member("index");
    const double algorithm = index.is_number() ? index.number() : -1;
    const double point = (*at)[i];
    const bool is_there = algorithm >= 0 && algorithm < static_cast<double>(algorithms) &&
                          point >= 0 && point < static_cast<double>(points);
    if (!is_there) {
      return fail(ErrorCode::invalid_value, "groups", "refuses what the experiment does not hold");
    }
    list.refuse(static_cast<Index>(algorithm), static_cast<Index>(point));
  }
  return {};
}

Result<Collected> collect_all(std::span<const std::string> groups, const Experiment& experiment,
                              Index points) {
  Collected all;
  const Index algorithms = std::ssize(experiment.algorithms);
  RunList list(algorithms, points, experiment.run.repeats);
  bool is_first = true;
  for (const std::string& text : groups) {
    Result<Json> group = parse_json(text, kResultLimits);
    if (!group) return std::unexpected(std::move(group.error()));
    if (std::exchange(is_first, false)) {
      if (auto taken = take_refused(*group, algorithms, points, list); !taken) {
        return std::unexpected(std::move(taken.error()));
      }
      all.refused = group->member("refused");
      all.resize(list.size());
    }
    if (auto collected = collect(*group, points, all); !collected) {
      return std::unexpected(std::move(collected.error()));
    }
  }
  if (is_first) all.resize(list.size());
  return all;
}

}  // namespace

Result<std::string> assemble(std::string_view experiment_text,
                             std::span<const std::string> groups) {
  Result<Experiment> experiment = read_experiment(experiment_text);
  if (!experiment) return std::unexpected(std::move(experiment.error()));
  const auto points = expand_sweep(*experiment);
  if (!points) return std::unexpected(points.error());
  Result<Collected> all = collect_all(groups, *experiment, std::ssize(*points));
  if (!all) return std::unexpected(std::move(all.error()));

  bool has_non_private = experiment->run.randomness == Randomness::reproducible;
  for (const std::optional<Json>& run : all->runs) {
    has_non_private |= run && run->find(kNonPrivateKey);
  }
  Json out = Json::object({{"version", 1},
                           {"engine", engine_version()},
                           {"experiment", with_scale_range(experiment->source, ScaleColumns{}.to)},
                           {"status", overall_status(*all)},
                           {"fingerprint", combined_fingerprint(*all, true)},
                           {"privacy", result_privacy(*experiment, *points, all->statement)}});
  Json non_private = has_non_private ? non_private_json(*all, *experiment, *points) : Json();
  std::vector<Json> runs;
  for (std::optional<Json>& run : all->runs) {
    if (run) runs.push_back(std::move(*run));
  }
  out.set("runs", Json::array(std::move(runs)));
  out.set("refused", all->refused);
  if (has_non_private) out.set(kNonPrivateKey, std::move(non_private));
  judge_release(out);
  return write_json(out);
}

}  // namespace noisy
