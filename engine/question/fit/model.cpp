#include "engine/question/fit/model.h"

#include <algorithm>
#include <array>

#include "engine/data/text_lines.h"
#include "engine/experiment/plan/replan.h"
#include "engine/experiment/result/assembly.h"
#include "engine/experiment/result/replay.h"
#include "engine/json/vocabulary.h"
#include "engine/question/fit/model_records.h"
#include "engine/statement/check/check.h"
#include "engine/statement/check/rehearsal.h"
#include "engine/statement/check/tree_difference.h"

namespace noisy {

template <>
std::span<const Word<ModelTask>> vocabulary() {
  static constexpr std::array<Word<ModelTask>, 3> kWords = {
      {{ModelTask::yes_or_no, "yes-or-no", "Yes or no", "One of two classes."},
       {ModelTask::classes, "classes", "Classes", "One of several classes."},
       {ModelTask::number, "number", "Number", "A number in a range."}}};
  return kWords;
}

namespace {

/// Runs without records that deviations are estimated from, which is right within 5% (one standard
/// error), and what they may take, in coordinates.
constexpr int kNoiseRuns = 200;
constexpr double kNoiseEffort = 2e8;

constexpr std::string_view kIntercept = "(intercept)";

std::unexpected<Error> no_model(std::string field, std::string message) {
  return fail(ErrorCode::unsupported_option, std::move(field), std::move(message));
}

/// Standard deviations of the solution's coordinates that the noise alone makes; empty where that
/// takes too long.
std::vector<double> deviations_of(const Experiment& experiment, const StatedShape& shape) {
  const auto points = expand_sweep(experiment);
  if (!points || points->size() != 1) return {};
  const auto stated = [&](const SweepPoint&) { return std::optional(shape); };
  const auto plans = replan(points->front(), experiment.run.release, stated);
  if (!plans || plans->algorithms.size() != 1 || !plans->algorithms.front()) return {};
  return noise_deviations(*plans->algorithms.front(), *plans->objective, kNoiseRuns, kNoiseEffort);
}

/// What a result says of its run's predictions: a list of figures, or null.
Json evaluation_of(const Json& result) {
  const Json& runs = result.member("runs");
  if (runs.size() != 1) return {};
  const Json run = runs.element(0);
  const Json& references = result.member(kNonPrivateKey).member("references");
  const Json reference = references.size() == 1 ? references.element(0) : Json();
  std::vector<Json> figures;
  for (const auto& [name, value] : run.member(kNonPrivateKey).member("final").members()) {
    Json figure = Json::object({{"figure", name}, {"value", value}});
    if (const Json* best = reference.find(name)) figure.set("withoutPrivacy", *best);
    if (const Json* base = reference.find(name + "Baseline")) figure.set("baseline", *base);
    figures.push_back(std::move(figure));
  }
  if (figures.empty()) return {};
  return Json::object({{std::string(kNonPrivateKey), Json::array(std::move(figures))}});
}

/// Whether it can be what evaluation_of() gives. Its figures are the file's word alone.
bool is_evaluation(const Json& given) {
  if (given.is_null()) return true;
  const Json& figures = given.member(kNonPrivateKey);
  return given.size() == 1 &&
         std::ranges::all_of(
             figures.elements(),
             [](const Json& figure) { return figure.member("figure").is_text(); }) &&
         figures.is_array() && !figures.as_numbers();
}

/// The result that a model file holds.
Json result_of(const Json& model) {
  return Json::object({{"version", 1},
                       {"engine", model.member("engine")},
                       {"experiment", model.member("experiment")},
                       {"status", "completed"},
                       {"fingerprint", model.member("fingerprint")},
                       {"privacy", model.member("privacy")},
                       {"runs", Json::array({model.member("run")})},
                       {"refused", Json::array()}});
}

}  // namespace

Index Model::score_count() const {
  return task_ == ModelTask::classes ? std::ssize(target_.classes) : 1;
}

void Model::score(std::span<const double> row, std::span<double> scores) const {
  const double* weight = solution_.data();
  for (double& score : scores) {
    score = 0;
    for (const double value : row) score += value * *weight++;
  }
}

double Model::number_of(double score) const {
  return *target_.lower + (score + 1) / 2 * (*target_.upper - *target_.lower);
}

Result<void> Model::take_source(const Experiment& experiment) {
  const auto* file = std::get_if<FileSource>(&experiment.data->source);
  if (!file || file->format != FileFormat::csv || !file->columns) {
    return no_model("data.columns",
                    "a model names the columns of a CSV file: list them under data.columns");
  }
  source_ = *file;
  for (const ColumnCoding& coding : source_.columns->features) {
    if (std::holds_alternative<std::string>(coding.name)) continue;
    return no_model(column_field(coding, "name"),
                    "a model finds columns by their names: give the name of this one");
  }
  is_private_range_.assign(source_.columns->features.size(), false);
  features_ = width_of(*source_.columns);
  return {};
}

Result<void> Model::take_steps(const Experiment& experiment) {
  const std::vector<PreprocessStep>& steps = experiment.data->preprocess;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const PreprocessStep& step = steps[i];
    const auto* intercept = std::get_if<AddIntercept>(&step);
    if (std::holds_alternative<PrivateRanges>(step) && intercept_ == 0) {
      if (auto taken = take_ranges(); !taken) return taken;
    } else if (intercept && intercept_ == 0) {
      intercept_ = intercept->value;
      ++features_;
    } else if (const auto* scale = std::get_if<ScaleTarget>(&step)) {
      target_.lower = scale->lower;
      target_.upper = scale->upper;
    } else if (!only_chooses_rows(step)) {
      return no_model("data.preprocess." + std::to_string(i),
                      "a model has no step " + quoted(step_id(step)) +
                          " here: state ranges and words of columns under data.columns instead");
    }
  }
  return {};
}

