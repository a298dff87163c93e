#include "engine/experiment/result/publishable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/file/record_places.h"
#include "engine/experiment/result/outcome_words.h"
#include "engine/experiment/result/result_records.h"
#include "engine/experiment/session/report.h"
#include "engine/experiment/session/run_claim.h"
#include "engine/json/vocabulary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/statement/write/plain_words.h"
#include "engine/statement/write/promise.h"
#include "engine/statement/write/total.h"

namespace noisy {
namespace {

constexpr std::string_view kPredictable = "reproducible randomness: the noise is predictable";
constexpr std::string_view kNotHardened = "floating-point noise: the release is not hardened";
constexpr std::string_view kHoldsNonPrivate = "the file holds nonPrivate blocks";
constexpr std::string_view kHoldsRecords = "the experiment holds the records themselves";
constexpr std::string_view kSweepsRecords =
    "a sweep holds the records themselves: run the experiment on one data set to publish it";
constexpr std::string_view kHoldsUnknown =
    "the experiment holds more than is known to be no record: ";
constexpr std::string_view kNotWhole =
    "the experiment is not all here: a part of it was not known to hold no records";
constexpr std::string_view kHoldsTimes =
    "the file holds running times, which follow from the noise that was drawn";
constexpr std::string_view kHoldsMore = "the file holds more than is known to be safe: ";
constexpr std::string_view kNothing = "nothing is guaranteed for what the file holds";
constexpr std::string_view kEarlier =
    "the file was made by an earlier version, which promised too much: run the experiment again";
constexpr std::string_view kCancelledBeside =
    "a run was cancelled beside solvers that worked for as long as the data had it: how far it had "
    "got by then follows from the data";
/// Above this an epsilon promises hardly anything: odds may change by e^20.
constexpr double kMostEpsilon = 20;

constexpr std::string_view kSecondsKey = "seconds";

void add_once(std::string_view text, std::vector<std::string>& texts) {
  if (std::ranges::find(texts, text) == texts.end()) texts.emplace_back(text);
}

/// Whether a value is of the kind that its field's table states, in so many lists.
bool is_of_kind(const Json& value, record::Kind kind, int depth) {
  using enum record::Kind;
  if (value.is_null()) return true;
  if (depth > 0) {
    if (value.as_numbers()) {
      const bool may_be_numbers = kind == number || kind == text_or_number || kind == any;
      return value.size() == 0 || (depth == 1 && may_be_numbers);
    }
    return value.is_array() && std::ranges::all_of(value.elements(), [&](const Json& element) {
             return is_of_kind(element, kind, depth - 1);
           });
  }
  switch (kind) {
    case text:
      return value.is_text();
    case number:
      return value.is_number();
    case flag:
      return value.is_boolean();
    case text_or_number:
      return value.is_text() || value.is_number();
    case record:
      return value.is_object();
    case any:
      return true;
  }
  return false;
}

/// Copies what may stay, and notes what does not.
class Filter {
 public:
  std::vector<std::string> dropped;

  std::span<const StepColumn> columns;  ///< of traces, what the algorithm's steps tell everybody

  /// Fields that at least so many may see, where they are what their tables say; records that say
  /// themselves what they promise whole.
  Json keep(const Json& value, const record::Layout& layout, record::Seen seen) {
    if (value.is_array() && !value.as_numbers()) {
      return each(value, [&](const Json& element) { return keep(element, layout, seen); });
    }
    if (!value.is_object()) return value;
    Json out = Json::object();
    for (const auto& [key, member] : value.members()) {
      const record::Slot* slot = layout.find(key);
      const bool is_here =
          slot ? slot->seen >= seen && is_of_kind(member, slot->kind, slot->depth)
               : layout.has_others && is_told(key) && is_of_kind(member, record::Kind::number, 1);
      if (!is_here) {
        drop(key);
        // A record that no file lacks is left empty.
        const bool is_required = slot && slot->seen >= seen && slot->inside && !slot->is_optional;
        if (is_required && slot->depth == 0) out.set(key, Json::object());
      } else if (!slot || !slot->inside || slot->inside->is_judged) {
        out.set(key, keep_whole(member));
      } else {
        out.set(key, keep(member, *slot->inside, seen));
      }
    }
    return out;
  }

