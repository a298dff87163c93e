#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"
#include "engine/math/figure_text.h"
#include "engine/math/nearest_word.h"
#include "engine/question/inspect/inspection.h"

namespace noisy {
namespace {

/// Most distinct whole numbers that may be classes.
constexpr std::size_t kMostClasses = 20;

std::string counted(Index count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

bool is_among(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view other) { return equals_ignoring_case(word, other); });
}

bool is_numeric(ColumnKind kind) {
  return kind == ColumnKind::number || kind == ColumnKind::integer || kind == ColumnKind::constant;
}

/// Distinct cells, the most frequent first.
std::vector<std::pair<std::string, Index>> ranked(const ColumnSeen& seen) {
  std::vector<std::pair<std::string, Index>> words;
  if (seen.words()) words.assign(seen.words()->begin(), seen.words()->end());
  std::ranges::stable_sort(words, std::greater{}, &std::pair<std::string, Index>::second);
  return words;
}

class Proposer {
 public:
  Proposer(const InspectedFile& file, const InspectRequest& request)
      : file_(file), request_(request) {}

  std::optional<Proposal> csv(std::string& why_not);
  std::optional<Proposal> libsvm();

 private:
  void begin();
  void note(std::string field, std::string sentence);
  std::optional<std::size_t> choose_target(std::string& why_not);
  bool may_be_target(std::size_t at) const;
  Json name_of(std::size_t at) const;
  std::string text_of(std::size_t at) const;
  void suggest_two_classes();
  void propose_words_of_target(const InspectedColumn& column);
  void propose_numbers_of_target(const ColumnSeen& seen, std::string_view name);
  void choose_label(const std::vector<double>& classes, const ColumnSeen& seen);
  bool propose_columns(std::size_t target, std::string& why_not);
  bool needs_ids(std::size_t target) const;
  bool is_named_as_target(std::size_t at) const;
  bool is_left_out(std::size_t at) const;
  std::string why_left_out(std::size_t at) const;
  Json words_of(const InspectedColumn& column) const;

