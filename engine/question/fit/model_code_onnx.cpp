#include <algorithm>
#include <limits>

#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"
#include "engine/question/fit/model_code.h"
#include "engine/question/fit/onnx_graph.h"

namespace noisy {
namespace {

using onnx::Element;
using onnx::Graph;
using onnx::integer;
using onnx::Names;

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// All ways to write a mark in small and capital letters.
Names cases_of(std::string_view mark) {
  Names out = {""};
  for (const char c : mark) {
    const std::size_t count = out.size();
    const bool is_letter = c >= 'a' && c <= 'z';
    for (std::size_t i = 0; i < count; ++i) {
      if (is_letter) out.push_back(out[i] + static_cast<char>(c - 'a' + 'A'));
      out[i] += c;
    }
  }
  return out;
}

/// Adds up what the columns count in the scores of a row.
class Scores {
 public:
  Scores(const Model& model, Graph& graph)
      : model_(model), graph_(graph), classes_(static_cast<std::size_t>(model.score_count())) {}

  /// Scores of all rows, [rows, classes].
  std::string all(std::span<const ModelColumn> columns) {
    for (const ModelColumn& column : columns) {
      column.words.empty() ? add_number(column) : add_word(column);
    }
    std::vector<double> fixed(classes_);
    if (model_.intercept() != 0) fixed = scaled(next_feature(), model_.intercept());
    add(graph_.numbers(fixed, {1, classes_}));
    return sum_;
  }

 private:
  using Row = std::vector<double>;  ///< a number for each class

  std::size_t next_feature() { return feature_++; }
  Row scaled(std::size_t feature, double factor) const {
    Row out;
    const auto d = static_cast<std::size_t>(model_.features());
    for (std::size_t k = 0; k < classes_; ++k) {
      out.push_back(factor * model_.weights()[k * d + feature].value);
    }
    return out;
  }
  static Row sum_of(Row a, const Row& b) {
    for (std::size_t k = 0; k < a.size(); ++k) a[k] += b[k];
    return a;
  }
  void add(const std::string& scores) {
    sum_ = sum_.empty() ? scores : graph_.node("Add", {sum_, scores});
  }

  /// What each level counts.
  std::vector<Row> levels_of(const ModelColumn& column, std::size_t count) {
    std::vector<Row> out;
    const bool is_ordered = column.role == "ordered";
    const std::size_t feature = is_ordered ? next_feature() : 0;
    for (std::size_t level = 0; level < count; ++level) {
      const double value =
          2 * static_cast<double>(level) / (static_cast<double>(count) - 1) - 1;  // where ordered
      out.push_back(is_ordered ? scaled(feature, value) : scaled(next_feature(), 1));
    }
    return out;
  }

  /// What a missing cell counts by its indicator.
  Row indicator_of(const ModelColumn& column) {
    return column.has_indicator ? scaled(next_feature(), 1) : Row(classes_);
  }

  void add_word(const ModelColumn& column) {
    const std::size_t words = column.words.size();
    std::vector<Row> rows = levels_of(column, words + (column.other ? 1 : 0));
    if (!column.other) rows.emplace_back(classes_, kNoNumber);
    const std::size_t filled =
        column.missing
            ? static_cast<std::size_t>(std::ranges::find(column.words, column.missing->text()) -
                                       column.words.begin())
            : words;
    rows.push_back(sum_of(rows[filled], indicator_of(column)));
    Names keys;
    std::vector<Index> values;
    const auto map = [&](const std::string& word, std::size_t row) {
      keys.push_back(word);
      values.push_back(static_cast<Index>(row));
    };
    for (std::size_t k = 0; k < words; ++k) map(column.words[k], k);
    for (const std::string_view mark : missing_marks()) {
      for (const std::string& text : cases_of(mark)) {
        if (std::ranges::find(column.words, text) == column.words.end()) map(text, words + 1);
      }
    }
    const std::string rows_of_words =
        graph_.node("LabelEncoder", {column.name},
                    {onnx::texts("keys_strings", keys), onnx::integers("values_int64s", values),
                     integer("default_int64", static_cast<Index>(words))},
                    "ai.onnx.ml");
    add_rows(rows, graph_.flat(rows_of_words));
  }

  void add_rows(const std::vector<Row>& rows, const std::string& places) {
    Row table;
    for (const Row& row : rows) table.insert(table.end(), row.begin(), row.end());
    add(graph_.node("Gather", {graph_.numbers(table, {rows.size(), classes_}), places}));
  }

  void add_number(const ModelColumn& column) {
    std::string value = column.name;
    const std::string is_missing = graph_.node("IsNaN", {value});
    if (column.missing) {
      value = graph_.node("Where", {is_missing, graph_.number(column.missing->number()), value});
    }
    if (!column.edges.empty()) {
      add_interval(column, value, is_missing);
    } else {
      add_scaled(column, value);
    }
    if (!column.has_indicator) return;
    const std::string flag = graph_.node("Cast", {is_missing}, {integer("to", 11)});
    add(graph_.node("Mul", {flag, graph_.numbers(indicator_of(column), {1, classes_})}));
  }

