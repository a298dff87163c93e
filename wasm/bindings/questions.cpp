#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cmath>
#include <optional>
#include <string>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/fields.h"
#include "engine/experiment/result/assembly.h"
#include "engine/experiment/result/marginals.h"
#include "engine/experiment/result/replay.h"
#include "engine/experiment/result/synthesize.h"
#include "engine/experiment/result/table.h"
#include "engine/experiment/session/session.h"
#include "engine/json/vocabulary.h"
#include "engine/question/account/account.h"
#include "engine/question/catalogue.h"
#include "engine/question/trial/kl_trial.h"
#include "engine/statement/check/check.h"
#include "wasm/bindings/convert.h"

using emscripten::val;

// Questions that are asked later than the first screen, if at all.

namespace noisy::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(AnswerOutcome)

AnswerOutcome theory_answer(const std::string& query) {
  return guarded<AnswerOutcome>([&] { return outcome(theory(query)); });
}

/// The catalogue with what can be asked of the theory.
AnswerOutcome whole_catalogue() {
  return guarded<AnswerOutcome>([] { return success(val(catalogue())); });
}

AnswerOutcome account_answer(const std::string& query) {
  return guarded<AnswerOutcome>([&] { return outcome(account(query)); });
}

/// A trial of an experiment as a KL problem.
///
/// @param samples, features  of a file that does not say them; 0 where nobody knows
AnswerOutcome try_kl(const std::string& experiment, double samples, double features) {
  return guarded<AnswerOutcome>([&] {
    std::optional<StatedShape> shape;
    if (samples > 0) shape = {static_cast<Index>(samples), static_cast<Index>(features)};
    return outcome(kl_trial(experiment, shape));
  });
}

/// The experiment text of a result that can be replayed.
AnswerOutcome replayable_text(const std::string& result) {
  return guarded<AnswerOutcome>([&] { return outcome(replayable_experiment(result)); });
}

/// Compares two results: `{"matches", "expected", "actual", "differing"}` as text.
AnswerOutcome compare_results(const std::string& recorded, const std::string& replay) {
  return guarded<AnswerOutcome>([&] {
    const Result<ReplayReport> report = compare_replay(recorded, replay);
    return report ? success(val(report->json)) : failure(report.error());
  });
}

/// JavaScript has no whole numbers: what is none would become one.
Result<double> whole_number(double value, const char* field, double most) {
  if (value >= 0 && value <= most && value == std::floor(value)) return value;
  return fail(ErrorCode::invalid_value, field,
              "give a whole number from 0 to " + number_text(most));
}

constexpr double kMostRecords = 1e8;

AnswerOutcome synthesize_records(const std::string& result, double run, double records, double seed,
                                 bool codes) {
  return guarded<AnswerOutcome>([&] {
    for (const auto& checked : {whole_number(run, "run", FormatLimits::kSeed),
                                whole_number(records, "records", kMostRecords),
                                whole_number(seed, "seed", FormatLimits::kSeed)}) {
      if (!checked) return failure(checked.error());
    }
    SynthesisRequest request{.run = static_cast<Index>(run),
                             .records = std::nullopt,
                             .seed = static_cast<std::uint64_t>(seed),
                             .codes = codes};
    if (records > 0) request.records = static_cast<Index>(records);
    return outcome(synthesize(result, request));
  });
}

/// What compares a run's histogram with its records: `{"experiment", "request"}`, both as text.
AnswerOutcome marginals_question_of(const std::string& result, double run) {
  return guarded<AnswerOutcome>([&] {
    const auto checked = whole_number(run, "run", FormatLimits::kSeed);
    if (!checked) return failure(checked.error());
    const Result<MarginalsQuestion> question = marginals_question(result, static_cast<Index>(run));
    if (!question) return failure(question.error());
    return success(val(write_json(
        Json::object({{"experiment", question->experiment}, {"request", question->request}}))));
  });
}

AnswerOutcome redact_result(const std::string& result) {
  return guarded<AnswerOutcome>([&] { return outcome(redact(result)); });
}

/// One of a result's tables as CSV, by its word.
AnswerOutcome table_of(const std::string& result, const std::string& word) {
  return guarded<AnswerOutcome>([&] {
    if (const auto table = find_word<ResultTable>(word))
      return outcome(result_table(result, *table));
    const std::vector<std::string> words = word_ids<ResultTable>();
    return failure({ErrorCode::invalid_value, "table",
                    "must be one of " + listing(words) + "." + did_you_mean(word, words)});
  });
}

/// Recomputes a privacy statement: `{"consistent", "total", "entries", "problems"}` as text.
AnswerOutcome check_privacy_statement(const std::string& result) {
  return guarded<AnswerOutcome>([&] {
    const Result<StatementReport> report = check_statement(result);
    return report ? success(val(report->json)) : failure(report.error());
  });
}

EMSCRIPTEN_BINDINGS(noisy_descent_questions) {
  emscripten::register_type<AnswerOutcome>(
      "{value: string} | {error: {code: string, field: string, message: string}}");
  emscripten::function("theory(query)", &theory_answer);
  emscripten::function("wholeCatalogue", &whole_catalogue);
  emscripten::function("account(query)", &account_answer);
  emscripten::function("klTrial(experiment, samples, features)", &try_kl);
  emscripten::function("replayableExperiment(result)", &replayable_text);
  emscripten::function("compareReplay(recorded, replay)", &compare_results);
  emscripten::function("redact(result)", &redact_result);
  emscripten::function("synthesize(result, run, records, seed, codes)", &synthesize_records);
  emscripten::function("marginalsQuestion(result, run)", &marginals_question_of);
  emscripten::function("resultTable(result, table)", &table_of);
  emscripten::function("checkStatement(result)", &check_privacy_statement);
}

}  // namespace noisy::wasm
