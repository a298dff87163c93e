#include "engine/question/fit/predictor.h"

#include <algorithm>
#include <cmath>

#include "engine/experiment/file/read_columns.h"
#include "engine/math/elementary.h"
#include "engine/question/fit/fit_request.h"
#include "engine/question/fit/request_field.h"

namespace noisy {
namespace {

/// The probabilities of all classes by their scores; of one score those of no and yes.
std::vector<double> probabilities_of(std::span<const double> scores) {
  if (scores.size() == 1) {
    const double yes = 1 / (1 + math::exp(-scores[0]));
    return {1 - yes, yes};
  }
  const double largest = *std::ranges::max_element(scores);
  std::vector<double> out;
  double sum = 0;
  for (const double score : scores) sum += out.emplace_back(math::exp(score - largest));
  for (double& share : out) share /= sum;
  return out;
}

}  // namespace

Predictor::Predictor(Model model, CsvOptions options)
    : model_(std::move(model)), reader_(std::make_unique<CsvReader>(std::move(options))) {}

Result<Predictor> Predictor::open(std::string_view text, std::string_view form) {
  Result<Model> model = Model::read(text);
  if (!model) return std::unexpected(std::move(model.error()));
  const Result<TableForm> stated = read_table_form(form);
  if (!stated) return std::unexpected(stated.error());
  CsvOptions options{model->source()};
  options.header = CsvHeader::yes;
  options.columns = model->source().columns;
  options.columns->target.reset();
  options.has_target = false;
  options.read.layout = DataLayout::rows;
  options.delimiter = stated->delimiter.value_or(options.delimiter);
  options.decimal = stated->decimal.value_or(options.decimal);
  options.encoding = stated->encoding.value_or(options.encoding);
  return Predictor(*std::move(model), std::move(options));
}

Error Predictor::at_column(Error error) const {
  // What the reader says of missing cells is for who writes an experiment.
  if (error.code == ErrorCode::missing_value) {
    error.message.erase(std::min(error.message.find("; fill it in"), error.message.size()));
    error.message += "; the model has no value for missing cells of this column: fill it in";
  }
  return at_request_field(std::move(error), model_.experiment().member("data"));
}

Result<void> Predictor::feed(std::span<const std::byte> bytes) {
  const Result<void> fed = reader_->feed(bytes);
  if (!fed) return std::unexpected(at_column(fed.error()));
  return {};
}

Result<std::string> Predictor::table() {
  const Result<NamedData> read = reader_->finish();
  if (!read) return std::unexpected(at_column(read.error()));
  const ModelTarget& target = model_.target();
  const bool is_number = model_.task() == ModelTask::number;
  std::string out = "prediction";
  if (model_.task() == ModelTask::yes_or_no) out += ",probability";
  if (model_.task() == ModelTask::classes) {
    for (const std::string& name : target.classes) out += "," + written_cell("probability." + name);
  }
  out += "\n";
  std::vector<double> row(static_cast<std::size_t>(model_.features()), model_.intercept());
  const std::span<double> features =
      std::span(row).first(static_cast<std::size_t>(read->data.features()));
  std::vector<double> scores(static_cast<std::size_t>(model_.score_count()));
  for (Index i = 0; i < read->data.samples(); ++i) {
    read->data.copy_row(i, features);
    model_.score(row, scores);
    if (is_number) {
      out += number_text(model_.number_of(scores[0])) + "\n";
      continue;
    }
    // The label that accuracy counts: the first of the largest scores, yes at a score of 0.
    const std::vector<double> shares = probabilities_of(scores);
    const std::size_t label =
        scores.size() == 1
            ? static_cast<std::size_t>(scores[0] >= 0)
            : static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
    out += written_cell(target.classes[label]);
    const std::span shown = scores.size() == 1 ? std::span(shares).last(1) : std::span(shares);
    for (const double share : shown) out += "," + number_text(share);
    out += "\n";
  }
  return out;
}

}  // namespace noisy