/// The ranges that the run chose are the columns' from now on.
Result<void> Model::take_ranges() {
  const Json ranges = run().member("ranges");
  const std::vector<FeatureOrigin> origins = feature_origins(*source_.columns);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Json range = ranges.element(i);
    const bool is_target = range.member("isTarget") == Json(true);
    const Json& column = range.member("column");
    const bool has_place = is_target || (column.is_number() && column.number() >= 0 &&
                                         column.number() < static_cast<double>(origins.size()));
    if (!has_place || !range.member("lower").is_number() || !range.member("upper").is_number()) {
      return fail(ErrorCode::inconsistent_statement, "run.ranges", "names no column of the model");
    }
    const Interval ends{range.member("lower").number(), range.member("upper").number()};
    if (is_target) {
      target_.lower = ends.lower;
      target_.upper = ends.upper;
      target_.has_private_range = true;
      continue;
    }
    const FeatureOrigin& origin = origins[static_cast<std::size_t>(column.number())];
    ColumnCoding& coding = source_.columns->features[origin.column];
    if (coding.is_coded() || coding.range || origin.is_indicator) {
      return no_model("data.preprocess", "a model has private ranges of plain numbers alone");
    }
    coding.range = ends;
    is_private_range_[origin.column] = true;
  }
  return {};
}

Result<void> Model::take_target(const Experiment& experiment) {
  const auto* name = std::get_if<std::string>(&source_.target);
  if (!name) return no_model("data.target", "give the name of the column that is predicted");
  target_.name = *name;
  const std::string_view loss = experiment.problem.loss->id;
  if (loss == "squared") {
    task_ = ModelTask::number;
    if (target_.lower) return {};
    return no_model("data.preprocess",
                    "a number is predicted within its range: add scale-target, or private-ranges "
                    "of the target");
  }
  if (loss != "logistic" && loss != "softmax") {
    return no_model("problem.loss", "a model predicts by the losses logistic, softmax and squared");
  }
  task_ = loss == "softmax" ? ModelTask::classes : ModelTask::yes_or_no;
  if (!source_.positive.empty()) {
    std::string yes;
    for (const std::string& word : source_.positive) yes += (yes.empty() ? "" : " or ") + word;
    target_.classes = {"not " + yes, yes};
  } else if (source_.columns->target && source_.columns->target->is_coded()) {
    target_.classes = level_texts(*source_.columns->target, &number_text);
  }
  if (!target_.classes.empty()) return {};
  return no_model("data.positive", "say which words of the target are its classes");
}

