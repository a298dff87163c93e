#include "engine/cli/commands.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "engine/audit/audit_session.h"
#include "engine/cli/error_line.h"
#include "engine/cli/files.h"
#include "engine/cli/journals.h"
#include "engine/cli/progress.h"
#include "engine/cli/table_alone.h"
#include "engine/experiment/result/marginals.h"
#include "engine/experiment/result/replay.h"
#include "engine/experiment/result/table.h"
#include "engine/json/json.h"
#include "engine/math/thread_pool.h"
#include "engine/question/account/account.h"
#include "engine/question/catalogue.h"
#include "engine/question/trial/kl_trial.h"
#include "engine/random/sha256.h"
#include "engine/solver/base/outside_step.h"
#include "engine/statement/check/check.h"

namespace noisy::cli {
namespace {

constexpr double kMostExperimentBytes = 16e6 * 1.1;
constexpr double kMostQueryBytes = 1e6;
constexpr double kMostResultBytes = 1e9;
constexpr double kSliceSeconds = 0.05;
constexpr JsonLimits kOwnOutput{.bytes = std::size_t{1} << 30, .depth = 64, .members = 4096};

volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int) {
  interrupted = 1;
}

double machine_memory() {
  const double bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  return std::max(Limits{}.memory_bytes, 0.75 * bytes);
}

Limits limits_of(const Arguments& arguments) {
  Limits limits;
  limits.memory_bytes = arguments.memory_bytes > 0 ? arguments.memory_bytes : machine_memory();
  return limits;
}

Result<void> write_readable(const Arguments& arguments, const std::string& json) {
  const Result<Json> tree = parse_json(json, kOwnOutput);
  if (!tree) return std::unexpected(tree.error());
  return write_text(arguments.out.value_or(""), write_json(*tree, JsonLayout::pretty));
}

Result<void> write_table(const Arguments& arguments, std::string_view result) {
  const auto text = result_table(result, *asked_table(arguments));
  if (!text) return std::unexpected(text.error());
  return write_text(arguments.out.value_or(""), *text);
}

/// Writes a plan report or a result, then says what it refuses.
///
/// @return the exit status: 1 when something is refused
Result<int> write_report(const Arguments& arguments, const std::string& json) {
  const Result<Json> tree = parse_json(json, kOwnOutput);
  if (!tree) return std::unexpected(tree.error());
  const auto written = asked_table(arguments) ? write_table(arguments, json)
                                              : write_text(arguments.out.value_or(""),
                                                           write_json(*tree, JsonLayout::pretty));
  if (!written) return std::unexpected(written.error());
  const std::vector<std::string> lines = refusal_lines(*tree);
  for (const std::string& line : lines) std::fprintf(stderr, "%s\n", line.c_str());
  return lines.empty() ? 0 : 1;
}

/// Loads the data of a Session or an AuditSession.
///
/// @param digest  of the data file, when the caller asks for it
template <typename AnySession>
Result<void> load(const Arguments& arguments, AnySession& session, Sha256* digest = nullptr) {
  if (session.needs_bytes() && arguments.data) {
    const auto feed = [&](std::span<const std::byte> bytes, double total_bytes) {
      if (digest) digest->update(bytes);
      return session.feed(bytes, total_bytes);
    };
    if (auto fed = feed_file(*arguments.data, feed); !fed) return fed;
  } else if (arguments.data) {
    return fail(ErrorCode::invalid_command, "--data",
                "the experiment does not take its data from a file");
  }
  return session.load();
}

/// Opens an experiment and loads its data.
Result<std::unique_ptr<Session>> open(const Arguments& arguments, const std::string& experiment,
                                      Workspace& workspace, Sha256* digest = nullptr) {
  Result<std::unique_ptr<Session>> session = workspace.open(experiment, "");
  if (!session) return session;
  if (auto loaded = load(arguments, **session, digest); !loaded) {
    return std::unexpected(loaded.error());
  }
  return session;
}

int threads_of(const Arguments& arguments) {
  return arguments.threads > 0 ? arguments.threads : math::hardware_threads();
}

void listen_to_interrupts() {
  std::signal(SIGINT, &on_interrupt);
  std::signal(SIGTERM, &on_interrupt);
}

struct RunOutcome {
  std::string result;
  std::string data_sha256;  ///< of the data file, where there is one
  bool cancelled = false;
};

Result<RunOutcome> run_experiment(const Arguments& arguments, const std::string& experiment) {
  Workspace workspace(limits_of(arguments));
  Sha256 digest;
  auto session = open(arguments, experiment, workspace, &digest);
  if (!session) return std::unexpected(session.error());
  const Result<Index> count = (*session)->run_count();
  if (!count) return std::unexpected(count.error());
  if (auto started = (*session)->start(0, *count, threads_of(arguments)); !started) {
    return std::unexpected(started.error());
  }
  listen_to_interrupts();
  ProgressLine line(arguments.quiet);
  RunOutcome outcome;
  for (bool done = false; !done;) {
    if (interrupted) {
      (*session)->cancel();
      outcome.cancelled = true;
    }
    const Result<Progress> progress = (*session)->advance(kSliceSeconds);
    if (!progress) return std::unexpected(progress.error());
    (*session)->drain();
    line.show(*progress);
    done = progress->done;
  }
  const Result<std::string> group = (*session)->group();
  if (!group) return std::unexpected(group.error());
  Result<std::string> result = assemble(experiment, std::array{*group});
  if (!result) return std::unexpected(result.error());
  outcome.result = std::move(*result);
  outcome.data_sha256 = to_hex(digest.finish());
  return outcome;
}

/// Counts what a data file is asked in secret noise before anyone sees the answer. Where that
/// cannot be done it is said, and the command goes on.
///
/// @param entry  of the file's journal; nothing where nothing is to be counted
void count_entry(const Arguments& arguments, const std::string& data_sha256,
                 const std::optional<std::string>& entry) {
  if (!entry || arguments.no_odometer) return;
  const auto journal = append_journal(data_sha256, *entry);
  const std::string line = journal ? odometer_line(*journal)
                                   : "noisy-descent: odometer: cannot be kept at " +
                                         journal.error().field + ": " + journal.error().message;
  if (!journal || !arguments.quiet) std::fprintf(stderr, "%s\n", line.c_str());
}

void count_run(const Arguments& arguments, const RunOutcome& outcome) {
  const Result<Json> result = parse_json(outcome.result, kOwnOutput);
  count_entry(arguments, outcome.data_sha256, result ? odometer_entry(*result) : std::nullopt);
}

Result<void> show_odometer(const Arguments& arguments) {
  std::optional<std::string> sha256;
  if (arguments.data) {
    Sha256 digest;
    const auto feed = [&](std::span<const std::byte> bytes, double) -> Result<void> {
      digest.update(bytes);
      return {};
    };
    if (auto fed = feed_file(*arguments.data, feed); !fed) return fed;
    sha256 = to_hex(digest.finish());
  }
  const std::vector<Journal> journals = read_journals(sha256);
  const std::string report = write_json(odometer_report(journals));
  if (auto written = write_readable(arguments, report); !written) return written;
  return arguments.reset ? remove_journals(journals) : Result<void>();
}

Result<int> run(const Arguments& arguments) {
  const auto experiment = read_text(arguments.input, kMostExperimentBytes);
  if (!experiment) return std::unexpected(experiment.error());
  if (asked_table(arguments)) {
    if (auto may = may_leave_table_alone(*experiment); !may) return std::unexpected(may.error());
  }
  const auto outcome = run_experiment(arguments, *experiment);
  if (!outcome) return std::unexpected(outcome.error());
  count_run(arguments, *outcome);
  const Result<int> written = write_report(arguments, outcome->result);
  if (!written || !outcome->cancelled) return written;
  return fail(ErrorCode::cancelled, "run", "interrupted; the result holds what was finished");
}

Result<int> plan(const Arguments& arguments) {
  const auto experiment = read_text(arguments.input, kMostExperimentBytes);
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
  Sha256 digest;
  const auto session = open(arguments, *experiment, workspace, &digest);
  if (!session) return std::unexpected(session.error());
  const auto found =
      (*session)->constants(*arguments.rho, arguments.failure, threads_of(arguments));
  if (!found) return std::unexpected(found.error());
  const Result<Json> asked = parse_json(*experiment, kOwnOutput);
  const Result<Json> answered = parse_json(*found, kOwnOutput);
  if (asked && answered) {
    count_entry(arguments, to_hex(digest.finish()), estimates_entry(*asked, *answered));
  }
  return write_readable(arguments, *found);
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
  for (bool done = false; !done;) {
    if (interrupted) return fail(ErrorCode::cancelled, arguments.command, "interrupted");
    const Result<Progress> progress = (*survey)->advance(kSliceSeconds);
    if (!progress) return std::unexpected(progress.error());
    if (OutsideStep* step = (*survey)->awaited_step()) {
      decline(*step);
    }
    line.show(*progress);
    done = progress->done;
  }
  const auto report = (*survey)->result();
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
    if (interrupted) return fail(ErrorCode::cancelled, "audit", "interrupted");
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

Result<void> check_privacy_statement(const Arguments& arguments) {
  const auto result = read_text(arguments.input, kMostResultBytes);
  if (!result) return std::unexpected(result.error());
  std::optional<FoundData> data;
  if (arguments.data) {
    auto found = look_at_data(arguments, *result);
    if (!found) return std::unexpected(found.error());
    data = *std::move(found);
  }
  const auto report = check_statement(*result, data);
  if (!report) return std::unexpected(report.error());
  if (auto written = write_readable(arguments, report->json); !written) return written;
  if (report->consistent) return {};
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
constexpr std::array<Action, 18> kActions = {{{"run", &run},
                                              {"plan", &plan},
                                              {"landscape", &plain<&survey_experiment>},
                                              {"solve", &plain<&survey_experiment>},
                                              {"constants", &plain<&estimate_constants>},
                                              {"audit", &plain<&audit>},
                                              {"kl-trial", &plain<&try_kl>},
                                              {"catalogue", &plain<&show_catalogue>},
                                              {"verify", &plain<&verify>},
                                              {"check-statement", &plain<&check_privacy_statement>},
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
  const auto action = std::ranges::find(kActions, arguments.command, &Action::command);
  if (action == kActions.end()) {
    return fail(ErrorCode::internal, arguments.command, "a command without an action");
  }
  if (arguments.out) {
    if (auto checked = check_output(*arguments.out); !checked) {
      return std::unexpected(std::move(checked.error()));
    }
  }
  return action->carry_out(arguments);
}

}  // namespace noisy::cli