  /// The interval that a number is in: how many edges are at most it.
  void add_interval(const ModelColumn& column, const std::string& value,
                    const std::string& is_missing) {
    const std::size_t edges = column.edges.size();
    std::vector<Row> rows = levels_of(column, edges + 1);
    rows.emplace_back(classes_, kNoNumber);
    const std::string reached = graph_.node(
        "Cast", {graph_.node("GreaterOrEqual", {value, graph_.numbers(column.edges, {1, edges})})},
        {integer("to", 7)});
    std::string place = graph_.node("ReduceSum", {reached, graph_.place(1, {1})});
    if (!column.missing) {
      place = graph_.node("Where", {is_missing, graph_.place(edges + 1, {}), place});
    }
    add_rows(rows, graph_.flat(place));
  }

  /// A number as it is, or its range mapped to [-1, 1]. Comparisons keep what is no number.
  void add_scaled(const ModelColumn& column, std::string value) {
    if (column.lower) {
      const std::string lower = graph_.number(*column.lower);
      const std::string upper = graph_.number(*column.upper);
      value = graph_.node("Where", {graph_.node("Less", {value, lower}), lower, value});
      value = graph_.node("Where", {graph_.node("Greater", {value, upper}), upper, value});
      value = graph_.node("Mul", {graph_.node("Sub", {value, lower}), graph_.number(2)});
      value = graph_.node("Div", {value, graph_.number(*column.upper - *column.lower)});
      value = graph_.node("Sub", {value, graph_.number(1)});
    }
    const Row weights = scaled(next_feature(), 1);
    add(graph_.node("Mul", {value, graph_.numbers(weights, {1, classes_})}));
  }

  const Model& model_;
  Graph& graph_;
  std::size_t classes_;
  std::size_t feature_ = 0;
  std::string sum_;
};

/// The place of the class of each row; that after the last where a cell is missing or unknown.
std::string labels_of(const Model& model, const std::string& scores, Graph& graph) {
  const bool is_binary = model.task() == ModelTask::yes_or_no;
  const std::string best =
      is_binary ? graph.node("Cast", {graph.node("GreaterOrEqual", {scores, graph.number(0)})},
                             {integer("to", 7)})
                : graph.node("ArgMax", {scores}, {integer("axis", 1), integer("keepdims", 1)});
  const std::string first =
      is_binary ? scores
                : graph.node("Gather", {scores, graph.place(0, {1})}, {integer("axis", 1)});
  const std::string unknown = graph.place(model.target().classes.size(), {});
  return graph.flat(graph.node("Where", {graph.node("IsNaN", {first}), unknown, best}));
}

void add_outputs(const Model& model, std::string scores, Graph& graph) {
  const ModelTarget& target = model.target();
  const std::string prediction = graph.free_name("prediction");
  if (target.classes.empty()) {
    const double width = *target.upper - *target.lower;
    scores = graph.node("Add", {scores, graph.number(1)});
    scores = graph.node("Mul", {graph.node("Div", {scores, graph.number(2)}), graph.number(width)});
    scores = graph.node("Add", {scores, graph.number(*target.lower)});
    graph.node_called(prediction, "Squeeze", {scores, graph.place(1, {1})});
    graph.output(prediction, Element::real, 0);
    return;
  }
  Names classes = target.classes;
  classes.emplace_back("");
  graph.node_called(prediction, "Gather", {graph.texts(classes), labels_of(model, scores, graph)});
  graph.output(prediction, Element::text, 0);
  if (model.task() == ModelTask::yes_or_no) {
    constexpr double kNoAndYes[] = {0, 1};
    scores = graph.node("Mul", {scores, graph.numbers(kNoAndYes, {1, 2})});
  }
  const std::string probabilities = graph.free_name("probabilities");
  graph.node_called(probabilities, "Softmax", {scores}, {integer("axis", 1)});
  graph.output(probabilities, Element::real, static_cast<Index>(target.classes.size()));
}

}  // namespace

std::string onnx_code(const Model& model) {
  const std::vector<ModelColumn> columns = model.column_records();
  Names names;
  for (const ModelColumn& column : columns) names.push_back(column.name);
  Graph graph(names);
  for (const ModelColumn& column : columns) {
    graph.input(column.name, column.words.empty() ? Element::real : Element::text, 1);
  }
  add_outputs(model, Scores(model, graph).all(columns), graph);
  return std::move(graph).file("private-model", "Predicts " + shortened(model.target().name) +
                                                    ". Written from a private model.");
}

}  // namespace noisy