Result<void> Model::take_solution(const Experiment& experiment) {
  const Json& runs = result_.member("runs");
  if (runs.size() != 1) {
    return no_model("run.repeats", "a model is made of one run, and the result has " +
                                       std::to_string(runs.size()));
  }
  const Json one = run();
  const std::vector<double>* solution = one.member("solution").as_numbers();
  if (one.member("status") != Json("completed") || !solution) {
    const Json& status = one.member("status");
    return fail(ErrorCode::missing_data, "run.solution",
                "the run gave no solution" +
                    (status.is_text() ? ", since it " + status.text() : std::string()));
  }
  solution_ = *solution;
  const Index needed = features_ * score_count();
  const Json& entries = privacy().member("statement").member("entries");
  const Json entry = entries.size() == 1 ? entries.element(0) : Json();
  if (!entry.member("samples").is_number()) {
    return no_model("privacy.notion", "the run promises no privacy, so there is no statement");
  }
  if (std::ssize(solution_) != needed) {
    return fail(ErrorCode::inconsistent_statement, "run.solution",
                "has " + std::to_string(solution_.size()) + " numbers, and the columns need " +
                    std::to_string(needed));
  }
  deviations_ = deviations_of(
      experiment,
      {.samples = static_cast<Index>(entry.member("samples").number()), .features = features_});
  return {};
}

void Model::name_weights() {
  const ColumnChoice& columns = *source_.columns;
  const std::vector<FeatureOrigin> origins = feature_origins(columns);
  const auto d = static_cast<std::size_t>(features_);
  const bool is_number = task_ == ModelTask::number;
  // A step of 1 in the score is half of a number's range.
  const double unit = is_number ? (*target_.upper - *target_.lower) / 2 : 1;
  for (std::size_t at = 0; at < solution_.size(); ++at) {
    const std::size_t j = at % d;
    ModelWeight weight{.value = solution_[at]};
    if (!deviations_.empty()) weight.noise_deviation = deviations_[at];
    if (task_ == ModelTask::classes) weight.of = target_.classes[at / d];
    weight.in_original_units = weight.value * unit;
    if (j >= origins.size()) {
      weight.name = kIntercept;
    } else {
      const FeatureOrigin& origin = origins[j];
      const ColumnCoding& coding = columns.features[origin.column];
      weight.name = std::get<std::string>(coding.name);
      weight.is_missing = origin.is_indicator;
      if (origin.level) weight.level = level_texts(coding, &number_text)[*origin.level];
      if (!origin.level && !origin.is_indicator) {
        if (coding.range) {
          weight.in_original_units *= 2 / (coding.range->upper - coding.range->lower);
        } else if (coding.encoding == ColumnEncoding::ordered) {
          weight.in_original_units *= 2 / static_cast<double>(coding.levels() - 1);
        }
      }
    }
    weights_.push_back(std::move(weight));
  }
  if (origins.size() == d) return;
  // The score of a row of zeros in the columns' own units: of numbers within their ranges.
  for (std::size_t last = d - 1; last < solution_.size(); last += d) {
    double score = solution_[last] * intercept_;
    for (std::size_t j = 0; j + 1 < d; ++j) {
      const ColumnCoding& coding = columns.features[origins[j].column];
      if (origins[j].level || origins[j].is_indicator) continue;
      const double value = solution_[last - (d - 1) + j];
      if (coding.encoding == ColumnEncoding::ordered) score -= value;
      if (!coding.range) continue;
      const Interval& range = *coding.range;
      score += value * (-2 * range.lower / (range.upper - range.lower) - 1);
    }
    weights_[last].in_original_units = is_number ? number_of(score) : score;
  }
}

