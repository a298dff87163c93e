#include "engine/experiment/file/experiment.h"

#include <algorithm>
#include <ranges>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/data/grouped_generator.h"
#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/file/check_drawn.h"
#include "engine/experiment/file/check_groups.h"
#include "engine/experiment/file/check_hidden.h"
#include "engine/experiment/file/read_blocks.h"
#include "engine/experiment/file/read_columns.h"
#include "engine/problem/saddle/population_data.h"
#include "engine/problem/saddle/saddle_hull.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {
namespace {

/// The file before its blocks are put together.
struct ExperimentDraft : Experiment {
  double version = 0;
};

Result<void> store_version(const Json& value, const FieldPlace& at, ExperimentDraft& experiment) {
  if (!value.is_number()) return fail(ErrorCode::invalid_type, at.path, "must be the number 1");
  if (value.number() != 1) {
    return fail(ErrorCode::unsupported_version, at.path,
                "is " + number_text(value.number()) + "; this engine reads version 1");
  }
  experiment.version = 1;
  return {};
}

template <typename Value, Result<Value> (*read)(const Json&, const std::string&),
          Value Experiment::*Member>
Result<void> store_block(const Json& value, const FieldPlace& at, ExperimentDraft& experiment) {
  Result<Value> block = read(value, at.path);
  if (!block) return std::unexpected(std::move(block.error()));
  experiment.*Member = std::move(*block);
  return {};
}

Result<void> store_data(const Json& value, const FieldPlace& at, ExperimentDraft& experiment) {
  if (experiment.data) return {};
  Result<DataSpec> data = read_data(value, at.path);
  if (!data) return std::unexpected(std::move(data.error()));
  experiment.data = std::make_shared<const DataSpec>(std::move(*data));
  return {};
}

Result<void> store_algorithms(const Json& value, const FieldPlace& at,
                              ExperimentDraft& experiment) {
  auto list = read_list(value, at.path, FormatLimits::kAlgorithms, &read_algorithm);
  if (!list) return std::unexpected(std::move(list.error()));
  if (list->empty()) {
    return fail(ErrorCode::invalid_value, at.path, "needs at least one algorithm");
  }
  experiment.algorithms = std::move(*list);
  return {};
}

Result<void> store_sweep(const Json& value, const FieldPlace& at, ExperimentDraft& experiment) {
  auto list = read_list(value, at.path, FormatLimits::kSweepAxes, &read_sweep_axis);
  if (!list) return std::unexpected(std::move(list.error()));
  experiment.sweep = std::move(*list);
  return {};
}

/// Names the schema for editors: nothing here follows from it.
Result<void> check_schema_name(const Json& value, const FieldPlace& at, ExperimentDraft&) {
  if (value.is_text() && value.text().size() <= FormatLimits::kTitleLength) return {};
  return fail(ErrorCode::invalid_type, at.path, "must be the address of a JSON Schema, as text");
}

const std::vector<Field<ExperimentDraft>>& experiment_fields() {
  static const std::vector<Field<ExperimentDraft>> kFields = {
      {{.name = "version", .title = "the number 1"}, &store_version},
      {{.name = "$schema", .default_value = std::string()}, &check_schema_name},
      {{.name = "title",
        .type = ParameterType::choice,
        .maximum = FormatLimits::kTitleLength,
        .default_value = std::string()},
       &store<&Experiment::title>},
      {{.name = "data", .title = "where the records come from"}, &store_data},
      {{.name = "problem", .title = "what is minimized"},
       &store_block<ProblemSpec, &read_problem, &Experiment::problem>},
      {{.name = "privacy", .title = "the guarantee"},
       &store_block<PrivacySpec, &read_privacy, &Experiment::privacy>},
      {{.name = "algorithms", .title = "a list of algorithms"}, &store_algorithms},
      {{.name = "run", .default_rule = "one repeat"},
       &store_block<RunSpec, &read_run, &Experiment::run>},
      {{.name = "sweep", .default_rule = "none"}, &store_sweep}};
  return kFields;
}

Result<void> check_declared_samples(const Experiment& experiment) {
  const bool is_used = experiment.privacy.neighbours == Neighbours::add_remove;
  if (!experiment.data->declared_samples || is_used) return {};
  return fail(ErrorCode::conflicting_fields, "data.declaredSamples",
              "only \"add-remove\" neighbours use a declared n; otherwise n itself is public");
}

/// Which rows are held out must be the same for all runs: then those pay for figures alone.
Result<void> check_score(const Experiment& experiment) {
  if (!experiment.run.private_score) return {};
  const std::string field = "run.privateScore";
  if (!holds_records_out(*experiment.data)) {
    return fail(ErrorCode::unsupported_option, field,
                "is a figure of rows that no run sees: let the last step of data.preprocess be "
                "{\"kind\": \"hold-out\", \"share\": 0.2}");
  }
  const bool sweeps_data = std::ranges::any_of(
      experiment.sweep, [](const SweepAxis& axis) { return axis.path.starts_with("data"); });
  if (!sweeps_data) return {};
  return fail(ErrorCode::conflicting_fields, field,
              "the rows that are held out must be the same for all runs, and a sweep over data may "
              "change them: sweep something else, or leave the figure out");
}

/// Records that are targets alone, and sparse ones, are for some losses only.
Result<void> check_records(const Experiment& experiment) {
  const LossEntry& loss = *experiment.problem.loss;
  const auto* synthetic = std::get_if<SyntheticParameters>(&experiment.data->source);
  if (loss.form != LossForm::record && synthetic && has_targets_only(synthetic->name)) {
    return fail(ErrorCode::conflicting_fields, "data.name",
                "the records of \"" + synthetic->name +
                    "\" have no features, only targets: they are for problems of the gallery");
  }
  if (auto drawn = check_drawn(experiment); !drawn) return drawn;
  const bool may_be = loss.may_be_sparse() || loss.form == LossForm::distance;
  if (may_be || !is_stored_sparse(*experiment.data)) return {};
  const std::string problems = loss.form == LossForm::saddle   ? "most saddle problems"
                               : loss.form == LossForm::record ? "problems of the gallery"
                                                               : "losses of several classes";
  return fail(ErrorCode::unsupported_option, "data.storage",
              problems + " work on dense records: use \"dense\"");
}

/// The first few algorithms that have a diagnostic.
std::string owners_of(const DiagnosticEntry& diagnostic) {
  constexpr int kMost = 3;
  std::string out;
  int count = 0;
  for (const AlgorithmEntry& entry : algorithms()) {
    if (!is_measured(diagnostic, entry, entry.is_private) || ++count > kMost) continue;
    if (count > 1) out += ", ";
    out.append(1, '"').append(entry.id).append(1, '"');
  }
  return out;
}

/// Why the problem on its data has no such diagnostic; "" where it has.
std::string problem_objection(const DiagnosticEntry& diagnostic, const Experiment& experiment) {
  if (!diagnostic.objection) return "";
  const ProblemSpec& problem = experiment.problem;
  const LossEntry& loss = *problem.loss;
  AskedProblem asked{.loss = loss.id,
                     .prediction = loss.prediction(),
                     .clips_gradients = problem.gradient_clip.has_value(),
                     .has_held_out = holds_records_out(*experiment.data)};
  const SyntheticParameters* law = known_population(*experiment.data);
  asked.has_bit_law = law && is_bit_generator(law->name);
  if (loss.form != LossForm::saddle) {
    asked.has_population = law && problem.regularizer.kind == Regularizer::Kind::none &&
                           has_population(loss, problem.loss_parameters, *law);
  } else {
    const auto saddle = saddle_of(problem);
    asked.is_saddle = true;
    // Gaps need dense ones.
    asked.has_held_out = asked.has_held_out && !is_stored_sparse(*experiment.data);
    asked.has_linear_model = saddle->model(1).size > 0;
    asked.has_population = law && has_population(*saddle, *law);
  }
  return diagnostic.objection(asked);
}

/// Keeps those of the default diagnostics that the problem has.
void choose_diagnostics(Experiment& experiment) {
  std::erase_if(experiment.run.diagnostics, [&](const DiagnosticEntry* diagnostic) {
    return !problem_objection(*diagnostic, experiment).empty();
  });
}

/// Why no run of the experiment has this diagnostic, so that its column would be empty; "" where
/// one has.
std::string objection_to(const DiagnosticEntry& diagnostic, const Experiment& experiment) {
  std::string objection = problem_objection(diagnostic, experiment);
  if (!objection.empty()) return objection;
  const auto has_it = [&](const AlgorithmSpec& spec) {
    const AlgorithmEntry& entry = *find_algorithm(spec.id);
    return is_measured(diagnostic, entry, entry.is_private);
  };
  if (std::ranges::any_of(experiment.algorithms, has_it)) return "";
  return "\"" + diagnostic.id +
         "\" looks at steps that no algorithm of this experiment takes: add one that does, such "
         "as " +
         owners_of(diagnostic) + ", or leave it out";
}

Result<void> check_diagnostics(const Experiment& experiment) {
  for (const DiagnosticEntry* diagnostic : experiment.run.columns()) {
    std::string objection = objection_to(*diagnostic, experiment);
    if (objection.empty()) continue;
    return fail(ErrorCode::unsupported_option, "run.diagnostics", std::move(objection));
  }
  return {};
}

}  // namespace

