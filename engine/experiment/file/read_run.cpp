#include "engine/algorithm/frame/algorithm.h"
#include "engine/data/text_lines.h"
#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/file/read_blocks.h"

namespace noisy {
namespace {

struct RandomnessDraft {
  Randomness mode = Randomness::reproducible;
  std::optional<std::uint64_t> seed;
  std::optional<bool> common;
  std::optional<ReleaseKind> release;
};

struct TraceDraft {
  Index points = RunSpec{}.trace_points;
  bool iterates = false;
  bool hidden_iterates = false;
  bool group_losses = false;
};

struct RunDraft : RunSpec {
  std::optional<ReleaseKind> stated_release;  ///< run.release, the older place
  std::optional<ReleaseKind> release_of_randomness;
  bool has_diagnostics = false;
};

ParameterSpec release_spec() {
  return {.name = "release",
          .title = "floating or hardened noise",
          .type = ParameterType::choice,
          .choices = word_ids<ReleaseKind>(),
          .default_rule = "hardened in secure mode, floating in reproducible mode"};
}

const std::vector<Field<RandomnessDraft>>& randomness_fields() {
  static const std::vector<Field<RandomnessDraft>> kFields = {
      {{.name = "mode",
        .title = "reproducible or secure",
        .type = ParameterType::choice,
        .choices = word_ids<Randomness>()},
       &store<&RandomnessDraft::mode>},
      {{.name = "seed",
        .type = ParameterType::integer,
        .minimum = 0,
        .maximum = FormatLimits::kSeed,
        .default_value = 1.0},
       &store<&RandomnessDraft::seed>},
      {{.name = "common", .type = ParameterType::boolean, .default_value = false},
       &store<&RandomnessDraft::common>},
      {release_spec(), &store<&RandomnessDraft::release>}};
  return kFields;
}

const std::vector<Field<TraceDraft>>& trace_fields() {
  static const std::vector<Field<TraceDraft>> kFields = {
      {{.name = "points",
        .title = "how many iterates are shown",
        .type = ParameterType::integer,
        .minimum = 2,
        .maximum = FormatLimits::kTracePoints,
        .default_value = static_cast<double>(RunSpec{}.trace_points)},
       &store<&TraceDraft::points>},
      {{.name = "iterates",
        .title = "keep the iterates themselves",
        .type = ParameterType::boolean,
        .default_value = false,
        .description = "The result holds all coordinates of the iterates that are traced."},
       &store<&TraceDraft::iterates>},
      {{.name = "hiddenIterates",
        .title = "keep hidden iterates, too",
        .type = ParameterType::boolean,
        .default_value = false,
        .description = "Not private: the result holds, under nonPrivate, the points that vertices "
                       "are drawn from, of algorithms that have such points and show nobody."},
       &store<&TraceDraft::hidden_iterates>},
      {{.name = "groupLosses",
        .title = "keep the loss of every group",
        .type = ParameterType::boolean,
        .default_value = false,
        .description = "Not private: the result holds, under nonPrivate, the loss of every group, "
                       "or task, on the records, of problems that have such."},
       &store<&TraceDraft::group_losses>}};
  return kFields;
}

Result<void> store_randomness(const Json& value, const FieldPlace& at, RunDraft& run) {
  RandomnessDraft draft;
  if (auto read = read_fields(value, at.path, randomness_fields(), draft); !read) return read;
  if (draft.mode == Randomness::secure && (draft.seed || draft.common)) {
    return fail(ErrorCode::conflicting_fields, join_path(at.path, draft.seed ? "seed" : "common"),
                "secure randomness is fresh and never repeated: only reproducible mode has this");
  }
  run.randomness = draft.mode;
  run.seed = draft.seed.value_or(run.seed);
  run.common = draft.common.value_or(false);
  run.release_of_randomness = draft.release;
  return {};
}

const std::vector<Field<ScoreSpec>>& score_fields() {
  static const std::vector<Field<ScoreSpec>> kFields = {
      {{.name = "epsilon",
        .title = "what it costs the rows that are held out",
        .type = ParameterType::number,
        .minimum = 1e-6,
        .maximum = 1e6,
        .default_rule = "the run's own budget, so that both together cost no more",
        .description = "At most the run's epsilon; of zCDP at most sqrt(2 rho)."},
       &store<&ScoreSpec::epsilon>}};
  return kFields;
}

Result<void> store_score(const Json& value, const FieldPlace& at, RunDraft& run) {
  return read_fields(value, at.path, score_fields(), run.private_score.emplace());
}

Result<void> store_trace(const Json& value, const FieldPlace& at, RunDraft& run) {
  TraceDraft draft;
  if (auto read = read_fields(value, at.path, trace_fields(), draft); !read) return read;
  run.trace_points = draft.points;
  run.keeps_iterates = draft.iterates;
  run.keeps_hidden = draft.hidden_iterates;
  run.keeps_group_losses = draft.group_losses;
  return {};
}

Result<const DiagnosticEntry*> read_diagnostic(const Json& value, const std::string& path) {
  std::vector<std::string> known;
  for (const DiagnosticEntry& diagnostic : diagnostics()) known.push_back(diagnostic.id);
  const ParameterSpec spec{.name = "", .type = ParameterType::choice, .choices = std::move(known)};
  Result<ParameterValue> checked = check_value(value, path, spec, ErrorCode::unknown_name);
  if (!checked) return std::unexpected(std::move(checked.error()));
  return find_diagnostic(std::get<std::string>(*checked));
}

Result<void> store_diagnostics(const Json& value, const FieldPlace& at, RunDraft& run) {
  auto list = read_list(value, at.path, diagnostics().size(), &read_diagnostic);
  if (!list) return std::unexpected(std::move(list.error()));
  run.diagnostics = std::move(*list);
  run.has_diagnostics = true;
  return {};
}

/// "objective and ..., none in secure mode".
std::string default_rule() {
  std::string out;
  for (const DiagnosticEntry* diagnostic : default_diagnostics()) {
    if (!out.empty()) out += " and ";
    out += diagnostic->id;
  }
  return out + ", none in secure mode";
}

const std::vector<Field<RunDraft>>& run_fields() {
  static const std::vector<Field<RunDraft>> kFields = {
      {{.name = "repeats",
        .type = ParameterType::integer,
        .minimum = 1,
        .maximum = FormatLimits::kRepeats,
        .default_value = 1.0},
       &store<&RunSpec::repeats>},
      {{.name = "randomness", .default_rule = "reproducible, seed 1"}, &store_randomness},
      {release_spec(), &store<&RunDraft::stated_release>},
      {{.name = "trace", .default_rule = "200 points"}, &store_trace},
      {{.name = "privateScore",
        .title = "publish the accuracy, or the root of the mean squared error, on held-out rows",
        .default_rule = "none",
        .description = "One figure of every private run's solution on the rows that hold-out keeps "
                       "from it, with noise, beside an interval. Only these rows pay for it."},
       &store_score},
      {{.name = "diagnostics", .default_rule = default_rule()}, &store_diagnostics}};
  return kFields;
}

struct AlgorithmDraft {
  std::string id;
  std::string label;
  std::uint64_t stream = 0;
  Json parameters;
};

Result<void> keep_parameters(const Json& value, const FieldPlace&, AlgorithmDraft& algorithm) {
  algorithm.parameters = value;
  return {};
}

const std::vector<Field<AlgorithmDraft>>& algorithm_fields() {
  static const std::vector<Field<AlgorithmDraft>> kFields = {
      {{.name = "id",
        .title = "the algorithm's id",
        .type = ParameterType::choice,
        .maximum = FormatLimits::kTitleLength},
       &store<&AlgorithmDraft::id>},
      {{.name = "label",
        .type = ParameterType::choice,
        .maximum = FormatLimits::kTitleLength,
        .default_rule = "the algorithm's title"},
       &store<&AlgorithmDraft::label>},
      {{.name = "stream",
        .type = ParameterType::integer,
        .minimum = 0,
        .maximum = FormatLimits::kSeed,
        .default_value = 0.0},
       &store<&AlgorithmDraft::stream>},
      {{.name = "parameters", .default_rule = "every default"}, &keep_parameters}};
  return kFields;
}

Result<const AlgorithmEntry*> find_entry(const std::string& id, const std::string& path) {
  if (const AlgorithmEntry* entry = find_algorithm(id)) return entry;
  std::vector<std::string> known;
  for (const AlgorithmEntry& entry : algorithms()) known.push_back(entry.id);
  return fail(ErrorCode::unknown_algorithm, path,
              "there is no algorithm " + quoted(id) + "." + known_words(id, known));
}

/// Checks the parameters against the entry's specs, which are all optional.
Result<ParameterSet> read_parameters(const Json& block, const std::string& path,
                                     const AlgorithmEntry& entry) {
  ParameterSet set;
  if (block.is_null()) return set;
  std::vector<const ParameterSpec*> specs;
  for (const ParameterSpec& spec : entry.parameters) specs.push_back(&spec);
  if (auto checked = check_members(block, path, specs); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  for (const ParameterSpec& spec : entry.parameters) {
    const Json* value = block.find(spec.name);
    if (!value) continue;
    Result<ParameterValue> checked = check_value(*value, join_path(path, spec.name), spec);
    if (!checked) return std::unexpected(std::move(checked.error()));
    set.set(spec.name, std::move(*checked));
  }
  if (set.has("stepSize") && set.has("stepScale")) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "stepSize"),
                "give stepSize or stepScale, not both");
  }
  return set;
}

}  // namespace

