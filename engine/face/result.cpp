#include "noisy_descent/result.h"

#include "engine/experiment/file/fields.h"
#include "engine/experiment/result/replay.h"
#include "engine/experiment/result/table.h"
#include "engine/face/inside.h"
#include "engine/json/vocabulary.h"
#include "engine/math/nearest_word.h"
#include "engine/statement/check/check.h"

namespace noisy_descent {
namespace {

/// What is in the data file of a result's experiment.
noisy::Result<noisy::FoundData> look_at(std::string_view result, const Data& data,
                                        const Options& options) {
  const auto experiment = noisy::stated_experiment(result);
  if (!experiment) return std::unexpected(experiment.error());
  const auto opened = open(*experiment, data, options);
  if (!opened) return std::unexpected(opened.error());
  const auto plans = opened->session->plan();
  if (!plans) return std::unexpected(plans.error());
  return noisy::found_data(*plans);
}

}  // namespace

Result<Replay> verify(std::string_view result, const Data& data, const Options& options) {
  const auto experiment = noisy::replayable_experiment(result);
  if (!experiment) return outward(experiment.error());
  bool is_ended = false;
  const Teller teller(options);
  const auto opened = open(*experiment, data, options);
  if (!opened) return outward(opened.error());
  const auto replay = noisy::run_whole(*opened->session, *experiment, opened->threads,
                                       [&](const noisy::Progress& progress) {
                                         const bool goes_on = teller(progress);
                                         is_ended = is_ended || (!goes_on && !progress.done);
                                         return goes_on;
                                       });
  if (!replay) return outward(replay.error());
  if (is_ended) return outward({noisy::ErrorCode::cancelled, "verify", "interrupted"});
  auto report = noisy::compare_replay(result, *replay);
  if (!report) return outward(report.error());
  return Replay{report->matches, std::move(report->json)};
}

Result<StatementCheck> check_statement(std::string_view result, const Data& data,
                                       const Options& options) {
  std::optional<noisy::FoundData> found;
  if (!std::holds_alternative<std::monostate>(data)) {
    auto seen = look_at(result, data, options);
    if (!seen) return outward(seen.error());
    found = *seen;
  }
  auto report = noisy::check_statement(result, found);
  if (!report) return outward(report.error());
  return StatementCheck{report->consistent, report->is_unknown, std::move(report->json)};
}

Result<std::string> redact(std::string_view result) {
  return outward(noisy::redact(result));
}

Result<std::string> result_table(std::string_view result, std::string_view table) {
  if (const auto asked = noisy::find_word<noisy::ResultTable>(table)) {
    return outward(noisy::result_table(result, *asked));
  }
  const auto words = noisy::word_ids<noisy::ResultTable>();
  return outward(
      {noisy::ErrorCode::invalid_value, "table",
       "must be one of " + noisy::listing(words) + "." + noisy::did_you_mean(table, words)});
}

}  // namespace noisy_descent
