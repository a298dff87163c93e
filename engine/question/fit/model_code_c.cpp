#include <algorithm>

#include "engine/data/number_text.h"
#include "engine/question/fit/model_code.h"

namespace noisy {
namespace {

/// A text as a C literal: bytes that are not plain stand as three octal digits.
std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte >= ' ' && byte < 127 && c != '"' && c != '\\' && c != '?';
    if (is_plain) {
      out += c;
      continue;
    }
    out += '\\';
    for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
  }
  return out + '"';
}

/// A number that may follow a sign.
std::string in_brackets(double value) {
  return "(" + number_text(value) + ")";
}

std::string listed(std::span<const std::string> texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + literal(text);
  return "{" + out + "}";
}

std::string listed(std::span<const double> values) {
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : ", ") + number_text(value);
  return "{" + out + "}";
}

/// Statements that find a cell's number.
std::string number_code(const ModelColumn& column, const std::string& refused) {
  std::string out = "  missing = is_missing(cell);\n  if (missing) ";
  out +=
      column.missing ? "cell = " + literal(number_text(column.missing->number())) + ";\n" : refused;
  out += "  value = strtod(cell, &end);\n  if (end == cell || *end || value != value) " + refused;
  if (column.edges.empty()) return out;
  return out + "  {\n    static const double edges[] = " + listed(column.edges) +
         ";\n    for (level = 0; level < " + std::to_string(column.edges.size()) +
         " && edges[level] <= value;) ++level;\n  }\n";
}

/// Statements that find which word a cell is: `other` comes after those that are listed.
std::string word_code(const ModelColumn& column, const std::string& refused) {
  const std::string count = std::to_string(column.words.size());
  std::string out = "  {\n    static const char *const words[] = " + listed(column.words) +
                    ";\n    for (level = 0; level < " + count +
                    " && !(cell && strcmp(cell, words[level]) == 0);) ++level;\n  }\n"
                    "  missing = level == " +
                    count + " && is_missing(cell);\n";
  if (column.missing) {
    const auto word = std::ranges::find(column.words, column.missing->text());
    out += "  if (missing) level = " + std::to_string(word - column.words.begin()) + ";\n";
  }
  if (column.other) return out;
  return out + "  if (level == " + count + ") " + refused;
}

/// Statements that append the features of one column.
std::string column_code(const ModelColumn& column, std::size_t at) {
  const std::string place = std::to_string(at);
  const std::string refused = "return " + std::to_string(at + 1) + ";\n";
  const bool has_words = !column.words.empty();
  const std::size_t levels =
      has_words ? column.words.size() + (column.other ? 1 : 0) : column.edges.size() + 1;
  std::string out = "  /* " + place + " */\n  cell = cells[" + place + "];\n" +
                    (has_words ? word_code(column, refused) : number_code(column, refused));
  if (column.role == "category") {
    out += "  for (i = 0; i < " + std::to_string(levels) + "; ++i) *out++ = i == level;\n";
  } else if (column.role == "ordered") {
    out += "  *out++ = 2.0 * level / " + std::to_string(levels - 1) + " - 1;\n";
  } else if (column.lower) {
    const std::string lower = number_text(*column.lower);
    const std::string upper = number_text(*column.upper);
    out += "  *out++ = 2 * (fmin(fmax(value, " + lower + "), " + upper + ") - " +
           in_brackets(*column.lower) + ") / (" + upper + " - " + in_brackets(*column.lower) +
           ") - 1;\n";
  } else {
    out += "  *out++ = value;\n";
  }
  if (column.has_indicator) out += "  *out++ = missing;\n";
  return out;
}

}  // namespace

