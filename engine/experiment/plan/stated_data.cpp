#include "engine/experiment/plan/stated_data.h"

#include <algorithm>

#include "engine/data/builtin_data.h"
#include "engine/experiment/plan/make_risk.h"
#include "engine/experiment/plan/source_facts.h"

namespace noisy {
namespace {

struct SamplesOf {
  std::optional<Index> operator()(const SyntheticParameters& source) const {
    return source.samples;
  }
  std::optional<Index> operator()(const BuiltinSource& source) const {
    const BuiltinData* description = find_builtin(source.name);
    return description ? std::optional(description->samples) : std::nullopt;
  }
  std::optional<Index> operator()(const InlineSource& source) const {
    return source.are_absent ? std::nullopt : std::optional(std::ssize(source.features));
  }
  std::optional<Index> operator()(const FileSource&) const { return std::nullopt; }
};

/// n after preprocessing, where the block says it: a stated count of kept rows does, whatever was
/// before.
///
/// @param held_out_rows  receives how many rows are held out, where that is known
std::optional<Index> samples_of(const DataSpec& spec, Index* held_out_rows = nullptr) {
  std::optional<Index> samples = std::visit(SamplesOf{}, spec.source);
  for (const PreprocessStep& step : spec.preprocess) {
    const auto* sample = std::get_if<SampleRows>(&step);
    if (sample && (samples || !sample->share)) samples = sample->of(samples.value_or(0));
    const auto* held_out = std::get_if<HoldOut>(&step);
    if (!held_out || !samples) continue;
    if (held_out_rows) *held_out_rows = held_out->of(*samples);
    samples = *samples - held_out->of(*samples);
  }
  return samples;
}

/// How many rows are held out: what the block says, or else what is stated, where the step holds as
/// many out.
Index held_out_of(const DataSpec& spec, const std::optional<StatedShape>& stated) {
  Index rows = 0;
  if (samples_of(spec, &rows) || !stated || spec.preprocess.empty()) return rows;
  const auto* step = std::get_if<HoldOut>(&spec.preprocess.back());
  const bool fits = step && stated->held_out > 0 &&
                    step->of(stated->samples + stated->held_out) == stated->held_out;
  return fits ? stated->held_out : 0;
}

bool same_bounds(const FeatureBounds& a, const FeatureBounds& b) {
  return a.l1 == b.l1 && a.l2 == b.l2 && a.linf == b.linf;
}

/// Whether plans are the same for both.
bool same_facts(const PipelineFacts& a, const PipelineFacts& b) {
  return same_bounds(a.bounds, b.bounds) && a.ranged_columns == b.ranged_columns;
}

/// The facts behind the pipeline of a file that has so many columns as it comes.
Result<PipelineFacts> file_facts(const DataSpec& spec, const FileSource& source, Index features) {
  return preprocessed_facts(facts_of(source, features), spec.preprocess);
}

/// How many columns the steps behind the last "select-columns" begin with, or nothing when there is
/// no such step.
std::optional<Index> selected(const DataSpec& spec) {
  std::optional<Index> count;
  for (const PreprocessStep& step : spec.preprocess) {
    if (const auto* select = std::get_if<SelectColumns>(&step)) count = std::ssize(select->columns);
  }
  return count;
}

/// The fewest columns from which the pipeline can be gone through: as many as a list of ranges has,
/// and all that are selected.
Index fewest_columns(const DataSpec& spec) {
  Index fewest = 1;
  Index added = 0;
  for (const PreprocessStep& step : spec.preprocess) {
    if (const auto* scale = std::get_if<ScaleColumns>(&step)) {
      const std::size_t listed = std::max(scale->lower.size(), scale->upper.size());
      if (listed > 1)
        return std::ssize(scale->lower.size() > 1 ? scale->lower : scale->upper) - added;
    }
    if (const auto* ranges = std::get_if<PrivateRanges>(&step)) {
      for (const Index column : ranges->columns) fewest = std::max(fewest, column + 1 - added);
      const std::size_t listed = std::max(ranges->lower.size(), ranges->upper.size());
      const bool names_all = ranges->has_columns() && ranges->columns.empty();
      const Index others = added + (ranges->has_target() ? 1 : 0);
      if (names_all && listed > 1) return static_cast<Index>(listed) - others;
    }
    if (std::holds_alternative<AddIntercept>(step)) ++added;
    if (const auto* select = std::get_if<SelectColumns>(&step)) {
      for (const Index column : select->columns) fewest = std::max(fewest, column + 1 - added);
      return fewest;
    }
  }
  return fewest;
}

/// A file's facts. Where columns are selected nobody says how many there were before: then the
/// bounds must be the same for few and for many.
Result<PipelineFacts> facts_of_file(const DataSpec& spec, const FileSource& source,
                                    const StatedShape& stated) {
  if (source.features) return file_facts(spec, source, *source.features);
  if (source.columns) return file_facts(spec, source, width_of(*source.columns));
  if (!selected(spec)) {
    return file_facts(spec, source, stated.features - added_columns(spec.preprocess));
  }
  constexpr Index kMany = 1'000'000;
  auto few = file_facts(spec, source, fewest_columns(spec));
  const auto many = file_facts(spec, source, kMany);
  if (!few || !many || same_facts(*few, *many)) return few;
  return fail(ErrorCode::missing_data, "data.preprocess",
              "its bounds depend on how many columns the file has before select-columns");
}

/// The same of inline records that were taken out.
Result<PipelineFacts> facts_of_absent(const DataSpec& spec, const InlineSource& source,
                                      const StatedShape& stated) {
  FileSource file;
  file.columns = source.columns;
  return facts_of_file(spec, file, stated);
}

/// Whether a file can have this size.
bool is_possible(const StatedShape& stated) {
  return stated.samples >= 1 && static_cast<double>(stated.samples) <= FormatLimits::kSamples &&
         stated.features >= 1 && static_cast<double>(stated.features) <= FormatLimits::kFeatures;
}

Result<PipelineFacts> facts_of_source(const DataSpec& spec,
                                      const std::optional<StatedShape>& stated) {
  if (!has_records(spec)) {
    if (!stated) {
      return fail(ErrorCode::missing_data, "data", "the size of the file is stated nowhere");
    }
    if (!is_possible(*stated)) {
      return fail(ErrorCode::invalid_value, "data", "no file has so many records or columns");
    }
    const auto* file = std::get_if<FileSource>(&spec.source);
    return file ? facts_of_file(spec, *file, *stated)
                : facts_of_absent(spec, std::get<InlineSource>(spec.source), *stated);
  }
  PipelineFacts facts;
  if (const auto* synthetic = std::get_if<SyntheticParameters>(&spec.source)) {
    facts = facts_of(*synthetic);
  } else if (const auto* builtin = std::get_if<BuiltinSource>(&spec.source)) {
    facts = facts_of(*builtin);
  } else {
    facts = facts_of(std::get<InlineSource>(spec.source));
  }
  return preprocessed_facts(std::move(facts), spec.preprocess);
}

}  // namespace

bool has_records(const DataSpec& spec) {
  const auto* rows = std::get_if<InlineSource>(&spec.source);
  return !std::holds_alternative<FileSource>(spec.source) && !(rows && rows->are_absent);
}

bool says_samples(const DataSpec& spec) {
  return samples_of(spec).has_value();
}

Result<std::shared_ptr<const LoadedData>> stated_data(const DataSpec& spec, const RecordUse& use,
                                                      const std::optional<StatedShape>& stated) {
  Result<PipelineFacts> facts = facts_of_source(spec, stated);
  if (!facts) return std::unexpected(std::move(facts.error()));
  bound_targets(use, *facts);
  const AbsentRecords records{.samples = samples_of(spec).value_or(stated ? stated->samples : 0),
                              .features = facts->features,
                              .is_sparse = is_stored_sparse(spec),
                              .rows = rows_drawn_for(spec)};
  LoadedData data{.records = records, .facts = {}, .target = "", .hash = "", .counts = {}};
  data.facts = *std::move(facts);
  data.public_width = records.features;
  data.stated_held_out = held_out_of(spec, stated);
  return std::make_shared<const LoadedData>(std::move(data));
}

}  // namespace noisy
