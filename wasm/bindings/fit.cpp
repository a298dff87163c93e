#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <memory>
#include <span>
#include <string>
#include <utility>

#include "engine/experiment/result/assembly.h"
#include "engine/question/fit/fit_request.h"
#include "engine/question/fit/model.h"
#include "engine/question/fit/model_code.h"
#include "engine/question/fit/predictor.h"
#include "engine/question/fit/request_field.h"
#include "engine/question/recommend/recommend.h"
#include "wasm/bindings/convert.h"

using emscripten::val;

// From a table to a private model, and from a model to predictions.

namespace noisy::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(TableBytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(FitOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(PredictionOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(PredictedNothing)

std::string copy_of(const TableBytes& bytes) {
  std::string text(bytes["length"].as<std::size_t>(), '\0');
  val view(emscripten::typed_memory_view(text.size(), text.data()));
  view.call<void>("set", bytes);
  return text;
}

/// The experiment of a fit, as far as the beginning of the table decides it.
///
/// @param start  the table's bytes, unpacked: its first line at least
FitOutcome experiment_of_fit(const std::string& request, const TableBytes& start) {
  return guarded<FitOutcome>([&] {
    const Result<FitRequest> read = read_fit_request(request);
    if (!read) return failure(read.error());
    const Result<TableHead> head = read_table_head(copy_of(start), *read);
    if (!head) return failure(head.error());
    const Result<Json> experiment = fit_experiment(*read, *head);
    return experiment ? success(val(write_json(*experiment))) : failure(experiment.error());
  });
}

/// The same, whole.
///
/// @param samples, features  of the table, read as the experiment says
FitOutcome completed_fit(const std::string& request, const std::string& experiment, double samples,
                         double features, double threads) {
  return guarded<FitOutcome>([&] {
    const Result<FitRequest> read = read_fit_request(request);
    if (!read) return failure(read.error());
    Result<Json> draft = parse_json(experiment, kResultLimits);
    if (!draft) return failure(draft.error());
    const Result<Json> whole = complete_fit(
        *read, *std::move(draft),
        {.samples = static_cast<Index>(samples), .features = static_cast<Index>(features)},
        static_cast<int>(threads));
    return whole ? success(val(write_json(*whole))) : failure(whole.error());
  });
}

/// A choice of method for an experiment.
///
/// @param method  "" to choose one
/// @param samples, features  of a file's data; 0 where the experiment says them
FitOutcome recommended(const std::string& experiment, const std::string& method, double samples,
                       double features, double threads) {
  return guarded<FitOutcome>([&] {
    RecommendRequest request{.threads = static_cast<int>(threads)};
    if (!method.empty()) request.method = method;
    if (samples > 0) request.shape = {static_cast<Index>(samples), static_cast<Index>(features)};
    return outcome(recommendation(experiment, request));
  });
}

/// The text of an experiment that may name no algorithm, so that its data can be read.
FitOutcome experiment_with_any_algorithm(const std::string& experiment) {
  return guarded<FitOutcome>([&] { return outcome(with_any_algorithm(experiment)); });
}

/// What is made of a model, or its error.
template <typename Use>
FitOutcome of_model(const Result<Model>& model, Use&& use) {
  return FitOutcome(model ? outcome(Result<std::string>(use(*model))) : failure(model.error()));
}

std::string text_of(const Model& model) {
  return write_json(model.json());
}

/// The field of a fit's request that a field of its experiment comes from.
std::string request_field(const std::string& field, const std::string& experiment) {
  const Result<Json> tree = parse_json(experiment, kResultLimits);
  if (!tree) return field;
  return at_request_field({.field = field, .message = ""}, tree->member("data")).field;
}

FitOutcome model_of(const std::string& result) {
  return guarded<FitOutcome>([&] { return of_model(Model::of_result(result), &text_of); });
}

FitOutcome checked_model(const std::string& model) {
  return guarded<FitOutcome>([&] { return of_model(Model::read(model), &text_of); });
}

FitOutcome redacted_model(const std::string& model) {
  return guarded<FitOutcome>([&] {
    return of_model(Model::read(model),
                    [](const Model& whole) { return text_of(whole.redacted()); });
  });
}

/// Bytes as a text with a character for each: Embind hands texts over as UTF-8.
Result<std::string> as_characters(Result<std::string> bytes) {
  if (!bytes) return bytes;
  std::string out;
  for (const char byte : *bytes) {
    const auto code = static_cast<unsigned char>(byte);
    if (code > 127) out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(code > 127 ? 0x80 | (code & 0x3F) : code);
  }
  return out;
}

FitOutcome code_of(const std::string& model, const std::string& language) {
  return guarded<FitOutcome>([&] {
    return of_model(Model::read(model), [&](const Model& whole) {
      Result<std::string> code = model_code(whole, language);
      return language == "onnx" ? as_characters(std::move(code)) : code;
    });
  });
}

FitOutcome card_of(const std::string& model) {
  return guarded<FitOutcome>([&] { return of_model(Model::read(model), &model_card); });
}

/// Embind copies what it hands out, so the predictor is shared.
class PredictionHandle {
 public:
  explicit PredictionHandle(Predictor predictor)
      : predictor_(std::make_shared<Predictor>(std::move(predictor))) {}

  Predictor& predictor() const { return *predictor_; }

 private:
  std::shared_ptr<Predictor> predictor_;
};

/// @param form  of the table: {"delimiter", "decimal", "encoding"}, or "" for the model's own
PredictionOutcome open_prediction(const std::string& model, const std::string& form) {
  return guarded<PredictionOutcome>([&] {
    Result<Predictor> predictor = Predictor::open(model, form);
    if (!predictor) return failure(predictor.error());
    return success(val(PredictionHandle(std::move(*predictor))));
  });
}

PredictedNothing predict_bytes(const PredictionHandle& handle, const TableBytes& bytes) {
  return guarded<PredictedNothing>([&] {
    const std::string copy = copy_of(bytes);
    return outcome(handle.predictor().feed(std::as_bytes(std::span(copy))));
  });
}

/// The predictions as CSV.
FitOutcome predicted_table(const PredictionHandle& handle) {
  return guarded<FitOutcome>([&] { return outcome(handle.predictor().table()); });
}

EMSCRIPTEN_BINDINGS(noisy_descent_fit) {
  emscripten::register_type<TableBytes>("Uint8Array");
  emscripten::register_type<FitOutcome>(
      "{value: string} | {error: {code: string, field: string, message: string}}");
  emscripten::register_type<PredictionOutcome>(
      "{value: PredictionHandle} | {error: {code: string, field: string, message: string}}");
  emscripten::register_type<PredictedNothing>(
      "{value: null} | {error: {code: string, field: string, message: string}}");
  emscripten::class_<PredictionHandle>("PredictionHandle")
      .function("feed(bytes)", &predict_bytes)
      .function("table", &predicted_table);
  emscripten::function("fitExperiment(request, start)", &experiment_of_fit);
  emscripten::function("completeFit(request, experiment, samples, features, threads)",
                       &completed_fit);
  emscripten::function("recommend(experiment, method, samples, features, threads)", &recommended);
  emscripten::function("withAnyAlgorithm(experiment)", &experiment_with_any_algorithm);
  emscripten::function("requestField(field, experiment)", &request_field);
  emscripten::function("modelOf(result)", &model_of);
  emscripten::function("checkModel(model)", &checked_model);
  emscripten::function("redactModel(model)", &redacted_model);
  emscripten::function("modelCode(model, language)", &code_of);
  emscripten::function("modelCard(model)", &card_of);
  emscripten::function("openPrediction(model, form)", &open_prediction);
}

}  // namespace noisy::wasm
