#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "engine/data/builtin_data.h"
#include "engine/question/suggestions.h"
#include "engine/question/trial/kl_trial.h"
#include "tests/experiment/file/experiments.h"

namespace noisy::testing {

inline Result<Json> trial_of(const Json& experiment,
                             const std::optional<StatedShape>& shape = std::nullopt) {
  const auto text = kl_trial(write_json(experiment), shape);
  if (!text) return std::unexpected(text.error());
  return parse_json(*text);
}

/// The same of an experiment that can be tried.
inline Json must_try(const Json& experiment) {
  const auto trial = trial_of(experiment);
  EXPECT_TRUE(trial) << trial.error().field << ": " << trial.error().message;
  return trial ? *trial : Json();
}

/// A list of a trial, a sentence a line.
inline std::string sentences(const Json& trial, std::string_view list) {
  std::string out;
  for (const Json& sentence : trial.member(list).elements()) out += sentence.text() + "\n";
  return out;
}

/// A built-in data set as the catalogue suggests to prepare it, at epsilon 1, without a
/// regularizer.
inline Json builtin_experiment(const std::string& name) {
  const BuiltinData& data = *find_builtin(name);
  const bool has_labels = !data.class_names.empty();
  Json tree = with(small_experiment(), "data", R"({"kind":"builtin"})");
  tree.find("data")->set("name", name);
  tree.find("data")->set("preprocess", suggested_preprocess(data));
  tree = with(tree, "problem", has_labels ? R"({"loss":"logistic"})" : R"({"loss":"squared"})");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
  return with(tree, "run.diagnostics",
              has_labels ? R"(["objective","suboptimality","accuracy"])"
                         : R"(["objective","suboptimality"])");
}

}  // namespace noisy::testing