std::shared_ptr<const SaddleLoss> saddle_of(const ProblemSpec& problem) {
  const LossEntry& loss = *problem.loss;
  const bool is_own = problem.domain.kind == Domain::Kind::all;
  return is_own ? loss.saddle(problem.loss_parameters)
                : saddle_over_hull(loss, problem.loss_parameters, problem.domain);
}

Index domain_dimension(const ProblemSpec& problem, Index features) {
  return features * std::max<Index>(1, problem.loss->classes(problem.loss_parameters));
}

Result<void> check_features(const ProblemSpec& problem, Index features) {
  if (problem.loss->form != LossForm::saddle) {
    return problem.domain.validate(domain_dimension(problem, features));
  }
  auto suits = saddle_of(problem)->check_features(features);
  if (!suits) suits.error().field = "problem." + suits.error().field;
  return suits;
}

Index point_dimension(const ProblemSpec& problem, Index features) {
  if (problem.loss->form != LossForm::saddle) return domain_dimension(problem, features);
  const auto loss = saddle_of(problem);
  return loss->primal_dimension(features) + loss->dual_dimension(features);
}

std::optional<Index> features_for(const ProblemSpec& problem, Index dimension) {
  const Index classes = problem.loss->classes(problem.loss_parameters);
  if (classes > 0)
    return dimension % classes == 0 ? std::optional(dimension / classes) : std::nullopt;
  if (problem.loss->form != LossForm::saddle) return dimension;
  // A game has more features than coordinates, all others have no more.
  const Index most = std::max(dimension, static_cast<Index>(FormatLimits::kFeatures));
  const auto numbers = std::views::iota(Index{0}, most + 1);
  const auto size = [&](Index features) { return point_dimension(problem, features); };
  const auto found = std::ranges::lower_bound(numbers, dimension, {}, size);
  if (found == numbers.end() || size(*found) != dimension) return std::nullopt;
  return *found;
}

