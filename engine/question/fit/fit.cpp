#include "engine/question/fit/fit.h"

#include <memory>

#include "engine/experiment/result/assembly.h"
#include "engine/experiment/session/run_whole.h"
#include "engine/question/fit/request_field.h"

namespace noisy {
namespace {

/// One table in a workspace, which keeps its data from the first session to the second.
class Table {
 public:
  Table(std::string_view text, const FitRequest& request, const FitOptions& options)
      : text_(text), request_(request), options_(options), workspace_(options.limits) {}

  Result<std::string> experiment() {
    const Result<TableHead> head = read_table_head(text_, request_);
    if (!head) return std::unexpected(head.error());
    const Result<Json> draft = fit_experiment(request_, *head);
    if (!draft) return std::unexpected(draft.error());
    Result<std::string> whole = completed(*draft);
    if (!whole) return std::unexpected(at_request_field(whole.error(), draft->member("data")));
    return whole;
  }

  const std::vector<std::string>& warnings() const { return warnings_; }

  Result<std::string> run(const std::string& experiment) {
    const auto session = load(experiment);
    if (!session) return std::unexpected(session.error());
    if (auto planned = take_warnings(**session); !planned) return std::unexpected(planned.error());
    bool is_ended = false;
    auto result = run_whole(**session, experiment, options_.threads, [&](const Progress& progress) {
      const bool goes_on = !options_.on_progress || options_.on_progress(progress);
      is_ended = is_ended || (!goes_on && !progress.done);
      return goes_on;
    });
    if (!is_ended) return result;
    return fail(ErrorCode::cancelled, "fit", "it was ended on its way; no model was made");
  }

 private:
  /// The experiment of a draft, for as many records as the table has.
  Result<std::string> completed(const Json& draft) {
    const auto session = load(write_json(draft));
    if (!session) return std::unexpected(session.error());
    const auto shape = (*session)->shape();
    if (!shape) return std::unexpected(shape.error());
    const Result<Json> whole =
        complete_fit(request_, draft, {.samples = shape->samples, .features = shape->features},
                     options_.threads);
    if (!whole) return std::unexpected(whole.error());
    return write_json(*whole);
  }

  Result<void> take_warnings(Session& session) {
    const Result<std::string> report = session.plan();
    if (!report) return std::unexpected(report.error());
    const Result<Json> tree = parse_json(*report, kResultLimits);
    if (!tree) return std::unexpected(tree.error());
    for (const Json& plan : tree->member("plans").elements()) {
      for (const Json& warning : plan.member("warnings").elements()) {
        warnings_.push_back(warning.text());
      }
    }
    return {};
  }

  Result<std::unique_ptr<Session>> load(const std::string& experiment) {
    auto session = workspace_.open(experiment, "table");
    if (!session) return session;
    if ((*session)->needs_bytes()) {
      const auto bytes = std::as_bytes(std::span(text_));
      const auto fed = (*session)->feed(bytes, static_cast<double>(bytes.size()));
      if (!fed) return std::unexpected(fed.error());
    }
    if (auto loaded = (*session)->load(); !loaded) return std::unexpected(loaded.error());
    return session;
  }

  std::string_view text_;
  const FitRequest& request_;
  const FitOptions& options_;
  Workspace workspace_;
  std::vector<std::string> warnings_;
};

}  // namespace

Result<std::string> plan_fit(std::string_view table, const FitRequest& request,
                             const FitOptions& options) {
  return Table(table, request, options).experiment();
}

Result<Fitted> fit(std::string_view table, const FitRequest& request, const FitOptions& options) {
  Table loaded(table, request, options);
  const Result<std::string> experiment = loaded.experiment();
  if (!experiment) return std::unexpected(experiment.error());
  Result<std::string> result = loaded.run(*experiment);
  if (!result) return std::unexpected(result.error());
  Result<Model> model = Model::of_result(*result);
  if (!model) return std::unexpected(model.error());
  return Fitted{*std::move(model), *std::move(result), loaded.warnings()};
}

}  // namespace noisy
