#include "engine/statement/write/assumptions.h"

#include <algorithm>
#include <cmath>

#include "engine/data/text_lines.h"
#include "engine/experiment/plan/source_facts.h"
#include "engine/json/vocabulary.h"
#include "engine/statement/write/columns_text.h"

namespace noisy {
namespace {

/// Longer lists of ranges are found in the experiment itself.
constexpr std::size_t kMostRanges = 64;

std::string range_text(double lower, double upper) {
  return "[" + number_text(lower) + ", " + number_text(upper) + "]";
}

/// "20 rows", or "0.2 of all rows".
std::string rows_text(const ChosenRows& rows) {
  return (rows.share ? number_text(*rows.share) + " of all" : std::to_string(rows.count)) + " rows";
}

/// One sentence for each preprocessing step.
struct StepText {
  bool has_score = false;  ///< runs publish a private figure of held-out rows

  std::string operator()(const ClipRows& step) const {
    const std::string bound =
        word_for(step.norm) + " norm of at most " + number_text(step.bound) + " (clip-rows).";
    return step.mode == ClipRows::Mode::normalize
               ? "Every row is scaled to a " + bound
               : "Every row that is longer is scaled down to a " + bound;
  }

  std::string operator()(const ScaleColumns& step) const {
    const std::size_t count = std::max(step.lower.size(), step.upper.size());
    std::string ranges;
    for (std::size_t i = 0; i < count && count <= kMostRanges; ++i) {
      ranges += (i > 0 ? ", " : "") + range_text(step.lower[step.lower.size() == 1 ? 0 : i],
                                                 step.upper[step.upper.size() == 1 ? 0 : i]);
    }
    if (ranges.empty()) ranges = "those of experiment.data.preprocess";
    return "Columns are clamped to ranges that were not computed from the data, and mapped to " +
           range_text(step.to.lower, step.to.upper) + " (scale-columns): " + ranges + ".";
  }

  std::string operator()(const AddIntercept& step) const {
    return "A column that holds " + number_text(step.value) +
           " is appended (add-intercept); it counts in the row's norm.";
  }

  std::string operator()(const MapLabels& step) const {
    std::string labels;
    for (const double label : step.positive) {
      labels += (labels.empty() ? "" : ", ") + number_text(label);
    }
    return "Targets " + labels + " become 1, all others -1 (labels).";
  }

  std::string operator()(const ScaleTarget& step) const {
    return "Targets are clamped to " + range_text(step.lower, step.upper) +
           ", a range that was not computed from the data, and mapped to [-1, 1] (scale-target).";
  }

  std::string operator()(const ClampTarget& step) const {
    return "Targets are clamped to " + range_text(step.lower, step.upper) +
           ", a range that was not computed from the data (clamp-target).";
  }

  std::string operator()(const SelectColumns& step) const {
    return std::to_string(step.columns.size()) +
           " columns are kept, chosen without looking at the data (select-columns).";
  }

  std::string operator()(const SampleRows& step) const {
    return "A fixed subset of " + rows_text(step) +
           " is kept, chosen without looking at the data (sample-rows).";
  }

  std::string operator()(const HoldOut& step) const {
    return rows_text(step) +
           " are held out of every run, chosen without looking at the data (hold-out): " +
           (has_score ? "of what is released only the private figure of them depends on them."
                      : "what is released does not depend on them.");
  }

  std::string operator()(const PrivateRanges& step) const {
    return private_ranges_text(step, kMostRanges);
  }

  std::string operator()(const Standardize&) const {
    return "Does NOT hold: columns are scaled by the data's own mean and deviation (standardize).";
  }
};

std::string constant_text(const ConstantSpec& constant, const std::string& name) {
  switch (constant.rule) {
    case ConstantRule::public_bound:
      return name + " comes from public bounds and reads no data.";
    case ConstantRule::stated:
      return name + " = " + number_text(constant.value) +
             " is stated; it was not computed from the data.";
    case ConstantRule::data_spectral:
    case ConstantRule::paper_spectral:
      break;
  }
  return "Does NOT hold: " + name + " is computed from the data (" + word_for(constant.rule) + ").";
}

class Sentences {
 public:
  void add(std::string text) {
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  std::vector<std::string> texts;
};

bool names_columns(const FileSource& file) {
  if (std::holds_alternative<std::string>(file.target)) return true;
  return file.columns &&
         std::ranges::any_of(file.columns->features, [](const ColumnCoding& column) {
           return std::holds_alternative<std::string>(column.name);
         });
}

std::string words_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + quoted(word);
  return text;
}

std::string header_text(const FileSource& file, std::optional<bool> has_header) {
  if (file.header == CsvHeader::yes && names_columns(file)) {
    return "The first line of the file is a header, not a record: columns are named by it.";
  }
  if (file.header == CsvHeader::yes) {
    return "The first line of the file is a header, not a record (data.header).";
  }
  if (file.header == CsvHeader::no || !has_header) return "";
  return *has_header
             ? "The first line of the file was taken as a header, not as a record, because none of "
               "its cells is a number (data.header is \"auto\")."
             : "The first line of the file was taken as a record, because its cells are not all "
               "text (data.header is \"auto\").";
}

constexpr std::string_view kSourceRange = "Before preprocessing every record has ";

/// The bounds that sensitivities are derived from, where a source enforces any.
std::string bounds_text(const FeatureBounds& bounds) {
  std::string norms;
  for (const auto& [norm, most] : {std::pair(RowNorm::l1, bounds.l1),
                                   {RowNorm::l2, bounds.l2},
                                   {RowNorm::linf, bounds.linf}}) {
    if (!std::isfinite(most)) continue;
    norms += (norms.empty() ? "features with " : ", ") + word_for(norm) + " norm at most " +
             number_text(most);
  }
  if (!std::isfinite(bounds.target_lower) || !std::isfinite(bounds.target_upper)) return norms;
  return norms + (norms.empty() ? "a target in " : " and a target in ") +
         range_text(bounds.target_lower, bounds.target_upper);
}

/// What a source enforces, and by what; nothing where it enforces no bound.
struct SourceRange {
  std::string operator()(const SyntheticParameters& source) const {
    return text(facts_of(source),
                "the generator " + quoted(source.name) + " makes no other, whatever its seed");
  }
  std::string operator()(const BuiltinSource& source) const {
    return text(facts_of(source), "by the ranges that its columns are clamped to");
  }
  std::string operator()(const InlineSource& source) const { return of(source.columns); }
  std::string operator()(const FileSource& source) const { return of(source.columns); }

