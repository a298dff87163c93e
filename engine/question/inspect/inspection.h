#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/csv_cells.h"
#include "engine/data/libsvm_line.h"
#include "engine/data/record_cutter.h"
#include "engine/json/json.h"
#include "engine/question/inspect/column_seen.h"
#include "engine/question/inspect/layout.h"

namespace noisy {

/// A column of a file, as all of its records show it.
struct InspectedColumn {
  std::string name;  ///< empty where the file gives none
  ColumnKind kind = ColumnKind::empty;
  ColumnSeen seen;
};

/// How the lines of a file end.
struct LineEnds {
  bool has_feed = false;
  bool has_both = false;
  bool has_return = false;
};

/// A place where the reader of records stops.
struct Trouble {
  std::string place;
  std::string message;
};

/// What a look at all records of a file shows. It reads the data: nothing of it is private.
struct InspectedFile {
  double bytes = 0;
  std::string encoding;  ///< "utf-8", "utf-16" or "latin1"
  bool has_mark = false;
  LineEnds line_ends;  ///< of the first lines
  Layout layout;
  Index records = 0;
  std::vector<InspectedColumn> columns;  ///< of CSV
  std::optional<ColumnSeen> labels;      ///< of LIBSVM
  Index least_index = -1;                ///< of LIBSVM; -1 where there is none
  Index largest_index = 0;
  std::vector<Trouble> troubles;  ///< the first of them
  Index trouble_count = 0;
  std::string unreadable;  ///< what the file is, where it is no text of records; else empty
};

/// Looks at a file that arrives in pieces of any size, in one pass and in little memory.
class Inspection {
 public:
  explicit Inspection(InspectRequest request) : request_(std::move(request)) {}

  /// The next bytes, unpacked.
  void feed(std::span<const std::byte> bytes);

  /// What was seen, after the last bytes.
  InspectedFile finish();

 private:
  void begin(bool is_whole);
  void read(std::string_view bytes);
  void check_utf8(std::string_view bytes);
  void take_record(const RawRecord& record);
  void take_cells(const std::vector<std::string_view>& cells, Index line);
  void take_libsvm(const RawRecord& record);
  void alarm(std::string place, std::string message);
  void drop_mark(Cells& header) const;
  void name_columns();
  void make_utf8();

  InspectRequest request_;
  InspectedFile file_;
  std::string head_;  ///< the first bytes, until the layout is guessed
  std::optional<RecordCutter> records_;
  std::optional<CellCutter> cells_;
  bool has_stopped_ = false;  ///< at an error that ends the reading
  bool is_utf8_ = true;
  std::string cut_character_;  ///< the bytes of a character that a piece cut
  SeenBudget budget_;
  std::optional<Cells> header_;
  bool ends_empty_ = false;  ///< the last cell of the first record
  LibsvmLine line_;          ///< room for one
};

/// A `data` block that reads a file, and why it says what it says.
struct Proposal {
  Json data;
  std::string target;        ///< what is predicted, in words
  bool has_classes = false;  ///< two; else the targets are numbers
  std::string loss;          ///< of the catalogue
  std::vector<Layout::Choice> choices;
};

/// @return nothing where no block reads the file; `why_not` says why
std::optional<Proposal> propose(const InspectedFile& file, const InspectRequest& request,
                                std::string& why_not);

}  // namespace noisy
