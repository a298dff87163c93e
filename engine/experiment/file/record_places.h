#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/file/experiment.h"

namespace noisy {

// Where an experiment can hold records: in fields of some kinds of `data` block, and among the
// values of a sweep over one of these fields, over a part of one, or over a block around it. All
// that leaves the machine, or is shown beside a run, asks here.

/// A field of `data` that holds records where the block is of this kind.
struct RecordPlace {
  std::string_view kind;   ///< of the `data` block
  std::string_view field;  ///< in it
};

/// All of them, from the tables by which blocks are read.
std::span<const RecordPlace> record_places();

/// The text that stands for records that are not shown; those of a sweep are told apart by their
/// place among its values.
inline constexpr std::string_view kRecordsMark = "records";
bool is_records_mark(const Json& value);
/// Whether a value, or a member of it, is one.
bool has_records_mark(const Json& value);

/// Whether a path of a sweep leads to records, or into them, in an experiment whose `data` block
/// has them.
bool leads_to_records(std::string_view path);

/// Whether the experiment can hold records in its `data` block, at a point of its sweep at least.
bool may_hold_records(const Json& experiment);

/// {"path", "values"} as a file has it.
Json axis_json(const SweepAxis& axis);

/// Whether its sweep has an axis with values that may hold records.
bool may_sweep_records(const Json& experiment);

/// The sweep's axes with marks in place of records: what a run, a plan, a table or an error says of
/// its place in the sweep. Axes that are none are left out.
std::vector<SweepAxis> shown_axes(const Json& experiment);

/// The same for the values of one run of a file, which may hold records where an earlier version
/// wrote it.
Json shown_values(const Json& values, const Json& experiment);

/// The experiment with marks wherever records stand, or stood before they were taken out: it can be
/// read and planned, and not run.
Json with_marked_records(const Json& experiment);

/// Whether records were taken out of the experiment, so that it cannot be run.
bool lacks_records(const Json& experiment);

/// An experiment with nothing left in it but what is known to hold no records.
struct RecordFree {
  Json experiment;
  bool held_records = false;         ///< in its `data` block
  bool sweeps_records = false;       ///< a sweep goes over records, whose values are marks now
  std::vector<std::string> unknown;  ///< paths of what went because nothing says what it holds
  bool is_whole = false;             ///< nothing that is no record went, now or before
};

/// Builds it up: a part stays where its reader, which knows every field, takes it without the
/// records. What no reader takes goes.
RecordFree without_records(const Json& experiment);

}  // namespace noisy
