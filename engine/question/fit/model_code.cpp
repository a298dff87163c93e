#include "engine/question/fit/model_code.h"

#include <array>

#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"
#include "engine/json/vocabulary.h"
#include "engine/question/fit/model_records.h"

namespace noisy {
namespace {

constexpr std::array<std::string_view, 4> kLanguages = {"python", "javascript", "c", "onnx"};

/// Weights by class, each in the order of the features.
Json weights_of(const Model& model) {
  std::vector<Json> rows;
  const auto d = static_cast<std::size_t>(model.features());
  for (std::size_t at = 0; at < model.weights().size(); at += d) {
    std::vector<double> row;
    for (std::size_t j = 0; j < d; ++j) row.push_back(model.weights()[at + j].value);
    rows.push_back(Json::numbers(std::move(row)));
  }
  return Json::array(std::move(rows));
}

Json columns_of(const Model& model) {
  std::vector<Json> columns;
  for (const ModelColumn& column : model.column_records()) {
    columns.push_back(record::json_of<record::kModelColumn>(column));
  }
  return Json::array(std::move(columns));
}

/// The texts of missing cells.
Json marks() {
  const std::vector<std::string> texts(missing_marks().begin(), missing_marks().end());
  return Json::texts(texts);
}

/// A JSON text as a literal of Python.
std::string python_literal(const Json& value) {
  if (value.is_boolean()) return value.boolean() ? "True" : "False";
  if (value.is_null()) return "None";
  if (value.is_object()) {
    std::string out;
    for (const auto& [name, member] : value.members()) {
      out += (out.empty() ? "" : ", ") + write_json(Json(name)) + ": " + python_literal(member);
    }
    return "{" + out + "}";
  }
  if (!value.is_array()) return write_json(value);
  std::string out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    out += (i == 0 ? "" : ", ") + python_literal(value.element(i));
  }
  return "[" + out + "]";
}

using Literal = std::string (*)(const Json& value);

std::string json_literal(const Json& value) {
  return write_json(value);
}

/// A list with an element a line.
std::string listed(const Json& list, Literal literal) {
  std::string out = "[\n";
  for (std::size_t i = 0; i < list.size(); ++i) out += "    " + literal(list.element(i)) + ",\n";
  return out + "]";
}

constexpr std::string_view kPython = R"(

def features(row):
    """The features of a row: a dict of cells by the names of their columns. Missing are None, NaN and MISSING."""
    out = []
    for column in COLUMNS:
        cell = row.get(column["name"])
        cell = cell.strip() if isinstance(cell, str) else cell
        words = list(column.get("words", []))
        is_missing = cell is None or cell != cell or (cell not in words and str(cell).lower() in MISSING)
        if is_missing and "missing" in column:
            cell = column["missing"]
        elif is_missing and not words:
            raise ValueError("the cell of %r is missing" % column["name"])
        if words:
            if "other" in column:
                words.append(column["other"])
            if cell not in words and "other" not in column:
                raise ValueError("%r is no word of %r" % (cell, column["name"]))
            value, levels = (words.index(cell) if cell in words else len(words) - 1), len(words)
        elif "edges" in column:
            value, levels = sum(edge <= float(cell) for edge in column["edges"]), len(column["edges"]) + 1
        else:
            value, levels = float(cell), 0
            if "lower" in column:
                lower, upper = column["lower"], column["upper"]
                value = 2 * (min(max(value, lower), upper) - lower) / (upper - lower) - 1
        if column["role"] == "category":
            out += [1.0 if level == value else 0.0 for level in range(levels)]
        elif column["role"] == "ordered":
            out.append(2 * value / (levels - 1) - 1)
        else:
            out.append(value)
        if column.get("indicator"):
            out.append(1.0 if is_missing else 0.0)
    return out + [INTERCEPT] * (INTERCEPT != 0)


def predict(row):
    """What the model predicts for a row: a dict with "prediction", and "probabilities" by class."""
    values = features(row)
    scores = [sum(w * v for w, v in zip(weights, values)) for weights in WEIGHTS]
    if not CLASSES:
        return {"prediction": LOWER + (scores[0] + 1) / 2 * (UPPER - LOWER)}
    if len(scores) == 1:
        scores = [0.0, scores[0]]
    largest = max(scores)
    shares = [math.exp(score - largest) for score in scores]
    best = 1 if len(WEIGHTS) == 1 and scores[1] >= 0 else scores.index(largest)
    return {"prediction": CLASSES[best],
            "probabilities": {c: share / sum(shares) for c, share in zip(CLASSES, shares)}}
)";