std::vector<const DiagnosticEntry*> RunSpec::columns() const {
  std::vector<const DiagnosticEntry*> out;
  for (const DiagnosticEntry& entry : noisy::diagnostics()) {
    if (std::ranges::find(diagnostics, &entry) != diagnostics.end()) out.push_back(&entry);
  }
  return out;
}

bool RunSpec::needs_reference() const {
  return std::ranges::any_of(
      diagnostics, [](const DiagnosticEntry* diagnostic) { return diagnostic->needs.reference; });
}

bool keeps_hidden(const RunSpec& run, const AlgorithmEntry& algorithm) {
  return run.keeps_hidden && tells(algorithm, HiddenPoint::kName);
}

std::vector<const DiagnosticEntry*> default_diagnostics() {
  std::vector<const DiagnosticEntry*> out;
  for (const DiagnosticEntry& entry : diagnostics()) {
    if (entry.is_default) out.push_back(&entry);
  }
  return out;
}

Result<RunSpec> read_run(const Json& block, const std::string& path) {
  RunDraft draft;
  if (auto read = read_fields(block, path, run_fields(), draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (draft.stated_release && draft.release_of_randomness &&
      draft.stated_release != draft.release_of_randomness) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "release"),
                "differs from randomness.release, which means the same: give one of them");
  }
  const bool is_secure = draft.randomness == Randomness::secure;
  const auto by_mode = is_secure ? ReleaseKind::hardened : ReleaseKind::floating;
  draft.release = draft.release_of_randomness.value_or(draft.stated_release.value_or(by_mode));
  if (!draft.has_diagnostics && draft.randomness == Randomness::reproducible) {
    draft.diagnostics = default_diagnostics();
  }
  return static_cast<RunSpec&&>(std::move(draft));
}

Result<AlgorithmSpec> read_algorithm(const Json& block, const std::string& path) {
  AlgorithmDraft draft;
  if (auto read = read_fields(block, path, algorithm_fields(), draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  const auto entry = find_entry(draft.id, join_path(path, "id"));
  if (!entry) return std::unexpected(entry.error());
  auto parameters = read_parameters(draft.parameters, join_path(path, "parameters"), **entry);
  if (!parameters) return std::unexpected(std::move(parameters.error()));
  return AlgorithmSpec{.id = draft.id,
                       .label = draft.label.empty() ? (*entry)->title : draft.label,
                       .stream = draft.stream,
                       .parameters = std::move(*parameters)};
}

}  // namespace noisy