  template <typename Keep>
  Json each(const Json& list, const Keep& keep_one) {
    std::vector<Json> out;
    for (const Json& element : list.elements()) out.push_back(keep_one(element));
    return Json::array(std::move(out));
  }

  void drop(std::string_view key) {
    if (key == kNonPrivateKey) {
      add_once(kHoldsNonPrivate, dropped);
    } else if (key == kSecondsKey) {
      add_once(kHoldsTimes, dropped);
    } else {
      add_once(std::string(kHoldsMore).append(key), dropped);
    }
  }

 private:
  bool is_told(std::string_view key) const {
    return std::ranges::find(columns, key, &StepColumn::name) != columns.end();
  }

  /// Whatever is in it but nonPrivate blocks.
  Json keep_whole(const Json& value) {
    if (value.is_array() && !value.as_numbers()) {
      return each(value, [&](const Json& element) { return keep_whole(element); });
    }
    if (!value.is_object()) return value;
    Json out = Json::object();
    for (const auto& [key, member] : value.members()) {
      if (key == kNonPrivateKey) {
        drop(key);
      } else {
        out.set(key, keep_whole(member));
      }
    }
    return out;
  }
};

bool is_secure(const Json& experiment) {
  const Json& mode = experiment.member("run").member("randomness").member("mode");
  return mode == Json(word_for(Randomness::secure));
}

/// What a run is known to promise. Of versions that did not say it, only certified runs that came
/// to their end are believed.
Guarantee believed_guarantee(const Json& run) {
  const Json& privacy = run.member("privacy");
  if (const auto stated = stated_guarantee(privacy)) return *stated;
  if (privacy.member("notion") == Json(word_for(Notion::none))) return Guarantee::not_private;
  const bool is_whole = run.member("status") == Json(word_for(RunStatus::completed));
  const bool is_proven = is_whole && privacy.member("certified") == Json(true);
  return is_proven ? Guarantee::proven : Guarantee::leaks;
}

bool is_of_earlier_version(const Json& result) {
  const auto runs = result.member("runs").elements();
  const bool states_all = std::ranges::all_of(
      runs, [](const Json& run) { return stated_guarantee(run.member("privacy")).has_value(); });
  return !states_all || !result.member("privacy").member("statement").is_object();
}

/// Whatever a known plan does not tell is taken for text that anybody may have put in.
void drop_untold(const Json& experiment, Json& run, Filter& filter) {
  const auto drop = [&](Json& from, std::string_view key, bool is_told) {
    if (!from.find(key) || is_told) return;
    from.erase(std::string(key));
    filter.drop(key);
  };
  const std::string algorithm = text_of(run, "algorithm");
  const auto status = find_word<RunStatus>(text_of(run, "status"));
  drop(run, "status", status && *status != RunStatus::running);
  drop(run, "error",
       status && has_error(*status) && is_error_code(run.member("error").member("code")));
  drop(run, "stop", may_stop(algorithm, run.member("stop")));
  if (!find_algorithm(algorithm)) {
    for (const char* key : {"stop", "error"}) {
      if (Json* words = run.find(key)) {
        drop(*words, "text", false);
        drop(*words, "message", false);
        drop(*words, "field", false);
      }
    }
  }
  // Each is a number, a word, or one point of the problem.
  const bool has_flat =
      std::ranges::all_of(run.member("parameters").members(), [](const Json::Member& parameter) {
        const Json& value = parameter.second;
        return !value.is_object() &&
               (!value.is_array() || is_of_kind(value, record::Kind::number, 1));
      });
  drop(run, "parameters", has_flat);
  if (Json* trace = run.find("trace")) drop(*trace, "iterates", asks_for_iterates(experiment));
}

Json kept_run(const Json& run, const Json& experiment, Filter& filter) {
  const Guarantee guarantee = believed_guarantee(run);
  if (promises(guarantee)) {
    const AlgorithmEntry* entry = find_algorithm(text_of(run, "algorithm"));
    filter.columns = entry ? entry->columns : std::span<const StepColumn>();
    Json out = filter.keep(run, record::layout<record::kRun>, record::Seen::released);
    drop_untold(experiment, out, filter);
    return out;
  }
  Json out = filter.keep(run, record::layout<record::kRun>, record::Seen::everyone);
  Json* privacy = out.find("privacy");
  if (privacy && !privacy->is_object()) *privacy = Json::object();
  if (!privacy || stated_guarantee(*privacy)) return out;
  for (const char* figure : {"epsilon", "delta", "rho"}) {
    if (privacy->find(figure)) privacy->set(figure, Json());
  }
  privacy->set("guarantee", word_for(guarantee));
  privacy->set("statement", "Nothing is guaranteed.");
  return out;
}

Json kept_entry(const Json& entry, Filter& filter) {
  return filter.keep(entry, record::layout<record::kEntry>,
                     promises(entry) ? record::Seen::released : record::Seen::everyone);
}

/// What could not be planned. Only where every run promises something do plans, and so their
/// errors, follow from public facts alone.
Json kept_refusals(const Json& refused, const Json& result, Filter& filter) {
  const auto runs = result.member("runs").elements();
  const bool are_public =
      std::ranges::all_of(runs, [](const Json& run) { return promises(believed_guarantee(run)); });
  if (!are_public && refused.size() > 0) filter.drop("refused");
  return are_public ? filter.keep(refused, record::layout<record::kRefused>, record::Seen::everyone)
                    : Json::array();
}

/// What stays of the values of a run's sweep: those that the experiment's own sweep shows.
Json kept_sweep(const Json& values, const Json& experiment, Filter& filter) {
  Json out = Json::object();
  for (const auto& [path, value] : values.members()) {
    const auto axes = experiment.member("sweep").elements();
    const bool is_known = std::ranges::any_of(axes, [&](const Json& axis) {
      const Json& shown = axis.member("values");
      if (axis.member("path") != Json(path)) return false;
      for (std::size_t i = 0; i < shown.size(); ++i) {
        if (shown.element(i) == value) return true;
      }
      return false;
    });
    if (is_known) {
      out.set(path, value);
    } else {
      filter.drop("sweep");
    }
  }
  return out;
}

void replace(Json& object, std::string_view key, const auto& change) {
  if (const Json* value = object.find(key)) object.set(key, change(*value));
}

/// The status of what is left. Whether a run that is not shown had ended when all were cancelled
/// may follow from the data.
Json status_of(const Json& result, const Json& kept) {
  const Json cancelled(word_for(RunStatus::cancelled));
  const auto is_cancelled = [&](const Json& run) { return run.member("status") == cancelled; };
  if (std::ranges::any_of(kept.member("runs").elements(), is_cancelled)) return cancelled;
  const auto was_cancelled = [&](const Json& run) {
    return is_cancelled(run) || is_cancelled(run.member(kNonPrivateKey));
  };
  if (std::ranges::any_of(result.member("runs").elements(), was_cancelled)) {
    return word_for(RunStatus::completed);
  }
  return result.member("status");
}

/// The largest delta n of the entries, as the delta and n that give it.
struct LargeDelta {
  double delta = 0;
  double samples = 0;
};

std::optional<LargeDelta> large_delta(const Json& privacy) {
  const double of_total = number_of(privacy.member("total"), "delta");
  for (const Json& entry : privacy.member("statement").member("entries").elements()) {
    const double samples = number_of(entry, "samples");
    const double delta = std::max(of_total, number_of(entry.member("requested"), "delta"));
    if (delta * samples >= 1) return LargeDelta{.delta = delta, .samples = samples};
  }
  return std::nullopt;
}

/// The total as an epsilon; infinity where there is no bound.
double total_epsilon(const Json& total) {
  const Json& epsilon = total.member("epsilon");
  if (epsilon.is_number()) return epsilon.number();
  const Json& rho = total.member("rho");
  if (!rho.is_number()) return HUGE_VAL;
  return converted_epsilon(statement::kZcdpOptimal, rho.number(), statement::kReportedDelta);
}

/// What a run says against itself; of baselines also which it is.
void add_reasons(const Json& run, std::vector<std::string>& reasons) {
  const bool is_baseline = believed_guarantee(run) == Guarantee::not_private;
  const std::string name = is_baseline ? text_of(run, "label") + " is not private: " : "";
  for (const Json& reason : run.member("privacy").member("reasons").elements()) {
    if (reason.is_text()) add_once(name + reason.text(), reasons);
  }
}

/// Runs share their time, so that where one was cancelled tells how long another one took.
void add_cancelled(const Json& result, std::vector<std::string>& reasons) {
  const auto runs = result.member("runs").elements();
  const bool is_cancelled = std::ranges::any_of(runs, [](const Json& run) {
    return run.member("status") == Json(word_for(RunStatus::cancelled));
  });
  const bool is_timed = std::ranges::any_of(
      runs, [](const Json& run) { return takes_time_by_data(run.member("parameters")); });
  if (is_cancelled && is_timed) add_once(kCancelledBeside, reasons);
}

void add_total(const Json& privacy, std::vector<std::string>& reasons) {
  const Json& total = privacy.member("total");
  if (!total.is_object()) return add_once(kNothing, reasons);
  const double epsilon = total_epsilon(total);
  if (!(epsilon <= kMostEpsilon)) {
    add_once("everything together is worth epsilon = " + figure_text(epsilon) +
                 ", above 20: hardly anything is promised",
             reasons);
  }
  if (const auto large = large_delta(privacy)) {
    add_once("delta is " + figure_text(large->delta) +
                 ", at least 1/n = " + figure_text(1 / large->samples) +
                 ": publishing one record outright would keep such a promise",
             reasons);
  }
}

/// What the experiment holds, or held, beside settings.
void add_records(const Json& experiment, std::vector<std::string>& reasons) {
  const RecordFree free = without_records(experiment);
  if (free.held_records) add_once(kHoldsRecords, reasons);
  if (free.sweeps_records) add_once(kSweepsRecords, reasons);
  for (const std::string& path : free.unknown) {
    add_once(std::string(kHoldsUnknown).append(path), reasons);
  }
  if (free.unknown.empty() && !free.is_whole) add_once(kNotWhole, reasons);
}

}  // namespace

Publishable publishable(const Json& result) {
  Filter filter;
  Publishable out{
      .result = filter.keep(result, record::layout<record::kResult>, record::Seen::everyone),
      .dropped = {}};
  const RecordFree free = without_records(result.member("experiment"));
  replace(out.result, "experiment", [&](const Json&) { return free.experiment; });
  const auto with_sweep = [&](Json object) {
    replace(object, "sweep",
            [&](const Json& values) { return kept_sweep(values, free.experiment, filter); });
    return object;
  };
  replace(out.result, "refused", [&](const Json& refused) {
    return filter.each(kept_refusals(refused, result, filter), with_sweep);
  });
  replace(out.result, "runs", [&](const Json& runs) {
    return filter.each(
        runs, [&](const Json& run) { return with_sweep(kept_run(run, free.experiment, filter)); });
  });
  replace(out.result, "privacy", [&](const Json& block) {
    Json privacy = block.is_object() ? block : Json::object();
    if (is_of_earlier_version(result)) {
      privacy.erase("statement");
      privacy.set("total", Json());
      return privacy;
    }
    replace(privacy, "statement", [&](const Json& whole) {
      Json statement = whole;
      replace(statement, "entries", [&](const Json& entries) {
        return filter.each(
            entries, [&](const Json& entry) { return with_sweep(kept_entry(entry, filter)); });
      });
      return statement;
    });
    return privacy;
  });
  if (out.result.find("status")) out.result.set("status", status_of(result, out.result));
  out.dropped = std::move(filter.dropped);
  return out;
}

std::vector<std::string> reasons_against_release(const Json& result) {
  std::vector<std::string> reasons;
  const Json& privacy = result.member("privacy");
  const Json& experiment = result.member("experiment");
  const bool has_secret =
      privacy.member("randomness") == Json(word_for(Randomness::secure)) && is_secure(experiment);
  if (!has_secret) add_once(kPredictable, reasons);
  if (privacy.member("release") != Json(word_for(ReleaseKind::hardened))) {
    add_once(kNotHardened, reasons);
  }
  if (is_of_earlier_version(result)) add_once(kEarlier, reasons);
  for (const Json& run : result.member("runs").elements()) {
    add_reasons(run, reasons);
  }
  add_cancelled(result, reasons);
  add_total(privacy, reasons);
  for (const std::string& reason : publishable(result).dropped) add_once(reason, reasons);
  add_records(experiment, reasons);
  return reasons;
}

bool is_taken_back(std::string_view reason) {
  return reason == kHoldsNonPrivate || reason == kHoldsTimes || reason == kHoldsRecords ||
         reason.starts_with(kHoldsMore);
}

}  // namespace noisy