Result<Model> Model::derive(Json result, Json evaluation) {
  const Result<Experiment> experiment = read_experiment_tree(result.member("experiment"));
  if (!experiment) return std::unexpected(experiment.error());
  Model model;
  model.result_ = std::move(result);
  model.evaluation_ = std::move(evaluation);
  Result<void> taken = model.take_source(*experiment);
  if (taken) taken = model.take_steps(*experiment);
  if (taken) taken = model.take_target(*experiment);
  if (taken) taken = model.take_solution(*experiment);
  if (!taken) return std::unexpected(std::move(taken.error()));
  model.name_weights();
  return model;
}

Result<Model> Model::of_result(std::string_view text) {
  const Result<Json> whole = parse_json(text, kResultLimits);
  if (!whole) return std::unexpected(whole.error());
  const Result<std::string> kept = redact(text);
  if (!kept) return std::unexpected(kept.error());
  Result<Json> result = parse_json(*kept, kResultLimits);
  if (!result) return std::unexpected(result.error());
  return derive(*std::move(result), evaluation_of(*whole));
}

Result<Model> Model::read(std::string_view text) {
  const Result<Json> tree = parse_json(text, kResultLimits);
  if (!tree) {
    return fail(tree.error().code, tree.error().field,
                "this is no model file, as fit writes it: " + tree.error().message);
  }
  if (tree->member("kind") != Json("model") || !tree->member("engine").is_text()) {
    return fail(ErrorCode::missing_field, "kind", "this is no model file, as fit writes it");
  }
  Json result = result_of(*tree);
  const Result<StatementReport> checked = check_statement(write_json(result));
  if (!checked) return std::unexpected(checked.error());
  if (!checked->consistent && !checked->is_unknown) {
    return fail(ErrorCode::inconsistent_statement, "privacy.statement",
                "it does not follow from its figures and its experiment, so the file was edited");
  }
  const Json& evaluation = tree->member("evaluation");
  if (!is_evaluation(evaluation)) {
    return fail(ErrorCode::invalid_type, "evaluation",
                "must be a list of figures, as fit writes it");
  }
  Result<Model> model = derive(std::move(result), evaluation);
  if (!model) return model;
  Findings findings;
  compare_trees(*parse_json(write_json(model->json()), kResultLimits), *tree, "", findings);
  if (findings.problems().empty()) return model;
  return fail(ErrorCode::inconsistent_statement, "model",
              "it does not follow from the run in the file, so the file was edited: " +
                  findings.problems().front());
}

Model Model::redacted() const {
  Model out = *this;
  out.evaluation_ = {};
  return out;
}

std::vector<std::string> Model::reasons() const {
  std::vector<std::string> out;
  for (const Json& reason : privacy().member("reasons").elements()) {
    if (reason.is_text()) out.push_back(reason.text());
  }
  if (!evaluation_.is_null()) out.emplace_back("its evaluation was computed without noise");
  return out;
}

std::vector<ModelColumn> Model::column_records() const {
  std::vector<ModelColumn> out;
  const auto& features = source_.columns->features;
  for (std::size_t j = 0; j < features.size(); ++j) {
    const ColumnCoding& coding = features[j];
    ModelColumn column{.name = std::get<std::string>(coding.name), .role = "number"};
    if (coding.is_coded()) {
      column.role = coding.encoding == ColumnEncoding::one_hot ? "category" : "ordered";
    }
    if (coding.range) {
      column.lower = coding.range->lower;
      column.upper = coding.range->upper;
      column.has_private_range = is_private_range_[j];
    }
    column.words = coding.words;
    column.other = coding.other;
    column.edges = coding.edges;
    if (coding.missing) {
      const auto code = static_cast<std::size_t>(*coding.missing);
      column.missing = coding.words.empty() ? Json(*coding.missing)
                                            : Json(level_texts(coding, &number_text)[code]);
    }
    column.has_indicator = coding.has_indicator;
    out.push_back(std::move(column));
  }
  return out;
}

Json Model::json() const {
  return record::json_of<record::kModel>(*this);
}

}  // namespace noisy
