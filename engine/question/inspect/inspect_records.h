#pragma once

#include "engine/question/inspect/inspection.h"
#include "engine/record/answers.h"

// The record of a look at a data file. It reads the records: nothing of it is private.

namespace noisy::record {

using WordCount = std::pair<const std::string, Index>;

inline constexpr Table kSeenWord{
    "SeenWord", "", {{"word", of<&WordCount::first>()}, {"count", of<&WordCount::second>()}}};

using WordCounts = std::map<std::string, Index, std::less<>>;

/// A column, and where it stands.
struct SeenColumn {
  Index position = 0;
  const InspectedColumn* column;

  const ColumnSeen& seen() const { return column->seen; }
  bool is_number() const {
    return column->kind == ColumnKind::number || column->kind == ColumnKind::integer;
  }
  bool has_words() const {
    return column->kind == ColumnKind::category || column->kind == ColumnKind::text;
  }
  std::string_view kind() const;
  std::optional<double> lower() const { return when(seen().numbers() > 0, seen().lower()); }
  std::optional<double> upper() const { return when(seen().numbers() > 0, seen().upper()); }
  std::optional<Index> not_numbers() const { return when(has_others(), seen().not_numbers()); }
  std::optional<Index> first_not_number() const {
    return when(has_others(), seen().first_not_number());
  }
  std::optional<Index> word_count() const { return when(has_words(), seen().distinct()); }
  bool has_more_words() const { return has_words() && !seen().are_all_counted(); }
  /// Few whole numbers may be classes.
  const WordCounts* words() const;

 private:
  bool has_others() const { return is_number() && seen().not_numbers() > 0; }
  template <typename Value>
  static std::optional<Value> when(bool is_shown, Value value) {
    return is_shown ? std::optional(value) : std::nullopt;
  }
};

inline constexpr Table kSeenColumn{
    "InspectedColumn",
    "A column as all records show it.",
    {{"position", of<&SeenColumn::position>()},
     {"name", of<&SeenColumn::column, &InspectedColumn::name>(), Seen::nobody,
      "'' where the file gives none."},
     {"kind", of<&SeenColumn::kind>("'number' | 'integer' | 'category' | 'text' | 'date' | 'id' | "
                                    "'constant' | 'empty'")},
     {"missing", of<&SeenColumn::seen, &ColumnSeen::missing>(), Seen::nobody,
      "Empty cells, and marks such as `NA`."},
     {"lower?", of<&SeenColumn::lower>()},
     {"upper?", of<&SeenColumn::upper>()},
     {"notNumbers?", of<&SeenColumn::not_numbers>(), Seen::nobody,
      "Of a column of numbers: cells that are none, the missing ones included."},
     {"firstNotNumber?", of<&SeenColumn::first_not_number>(), Seen::nobody,
      "The line of the first."},
     {"wordCount?", of<&SeenColumn::word_count>()},
     {"hasMoreWords?", of<&SeenColumn::has_more_words>()},
     {"words?", list_in<kSeenWord, &SeenColumn::words>()}}};

inline constexpr Table kChoice{
    "InspectedChoice",
    "One choice of a proposed data block, and why.",
    {{"field", of<&noisy::Layout::Choice::field>(), Seen::nobody, "Of the data block, or `loss`."},
     {"sentence", of<&noisy::Layout::Choice::sentence>()}}};

inline constexpr Table kTrouble{
    "InspectedTrouble",
    "A place where the reader will stop.",
    {{"place", of<&Trouble::place>()}, {"message", of<&Trouble::message>()}}};

inline std::string_view targets_of(const Proposal& proposal) {
  return proposal.has_classes ? "labels" : "numbers";
}

inline constexpr Table kProposal{
    "DataProposal",
    "",
    {{"data", of<&Proposal::data>("Extract<DataBlock, { kind: 'file' }>")},
     {"target", of<&Proposal::target>(), Seen::nobody, "What is predicted, in words."},
     {"targets", of<&targets_of>("'labels' | 'numbers'"), Seen::nobody, "Two classes, or numbers."},
     {"loss", of<&Proposal::loss>(), Seen::nobody, "Of the catalogue, for such targets."},
     {"choices", in<kChoice, &Proposal::choices>("[]")}}};

// The reports of readable files have the optional fields, but for those of the other format.
inline constexpr Table kInspected{
    "InspectReport",
    "What a look at all records of a file shows: it reads them, nothing of it is private.",
    {{"nonPrivate", "true"},
     {"notice name", "string"},
     {"bytes", "number", Seen::nobody, "Of the text, unpacked."},
     {"isCompressed", "boolean"},
     {"problem", "string | null", Seen::nobody,
      "Why the file cannot be read, or where the reader will stop; null for nothing."},
     {"proposal", {kProposal, " | null"}},
     {"format?", word<FileFormat>(), Seen::nobody,
      "This and the rest is absent where the file is no text of records."},
     {"encoding?", "'utf-8' | 'utf-16' | 'latin1'"},
     {"hasByteOrderMark?", "boolean"},
     {"lineEnds?", "'lf' | 'crlf' | 'cr' | 'mixed'"},
     {"records?", "number"},
     {"delimiter?", "string"},
     {"decimal?", "'.' | ','"},
     {"header?", "boolean"},
     {"columnCount?", "number"},
     {"columns?", {kSeenColumn, "[]"}, Seen::nobody, "The first 1000 of them."},
     {"firstIndex?", "0 | 1"},
     {"largestIndex?", "number"},
     {"labels?", {kSeenWord, "[]"}},
     {"troubleCount?", "number"},
     {"troubles?", {kTrouble, "[]"}, Seen::nobody, "The first places where the reader will stop."},
     {"choices?", {kChoice, "[]"}, Seen::nobody, "Where no block is proposed."}}};

}  // namespace noisy::record
