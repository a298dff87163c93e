#include "engine/experiment/plan/ranged_rows.h"

#include <algorithm>
#include <utility>

#include "engine/data/data_hash.h"
#include "engine/data/preprocess_parts.h"
#include "engine/data/range_scale.h"
#include "engine/experiment/plan/load_rows.h"
#include "engine/experiment/plan/source_facts.h"
#include "engine/privacy/form/column_range.h"

namespace noisy {
namespace {

/// The records of one side, clamped to the ranges and taken through the steps that come after.
Result<PreparedData> scaled(const DenseData& rows, const RangedRows& of,
                            std::span<const ColumnRange> ranges) {
  auto copy = rows.clone();
  if (!copy) return std::unexpected(std::move(copy.error()));
  for (const ColumnRange& range : ranges) {
    RangeScale scale({range.lower, range.upper}, {-1, 1});
    for (Index row = 0; row < copy->samples(); ++row) {
      if (range.column == kTargetColumn) {
        double& target = copy->targets()[static_cast<std::size_t>(row)];
        target = scale(target);
      } else {
        copy->set_feature(row, range.column, scale(copy->feature(row, range.column)));
      }
    }
  }
  PipelineFacts facts = of.facts;
  if (auto bound = bound_ranged(of.step, "data.preprocess", facts); !bound) {
    return std::unexpected(std::move(bound.error()));
  }
  auto prepared = preprocess(*std::move(copy), facts, of.rest);
  if (!prepared) return prepared;
  if (auto used = use_targets(prepared->data.targets(), of.use); !used) {
    return std::unexpected(std::move(used.error()));
  }
  bound_targets(of.use, prepared->facts);
  return prepared;
}

Result<std::shared_ptr<const LoadedData>> scaled_data(const RangedRows& of,
                                                      std::span<const ColumnRange> ranges) {
  auto learnt = scaled(of.rows, of, ranges);
  if (!learnt) return std::unexpected(std::move(learnt.error()));
  LoadedData data{.records = std::move(learnt->data),
                  .facts = std::move(learnt->facts),
                  .target = of.target,
                  .hash = of.hash,
                  .counts = {},
                  .has_header = of.has_header};
  data.public_width = data.features();
  if (of.held_out) {
    auto held_out = scaled(*of.held_out, of, ranges);
    if (!held_out) return std::unexpected(std::move(held_out.error()));
    data.held_out = std::move(held_out->data);
  }
  return std::make_shared<const LoadedData>(std::move(data));
}

/// The public ends as ranges: what any run's may be.
std::vector<ColumnRange> widest_ranges(const RangedRows& of) {
  std::vector<ColumnRange> ranges;
  for (const RangedColumn& one : of.columns) {
    ranges.push_back(
        {.column = one.column, .lower = one.candidates.front(), .upper = one.candidates.back()});
  }
  return ranges;
}

std::vector<double> sorted_column(const DenseData& rows, Index column) {
  std::vector<double> values;
  for (Index row = 0; row < rows.samples(); ++row) {
    values.push_back(column == kTargetColumn ? rows.targets()[static_cast<std::size_t>(row)]
                                             : rows.feature(row, column));
  }
  std::ranges::sort(values);
  return values;
}

/// What all runs choose by: records are counted once.
void score_columns(RangedRows& of) {
  const std::vector<double>& quantiles = of.step.quantiles;
  for (const Index column : ranged_columns(of.step, of.facts.features)) {
    const std::vector<double> values = sorted_column(of.rows, column);
    RangedColumn one{.column = column,
                     .candidates = range_candidates(public_ends(of.step, of.columns.size()))};
    one.lower = quantile_scores(values, one.candidates, quantiles[0], RangeEnd::lower);
    one.upper = quantile_scores(values, one.candidates, quantiles[1], RangeEnd::upper);
    of.columns.push_back(std::move(one));
  }
}

/// Rows are chosen without looking at any value, so that it makes no difference whether a range is
/// applied before or after: but it is chosen from the rows that runs learn from, and no others.
Result<void> take_choices_of_rows(std::span<const PreprocessStep> steps, std::size_t first,
                                  RangedRows& of) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!only_chooses_rows(steps[i])) {
      of.rest.push_back(steps[i]);
      continue;
    }
    auto chosen = preprocess(std::move(of.rows), of.facts, steps.subspan(i, 1));
    if (!chosen) {
      Error error = std::move(chosen.error());
      error.field = "data.preprocess." + std::to_string(first + i) + ".count";
      return std::unexpected(std::move(error));
    }
    of.rows = std::move(chosen->data);
    if (chosen->held_out) of.held_out = std::move(chosen->held_out);
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const LoadedData>> DataLoader::prepare_ranged(DenseData data, Raw& raw) {
  const std::span<const PreprocessStep> steps(spec_->preprocess);
  const auto place = static_cast<std::size_t>(
      std::ranges::find_if(
          steps,
          [](const PreprocessStep& step) { return std::holds_alternative<PrivateRanges>(step); }) -
      steps.begin());
  auto facts = preprocessed_facts(raw.facts, steps);
  if (!facts) return std::unexpected(std::move(facts.error()));
  bound_targets(use_, *facts);
  auto before = preprocess(std::move(data), raw.facts, steps.first(place));
  if (!before) return std::unexpected(std::move(before.error()));
  RangedRows of{.rows = std::move(before->data),
                .held_out = std::nullopt,
                .facts = std::move(before->facts),
                .step = std::get<PrivateRanges>(steps[place]),
                .columns = {},
                .rest = {},
                .use = use_,
                .target = std::move(raw.target),
                .hash = "",
                .has_header = raw.has_header};
  if (auto taken = take_choices_of_rows(steps.subspan(place + 1), place + 1, of); !taken) {
    return std::unexpected(std::move(taken.error()));
  }
  of.hash = to_hex(data_hash(of.rows));
  score_columns(of);
  // What a run would fail for is said before any begins.
  auto trial = scaled_data(of, widest_ranges(of));
  if (!trial) return std::unexpected(std::move(trial.error()));
  LoadedData out{
      .records = AbsentRecords{.samples = of.rows.samples(), .features = facts->features},
      .facts = *std::move(facts),
      .target = of.target,
      .hash = of.hash,
      .counts = {},
      .has_header = of.has_header};
  out.public_width = out.features();
  out.ranged = std::make_shared<const RangedRows>(std::move(of));
  return std::make_shared<const LoadedData>(std::move(out));
}

double ranged_bytes(const RangedRows& of) {
  const auto bytes = [](const DenseData& rows) {
    return stored_bytes(
        {.samples = rows.samples(), .features = rows.features(), .layout = rows.layout()});
  };
  return bytes(of.rows) + (of.held_out ? bytes(*of.held_out) : 0);
}

Result<RangedRun> choose_ranges(const RangedRows& rows, const Release* release,
                                const StreamFactory& streams) {
  constexpr double kSlack = 1 + 1e-12;  // rounding of the plan's own arithmetic
  const Release exact{.form = column_range_form()};
  const Release& each = release ? *release : exact;
  if (release &&
      !(column_range_cost(each, each.cost.unit, each.cost.order) <= each.cost.value * kSlack)) {
    return fail(ErrorCode::internal, "release",
                "the noise of a choice of ranges is too small for the cost that the plan states");
  }
  RangedRun run;
  std::uint64_t number = 0;
  for (const RangedColumn& one : rows.columns) {
    const auto choose = [&](const std::vector<std::int64_t>& scores) {
      Stream stream = streams.stream(StreamPurpose::ranges, number++);
      return choose_candidate(scores, each, stream);
    };
    const std::size_t first = choose(one.lower);
    const std::size_t second = choose(one.upper);
    const Interval range = range_between(one.candidates, first, second);
    run.ranges.push_back({.column = one.column, .lower = range.lower, .upper = range.upper});
  }
  auto data = scaled_data(rows, run.ranges);
  if (!data) return std::unexpected(std::move(data.error()));
  run.data = *std::move(data);
  return run;
}

bool may_be_chosen(std::span<const ColumnRange> ranges, const PrivateRanges& step, Index features) {
  const std::vector<Index> columns = ranged_columns(step, features);
  if (ranges.size() != columns.size()) return false;
  const bool are_alike = step.lower.size() == 1 && step.upper.size() == 1;
  std::vector<double> candidates;
  for (std::size_t place = 0; place < ranges.size(); ++place) {
    if (place == 0 || !are_alike) candidates = range_candidates(public_ends(step, place));
    const ColumnRange& range = ranges[place];
    const bool is_possible = range.column == columns[place] && range.lower < range.upper &&
                             std::ranges::binary_search(candidates, range.lower) &&
                             std::ranges::binary_search(candidates, range.upper);
    if (!is_possible) return false;
  }
  return true;
}

}  // namespace noisy
