#include "wasm/bindings/convert.h"

using emscripten::val;

namespace noisy::wasm {

val failure(const Error& error) {
  val content = val::object();
  content.set("code", std::string(code_text(error.code)));
  content.set("field", error.field);
  content.set("message", error.message);
  val result = val::object();
  result.set("error", content);
  return result;
}

val progress_value(const Progress& progress) {
  val value = val::object();
  value.set("done", progress.done);
  value.set("gradientEvaluations", progress.gradient_evaluations);
  value.set("totalEvaluations", progress.total_evaluations);
  return value;
}

val success(val value) {
  val result = val::object();
  result.set("value", value);
  return result;
}

}  // namespace noisy::wasm
