#include "engine/audit/audit_plan.h"

#include <algorithm>
#include <cmath>

#include "engine/audit/game_plan.h"
#include "engine/audit/piped_records.h"
#include "engine/experiment/plan/source_facts.h"

namespace noisy {
namespace {

constexpr Index kMostBatches = 32;  ///< n over m of a tiny problem with mini-batches
/// Features times records of a problem that is solved.
constexpr Index kMostSolved = 1'000'000;

bool takes_batch_size(const AlgorithmEntry& entry) {
  const auto& specs = entry.parameters;
  return std::ranges::find(specs, "batchSize", &ParameterSpec::name) != specs.end();
}

/// Of methods that read records in their own ways, and release what came of it: their plans follow
/// from how many records there are.
GameSizes own_sizes(const LoadedData& shape) {
  const Index most = std::max<Index>(2, kMostSolved / std::max<Index>(1, shape.features()));
  const Index samples = std::min(shape.samples(), most);
  return {.samples = samples, .batch_size = samples};
}

/// The same sampling rate, as far as a tiny problem has it.
GameSizes tiny_sizes(const AlgorithmEntry& entry, const ParameterSet& parameters,
                     const LoadedData& shape) {
  if (entry.draws_batches && !takes_batch_size(entry)) return own_sizes(shape);
  const Index samples = shape.samples();
  const auto wanted = parameters.number("batchSize");
  // Left to the plan, batches are as small a part of the data as the tiny problem has.
  if (!wanted && entry.draws_batches) return {.samples = 2 * kMostBatches, .batch_size = 2};
  if (!wanted || *wanted >= static_cast<double>(samples)) return {};
  const auto batches = static_cast<Index>(std::round(static_cast<double>(samples) / *wanted));
  const Index batch_size = *wanted > 1 ? 2 : 1;
  return {.samples = batch_size * std::clamp<Index>(batches, 2, kMostBatches),
          .batch_size = batch_size};
}

bool reads_data(const ConstantSpec& constant) {
  return constant.rule == ConstantRule::data_spectral ||
         constant.rule == ConstantRule::paper_spectral;
}

/// What the data's own mean and deviation give away is no release, and no game here is about it.
void note_standardized(const std::vector<PreprocessStep>& steps, std::vector<std::string>& notes) {
  const bool reads_data = std::ranges::any_of(
      steps, [](const PreprocessStep& step) { return std::holds_alternative<Standardize>(step); });
  if (!reads_data) return;
  notes.push_back(
      "Preprocessing computes with the data (standardize). What that gives away is not played.");
}

/// The tiny problem's sizes, or the experiment's own n where rounds follow from it: where what a
/// run releases is open, or promises nothing for a few records.
GameSizes sizes_for(const SweepPoint& tiny, std::size_t position, const LoadedData& shape,
                    const GameSizes& sizes, ReleaseKind release) {
  const AlgorithmEntry& entry = *find_algorithm(tiny.algorithms[position].id);
  const bool has_own_sizes = entry.draws_batches && !takes_batch_size(entry);
  if (sizes.batch_size < sizes.samples || has_own_sizes) return sizes;
  const auto planned = plan_for(tiny, position, shape, sizes.samples, release);
  const bool follows_from_samples =
      planned ? planned->plan->rule().length() == RunLength::open && !planned->plan->leaks()
              : planned.error().code == ErrorCode::no_certificate;
  if (!follows_from_samples) return sizes;
  return {.samples = shape.samples(), .batch_size = shape.samples(), .is_counted = true};
}

/// What a source enforces for every record; of a file that states no columns d stays open.
struct SourceFacts {
  PipelineFacts operator()(const FileSource& source) const {
    return facts_of(source, source.features.value_or(0));
  }
  PipelineFacts operator()(const auto& source) const { return facts_of(source); }
};

}  // namespace

bool use_public_constants(ConstantsSpec& constants) {
  bool changed = false;
  for (ConstantSpec* constant : {&constants.smoothness, &constants.strong_convexity}) {
    if (!reads_data(*constant)) continue;
    *constant = {};
    changed = true;
  }
  return changed;
}

Result<AuditPlan> plan_audit(const SweepPoint& point, std::size_t position,
                             std::shared_ptr<const LoadedData> shape, ReleaseKind release,
                             std::uint64_t seed) {
  if (private_ranges(*point.data)) {
    return fail(ErrorCode::unsupported_option, "data.preprocess",
                "no game is known where runs choose ranges (private-ranges): audit the "
                "algorithm with stated ranges (scale-columns)");
  }
  SweepPoint tiny = point;
  std::vector<std::string> notes;
  const bool reads_data = use_public_constants(tiny.problem.constants);
  if (reads_data) {
    notes.push_back("Constants that read the data are replaced by public bounds.");
  }
  note_standardized(point.data->preprocess, notes);
  ParameterSet& parameters = tiny.algorithms[position].parameters;
  const AlgorithmEntry& entry = *find_algorithm(tiny.algorithms[position].id);
  const GameSizes sizes = tiny_sizes(entry, parameters, *shape);
  if (parameters.has("batchSize") || (entry.draws_batches && takes_batch_size(entry))) {
    parameters.set("batchSize", static_cast<double>(sizes.batch_size));
  }
  auto pipeline =
      record_pipeline(*shape, point.data->preprocess, std::visit(SourceFacts{}, point.data->source),
                      use_of(point.problem));
  if (!pipeline) return std::unexpected(std::move(pipeline.error()));
  const GameSizes played = sizes_for(tiny, position, *shape, sizes, release);
  auto audit =
      plan_game(tiny, position, std::move(shape), *std::move(pipeline), played, release, seed);
  if (!audit) return audit;
  if (reads_data) {
    audit->claim = requested_claim(std::move(audit->claim), point.privacy);
    audit->claim.statement =
        "Nothing is guaranteed: constants of the problem are computed from the data.";
  }
  audit->notes.insert(audit->notes.begin(), notes.begin(), notes.end());
  return audit;
}

}  // namespace noisy
