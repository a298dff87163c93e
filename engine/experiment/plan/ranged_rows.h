#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/data/private_ranges.h"
#include "engine/experiment/plan/load_data.h"
#include "engine/privacy/release/release.h"
#include "engine/random/stream.h"

namespace noisy {

/// A column whose range runs choose: what from, and by which scores.
struct RangedColumn {
  Index column = 0;
  std::vector<double> candidates;
  std::vector<std::int64_t> lower;  ///< scores for the quantile of the lower end
  std::vector<std::int64_t> upper;
};

/// Records as they are before runs choose ranges, and what then happens to each of them. Not
/// private: only choose_ranges() reads them.
struct RangedRows {
  DenseData rows;  ///< those that runs learn from
  std::optional<DenseData> held_out;
  PipelineFacts facts;  ///< of the rows
  PrivateRanges step;
  std::vector<RangedColumn> columns;  ///< in the order in which the step names them
  std::vector<PreprocessStep> rest;   ///< what comes after it; none of these chooses rows
  RecordUse use;
  std::string target;
  std::string hash;
  std::optional<bool> has_header;
};

/// The ranges that one run has chosen, and its own copy of the records, clamped to them.
struct RangedRun {
  std::vector<ColumnRange> ranges;  ///< in the order in which the step names the columns
  std::shared_ptr<const LoadedData> data;
};

/// Chooses two quantiles of every column that the step names, the lower one of the first column
/// first: choice k is drawn from the stream `ranges` of step k. Then clamps the columns to what was
/// chosen, maps them to [-1, 1], and takes the steps that come after. Whatever is chosen, every
/// record then obeys the bounds that the plan rests on.
///
/// @param release  of each choice; null: nothing is private, and the best candidate is taken
/// @error internal  where the release has less noise than its cost says; out-of-memory
Result<RangedRun> choose_ranges(const RangedRows& rows, const Release* release,
                                const StreamFactory& streams);

/// Whether these can be the ranges that a run has chosen: each of the right column, between
/// candidates.
///
/// @param features  before the step
bool may_be_chosen(std::span<const ColumnRange> ranges, const PrivateRanges& step, Index features);

}  // namespace noisy