std::string c_code(const Model& model) {
  const ModelTarget& target = model.target();
  const std::vector<ModelColumn> columns = model.column_records();
  std::vector<std::string> names;
  for (const ModelColumn& column : columns) names.push_back(column.name);
  const std::string features = std::to_string(model.features());
  const std::string scores = std::to_string(model.score_count());
  std::string out =
      "/* A private model, written by Noisy Descent. Cells are texts, in the order of\n"
      "   model_columns, without blanks around them; NULL is a missing one. */\n"
      "#include <ctype.h>\n#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
      "const char *const model_columns[] = " +
      listed(names) + ";\n";
  if (!target.classes.empty()) {
    out += "const char *const model_classes[] = " + listed(target.classes) + ";\n";
  }
  out += "static const double weights[" + scores + "][" + features + "] = {\n";
  const auto d = static_cast<std::size_t>(model.features());
  for (std::size_t at = 0; at < model.weights().size(); at += d) {
    std::vector<double> row;
    for (std::size_t j = 0; j < d; ++j) row.push_back(model.weights()[at + j].value);
    out += "  " + listed(row) + ",\n";
  }
  out +=
      "};\n\nstatic int is_missing(const char *cell) {\n  static const char *const marks[] = " +
      listed(std::vector<std::string>(missing_marks().begin(), missing_marks().end())) +
      ";\n  int k, i;\n  if (!cell) return 1;\n  for (k = 0; k < " +
      std::to_string(missing_marks().size()) +
      "; ++k) {\n    for (i = 0; cell[i] && tolower((unsigned char)cell[i]) == marks[k][i];) ++i;\n"
      "    if (!cell[i] && !marks[k][i]) return 1;\n  }\n  return 0;\n}\n\n"
      "/* 0, or 1 + the place of a cell that is missing, no number or no known word. */\n"
      "static int features_of(const char *const *cells, double *out) {\n"
      "  const char *cell;\n  char *end;\n  int missing, level = 0, i;\n  double value = 0;\n"
      "  (void)end, (void)level, (void)i, (void)value;\n";
  for (std::size_t at = 0; at < columns.size(); ++at) out += column_code(columns[at], at);
  if (model.intercept() != 0) out += "  *out++ = " + number_text(model.intercept()) + ";\n";
  out +=
      "  return 0;\n}\n\nstatic int scores_of(const char *const *cells, double *scores) {\n"
      "  double row[" +
      features +
      "];\n  const int wrong = features_of(cells, row);\n  int k, j;\n"
      "  for (k = 0; !wrong && k < " +
      scores + "; ++k) {\n    scores[k] = 0;\n    for (j = 0; j < " + features +
      "; ++j) scores[k] += weights[k][j] * row[j];\n  }\n  return wrong;\n}\n\n";
  if (target.classes.empty()) {
    return out +
           "/* Stores the number that is predicted; returns what features_of does. */\n"
           "int model_predict(const char *const *cells, double *number) {\n"
           "  double score = 0;\n  const int wrong = scores_of(cells, &score);\n  *number = " +
           number_text(*target.lower) + " + (score + 1) / 2 * (" + number_text(*target.upper) +
           " - " + in_brackets(*target.lower) + ");\n  return wrong;\n}\n";
  }
  const std::string classes = std::to_string(target.classes.size());
  const bool is_binary = model.task() == ModelTask::yes_or_no;
  return out +
         "/* The class, from 0 on, and the probability of each; below 0 where a cell is wrong. */\n"
         "int model_predict(const char *const *cells, double *probabilities) {\n"
         "  double scores[" +
         classes +
         "] = {0}, sum = 0;\n  int k, best = 0;\n  const int wrong = scores_of(cells, scores" +
         (is_binary ? " + 1" : "") + ");\n  if (wrong) return -wrong;\n  for (k = 1; k < " +
         classes + "; ++k) {\n    if (scores[k] " + (is_binary ? ">=" : ">") +
         " scores[best]) best = k;\n  }\n  for (k = 0; k < " + classes +
         "; ++k) sum += probabilities[k] = exp(scores[k] - scores[best]);\n  for (k = 0; k < " +
         classes + "; ++k) probabilities[k] /= sum;\n  return best;\n}\n";
}

}  // namespace noisy
