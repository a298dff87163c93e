#include "engine/cli/commands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/audit/audit_session.h"
#include "engine/cli/about.h"
#include "engine/cli/error_line.h"
#include "engine/cli/interrupts.h"
#include "engine/cli/model_commands.h"
#include "engine/cli/progress.h"
#include "engine/cli/run_commands.h"
#include "engine/cli/table_alone.h"
#include "engine/cli/work.h"
#include "engine/experiment/result/marginals.h"
#include "engine/experiment/result/replay.h"
#include "engine/experiment/result/table.h"
#include "engine/experiment/session/run_whole.h"
#include "engine/experiment/session/solving.h"
#include "engine/json/json.h"
#include "engine/math/thread_pool.h"
#include "engine/question/account/account.h"
#include "engine/question/catalogue.h"
#include "engine/question/inspect/inspect.h"
#include "engine/question/recommend/recommend.h"
#include "engine/question/trial/kl_trial.h"
#include "engine/statement/check/check.h"

namespace noisy::cli {
namespace {

constexpr double kMostQueryBytes = 1e6;

Result<void> show_odometer(const Arguments& arguments) {
  std::optional<FileNames> names;
  if (arguments.data) {
    FileIdentity identity;
    const auto feed = [&](std::span<const std::byte> bytes, double) -> Result<void> {
      identity.update(bytes);
      return {};
    };
    const double most = limits_of(arguments).memory_bytes;
    if (auto fed = feed_file(*arguments.data, most, feed); !fed) {
      return std::unexpected(fed.error());
    }
    names = identity.finish();
  }
  const std::vector<Journal> journals = read_journals(names);
  const std::string report = write_json(odometer_report(journals));
  if (auto written = write_readable(arguments, report); !written) return written;
  return arguments.reset ? remove_journals(journals) : Result<void>();
}

Result<int> plan(const Arguments& arguments) {
  const auto experiment = read_asking(arguments);
  if (!experiment) return std::unexpected(experiment.error());
  Workspace workspace(limits_of(arguments));
  const auto session = open(arguments, *experiment, workspace);
  if (!session) return std::unexpected(session.error());
  const auto report = (*session)->plan();
  if (!report) return std::unexpected(report.error());
  return write_report(arguments, *report);
}

Result<void> estimate_constants(const Arguments& arguments) {
  const auto experiment = read_text(arguments.input, kMostExperimentBytes);
  if (!experiment) return std::unexpected(experiment.error());
  Workspace workspace(limits_of(arguments));
  FileIdentity identity;
  const auto session = open(arguments, *experiment, workspace, &identity);
  if (!session) return std::unexpected(session.error());
  const auto found = (*session)->constants(*arguments.rho, arguments.failure, arguments.rank,
                                           threads_of(arguments));
  if (!found) return std::unexpected(found.error());
  const Result<Json> asked = parse_json(*experiment, kOwnOutput);
  const Result<Json> answered = parse_json(*found, kOwnOutput);
  if (asked && answered) {
    count_entry(arguments, identity.finish(), estimates_entry(*asked, *answered));
  }
  return write_readable(arguments, *found);
}

/// Says what is in a data file, and proposes the block that reads it: for people, or as JSON.
Result<void> inspect(const Arguments& arguments) {
  const std::string name = std::filesystem::path(arguments.input).filename().string();
  Result<FileDoctor> doctor =
      FileDoctor::open(write_json(Json::object({{"name", name == "-" ? "data" : name}})));
  if (!doctor) return std::unexpected(doctor.error());
  const auto feed = [&](std::span<const std::byte> bytes, double) -> Result<void> {
    doctor->feed(bytes);
    return {};
  };
  const Result<bool> packed = feed_file(arguments.input, limits_of(arguments).memory_bytes, feed);
  if (!packed) return std::unexpected(packed.error());
  const Json report = doctor->report(*packed);
  return write_text(arguments.out.value_or(""), arguments.format == OutputFormat::json
                                                    ? write_json(report, JsonLayout::pretty)
                                                    : report_text(report));
}

Result<void> show_catalogue(const Arguments& arguments) {
  return write_readable(arguments, catalogue());
}

Result<void> verify(const Arguments& arguments) {
  const auto result = read_text(arguments.input, kMostResultBytes);
  if (!result) return std::unexpected(result.error());
  const auto experiment = replayable_experiment(*result);
  if (!experiment) return std::unexpected(experiment.error());
  const auto replay = run_experiment(arguments, *experiment);
  if (!replay) return std::unexpected(replay.error());
  if (replay->cancelled) return fail(ErrorCode::cancelled, "verify", "interrupted");
  const auto report = compare_replay(*result, replay->result);
  if (!report) return std::unexpected(report.error());
  if (auto written = write_readable(arguments, report->json); !written) return written;
  if (report->matches) return {};
  return fail(ErrorCode::fingerprint_mismatch, "fingerprint",
              "the replay gave other bits than the result says");
}

Result<void> export_result(const Arguments& arguments) {
  const auto result = read_text(arguments.input, kMostResultBytes);
  if (!result) return std::unexpected(result.error());
  return write_table(arguments, *result);
}

Result<void> draw_records(const Arguments& arguments) {
  const auto result = read_text(arguments.input, kMostResultBytes);
  if (!result) return std::unexpected(result.error());
  const auto records = synthesize(*result, arguments.synthesis);
  if (!records) return std::unexpected(records.error());
  return write_text(arguments.out.value_or(""), *records);
}

Result<void> redact_result(const Arguments& arguments) {
  const auto result = read_text(arguments.input, kMostResultBytes);
  if (!result) return std::unexpected(result.error());
  if (is_model(*result)) return redact_model(arguments, *result);
  const auto redacted = redact(*result);
  if (!redacted) return std::unexpected(redacted.error());
  return write_readable(arguments, *redacted);
}

/// A query stands on the command line itself, or in a file.
Result<std::string> query_text(const std::string& word) {
  return word.starts_with("{") ? Result<std::string>(word) : read_text(word, kMostQueryBytes);
}

/// @param say  what is said before the answer is worked out, or null
template <typename Answer>
Result<void> answer_query(const Arguments& arguments, const Answer& answer,
                          void (*say)(const Arguments&, const std::string& query) = nullptr) {
  const auto query = query_text(arguments.input);
  if (!query) return std::unexpected(query.error());
  if (say) say(arguments, *query);
  const auto found = answer(*query);
  if (!found) return std::unexpected(found.error());
  return write_readable(arguments, *found);
}

/// Says what takes long, where something does.
void say_account_work(const Arguments& arguments, const std::string& query) {
  const AccountWork work = account_work(query);
  if (arguments.quiet || !work.is_long()) return;
  std::fprintf(stderr, "noisy-descent: account: %s; about %.0f million points, some %.0f s\n",
               work.what.c_str(), work.points / 1e6,
               std::ceil(work.points / AccountWork::kLongPoints));
}

Result<void> answer_account(const Arguments& arguments) {
  return answer_query(arguments, &account, &say_account_work);
}

Result<void> answer_theory(const Arguments& arguments) {
  return answer_query(arguments, &theory);
}

/// What a survey says of the exact objective of an experiment's first sweep point.
Result<void> survey_objective(const Arguments& arguments, const std::string& experiment,
                              const std::string& request) {
  Workspace workspace(limits_of(arguments));
  const auto session = open(arguments, experiment, workspace);
  if (!session) return std::unexpected(session.error());
  const auto survey = (*session)->survey(request, threads_of(arguments));
  if (!survey) return std::unexpected(survey.error());
  listen_to_interrupts();
  ProgressLine line(arguments.quiet);
  const auto report = measure_whole(**survey, arguments.command, [&](const Progress& progress) {
    line.show(progress);
    return !was_interrupted();
  });
  if (!report) return std::unexpected(report.error());
  return write_readable(arguments, *report);
}

Result<void> survey_experiment(const Arguments& arguments) {
  const auto experiment = read_text(arguments.input, kMostExperimentBytes);
  if (!experiment) return std::unexpected(experiment.error());
  const auto request = query_text(arguments.request);
  if (!request) return std::unexpected(request.error());
  return survey_objective(arguments, *experiment, *request);
}

Result<void> compare_marginals(const Arguments& arguments) {
  const auto result = read_text(arguments.input, kMostResultBytes);
  if (!result) return std::unexpected(result.error());
  const auto question = marginals_question(*result, arguments.synthesis.run);
  if (!question) return std::unexpected(question.error());
  return survey_objective(arguments, question->experiment, question->request);
}

/// A finished audit is a success whatever its verdict, which the report states.
Result<void> audit(const Arguments& arguments) {
  const auto experiment = read_text(arguments.input, kMostExperimentBytes);
  if (!experiment) return std::unexpected(experiment.error());
  AuditOptions options = arguments.audit;
  options.memory_bytes = limits_of(arguments).memory_bytes;
  const auto session = AuditSession::open(*experiment, options);
  if (!session) return std::unexpected(session.error());
  if (auto loaded = load(arguments, **session); !loaded) return loaded;
  const auto threads = std::make_shared<math::ThreadPool>(threads_of(arguments));
  if (auto started = (*session)->start(threads); !started) return started;
  listen_to_interrupts();
  ProgressLine line(arguments.quiet);
  for (bool done = false; !done;) {
    if (was_interrupted()) return fail(ErrorCode::cancelled, "audit", "interrupted");
    const auto progress = (*session)->advance(kSliceSeconds);
    if (!progress) return std::unexpected(progress.error());
    line.show({.gradient_evaluations = progress->rounds, .total_evaluations = progress->total});
    done = progress->done;
  }
  const auto report = (*session)->result();
  if (!report) return std::unexpected(report.error());
  return write_readable(arguments, *report);
}

/// What is in the data file of a result's experiment.
Result<FoundData> look_at_data(const Arguments& arguments, const std::string& result) {
  const auto experiment = stated_experiment(result);
  if (!experiment) return std::unexpected(experiment.error());
  Workspace workspace(limits_of(arguments));
  const auto session = open(arguments, *experiment, workspace);
  if (!session) return std::unexpected(session.error());
  const auto plans = (*session)->plan();
  if (!plans) return std::unexpected(plans.error());
  return found_data(*plans);
}

/// @return the exit status: 2 when it cannot be said here
Result<int> check_privacy_statement(const Arguments& arguments) {
  const auto result = read_text(arguments.input, kMostResultBytes);
  if (!result) return std::unexpected(result.error());
  if (is_model(*result)) return check_model(arguments, *result);
  std::optional<FoundData> data;
  if (arguments.data) {
    auto found = look_at_data(arguments, *result);
    if (!found) return std::unexpected(found.error());
    data = *std::move(found);
  }
  const auto report = check_statement(*result, data);
  if (!report) return std::unexpected(report.error());
  if (auto written = write_readable(arguments, report->json); !written) {
    return std::unexpected(written.error());
  }
  if (report->consistent) return 0;
  if (report->is_unknown) return 2;
  return fail(ErrorCode::inconsistent_statement, "privacy.statement",
              "it does not follow from its figures and its experiment; \"problems\" says what");
}

/// Links are packed and read by the JavaScript package alone, so that there is one reader of them.
Result<void> refuse_link(const Arguments&) {
  return fail(ErrorCode::invalid_command, "link",
              "the npm package makes and reads links: npx noisy-descent link ...");
}

/// The size of a data file, which an experiment on one does not say.
Result<std::optional<StatedShape>> shape_of_file(const Arguments& arguments,
                                                 const std::string& experiment) {
  Workspace workspace(limits_of(arguments));
  const auto session = workspace.open(experiment, "");
  if (!session) return std::unexpected(session.error());
  if (!(*session)->needs_bytes() && !arguments.data) return std::nullopt;
  if (auto loaded = load(arguments, **session); !loaded) return std::unexpected(loaded.error());
  const auto shape = (*session)->shape();
  if (!shape) return std::unexpected(shape.error());
  return StatedShape{.samples = shape->samples, .features = shape->features};
}

Result<void> try_kl(const Arguments& arguments) {
  const auto experiment = read_text(arguments.input, kMostExperimentBytes);
  if (!experiment) return std::unexpected(experiment.error());
  const auto shape = shape_of_file(arguments, *experiment);
  if (!shape) return std::unexpected(shape.error());
  const auto trial = kl_trial(*experiment, *shape);
  if (!trial) return std::unexpected(trial.error());
  if (!arguments.experiment_alone) return write_readable(arguments, *trial);
  const Result<Json> tree = parse_json(*trial, kOwnOutput);
  if (!tree) return std::unexpected(tree.error());
  return write_readable(arguments, write_json(tree->member("experiment")));
}

std::optional<StatedShape> stated_shape(const Arguments& arguments) {
  if (!arguments.samples) return std::nullopt;
  return StatedShape{.samples = *arguments.samples, .features = *arguments.features};
}

/// Writes the report to standard output, and the experiment to --out.
Result<void> recommend_methods(const Arguments& arguments) {
  const auto given = read_text(arguments.input, kMostExperimentBytes);
  if (!given) return std::unexpected(given.error());
  const auto experiment = with_any_algorithm(*given);
  if (!experiment) return std::unexpected(experiment.error());
  std::optional<StatedShape> shape = stated_shape(arguments);
  if (!shape) {
    const auto seen = shape_of_file(arguments, *experiment);
    if (!seen) return std::unexpected(seen.error());
    shape = *seen;
  }
  RecommendRequest request{.shape = shape, .threads = threads_of(arguments)};
  if (const Json* method = arguments.fit.find("method")) request.method = method->text();
  const auto found = recommendation(*experiment, request);
  if (!found) return std::unexpected(found.error());
  const Result<Json> tree = parse_json(*found, kOwnOutput);
  if (!tree) return std::unexpected(tree.error());
  if (arguments.out) {
    const std::string text = write_json(tree->member("experiment"), JsonLayout::pretty);
    if (auto written = write_text(*arguments.out, text); !written) return written;
  }
  if (arguments.format == OutputFormat::json) {
    return write_text("", write_json(*tree, JsonLayout::pretty));
  }
  std::string lines;
  for (const Json& sentence : tree->member("sentences").elements()) {
    lines += sentence.text() + "\n";
  }
  return write_text("", lines);
}

/// A command that either succeeds or fails.
template <Result<void> (*kCommand)(const Arguments&)>
Result<int> plain(const Arguments& arguments) {
  if (auto done = kCommand(arguments); !done) return std::unexpected(std::move(done.error()));
  return 0;
}

struct Action {
  std::string_view command;
  Result<int> (*carry_out)(const Arguments& arguments);
};
constexpr std::array<Action, 24> kActions = {{{"inspect", &plain<&inspect>},
                                              {"fit", &plain<&fit_model>},
                                              {"predict", &plain<&predict_rows>},
                                              {"model", &plain<&show_model>},
                                              {"run", &run_command},
                                              {"assemble", &assemble_command},
                                              {"plan", &plan},
                                              {"landscape", &plain<&survey_experiment>},
                                              {"solve", &plain<&survey_experiment>},
                                              {"constants", &plain<&estimate_constants>},
                                              {"audit", &plain<&audit>},
                                              {"kl-trial", &plain<&try_kl>},
                                              {"recommend", &plain<&recommend_methods>},
                                              {"catalogue", &plain<&show_catalogue>},
                                              {"verify", &plain<&verify>},
                                              {"check-statement", &check_privacy_statement},
                                              {"export", &plain<&export_result>},
                                              {"redact", &plain<&redact_result>},
                                              {"synthesize", &plain<&draw_records>},
                                              {"marginals", &plain<&compare_marginals>},
                                              {"link", &plain<&refuse_link>},
                                              {"odometer", &plain<&show_odometer>},
                                              {"account", &plain<&answer_account>},
                                              {"theory", &plain<&answer_theory>}}};

}  // namespace

Result<int> execute(const Arguments& arguments) {
  if (arguments.out) {
    if (auto checked = check_output(*arguments.out); !checked) {
      return std::unexpected(std::move(checked.error()));
    }
  }
  if (const auto text = about(arguments)) {
    const auto written = write_text(arguments.out.value_or(""), *text);
    return written ? Result<int>(0) : std::unexpected(written.error());
  }
  const auto action = std::ranges::find(kActions, arguments.command, &Action::command);
  if (action == kActions.end()) {
    return fail(ErrorCode::internal, arguments.command, "a command without an action");
  }
  return action->carry_out(arguments);
}

}  // namespace noisy::cli