Result<Experiment> read_experiment(std::string_view text) {
  Result<Json> tree = parse_json(text, {.bytes = FormatLimits::kTextBytes});
  if (!tree) return std::unexpected(std::move(tree.error()));
  return read_experiment_tree(std::move(*tree));
}

Result<Experiment> read_experiment_tree(Json tree, std::shared_ptr<const DataSpec> known_data) {
  ExperimentDraft draft;
  draft.data = std::move(known_data);
  // The version decides what all other fields mean, so a wrong one is said first.
  if (const Json* version = tree.find("version")) {
    const ParameterSpec spec{.name = "version"};
    if (auto read = store_version(*version, {"version", spec}, draft); !read) {
      return std::unexpected(std::move(read.error()));
    }
  }
  if (auto read = read_fields(tree, "", experiment_fields(), draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (auto checked = check_declared_samples(draft); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (auto checked = check_records(draft); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (auto completed = complete_levels(*draft.data, draft.problem); !completed) {
    return std::unexpected(std::move(completed.error()));
  }
  const Json* run = tree.find("run");
  if (!run) draft.run.diagnostics = default_diagnostics();
  if (!run || !run->find("diagnostics")) choose_diagnostics(draft);
  if (auto checked = check_diagnostics(draft); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (auto checked = check_score(draft); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (auto checked = check_hidden(draft); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (auto checked = check_groups(draft); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  draft.source = std::move(tree);
  return static_cast<Experiment&&>(std::move(draft));
}

}  // namespace noisy