  const InspectedFile& file_;
  const InspectRequest& request_;
  std::optional<std::size_t> target_;
  Proposal made_;
};

void Proposer::note(std::string field, std::string sentence) {
  made_.choices.push_back({std::move(field), std::move(sentence)});
}

void Proposer::begin() {
  const Layout& layout = file_.layout;
  const bool is_csv = layout.format == FileFormat::csv;
  made_.data = Json::object({{"kind", "file"}, {"name", request_.name}});
  made_.data.set("format", is_csv ? "csv" : "libsvm");
  made_.choices = layout.choices;
  if (file_.encoding == "latin1") {
    made_.data.set("encoding", "latin1");
    note("encoding",
         "Some bytes are not valid UTF-8, so the file is read as Latin-1: check the names and "
         "words with accents.");
  }
  if (!is_csv) return;
  const CsvForm& form = layout.form;
  if (form.delimiter != ',') {
    made_.data.set("delimiter", form.delimiter == kBlanks ? std::string("blanks")
                                                          : std::string(1, form.delimiter));
  }
  if (form.decimal == ',') made_.data.set("decimal", ",");
  if (form.comments != '\0') made_.data.set("comments", std::string(1, form.comments));
  made_.data.set("header", layout.has_header() ? "yes" : "no");
}

/// How the block refers to a column: by its name, or by its position where that is missing or not
/// unique.
Json Proposer::name_of(std::size_t at) const {
  const std::string& name = file_.columns[at].name;
  const auto same = std::ranges::count(file_.columns, name, &InspectedColumn::name);
  const bool is_usable = file_.layout.has_header() && !name.empty() && same == 1 &&
                         name != "last" && name.size() <= FormatLimits::kTitleLength;
  return is_usable ? Json(name) : Json(static_cast<Index>(at));
}

std::string Proposer::text_of(std::size_t at) const {
  const Json name = name_of(at);
  return name.is_text() ? quoted(name.text()) : "column " + std::to_string(at);
}

bool Proposer::may_be_target(std::size_t at) const {
  const InspectedColumn& column = file_.columns[at];
  if (column.kind == ColumnKind::category) {
    // The reader refuses a target that is missing.
    const bool is_told = std::ranges::none_of(*column.seen.words(), [](const auto& word) {
      return parse_number(word.first).kind == NumberKind::missing;
    });
    return is_told && column.seen.empty() == 0 && column.seen.distinct() >= 2;
  }
  // The reader refuses a target that is the same in every record, too.
  return is_numeric(column.kind) && column.kind != ColumnKind::constant &&
         column.seen.not_numbers() == 0;
}

std::optional<std::size_t> Proposer::choose_target(std::string& why_not) {
  const auto& columns = file_.columns;
  const std::size_t last = columns.size() - 1;
  if (request_.target) {
    const auto* name = std::get_if<std::string>(&*request_.target);
    const auto* number = std::get_if<Index>(&*request_.target);
    std::size_t at = number ? static_cast<std::size_t>(*number) : last;
    if (name) {
      const auto found = std::ranges::find(columns, *name, &InspectedColumn::name);
      at = static_cast<std::size_t>(found - columns.begin());
    }
    if (at < columns.size() && may_be_target(at)) {
      note("target", "The target is " + text_of(at) + ", as stated.");
      return at;
    }
    why_not = at < columns.size() ? text_of(at) + " cannot be predicted: " + why_left_out(at)
                                  : "the stated target is not a column of the file";
    return std::nullopt;
  }
  const auto chosen = [&](std::size_t at, std::string_view why) {
    note("target", "The target is " + text_of(at) + ": " + std::string(why) + ".");
    return at;
  };
  for (std::size_t at = columns.size(); at-- > 0;) {
    if (may_be_target(at) && is_among(columns[at].name, {"target", "label", "labels", "class", "y",
                                                         "outcome", "response", "diagnosis"})) {
      return chosen(at, "its name says so");
    }
  }
  std::vector<std::size_t> two_words;
  for (std::size_t at = 0; at < columns.size(); ++at) {
    const bool has_two =
        columns[at].kind == ColumnKind::category && columns[at].seen.distinct() == 2;
    if (has_two && columns[at].seen.missing() == 0) two_words.push_back(at);
  }
  const bool is_early =
      two_words.size() == 1 && two_words.front() <= 1 && two_words.front() != last;
  if (is_early && (last < 2 || columns[last].kind != ColumnKind::category)) {
    return chosen(two_words.front(), "it alone has two words, as classes have");
  }
  for (std::size_t at = columns.size(); at-- > 0;) {
    if (may_be_target(at)) {
      return chosen(at, at == last ? "the last column usually is"
                                   : "it is the last column that holds one value for each record");
    }
  }
  why_not =
      "no column can be predicted: each has missing cells, is text, a date or an id, or is the "
      "same in every record";
  for (std::size_t at = 0; at < columns.size(); ++at) {
    const ColumnSeen& seen = columns[at].seen;
    if (!is_numeric(columns[at].kind) || seen.numbers() < 10 || seen.not_numbers() != 1) continue;
    why_not += "; only " + place(seen.first_not_number()) + " has no number in " + text_of(at) +
               ": if it is a total or a note, remove it";
    break;
  }
  return std::nullopt;
}

void Proposer::suggest_two_classes() {
  made_.has_classes = true;
  made_.loss = "logistic";
  note("loss", "Two classes suggest the logistic loss.");
}

/// Which of two words means yes: one that says so, else the rarer.
std::string positive_word(const std::vector<std::pair<std::string, Index>>& words) {
  for (const auto& [word, count] : words) {
    std::string_view bare = word;  // without the quotes that some files write around words
    if (bare.size() > 2 && bare.front() == '\'' && bare.back() == '\'') {
      bare = bare.substr(1, bare.size() - 2);
    }
    if (is_among(bare, {"yes", "y", "true", "t", "1", "+", "pos", "positive", "m", "malignant",
                        "spam", "case", ">50k", ">50k.", "ja", "oui", "si", "p"})) {
      return word;
    }
  }
  return words.back().first;
}

void Proposer::propose_words_of_target(const InspectedColumn& column) {
  const auto words = ranked(column.seen);
  const bool is_pair = words.size() == 2;
  std::string positive = is_pair ? positive_word(words) : words.front().first;
  const bool is_stated = request_.positive && column.seen.words()->contains(*request_.positive);
  if (is_stated) positive = *request_.positive;
  made_.data.set("positive", positive);
  if (is_pair) {
    const std::string& other = words[0].first == positive ? words[1].first : words[0].first;
    note("positive",
         "It has two words: " + quoted(positive) + " counts as yes, " + quoted(other) + " as no.");
  } else {
    note("positive", "It has " + std::to_string(words.size()) +
                         " words, and a two-class loss separates one from the rest: " +
                         quoted(positive) + (is_stated ? "." : ", the most frequent one."));
  }
  suggest_two_classes();
}

/// One of the numbers against the rest.
void Proposer::choose_label(const std::vector<double>& classes, const ColumnSeen& seen) {
  const auto shown = [](double value) {
    return significant_text(value, std::numeric_limits<double>::digits10);
  };
  double positive = classes.back();
  if (classes.size() > 2) {
    const CellSeen most = see_cell(ranked(seen).front().first, file_.layout.form.decimal);
    positive = most.value;
  }
  if (request_.positive) {
    const CellSeen stated = see_cell(*request_.positive, file_.layout.form.decimal);
    if (stated.kind == CellKind::number) positive = stated.value;
  }
  const Json step = Json::object({{"kind", "labels"}, {"positive", Json::numbers({positive})}});
  made_.data.set("preprocess", Json::array({step}));
  note("preprocess", "Its " + std::to_string(classes.size()) +
                         " classes are numbers: " + shown(positive) + " counts as yes, " +
                         (classes.size() > 2 ? "all others as no." : "the other as no."));
  suggest_two_classes();
}

void Proposer::propose_numbers_of_target(const ColumnSeen& seen, std::string_view name) {
  std::vector<double> values;
  if (seen.words()) {
    for (const auto& [word, count] : *seen.words()) {
      values.push_back(see_cell(word, file_.layout.form.decimal).value);
    }
    std::ranges::sort(values);
    const auto [first, last] = std::ranges::unique(values);
    values.erase(first, last);
  }
  const auto are = [&](double a, double b) { return values == std::vector<double>{a, b}; };
  if (values.size() == 2 && (are(0, 1) || are(-1, 1)) && !request_.positive) {
    return suggest_two_classes();
  }
  const bool begins_at_0 = values.size() > 2 && values.size() <= kMostClasses &&
                           values.front() == 0 &&
                           values.back() == static_cast<double>(values.size()) - 1;
  const bool is_named = values.size() > 2 && values.size() <= kMostClasses && seen.are_whole() &&
                        is_among(name, {"class", "label", "species", "type", "category"});
  if (values.size() == 2 || begins_at_0 || is_named) return choose_label(values, seen);
  made_.loss = "squared";
  note("loss",
       "It holds numbers, which suggest the squared loss. State the public range that they can "
       "have: take it from what the column means, not from the file.");
}

/// Of two columns of the target's name one would give the target away.
bool Proposer::is_named_as_target(std::size_t at) const {
  if (!target_ || at == *target_ || !file_.layout.has_header()) return false;
  const std::string& name = file_.columns[at].name;
  return !name.empty() && name == file_.columns[*target_].name;
}

bool Proposer::is_left_out(std::size_t at) const {
  if (is_named_as_target(at)) return true;
  const InspectedColumn& column = file_.columns[at];
  if (is_numeric(column.kind)) return column.seen.not_numbers() > 0;
  return column.kind != ColumnKind::category || column.seen.distinct() < 2;
}

std::string Proposer::why_left_out(std::size_t at) const {
  if (is_named_as_target(at)) {
    return "it has the target's name, too: check which of the two is to be predicted";
  }
  const InspectedColumn& column = file_.columns[at];
  const ColumnSeen& seen = column.seen;
  switch (column.kind) {
    case ColumnKind::id:
      return column.name.empty() && file_.layout.has_header()
                 ? "it has no name and numbers the records, like an index that was saved with them"
                 : "it differs in every record, like an id";
    case ColumnKind::date:
      return "it holds dates: make them a number, such as a year, to use them";
    case ColumnKind::empty:
      return "it is empty";
    case ColumnKind::category:
      return "it has one word and empty cells";
    case ColumnKind::constant:
      return "all records have the same word";
    case ColumnKind::text:
      if (seen.are_dressed()) {
        return "its numbers have signs beside them (" + quoted(seen.not_number_text()) +
               " in line " + std::to_string(seen.first_not_number()) +
               "): remove the signs of money, percent and thousands from the file";
      }
      return "its texts are not a list of at most 64 short words";
    default:
      return counted(seen.not_numbers(), "cell") + " of " + std::to_string(seen.cells()) +
             (seen.not_numbers() == 1 ? " is" : " are") + " not numeric, the first (" +
             quoted(seen.not_number_text()) + ") in line " +
             std::to_string(seen.first_not_number()) + ". To use the column, " +
             (seen.not_numbers() == seen.missing()
                  ? "list it with a public value that they read as, its \"missing\""
                  : "replace them in the file by a public value") +
             "; no row is dropped";
  }
}

Json Proposer::words_of(const InspectedColumn& column) const {
  std::vector<std::string> words;
  for (const auto& [word, count] : *column.seen.words()) words.push_back(word);
  return Json::texts(words);
}

/// Whether no other column is left, so that ids have to be used.
bool Proposer::needs_ids(std::size_t target) const {
  for (std::size_t at = 0; at < file_.columns.size(); ++at) {
    if (at != target && !is_left_out(at)) return false;
  }
  return true;
}

bool Proposer::propose_columns(std::size_t target, std::string& why_not) {
  const auto& columns = file_.columns;
  const bool takes_ids = needs_ids(target);
  std::vector<Json> entries;
  bool is_needed = false;
  std::string left_out;
  for (std::size_t at = 0; at < columns.size(); ++at) {
    if (at == target) continue;
    const InspectedColumn& column = columns[at];
    const bool is_number_of_id =
        column.kind == ColumnKind::id && column.seen.not_numbers() == 0 && takes_ids;
    if (is_number_of_id) {
      note("columns",
           text_of(at) + " differs in every record, like an id, but no other column is left.");
    } else if (is_left_out(at)) {
      is_needed = true;
      note("columns", "Left out: " + text_of(at) + ", since " + why_left_out(at) + ".");
      continue;
    }
    Json entry = Json::object({{"name", name_of(at)}});
    if (column.kind == ColumnKind::category) {
      is_needed = true;
      entry.set("words", words_of(column));
      std::string sentence = text_of(at) + " is a category of " +
                             counted(column.seen.distinct(), "word") +
                             ", coded in alphabetical order";
      if (column.seen.empty() > 0) {
        entry.set("other", column.seen.words()->contains("missing") ? "empty cell" : "missing");
        sentence += "; its " + counted(column.seen.empty(), "empty cell") +
                    " and all words that are "
                    "not listed count as one more word";
      }
      note("columns", sentence + ". You state this list as public.");
    }
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) {
    const std::size_t first = target == 0 ? 1 : 0;
    why_not = "no column is left to predict from: " + text_of(first) + " is left out, since " +
              why_left_out(first);
    return false;
  }
  if (is_needed && entries.size() > FormatLimits::kColumns) {
    why_not = "more than " + std::to_string(FormatLimits::kColumns) +
              " columns would have to be listed: remove the columns without numbers from the file";
    return false;
  }
  if (is_needed) made_.data.set("columns", Json::array(std::move(entries)));
  return true;
}

std::optional<Proposal> Proposer::csv(std::string& why_not) {
  if (file_.columns.size() < 2) {
    why_not =
        "each record has one cell, and learning needs one column to predict and one to predict it "
        "from. Is the separator another one?";
    return std::nullopt;
  }
  begin();
  const std::optional<std::size_t> target = choose_target(why_not);
  if (!target) return std::nullopt;
  target_ = target;
  const InspectedColumn& column = file_.columns[*target];
  made_.target = text_of(*target);
  if (*target + 1 < file_.columns.size() || file_.layout.has_header()) {
    made_.data.set("target", name_of(*target));
  }
  if (column.kind == ColumnKind::category) {
    propose_words_of_target(column);
  } else {
    propose_numbers_of_target(column.seen, column.name);
  }
  if (!propose_columns(*target, why_not)) return std::nullopt;
  return std::move(made_);
}

std::optional<Proposal> Proposer::libsvm() {
  begin();
  const Index first = request_.first_index.value_or(file_.least_index == 0 ? 0 : 1);
  const Index features = std::max<Index>(1, file_.largest_index + 1 - first);
  if (first == 0) made_.data.set("firstIndex", 0);
  made_.data.set("features", features);
  made_.target = "the label";
  note("firstIndex", first == 0 ? "Indices begin at 0." : "Indices begin at 1.");
  note("features", counted(features, "feature") +
                       ": the largest index seen, which is a fact about one record. State a number "
                       "that is publicly known instead.");
  propose_numbers_of_target(*file_.labels, "label");
  return std::move(made_);
}

}  // namespace

std::optional<Proposal> propose(const InspectedFile& file, const InspectRequest& request,
                                std::string& why_not) {
  if (!file.unreadable.empty()) {
    why_not = file.unreadable;
    return std::nullopt;
  }
  if (file.trouble_count > 0) {
    // The reader stops there, whatever the block says.
    why_not = file.troubles.front().place + ": " + file.troubles.front().message;
  }
  if (file.records < 2) why_not = "the file has one record, and learning needs two or more";
  Proposer proposer(file, request);
  return file.layout.format == FileFormat::libsvm ? proposer.libsvm() : proposer.csv(why_not);
}

}  // namespace noisy