 private:
  static std::string of(const std::optional<ColumnChoice>& columns) {
    if (!columns) return "";
    FileSource coded;
    coded.columns = columns;
    return text(facts_of(coded, 0), columns_reason(*columns));
  }

  static std::string text(const PipelineFacts& facts, const std::string& reason) {
    const std::string bounds = bounds_text(with_implied_bounds(facts.bounds, facts.features));
    if (bounds.empty()) return "";
    return std::string(kSourceRange) + bounds + ": " + reason + ".";
  }
};

/// What holds for the records as they come.
void add_source(const DataSpec& data, std::optional<bool> has_header, Sentences& out) {
  if (const auto* builtin = std::get_if<BuiltinSource>(&data.source)) {
    out.add("Every value of " + builtin->name +
            " is clamped to its column's range in the catalogue, and every target to the target's; "
            "these ranges were stated from what the columns mean, not computed from the data.");
  }
  if (const ColumnChoice* columns = chosen_columns(data))
    out.add(columns_text(*columns, kMostRanges));
  if (std::string range = std::visit(SourceRange{}, data.source); !range.empty()) {
    out.add(std::move(range));
  }
  const auto* file = std::get_if<FileSource>(&data.source);
  if (!file) return;
  if (file->format == FileFormat::csv) {
    if (std::string text = header_text(*file, has_header); !text.empty()) out.add(std::move(text));
    if (file->comments != '\0') {
      out.add("Lines before the header that begin with " + quoted({&file->comments, 1}) +
              " are comments (data.comments); after it every line is a record, or a part of one.");
    }
    if (!file->positive.empty()) {
      out.add("Targets " + words_text(file->positive) +
              " become 1, all other words -1 (data.positive); these words were not computed from "
              "the data.");
    }
  } else if (!file->features) {
    out.add("Does NOT hold: the number of columns is the largest index seen in the data.");
  }
}

void add_problem(const ProblemSpec& problem, Sentences& out) {
  if (problem.loss->origin == Origin::outside) {
    out.add("The bounds of the loss \"" + problem.loss->id +
            "\", which comes from outside the engine, are its author's word.");
  }
  if (const auto& clip = problem.gradient_clip) {
    out.add("Every record's gradient that is longer is scaled down to a " + word_for(clip->norm) +
            " norm of " + number_text(clip->bound) + " (gradientClip).");
  }
  if (problem.loss->form == LossForm::saddle) {
    out.add("The problem \"" + problem.loss->id +
            "\" is a saddle problem: what is called a gradient, of one record or of all, is the "
            "operator (grad_x, -grad_y) at a point z = (x, y), which lies in the problem's own "
            "domains.");
  }
  // Problems of categories have them.
  if (problem.loss->parameter("targetLevels")) {
    out.add(
        "Every column has the levels that were stated, not computed from the data: a number is "
        "clamped to them, so one below 0 counts as level 0, and one beyond the last level as the "
        "last.");
  }
  const ConstantsSpec& constants = problem.constants;
  out.add(constant_text(constants.smoothness, "The smoothness constant"));
  out.add(constant_text(constants.strong_convexity, "The strong convexity constant"));
  if (constants.initial_gap) {
    out.add("The initial gap = " + number_text(*constants.initial_gap) +
            " is a guess that was not computed from the data.");
  }
  if (constants.kl_constant) {
    out.add("The KL constant = " + number_text(*constants.kl_constant) + " and exponent = " +
            number_text(*constants.kl_exponent) + " were not computed from the data.");
  }
}

}  // namespace

bool names_source_range(std::string_view assumption) {
  return assumption.starts_with(kSourceRange);
}

std::vector<std::string> assumption_texts(const Experiment& experiment,
                                          std::span<const SweepPoint> points,
                                          std::optional<bool> has_header) {
  Sentences out;
  out.add("The number of records, n, is public.");
  for (const SweepPoint& point : points) {
    add_source(*point.data, has_header, out);
    for (const PreprocessStep& step : point.data->preprocess) {
      out.add(std::visit(StepText{.has_score = point.private_score.has_value()}, step));
    }
    const Index classes = point.problem.loss->classes(point.problem.loss_parameters);
    if (point.problem.loss->takes_labels) out.add("Every target is -1 or 1.");
    if (classes > 0) {
      out.add("There are " + std::to_string(classes) +
              " classes, and every target is one of their numbers from 0 on.");
    }
    add_problem(point.problem, out);
  }
  out.add(
      "Algorithms, parameters, starting points and sweep values were chosen without looking at the "
      "data or at figures computed without noise.");
  out.add(
      "All runs are counted as if on the same data; figures computed without noise are not "
      "published.");
  out.add(experiment.run.randomness == Randomness::secure
              ? "The noise is unpredictable: a fresh 256-bit key per run, stored nowhere."
              : "Does NOT hold: the noise is unpredictable. Whoever knows the seed in the file can "
                "take it away.");
  return std::move(out.texts);
}

}  // namespace noisy