constexpr std::string_view kJavaScript = R"(
/** The features of a row: an object of cells by the names of their columns. Missing are null, undefined, NaN and `missing`. */
export function features(row) {
  return columns.flatMap((column) => {
    const given = typeof row[column.name] === 'string' ? row[column.name].trim() : row[column.name];
    const isWord = column.words?.includes(given);
    const isMissing = !isWord && (given === undefined || Number.isNaN(given) || missing.includes(String(given ?? '').toLowerCase()));
    const isFilled = isMissing && column.missing !== undefined;
    if (isMissing && !isFilled && !column.words) throw new Error(`the cell of ${column.name} is missing`);
    const cell = isFilled ? column.missing : given;
    let value = Number(cell);
    let levels = 0;
    if (column.words) {
      const hasOther = column.other !== undefined;
      const words = hasOther ? [...column.words, column.other] : column.words;
      levels = words.length;
      value = words.indexOf(cell);
      if (value < 0 && !hasOther) throw new Error(`${cell} is no word of ${column.name}`);
      if (value < 0) value = levels - 1;
    } else if (Number.isNaN(value)) {
      throw new Error(`${cell} in ${column.name} is no number`);
    } else if (column.edges) {
      value = column.edges.filter((edge) => edge <= value).length;
      levels = column.edges.length + 1;
    } else if (column.lower !== undefined) {
      const { lower, upper } = column;
      value = (2 * (Math.min(Math.max(value, lower), upper) - lower)) / (upper - lower) - 1;
    }
    let out = [value];
    if (column.role === 'category') out = Array.from({ length: levels }, (_, level) => Number(level === value));
    if (column.role === 'ordered') out = [(2 * value) / (levels - 1) - 1];
    return column.indicator ? [...out, Number(isMissing)] : out;
  }).concat(intercept === 0 ? [] : [intercept]);
}

/** What the model predicts for a row: `prediction`, and `probabilities` by class. */
export function predict(row) {
  const values = features(row);
  let scores = weights.map((list) => list.reduce((sum, weight, j) => sum + weight * values[j], 0));
  if (classes.length === 0) return { prediction: lower + ((scores[0] + 1) / 2) * (upper - lower) };
  if (scores.length === 1) scores = [0, scores[0]];
  const largest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - largest));
  const sum = shares.reduce((a, b) => a + b);
  const best = weights.length === 1 && scores[1] >= 0 ? 1 : scores.indexOf(largest);
  return {
    prediction: classes[best],
    probabilities: Object.fromEntries(classes.map((name, k) => [name, shares[k] / sum])),
  };
}
)";

std::string heading(const Model& model, std::string_view mark) {
  return std::string(mark) + " Predicts " + shortened(model.target().name) +
         ". Written by Noisy Descent from a private model: who publishes it gives away no more "
         "than "
         "the model does.\n";
}

std::string python(const Model& model) {
  const ModelTarget& target = model.target();
  return heading(model, "#") +
         "import math\n\nCOLUMNS = " + listed(columns_of(model), &python_literal) +
         "\nWEIGHTS = " + listed(weights_of(model), &python_literal) +
         "\nMISSING = " + python_literal(marks()) +
         "\nINTERCEPT = " + number_text(model.intercept()) +
         "\nCLASSES = " + python_literal(Json::texts(target.classes)) +
         "\nLOWER, UPPER = " + number_text(target.lower.value_or(-1)) + ", " +
         number_text(target.upper.value_or(1)) + "\n" + std::string(kPython);
}

std::string javascript(const Model& model) {
  const ModelTarget& target = model.target();
  return heading(model, "//") + "const columns = " + listed(columns_of(model), &json_literal) +
         ";\nconst weights = " + listed(weights_of(model), &json_literal) +
         ";\nconst missing = " + write_json(marks()) +
         ";\nconst intercept = " + number_text(model.intercept()) +
         ";\nconst classes = " + write_json(Json::texts(target.classes)) +
         ";\nconst [lower, upper] = [" + number_text(target.lower.value_or(-1)) + ", " +
         number_text(target.upper.value_or(1)) + "];\n" + std::string(kJavaScript);
}

}  // namespace

std::span<const std::string_view> code_languages() {
  return kLanguages;
}

Result<std::string> model_code(const Model& model, std::string_view language) {
  if (language == "python") return python(model);
  if (language == "javascript") return javascript(model);
  if (language == "c") return c_code(model);
  if (language == "onnx") return onnx_code(model);
  const std::vector<std::string> known(kLanguages.begin(), kLanguages.end());
  return fail(ErrorCode::unknown_name, "code",
              "no model is written in " + quoted(language) + "." + known_words(language, known));
}

}  // namespace noisy
