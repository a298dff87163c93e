#pragma once

#include <string>
#include <string_view>

#include "engine/question/fit/model.h"

namespace noisy {

/// The languages that a model can be written in: "python", "javascript", "c" and "onnx".
std::span<const std::string_view> code_languages();

/// A program without dependencies that predicts what the model predicts, to 10^-12: one function
/// of a row's cells by the names of their columns (in C, in the order of the model's columns). In
/// "onnx" the bytes of a file for ONNX Runtime (onnx_code).
///
/// @error unknown-name at "code"
Result<std::string> model_code(const Model& model, std::string_view language);

/// The same in C alone.
std::string c_code(const Model& model);

/// An ONNX model. It has an input for each column by its name, [rows, 1], of texts where the column
/// has words and else of doubles, where NaN is a missing cell. Its outputs are `prediction`,
/// [rows], and of classes `probabilities`, [rows, classes], with "_" behind them where a column is
/// called so. A cell that the model cannot read gives "" and NaN. Texts have no blanks around them.
std::string onnx_code(const Model& model);

/// What the model is, in plain words: what it predicts and from what, who is protected and how
/// well, how good its predictions are, and what each column counts.
std::string model_card(const Model& model);

}  // namespace noisy
